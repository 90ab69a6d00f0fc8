//! One table of a file: the keys that are asked for, and those that nobody knows.

use std::cell::RefCell;

use toml::Spanned;
use toml::de::DeTable;

use super::Value;
use super::file::ConfigFile;
use crate::suggestion::{alternatives, nearest};

/// One table of a file.
#[derive(Debug)]
pub(crate) struct Section<'f> {
    file: &'f ConfigFile<'f>,
    /// How messages name the section: empty for the top, else ` in [rules]`.
    place: String,
    /// Where the section begins; the top of a file begins nowhere.
    line: Option<usize>,
    table: &'f DeTable<'f>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'f> Section<'f> {
    /// The top of a file.
    pub(super) fn of_file(file: &'f ConfigFile<'f>, table: &'f Spanned<DeTable<'f>>) -> Self {
        Self::new(file, String::new(), None, table.get_ref())
    }

    /// A table inside a file; `name` is what messages call it.
    pub(super) fn new(
        file: &'f ConfigFile<'f>,
        place: String,
        line: Option<usize>,
        table: &'f DeTable<'f>,
    ) -> Self {
        Self { file, place, line, table, asked: RefCell::default() }
    }

    /// Reads the section by a function that asks for its keys, then reports those it did not ask for.
    pub(super) fn read<T>(self, keys: impl FnOnce(&Self) -> T) -> T {
        let result = keys(&self);
        self.report_unknown_keys();
        result
    }

    /// The value of a key, if the section has it.
    pub(crate) fn get(&self, key: &'static str) -> Option<Value<'f>> {
        self.asked.borrow_mut().push(key);
        let (spelled, value) = self.table.iter().find(|(spelled, _)| spelled.get_ref() == key)?;
        let line = self.file.line_of(spelled);
        Some(Value::new(self.file, format!("`{key}`{}", self.place), line, value.get_ref()))
    }

    /// The value of a key that the section must have: `what` says what is expected.
    pub(crate) fn required(&self, key: &'static str, what: &str) -> Option<Value<'f>> {
        let value = self.get(key);
        if value.is_none() {
            self.file.report(self.line, format!("`{key}`{} is missing: expected {what}", self.place));
        }
        value
    }

    /// Reports something about the section as a whole.
    pub(crate) fn report(&self, what: &str) {
        self.file.report(self.line, what.to_owned());
    }

    fn report_unknown_keys(&self) {
        let asked = self.asked.borrow();
        for (spelled, _) in self.table {
            let key = spelled.get_ref().as_ref();
            if asked.contains(&key) {
                continue;
            }
            let advice = match nearest(key, asked.iter().copied()) {
                Some(right) => format!("; did you mean `{right}`?"),
                None if asked.is_empty() => String::new(),
                None => format!(": expected {}", alternatives(asked.iter().map(|key| format!("`{key}`")))),
            };
            let key = key.escape_debug();
            self.file.report(
                Some(self.file.line_of(spelled)),
                format!("unknown key `{key}`{}{advice}", self.place),
            );
        }
    }
}
