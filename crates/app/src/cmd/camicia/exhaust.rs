//! `croupier camicia exhaust`: every deal of a small pack.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use croupier_rules::camicia::{Options, Outcome, Player, Simulation, Status};
use croupier_solve::camicia::{
    Composition, CycleTally, DealName, Groups, Longest, State, Tally, exhaust, exhaust_units,
};
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::family::thousands;
use super::pack;
use super::saves::Saves;
use super::sealed::{self, CheckpointError, Desk};
use super::units::{Wish, play_in_order};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::stop_flag;
use crate::output;
use crate::progress::{ProgressLine, duration};

/// `croupier camicia exhaust`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier camicia exhaust --pack 6+6+1+1+1+1
  croupier camicia exhaust --pack 26
  croupier camicia exhaust --pack 40 --range 0..1000 --json

Plays every deal with its exact counts. The deals lie in numbered units; ranges of units can be given to several \
people, and two who played the same units compare the checksum. A count that was stopped goes on by the same command.")]
pub(crate) struct Exhaust {
    /// What is dealt: 52, 40 (Italian), 26 (half), or A+B+J+Q+K+A: hands and faces
    #[arg(long, value_name = "PACK")]
    pack: Composition,
    /// What J, Q, K and A ask for, 0 to 4 cards each
    #[arg(long, value_name = "J,Q,K,A", value_parser = pack::penalties, default_value = "1,2,3,4")]
    penalties: [u32; 4],
    /// Only these units: `1000..2000` are 1000 to 1999
    #[arg(long, value_name = "A..B", value_parser = pack::range)]
    range: Option<Range<u64>>,
    /// Threads; without it, one a core
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The data folder: the checkpoint lies in its folder `camicia`
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
    /// Start over, in place of the count that was begun before
    #[arg(long)]
    fresh: bool,
    /// One line of JSON, with the whole distribution
    #[arg(long)]
    json: bool,
}

/// More cycles than this are counted, and not printed for people.
const CYCLES_PRINTED: usize = 100;

impl Exhaust {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let composition = pack::with_penalties(self.pack, self.penalties);
        let groups = Groups::new(composition).map_err(Failure::usage)?;
        let all = exhaust_units(&groups);
        let units = self.range.clone().unwrap_or(0..all);
        if units.end > all {
            return Err(Failure::usage(format!(
                "--range {}..{}: there are {all} units",
                units.start, units.end
            )));
        }
        let label = format!("exhaust-{composition}-units-{}-{}", units.start, units.end);
        let desk = Desk::take(&self.data, label)?;
        let path = desk.file("checkpoint");
        let saved = if self.fresh {
            None
        } else {
            Count::read(&path, composition, &units).map_err(|error| error.failure(&path))?
        };
        let mut count = saved.unwrap_or_else(|| Count::new(composition, units));
        let stop = stop_flag()?;
        let played = self.play(&groups, &mut count, &path, &stop);
        // What was counted is printed, whether or not it can be kept.
        let saved = count.write(&path);
        played?;
        if count.next < count.units.end {
            saved?;
            output::say(format_args!(
                "{} deals of {} are played; the same command goes on from here",
                thousands(count.tally.deals),
                composition.deals()
            ));
            return Ok(Exit::Interrupted);
        }
        self.print(&count)?;
        saved?;
        Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Done })
    }

    fn play(
        &self,
        groups: &Groups,
        count: &mut Count,
        path: &Path,
        stop: &std::sync::atomic::AtomicBool,
    ) -> Result<(), Failure> {
        let mut line = ProgressLine::new(true);
        let (first, end) = (count.next, count.units.end);
        let started = Instant::now();
        let mut saves = Saves::new();
        play_in_order(
            self.jobs,
            first..end,
            stop,
            |unit, _| Some(exhaust(groups, unit)),
            |tally| {
                if let Some(tally) = tally {
                    count.tally += tally;
                    count.next += 1;
                }
                if saves.are_due() && count.next > first {
                    saves.take(count.write(path), &mut line);
                }
                if line.is_due() && count.next > first {
                    let done = u32::try_from(count.next - first).unwrap_or(u32::MAX);
                    let left = u32::try_from(end - count.next).unwrap_or(u32::MAX);
                    let time = duration((started.elapsed() / done).saturating_mul(left));
                    line.show(format_args!("{} deals, {time} left", thousands(count.tally.deals)));
                }
                Ok(Wish::More)
            },
        )?;
        line.end();
        Ok(())
    }

    fn print(&self, count: &Count) -> Result<(), Failure> {
        let mut out = output::answer();
        if self.json {
            output::write_json(&count.summary()?, &mut out)?;
        } else {
            count.tell(&mut out)?;
        }
        out.flush()?;
        Ok(())
    }
}

/// How far a count is.
struct Count {
    composition: Composition,
    units: Range<u64>,
    next: u64,
    tally: Tally,
}

/// The sealed line of a checkpoint.
#[derive(Serialize, Deserialize)]
struct Content {
    camicia_exhaust: u32,
    pack: String,
    units: [u64; 2],
    next: u64,
    deals: u64,
    tricks: u64,
    finished: BTreeMap<u32, u64>,
    longest: Option<(u32, u32, u64, String)>,
    cycles: Vec<(String, u64, String)>,
    checksum: String,
}

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Summary {
    exhaust: SummaryContent,
}

#[derive(Serialize)]
struct SummaryContent {
    pack: String,
    units: [u64; 2],
    complete: bool,
    deals: u64,
    finished: u64,
    endless: u64,
    cards: u64,
    tricks: u64,
    longest_deals: u64,
    longest: Option<Answer>,
    cycles: Vec<Cycle>,
    checksum: String,
    distribution: BTreeMap<u32, u64>,
}

/// A cycle, the deals that run into it, and the first of them.
#[derive(Serialize)]
struct Cycle {
    deals: u64,
    #[serde(flatten)]
    first: Answer,
}

impl Count {
    fn new(composition: Composition, units: Range<u64>) -> Self {
        Self { composition, next: units.start, units, tally: Tally::default() }
    }

    fn read(
        path: &Path,
        composition: Composition,
        units: &Range<u64>,
    ) -> Result<Option<Self>, CheckpointError> {
        let Some(line) = sealed::read(path)? else { return Ok(None) };
        let content: Content = serde_json::from_str(&line)?;
        let numbers = |key, found: u64, expected: u64| (key, found.to_string(), expected.to_string());
        sealed::compare([
            numbers("the version", content.camicia_exhaust.into(), VERSION.into()),
            ("the pack", content.pack.clone(), composition.to_string()),
            numbers("the first unit", content.units[0], units.start),
            numbers("the end of the units", content.units[1], units.end),
        ])?;
        let next = content.next;
        Ok(Some(Self { composition, units: units.clone(), next, tally: content.tally()? }))
    }

    fn write(&self, path: &Path) -> Result<(), Failure> {
        let name = |state: &State| DealName::of(state).to_string();
        let content = Content {
            camicia_exhaust: VERSION,
            pack: self.composition.to_string(),
            units: [self.units.start, self.units.end],
            next: self.next,
            deals: self.tally.deals,
            tricks: self.tally.tricks,
            finished: self.distribution(),
            longest: self.tally.longest.map(|game| (game.cards, game.tricks, game.deals, name(&game.deal))),
            cycles: self
                .tally
                .cycles
                .iter()
                .map(|(cycle, to)| (name(cycle), to.deals, name(&to.deal)))
                .collect(),
            checksum: self.checksum(),
        };
        sealed::write(path, &serde_json::to_string(&content).map_err(Failure::bug)?)
    }

    /// Games that end, by their cards.
    fn distribution(&self) -> BTreeMap<u32, u64> {
        (0..).zip(self.tally.finished.iter().copied()).filter(|(_, games)| *games > 0).collect()
    }

    fn checksum(&self) -> String {
        blake3::Hash::from_bytes(self.tally.checksum).to_hex().to_string()
    }

    fn longest(&self) -> Result<Option<(Longest, Outcome)>, Failure> {
        let Some(game) = self.tally.longest else { return Ok(None) };
        let outcome = Simulation::default().play(&game.deal.deal(), Options::default());
        if (outcome.cards, outcome.tricks) == (game.cards.into(), game.tricks.into()) {
            Ok(Some((game, outcome)))
        } else {
            Err(Failure::bug(format!("{}: the plain engine does not agree", game.deal.deal())))
        }
    }

    /// The cycles, the most visited first.
    fn cycles(&self) -> Result<Vec<(CycleTally, Outcome)>, Failure> {
        let mut cycles = Vec::new();
        for to in self.tally.cycles.values() {
            let outcome = Simulation::default().play(&to.deal.deal(), Options::default());
            if !matches!(outcome.status, Status::Loop(_)) {
                return Err(Failure::bug(format!("{}: the plain engine does not agree", to.deal.deal())));
            }
            cycles.push((*to, outcome));
        }
        cycles.sort_by_key(|(to, _)| (std::cmp::Reverse(to.deals), to.deal));
        Ok(cycles)
    }

    fn summary(&self) -> Result<Summary, Failure> {
        let longest = self.longest()?;
        let cycles = self.cycles()?;
        let exhaust = SummaryContent {
            pack: self.composition.to_string(),
            units: [self.units.start, self.units.end],
            complete: u128::from(self.tally.deals) == self.composition.deals(),
            deals: self.tally.deals,
            finished: self.tally.finished_games(),
            endless: self.tally.endless_games(),
            cards: self.tally.cards(),
            tricks: self.tally.tricks,
            longest_deals: self.tally.longest.map_or(0, |game| game.deals),
            longest: longest.map(|(game, outcome)| Answer::new(&game.deal.deal(), &outcome)),
            cycles: cycles
                .iter()
                .map(|(to, outcome)| Cycle { deals: to.deals, first: Answer::new(&to.deal.deal(), outcome) })
                .collect(),
            checksum: self.checksum(),
            distribution: self.distribution(),
        };
        Ok(Summary { exhaust })
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean is rougher than 53 bits")]
    fn tell(&self, out: &mut output::Answer) -> Result<(), Failure> {
        let [a, b] = self.composition.hands();
        let [jacks, queens, kings, aces] = self.composition.faces();
        writeln!(out, "hands of {a} and {b} cards; {jacks} J, {queens} Q, {kings} K, {aces} A")?;
        let (finished, endless) = (self.tally.finished_games(), self.tally.endless_games());
        let whole =
            if u128::from(self.tally.deals) == self.composition.deals() { "all of them" } else { "a part" };
        writeln!(out, "deals     {} ({whole})", thousands(self.tally.deals))?;
        writeln!(out, "finished  {}", thousands(finished))?;
        let cycles = self.cycles()?;
        writeln!(out, "endless   {} on {} cycles", thousands(endless), thousands(cycles.len() as u64))?;
        let mean = |sum: u64| sum as f64 / finished.max(1) as f64;
        writeln!(
            out,
            "mean      {:.3} cards, {:.3} tricks",
            mean(self.tally.cards()),
            mean(self.tally.tricks)
        )?;
        if let Some((game, _)) = self.longest()? {
            writeln!(
                out,
                "longest   {} cards, {} tricks: {} ({} deals)",
                thousands(game.cards.into()),
                thousands(game.tricks.into()),
                game.deal.deal(),
                thousands(game.deals)
            )?;
        }
        writeln!(out, "checksum  units {}..{}: {}", self.units.start, self.units.end, self.checksum())?;
        for (to, outcome) in cycles.iter().take(CYCLES_PRINTED) {
            let deal = to.deal.deal();
            if let Status::Loop(cycle) = outcome.status {
                writeln!(
                    out,
                    "cycle     {} tricks, {} cards, reached by {} deals: {}/{}",
                    cycle.cycle_tricks,
                    cycle.cycle_cards,
                    thousands(to.deals),
                    deal.compact(Player::A),
                    deal.compact(Player::B)
                )?;
            }
        }
        if cycles.len() > CYCLES_PRINTED {
            writeln!(out, "and {} cycles more (--json)", cycles.len() - CYCLES_PRINTED)?;
        }
        Ok(())
    }
}

impl Content {
    fn tally(self) -> Result<Tally, CheckpointError> {
        let state = |name: &str| name.parse::<DealName>().map(|name| name.state());
        let mut tally = Tally { deals: self.deals, tricks: self.tricks, ..Tally::default() };
        let most = self.finished.last_key_value().map_or(0, |(cards, _)| *cards as usize + 1);
        tally.finished = vec![0; most];
        for (cards, games) in self.finished {
            tally.finished[cards as usize] = games;
        }
        if let Some((cards, tricks, deals, deal)) = self.longest {
            tally.longest = Some(Longest { cards, tricks, deals, deal: state(&deal)? });
        }
        for (cycle, deals, deal) in self.cycles {
            tally.cycles.insert(state(&cycle)?, CycleTally { deals, deal: state(&deal)? });
        }
        let checksum = blake3::Hash::from_hex(&self.checksum).map_err(|_| CheckpointError::Sum)?;
        tally.checksum = *checksum.as_bytes();
        Ok(tally)
    }
}
