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

    /// Adds the line that says what to do, unless a limit of the system has to be raised first.
    pub(crate) fn hint(mut self, hint: impl fmt::Display) -> Self {
        if limit_hint(&self.message).is_none() {
            self.hint = Some(hint.to_string());
        }
        self
    }

    fn new(exit: Exit, message: impl fmt::Display) -> Self {
        let message = message.to_string();
        let hint = limit_hint(&message).map(str::to_owned);
        Self { exit, message, hint, quiet: false }
    }
}

/// What to do about a limit of the system, if that is what a message is about.
fn limit_hint(message: &str) -> Option<&'static str> {
    const LIMITS: [(&str, &str); 5] = [
        ("Too many open files", "ulimit -n is the limit on open files: raise it, as by ulimit -n 1024"),
        ("No space left on device", FULL),
        ("database or disk is full", FULL),
        ("File too large", LARGE),
        // What SQLite makes of a file that may not grow.
        ("disk I/O error", LARGE),
    ];
    LIMITS.iter().find(|(said, _)| message.contains(said)).map(|&(_, hint)| hint)
}

const FULL: &str = "the disk is full: free space, and the same command goes on";
const LARGE: &str =
    "ulimit -f is the limit on the length of files, if one is set: raise it, and the same command goes on";

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
        Self { quiet, ..Self::new(exit, format!("cannot write: {error}")) }
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;

    #[test]
    fn a_limit_of_the_system_is_told_before_all_else() {
        let said = Failure::bad_input("no sandbox works: Too many open files (os error 24)").hint("sysctl");
        assert!(said.hint.is_some_and(|hint| hint.starts_with("ulimit -n")));
        assert_eq!(Failure::bad_input("no sandbox works").hint("sysctl").hint.as_deref(), Some("sysctl"));
        let full = Failure::bad_input("croupier.db: database or disk is full");
        assert!(full.hint.is_some_and(|hint| hint.contains("free space")));
    }
}
