//! `croupier match`: bots against each other, without a contest folder.

use std::io::Write;

use clap::Args;
use clap::builder::{PossibleValuesParser, ValueParser};
use croupier_arena::contest::{
    BlackjackContest, Contest, ContestRules, Dealing, FREE_MONEY, FREE_PACKS, FREE_SHUFFLES, PokerContest,
    Seatings,
};
use croupier_arena::entrant::{self, Field};
use croupier_arena::game_kind::GameKind;
use croupier_arena::hint::hint_for;
use croupier_arena::run::{self, Options, Outcome, RunError};
use croupier_arena::store::{Archive, Begin};
use croupier_rules::poker::SEATS;

use super::playing::Playing;
use super::run::{end, json_line, watch};
use crate::duel::{self, Named, SEED_MAX};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::faults;
use crate::house::{HOUSES, luck};
use crate::interrupt::stop_flag;
use crate::output;
use crate::progress::ProgressLine;
use crate::run_failure::run_failure;
use crate::standings;

/// The built-in player that takes the seats that nobody was named for.
const FILL: &str = "odds";

/// Plays bots against each other, without a contest folder.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier match --game poker anna.py bela.py house:random --deals 1000 --seed 7
  croupier match --game poker anna.py                (house:odds takes the other two seats)
  croupier match --game blackjack counter.cpp lines.py --shuffles 50

A BOT is a file or a folder, as in a contest, or a built-in player. Bots sit in the order given, \
built-in players after them; more than three poker bots play every triple. In blackjack each bot plays \
ten evenings alone, all of them on the same shuffles, and is marked against house:exact. \
Every match is kept: croupier replay match-poker/1, croupier log match-poker/1. What was stopped is gone \
on with by the same command; what was finished is played again.")]
pub(crate) struct MatchBots {
    /// The game: blackjack or poker.
    #[arg(long, value_name = "GAME", value_parser = ValueParser::new(duel::game))]
    game: GameKind,
    /// Files or folders of bots, or built-in players: house:NAME.
    #[arg(value_name = "BOT", required = true)]
    bots: Vec<String>,
    /// Poker: deals of a match [default: 1000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    deals: Option<u32>,
    /// Poker: each triple plays in all six orders of seats.
    #[arg(long)]
    all_seatings: bool,
    /// Poker: how cards follow from the seed: each by chance, the same in all matches (with --all-seatings), or in each 1000
    /// deals all triples of cards [default: random].
    #[arg(long, value_name = "WAY", value_parser = PossibleValuesParser::new(Dealing::NAMES.map(|(name, _)| name)))]
    dealing: Option<String>,
    /// Poker: how often each triple plays, each time with other cards [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: Option<u32>,
    /// Blackjack: shuffles of an evening, the opening one included [default: 20].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(FREE_SHUFFLES))]
    shuffles: Option<u32>,
    /// Blackjack: packs of 52 cards in the shoe [default: 10].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(FREE_PACKS))]
    packs: Option<u32>,
    /// Blackjack: money at the start of an evening [default: 20000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(FREE_MONEY))]
    money: Option<u32>,
    /// All chance of the match comes from it.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=SEED_MAX))]
    seed: u64,
    /// The bots are your own: run them without a sandbox.
    #[arg(long)]
    trust: bool,
    #[command(flatten)]
    playing: Playing,
}

impl MatchBots {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let (contest, field) = self.contest()?;
        let trust = self.trust || field.entrants.is_empty();
        let stop = stop_flag()?;
        let options = Options {
            data: self.playing.data.clone(),
            begin: Begin::Unfinished,
            trust,
            jobs: self.playing.jobs(),
            houses: HOUSES,
            luck: Some(luck),
            usher: None,
        };
        let mut progress = ProgressLine::new(!self.playing.quiet);
        let outcome =
            run::run_field(&contest, field, &options, &stop, &mut |event| watch(&mut progress, event));
        end(&mut progress, &outcome);
        let outcome = outcome.map_err(|error| {
            let is_too_few = matches!(error, RunError::TooFew { .. });
            let failure = run_failure(error);
            if is_too_few {
                failure.hint("croupier check BOT --game GAME says more about one bot")
            } else {
                failure
            }
        })?;
        let mut out = output::answer();
        if self.playing.json {
            writeln!(out, "{}", json_line(&outcome))?;
        } else {
            standings::print(&mut out, &contest, &outcome, &self.playing.data)?;
        }
        out.flush()?;
        self.say_hints(&outcome)?;
        Ok(self.playing.exit(&outcome, &stop))
    }

    /// The contest that the arguments describe, and its bots.
    fn contest(&self) -> Result<(Contest, Field), Failure> {
        self.refuse_foreign_options()?;
        let Named { bots, mut house } = Named::read(&self.bots, self.game)?;
        let rules = match self.game {
            GameKind::Poker => ContestRules::Poker(self.poker()),
            GameKind::Blackjack => ContestRules::Blackjack(self.blackjack()),
            GameKind::Camicia | GameKind::Rullete => {
                return Err(Failure::usage(format!("programs of {} do not meet in matches", self.game))
                    .hint(
                        "croupier check tries one program, a contest ranks several: croupier new contest",
                    ));
            }
        };
        let entrants = entrant::find_each(&bots, self.game).map_err(|problems| {
            Failure::bad_input(problems).hint("a BOT is a file, a folder, or a built-in player: house:NAME")
        })?;
        if self.game == GameKind::Poker {
            self.fill_up(entrants.len(), &mut house);
        }
        let contest = duel::contest(&format!("match-{}", self.game), self.seed, rules, house);
        Ok((contest, Field { entrants, unfit: Vec::new() }))
    }

    fn poker(&self) -> PokerContest {
        let seatings = if self.all_seatings { Seatings::All } else { Seatings::Fixed };
        let (deals, dealing) = (self.deals.unwrap_or(1_000), self.dealing());
        let rounds = self.rounds.unwrap_or(1);
        PokerContest { deals, seatings, dealing, rounds, ..PokerContest::default() }
    }

    fn dealing(&self) -> Dealing {
        let named = Dealing::NAMES.into_iter().find(|(name, _)| self.dealing.as_deref() == Some(name));
        named.map(|(_, dealing)| dealing).unwrap_or_default()
    }

    fn blackjack(&self) -> BlackjackContest {
        let (money, packs) = (self.money.unwrap_or(20_000), self.packs.unwrap_or(10));
        duel::blackjack("match", money, packs, self.shuffles.unwrap_or(20))
    }

    /// Refuses what only matches of another game have, and what does not go together.
    fn refuse_foreign_options(&self) -> Result<(), Failure> {
        let options = [
            (GameKind::Poker, "--deals", self.deals.is_some()),
            (GameKind::Poker, "--all-seatings", self.all_seatings),
            (GameKind::Poker, "--dealing", self.dealing.is_some()),
            (GameKind::Poker, "--rounds", self.rounds.is_some()),
            (GameKind::Blackjack, "--shuffles", self.shuffles.is_some()),
            (GameKind::Blackjack, "--packs", self.packs.is_some()),
            (GameKind::Blackjack, "--money", self.money.is_some()),
        ];
        match options.into_iter().find(|&(game, _, is_given)| is_given && game != self.game) {
            None if self.dealing() == Dealing::Common && !self.all_seatings => Err(Failure::usage(
                "--dealing common goes with --all-seatings",
            )
            .hint("in one order of seats some would have the cards of the same seat in all their matches")),
            None => Ok(()),
            Some((game, option, _)) => Err(Failure::usage(format!("{option} goes with {game}"))
                .hint("how long a match is, --deals says for poker, and --shuffles for blackjack")),
        }
    }

    /// Built-in players take the seats of a poker table that are left.
    fn fill_up(&self, bots: usize, house: &mut Vec<String>) {
        let missing = SEATS.saturating_sub(bots + house.len());
        if missing > 0 {
            let seats = if missing == 1 { "the seat that is" } else { "the two seats that are" };
            self.note(&format!("note: house:{FILL} takes {seats} left: poker has {SEATS} seats"));
            house.extend(vec![FILL.to_owned(); missing]);
        }
    }

    /// What to do about each bot's first fault.
    fn say_hints(&self, outcome: &Outcome) -> Result<(), Failure> {
        let troubled: Vec<_> = outcome.rows.iter().filter(|row| row.fouls > 0).collect();
        if troubled.is_empty() || self.playing.quiet {
            return Ok(());
        }
        let archive = Archive::open(&self.playing.data).map_err(Failure::bad_input)?;
        let run = archive.run(&outcome.run).map_err(Failure::bad_input)?;
        let entrants = archive.entrants(&run).map_err(Failure::bad_input)?;
        for row in troubled {
            let faults = faults::of(&archive, &run, &row.name)?;
            if let Some(faults) = faults.first() {
                let noted = entrants.iter().find(|entrant| entrant.name == row.name);
                let kind = noted.map_or("", |entrant| entrant.kind.as_str());
                let hint = hint_for(kind, &faults.lines[0].fault);
                output::say(format_args!("hint: {}: {hint}", row.name));
                let place =
                    format!("{}/{}{}", run.label, faults.number, standings::option(&self.playing.data));
                output::say(format_args!(
                    "      its log: croupier log {place}; again: croupier feed {place} --seat {}",
                    faults.lines[0].seat
                ));
            }
        }
        Ok(())
    }

    fn note(&self, note: &str) {
        if !self.playing.quiet {
            output::say(note);
        }
    }
}
