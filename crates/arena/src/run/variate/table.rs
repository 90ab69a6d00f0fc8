//! The ways in which deals are told apart by their cards.

use std::sync::LazyLock;

use croupier_rules::poker::SEATS;

use super::sums::CELLS;

/// A way of telling deals apart by their cards.
pub(super) struct Table {
    /// The entry of each triple of cards.
    pub(super) places: Vec<usize>,
    /// How many entries there are.
    pub(super) size: usize,
    /// Deals that brought nothing, and are added to those of each entry.
    pub(super) drawn_by: f64,
}

impl Table {
    fn by(drawn_by: f64, place: impl Fn([usize; SEATS]) -> usize) -> Self {
        let cards = (0..CELLS).map(|triple| [triple / 100, triple / 10 % 10, triple % 10]);
        let places: Vec<usize> = cards.map(place).collect();
        let size = places.iter().max().map_or(0, |last| last + 1);
        Self { places, size, drawn_by }
    }
}

/// From the coarsest to the finest.
pub(super) static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let one = |seat: usize| Table::by(1.0, move |cards| cards[seat]);
    let two = |[seat, other]: [usize; 2]| Table::by(2.0, move |cards| 10 * cards[seat] + cards[other]);
    let mut tables = vec![Table::by(0.1, |_| 0)];
    tables.extend((0..SEATS).map(one));
    tables.push(Table::by(2.0, |cards| 10 * winners(cards) + highest(cards)));
    tables.extend([[0, 1], [0, 2], [1, 2]].map(two));
    tables.push(Table::by(6.0, |cards| 100 * winners(cards) + 10 * highest(cards) + second(cards)));
    tables.push(Table::by(12.0, |[a, b, c]| 100 * a + 10 * b + c));
    tables
});

fn highest(cards: [usize; SEATS]) -> usize {
    cards.into_iter().max().expect("a table has three seats")
}

/// The highest card below the highest; that one if there is no other.
fn second(cards: [usize; SEATS]) -> usize {
    let highest = highest(cards);
    cards.into_iter().filter(|&card| card < highest).max().unwrap_or(highest)
}

/// The seats with the highest card, as a number below 8.
fn winners(cards: [usize; SEATS]) -> usize {
    (0..SEATS).map(|seat| usize::from(cards[seat] == highest(cards)) << seat).sum()
}
