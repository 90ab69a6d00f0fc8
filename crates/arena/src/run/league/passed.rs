//! What has passed between two contestants of a league.

use std::collections::BTreeMap;

use croupier_rules::chips::Chips;

use super::table::Table;
use super::to_f64;
use crate::estimate::{Measured, Stratum};
use crate::feeds::Feed;

/// What has passed from one contestant to another.
#[derive(Default)]
pub(super) struct Passed<'a> {
    chips: Chips,
    matches: u32,
    strata: BTreeMap<&'a str, Stratum>,
}

impl<'a> Passed<'a> {
    /// Adds a flow of a match, or what went against it.
    pub(super) fn add(&mut self, table: &'a Table<'_>, flow: usize, sign: i64) {
        self.matches += 1;
        let flows = table.parts.flows.iter().flatten();
        self.chips += flows.map(|part| Chips::from_halves(sign * part[flow])).sum();
        let luckless = table.parts.luckless.iter().flatten();
        let sign = if sign < 0 { -1.0 } else { 1.0 };
        let Stratum(sums) = self.strata.entry(&table.stratum).or_default();
        sums.resize(table.parts.blocks.len().max(sums.len()), 0.0);
        for (sum, part) in sums.iter_mut().zip(luckless) {
            *sum += sign * part[flow];
        }
    }

    /// What it says. The chance to say that one feeds the other who does not is at most `tail`; a deal moves at most `swing`.
    pub(super) fn feed(&self, [to, from]: [&str; 2], deals: u32, tail: f64, swing: f64) -> Feed {
        let strata: Vec<Stratum> = self.strata.values().cloned().collect();
        let total = Measured::total(&strata);
        let deals = u64::from(deals) * u64::from(self.matches);
        let mean = total.map(|total| total.estimate().per(to_f64(deals)).rounded(3));
        let beyond_noise = total.is_some_and(|total| total.is_positive(tail, swing));
        Feed { to: to.to_owned(), from: from.to_owned(), chips: self.chips, deals, mean, beyond_noise }
    }
}
