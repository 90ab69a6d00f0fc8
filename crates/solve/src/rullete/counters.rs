//! All that the rules ask of a hand, in one word that is added up card by card.

use std::ops::Add;

use croupier_rules::card::{Card, Rank, Suit};
use croupier_rules::rullete::Hand;

use super::closed_form::score;

/// What there is of each rank and suit in some cards, and the sum of their scores.
///
/// ```text
/// bits  0 to 38   how many of each rank, three bits a rank, the 2 lowest
/// bits 39 to 50   how many of each suit, three bits a suit: clubs, diamonds, hearts, spades
/// bits 51 to 56   the sum of scores
/// ```
///
/// No field can run over into the next: five different cards are at most 4 of a rank, 5 of a suit, 50 in sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counters(u64);

/// The bits of one count.
const COUNT: u32 = 3;
const SUITS: u32 = COUNT * 13;
const SUM: u32 = SUITS + COUNT * 4;

/// How many cards a hand has.
const CARDS: usize = 5;

impl Counters {
    /// Returns the counters of a hand of five different cards, and none of any other.
    pub fn of(hand: &Hand) -> Option<Self> {
        let seen = hand.iter().fold(0_u64, |seen, card| seen | 1 << card.index());
        let is_plain = hand.len() == CARDS && seen.count_ones() == 5;
        is_plain.then(|| hand.iter().fold(Self::default(), |counters, card| counters + Self::of_card(*card)))
    }

    /// Returns the counters of one card.
    pub(super) const fn of_card(card: Card) -> Self {
        Self(Self::of_rank(card.rank).0 + Self::of_suit(card.suit).0)
    }

    /// Returns what a rank adds, whatever its suit.
    pub(super) const fn of_rank(rank: Rank) -> Self {
        Self(1 << (COUNT * rank as u32) | (score(rank) as u64) << SUM)
    }

    /// Returns what a suit adds, whatever its rank.
    pub(super) const fn of_suit(suit: Suit) -> Self {
        Self(1 << (SUITS + COUNT * suit as u32))
    }

    /// Returns the sum of scores.
    pub(super) const fn sum(self) -> u32 {
        (self.0 >> SUM) as u32
    }

    /// Returns how many cards there are of a rank.
    pub(super) const fn count_rank(self, rank: Rank) -> u32 {
        self.field(COUNT * rank as u32)
    }

    /// Returns how many cards there are of a suit.
    pub(super) const fn count_suit(self, suit: Suit) -> u32 {
        self.field(SUITS + COUNT * suit as u32)
    }

    const fn field(self, at: u32) -> u32 {
        (self.0 >> at & 7) as u32
    }

    /// Returns the place of the lowest rank, 0 for the 2. There is a card.
    pub(super) const fn lowest(self) -> u32 {
        self.0.trailing_zeros() / COUNT
    }

    /// Returns the place of the lowest rank if the five cards are five ranks in a row.
    pub(super) const fn straight(self) -> Option<u32> {
        const IN_A_ROW: u64 = 0b001_001_001_001_001;
        let ranks = self.0 & ((1 << SUITS) - 1);
        if ranks >> ranks.trailing_zeros() == IN_A_ROW { Some(self.lowest()) } else { None }
    }

    /// Returns the counters after the swap of rule 9: 6s are 9s, 2s are 5s, and the other way round. The sum of scores
    /// stays, for no rule asks for it after rule 1.
    pub(super) const fn swapped(self) -> Self {
        self.traded(Rank::Six, Rank::Nine).traded(Rank::Two, Rank::Five)
    }

    const fn traded(self, one: Rank, other: Rank) -> Self {
        let differs = (self.count_rank(one) ^ self.count_rank(other)) as u64;
        Self(self.0 ^ differs << (COUNT * one as u32) ^ differs << (COUNT * other as u32))
    }
}

impl Add for Counters {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self(self.0 + more.0)
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::rullete::Allowed;

    use super::*;

    fn counters(hand: &str) -> Counters {
        Counters::of(&Hand::parse(hand, Allowed::Any).unwrap()).unwrap()
    }

    #[test]
    fn each_count_has_its_place() {
        let hand = counters("7C 7D 7H 7S JD");
        assert_eq!((hand.sum(), hand.lowest(), hand.straight()), (38, 5, None));
        assert_eq!(Rank::ALL.map(|rank| hand.count_rank(rank)), [0, 0, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(Suit::ALL.map(|suit| hand.count_suit(suit)), [1, 2, 1, 1]);
        assert_eq!(counters("10D JD QD KD AD").count_suit(Suit::Diamonds), 5);
    }

    #[test]
    fn a_straight_is_told_by_its_lowest_rank_and_no_ace_is_low() {
        assert_eq!(counters("6D 2C 4C 3C 5C").straight(), Some(0));
        assert_eq!(counters("AD JC QC KC 10C").straight(), Some(8));
        for none in ["AC 2C 3C 4C 5C", "2C 3C 4C 5C 7C", "2C 2D 3C 4C 5C", "JC QC KC AC 2C"] {
            assert_eq!(counters(none).straight(), None, "{none}");
        }
    }

    #[test]
    fn the_swap_trades_6s_for_9s_and_2s_for_5s_at_once() {
        let swapped = counters("2D 6D 6C 5D AD").swapped();
        let counts = [Rank::Two, Rank::Five, Rank::Six, Rank::Nine].map(|rank| swapped.count_rank(rank));
        assert_eq!(counts, [1, 1, 0, 2]);
        assert_eq!(swapped.swapped(), counters("2D 6D 6C 5D AD"));
    }

    #[test]
    fn other_hands_than_five_different_cards_have_no_counters() {
        for hand in ["2C 3C 4C 5C", "2C 2C 3C 4C 5C", "2C 3C 4C 5C 6C 7C"] {
            assert_eq!(Counters::of(&Hand::parse(hand, Allowed::Any).unwrap()), None, "{hand}");
        }
    }
}
