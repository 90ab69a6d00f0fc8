//! What counts as a repeat, and when a game is left: options of several verbs.

use clap::builder::ValueParser;
use clap::{Args, ValueEnum};
use croupier_rules::camicia::{Options, StateKey};

/// How a deal is to be played out.
#[derive(Debug, Args)]
pub(super) struct Repeat {
    /// What makes two moments of a game the same
    #[arg(long, value_name = "KEY", default_value = "leader")]
    state: State,
    /// Leave a game that is not over after so many cards: its status is `limit`
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = ValueParser::new(cards))]
    max_cards: Option<u64>,
}

fn cards(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| "expected a whole number from 0".to_owned())
}

/// What makes two moments of a game the same.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum State {
    /// Both decks, and who leads: a repeat proves that the game never ends
    Leader,
    /// Both decks alone: the statement to the letter
    Decks,
}

impl Repeat {
    /// The options as the rules take them.
    pub(super) const fn options(&self) -> Options {
        let state = match self.state {
            State::Leader => StateKey::Leader,
            State::Decks => StateKey::Decks,
        };
        Options { state, max_cards: self.max_cards }
    }
}
