//! The command line: its verbs, and the way from arguments to an exit code.

use clap::{Parser, Subcommand};

use crate::cmd::replay::Replay;
use crate::cmd::run::RunContest;
use crate::cmd::{blackjack, camicia, poker, rullete};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// A referee, an arena and a laboratory for programs that play cards.
#[derive(Debug, Parser)]
#[command(name = "croupier", version, about, propagate_version = true)]
#[command(
    after_help = "Examples:\n  croupier run contests/poker-league\n  croupier rullete score --explain 2D 5D JD KC AC"
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Plays a contest folder to its end and prints the standings
    Run(RunContest),
    /// Prints a recorded match, or checks it
    Replay(Replay),
    /// Blackjack: the betting contest, and the beginners' exam
    #[command(subcommand)]
    Blackjack(blackjack::Verb),
    /// Camicia: deals that end, and deals that never do
    #[command(subcommand)]
    Camicia(camicia::Verb),
    /// Algorithmic poker: three seats, sealed bids
    #[command(subcommand)]
    Poker(poker::Verb),
    /// Rullete: the value of a hand by fourteen rules
    #[command(subcommand)]
    Rullete(rullete::Verb),
}

/// Parses the arguments, runs the verb, and says what went wrong.
pub(crate) fn run() -> Exit {
    let cli = match Cli::try_parse_from(camicia::shield_deals(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => {
            let asked_for = !error.use_stderr();
            let _unread = error.print();
            return if asked_for { Exit::Done } else { Exit::Usage };
        }
    };
    match dispatch(cli.verb) {
        Ok(exit) => exit,
        Err(failure) => {
            if !failure.quiet {
                output::say(&failure);
            }
            failure.exit
        }
    }
}

fn dispatch(verb: Verb) -> Result<Exit, Failure> {
    match verb {
        Verb::Run(verb) => verb.run(),
        Verb::Replay(verb) => verb.run(),
        Verb::Blackjack(verb) => blackjack::run(verb),
        Verb::Camicia(verb) => verb.run(),
        Verb::Poker(verb) => verb.run(),
        Verb::Rullete(verb) => verb.run(),
    }
}
