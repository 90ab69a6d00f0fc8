//! A program that runs on one input after the other: in one sandbox, where a sandbox lasts.

use std::ffi::OsString;
use std::io;

use tempfile::TempDir;

use super::program::{Build, Program, Settled};
use crate::batch::{self, Bounds, Run};
use crate::bot::Launch;
use crate::sandbox::Series;
use crate::stop::Stop;

/// Where a program runs on one input after the other.
pub(super) struct Stage<'a> {
    program: &'a Program,
    build: &'a Build<'a>,
    held: Option<Held>,
}

/// A sandbox that waits for its program's next input.
pub(super) struct Held {
    pub(super) series: Series,
    pub(super) launch: Launch,
    /// Removed after the sandbox has ended.
    pub(super) _folder: TempDir,
}

impl<'a> Stage<'a> {
    pub(super) const fn new(program: &'a Program, build: &'a Build<'a>) -> Self {
        Self { program, build, held: None }
    }

    /// Runs the program on an input, with further arguments. `None`: `stop` was set meanwhile.
    ///
    /// # Errors
    /// When the system cannot start it, or the sandbox has failed.
    pub(super) fn run(
        &mut self,
        args: &[OsString],
        input: &[u8],
        bounds: &Bounds,
        stop: &Stop,
    ) -> io::Result<Option<Run>> {
        let held = match self.held.take() {
            Some(held) => Some(held),
            None => self.program.hold(bounds.memory, self.build)?,
        };
        let Some(mut held) = held else {
            let Settled { launch, folder: _folder } = self.program.settle(args, bounds.memory, self.build)?;
            return batch::run(&launch, input, bounds, stop);
        };
        let mut launch = held.launch.clone();
        launch.args.extend_from_slice(args);
        let run = batch::run_again(&mut held.series, &launch, input, bounds, stop);
        // Another is made for the next input in place of one that has failed.
        self.held = held.series.is_sound().then_some(held);
        run
    }
}
