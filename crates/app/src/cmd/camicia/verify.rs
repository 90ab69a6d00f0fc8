//! `croupier camicia verify`: claimed deals, checked by the plain engine.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_rules::camicia::{Options, Outcome, Simulation, StateKey, Status};
use croupier_solve::camicia::{DealName, State};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::claims::{self, BadClaim, Claim, Difference, Place};
use super::repeat::Repeat;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, Answer as Out};

/// `croupier camicia verify`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier camicia verify records.json
  croupier camicia hunt --minutes 2
  croupier camicia verify croupier-data/camicia/hunt-52-seed-1.jsonl
  echo '-J-/--J- finished 13 3' | croupier camicia verify

A file holds claims: JSON in which objects have the keys a and b (hands) and may have status, cards, tricks, \
lead_in_tricks, cycle_tricks, cycle_cards; or lines, each such an object, or a deal with `finished CARDS TRICKS` or \
`loop CARDS TRICKS` behind it. A deal without a claim gets its certificate too. Exit code 1 if a claim fails.")]
pub(crate) struct Verify {
    /// Files of claims; `-` or nothing: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One certificate a line, as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    repeat: Repeat,
}

/// What a claim came to, with `--json`.
#[derive(Serialize)]
struct Certificate<'a> {
    #[serde(flatten)]
    answer: Answer,
    /// The short name of the deal, if it is small enough to have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed_as: Option<&'a str>,
    place: Value,
    convention: Convention,
    ok: bool,
    #[serde(skip_serializing_if = "Map::is_empty")]
    differs: Map<String, Value>,
}

/// How it was counted.
#[derive(Clone, Copy, Serialize)]
struct Convention {
    counting: &'static str,
    state: &'static str,
}

/// How many claims there were of each kind.
#[derive(Default)]
struct Counts {
    hold: u64,
    fail: u64,
    plain: u64,
    bad: u64,
}

/// A larger file is no list of claims.
const FILE_BYTES_MAX: u64 = 1 << 28;

impl Verify {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let mut out = output::answer();
        let mut counts = Counts::default();
        let standard_input = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &standard_input[..] } else { &self.files };
        for file in files {
            let (name, text) = read(file)?;
            let claims = claims::read(&text);
            if claims.is_empty() {
                output::say(format_args!("warning: {name} is empty: nothing to verify"));
            }
            for claim in claims {
                match claim {
                    Ok(claim) => self.certify(&claim, &mut counts, &mut out)?,
                    Err(bad) => self.refuse(&name, &bad, &mut counts, &mut out)?,
                }
            }
        }
        out.flush()?;
        Ok(counts.sum_up(self.repeat.options().state))
    }

    fn certify(&self, claim: &Claim, counts: &mut Counts, out: &mut Out) -> Result<(), Failure> {
        let options = self.repeat.options();
        let outcome = Simulation::default().play(&claim.deal, options);
        let differences = claim.differences(&outcome);
        let ok = differences.is_empty();
        match (claim.says_anything(), ok) {
            (false, _) => counts.plain += 1,
            (true, true) => counts.hold += 1,
            (true, false) => counts.fail += 1,
        }
        if self.json {
            let certificate = Certificate {
                answer: Answer::new(&claim.deal, &outcome),
                name: State::of(&claim.deal).ok().map(|state| DealName::of(&state).to_string()),
                claimed_as: claim.name.as_deref(),
                place: match &claim.place {
                    Place::Line(number) => json!(number),
                    Place::Path(path) => json!(path),
                },
                convention: convention(options),
                ok,
                differs: differs(&differences),
            };
            output::write_json(&certificate, out)?;
        } else {
            let verdict = match (claim.says_anything(), ok) {
                (false, _) => "-",
                (true, true) => "ok",
                (true, false) => "FAILS",
            };
            write!(out, "{verdict:<5} {} {}", claim.deal, line(&outcome))?;
            if let Some(name) = &claim.name {
                write!(out, "  {}", name.escape_debug())?;
            }
            for Difference { key, claimed, found } in &differences {
                write!(out, "  {key}: claimed {}, found {found}", claimed.escape_debug())?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn refuse(&self, file: &str, bad: &BadClaim, counts: &mut Counts, out: &mut Out) -> Result<(), Failure> {
        counts.bad += 1;
        output::say(format_args!("error: {file}{}: {}", bad.place, bad.error));
        if self.json {
            let place = match &bad.place {
                Place::Line(number) => json!(number),
                Place::Path(path) => json!(path),
            };
            writeln!(out, "{}", json!({ "line": place, "error": bad.error }))?;
        } else {
            writeln!(out)?;
        }
        Ok(())
    }
}

impl Counts {
    /// Says how many claims hold, and by which conventions where they are not the usual ones.
    fn sum_up(&self, state: StateKey) -> Exit {
        output::say(format_args!(
            "{} of {} claims hold, by the cards really put down{}{}{}",
            self.hold,
            self.hold + self.fail,
            match state {
                StateKey::Leader => "",
                StateKey::Decks => " and a repeat of both decks alone, whoever leads",
            },
            if self.plain > 0 { format!("; {} deals without a claim", self.plain) } else { String::new() },
            if self.bad > 0 { format!("; {} that cannot be read", self.bad) } else { String::new() },
        ));
        match (self.bad, self.fail) {
            (1.., _) => Exit::BadInput,
            (0, 1..) => Exit::No,
            (0, 0) => Exit::Done,
        }
    }
}

fn line(outcome: &Outcome) -> String {
    let counts = format!("{} {} {}", outcome.status.name(), outcome.cards, outcome.tricks);
    match outcome.status {
        Status::Loop(cycle) => format!(
            "{counts} (lead-in {}, cycle {} tricks, {} cards)",
            cycle.lead_in_tricks, cycle.cycle_tricks, cycle.cycle_cards
        ),
        Status::Finished | Status::Limit => counts,
    }
}

const fn convention(options: Options) -> Convention {
    let state = match options.state {
        StateKey::Leader => "decks and leader",
        StateKey::Decks => "decks",
    };
    Convention { counting: "cards put down", state }
}

fn differs(differences: &[Difference]) -> Map<String, Value> {
    differences
        .iter()
        .map(|difference| {
            let pair = json!({ "claimed": difference.claimed, "found": difference.found });
            (difference.key.to_owned(), pair)
        })
        .collect()
}

/// Returns how messages call a file, and its text.
fn read(file: &Path) -> Result<(String, String), Failure> {
    let is_standard_input = file == Path::new("-");
    let name = if is_standard_input { "standard input".to_owned() } else { file.display().to_string() };
    let cannot = |error: &dyn std::fmt::Display| Failure::bad_input(format!("cannot read {name}: {error}"));
    let source: Box<dyn Read> = if is_standard_input {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(|error| cannot(&error))?)
    };
    let mut text = String::new();
    source.take(FILE_BYTES_MAX + 1).read_to_string(&mut text).map_err(|error| cannot(&error))?;
    if text.len() as u64 > FILE_BYTES_MAX {
        return Err(cannot(&format_args!("larger than {} MiB", FILE_BYTES_MAX >> 20)));
    }
    Ok((name, text))
}
