//! The luck of the cards in an evening of blackjack, told apart from the play.
//!
//! Which values the luck is measured by, a solver says: whoever runs the arena hands in a meter.

use croupier_rules::blackjack::{Evening, Rules};
use croupier_rules::game::Step;

/// Watches the evenings of a test.
pub trait Meter: Send {
    /// A step is about to be taken at `before`.
    fn step(&mut self, rules: &Rules, before: &Evening, step: &Step<Rules>);

    /// The evening is over: the growth of its money in nats, without the luck of the cards.
    fn evening(&mut self) -> f64;
}

/// Makes the meter of a test.
pub type NewMeter = fn() -> Box<dyn Meter>;
