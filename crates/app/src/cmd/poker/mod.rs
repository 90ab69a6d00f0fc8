//! `croupier poker`: a table for a person, settled deals, an equilibrium, and what a bot makes of it.

pub(crate) mod bars;
mod columns;
mod play;
mod policy_file;
mod respond;
mod review;
mod settle;
pub(crate) mod show;
mod small_game;
mod solve;
mod table;
pub(crate) mod talk;

use clap::Subcommand;

pub(crate) use columns::ColumnTask;

use crate::exit::Exit;
use crate::failure::Failure;

/// The verbs of algorithmic poker.
#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one")]
pub(crate) enum Verb {
    /// Plays against two house players, at a terminal or from piped answers
    Play(play::Play),
    /// What a bot does, what gives it away, and what the best response wins of it
    Respond(respond::Respond),
    /// What scripted deals come to: one JSON object a line, from a file or standard input
    Settle(settle::Settle),
    /// Where a bot lost chips in a match, by stage and by card; its leaks and its fouls
    Review(review::Review),
    /// Solves the game for some bids, and measures what a free responder wins of it
    Solve(solve::Solve),
    /// What the equilibrium does with each card, after any bids
    Show(show::Show),
}

impl Verb {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self {
            Self::Play(play) => play.run(),
            Self::Respond(respond) => respond.run(),
            Self::Settle(settle) => settle.run(),
            Self::Review(review) => review.run(),
            Self::Solve(solve) => solve.run(),
            Self::Show(show) => show.run(),
        }
    }
}
