//! The luck that house players of poker have with their own choices, told apart from their play.
//!
//! What the choices are worth, a solver says: whoever runs the arena hands in a meter. Bots tell nobody by what chances
//! they choose; of their draws nothing is known, and nothing is taken out.

use croupier_rules::game::Acts;
use croupier_rules::poker::{Action, Deal, Rules, SEATS};
use croupier_rules::seat::Seat;

/// Watches the deals of a match.
pub trait ChoiceMeter: Send {
    /// A house player has drawn its next action from these, each with a weight.
    fn drawn(&mut self, seat: Seat, chances: &[(Action, u32)]);

    /// The seats are about to act.
    fn step(&mut self, before: &Deal, acts: &Acts<Action>);

    /// The deal is over: what passed between the seats by the luck of its draws, in chips, from seat 1 to 0, from 2 to 0,
    /// from 2 to 1. Its mean is 0 for any play.
    fn deal(&mut self) -> [f64; SEATS];
}

/// Makes the meter of a match of house players; `names` are theirs by seat, without `house:`. None if nothing could be
/// measured.
pub type NewChoiceMeter = fn(names: [&str; SEATS], rules: &Rules) -> Option<Box<dyn ChoiceMeter>>;
