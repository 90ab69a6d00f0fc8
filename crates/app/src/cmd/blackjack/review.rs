//! `croupier blackjack review MATCH`: what each decision of a player cost.

use std::io::{self, Write};
use std::path::PathBuf;

use croupier_arena::run::TestMark;
use croupier_arena::standings::LucklessRow;
use croupier_arena::store::Archive;
use croupier_rules::blackjack::Rules;
use croupier_rules::record::Event;
use croupier_rules::verdict::Verdict;
use croupier_solve::bankroll::Review as Look;
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::recorded::Recorded;
use crate::review::blackjack::{EveningRow, Told};

/// What each decision of a player cost: hit or stand against the exact values of the very cards that were left,
/// bets against one Kelly; and what it would have come to without the luck of the cards.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier blackjack review blackjack-night/2
  croupier blackjack review blackjack-night/2 --mistakes 30 --json
  croupier blackjack review blackjack-night/2 --every > decisions.jsonl

Losses are expected ones: a choice is worth what the best play after it is worth. They are told in bets of 1 and in \
nats, the growth of the money's logarithm. Bets are held against one Kelly by \
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
        let record = found.match_of::<Rules>()?;
        let rules = record.rules::<Rules>().map_err(|why| found.wrong(why))?;
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
            .map_err(|why| found.wrong(why))?;
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
