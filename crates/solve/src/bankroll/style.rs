//! How the cards are played, and what a round is worth by that.

use std::sync::Arc;

use croupier_rules::blackjack::{Card, Hand};

use super::Linear;
use crate::blackjack::{Choice, Chooser, Switches, Unseen, estimate};

/// A way to play the cards of the betting contest.
#[derive(Debug)]
pub enum Style {
    /// As the dealer has to: exactly fair, from every shoe.
    Mimic,
    /// By a table of totals.
    Table(Arc<Linear>),
    /// The best play by the very cards that are left.
    Exact(Box<Chooser>),
}

impl Style {
    /// The best play.
    pub fn exact() -> Self {
        Self::Exact(Box::default())
    }

    /// The best table for a shoe of so many packs.
    ///
    /// # Errors
    /// When there are too few or too many cards.
    pub fn table(packs: u32) -> Result<Self, crate::blackjack::Refused> {
        Ok(Self::Table(Arc::new(Linear::of_packs(packs)?)))
    }

    /// What a bet of 1 is expected to gain, before the cards of the round.
    pub fn edge(&self, unseen: &Unseen) -> f64 {
        match self {
            Self::Mimic => 0.0,
            Self::Table(linear) => linear.edge(unseen),
            Self::Exact(_) => estimate(unseen, &Switches::default()),
        }
    }

    /// Hit or stand. The hand and the upcard are not among the unseen.
    pub fn choose(&mut self, unseen: &Unseen, up: Card, hand: &Hand) -> Choice {
        let total = hand.total();
        match self {
            Self::Mimic if total.points <= 16 => Choice::Hit,
            Self::Mimic => Choice::Stand,
            Self::Table(linear) => linear.table().choice(total, up),
            Self::Exact(chooser) => chooser
                .choose(unseen, up, hand, &Switches::default())
                .expect("a shoe is shuffled long before a round could run dry"),
        }
    }
}

impl Clone for Style {
    /// The memory of the best play is not copied.
    fn clone(&self) -> Self {
        match self {
            Self::Mimic => Self::Mimic,
            Self::Table(linear) => Self::Table(Arc::clone(linear)),
            Self::Exact(_) => Self::exact(),
        }
    }
}
