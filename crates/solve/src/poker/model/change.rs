//! Whether a player did later what it did before.

use std::collections::BTreeMap;

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::Sighting;
use super::calls::Price;
use crate::poker::showdown::HANDS;

/// A test of homogeneity (Pearson 1900): two halves of what was seen, decision by decision and card by card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The sum of squares over what was expected.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub freedom: u32,
    /// The chance of so much or more if nothing has changed.
    pub p: f64,
}

/// Changes are believed that chance makes less often than this.
pub const LEVEL: f64 = 0.001;

/// What is expected in a cell at least; rarer doings are counted as one.
const EXPECTED: f64 = 5.0;

/// What was done in one kind of situation with one card, in each half.
type Doings = BTreeMap<u32, [f64; 2]>;

impl Change {
    /// Between two halves of what was seen, with cards that are known.
    pub fn between(before: &[Sighting], after: &[Sighting]) -> Self {
        let mut tables: BTreeMap<(u32, usize), Doings> = BTreeMap::new();
        for (half, sightings) in [before, after].into_iter().enumerate() {
            for sighting in sightings {
                let Some(card) = (0..HANDS).find(|&card| sighting.cards[card] > 0.5) else { continue };
                for (situation, doing) in doings(sighting).into_iter().flatten() {
                    let doings = tables.entry((situation, card)).or_default();
                    doings.entry(doing).or_default()[half] += 1.0;
                }
            }
        }
        let (mut statistic, mut freedom) = (0.0, 0);
        for doings in tables.values() {
            let (squares, cells) = squares(doings);
            statistic += squares;
            freedom += cells.saturating_sub(1);
        }
        let p = ChiSquared::new(f64::from(freedom.max(1))).map_or(1.0, |law| law.sf(statistic));
        Self { statistic, freedom, p: if freedom == 0 { 1.0 } else { p } }
    }

    /// Whether it is believed, at [`LEVEL`].
    pub fn is_believed(&self) -> bool {
        self.p < LEVEL
    }

    /// How many times less each sighting is worth: the statistic by its degrees of freedom, if a change is believed.
    pub fn dispersion(&self) -> f64 {
        if self.is_believed() { (self.statistic / f64::from(self.freedom.max(1))).max(1.0) } else { 1.0 }
    }
}

/// The situations of a deal, and what was done in each.
fn doings(sighting: &Sighting) -> [Option<(u32, u32)>; 4] {
    let conduct = &sighting.conduct;
    let call = |kind: u32, call: Option<(Price, bool)>| {
        call.map(|(price, pays)| {
            // Fifths of the share of the pot that the price comes to.
            let fifth = u32::from(price.needed() > 0.2)
                + u32::from(price.needed() > 0.4)
                + u32::from(price.needed() > 0.6)
                + u32::from(price.needed() > 0.8);
            (kind + 2 * fifth + u32::from(price.rivals > 1), u32::from(pays))
        })
    };
    [
        Some((0, conduct.first.map_or(0, u32::from))),
        call(100, conduct.first_call),
        conduct.second.map(|(stand, bid)| {
            let raise = bid.map_or(0, |bid| {
                1 + u32::from(bid.saturating_sub(stand.level)).checked_ilog2().map_or(0, |log| log + 1)
            });
            (200 + u32::from(stand.rivals), raise)
        }),
        call(300, conduct.second_call),
    ]
}

/// The sum of squares of one table, and its cells.
fn squares(doings: &Doings) -> (f64, u32) {
    let halves = doings.values().fold([0.0; 2], |sum, cell| [sum[0] + cell[0], sum[1] + cell[1]]);
    let all = halves[0] + halves[1];
    if halves[0] == 0.0 || halves[1] == 0.0 {
        return (0.0, 0);
    }
    let expected = |cell: &[f64; 2], half: usize| (cell[0] + cell[1]) * halves[half] / all;
    let is_common = |cell: &[f64; 2]| expected(cell, 0).min(expected(cell, 1)) >= EXPECTED;
    let rare = doings
        .values()
        .filter(|cell| !is_common(cell))
        .fold([0.0; 2], |sum, cell| [sum[0] + cell[0], sum[1] + cell[1]]);
    let mut cells: Vec<[f64; 2]> = doings.values().copied().filter(|cell| is_common(cell)).collect();
    if is_common(&rare) {
        cells.push(rare);
    }
    let square = |cell: &[f64; 2]| -> f64 {
        (0..2).map(|half| (cell[half] - expected(cell, half)).powi(2) / expected(cell, half)).sum()
    };
    (cells.iter().map(square).sum(), u32::try_from(cells.len()).expect("few cells"))
}

#[cfg(test)]
mod tests {
    use croupier_rules::chance::Key;

    use super::super::{Conduct, Sighting};
    use super::Change;

    fn bids(seed: u64, count: usize, raises_of: u32) -> Vec<Sighting> {
        let mut chance = Key::new(seed, "change").stream(raises_of.into());
        let bid = |raises| if raises { 20 } else { 10 };
        let mut next = || {
            let (card, first) = (chance.below(10), Some(bid(chance.below(10) < raises_of)));
            let conduct = Conduct { first, first_call: None, second: None, second_call: None };
            Sighting::of(u8::try_from(card).unwrap(), conduct)
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn a_change_is_believed_and_chance_is_not() {
        let believed = |raises_later: u32| {
            let halves = |seed| (bids(seed, 1_000, 3), bids(seed + 1_000, 1_000, raises_later));
            let is_believed = |seed| {
                let (before, after) = halves(seed);
                Change::between(&before, &after).is_believed()
            };
            (0..100).filter(|&seed| is_believed(seed)).count()
        };
        assert!(believed(3) <= 1, "{} of 100 by chance", believed(3));
        assert!(believed(5) >= 99, "{} of 100 are found", believed(5));
    }
}
