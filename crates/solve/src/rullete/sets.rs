//! Every set of five cards, in ascending order.

use croupier_rules::card::{Card, Rank, Suit};

use super::Counters;

/// How many cards a pack has.
pub(super) const PACK: usize = 52;

/// The cards by [`Card::index`]: `2C` to `AS`.
pub(super) const CARDS: [Card; PACK] = {
    let mut cards = [Card::new(Rank::Two, Suit::Clubs); PACK];
    let mut place = 0;
    while place < PACK {
        cards[place] = Card::new(Rank::ALL[place / 4], Suit::ALL[place % 4]);
        place += 1;
    }
    cards
};

/// The counters of each card.
const COUNTERS: [Counters; PACK] = {
    let mut counters = [Counters::of_card(CARDS[0]); PACK];
    let mut place = 0;
    while place < PACK {
        counters[place] = Counters::of_card(CARDS[place]);
        place += 1;
    }
    counters
};

/// Five different cards without an order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    /// Places in [`CARDS`], ascending.
    pub(super) places: [usize; 5],
    pub(super) counters: Counters,
}

/// All sets: the last card moves first.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The places of the set that comes next.
    places: [usize; 5],
    /// The counters of all but the last card.
    front: Counters,
}

impl Sets {
    pub(super) fn new() -> Self {
        let mut sets = Self { places: [0, 1, 2, 3, 4], front: Counters::default() };
        sets.count_front();
        sets
    }

    fn count_front(&mut self) {
        self.front = self.places[..4].iter().fold(Counters::default(), |sum, &place| sum + COUNTERS[place]);
    }

    /// Moves the last of the front cards that can move, and puts the others right behind it.
    fn step_front(&mut self) -> Option<()> {
        let moving = (0..4).rev().find(|&card| self.places[card] < PACK - 5 + card)?;
        let place = self.places[moving] + 1;
        for (behind, card) in (moving..5).enumerate() {
            self.places[card] = place + behind;
        }
        self.count_front();
        Some(())
    }
}

impl Iterator for Sets {
    type Item = Set;

    #[inline]
    fn next(&mut self) -> Option<Set> {
        if self.places[4] == PACK {
            self.step_front()?;
        }
        let set = Set { places: self.places, counters: self.front + COUNTERS[self.places[4]] };
        self.places[4] += 1;
        Some(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rullete::SETS;

    #[test]
    fn every_set_comes_once_in_ascending_order() {
        let mut before = [0; 5];
        let mut sets = 0_u64;
        for set in Sets::new() {
            assert!(set.places > before && set.places.is_sorted_by(|one, next| one < next), "{set:?}");
            before = set.places;
            sets += 1;
        }
        assert_eq!((sets, before), (SETS, [47, 48, 49, 50, 51]));
    }

    #[test]
    fn cards_stand_at_their_index() {
        assert!(Card::pack().eq(CARDS));
    }
}
