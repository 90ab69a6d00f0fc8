//! The command line: its verbs, and the way from arguments to an exit code.

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};

use crate::cmd::check::Check;
use crate::cmd::doctor::Doctor;
use crate::cmd::feed::Feed;
use crate::cmd::list::List;
use crate::cmd::log::ShowLog;
use crate::cmd::match_bots::MatchBots;
use crate::cmd::merge::Merge;
use crate::cmd::pages::{Completions, ManPage};
use crate::cmd::replay::Replay;
use crate::cmd::run::RunContest;
use crate::cmd::seal::SealContest;
use crate::cmd::serve::Serve;
use crate::cmd::work::Work;
use crate::cmd::{blackjack, camicia, new, poker, problem, rullete};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// A referee, an arena and a laboratory for programs that play cards.
#[derive(Debug, Parser)]
#[command(name = "croupier", version = env!("CROUPIER_VERSION"), about, propagate_version = true)]
#[command(
    after_help = "Examples:\n  croupier new bot --game poker anna\n  croupier match --game poker anna.py --deals 1000\n  croupier run contests/poker-league\n  croupier rullete score --explain 2D 5D JD KC AC"
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Plays a contest folder to its end and prints the standings
    Run(RunContest),
    /// Joins the parts of a contest that were played with `run --shard`
    Merge(Merge),
    /// Plays bots against each other, without a contest folder
    Match(MatchBots),
    /// Makes a bot or a contest to begin with
    #[command(subcommand)]
    New(new::Verb),
    /// Builds a bot, plays a short session, says what is wrong and how to mend it
    Check(Check),
    /// Prints a recorded match, or checks it
    Replay(Replay),
    /// Gives a bot the recorded input of a match again, for a debugger
    Feed(Feed),
    /// Prints what the bots of a match wrote to standard error
    Log(ShowLog),
    /// Lists the runs of a data folder, or the matches of a run
    List(List),
    /// Joins the work queue of other machines
    Work(Work),
    /// Shows runs, matches and bots in a browser
    Serve(Serve),
    /// Prints a commitment to a contest's seeds and rules, or checks that it is the contest that was sealed
    Seal(SealContest),
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
    /// Problem packages for other judges: made, checked, and run here
    #[command(subcommand)]
    Problem(problem::Verb),
    /// Says what this machine offers: languages of bots, each tried; cores; sandbox; processor
    Doctor(Doctor),
    /// Prints the completions for bash, zsh or fish
    Completions(Completions),
    /// Prints the manual page of croupier, or of a verb
    Man(ManPage),
}

/// Parses the arguments, runs the verb, and says what went wrong.
pub(crate) fn run() -> Exit {
    let cli = match Cli::try_parse_from(camicia::shield_deals(std::env::args_os())) {
        Ok(cli) => cli,
        Err(mut error) => {
            lead_home(&mut error);
            let asked_for = !error.use_stderr();
            let printed = error.print();
            return match printed.map_err(Failure::from) {
                _ if !asked_for => Exit::Usage,
                Ok(()) => Exit::Done,
                Err(failure) => told(&failure),
            };
        }
    };
    match dispatch(cli.verb) {
        Ok(exit) => exit,
        Err(failure) => told(&failure),
    }
}

/// A verb of a verb that was called by itself: `croupier export` means `croupier problem export`.
fn lead_home(error: &mut clap::Error) {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let command = Cli::command();
    let homes: Vec<String> = command
        .get_subcommands()
        .filter(|verb| verb.find_subcommand(word).is_some())
        .map(|verb| format!("{} {word}", verb.get_name()))
        .collect();
    if !homes.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(homes));
    }
}

/// Says why a command did not end well.
fn told(failure: &Failure) -> Exit {
    if !failure.quiet {
        output::say(failure);
    }
    failure.exit
}

fn dispatch(verb: Verb) -> Result<Exit, Failure> {
    match verb {
        Verb::Run(verb) => verb.run(),
        Verb::Merge(verb) => verb.run(),
        Verb::Match(verb) => verb.run(),
        Verb::New(verb) => verb.run(),
        Verb::Check(verb) => verb.run(),
        Verb::Replay(verb) => verb.run(),
        Verb::Feed(verb) => verb.run(),
        Verb::Log(verb) => verb.run(),
        Verb::List(verb) => verb.run(),
        Verb::Work(verb) => verb.run(),
        Verb::Serve(verb) => verb.run(),
        Verb::Seal(verb) => verb.run(),
        Verb::Blackjack(verb) => blackjack::run(verb),
        Verb::Camicia(verb) => verb.run(),
        Verb::Poker(verb) => verb.run(),
        Verb::Rullete(verb) => verb.run(),
        Verb::Problem(verb) => verb.run(),
        Verb::Doctor(verb) => verb.run(),
        Verb::Completions(verb) => verb.run(Cli::command()),
        Verb::Man(verb) => verb.run(Cli::command()),
    }
}
