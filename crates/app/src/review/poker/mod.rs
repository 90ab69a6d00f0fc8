//! What the decisions of a match of poker cost against the equilibrium, and what they give away.

pub(crate) mod decisions;
pub(crate) mod leaks;
pub(crate) mod ledger;
pub(crate) mod priced;
pub(crate) mod tells;

use croupier_rules::game::Nets;
use croupier_rules::poker::{Rules, SEATS};
use croupier_rules::record::{Event, Record, RecordError};

use decisions::{Decision, Decisions};

/// A deal that is over.
pub(crate) struct Played<'a> {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// The cards, by seat.
    pub(crate) cards: [u8; SEATS],
    pub(crate) net: &'a Nets,
    /// The decisions of all seats, in the order of play.
    pub(crate) made: &'a [Decision],
}

/// Passes through the deals of a match.
///
/// # Errors
/// The first line that the rules do not bear out.
pub(crate) fn deals(
    record: &Record,
    rules: &[Rules],
    visit: &mut dyn FnMut(&Played<'_>),
) -> Result<(), RecordError> {
    let (mut number, mut cards) = (0, [0; SEATS]);
    let mut decisions = Decisions::new(rules[0]);
    record.replay::<Rules>(rules, &mut |event| match event {
        Event::Start { game } => {
            number = game + 1;
            decisions = Decisions::new(rules[0]);
        }
        Event::Step { before, step, after } => {
            cards = std::array::from_fn(|seat| after.cards()[seat]);
            decisions.step(before, step);
        }
        Event::Over { net, .. } => visit(&Played { number, cards, net, made: &decisions.made }),
        Event::Fault(_) => {}
    })
}
