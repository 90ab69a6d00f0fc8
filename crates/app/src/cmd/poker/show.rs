//! `croupier poker show`: what a policy does with each card after any bids.

use std::io::{self, Write};
use std::path::PathBuf;

use croupier_rules::poker::{Round, SEATS};
use croupier_solve::poker::{Due, Policy, Range, Spot};
use serde::Serialize;

use super::bars::Bars;
use super::policy_file;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// What the equilibrium does with each card: the bids of round 1, or what follows some bids.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier poker show
  croupier poker show --bet1 10,20,40
  croupier poker show --bet1 10,20,40 --call1 no,yes,- --json
  croupier poker show --bet1 10,10,10 --bet2 10,37,10
  croupier poker show --bet1 10,10,10 --svg > bids.svg

Lists are by seat, with - for a seat that is not asked. Chances are percent, in JSON shares of one. A bid that the policy does not make is
answered like any other; who makes one may hold anything.")]
pub(crate) struct Show {
    /// The bids of round 1, in chips.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    bet1: Vec<String>,
    /// Who pays in the first check: yes, no, or - for a seat at the level.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', requires = "bet1", allow_hyphen_values = true)]
    call1: Vec<String>,
    /// The bids of round 2, in chips; - for a seat that is out.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', requires = "bet1", allow_hyphen_values = true)]
    bet2: Vec<String>,
    /// A policy that `poker solve --out` wrote [default: the one that house:equilibrium plays].
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Prints JSON.
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Prints a picture of the seat that comes first.
    #[arg(long)]
    svg: bool,
}

/// What the seats that are asked do.
#[derive(Debug, Serialize)]
struct Answer {
    /// The question, in words.
    asked: String,
    /// What each seat has in, in chips.
    stakes: [u16; SEATS],
    seats: Vec<Rows>,
}

/// What a seat does.
#[derive(Debug, Serialize)]
pub(super) struct Rows {
    pub(super) seat: usize,
    /// The choices: bids in chips, or fold and pay.
    pub(super) choices: Vec<String>,
    /// For each card, the chance of each choice.
    pub(super) by_card: Vec<Vec<f32>>,
}

impl Show {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let owned;
        let policy = match &self.policy {
            Some(path) => {
                owned = policy_file::read(path)?;
                &owned
            }
            None => Policy::shipped(),
        };
        let answer = self.answer(policy)?;
        let mut out = output::answer();
        if self.json {
            output::write_json(&answer, &mut out)?;
        } else if self.svg {
            let rows = answer.seats.first();
            let rows =
                rows.ok_or_else(|| Failure::bad_input("nobody is asked anything there: no picture"))?;
            write!(out, "{}", Bars { title: format!("{}, seat {}", answer.asked, rows.seat), rows })?;
        } else {
            answer.write(&mut out)?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    fn answer(&self, policy: &Policy) -> Result<Answer, Failure> {
        let limits = policy.grid().limits();
        if self.bet1.is_empty() {
            let seats = vec![bids(0, policy.grid().first(), policy.first_bids())];
            return Ok(Answer { asked: "bids of round 1".into(), stakes: [0; SEATS], seats });
        }
        let bet1 = by_seat("--bet1", &self.bet1, |text| bid(text, limits.min, limits.max))?;
        let [Some(a), Some(b), Some(c)] = bet1 else {
            return Err(Failure::bad_input("--bet1: expected a bid of each seat, as 10,20,40"));
        };
        let mut spot = policy.opened([Some(a), Some(b), Some(c)]);
        if spot.state().due == Due::Calls(Round::First) {
            if self.call1.is_empty() {
                return self.end_here(&self.bet2, "--call1").map(|()| first_check(&spot));
            }
            let state = *spot.state();
            let calls = by_seat("--call1", &self.call1, yes_or_no)?;
            for (seat, call) in calls.iter().enumerate() {
                if state.is_below(seat) != call.is_some() {
                    let expected = if state.is_below(seat) { "yes or no" } else { "-" };
                    return Err(Failure::bad_input(format!("--call1, seat {seat}: expected {expected}")));
                }
            }
            spot = spot.called(calls.map(|call| call == Some(true)));
        } else if !self.call1.is_empty() {
            return Err(Failure::bad_input("--call1: all bids are equal, so nobody is asked to pay"));
        }
        let state = *spot.state();
        if state.due != Due::Bids(Round::Second) {
            self.end_here(&self.bet2, "the deal is over before")?;
            return Ok(Answer {
                asked: "nothing: the deal is over".into(),
                stakes: state.stakes,
                seats: vec![],
            });
        }
        if self.bet2.is_empty() {
            return Ok(second_bids(&spot));
        }
        let bet2 = by_seat("--bet2", &self.bet2, |text| bid(text, state.level(), limits.max))?;
        for (seat, bid) in bet2.iter().enumerate() {
            if state.is_live[seat] != bid.is_some() {
                let expected = if state.is_live[seat] { "a bid" } else { "-, for the seat is out" };
                return Err(Failure::bad_input(format!("--bet2, seat {seat}: expected {expected}")));
            }
        }
        let bids: [Option<u16>; SEATS] = std::array::from_fn(|seat| bet2[seat].or(Some(state.stakes[seat])));
        let check = spot.last_check(bids);
        let seats = (0..SEATS).filter_map(|seat| Some(calls(seat, &check.pays[seat]?))).collect();
        Ok(Answer { asked: "the last check".into(), stakes: check.state.stakes, seats })
    }

    /// Later lists without the one before them are refused.
    #[expect(clippy::unused_self, reason = "reads as a step of the answer")]
    fn end_here(&self, later: &[String], what: &str) -> Result<(), Failure> {
        if later.is_empty() {
            return Ok(());
        }
        Err(Failure::bad_input(format!("--bet2 cannot follow: {what} is missing or leaves nobody to bid")))
    }
}

fn first_check(spot: &Spot<'_>) -> Answer {
    let state = spot.state();
    let seats =
        (0..SEATS).filter(|&seat| state.is_below(seat)).map(|seat| calls(seat, &spot.pays(seat))).collect();
    Answer { asked: "the first check".into(), stakes: state.stakes, seats }
}

fn second_bids(spot: &Spot<'_>) -> Answer {
    let state = spot.state();
    let sizes = spot.sizes();
    let seats = (0..SEATS)
        .filter(|&seat| state.is_live[seat])
        .filter_map(|seat| Some(bids(seat, &sizes, spot.rows(seat)?)))
        .collect();
    Answer { asked: "bids of round 2".into(), stakes: state.stakes, seats }
}

fn bids(seat: usize, sizes: &[u16], rows: &[Range]) -> Rows {
    let by_card = (0..rows[0].len()).map(|card| rows.iter().map(|row| row[card]).collect()).collect();
    Rows { seat, choices: sizes.iter().map(u16::to_string).collect(), by_card }
}

fn calls(seat: usize, pays: &Range) -> Rows {
    let by_card = pays.iter().map(|&pays| vec![1.0 - pays, pays]).collect();
    Rows { seat, choices: vec!["fold".into(), "pay".into()], by_card }
}

impl Answer {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let [a, b, c] = self.stakes;
        if self.stakes == [0; SEATS] {
            writeln!(out, "{}, in percent; every seat plays alike", self.asked)?;
        } else {
            writeln!(out, "{}, in percent; stakes {a}, {b}, {c}", self.asked)?;
        }
        for rows in &self.seats {
            if self.stakes != [0; SEATS] {
                writeln!(out, "\nseat {}", rows.seat)?;
            }
            write!(out, "card")?;
            for choice in &rows.choices {
                write!(out, "{choice:>7}")?;
            }
            writeln!(out)?;
            for (card, chances) in rows.by_card.iter().enumerate() {
                write!(out, "{card:>4}")?;
                for chance in chances {
                    write!(out, "{:>7.1}", 100.0 * chance)?;
                }
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

/// A list of three.
fn by_seat<T: Copy>(
    name: &str,
    words: &[String],
    read: impl Fn(&str) -> Result<Option<T>, String>,
) -> Result<[Option<T>; SEATS], Failure> {
    let found: Vec<Option<T>> = words
        .iter()
        .enumerate()
        .map(|(seat, word)| {
            read(word.trim()).map_err(|why| Failure::bad_input(format!("{name}, seat {seat}: {why}")))
        })
        .collect::<Result<_, _>>()?;
    <[Option<T>; SEATS]>::try_from(found)
        .map_err(|found| Failure::bad_input(format!("{name}: expected three by seat, found {}", found.len())))
}

fn bid(text: &str, min: u16, max: u16) -> Result<Option<u16>, String> {
    if text == "-" {
        return Ok(None);
    }
    let bid = text.parse().ok().filter(|bid| (min..=max).contains(bid));
    bid.map(Some).ok_or_else(|| format!("expected a bid from {min} to {max}, found {text:?}"))
}

fn yes_or_no(text: &str) -> Result<Option<bool>, String> {
    match text {
        "-" => Ok(None),
        "yes" => Ok(Some(true)),
        "no" => Ok(Some(false)),
        _ => Err(format!("expected yes, no or -, found {text:?}")),
    }
}
