//! The cards that a player or the dealer holds.

use std::fmt;
use std::ops::Deref;

use super::{Ace, Card, Total};

/// A hand, kept without the heap, with its total at hand.
///
/// A player may draw while his total is at most 21, and every card counts at least 1: 22 cards are
/// the most that any hand can hold. A dealer's never passes twelve.
///
/// ```
/// use croupier_rules::blackjack::{Card, Hand};
/// let hand: Hand = [Card::ACE, Card::TEN].into_iter().collect();
/// assert_eq!((hand.to_string(), hand.total().to_string()), ("AT".into(), "soft 21".into()));
/// ```
#[derive(Clone, Copy)]
pub struct Hand {
    cards: [Card; Self::MOST],
    len: u8,
    ace: bool,
    least: u32,
}

impl Hand {
    /// The most cards of a hand.
    pub const MOST: usize = 22;

    /// No cards.
    pub const EMPTY: Self = Self { cards: [Card::ACE; Self::MOST], len: 0, ace: false, least: 0 };

    /// Gives all cards back.
    pub fn clear(&mut self) {
        (self.len, self.ace, self.least) = (0, false, 0);
    }

    /// Adds a card.
    ///
    /// # Panics
    /// When the hand holds 22 cards: its total has passed 21 and nothing may be drawn to it.
    pub fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
        self.ace |= card == Card::ACE;
        self.least += card.points();
    }

    /// The total with aces as 1 or 11.
    pub const fn total(&self) -> Total {
        Total::from_least(self.least, self.ace)
    }

    /// The total with aces as the rules count them.
    pub fn total_with(&self, ace: Ace) -> Total {
        match ace {
            Ace::OneOrEleven => self.total(),
            Ace::One => Total { points: self.least, soft: false },
        }
    }
}

impl Deref for Hand {
    type Target = [Card];
    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Self::EMPTY;
        for card in cards {
            hand.push(card);
        }
        hand
    }
}

/// Two hands are equal when they hold the same cards in the same order.
impl PartialEq for Hand {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Hand {}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.iter().map(|card| char::from(card.letter())).collect::<String>())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A list of the numbers that a bot is told.
impl serde::Serialize for Hand {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::Hand;
    use crate::blackjack::Card;

    /// The longest hands: 21 aces and one card more; six aces, a six and five aces for a dealer.
    #[test]
    fn the_longest_hands_fit() {
        let mut player: Hand = std::iter::repeat_n(Card::ACE, 21).collect();
        assert_eq!(player.total().to_string(), "21");
        player.push(Card::TEN);
        assert_eq!((player.len(), player.total().is_bust()), (Hand::MOST, true));

        let mut dealer = Hand::EMPTY;
        for letter in b"AAAAAA6AAAAA" {
            assert!(dealer.total().points <= 16);
            dealer.push(Card::from_letter(*letter).unwrap());
        }
        assert_eq!((dealer.len(), dealer.total().points), (12, 17));
    }

    #[test]
    fn a_hand_is_told_as_a_list_of_numbers() {
        let hand: Hand = b"AT9".iter().filter_map(|&letter| Card::from_letter(letter)).collect();
        assert_eq!(serde_json::to_string(&hand).unwrap(), "[11,10,9]");
    }
}
