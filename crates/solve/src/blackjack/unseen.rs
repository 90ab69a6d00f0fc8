//! The cards that nobody has seen, counted by value.

use croupier_rules::blackjack::{Card, Hand};

/// The cards that are still to come, in an order that nobody knows: ace, 2 to 9, and all that count ten.
///
/// ```
/// use croupier_rules::blackjack::Card;
/// use croupier_solve::blackjack::Unseen;
/// let unseen = Unseen::of_packs(10)?.without(&[Card::ACE])?;
/// assert_eq!((unseen.cards(), unseen.of(Card::ACE)), (519, 39));
/// # Ok::<(), croupier_solve::blackjack::Refused>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unseen([u32; 10]);

/// Why there are no odds for some cards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// More than a million packs would have.
    #[error("{0} cards are too many: at most {CARDS_MAX}")]
    TooMany(u64),
    /// A hand could take all the cards there are.
    #[error("too few cards: they have {0} points, an ace as 1, and a round may take {POINTS_MIN}")]
    TooFew(u64),
    /// A card is seen that is not there.
    #[error("no {0} is left in the shoe")]
    Missing(Card),
    /// A hand that may not draw has no decision.
    #[error("{0} is over 21: there is nothing to decide")]
    Bust(Hand),
}

/// The most cards.
const CARDS_MAX: u64 = 52_000_000;

/// The points that a round may take, an ace as 1: a player draws at 21 at most, and ends at 31; a dealer at
/// 16 draws.
const POINTS_MIN: u64 = 31 + 17;

impl Unseen {
    /// Counts by value, ace first, the tens together.
    ///
    /// # Errors
    /// When the cards are too many.
    pub fn new(counts: [u32; 10]) -> Result<Self, Refused> {
        let cards: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        if cards > CARDS_MAX {
            return Err(Refused::TooMany(cards));
        }
        Ok(Self(counts))
    }

    /// All cards of so many packs of 52.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_packs(packs: u32) -> Result<Self, Refused> {
        let cards = u64::from(packs) * 52;
        if cards > CARDS_MAX {
            return Err(Refused::TooMany(cards));
        }
        let mut counts = [packs * 4; 10];
        counts[Card::TEN.index()] = packs * 16;
        Self::new(counts)
    }

    /// The same without cards that were seen.
    ///
    /// # Errors
    /// When one of them is not there.
    pub fn without(self, cards: &[Card]) -> Result<Self, Refused> {
        let mut counts = self.0;
        for &card in cards {
            let count = &mut counts[card.index()];
            *count = count.checked_sub(1).ok_or(Refused::Missing(card))?;
        }
        Ok(Self(counts))
    }

    /// Whether a round that has begun with some cards can be played to its end in any case.
    pub(crate) fn check_round(&self, seen: impl Iterator<Item = Card>) -> Result<(), Refused> {
        let of_unseen = Card::ALL.map(|card| u64::from(card.points()) * u64::from(self.of(card)));
        let of_seen = seen.map(|card| u64::from(card.points()));
        let points = of_unseen.into_iter().chain(of_seen).sum();
        if points < POINTS_MIN { Err(Refused::TooFew(points)) } else { Ok(()) }
    }

    /// The same with cards that come back.
    pub(super) fn with(mut self, cards: &[Card]) -> Self {
        for card in cards {
            self.0[card.index()] += 1;
        }
        self
    }

    /// The counts by value, ace first.
    pub const fn counts(&self) -> [u32; 10] {
        self.0
    }

    /// How many of a value are left.
    pub const fn of(&self, card: Card) -> u32 {
        self.0[card.index()]
    }

    /// All cards.
    pub fn cards(&self) -> u32 {
        self.0.iter().sum()
    }
}
