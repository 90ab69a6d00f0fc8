//! One error of a command: what it says, the hint under it, and the exit code it leaves.

use std::fmt;
use std::io;
use std::path::Path;

use crate::exit::Exit;

/// Why a command did not end well. Printed as `error: …`, with the hint on a line of its own.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    /// The reader of our output went away: nothing is said, and the exit code is 0.
    pub(crate) quiet: bool,
}

impl Failure {
    /// The command line asks for something that does not exist.
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// A file, a line or a token is wrong; the message names it.
    pub(crate) fn bad_input(message: impl fmt::Display) -> Self {
        Self::new(Exit::BadInput, message)
    }

    /// A file that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::bad_input(format!("{}: cannot be read: {error}", path.display()))
    }

    /// Ctrl-C came before there was anything to show.
    pub(crate) fn interrupted(message: impl fmt::Display) -> Self {
        Self::new(Exit::Interrupted, message)
    }

    /// Something that cannot happen by any input: ours to mend.
    pub(crate) fn bug(message: impl fmt::Display) -> Self {
        Self::new(Exit::Bug, message)
    }

    /// Adds the line that says what to do.
    pub(crate) fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = Some(hint.to_string());
        self
    }

    fn new(exit: Exit, message: impl fmt::Display) -> Self {
        Self { exit, message: message.to_string(), hint: None, quiet: false }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

/// An error of our own output: a closed pipe ends quietly, anything else is said.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let quiet = error.kind() == io::ErrorKind::BrokenPipe;
        let exit = if quiet { Exit::Done } else { Exit::BadInput };
        Self { exit, message: format!("cannot write: {error}"), hint: None, quiet }
    }
}
