//! Deals on the command line of the laboratory: hands, or the name of a deal.

use std::ffi::OsString;
use std::io::{self, Read as _};

use croupier_rules::camicia::{Deal, DealError};
use croupier_rules::card::Shown;
use croupier_solve::camicia::{DealName, NameError, PackError, State};
use thiserror::Error;

use crate::failure::Failure;

/// Why text is no deal that the laboratory takes.
#[derive(Debug, Error)]
pub(crate) enum UnreadableDeal {
    /// It looks like a name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// It is no deal.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// It is too large.
    #[error(transparent)]
    Pack(#[from] PackError),
}

/// Reads a deal, or the name of one. No deal begins with a `d`.
pub(super) fn read(text: &str) -> Result<State, UnreadableDeal> {
    let text = text.trim_ascii();
    if text.starts_with(['d', 'D']) {
        return Ok(text.parse::<DealName>()?.state());
    }
    Ok(State::of(&text.parse::<Deal>()?)?)
}

/// Reads a deal of any size, or the name of one.
pub(crate) fn read_any(text: &str) -> Result<Deal, UnreadableDeal> {
    let text = text.trim_ascii();
    if text.starts_with(['d', 'D']) {
        return Ok(text.parse::<DealName>()?.state().deal());
    }
    Ok(text.parse()?)
}

/// Reads the one deal that the words of the command line are, or the one that stands on standard input.
pub(super) fn one(words: &[OsString]) -> Result<State, Failure> {
    let text = if words.is_empty() || words == ["-"] {
        let mut text = String::new();
        io::stdin()
            .lock()
            .take(INPUT_BYTES_MAX)
            .read_to_string(&mut text)
            .map_err(|error| Failure::bad_input(format!("cannot read standard input: {error}")))?;
        text
    } else {
        words.iter().map(utf8).collect::<Result<Vec<&str>, Failure>>()?.join(" ")
    };
    read(&text).map_err(Failure::bad_input)
}

/// One deal is shorter.
const INPUT_BYTES_MAX: u64 = 1 << 16;

/// Returns a word of the command line without the blanks around it.
pub(super) fn utf8(word: &OsString) -> Result<&str, Failure> {
    let text = word.to_str().map(str::trim_ascii);
    text.ok_or_else(|| Failure::bad_input(format!("{} is not UTF-8", Shown(&word.to_string_lossy()))))
}
