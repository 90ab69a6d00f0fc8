//! The price of a choice: a question of a deal, and what the choices of a seat are worth there.

use croupier_rules::poker::{Action, SEATS};

use super::showdown::Ranges;
use super::spot::Bid;

/// A question to a seat, with all that everybody knows by then. A foul is a bid of none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// The bid of round 1.
    FirstBid,
    /// The first check.
    FirstCall {
        /// The bids of round 1.
        first: [Bid; SEATS],
    },
    /// The bid of round 2.
    SecondBid {
        /// The bids of round 1.
        first: [Bid; SEATS],
        /// Who is live after the first check.
        stays: [bool; SEATS],
    },
    /// The last check.
    SecondCall {
        /// The bids of round 1.
        first: [Bid; SEATS],
        /// Who is live after the first check.
        stays: [bool; SEATS],
        /// The bids of round 2; none too for a seat that is out.
        second: [Bid; SEATS],
    },
}

/// What the choices of a seat at a question are worth with its card.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// Bids that rise, after them a foul if one is asked about; or folding and paying.
    pub choices: Vec<Choice>,
    /// The chances of the others' cards by what they have done.
    pub ranges: Ranges,
    /// The other seats that have done what the policy does not: what is said of their cards is a guess.
    pub strangers: [bool; SEATS],
}

/// A choice of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// What is done.
    pub action: Action,
    /// Chips of the deal that it wins.
    pub worth: f64,
    /// The chance that the policy does it with the card.
    pub chance: f64,
}

impl Prices {
    /// The best choice; of equal ones the first.
    ///
    /// # Panics
    /// When there is no choice: a question always has one.
    pub fn best(&self) -> &Choice {
        let greater = |best: &'_ Choice, choice: &'_ Choice| choice.worth > best.worth;
        let choices = self.choices.iter();
        choices
            .reduce(|best, choice| if greater(best, choice) { choice } else { best })
            .expect("a question has a choice")
    }

    /// A choice; none if it was not asked about.
    pub fn of(&self, action: Action) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.action == action)
    }

    /// The price of a choice: the chips that it is worth less than the best.
    pub fn price(&self, action: Action) -> Option<f64> {
        self.of(action).map(|choice| self.best().worth - choice.worth)
    }

    /// Whether what it says is a guess, since a live seat has done what the policy does not.
    pub fn is_guess(&self) -> bool {
        self.strangers.contains(&true)
    }
}

/// The action of a bid.
pub(super) fn action(bid: Bid) -> Action {
    bid.map_or(Action::Foul, Action::Bid)
}
