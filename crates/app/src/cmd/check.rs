//! `croupier check BOT`: builds a bot, plays a short session with it, and says what is wrong.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use clap::builder::ValueParser;
use croupier_arena::cores;
use croupier_arena::entrant;
use croupier_arena::game_kind::GameKind;
use croupier_arena::run::Progress;
use croupier_rules::verdict::Verdict;

use super::run::watch;
use crate::duel::{self, SEED_MAX};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::stop_flag;
use crate::output;
use crate::progress::ProgressLine;
use crate::session::{self, Session};

/// Builds a bot, plays a short session against built-in players, and says what is wrong and how to mend
/// it. Ends with 1 if anything is.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier check anna.py --game poker
  croupier check counter.cpp --game blackjack

Poker: 50 deals in each of the six orders of seats, against house:odds and house:random. Blackjack: ten \
short evenings. Rullete and Camicia: 16 tests of our own. The bot runs in a sandbox, as in a contest. Nothing is kept.")]
pub(crate) struct Check {
    /// The bot's file or folder.
    #[arg(value_name = "BOT")]
    bot: PathBuf,
    /// The game: blackjack, camicia, rullete or poker.
    #[arg(long, value_name = "GAME", value_parser = ValueParser::new(duel::game))]
    game: GameKind,
    /// All chance of the session comes from it.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=SEED_MAX))]
    seed: u64,
    /// The bot is your own: run it without a sandbox.
    #[arg(long)]
    trust: bool,
    /// One line of JSON.
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let entrant = entrant::find_one(&self.bot, self.game).map_err(Failure::bad_input)?;
        let contest = session::usual(self.game, self.seed);
        let stop = stop_flag()?;
        let mut progress = ProgressLine::new(true);
        let session =
            Session::play(entrant, &contest, self.trust, cores::available().len(), &stop, &mut |event| {
                // Why the bot is not seated is the answer itself.
                if !matches!(event, Progress::NotSeated { .. }) {
                    watch(&mut progress, event);
                }
            });
        progress.end();
        let session = session?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        let mut out = output::answer();
        if self.json {
            writeln!(out, "{}", session.json())?;
        } else {
            session.print(&mut out, self.game)?;
        }
        out.flush()?;
        Ok(if session.verdict() == Verdict::Ok { Exit::Done } else { Exit::No })
    }
}
