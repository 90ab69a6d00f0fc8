//! The mark of one test of blackjack, from what a run has stored.

use std::collections::BTreeMap;

use croupier_rules::chance::Key;
use serde::Serialize;

use super::blackjack::{Pair, evenings, mark_interval};
use super::luckless;
use crate::standings::LucklessRow;
use crate::store::FinishedMatch;

/// What a test was marked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestMark {
    /// The committee's player.
    pub committee: String,
    /// The official mark, 0 to 10.
    pub mark: u8,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The mark and the growth without luck, if they were measured.
    pub luckless: Option<LucklessRow>,
}

impl TestMark {
    /// The mark of a match of a run, whose evenings began with so much money. None for the committee's own, and before that
    /// is played.
    ///
    /// # Errors
    /// Which stored result cannot be read.
    pub fn of(
        matches: &BTreeMap<u32, FinishedMatch>,
        number: u32,
        start: u32,
    ) -> Result<Option<Self>, String> {
        let Some(own) = matches.get(&number) else { return Ok(None) };
        // The committee's match comes first in each test.
        let is_committee = |finished: &FinishedMatch| finished.seats[0].entrant.starts_with("committee:");
        let before = matches.range(..number).rev().map(|(_, finished)| finished);
        let Some(committee) = before.filter(|_| !is_committee(own)).find(|finished| is_committee(finished))
        else {
            return Ok(None);
        };
        let pairs = [Pair { start, entrant: evenings(own)?, committee: evenings(committee)? }];
        let common = own.label == committee.label;
        let key = Key::new(0, &format!("mark of {}", own.seats[0].entrant));
        let (low, high) = mark_interval(&pairs, common, key.stream(0));
        Ok(Some(Self {
            committee: committee.seats[0].entrant.clone(),
            mark: pairs[0].mark(),
            low,
            high,
            luckless: luckless::row(&pairs, common, key.stream(1)),
        }))
    }
}
