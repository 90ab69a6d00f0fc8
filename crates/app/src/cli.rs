//! The command line: its verbs, and the way from arguments to an exit code.

use clap::{Parser, Subcommand};

use crate::cmd::{camicia, rullete};
use crate::exit::Exit;
use crate::output;

/// A referee, an arena and a laboratory for programs that play cards.
#[derive(Debug, Parser)]
#[command(name = "croupier", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Camicia: deals that end, and deals that never do
    #[command(subcommand)]
    Camicia(camicia::Verb),
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

fn dispatch(verb: Verb) -> Result<Exit, crate::failure::Failure> {
    match verb {
        Verb::Camicia(verb) => verb.run(),
        Verb::Rullete(verb) => verb.run(),
    }
}
