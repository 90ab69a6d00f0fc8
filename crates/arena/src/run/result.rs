//! What is stored of a match: everything that the standings are made of.

use croupier_rules::blackjack::mark::{self, EVENINGS};
use croupier_rules::chips::Chips;
use croupier_rules::record::FaultLine;
use croupier_rules::verdict::Verdict;
use serde::{Deserialize, Serialize};

use super::one_match::Played;
use crate::contestant::{Contestant, Part};
use crate::standings::{Share, Tally};

/// The result of a match, by seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    /// What each seat came to.
    pub seats: Vec<SeatResult>,
}

/// What one seat came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatResult {
    /// The contestant.
    pub name: String,
    /// What it won or lost in all games.
    pub net: Chips,
    /// Faults.
    pub fouls: u32,
    /// Games in which it was asked no more.
    pub absent: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// The fault that decided it, with its place.
    pub fault: Option<FaultLine>,
    /// Blackjack: the money of its evenings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evenings: Option<Evenings>,
}

/// The evenings of a blackjack test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evenings {
    /// The money at the end of each evening that was finished.
    pub money: Vec<u64>,
    /// Whether a hand left the entrant with the money that gives the full mark.
    pub full: bool,
}

impl Evenings {
    /// The sum of the six middle evenings; those not finished count 0.
    pub fn trimmed_sum(&self) -> u64 {
        let mut money = [0; EVENINGS];
        for (sum, evening) in money.iter_mut().zip(&self.money) {
            *sum = *evening;
        }
        mark::trimmed_sum(money)
    }
}

impl MatchResult {
    /// The result of a match that was played, the seats' contestants given in order.
    pub(super) fn new<'a>(played: &Played, seated: impl Iterator<Item = &'a Contestant>, evenings: Option<Evenings>) -> Self {
        let totals = &played.totals;
        let seats = seated
            .enumerate()
            .map(|(seat, contestant)| SeatResult {
                name: contestant.name.clone(),
                net: totals.net[seat],
                fouls: totals.fouls[seat],
                absent: totals.absent[seat],
                verdict: totals.verdicts[seat],
                fault: played.faults[seat].clone(),
                evenings: evenings.clone(),
            })
            .collect();
        Self { seats }
    }
}

impl SeatResult {
    /// What the seat adds to the standings, but for the score.
    pub(super) fn share(&self) -> Share {
        Share {
            score: Chips::ZERO,
            fouls: self.fouls,
            absent: self.absent,
            verdict: self.verdict,
            reason: self.fault.as_ref().map(reason),
        }
    }

    pub(super) fn evenings(&self) -> &Evenings {
        static NONE: Evenings = Evenings { money: Vec::new(), full: false };
        self.evenings.as_ref().unwrap_or(&NONE)
    }
}

/// The fault in a sentence, with its place; games and steps are counted from 1 for people.
fn reason(line: &FaultLine) -> String {
    let fault = &line.fault;
    format!(
        "game {}, step {}: asked {}; came {}; expected {}",
        line.game + 1,
        line.step + 1,
        fault.asked,
        fault.came,
        fault.expected
    )
}

impl Tally {
    /// A contestant that has brought nothing home yet; one that cannot be seated has its verdict.
    pub(super) fn of(contestant: &Contestant) -> Self {
        let unseated = match &contestant.part {
            Part::Out(fault) => Some((fault.verdict, format!("{}; expected {}", fault.came, fault.expected))),
            Part::House(_) | Part::Bot(_) => None,
        };
        let (name, runtime) = (contestant.name.clone(), contestant.runtime.clone());
        Self { name, runtime, unseated, shares: Vec::new() }
    }
}
