//! A file while it is read: its text, and what is wrong with it so far.

use std::cell::RefCell;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::DeTable;

use super::Section;
use crate::problem::{Problem, Problems};

/// A file while it is read.
#[derive(Debug)]
pub(crate) struct ConfigFile<'t> {
    path: PathBuf,
    text: &'t str,
    problems: RefCell<Vec<Problem>>,
}

/// Reads a file's bytes by a function that asks the top section for its keys.
///
/// The function gives `None` when a value that it cannot do without is missing or wrong; that has
/// been written down by then.
pub(crate) fn read<T>(
    path: &Path,
    bytes: &[u8],
    of_top: impl FnOnce(&Section<'_>) -> Option<T>,
) -> Result<T, Problems> {
    let text = decode(bytes).map_err(|(line, what)| {
        let problem = Problem { file: path.to_owned(), line, what };
        Problems::found(vec![problem]).expect("one problem was given")
    })?;
    let file = ConfigFile { path: path.to_owned(), text, problems: RefCell::default() };
    let (table, faults) = DeTable::parse_recoverable(text);
    for fault in faults {
        let mut what = fault.message().trim_end().to_owned();
        if what == "duplicate key" {
            what = format!("`{}` is given twice", &text[fault.span().unwrap_or_default()]);
        }
        file.report(Some(file.line(fault.span().unwrap_or_default())), what);
    }
    let broken: Vec<Option<usize>> = file.problems.borrow().iter().map(|problem| problem.line).collect();
    let result = Section::of_file(&file, &table).read(of_top);
    let mut problems = file.problems.into_inner();
    let mut seen = 0;
    problems.retain(|problem| {
        seen += 1;
        // What is read from a broken line, or missed because of one, is no news.
        seen <= broken.len()
            || broken.is_empty()
            || !(problem.line.is_none() || broken.contains(&problem.line))
    });
    match Problems::found(problems) {
        Some(problems) => Err(problems),
        None => Ok(result.expect("a reader without a result has reported a problem")),
    }
}

impl ConfigFile<'_> {
    /// Writes down a problem.
    pub(super) fn report(&self, line: Option<usize>, what: String) {
        self.problems.borrow_mut().push(Problem { file: self.path.clone(), line, what });
    }

    /// The line where a span begins, counted from 1.
    pub(super) fn line(&self, span: Range<usize>) -> usize {
        line_at(self.text.as_bytes(), span.start)
    }

    /// The line where a value begins, counted from 1.
    pub(super) fn line_of<T>(&self, spanned: &Spanned<T>) -> usize {
        self.line(spanned.span())
    }
}

/// The line of a byte, counted from 1.
fn line_at(text: &[u8], at: usize) -> usize {
    text[..at.min(text.len())].split(|&byte| byte == b'\n').count()
}

/// UTF-8 text without its byte order mark. The mark of UTF-16 is named.
///
/// # Errors
/// The line, from 1, and what is wrong with it.
pub(crate) fn decode(bytes: &[u8]) -> Result<&str, (Option<usize>, String)> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err((None, "this is UTF-16 text: save it as UTF-8".to_owned()));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let what = format!("this is not UTF-8 text: found the byte 0x{:02X}; save it as UTF-8", bytes[at]);
        (Some(line_at(bytes, at)), what)
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
