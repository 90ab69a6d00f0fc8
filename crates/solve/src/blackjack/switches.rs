//! What the odds depend on besides the cards.

use croupier_rules::blackjack::Ace;

/// The rules that change what a hand is worth. The default is the contest of statement 000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// What becomes of the bet when player and dealer are both over 21.
    pub both_bust: BothBust,
    /// What an ace may count, for both sides.
    pub ace: Ace,
}

/// What becomes of the bet when player and dealer are both over 21.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BothBust {
    /// It comes back (statement 000).
    #[default]
    Push,
    /// It is lost, whatever the dealer does: the exam (ruling 13), and the casinos.
    Lose,
}

impl Switches {
    /// The exam of statement 004.
    pub const fn exam(ace: Ace) -> Self {
        Self { both_bust: BothBust::Lose, ace }
    }
}
