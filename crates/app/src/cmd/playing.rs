//! The options of verbs that play whole runs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::ValueParser;
use croupier_arena::cores;

use crate::duel;

/// Where results go, how many matches are played at a time, and what is said.
#[derive(Debug, Args)]
pub(super) struct Playing {
    /// The folder of all results.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
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
}
