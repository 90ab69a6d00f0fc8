//! The deals of a match, summed by their cards.

use croupier_rules::poker::SEATS;

use super::Flows;
use crate::dealing::TRIPLES;

/// How many triples of cards there are.
pub(super) const CELLS: usize = TRIPLES as usize;

/// Amounts that are fitted beside each other: the flows, and how far a group's cards are from their due.
pub(super) const COLUMNS: usize = SEATS + 1;

/// Deals with the same cards: how many, and the sums of their amounts.
pub(super) type Cell = (f64, [f64; COLUMNS]);

/// The deals of some part of a match, summed by their cards.
#[derive(Clone, Debug)]
pub(in crate::run) struct Sums(pub(super) Vec<Cell>);

impl Default for Sums {
    fn default() -> Self {
        Self(vec![(0.0, [0.0; COLUMNS]); CELLS])
    }
}

impl Sums {
    /// Counts a deal with these cards.
    pub(in crate::run) fn add(&mut self, cards: [u8; SEATS], flows: Flows<f64>) {
        let [a, b, c] = cards.map(usize::from);
        let (deals, sums) = &mut self.0[100 * a + 10 * b + c];
        *deals += 1.0;
        for (sum, flow) in sums.iter_mut().zip(flows) {
            *sum += flow;
        }
    }

    /// All deals of some parts.
    pub(super) fn of_all<'a>(parts: impl Iterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            for ((deals, sums), (more, amounts)) in all.0.iter_mut().zip(&part.0) {
                *deals += more;
                for (sum, amount) in sums.iter_mut().zip(amounts) {
                    *sum += amount;
                }
            }
        }
        all
    }

    /// How many deals.
    pub(super) fn deals(&self) -> f64 {
        self.0.iter().map(|(deals, _)| deals).sum()
    }
}
