//! `croupier blackjack review MATCH`: what each decision of a player cost.

use std::io::{self, Write};
use std::path::PathBuf;

use croupier_arena::run::TestMark;
use croupier_arena::standings::LucklessRow;
use croupier_arena::store::Archive;
use croupier_rules::blackjack::{Card, Hand, Rules};
use croupier_rules::game::Game;
use croupier_rules::record::{Event, Record};
use croupier_rules::verdict::Verdict;
use croupier_solve::bankroll::{Mistake, OfEvening, Review as Look, Wrong};
use croupier_solve::blackjack::Choice;
use serde::Serialize;

use super::odds::name;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::recorded::{Recorded, warn};

/// What each decision of a player cost: hit or stand against the exact values of the very cards that were left,
/// bets against one Kelly; and what it would have come to without the luck of the cards.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier blackjack review blackjack-night/2
  croupier blackjack review blackjack-night/2 --mistakes 30 --json
  croupier blackjack review blackjack-night/2 --every > decisions.jsonl

Losses are expected ones: a choice is worth what the best play after it is worth. They are told in bets of 1 and in
nats, the growth of the money's logarithm. Bets are held against one Kelly by
the edge of the best play, whoever bets.")]
pub(crate) struct Review {
    /// A match such as `blackjack-night/2`, the path of a record, or `-` for a record on standard input.
    #[arg(value_name = "MATCH")]
    name: String,
    /// How many of the dearest mistakes are told.
    #[arg(long, value_name = "N", default_value_t = 10)]
    mistakes: u16,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
    /// Prints every decision instead, right or wrong, as JSON Lines: what it was worth, and what it lost.
    #[arg(long)]
    every: bool,
    /// The data folder.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
}

impl Review {
    /// The mark that the test was given; none, if it is no match of the data folder.
    fn mark(&self, found: &Recorded, start: i64) -> Result<Option<TestMark>, Failure> {
        if !found.is_stored() {
            return Ok(None);
        }
        let archive = Archive::open(&self.data).map_err(Failure::bad_input)?;
        let (run, number) = archive.match_of(&self.name).map_err(Failure::bad_input)?;
        let matches = archive.finished(&run).map_err(Failure::bad_input)?;
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        TestMark::of(&matches, number, start).map_err(Failure::bad_input)
    }

    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let found = Recorded::find(&self.name, &self.data)?;
        let path = &found.path;
        let bytes = found.read()?;
        let wrong = |why: &dyn std::fmt::Display| Failure::bad_input(format!("{}: {why}", path.display()));
        let record = Record::parse(bytes).map_err(|why| wrong(&why))?;
        if record.header.game != Rules::NAME {
            let why = format!("a match of {}: only blackjack is reviewed here", record.header.game);
            return Err(wrong(&why));
        }
        if let Some(said) = found.misplaced(&record.hash) {
            warn(path, &said);
        }
        let rules = record.rules::<Rules>().map_err(|why| wrong(&why))?;
        let mut out = output::answer();
        let mut look = Look::keeping(self.mistakes.into());
        let mut told = Ok(());
        if self.every {
            look = look.of_every_decision();
        }
        record
            .replay::<Rules>(&rules, &mut |event| match event {
                Event::Start { .. } => look.begin(),
                Event::Step { before, step, after } => {
                    look.step(before, step, after);
                    if let Some(last) = look.last.take().filter(|_| told.is_ok()) {
                        told = output::write_json(&Told::from(&last), &mut out);
                    }
                }
                Event::Over { .. } | Event::Fault(_) => {}
            })
            .map_err(|why| wrong(&why))?;
        told?;
        if self.every {
            out.flush()?;
            return Ok(Exit::Done);
        }
        let totals = &record.totals;
        let answer = Answer {
            verdict: totals.verdicts[0],
            games: record.header.games,
            finished: totals.games,
            mark: self.mark(&found, rules[0].money)?,
            player: record.header.seats[0].name.clone(),
            evenings: look.evenings.iter().map(EveningRow::from).collect(),
            mistakes: look.mistakes.iter().map(Told::from).collect(),
        };
        if self.json {
            output::write_json(&answer, &mut out)?;
        } else {
            answer.write(&mut out)?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

#[derive(Serialize)]
struct Answer {
    player: String,
    /// Of a match of the data folder, unless it is the committee's own.
    mark: Option<TestMark>,
    verdict: Verdict,
    /// The evenings of the test, and those that were played to their end.
    games: u32,
    finished: u32,
    evenings: Vec<EveningRow>,
    /// The dearest, the dearest first.
    mistakes: Vec<Told>,
}

/// An evening; see [`OfEvening`].
#[derive(Clone, Copy, Default, Serialize)]
struct EveningRow {
    hands: u32,
    decisions: u32,
    mistakes: u32,
    /// In bets of 1.
    lost_bets: f64,
    /// In nats, as all that follows.
    lost_by_play: f64,
    lost_by_bets: f64,
    /// The sum of all bets, each as a share of the money, and of what one Kelly would have bet.
    bet: f64,
    kelly: f64,
    growth: f64,
    luckless: f64,
}

impl From<&OfEvening> for EveningRow {
    fn from(evening: &OfEvening) -> Self {
        Self {
            hands: evening.hands,
            decisions: evening.decisions,
            mistakes: evening.mistakes,
            lost_bets: evening.lost_bets,
            lost_by_play: evening.lost_by_play,
            lost_by_bets: evening.lost_by_bets,
            bet: evening.bet,
            kelly: evening.kelly,
            growth: evening.growth,
            luckless: evening.luckless,
        }
    }
}

impl EveningRow {
    fn plus(self, other: &Self) -> Self {
        Self {
            hands: self.hands + other.hands,
            decisions: self.decisions + other.decisions,
            mistakes: self.mistakes + other.mistakes,
            lost_bets: self.lost_bets + other.lost_bets,
            lost_by_play: self.lost_by_play + other.lost_by_play,
            lost_by_bets: self.lost_by_bets + other.lost_by_bets,
            bet: self.bet + other.bet,
            kelly: self.kelly + other.kelly,
            growth: self.growth + other.growth,
            luckless: self.luckless + other.luckless,
        }
    }
}

/// A mistake in numbers and in a sentence.
#[derive(Serialize)]
struct Told {
    /// From 1, as the hand.
    evening: usize,
    hand: u32,
    nats: f64,
    money: i64,
    bet: i64,
    #[serde(flatten)]
    wrong: What,
    sentence: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum What {
    Play { up: Card, cards: Hand, chosen: &'static str, stand: f64, hit: f64 },
    Bet { edge: f64, kelly: i64 },
}

impl From<&Mistake> for Told {
    fn from(mistake: &Mistake) -> Self {
        let wrong = match &mistake.wrong {
            Wrong::Play { up, hand, chosen, worth } => {
                let (stand, hit) = (worth.stand.ev(), worth.hit.ev());
                What::Play { up: *up, cards: *hand, chosen: name(*chosen), stand, hit }
            }
            Wrong::Bet { edge, kelly } => What::Bet { edge: *edge, kelly: *kelly },
        };
        let (evening, hand) = (mistake.evening + 1, mistake.hand + 1);
        let sentence = format!("evening {evening}, hand {hand}: {}", why(mistake));
        let Mistake { nats, money, bet, .. } = mistake;
        Self { evening, hand, nats: *nats, money: *money, bet: *bet, wrong, sentence }
    }
}

/// What was done, and what would have been better.
pub(crate) fn why(mistake: &Mistake) -> String {
    let Mistake { money, bet, left, wrong, .. } = mistake;
    match wrong {
        Wrong::Play { up, hand, chosen, worth } => {
            let (stand, hit) = (worth.stand.ev(), worth.hit.ev());
            let [did, other] = match chosen {
                Choice::Stand => ["stood", "hit"],
                Choice::Hit => ["hit", "stand"],
            };
            let gain = worth.of(*chosen).ev() - stand.min(hit);
            let lost = (hit - stand).abs();
            #[expect(clippy::cast_precision_loss, reason = "money is far below 2^53")]
            let cost = lost * *bet as f64;
            let total = hand.total();
            let what = if gain > 0.0 {
                format!("the better, by {lost:.4} of the bet")
            } else {
                format!("to {other} gains {lost:.4} of the bet more: {cost:.0} at a bet of {bet}")
            };
            format!("{did} with {hand} ({total}) against {up}, {left} cards left in the shoe: {what}")
        }
        Wrong::Bet { edge, kelly } => {
            format!("bet {bet} of {money} with an edge of {:+.3} %: one Kelly is {kelly}", edge * 100.0)
        }
    }
}

impl Answer {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { player, mark, verdict, games, finished, evenings, mistakes } = self;
        if *verdict != Verdict::Ok {
            writeln!(out, "verdict {verdict}: {finished} of {games} evenings were finished")?;
        } else if finished < games {
            writeln!(out, "the full mark ended the test in evening {finished} of {games}")?;
        }
        let all = evenings.iter().fold(EveningRow::default(), EveningRow::plus);
        writeln!(
            out,
            "{player}: {} hands, {} times hit or stand, {} of them the worse",
            all.hands, all.decisions, all.mistakes
        )?;
        let hands = f64::from(all.hands.max(1));
        writeln!(
            out,
            "lost by play {:.6} of a bet a hand; growth lost by play {:.4} nats, by bets {:.4} nats",
            all.lost_bets / hands,
            all.lost_by_play,
            all.lost_by_bets
        )?;
        if let Some(TestMark { committee, mark, low, high, luckless }) = mark {
            write!(out, "mark {mark} against {committee}, 95 % interval {low:.0} to {high:.0}")?;
            if let Some(LucklessRow { mark, low, high, .. }) = luckless {
                write!(out, "; without luck {mark:.2}, {low:.2} to {high:.2}")?;
            }
            writeln!(out)?;
        }
        if all.kelly > 0.0 {
            writeln!(
                out,
                "bets were {:.2} times one Kelly, by the edge of the best play\n",
                all.bet / all.kelly
            )?;
        }
        writeln!(out, "evening    hands  mistakes  lost by play  lost by bets   growth  without luck")?;
        let numbered = evenings.iter().zip(1..).map(|(evening, number)| (format!("{number}"), *evening));
        for (label, evening) in numbered.chain([("all".to_owned(), all)]) {
            writeln!(
                out,
                "{label:>7}  {:>7}  {:>8}  {:>12.4}  {:>12.4}  {:>+7.3}  {:>+12.4}",
                evening.hands,
                evening.mistakes,
                evening.lost_by_play,
                evening.lost_by_bets,
                evening.growth,
                evening.luckless
            )?;
        }
        if !mistakes.is_empty() {
            writeln!(out, "\nthe dearest, in nats")?;
        }
        for Told { nats, sentence, .. } in mistakes {
            writeln!(out, "  {nats:.5}  {sentence}")?;
        }
        Ok(())
    }
}
