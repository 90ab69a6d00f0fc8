//! What the player learns: his money, his cards, and the dealer's cards when they are due.

use super::evening::{Evening, Stage};
use super::{Card, Hand, Rules};
use crate::game::Step;

/// One notice to the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// An evening begins.
    Start {
        /// The money to start with.
        money: i64,
        /// The packs in the shoe.
        packs: u32,
    },
    /// All cards were shuffled and another shoe begins; not told after the last shuffle (ruling 6).
    Shuffled,
    /// The dealer's upcard.
    Upcard(Card),
    /// A card for the player.
    Card(Card),
    /// The dealer has drawn; the hand is over.
    Dealer {
        /// The dealer's cards, the upcard first. A bot is told those after it: [`drawn`](News::drawn).
        dealer: Hand,
        /// The player's cards, so that one who busts sees the card that did it.
        hand: Hand,
    },
    /// What comes back.
    Pay {
        /// The payout, the bet included: what `cashIn` returns.
        payout: i64,
        /// The money after it.
        money: i64,
    },
}

impl News {
    /// The cards that the dealer drew after the upcard, if this is the end of a hand.
    pub fn drawn(&self) -> Option<&[Card]> {
        match self {
            Self::Dealer { dealer, .. } => Some(&dealer[1..]),
            Self::Start { .. } | Self::Shuffled | Self::Upcard(_) | Self::Card(_) | Self::Pay { .. } => None,
        }
    }
}

pub(super) fn after(rules: &Rules, evening: &Evening, step: &Step<Rules>, tell: &mut dyn FnMut(News)) {
    let &Step::Draw(card) = step else { return };
    match evening.stage() {
        Stage::Deal if evening.hand().is_empty() => tell(News::Upcard(card)),
        Stage::Deal | Stage::Play => tell(News::Card(card)),
        // The card that busted the player's hand: the dealer holds his upcard only.
        Stage::Dealer if evening.dealer().len() == 1 => tell(News::Card(card)),
        // The dealer's cards are told together, when he has all.
        Stage::Dealer | Stage::Upcard => {}
        stage @ (Stage::Bet | Stage::Over(_)) => {
            tell(News::Dealer { dealer: *evening.dealer(), hand: *evening.hand() });
            tell(News::Pay { payout: evening.payout(), money: evening.money() });
            if stage == Stage::Bet && evening.is_fresh(rules) {
                tell(News::Shuffled);
            }
        }
    }
}
