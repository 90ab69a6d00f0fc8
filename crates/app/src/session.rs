//! A short session with one bot, as `croupier check` plays it: whether it is built, and what is wrong with its play.

use std::io::Write;

use croupier_arena::contest::{Contest, ContestRules, PokerContest, Seatings};
use croupier_arena::entrant::{Entrant, Field};
use croupier_arena::game_kind::GameKind;
use croupier_arena::hint::hint_for;
use croupier_arena::log::Log;
use croupier_arena::run::{self, Options, Progress, RunError};
use croupier_arena::stop::Stop;
use croupier_arena::store::{Archive, Begin, EntrantRow};
use croupier_rules::record::FaultLine;
use croupier_rules::verdict::{Fault, Verdict};
use serde_json::json;

use crate::duel;
use crate::failure::Failure;
use crate::faults::{self, Faults};
use crate::house::HOUSES;
use crate::run_failure::run_failure;
use crate::scratch::Scratch;
use crate::terminal::{self, indented};

/// Deals of each of the six matches of a poker session.
const DEALS: u32 = 50;

/// Shuffles of each of the ten evenings of a blackjack session.
const SHUFFLES: u32 = 5;

/// Tests of a program of a batch game.
const TESTS: u32 = 16;

/// The last lines of a log that are shown.
const LOG_LINES: usize = 10;

/// What came of a session.
pub(crate) struct Session {
    entrant: Entrant,
    row: EntrantRow,
    /// Why it was not built.
    unbuilt: Option<Fault>,
    matches: usize,
    faults: Vec<Faults>,
}

/// The faults of one verdict, told by the first of them.
struct Kind<'a> {
    count: usize,
    /// The match of the first.
    number: u32,
    first: &'a FaultLine,
}

/// The shortest session that shows whether a bot plays at all.
pub(crate) fn shortest(game: GameKind) -> Contest {
    contest(game, 0, 1, 2)
}

/// The session of `croupier check`.
pub(crate) fn usual(game: GameKind, seed: u64) -> Contest {
    contest(game, seed, DEALS, SHUFFLES)
}

fn contest(game: GameKind, seed: u64, deals: u32, shuffles: u32) -> Contest {
    let (rules, house) = match game {
        GameKind::Poker => {
            let poker = PokerContest { deals, seatings: Seatings::All, ..PokerContest::default() };
            (ContestRules::Poker(poker), vec!["odds".to_owned(), "random".to_owned()])
        }
        GameKind::Blackjack => {
            (ContestRules::Blackjack(duel::blackjack("check", 20_000, 10, shuffles)), Vec::new())
        }
        GameKind::Camicia | GameKind::Rullete => {
            return duel::programs(&format!("check-{game}"), game, seed, TESTS);
        }
    };
    duel::contest(&format!("check-{game}"), seed, rules, house)
}

impl Session {
    /// Plays in a data folder that goes with the command, so many matches at a time.
    pub(crate) fn play(
        entrant: Entrant,
        contest: &Contest,
        trust: bool,
        jobs: usize,
        stop: &Stop,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Self, Failure> {
        let data = Scratch::new()?;
        let options = Options {
            data: data.path().into(),
            begin: Begin::Fresh,
            trust,
            jobs,
            houses: HOUSES,
            luck: None,
            usher: None,
        };
        let field = Field { entrants: vec![entrant.clone()], unfit: Vec::new() };
        let matches = match run::run_field(contest, field, &options, stop, watch) {
            Ok(outcome) => outcome.done,
            // The bot is the one that cannot be seated.
            Err(RunError::TooFew { .. }) => 0,
            Err(error) => return Err(run_failure(error)),
        };
        let archive = Archive::open(data.path()).map_err(Failure::bad_input)?;
        let run = archive.runs().map_err(Failure::bad_input)?.pop().expect("the session was a run");
        let rows = archive.entrants(&run).map_err(Failure::bad_input)?;
        let row = rows.into_iter().find(|row| row.name == entrant.name).expect("the bot was noted");
        let unbuilt = (row.verdict != Verdict::Ok).then(|| Fault {
            verdict: row.verdict,
            asked: "to be built".into(),
            came: row.reason.clone().unwrap_or_default(),
            expected: "a bot".into(),
            out: true,
        });
        let faults = faults::of(&archive, &run, &entrant.name)?;
        Ok(Self { entrant, row, unbuilt, matches, faults })
    }

    /// What it runs in.
    pub(crate) fn runtime(&self) -> &str {
        &self.row.runtime
    }

    /// The first fault in a line.
    pub(crate) fn reason(&self) -> String {
        let first = self.faults.first().map(|faults| faults.lines[0].fault.to_string());
        let unbuilt = self.unbuilt.as_ref().map(|fault| fault.came.clone());
        let reason = unbuilt.or(first).unwrap_or_default();
        reason.lines().next().unwrap_or_default().to_owned()
    }

    /// The first fault's verdict.
    pub(crate) fn verdict(&self) -> Verdict {
        match &self.unbuilt {
            Some(fault) => fault.verdict,
            None => self.faults.first().map_or(Verdict::Ok, |faults| faults.lines[0].fault.verdict),
        }
    }

    /// The faults of each verdict.
    fn kinds(&self) -> Vec<Kind<'_>> {
        let mut kinds: Vec<Kind<'_>> = Vec::new();
        for faults in &self.faults {
            for line in &faults.lines {
                match kinds.iter_mut().find(|kind| kind.first.fault.verdict == line.fault.verdict) {
                    Some(kind) => kind.count += 1,
                    None => kinds.push(Kind { count: 1, number: faults.number, first: line }),
                }
            }
        }
        kinds
    }

    /// What its author may do about a fault.
    fn hint(&self, fault: &Fault) -> &'static str {
        hint_for(&self.row.kind, fault)
    }

    /// The same as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        let played = self.faults.iter().flat_map(|faults| &faults.lines).map(|line| &line.fault);
        let described = |fault: &Fault| {
            let Fault { verdict, asked, came, expected, .. } = fault;
            json!({ "verdict": verdict, "asked": asked, "came": came, "expected": expected, "hint": self.hint(fault) })
        };
        let faults: Vec<serde_json::Value> = self.unbuilt.iter().chain(played).map(described).collect();
        json!({
            "bot": self.entrant.name,
            "kind": self.row.kind,
            "runtime": self.row.runtime,
            "matches": self.matches,
            "verdict": self.verdict(),
            "faults": faults,
        })
    }

    /// Tells in words what came of it.
    pub(crate) fn print(&self, out: &mut dyn Write, game: GameKind) -> Result<(), Failure> {
        let (name, kind) = (&self.entrant.name, self.row.kind.as_str());
        let is_batch = matches!(game, GameKind::Camicia | GameKind::Rullete);
        let what = match kind {
            "function" if is_batch => "a function simulate_game",
            _ if is_batch => "a program that reads an input and prints an answer",
            "function" => "three functions, called by the referee's glue",
            "player" => "a class Player",
            _ => "a program that speaks JSON Lines",
        };
        writeln!(out, "{name}: {what}")?;
        if let Some(fault) = &self.unbuilt {
            writeln!(out, "{}: {}\nhint: {}", fault.verdict, indented(&fault.came, 0), self.hint(fault))?;
            return Ok(());
        }
        writeln!(out, "built, runs in {}", self.row.runtime)?;
        writeln!(out, "played {}", self.played(game))?;
        for Kind { count, number, first } in self.kinds() {
            let FaultLine { game, step, fault, .. } = first;
            let times =
                if count == 1 { String::new() } else { format!(" ({count} times; the first is told)") };
            let place = if is_batch {
                String::new()
            } else {
                format!(": match {number}, game {}, step {}", game + 1, step + 1)
            };
            writeln!(out, "\n{}{times}{place}", fault.verdict)?;
            for (label, text) in
                [("asked", &fault.asked), ("came", &fault.came), ("expected", &fault.expected)]
            {
                writeln!(out, "  {label:<8}  {}", indented(text, 12))?;
            }
            writeln!(out, "hint: {}", self.hint(fault))?;
        }
        match self.faults.first() {
            None => writeln!(out, "ok: no fault")?,
            Some(faults) if faults.log.is_empty() => {
                writeln!(out, "\nthe bot wrote nothing to standard error")?;
            }
            Some(faults) => tail(out, &faults.log)?,
        }
        Ok(())
    }

    fn played(&self, game: GameKind) -> String {
        match game {
            GameKind::Poker => {
                format!("{} matches of {DEALS} deals against house:odds and house:random", self.matches)
            }
            GameKind::Blackjack => format!("ten evenings of {SHUFFLES} shuffles"),
            GameKind::Camicia | GameKind::Rullete => format!("{} tests of our own", self.matches),
        }
    }
}

/// The last lines of a log.
fn tail(out: &mut dyn Write, log: &Log) -> Result<(), Failure> {
    let text = String::from_utf8_lossy(&log.kept);
    let lines: Vec<&str> = text.lines().collect();
    writeln!(out, "\nthe end of its standard error:")?;
    for line in &lines[lines.len().saturating_sub(LOG_LINES)..] {
        writeln!(out, "  {}", terminal::lines(line))?;
    }
    Ok(())
}
