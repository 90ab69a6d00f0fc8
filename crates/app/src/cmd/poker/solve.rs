//! `croupier poker solve`: an equilibrium of few bids, what a free responder wins of it, and a file to play it from.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::builder::ValueParser;
use clap::value_parser;
use croupier_arena::stop::Stop;
use croupier_solve::cfr;
use croupier_solve::poker::{Bids, Grid, Limits, Plan, Policy, Saved, Step};
use serde::Serialize;

use super::columns;
use super::policy_file;
use super::small_game::{self, SmallGame};
use crate::duel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::progress::ProgressLine;
use crate::queue::{OrganisingOptions, QueueAddress};

/// Solves the game for some bids, and measures what a responder wins of it that may bid anything.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier poker solve --sizes 10,50,300 --raises 5 --columns none --measure some
  croupier poker solve --out my.policy --save my.work
  croupier poker solve --policy my.policy
  croupier poker solve --game leduc --seats 3 --seconds 10

Without sizes it makes the policy that `house:equilibrium` plays, byte for byte. Gains are chips a deal that one seat \
wins by the exact best response while the two others play the policy; the policy itself wins 0. With three seats even \
a gain of 0 protects nobody from two who play together.")]
pub(crate) struct Solve {
    /// The game.
    #[arg(long, value_enum, default_value_t = GameName::Poker)]
    game: GameName,
    /// Seats of kuhn and leduc, 2 or 3 [default: 3].
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(2..=3))]
    seats: Option<u8>,
    /// How long kuhn and leduc are solved [default: 5].
    #[arg(long, value_name = "N", value_parser = ValueParser::new(small_game::seconds))]
    seconds: Option<f64>,
    /// The bids of round 1, in chips; 10 and 300 are among them.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    sizes: Vec<u16>,
    /// Raises of round 2, as multiples of the level [default with --sizes: 2,5,10,20].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = ValueParser::new(raise))]
    raises: Option<Vec<f32>>,
    /// Raises of round 2 while three seats are live [default: those of --raises].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = ValueParser::new(raise))]
    raises_of_three: Option<Vec<f32>>,
    /// Passes over the bids.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    passes: Option<u32>,
    /// Sizes of round 1 off the grid that get answers of their own: `all` (each up to 60, then 17), `none`, or a list
    /// [default: all].
    #[arg(long, value_name = "LIST")]
    columns: Option<Columns>,
    /// Passes over each of these.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100_000))]
    column_passes: Option<u32>,
    /// Passes at most over the last check after an unknown bid of round 2.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=4_000))]
    gate_passes: Option<u32>,
    /// Sizes that the responder tries: all, or some, which gives a lower bound sooner [default: all].
    #[arg(long, value_enum)]
    measure: Option<Measure>,
    /// Measures a policy that was written before.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sizes", "passes", "columns", "column_passes", "out", "save"])]
    policy: Option<PathBuf>,
    /// Writes the policy to a file.
    #[arg(long, value_name = "FILE", value_parser = ValueParser::new(named))]
    out: Option<PathBuf>,
    /// Keeps the work in a file, and goes on with it if it is there.
    #[arg(long, value_name = "FILE", value_parser = ValueParser::new(named))]
    save: Option<PathBuf>,
    /// Threads [default: the cores of this machine].
    #[arg(long, value_name = "N", value_parser = ValueParser::new(duel::jobs))]
    jobs: Option<NonZeroUsize>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    address: QueueAddress,
    #[command(flatten)]
    organising: OrganisingOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum GameName {
    /// Algorithmic poker
    Poker,
    /// Kuhn poker
    Kuhn,
    /// Limit Leduc
    Leduc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Measure {
    /// Every size in both rounds
    All,
    /// Every 13th in both rounds, besides the policy's own
    Some,
}

/// See [`Solve::columns`].
#[derive(Clone, Debug, PartialEq, Eq)]
enum Columns {
    All,
    None,
    Listed(Vec<u16>),
}

impl std::str::FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "none" => Ok(Self::None),
            _ => {
                let size = |word: &str| {
                    word.trim().parse().map_err(|_| format!("expected a size in chips, found {word:?}"))
                };
                text.split(',').map(size).collect::<Result<_, _>>().map(Self::Listed)
            }
        }
    }
}

/// Seats of the small games, and how long they are solved, if nothing is said.
const SEATS: u8 = 3;
const SECONDS: f64 = 5.0;

/// The step between the sizes that are tried for a lower bound.
const SOME: u16 = 13;

/// The time between two saves.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// What is printed.
#[derive(Debug, Serialize)]
struct Answer {
    sizes: Vec<u16>,
    raises: Vec<f32>,
    raises_of_three: Vec<f32>,
    columns: usize,
    /// The bytes of the file.
    bytes: usize,
    /// Chips a deal and seat by the best response.
    gain: Gains,
    /// Whether the responder tried every size; if not, the gains are lower bounds.
    every_size: bool,
    /// What it might win more in states that come too rarely to be looked at, at most.
    left_out: f64,
    /// The best bid of round 1 by card.
    best_bids: Vec<u16>,
    /// The policy's bids of round 1: for each card the chance of each size.
    bids: Vec<Vec<f32>>,
}

#[derive(Debug, Serialize)]
struct Gains {
    /// With the policy's own sizes.
    grid: f64,
    /// Its sizes in round 1, any in round 2.
    any_in_round_2: f64,
    /// Any in round 1, its sizes in round 2.
    any_in_round_1: f64,
    /// Any in both.
    any: f64,
}

impl Solve {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let small = match self.game {
            GameName::Poker => None,
            GameName::Kuhn => Some(SmallGame::Kuhn),
            GameName::Leduc => Some(SmallGame::Leduc),
        };
        if let Some(game) = small {
            if let Some(option) = self.of_poker().next() {
                let why = format!("{option} is of poker: kuhn and leduc take --seats, --seconds and --json");
                return Err(Failure::usage(why));
            }
            let (seats, seconds) = (self.seats.unwrap_or(SEATS), self.seconds.unwrap_or(SECONDS));
            return small_game::solve(game, seats, seconds, self.json);
        }
        let of_small_games = [("--seats", self.seats.is_some()), ("--seconds", self.seconds.is_some())];
        if let Some((option, _)) = of_small_games.into_iter().find(|&(_, is_given)| is_given) {
            return Err(Failure::usage(format!("{option} is of kuhn and leduc"))
                .hint("--game leduc solves it; poker has three seats and takes --passes"));
        }
        if self.sizes.is_empty() && (self.raises.is_some() || self.raises_of_three.is_some()) {
            return Err(Failure::usage("raises go with --sizes, the bids of round 1"));
        }
        let jobs = self.jobs.map_or(0, NonZeroUsize::get);
        let on_threads = cfr::on_threads(jobs, || self.poker());
        on_threads.map_err(|why| Failure::bad_input(format!("the system gives no threads: {why}")))?
    }

    /// The options that were given and that the small games do not have.
    fn of_poker(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("--sizes", !self.sizes.is_empty()),
            ("--raises", self.raises.is_some()),
            ("--raises-of-three", self.raises_of_three.is_some()),
            ("--passes", self.passes.is_some()),
            ("--columns", self.columns.is_some()),
            ("--column-passes", self.column_passes.is_some()),
            ("--gate-passes", self.gate_passes.is_some()),
            ("--measure", self.measure.is_some()),
            ("--policy", self.policy.is_some()),
            ("--out", self.out.is_some()),
            ("--save", self.save.is_some()),
            ("--jobs", self.jobs.is_some()),
            ("--queue", self.address.queue.is_some()),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    fn poker(&self) -> Result<Exit, Failure> {
        let stop = interrupt::stop_flag()?;
        let mut kept = Ok(());
        let (policy, bytes) = if let Some(path) = &self.policy {
            policy_file::read(path)?
        } else {
            let plan = self.plan()?;
            for path in self.out.iter().chain(&self.save) {
                try_to_write(path).map_err(|error| unwritable(path, &error))?;
            }
            let policy;
            (policy, kept) = self.solved(&plan, &stop)?;
            let bytes = policy.to_bytes(&plan);
            if let Some(path) = &self.out {
                fs::write(path, &bytes).map_err(|error| unwritable(path, &error))?;
            }
            // What is measured is what is written, with its rounded chances.
            (Policy::from_bytes(&bytes).map_err(Failure::bug)?, bytes.len())
        };
        let policy = match self.gate_passes {
            Some(passes) => policy.with_gate_passes(passes),
            None => policy,
        };
        let answer = self.measured(&policy, bytes, &stop)?;
        output::give(&answer, self.json, Answer::write)?;
        kept.map(|()| Exit::Done)
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let shipped = Plan::shipped();
        let grid = if self.sizes.is_empty() {
            shipped.grid
        } else {
            let two = self.raises.clone().unwrap_or_else(|| vec![2.0, 5.0, 10.0, 20.0]);
            let three = self.raises_of_three.as_ref().unwrap_or(&two);
            let limits = Limits { min: 10, max: 300 };
            Grid::new(limits, &self.sizes, &two, three).map_err(Failure::bad_input)?
        };
        let columns = match &self.columns {
            None | Some(Columns::All) => Plan::columns_for(&grid),
            Some(Columns::None) => Vec::new(),
            Some(Columns::Listed(sizes)) => self.listed(&grid, sizes)?,
        };
        Ok(Plan {
            grid,
            passes: self.passes.unwrap_or(shipped.passes),
            columns,
            column_passes: self.column_passes.unwrap_or(shipped.column_passes),
            gate_passes: self.gate_passes.unwrap_or(shipped.gate_passes),
        })
    }

    #[expect(clippy::unused_self, reason = "a part of the plan")]
    fn listed(&self, grid: &Grid, sizes: &[u16]) -> Result<Vec<u16>, Failure> {
        let mut columns = sizes.to_vec();
        columns.sort_unstable();
        columns.dedup();
        let Limits { min, max } = grid.limits();
        if let Some(size) = columns.iter().find(|size| !(min..=max).contains(size)) {
            let expected = format!("expected sizes from {min} to {max}");
            return Err(Failure::bad_input(format!("--columns: {expected}, found {size}")));
        }
        columns.retain(|size| !grid.first().contains(size));
        Ok(columns)
    }

    /// The policy, and whether the work could be kept.
    fn solved(&self, plan: &Plan, stop: &Stop) -> Result<(Policy, Result<(), Failure>), Failure> {
        let saved = match &self.save {
            Some(path) => saved(path, plan)?,
            None => Saved::default(),
        };
        let line = Mutex::new(ProgressLine::new(true));
        let answered = AtomicUsize::new(saved.columns());
        if saved.passes() > 0 {
            let (passes, columns) = (saved.passes(), saved.columns());
            lock(&line).note(format_args!("going on after {passes} passes and {columns} columns"));
        }
        let tell = |step: Step| {
            let mut line = lock(&line);
            match step {
                Step::Grid { passes, gain } if line.is_due() || passes == plan.passes => {
                    line.show(format_args!("{passes} of {} passes, gain on the grid {gain:.4}", plan.passes));
                }
                Step::Columns { done, of } => {
                    answered.store(done, Ordering::Relaxed);
                    if line.is_due() {
                        line.show(format_args!("{done} of {of} columns"));
                    }
                }
                Step::Pass | Step::Grid { .. } => {}
            }
            !stop.load(Ordering::Relaxed)
        };
        let last = Mutex::new((Instant::now(), Ok(())));
        let save = |now: &dyn Fn() -> Saved| {
            let Some(path) = &self.save else { return };
            let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let is_last = answered.load(Ordering::Relaxed) + 1 >= plan.columns.len();
            if is_last || last.0.elapsed() >= SAVE_EVERY || stop.load(Ordering::Relaxed) {
                *last = (Instant::now(), replace(path, &now().to_bytes(plan)));
            }
        };
        let saved = match self.address.access() {
            Some(access) => {
                let note = |said: &str| lock(&line).note(said);
                columns::have_solved(plan, saved, &self.organising.with(access), (&tell, &save), &note, stop)?
            }
            None => Some(saved),
        };
        let policy = saved.and_then(|saved| plan.go_on(saved, &tell, &save));
        lock(&line).end();
        let (_, kept) = last.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let kept = match (&self.save, kept) {
            (Some(path), Err(error)) => Err(unwritable(path, &error)),
            (None, _) | (_, Ok(())) => Ok(()),
        };
        let Some(policy) = policy else {
            kept?;
            let hint =
                if self.save.is_some() { "the same command goes on" } else { "--save FILE keeps the work" };
            return Err(Failure::interrupted("interrupted before the policy was solved").hint(hint));
        };
        Ok((policy, kept))
    }

    fn measured(&self, policy: &Policy, bytes: usize, stop: &Stop) -> Result<Answer, Failure> {
        let measure = self.measure.unwrap_or(Measure::All);
        let any = match measure {
            Measure::All => Bids::Any,
            Measure::Some => Bids::Every(SOME),
        };
        let gain = |first, second| {
            let stopped = || Failure::interrupted("interrupted before the gain was measured");
            policy.gain_unless(first, second, stop).ok_or_else(stopped)
        };
        let second = gain(Bids::Grid, any)?;
        let first = gain(any, Bids::Grid)?;
        let both = gain(any, any)?;
        let grid = policy.grid();
        let by_card = |card: usize| policy.first_bids().iter().map(|row| row[card]).collect();
        Ok(Answer {
            sizes: grid.first().to_vec(),
            raises: grid.raises(2).to_vec(),
            raises_of_three: grid.raises(3).to_vec(),
            columns: policy.columns().count(),
            bytes,
            gain: Gains {
                grid: policy.nash_conv().gains()[0],
                any_in_round_2: second.chips,
                any_in_round_1: first.chips,
                any: both.chips,
            },
            every_size: measure == Measure::All,
            left_out: both.left_out,
            best_bids: both.bids.to_vec(),
            bids: (0..10).map(by_card).collect(),
        })
    }
}

impl Answer {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let list = |sizes: &[u16]| sizes.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
        let raises = |raises: &[f32]| raises.iter().map(f32::to_string).collect::<Vec<_>>().join(" ");
        writeln!(out, "round 1            {}", list(&self.sizes))?;
        writeln!(out, "round 2            the level, {} times it, 300", raises(&self.raises))?;
        if self.raises != self.raises_of_three {
            writeln!(out, "while three live   the level, {} times it, 300", raises(&self.raises_of_three))?;
        }
        writeln!(out, "answers            to {} sizes more", self.columns)?;
        writeln!(out, "policy             {} bytes", self.bytes)?;
        writeln!(out, "\nbids of round 1 by card, in percent")?;
        write!(out, "card ")?;
        for size in &self.sizes {
            write!(out, "{size:>6}")?;
        }
        writeln!(out)?;
        for (card, chances) in self.bids.iter().enumerate() {
            write!(out, "{card:>4} ")?;
            for chance in chances {
                write!(out, "{:>6.1}", 100.0 * chance)?;
            }
            writeln!(out)?;
        }
        let at_least = if self.every_size { "" } else { "at least " };
        let Gains { grid, any_in_round_2, any_in_round_1, any } = self.gain;
        writeln!(out, "\nwhat one seat gains by the exact best response, in chips a deal")?;
        writeln!(out, "with these bids only          {grid:.4}")?;
        writeln!(out, "with any bid in round 2       {at_least}{any_in_round_2:.4}")?;
        writeln!(out, "with any bid in round 1       {at_least}{any_in_round_1:.4}")?;
        writeln!(out, "with any bid in both          {at_least}{any:.4}")?;
        if self.left_out > 0.0 {
            writeln!(out, "and at most {:.1e} more in deals too rare to be looked at", self.left_out)?;
        }
        writeln!(out, "two seats that play together are not measured: no policy is safe from them")
    }
}

/// Reads the name of a file to write.
fn named(text: &str) -> Result<PathBuf, String> {
    if text == "-" { Err("expected the name of a file".to_owned()) } else { Ok(text.into()) }
}

/// Reads a multiple of the level.
fn raise(text: &str) -> Result<f32, String> {
    let raise = text.trim().parse().ok().filter(|raise: &f32| raise.is_finite());
    raise.ok_or_else(|| "expected a multiple of the level, like 2 or 1.5".to_owned())
}

fn saved(path: &Path, plan: &Plan) -> Result<Saved, Failure> {
    match fs::read(path) {
        Ok(bytes) => Saved::from_bytes(&bytes, plan).map_err(|error| {
            Failure::bad_input(format!("{}: {error}", path.display()))
                .hint("--save with another name begins anew")
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Saved::default()),
        Err(error) => Err(Failure::unreadable(path, &error)),
    }
}

/// Whether a file can be written there, and one beside it. What is there stays as it is.
fn try_to_write(path: &Path) -> io::Result<()> {
    for path in [path, &beside(path)] {
        let is_new = !path.exists();
        fs::OpenOptions::new().append(true).create(true).open(path)?;
        if is_new {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn beside(path: &Path) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    beside.into()
}

/// Puts a file in the place of another, whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = beside(path);
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::bad_input(format!("{}: cannot be written: {error}", path.display()))
}

fn lock(line: &Mutex<ProgressLine>) -> std::sync::MutexGuard<'_, ProgressLine> {
    line.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
