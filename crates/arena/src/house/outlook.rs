//! What to expect of the arena's own house players of poker, by their card and by what all see.
//!
//! Few actions stand for all that a player may draw. It serves to foresee a deal, not to play it.

use croupier_rules::poker::{Action, Choices};
use croupier_rules::seat::Seat;

use super::poker;

/// What a player looks at when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Its seat.
    pub seat: Seat,
    /// Its card.
    pub card: u8,
    /// How many others are in the deal.
    pub rivals: u16,
    /// What each seat has in, in chips.
    pub stakes: [u16; croupier_rules::poker::SEATS],
    /// The greatest bid of the rules.
    pub max: u16,
    /// The question.
    pub choices: Choices,
}

/// The actions of the house player of a name, each with a chance, about; none if nobody has that name.
///
/// ```
/// use croupier_arena::house::outlook::{Sight, outlook};
/// use croupier_rules::poker::{Action, Choices, Round};
/// use croupier_rules::seat::Seat;
///
/// let choices = Choices::Call { round: Round::First, level: 200 };
/// let sight = Sight { seat: Seat(0), card: 8, rivals: 2, stakes: [10, 10, 200], max: 300, choices };
/// assert_eq!(outlook("rock", &sight), Some(vec![(Action::Call(false), 1.0)]));
/// assert_eq!(outlook("anna", &sight), None);
/// ```
pub fn outlook(name: &str, sight: &Sight) -> Option<Vec<(Action, f64)>> {
    let bids = |of: &[(u16, f64)]| of.iter().map(|&(bid, chance)| (Action::Bid(bid), chance)).collect();
    Some(match (name, sight.choices) {
        ("odds", _) => vec![(poker::odds(sight), 1.0)],
        ("rock", _) => vec![(poker::rock(sight), 1.0)],
        ("random", Choices::Bid { min, max, .. }) => {
            let sixth = (max - min) / 6;
            bids(&[1, 3, 5].map(|part| (min + part * sixth, 1.0 / 3.0)))
        }
        ("maniac", Choices::Bid { min, max, .. }) => {
            let eighth = (max - min) / 8;
            bids(&[(min, 0.25), (min + 5 * eighth, 0.375), (min + 7 * eighth, 0.375)])
        }
        ("random", Choices::Call { .. }) => even(),
        ("maniac", Choices::Call { .. }) if sight.card < poker::MANIAC_PAYS => even(),
        ("maniac", Choices::Call { .. }) => vec![(Action::Call(true), 1.0)],
        _ => return None,
    })
}

fn even() -> Vec<(Action, f64)> {
    [false, true].map(|pays| (Action::Call(pays), 0.5)).into()
}
