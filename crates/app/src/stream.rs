//! A stream of questions, one a line: good lines are answered in place, bad ones are said and counted.
//!
//! The contract of DESIGN's command line: with `--json` a bad line gives `{"line":3,"error":"…"}`, otherwise an
//! empty line; all bad lines are listed on standard error; the exit code is 3 when there was one. Empty lines are
//! skipped. Input without any line is a warning.

use std::fmt::{self, Display};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Lines;
use crate::output::{self, Answer};

/// More bad lines than this are counted, and not listed one by one.
const LISTED_MAX: u64 = 1000;

/// Where questions come from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A file, or standard input by the name `-`.
    File(PathBuf),
    /// The command line itself, one question an argument.
    Arguments(Vec<String>),
}

impl Source {
    /// Standard input.
    pub(crate) fn standard_input() -> Self {
        Self::File(PathBuf::from("-"))
    }
}

/// What was answered at once, from the front of what is unread: whole lines with their ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bulk {
    pub(crate) bytes: usize,
    pub(crate) lines: u64,
}

/// Answers every line of a source.
///
/// `read` understands a line, or says what is wrong with it; `answer` writes the answer, its last newline included.
pub(crate) fn answer_each<Q, E: Display>(
    source: &Source,
    json: bool,
    read: impl FnMut(&str) -> Result<Q, E>,
    answer: impl FnMut(Q, &mut Answer) -> io::Result<()>,
) -> Result<Exit, Failure> {
    answer_in_bulk(source, json, |_, _| Ok(Bulk::default()), read, answer)
}

/// Answers every line of a source, many at a time where that is possible.
///
/// `bulk` is shown what is read of a file and not answered yet, and may answer lines from its front, as `read` and
/// `answer` would; the next line is theirs.
pub(crate) fn answer_in_bulk<Q, E: Display>(
    source: &Source,
    json: bool,
    mut bulk: impl FnMut(&[u8], &mut Answer) -> io::Result<Bulk>,
    mut read: impl FnMut(&str) -> Result<Q, E>,
    mut answer: impl FnMut(Q, &mut Answer) -> io::Result<()>,
) -> Result<Exit, Failure> {
    let mut out = output::answer();
    let mut bad = BadLines { json, count: 0 };
    match source {
        Source::Arguments(questions) => {
            for (number, question) in (1..).zip(questions) {
                let place = if questions.len() == 1 { String::new() } else { format!("argument {number}: ") };
                match read(question) {
                    Ok(question) => answer(question, &mut out)?,
                    Err(error) => bad.note(number, &place, &error, &mut out)?,
                }
            }
        }
        Source::File(path) => {
            if *path == Path::new("-") && io::stdin().is_terminal() {
                output::say("reading from the keyboard, one a line; Ctrl-D ends");
            }
            let mut lines = Lines::open(path)?;
            let name = lines.name().to_string();
            let mut is_empty = true;
            loop {
                let Bulk { bytes, lines: answered } = bulk(lines.unread(), &mut out)?;
                lines.skip(bytes, answered);
                is_empty &= answered == 0;
                if lines.must_read() {
                    out.flush()?;
                }
                let Some(line) = lines.next()? else { break };
                let place = Place { name: &name, line: line.number };
                match line.text.map(str::trim_ascii) {
                    Ok("") => continue,
                    Ok(question) => match read(question) {
                        Ok(question) => answer(question, &mut out)?,
                        Err(error) => bad.note(line.number, &place, &error, &mut out)?,
                    },
                    Err(fault) => bad.note(line.number, &place, &fault, &mut out)?,
                }
                is_empty = false;
            }
            if is_empty {
                output::say(format_args!("warning: {name} is empty: nothing to answer"));
            }
        }
    }
    out.flush()?;
    Ok(bad.exit())
}

/// Where a bad line stands; displays as what comes before the message.
struct Place<'a> {
    name: &'a str,
    line: u64,
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: ", self.name, self.line)
    }
}

/// The bad lines so far.
struct BadLines {
    json: bool,
    count: u64,
}

impl BadLines {
    /// Says what is wrong, and puts what stands for the answer in its place.
    fn note(
        &mut self,
        number: u64,
        place: &dyn Display,
        error: &dyn Display,
        out: &mut Answer,
    ) -> io::Result<()> {
        self.count += 1;
        if self.count <= LISTED_MAX {
            output::say(format_args!("error: {place}{error}"));
        }
        if self.json {
            write!(out, "{}", json!({"line": number, "error": error.to_string()}))?;
        }
        writeln!(out)
    }

    fn exit(&self) -> Exit {
        if self.count == 0 {
            return Exit::Done;
        }
        if self.count > LISTED_MAX {
            output::say(format_args!("error: {} bad lines; the first {LISTED_MAX} are listed", self.count));
        } else if self.count > 1 {
            output::say(format_args!("error: {} bad lines", self.count));
        }
        Exit::BadInput
    }
}
