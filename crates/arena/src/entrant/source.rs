//! What can be told from a source: its language, and the names that it defines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A language that sources of entrants may be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// `.c`, `.c11`
    C,
    /// `.cc`, `.cpp`, `.cxx`
    Cpp,
    /// `.rs`
    Rust,
    /// `.py`
    Python,
    /// `.java`
    Java,
}

/// The languages of the statement's three functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CFamily {
    /// C.
    C,
    /// C++.
    Cpp,
}

impl Language {
    /// The suffixes, for messages.
    pub(super) const SUFFIXES: &'static str = ".c, .c11, .cc, .cpp, .cxx, .java, .py or .rs";

    /// The language of a file, by its suffix.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "c" | "c11" => Some(Self::C),
            "cc" | "cpp" | "cxx" => Some(Self::Cpp),
            "rs" => Some(Self::Rust),
            "py" => Some(Self::Python),
            "java" => Some(Self::Java),
            _ => None,
        }
    }
}

impl CFamily {
    /// C or C++, if the language is one of them.
    pub const fn of(language: Language) -> Option<Self> {
        match language {
            Language::C => Some(Self::C),
            Language::Cpp => Some(Self::Cpp),
            Language::Rust | Language::Python | Language::Java => None,
        }
    }
}

/// Whether a file is a module in WebAssembly, by its suffix.
pub(super) fn is_module(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix == "wasm")
}

/// Whether a file is a header, by its suffix.
pub(super) fn is_header(path: &Path) -> bool {
    matches!(path.extension().and_then(|suffix| suffix.to_str()), Some("h" | "hh" | "hpp" | "hxx"))
}

/// The files that a C or C++ text includes by a name in quotes.
pub(super) fn quoted_includes(text: &[u8]) -> impl Iterator<Item = PathBuf> {
    text.split(|&byte| byte == b'\n').filter_map(|line| {
        let line = std::str::from_utf8(line).ok()?.trim_start();
        let rest = line.strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let (name, _) = rest.strip_prefix('"')?.split_once('"')?;
        Some(PathBuf::from(name))
    })
}

/// Names in a C or C++ text that an opening parenthesis follows: functions defined, declared and
/// called. Comments and literals are left out.
pub(super) fn function_names(text: &[u8]) -> BTreeSet<String> {
    let text = without_comments(text);
    let mut names = BTreeSet::new();
    let mut word = String::new();
    let mut ended = false;
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' {
            if ended {
                word.clear();
            }
            ended = false;
            word.push(c);
        } else if c.is_whitespace() {
            ended = true;
        } else {
            if c == '(' && !word.is_empty() {
                names.insert(std::mem::take(&mut word));
            }
            word.clear();
        }
    }
    names
}

/// The text with each comment and each literal replaced by a blank.
pub(super) fn without_comments(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut rest = text.as_ref();
    let mut plain = String::with_capacity(rest.len());
    while let Some(at) = rest.find(['/', '"', '\'']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if rest.starts_with('/') || is_digit_separator(&plain, rest) {
            1
        } else {
            literal_length(rest)
        };
        plain.push(if length == 1 { '/' } else { ' ' });
        rest = &rest[length..];
    }
    plain + rest
}

/// Whether the quote stands inside a number, as in `1'000'000`.
fn is_digit_separator(before: &str, rest: &str) -> bool {
    rest.starts_with('\'') && before.ends_with(|c: char| c.is_ascii_hexdigit())
}

/// The length of the literal that begins the text, up to its end or that of its line.
fn literal_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != bytes[0] && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    let mut end = (at + 1).min(bytes.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    end
}

/// Whether a Python text is the function form of Camicia: it defines `simulate_game` at the start of a
/// line, and does not read standard input itself. If it defines no such function, the one whose name
/// differs only in case and underscores.
pub(super) fn simulates(text: &[u8]) -> Result<bool, String> {
    let text = String::from_utf8_lossy(text);
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let mut almost = None;
    for line in text.split(['\n', '\r']) {
        let Some(rest) = line.strip_prefix("def").filter(|rest| rest.starts_with([' ', '\t'])) else {
            continue;
        };
        let name = rest.split('(').next().unwrap_or_default().trim();
        if name == SIMULATE {
            return Ok(!reads_input(&text));
        }
        if plain(name) == plain(SIMULATE) {
            almost.get_or_insert_with(|| name.to_owned());
        }
    }
    match almost {
        Some(almost) if !reads_input(&text) => Err(almost),
        _ => Ok(false),
    }
}

/// The function of statement 001's exercise.
pub(super) const SIMULATE: &str = "simulate_game";

/// Whether the words `input` or `stdin` stand anywhere in a Python text but in a comment.
fn reads_input(text: &str) -> bool {
    let code = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let mut words = code.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    words.any(|word| word == "input" || word == "stdin")
}

/// Whether a Python text has `class Player` at the start of a line; if not, the class that differs
/// from it only in case.
pub(super) fn player_class(text: &[u8]) -> Result<(), Option<String>> {
    let text = String::from_utf8_lossy(text);
    // Some editors put a byte order mark first, and Python takes it.
    let text = text.trim_start_matches('\u{feff}');
    let mut almost = None;
    for line in text.split(['\n', '\r']) {
        let Some(rest) = line.strip_prefix("class").filter(|rest| rest.starts_with([' ', '\t'])) else {
            continue;
        };
        let rest = rest.trim_start();
        let name = &rest[..rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())];
        if name == "Player" {
            return Ok(());
        }
        if name.eq_ignore_ascii_case("Player") {
            almost.get_or_insert_with(|| name.to_owned());
        }
    }
    Err(almost)
}

#[cfg(test)]
mod tests {
    use super::{function_names, player_class, quoted_includes, simulates};

    #[test]
    fn a_function_form_defines_its_function_and_reads_nothing() {
        const FUNCTION: &str = "import re\n\ndef simulate_game(player_a, player_b):\n    return {}\n";
        let reads = ["print(simulate_game(input().split(), []))", "import sys; sys.stdin.read()"];
        assert_eq!(simulates(FUNCTION.as_bytes()), Ok(true));
        assert_eq!(simulates(format!("{FUNCTION}# input\n").as_bytes()), Ok(true));
        for more in reads {
            assert_eq!(simulates(format!("{FUNCTION}{more}\n").as_bytes()), Ok(false));
        }
        let almost = FUNCTION.replace("simulate_game", "simulateGame");
        assert_eq!(simulates(almost.as_bytes()), Err("simulateGame".to_owned()));
        assert_eq!(simulates(b"    def simulate_game(self, a, b): pass\n"), Ok(false));
    }

    #[test]
    fn names_in_comments_and_literals_do_not_count() {
        let text = br#"
            // startGame(
            /* playHand( */
            const char *s = "reshuffle(\"stand(";
            char quote = '"', slash = '/'; long n = 1'000'000;
            void /* here */ cashIn /* and here */ (int x) { return getCard ( ) / 2; }
        "#;
        let names: Vec<String> = function_names(text).into_iter().collect();
        assert_eq!(names, ["cashIn", "getCard"]);
    }

    #[test]
    fn a_text_that_ends_in_a_comment_or_a_literal_is_read_to_its_end() {
        for text in ["f(/*", "f(//", "f(\"", "f('\\", "f(\"\\é"] {
            assert!(function_names(text.as_bytes()).contains("f"), "{text}");
        }
    }

    #[test]
    fn includes_in_quotes_are_found() {
        let text = b"#include \"a.h\"\n  #  include\t\"b.h\" // b\n#include <c.h>\n//#include \"d.h\"\n";
        assert_eq!(
            quoted_includes(text).collect::<Vec<_>>(),
            [std::path::Path::new("a.h"), std::path::Path::new("b.h")]
        );
    }

    #[test]
    fn a_player_class_stands_at_the_start_of_a_line() {
        for text in [
            "class Player:",
            "\u{feff}class Player:",
            "import x\r\nclass Player(object):\r\n",
            "class  Player (Base):",
        ] {
            assert_eq!(player_class(text.as_bytes()), Ok(()), "{text}");
        }
        for (text, almost) in [
            ("class Players2:\n  class Player:", None),
            (" class Player:", None),
            ("class PlayerBase:", None),
            ("class player:", Some("player".to_owned())),
            ("class PLAYER:", Some("PLAYER".to_owned())),
            ("classPlayer = 1", None),
        ] {
            assert_eq!(player_class(text.as_bytes()), Err(almost), "{text}");
        }
    }
}
