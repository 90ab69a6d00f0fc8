//! A table that is fitted to what the others leave.

use super::sums::{COLUMNS, Sums};
use super::table::Table;

/// A table's entries while they are fitted.
pub(super) struct Fit<'a> {
    table: &'a Table,
    entries: Vec<[f64; COLUMNS]>,
    /// The deals of each entry, those that draw it to 0 included.
    deals: Vec<f64>,
}

impl<'a> Fit<'a> {
    pub(super) fn new(table: &'a Table, seen: &Sums, strength: f64) -> Self {
        let mut deals = vec![table.drawn_by * strength; table.size];
        for ((count, _), &place) in seen.0.iter().zip(&table.places) {
            deals[place] += count;
        }
        Self { table, entries: vec![[0.0; COLUMNS]; table.size], deals }
    }

    /// Fits the entries to what the other tables leave.
    pub(super) fn sweep(&mut self, seen: &Sums, expected: &mut [[f64; COLUMNS]]) {
        let mut moves = vec![[0.0; COLUMNS]; self.table.size];
        for (((deals, brought), expected), &place) in seen.0.iter().zip(&*expected).zip(&self.table.places) {
            let (left, entry) = (&mut moves[place], &self.entries[place]);
            for column in 0..COLUMNS {
                left[column] += brought[column] - deals * (expected[column] - entry[column]);
            }
        }
        for ((left, entry), deals) in moves.iter_mut().zip(&mut self.entries).zip(&self.deals) {
            for column in 0..COLUMNS {
                let fitted = left[column] / deals;
                left[column] = fitted - entry[column];
                entry[column] = fitted;
            }
        }
        for (expected, &place) in expected.iter_mut().zip(&self.table.places) {
            for column in 0..COLUMNS {
                expected[column] += moves[place][column];
            }
        }
    }
}
