//! `croupier blackjack`: the verbs of both blackjack games.

mod answers;
mod contest;
mod exam;
mod play;
mod table;

use clap::Subcommand;

use crate::exit::Exit;
use crate::failure::Failure;

/// The verbs of blackjack.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Plays against the dealer, at a terminal or from piped answers.
    Play(play::Args),
}

/// Runs a verb.
pub(crate) fn run(verb: Verb) -> Result<Exit, Failure> {
    match verb {
        Verb::Play(args) => play::run(args),
    }
}
