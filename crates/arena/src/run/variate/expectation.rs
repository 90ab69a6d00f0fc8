//! What deals bring by their cards, fitted to those of other groups.

use croupier_rules::poker::SEATS;

use super::GROUPS;
use super::fit::Fit;
use super::sums::{CELLS, COLUMNS, Cell, Sums};
use super::table::TABLES;
use crate::dealing::TRIPLES;

/// How often each table is fitted anew.
const SWEEPS: usize = 6;

/// The same where strengths are only compared.
const SWEEPS_TO_COMPARE: usize = 3;

/// How strongly entries may be drawn to 0; the last one leaves no expectation at all.
const STRENGTHS: [f64; 4] = [1.0, 6.0, 36.0, f64::INFINITY];

/// What deals bring by their cards.
pub(super) struct Expectation {
    pub(super) by_cell: Vec<[f64; COLUMNS]>,
    /// The mean over all cards.
    pub(super) mean: [f64; COLUMNS],
}

impl Expectation {
    /// The expectation for the deals of a group, by those of the others. Its last column tells by how much the correction
    /// of the group moves with each chip that a deal of those cards brings, since a fit is linear in what
    /// it is fitted to, and its matrix is symmetric.
    pub(super) fn for_group(groups: &[Sums], group: usize) -> Self {
        let strength = strength(groups, group);
        let mut others = Sums::of_all(others(groups, &[group]));
        let due = groups[group].deals() / f64::from(TRIPLES);
        for ((_, sums), (deals, _)) in others.0.iter_mut().zip(&groups[group].0) {
            sums[SEATS] = deals - due;
        }
        let by_cell = fitted(&others, strength, SWEEPS);
        let mut mean = [0.0; COLUMNS];
        for expected in &by_cell {
            for (sum, amount) in mean.iter_mut().zip(expected) {
                *sum += amount / f64::from(TRIPLES);
            }
        }
        Self { by_cell, mean }
    }
}

fn others<'a>(groups: &'a [Sums], but: &[usize]) -> impl Iterator<Item = &'a Sums> {
    groups.iter().enumerate().filter(|(group, _)| !but.contains(group)).map(|(_, sums)| sums)
}

/// The strength that foretells the next group best, from neither that one nor the group itself.
fn strength(groups: &[Sums], group: usize) -> f64 {
    let next = (group + 1) % GROUPS;
    let seen = Sums::of_all(others(groups, &[group, next]));
    let error = |strength: f64| -> f64 {
        if strength.is_infinite() {
            return 0.0;
        }
        let of_cell = |(expected, (deals, brought)): (&[f64; COLUMNS], &Cell)| -> f64 {
            (0..SEATS).map(|flow| expected[flow] * (deals * expected[flow] - 2.0 * brought[flow])).sum()
        };
        fitted(&seen, strength, SWEEPS_TO_COMPARE).iter().zip(&groups[next].0).map(of_cell).sum()
    };
    let errors = STRENGTHS.map(|strength| (error(strength), strength));
    errors.into_iter().min_by(|one, other| one.0.total_cmp(&other.0)).map_or(f64::INFINITY, |(_, best)| best)
}

/// Fits the tables in turn; the sums of their entries by cell.
fn fitted(seen: &Sums, strength: f64, sweeps: usize) -> Vec<[f64; COLUMNS]> {
    let mut expected = vec![[0.0; COLUMNS]; CELLS];
    let mut fits: Vec<Fit<'_>> = TABLES.iter().map(|table| Fit::new(table, seen, strength)).collect();
    for _ in 0..sweeps {
        for fit in &mut fits {
            fit.sweep(seen, &mut expected);
        }
    }
    expected
}
