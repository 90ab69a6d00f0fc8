//! `croupier blackjack`: the verbs of both blackjack games.

mod bankroll;
mod bettors;
pub(crate) mod chart;
pub(crate) mod contest;
pub(crate) mod exam;
mod grid;
mod moves;
mod odds;
mod play;
pub(crate) mod review;
mod selfcheck;
pub(crate) mod shoe;
pub(crate) mod table;
mod which;

use clap::Subcommand;

use crate::exit::Exit;
use crate::failure::Failure;

/// The verbs of blackjack.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Plays against the dealer, at a terminal or from piped answers.
    Play(play::Args),
    /// What a shoe, an upcard or a hand is worth, exactly.
    Odds(odds::Odds),
    /// What becomes of the money over many evenings, by ways to bet.
    Bankroll(bankroll::Bankroll),
    /// Checks the exact odds against chance, an identity, and a plain recursion.
    Selfcheck(selfcheck::Selfcheck),
    /// What each decision of a player cost, in a match that was played.
    Review(review::Review),
    /// The best table of hit and stand by totals, and its exceptions.
    Chart(chart::Chart),
}

/// Runs a verb.
pub(crate) fn run(verb: Verb) -> Result<Exit, Failure> {
    match verb {
        Verb::Play(args) => play::run(args),
        Verb::Odds(odds) => odds.run(),
        Verb::Bankroll(bankroll) => bankroll.run(),
        Verb::Selfcheck(selfcheck) => selfcheck.run(),
        Verb::Review(review) => review.run(),
        Verb::Chart(chart) => chart.run(),
    }
}
