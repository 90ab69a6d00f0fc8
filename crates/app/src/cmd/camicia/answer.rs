//! A deal and its outcome as every verb writes them.

use croupier_rules::camicia::{Deal, Outcome, Player, Status};
use serde::Serialize;

/// A deal and its outcome with `--json`; the keys stand in the order of the contract.
#[derive(Serialize)]
pub(super) struct Answer {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) status: &'static str,
    pub(super) cards: u64,
    pub(super) tricks: u64,
    #[serde(flatten)]
    pub(super) cycle: Option<CycleAnswer>,
}

#[derive(Serialize)]
pub(super) struct CycleAnswer {
    pub(super) lead_in_tricks: u64,
    pub(super) cycle_tricks: u64,
    pub(super) cycle_cards: u64,
}

impl Answer {
    pub(super) fn new(deal: &Deal, outcome: &Outcome) -> Self {
        let cycle = match outcome.status {
            Status::Loop(cycle) => Some(CycleAnswer {
                lead_in_tricks: cycle.lead_in_tricks,
                cycle_tricks: cycle.cycle_tricks,
                cycle_cards: cycle.cycle_cards,
            }),
            Status::Finished | Status::Limit => None,
        };
        Self {
            a: deal.compact(Player::A),
            b: deal.compact(Player::B),
            status: outcome.status.name(),
            cards: outcome.cards,
            tricks: outcome.tricks,
            cycle,
        }
    }
}
