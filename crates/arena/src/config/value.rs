//! One value of a file, asked for its meaning.

use std::ops::RangeInclusive;

use toml::de::DeValue;

use super::file::ConfigFile;
use super::{Section, quantity};
use crate::suggestion::{alternatives, nearest};

/// One value of a file.
#[derive(Clone, Debug)]
pub(crate) struct Value<'f> {
    file: &'f ConfigFile<'f>,
    /// How messages name the value: `` `order` in [rules] ``.
    name: String,
    line: usize,
    content: &'f DeValue<'f>,
}

/// How much of a wrong string is shown, in characters.
const SHOWN_CHARS: usize = 60;

impl<'f> Value<'f> {
    pub(super) fn new(file: &'f ConfigFile<'f>, name: String, line: usize, content: &'f DeValue<'f>) -> Self {
        Self { file, name, line, content }
    }

    /// Any string.
    pub(crate) fn string(&self) -> Option<&'f str> {
        let text = self.content.as_str();
        if text.is_none() {
            self.expected("a string");
        }
        text
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&self) -> Option<bool> {
        let truth = self.content.as_bool();
        if truth.is_none() {
            self.expected("true or false");
        }
        truth
    }

    /// A whole number in the range; `note` is added to the message about one that is not.
    pub(crate) fn integer(&self, range: RangeInclusive<i64>, note: &str) -> Option<i64> {
        let number = self
            .content
            .as_integer()
            .and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok())
            .filter(|number| range.contains(number));
        if number.is_none() {
            let (least, most) = (range.start(), range.end());
            self.expected(&format!("a whole number from {least} to {most}{note}"));
        }
        number
    }

    /// One of a few numbers.
    pub(crate) fn integer_among(&self, numbers: &[i64]) -> Option<i64> {
        let found = self.content.as_integer();
        let found = found.and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        let number = found.filter(|number| numbers.contains(number));
        if number.is_none() {
            self.expected(&alternatives(numbers));
        }
        number
    }

    /// One of the words, each with what it means.
    pub(crate) fn choice<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let found = self.content.as_str();
        if let Some(&(_, meaning)) = words.iter().find(|(word, _)| Some(*word) == found) {
            return Some(meaning);
        }
        self.expected_word(words.iter().map(|&(word, _)| word));
        None
    }

    /// A time in milliseconds: a number of seconds, or a string with a unit.
    pub(crate) fn milliseconds(&self, range: RangeInclusive<u64>) -> Option<u64> {
        self.quantity(&quantity::TIME, range)
    }

    /// A size in bytes: a number of bytes, or a string with a unit.
    pub(crate) fn bytes(&self, range: RangeInclusive<u64>) -> Option<u64> {
        self.quantity(&quantity::SIZE, range)
    }

    /// The items of a list; `what` says what is expected.
    pub(crate) fn items(&self, what: &str) -> Option<Vec<Self>> {
        let Some(array) = self.content.as_array() else {
            self.expected(what);
            return None;
        };
        let item = |(at, value): (usize, &'f toml::Spanned<DeValue<'f>>)| {
            let name = format!("item {} of {}", at + 1, self.name);
            Self::new(self.file, name, self.file.line_of(value), value.get_ref())
        };
        Some(array.iter().enumerate().map(item).collect())
    }

    /// Reads a table by a function that asks for its keys; `title` is what messages call it.
    pub(crate) fn section<T>(&self, title: &str, keys: impl FnOnce(&Section<'f>) -> T) -> Option<T> {
        let Some(table) = self.content.as_table() else {
            self.expected(&format!("a section {title}"));
            return None;
        };
        let section = Section::new(self.file, format!(" in {title}"), Some(self.line), table);
        Some(section.read(keys))
    }

    /// The string that the value is, if it is one.
    pub(crate) fn as_string(&self) -> Option<&'f str> {
        self.content.as_str()
    }

    /// Whether the value is this string.
    pub(crate) fn is_string(&self, text: &str) -> bool {
        self.content.as_str() == Some(text)
    }

    /// Whether the value is a table.
    pub(crate) fn is_table(&self) -> bool {
        self.content.is_table()
    }

    /// Whether the value is a list.
    pub(crate) fn is_list(&self) -> bool {
        self.content.is_array()
    }

    /// Reports that the value is none of the words, with the one that was probably meant.
    pub(crate) fn expected_word<'w>(&self, words: impl IntoIterator<Item = &'w str>) {
        let words: Vec<&str> = words.into_iter().collect();
        let expected = alternatives(words.iter().map(|word| format!("\"{word}\"")));
        let meant = self.content.as_str().and_then(|found| nearest(found, words));
        let advice = meant.map(|right| format!("; did you mean \"{right}\"?")).unwrap_or_default();
        self.report(&format!("expected {expected}, found {}{advice}", self.found()));
    }

    /// Reports that something else was expected.
    pub(crate) fn expected(&self, what: &str) {
        self.report(&format!("expected {what}, found {}", self.found()));
    }

    /// Reports something about the value.
    pub(crate) fn report(&self, what: &str) {
        self.file.report(Some(self.line), format!("{}: {what}", self.name));
    }

    fn quantity(&self, measure: &quantity::Measure, range: RangeInclusive<u64>) -> Option<u64> {
        let amount = match self.content {
            DeValue::String(text) => measure.read(text),
            DeValue::Integer(number) if number.radix() == 10 => measure.of_plain(number.as_str()),
            DeValue::Float(number) => measure.of_plain(number.as_str()),
            DeValue::Integer(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => None,
        };
        let amount = amount.filter(|amount| range.contains(amount));
        if amount.is_none() {
            let (least, most) = (measure.write(*range.start()), measure.write(*range.end()));
            self.expected(&format!("{} from {least} to {most}", measure.what));
        }
        amount
    }

    /// The value as the message about it shows it.
    fn found(&self) -> String {
        match self.content {
            DeValue::String(text) if text.chars().count() > SHOWN_CHARS => {
                let shown: String = text.chars().take(SHOWN_CHARS).collect();
                format!("\"{}…\"", shown.escape_debug())
            }
            DeValue::String(text) => format!("\"{}\"", text.escape_debug()),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            DeValue::Boolean(truth) => truth.to_string(),
            DeValue::Datetime(time) => format!("the date {time}"),
            DeValue::Array(items) => match items.len() {
                0 => "an empty list".to_owned(),
                1 => "a list of one".to_owned(),
                many => format!("a list of {many}"),
            },
            DeValue::Table(_) => "a section".to_owned(),
        }
    }
}
