//! What the choices of a match cost, by the laboratories: of one deal, and the dearest of all.
//!
//! Prices use what the seat knew and nothing else: at blackjack the cards that had left the shoe, at poker its own card and
//! the bids.

mod blackjack;
mod poker;

pub(super) use blackjack::of_test;
pub(super) use poker::{OfBot, priced};

use croupier_rules::record::RecordError;
use serde::Serialize;

use super::desk::Work;
use super::film::Film;

/// A decision with its price.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Price {
    /// The frame of the deal, from 0.
    pub(super) step: u32,
    pub(super) seat: usize,
    /// What the choice is worth less than the best, in `unit`.
    pub(super) cost: f64,
    pub(super) unit: Unit,
    /// Whether another seat did before what the equilibrium does not: its cards are guessed.
    pub(super) is_guess: bool,
    pub(super) sentence: String,
    /// The choices that there were, the best first; none for a bet at blackjack, of which there are too many.
    pub(super) choices: Vec<Weighed>,
}

/// What prices are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Unit {
    /// Chips of the deal.
    #[serde(rename = "chips")]
    Chips,
    /// Parts of the bet.
    #[serde(rename = "of the bet")]
    OfTheBet,
    /// Growth of the money, the logarithm to base e.
    #[serde(rename = "nats")]
    Nats,
}

/// A choice and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Weighed {
    pub(super) choice: String,
    pub(super) worth: f64,
    /// How often the equilibrium makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chance: Option<f64>,
    pub(super) is_own: bool,
}

/// A mistake among the dearest of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Dear {
    /// Counted from 1.
    pub(super) deal: u32,
    /// The frame, from 0.
    pub(super) step: u32,
    pub(super) seat: usize,
    pub(super) cost: f64,
    pub(super) unit: Unit,
    pub(super) is_guess: bool,
    pub(super) sentence: String,
}

/// So many of the dearest mistakes of each seat are marked.
pub(super) const DEAR_MAX: usize = 100;

/// The prices of a deal, counted from 1.
///
/// # Errors
/// As [`Film::new`], which would have found it.
pub(super) fn of_deal(film: &Film, deal: u32) -> Result<Vec<Price>, RecordError> {
    // Who fails at his first bet was dealt nothing.
    if film.deals == 0 {
        return Ok(Vec::new());
    }
    match film.poker_rules() {
        Some(rules) => poker::of_deal(film.record(), rules, deal),
        None => Ok(blackjack::of_hand(film, deal)),
    }
}

/// The dearest mistakes of all seats, in the order of play. It says how far it is, and breaks off when nobody wants it.
///
/// # Errors
/// As [`Film::new`], which would have found it.
pub(super) fn dearest(film: &Film, work: &Work) -> Result<Vec<Dear>, RecordError> {
    let mut dear = match film.poker_rules() {
        Some(rules) => poker::dearest(film, rules, work)?,
        None => blackjack::dearest(film, work),
    };
    dear.sort_by_key(|dear| (dear.deal, dear.step, dear.seat));
    Ok(dear)
}
