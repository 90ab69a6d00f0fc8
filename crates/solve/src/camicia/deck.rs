//! A packed deck: where its faces are, and what they ask for.

use croupier_rules::camicia::Card;
use croupier_rules::card::Rank;

/// A state has at most so many cards: one bit each, and one bit to spare.
pub const CARDS_MAX: u32 = 63;

/// A state has at most so many faces: two bits each.
pub const FACES_MAX: u32 = 32;

/// Cards from the top, packed. What a number card shows does not matter and is not kept.
///
/// ```text
/// cards from the top   -  -  Q  -  A
/// faces, bit 0 first   0  0  1  0  1
/// values, low first          1     3     one less than what the face asks for, two bits each
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deck {
    /// Bit i says whether card i from the top is a face.
    pub(super) faces: u64,
    /// What the faces ask for, less one, two bits each, the top face lowest.
    pub(super) values: u64,
    /// How many cards there are.
    pub(super) len: u32,
}

impl Deck {
    /// Packs cards, the top one first; none if there are too many cards or faces.
    pub fn of(cards: &[Card]) -> Option<Self> {
        let mut deck = Self { len: u32::try_from(cards.len()).ok()?, ..Self::default() };
        if deck.len > CARDS_MAX {
            return None;
        }
        let mut count = 0;
        for (place, card) in cards.iter().enumerate() {
            if let Some(value) = card.penalty().checked_sub(1) {
                if count == FACES_MAX {
                    return None;
                }
                deck.faces |= 1 << place;
                deck.values |= u64::from(value) << (2 * count);
                count += 1;
            }
        }
        Some(deck)
    }

    /// Returns how many cards there are.
    pub const fn len(&self) -> u32 {
        self.len
    }

    /// Says whether there is no card.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns how many faces there are.
    pub const fn face_count(&self) -> u32 {
        self.faces.count_ones()
    }

    /// Returns the cards, the top one first; number cards are [`Card::ANY_NUMBER`].
    pub fn cards(&self) -> Vec<Card> {
        const RANKS: [Rank; 4] = [Rank::Jack, Rank::Queen, Rank::King, Rank::Ace];
        let mut values = self.values;
        let mut card = |place| {
            if self.faces >> place & 1 == 0 {
                return Card::ANY_NUMBER;
            }
            let value = values & 3;
            values >>= 2;
            Card::of(RANKS[usize::try_from(value).expect("two bits")])
        };
        (0..self.len).map(&mut card).collect()
    }

    /// Takes cards off the top: so many, the last of which may be a face.
    pub(super) const fn take(&mut self, cards: u32) {
        self.faces >>= cards;
        self.len -= cards;
    }

    /// Takes the value of the top face, less one.
    pub(super) const fn take_value(&mut self) -> u32 {
        let value = self.values & 3;
        self.values >>= 2;
        value as u32
    }

    /// Puts another deck under this one.
    pub(super) const fn put_under(&mut self, pile: &Self) {
        self.values |= pile.values << (2 * self.face_count());
        self.faces |= pile.faces << self.len;
        self.len += pile.len;
    }
}
