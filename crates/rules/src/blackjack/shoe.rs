//! The cards left to draw, counted by value.

use super::Card;

/// After a hand, fewer cards than this left mean that all cards are shuffled again (ruling 3).
///
/// A hand takes at most 34 cards (22 and 12), so a shoe of whole packs never runs dry in a hand.
pub const CUT: u32 = 45;

/// Cards of a pack.
pub(super) const PACK: u32 = 52;

/// How many cards of each value are left. The order of the cards is chance: it is drawn, not kept.
///
/// ```
/// use croupier_rules::blackjack::{Card, Shoe};
/// let mut shoe = Shoe::of_packs(10);
/// assert_eq!((shoe.cards(), shoe.left()[9]), (520, 160));
/// assert!(shoe.take(Card::ACE));
/// assert_eq!(shoe.left()[0], 39);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shoe {
    left: [u32; 10],
    cards: u32,
}

impl Shoe {
    /// A full shoe of so many packs of 52.
    pub const fn of_packs(packs: u32) -> Self {
        let mut left = [4 * packs; 10];
        left[Card::TEN.index()] = 16 * packs;
        Self { left, cards: PACK * packs }
    }

    /// The cards left by value, ace first: the weights of the next draw.
    pub const fn left(&self) -> [u32; 10] {
        self.left
    }

    /// All cards left.
    pub const fn cards(&self) -> u32 {
        self.cards
    }

    /// Takes a card out, if one of that value is left.
    pub fn take(&mut self, card: Card) -> bool {
        let left = &mut self.left[card.index()];
        let found = *left > 0;
        *left -= u32::from(found);
        self.cards -= u32::from(found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Shoe;
    use crate::blackjack::Card;

    #[test]
    fn a_pack_has_four_of_each_value_and_sixteen_tens() {
        let mut shoe = Shoe::of_packs(1);
        assert_eq!(shoe.left(), [4, 4, 4, 4, 4, 4, 4, 4, 4, 16]);
        assert_eq!(shoe.left().iter().sum::<u32>(), shoe.cards());
        let drawn: usize = Card::ALL.iter().map(|&card| (0..20).filter(|_| shoe.take(card)).count()).sum();
        assert_eq!((drawn, shoe.cards(), shoe.left()), (52, 0, [0; 10]));
        assert!(!shoe.take(Card::ACE));
    }
}
