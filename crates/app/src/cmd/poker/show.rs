//! `croupier poker show`: what a policy does with each card after any bids.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use croupier_rules::poker::{Round, SEATS};
use croupier_solve::poker::{Due, HANDS, Policy, Range, Spot};
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

Lists are by seat, with - for a seat that is not asked. Chances are percent, in JSON shares of one. A bid that the policy does not make is \
answered like any other; who makes one may hold anything.")]
pub(crate) struct Show {
    #[command(flatten)]
    question: Question,
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

/// What has been done so far; words by seat.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Question {
    /// The bids of round 1, in chips.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub(crate) bet1: Vec<String>,
    /// Who pays in the first check: yes, no, or - for a seat at the level.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', requires = "bet1", allow_hyphen_values = true)]
    pub(crate) call1: Vec<String>,
    /// The bids of round 2, in chips; - for a seat that is out.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', requires = "bet1", allow_hyphen_values = true)]
    pub(crate) bet2: Vec<String>,
}

/// What the seats that are asked do.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    /// What is asked.
    pub(crate) asked: Asked,
    /// What each seat has in, in chips.
    pub(crate) stakes: [u16; SEATS],
    /// Those that are asked.
    pub(crate) seats: Vec<Rows>,
    /// Why nobody is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nobody: Option<&'static str>,
}

/// What is asked of the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Asked {
    #[serde(rename = "bids of round 1")]
    FirstBids,
    #[serde(rename = "the first check")]
    FirstCheck,
    #[serde(rename = "bids of round 2")]
    SecondBids,
    #[serde(rename = "the last check")]
    LastCheck,
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FirstBids => "bids of round 1",
            Self::FirstCheck => "the first check",
            Self::SecondBids => "bids of round 2",
            Self::LastCheck => "the last check",
        })
    }
}

/// Why nobody is asked.
const ONE_IS_LEFT: &str = "nobody is asked: one seat is left, and takes the stakes";
const ALL_ARE_IN: &str = "nobody is asked: everything is in, and the best card takes the stakes";
const ALL_ARE_EQUAL: &str = "nobody is asked: all bids are equal, and the best card takes the stakes";

/// What a seat does.
#[derive(Debug, Serialize)]
pub(crate) struct Rows {
    pub(crate) seat: usize,
    /// The choices: bids in chips, or fold and pay.
    pub(crate) choices: Vec<String>,
    /// For each card, the chance of each choice.
    pub(crate) by_card: Vec<Vec<f32>>,
}

impl Show {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let owned;
        let policy = match &self.policy {
            Some(path) => {
                (owned, _) = policy_file::read(path)?;
                &owned
            }
            None => Policy::shipped(),
        };
        let answer = self.question.answer(policy)?;
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
}

impl Question {
    /// What the seats do that are asked after all this.
    pub(crate) fn answer(&self, policy: &Policy) -> Result<Answer, Failure> {
        let limits = policy.grid().limits();
        if self.bet1.is_empty() {
            let seats = vec![bids(0, policy.grid().first(), policy.first_bids())];
            return Ok(Answer { asked: Asked::FirstBids, stakes: [0; SEATS], seats, nobody: None });
        }
        let bet1 = by_seat("--bet1", &self.bet1, |text| bid(text, limits.min, limits.max))?;
        let [Some(a), Some(b), Some(c)] = bet1 else {
            return Err(Failure::bad_input("--bet1: expected a bid of each seat, as 10,20,40"));
        };
        let mut spot = policy.opened([Some(a), Some(b), Some(c)]);
        if spot.state().due == Due::Calls(Round::First) {
            if self.call1.is_empty() {
                if !self.bet2.is_empty() {
                    return Err(Failure::bad_input("--bet2 needs --call1: who pays in the first check"));
                }
                return Ok(first_check(&spot));
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
        if state.live() == 1 {
            if !self.bet2.is_empty() {
                return Err(Failure::bad_input("--bet2: one seat is left, so nobody bids in round 2"));
            }
            return Ok(over(Asked::SecondBids, state.stakes, ONE_IS_LEFT));
        }
        if self.bet2.is_empty() && state.due == Due::Over {
            return Ok(over(Asked::SecondBids, state.stakes, ALL_ARE_IN));
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
        let seats: Vec<Rows> = (0..SEATS).filter_map(|seat| Some(calls(seat, &check.pays[seat]?))).collect();
        let nobody = seats.is_empty().then_some(ALL_ARE_EQUAL);
        Ok(Answer { asked: Asked::LastCheck, stakes: check.state.stakes, seats, nobody })
    }
}

/// Nobody is asked any more.
fn over(asked: Asked, stakes: [u16; SEATS], why: &'static str) -> Answer {
    Answer { asked, stakes, seats: Vec::new(), nobody: Some(why) }
}

fn first_check(spot: &Spot<'_>) -> Answer {
    let state = spot.state();
    let seats =
        (0..SEATS).filter(|&seat| state.is_below(seat)).map(|seat| calls(seat, &spot.pays(seat))).collect();
    Answer { asked: Asked::FirstCheck, stakes: state.stakes, seats, nobody: None }
}

fn second_bids(spot: &Spot<'_>) -> Answer {
    let state = spot.state();
    let sizes = spot.sizes();
    // Where the policy has no rows it bids the level with every card.
    let level = [[1.0; HANDS]];
    let rows = |seat: usize| spot.rows(seat).filter(|rows| rows.len() == sizes.len());
    let seats = (0..SEATS)
        .filter(|&seat| state.is_live[seat])
        .map(|seat| {
            rows(seat).map_or_else(|| bids(seat, &sizes[..1], &level), |rows| bids(seat, &sizes, rows))
        })
        .collect();
    Answer { asked: Asked::SecondBids, stakes: state.stakes, seats, nobody: None }
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
        if let Some(nobody) = self.nobody {
            return writeln!(out, "{}; stakes {a}, {b}, {c}\n{nobody}", self.asked);
        }
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
