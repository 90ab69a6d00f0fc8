//! Settings in YAML, read into plain types. What is wrong is said in our words, with the line: the library's own
//! messages speak of its types.

use croupier_rules::unseen::written_out;
use serde::de::DeserializeOwned;
use serde_saphyr::Error;

/// Characters of a line that a message shows.
const SHOWN_CHARS_MAX: usize = 60;

/// What is wrong with settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// The line, from 1, where one can be named.
    pub(super) line: Option<usize>,
    /// What was expected and what was found.
    pub(super) what: String,
}

impl From<String> for Wrong {
    fn from(what: String) -> Self {
        Self { line: None, what }
    }
}

/// Reads settings; those of an empty text are what nobody states.
///
/// # Errors
/// What is wrong with them.
pub(super) fn read<T: DeserializeOwned + Default>(text: &str) -> Result<T, Wrong> {
    if text.trim().is_empty() {
        return Ok(T::default());
    }
    serde_saphyr::from_str(text).map_err(|error| wrong(error.without_snippet(), text))
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library has sixty errors, and most are of its making"
)]
fn wrong(error: &Error, text: &str) -> Wrong {
    let line = error.location().and_then(|at| usize::try_from(at.line()).ok()).filter(|&line| line > 0);
    // What is wrong where an alias stands is wrong with what it stands for.
    let error = if let Error::AliasError { error, .. } = error { error.without_snippet() } else { error };
    let found = line.and_then(|line| text.lines().nth(line - 1)).unwrap_or_default();
    if let Error::DuplicateMappingKey { key: Some(key), .. } = error {
        let key = written_out(key.chars());
        return Wrong { line, what: format!("the key `{key}` is given twice: leave one of them out") };
    }
    if matches!(error, Error::MultipleDocuments { .. }) {
        return Wrong { line, what: "expected one document, found several: `---` begins another".to_owned() };
    }
    let is_too_much = matches!(
        error,
        Error::Budget { .. }
            | Error::AliasReplayCounterOverflow { .. }
            | Error::AliasReplayLimitExceeded { .. }
            | Error::AliasExpansionLimitExceeded { .. }
            | Error::AliasReplayStackDepthExceeded { .. }
    );
    if is_too_much {
        let what = "expected the settings of a problem, found more than such a file holds".to_owned();
        return Wrong { line, what };
    }
    let expected = match error {
        Error::UnknownAnchor { .. } | Error::RecursiveReferencesRequireWeakTypes { .. } => {
            "an alias `*name` of an anchor `&name` that stands before it".to_owned()
        }
        Error::InvalidBinaryBase64 { .. }
        | Error::BinaryNotUtf8 { .. }
        | Error::TaggedScalarCannotDeserializeIntoString { .. }
        | Error::UnsupportedTag { .. } => "a plain value, without a tag such as `!!binary`".to_owned(),
        Error::NullIntoString { .. } => expected_by("string"),
        Error::InvalidBooleanStrict { .. } => expected_by("bool"),
        Error::SerdeInvalidType { expected, .. }
        | Error::SerdeInvalidValue { expected, .. }
        | Error::SerdeInvalidLength { expected, .. } => expected_by(expected),
        Error::InvalidScalar { ty, .. } => expected_by(ty),
        Error::Unexpected { expected, .. } => expected_by(expected),
        // What an enum of ours expects.
        Error::Message { msg, .. } | Error::ExternalMessage { msg, .. } if msg.starts_with(OURS) => {
            msg.trim_start_matches(OURS).to_owned()
        }
        _ => {
            return Wrong {
                line,
                what: format!("expected YAML, a line `key: value` for each setting, {}", found_in(found)),
            };
        }
    };
    Wrong { line, what: format!("expected {expected}, {}", found_in(found)) }
}

/// What messages of our types begin with.
pub(super) const OURS: &str = "expected ";

/// What the library's word for a type means.
fn expected_by(word: &str) -> String {
    match word {
        "u64" | "u32" | "u16" | "u8" | "usize" => "a whole number, 0 or more",
        "i64" | "i32" | "i16" | "i8" | "isize" | "an integer" => "a whole number",
        "bool" | "boolean" => "true or false",
        "sequence start" | "seq" => "a list",
        "f32" | "f64" | "floating point" => "a number",
        "scalar" | "string scalar" | "value" | "single YAML node" => "one value",
        "string" => "a text",
        "mapping start" | "map" => "keys with values, a line `key: value` each",
        other => other,
    }
    .to_owned()
}

/// A line, and what often is the matter with it.
fn found_in(line: &str) -> String {
    let shown: String = line.trim().chars().take(SHOWN_CHARS_MAX).collect();
    let count = |sign: char| line.matches(sign).count();
    let cut = if shown.len() < line.trim().len() { "…" } else { "" };
    let mend = if line.trim_start_matches(' ').starts_with('\t') {
        ": indent by blanks, YAML takes no tabs"
    } else if line.matches(": ").count() > 1 && !line.contains(['{', '"', '\'']) {
        ": put a value that has a colon in it in quotation marks"
    } else if count('{') != count('}') || count('[') != count(']') || count('"') % 2 == 1 {
        ": is a bracket or a quotation mark left open?"
    } else {
        ""
    };
    format!("found `{}{cut}`{mend}", written_out(shown.chars()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Wrong, read};

    fn said(text: &str) -> (Option<usize>, String) {
        let Wrong { line, what } = read::<BTreeMap<String, u64>>(text).unwrap_err();
        (line, what)
    }

    #[test]
    fn what_is_wrong_is_told_by_its_line_and_how_to_mend_it() {
        for (text, line, end) in [
            ("a: 1\nb: much", 2, "expected a whole number, 0 or more, found `b: much`"),
            ("a: 1\na: 2", 2, "the key `a` is given twice: leave one of them out"),
            ("[1]", 1, "expected keys with values, a line `key: value` each, found `[1]`"),
            ("a: b: c", 1, "found `a: b: c`: put a value that has a colon in it in quotation marks"),
            ("a: {b: 1", 1, "found `a: {b: 1`: is a bracket or a quotation mark left open?"),
            ("a: 1\n---\nb: 2", 3, "expected one document, found several: `---` begins another"),
            (
                "a: *b",
                1,
                "expected an alias `*name` of an anchor `&name` that stands before it, found `a: *b`",
            ),
            ("a: [1, 2]", 1, "expected one value, found `a: [1, 2]`"),
            ("a: \"x", 1, "found `a: \"x`: is a bracket or a quotation mark left open?"),
        ] {
            let (found, what) = said(text);
            assert!(found == Some(line) && what.ends_with(end), "{text}: {found:?} {what}");
        }
        let Wrong { line, what } = read::<BTreeMap<String, String>>("a: b\nc: !!binary ab").unwrap_err();
        assert_eq!(line, Some(2));
        assert_eq!(what, "expected a plain value, without a tag such as `!!binary`, found `c: !!binary ab`");
        let Wrong { line, what } = read::<BTreeMap<String, bool>>("a: 3").unwrap_err();
        assert_eq!((line, what.as_str()), (Some(1), "expected true or false, found `a: 3`"));
        let Wrong { line, what } = read::<BTreeMap<String, Vec<u16>>>("a: 3").unwrap_err();
        assert_eq!((line, what.as_str()), (Some(1), "expected a list, found `a: 3`"));
        let triple = |level: usize| format!("a{level}: &a{level} [*a{0}, *a{0}, *a{0}]", level - 1);
        let bomb: Vec<String> = std::iter::once("a0: &a0 1".to_owned()).chain((1..20).map(triple)).collect();
        let Wrong { what, .. } = read::<serde_json::Value>(&bomb.join("\n")).unwrap_err();
        assert_eq!(what, "expected the settings of a problem, found more than such a file holds");
        let long = said(&format!("a: {}", "x".repeat(1_000))).1;
        assert!(long.ends_with("xx…`") && long.len() < 150, "{long}");
        let unseen = said("a: \u{202e}x").1;
        assert!(unseen.contains("\\u{202e}"), "{unseen}");
        assert_eq!(read::<BTreeMap<String, u64>>(" \n").unwrap(), BTreeMap::new());
    }
}
