//! A hand of cards, checked once at the door.

use std::fmt;
use std::ops::Deref;

use smallvec::SmallVec;
use thiserror::Error;

use crate::card::{Card, CardError, Rank, text};

/// The most cards that a hand may have under [`Allowed::Any`] (ruling 21).
pub const CARDS_MAX: usize = 60;

/// How many cards a hand of the task has.
const CARDS: usize = 5;

/// Which hands pass the door (ruling 21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allowed {
    /// Five different cards: the task.
    #[default]
    FiveDifferent,
    /// 1 to [`CARDS_MAX`] cards, the same card any number of times: for study. Rules 5, 8 and 11 can be reached only so.
    Any,
}

/// Cards in the order in which they were given. The first card counts in rule 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Hand {
    cards: SmallVec<[Card; CARDS]>,
}

/// Why cards are no hand.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HandError {
    /// A token is no card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The task asks for five cards.
    #[error("a hand has 5 cards, found {found}")]
    NotFive {
        /// How many cards there were.
        found: usize,
    },
    /// A pack has each card once.
    #[error("{card} is in the hand twice; a pack has it once")]
    Repeated {
        /// The card that came again.
        card: Card,
    },
    /// No cards at all, or more than the arithmetic is made for.
    #[error("a hand has 1 to {CARDS_MAX} cards, found {found}")]
    NotAnySize {
        /// How many cards there were.
        found: usize,
    },
}

impl Hand {
    /// Returns the cards as a hand, if `allowed` lets them in.
    pub fn new(cards: &[Card], allowed: Allowed) -> Result<Self, HandError> {
        Self { cards: SmallVec::from_slice(cards) }.checked(allowed)
    }

    /// Reads a hand: cards with blanks or commas between them.
    pub fn parse(text: &str, allowed: Allowed) -> Result<Self, HandError> {
        let mut cards = SmallVec::new();
        for token in text::tokens(text) {
            cards.push(token.parse()?);
        }
        Self { cards }.checked(allowed)
    }

    fn checked(self, allowed: Allowed) -> Result<Self, HandError> {
        let found = self.len();
        match allowed {
            Allowed::FiveDifferent if found != CARDS => Err(HandError::NotFive { found }),
            Allowed::FiveDifferent => match first_repeated(&self) {
                Some(card) => Err(HandError::Repeated { card }),
                None => Ok(self),
            },
            Allowed::Any if !(1..=CARDS_MAX).contains(&found) => Err(HandError::NotAnySize { found }),
            Allowed::Any => Ok(self),
        }
    }

    /// Says whether rule 6 applies: exactly four 7s. The reading of that rule is in doubt (ruling 18).
    pub fn has_four_sevens(&self) -> bool {
        self.iter().filter(|card| card.rank == Rank::Seven).count() == 4
    }

    /// Changes each card's rank, all at once. A swap of ranks keeps five different cards different.
    pub(super) fn map_ranks(&mut self, swap: impl Fn(Rank) -> Rank) {
        for card in &mut self.cards {
            card.rank = swap(card.rank);
        }
    }
}

fn first_repeated(cards: &[Card]) -> Option<Card> {
    let mut seen = 0_u64;
    cards.iter().copied().find(|card| {
        let before = seen;
        seen |= 1 << card.index();
        seen == before
    })
}

/// Copies all cards in one piece, where a derived `clone` goes card by card.
impl Clone for Hand {
    fn clone(&self) -> Self {
        Self { cards: SmallVec::from_slice(&self.cards) }
    }
}

impl Deref for Hand {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards
    }
}

impl fmt::Display for Hand {
    /// Writes the canonical form: `2D 5D JD KC 10C`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            card.fmt(f)?;
        }
        Ok(())
    }
}
