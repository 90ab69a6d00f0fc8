//! The only place that prints: the answer to standard output, the talk to standard error.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

use croupier_rules::unseen::lines_written_out;
use serde::Serialize;

/// Standard output, locked and buffered: the answer of a command.
pub(crate) type Answer = BufWriter<StdoutLock<'static>>;

/// Opens standard output for a command's answer.
pub(crate) fn answer() -> Answer {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Gives the answer of a command: as one line of JSON, or as text for people.
///
/// # Errors
/// When standard output cannot be written to.
pub(crate) fn give<A: Serialize>(
    what: &A,
    as_json: bool,
    text: impl FnOnce(&A, &mut Answer) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = answer();
    if as_json {
        write_json(what, &mut out)?;
    } else {
        text(what, &mut out)?;
    }
    out.flush()
}

/// Writes an answer as one line of JSON.
pub(crate) fn write_json(answer: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

/// Says something on standard error: a warning, an error, progress. It may quote what a bot or a file says, which
/// is shown to a terminal and not obeyed.
pub(crate) fn say(what: impl fmt::Display) {
    // When standard error is closed there is nobody left to tell.
    let _unread = writeln!(io::stderr().lock(), "{}", lines_written_out(&what.to_string()));
}

/// Shows a prompt on standard error and leaves the cursor behind it.
pub(crate) fn prompt(text: &str) {
    let mut stderr = io::stderr().lock();
    let _unread = write!(stderr, "{text} ").and_then(|()| stderr.flush());
}

/// Passes a bot's log on to standard error, as it is.
pub(crate) fn pass_on(log: &[u8]) {
    let _unread = io::stderr().lock().write_all(log);
}
