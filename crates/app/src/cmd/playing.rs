//! The options of verbs that play whole runs.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use clap::builder::ValueParser;
use croupier_arena::cores;
use croupier_arena::run::Outcome;
use croupier_arena::stop::Stop;
use croupier_rules::verdict::Verdict;

use crate::counted::counted;
use crate::duel;
use crate::exit::Exit;
use crate::output;

/// The folder of all results, if none is named.
pub(super) const DATA: &str = "croupier-data";

/// Where results go, how many matches are played at a time, and what is said.
#[derive(Debug, Args)]
pub(super) struct Playing {
    /// The folder of all results.
    #[arg(long, value_name = "DIR", default_value = DATA)]
    pub(super) data: PathBuf,
    /// Matches at a time [default: the cores of this machine].
    #[arg(long, value_name = "N", value_parser = ValueParser::new(duel::jobs))]
    jobs: Option<NonZeroUsize>,
    /// End with 1 if any bot has committed a fault.
    #[arg(long)]
    pub(super) strict: bool,
    /// One line of JSON.
    #[arg(long)]
    pub(super) json: bool,
    /// No progress and no notes on standard error.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl Playing {
    /// Matches at a time.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(|| cores::available().len(), NonZeroUsize::get)
    }

    /// How a run has ended; that it was stopped is said.
    pub(super) fn exit(&self, outcome: &Outcome, stop: &Stop) -> Exit {
        let has_faults = outcome.rows.iter().any(|row| row.verdict != Verdict::Ok);
        if stop.load(Ordering::Relaxed) && outcome.done < outcome.matches {
            output::say(format_args!(
                "stopped after {} of {}; the same command goes on",
                outcome.done,
                counted(outcome.matches, "match")
            ));
            Exit::Interrupted
        } else if self.strict && has_faults {
            Exit::No
        } else {
            Exit::Done
        }
    }
}
