//! What a match leaves in the store, and what the standings are made of.

use croupier_rules::blackjack::mark::{self, EVENINGS};
use croupier_rules::record::FaultLine;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::one_match::Played;
use crate::contestant::Contestant;
use crate::standings::{Share, Tally};
use crate::store::{FinishedMatch, SeatRow};

/// The evenings of a blackjack test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evenings {
    /// The money at the end of each evening that was finished.
    pub money: Vec<u64>,
    /// Whether a hand left the entrant with the money that gives the full mark.
    pub full: bool,
    /// The growth of the money in each of them without the luck of the cards, in nats; none where it was not
    /// measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luckless: Option<Vec<f64>>,
}

impl Evenings {
    /// The money of all ten evenings; those not finished count 0.
    pub fn all(&self) -> [u64; EVENINGS] {
        std::array::from_fn(|evening| self.money.get(evening).copied().unwrap_or(0))
    }

    /// The sum of the six middle evenings.
    pub fn trimmed_sum(&self) -> u64 {
        mark::trimmed_sum(self.all())
    }
}

/// The rows of a match that was played; `result` is what the game adds.
pub(super) fn finished<'a>(
    number: u32,
    label: &str,
    played: &Played,
    seated: impl Iterator<Item = &'a Contestant>,
    result: Value,
) -> FinishedMatch {
    let totals = &played.totals;
    let seats = seated
        .enumerate()
        .map(|(seat, contestant)| SeatRow {
            entrant: contestant.name.clone(),
            share: Share {
                score: totals.net[seat],
                fouls: totals.fouls[seat],
                absent: totals.absent[seat],
                verdict: totals.verdicts[seat],
                reason: played.faults[seat].as_ref().map(reason),
            },
            fuel: played.fuel[seat],
        })
        .collect();
    FinishedMatch { number, label: label.into(), result, record_hash: played.hash.clone(), seats }
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
    /// A contestant that has brought nothing home yet.
    pub(super) fn of(contestant: &Contestant) -> Self {
        let unseated = contestant.fault().map(|fault| (fault.verdict, fault.came.clone()));
        let (name, runtime) = (contestant.name.clone(), contestant.runtime.clone());
        let sandbox = contestant.sandbox;
        Self {
            name,
            runtime,
            sandbox,
            unseated,
            shares: Vec::new(),
            interval: None,
            mean: None,
            luckless: None,
            raw: None,
            ranks: None,
        }
    }
}
