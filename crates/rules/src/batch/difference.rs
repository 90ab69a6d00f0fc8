//! Comparing what a program printed with the answer, token by token.

use serde::{Deserialize, Serialize};

use crate::unseen::written_out;

/// The longest token that is shown, in characters.
const SHOWN_CHARS: usize = 60;

/// The first place where an output is not the answer.
///
/// Tokens are what blanks and ends of lines divide; how many of these there are does not matter. The
/// place is that of the token in the output, or, where the output has ended, in the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The line, from 1.
    pub line: usize,
    /// The token in that line, from 1.
    pub token: usize,
    /// What the answer has there, cut to 60 characters; `None` where it has ended.
    pub expected: Option<String>,
    /// What the output has there, cut to 60 characters; `None` where it has ended.
    pub found: Option<String>,
}

impl Difference {
    /// Returns the first place where the output is not the answer.
    ///
    /// ```
    /// use croupier_rules::batch::Difference;
    ///
    /// assert_eq!(Difference::first("finished 13 1\n", "finished\r\n13 1"), None);
    /// let difference = Difference::first("finished 13 1\n", "finished 12 1\n").unwrap();
    /// assert_eq!(difference.to_string(), "line 1, token 2: expected `13`, found `12`");
    /// ```
    pub fn first(answer: &str, output: &str) -> Option<Self> {
        let mut expected = tokens(answer);
        let mut found = tokens(output);
        loop {
            match (expected.next(), found.next()) {
                (None, None) => return None,
                (Some((.., right)), Some((.., token))) if right == token => {}
                (right, token) => {
                    let (line, at, _) = token.or(right).expect("one of the two is there");
                    let (expected, found) = (right.map(shown), token.map(shown));
                    return Some(Self { line, token: at, expected, found });
                }
            }
        }
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, token {}: expected ", self.line, self.token)?;
        match &self.expected {
            Some(token) => write!(f, "`{token}`")?,
            None => write!(f, "the end")?,
        }
        match &self.found {
            Some(token) => write!(f, ", found `{token}`"),
            None => write!(f, ", found the end"),
        }
    }
}

/// Line and place of each token, from 1, with the token.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.split('\n').zip(1..).flat_map(|(line, number)| {
        line.split_ascii_whitespace().zip(1..).map(move |(token, place)| (number, place, token))
    })
}

/// A token for a person: cut to a length, with what cannot be seen escaped.
fn shown((_, _, token): (usize, usize, &str)) -> String {
    let mut shown = written_out(token.chars().take(SHOWN_CHARS));
    if token.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::Difference;

    fn told(answer: &str, output: &str) -> String {
        Difference::first(answer, output).map_or("none".to_owned(), |difference| difference.to_string())
    }

    #[test]
    fn blanks_and_ends_of_lines_do_not_matter() {
        for output in ["170", "170\n", " 170 \r\n\n", "\t170\u{c}\n"] {
            assert_eq!(told("170\n", output), "none", "{output:?}");
        }
    }

    #[test]
    fn the_first_difference_is_told_by_line_and_token() {
        for (output, said) in [
            ("", "line 1, token 1: expected `loop`, found the end"),
            ("loop 8\n", "line 1, token 3: expected `3`, found the end"),
            ("\nLoop 8 3\n", "line 2, token 1: expected `loop`, found `Loop`"),
            ("loop\n8\n4 4\n", "line 3, token 1: expected `3`, found `4`"),
            ("loop 8 3\nbye\n", "line 2, token 1: expected the end, found `bye`"),
            ("loop 08 3", "line 1, token 2: expected `8`, found `08`"),
            ("lo\u{1b}[1mop", "line 1, token 1: expected `loop`, found `lo\\u{1b}[1mop`"),
        ] {
            assert_eq!(told("loop 8 3\n", output), said);
        }
    }

    #[test]
    fn a_long_token_is_cut() {
        let difference = Difference::first("1", &"x".repeat(1_000)).unwrap();
        assert_eq!(difference.found, Some(format!("{}…", "x".repeat(60))));
    }
}
