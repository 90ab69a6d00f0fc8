//! When a long search writes its files, and what it says when the disk is full.

use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::progress::ProgressLine;

/// How often the files are written: what a kill can cost.
const EVERY: Duration = Duration::from_secs(2);

/// The saves of a search that runs. One that fails costs nothing: the old files stay whole, the search goes on, and
/// tries again.
pub(super) struct Saves {
    last: Option<Instant>,
    is_failing: bool,
}

impl Saves {
    /// Returns those of a search that begins.
    pub(super) const fn new() -> Self {
        Self { last: None, is_failing: false }
    }

    /// Says whether it is time for another: for the first as soon as there is something to save.
    pub(super) fn are_due(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() >= EVERY)
    }

    /// Takes what came of one. The first failure is told, those after it are not, until a save succeeds.
    pub(super) fn take(&mut self, saved: Result<(), Failure>, line: &mut ProgressLine) {
        self.last = Some(Instant::now());
        if let Err(Failure { message, .. }) = &saved
            && !self.is_failing
        {
            line.note(format_args!("warning: {message}; the search goes on, and tries again"));
        }
        self.is_failing = saved.is_err();
    }
}
