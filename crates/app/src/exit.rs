//! The exit codes of the command line: a contract, listed in `docs/exit-codes.md`.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Done = 0,
    /// It ran, and the answer is no: a mismatch, or a fault under `--strict`.
    No = 1,
    /// The command line was not understood.
    Usage = 2,
    /// A file, a line or a token was not understood.
    BadInput = 3,
    /// A bug of ours.
    Bug = 70,
    /// Stopped by Ctrl-C.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
