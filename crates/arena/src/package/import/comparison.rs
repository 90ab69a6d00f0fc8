//! The default validator of the format: an output is compared with the answer, token by token.

/// How tokens are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Comparison {
    case_sensitive: bool,
    space_change_sensitive: bool,
    absolute: Option<f64>,
    relative: Option<f64>,
}

impl Comparison {
    /// Reads the validator's flags.
    ///
    /// # Errors
    /// The flag that is unknown, or has no number.
    pub(super) fn of_flags(flags: &[String]) -> Result<Self, String> {
        let mut comparison = Self::default();
        let mut flags = flags.iter();
        while let Some(flag) = flags.next() {
            let mut number = || {
                let word = flags.next().map_or("", String::as_str);
                word.parse::<f64>().ok().filter(|number| *number >= 0.0).map(Some).ok_or_else(|| {
                    format!("the flag {flag} of the default validator has no number: `{word}`")
                })
            };
            match flag.as_str() {
                "case_sensitive" => comparison.case_sensitive = true,
                "space_change_sensitive" => comparison.space_change_sensitive = true,
                "float_absolute_tolerance" => comparison.absolute = number()?,
                "float_relative_tolerance" => comparison.relative = number()?,
                "float_tolerance" => {
                    comparison.absolute = number()?;
                    comparison.relative = comparison.absolute;
                }
                _ => return Err(format!("the default validator has no flag `{flag}`")),
            }
        }
        Ok(comparison)
    }

    /// Where an output is not the answer, in words; `None` if it is.
    pub(super) fn difference(&self, answer: &[u8], output: &[u8]) -> Option<String> {
        let (mut expected, mut found) = (Tokens(answer), Tokens(output));
        for place in 1.. {
            let (right, token) = (expected.next(), found.next());
            let blanks = [right, token].map(|token| token.blanks);
            if self.space_change_sensitive && blanks[0] != blanks[1] {
                let [right, found] = blanks.map(|blanks| blanks.escape_ascii());
                return Some(format!("blanks before token {place}: expected `{right}`, found `{found}`"));
            }
            match (right.word, token.word) {
                (b"", b"") => return None,
                (right, word) if self.is_same(right, word) => {}
                (right, word) => {
                    return Some(format!("token {place}: expected {}, found {}", shown(right), shown(word)));
                }
            }
        }
        None
    }

    fn is_same(&self, right: &[u8], token: &[u8]) -> bool {
        let is_close = || {
            let [right, token] =
                [right, token].map(|token| std::str::from_utf8(token).ok()?.parse::<f64>().ok());
            let (Some(right), Some(token)) = (right, token) else { return false };
            if right.is_infinite() || token.is_infinite() {
                // Infinities are the same or not: nothing lies between.
                return right.is_infinite()
                    && token.is_infinite()
                    && right.signum().total_cmp(&token.signum()).is_eq();
            }
            let difference = (right - token).abs();
            self.absolute.is_some_and(|most| difference <= most)
                || self.relative.is_some_and(|most| difference <= most * right.abs())
        };
        let is_text = if self.case_sensitive { right == token } else { right.eq_ignore_ascii_case(token) };
        is_text || is_close()
    }
}

/// The rest of a text, token by token.
struct Tokens<'a>(&'a [u8]);

/// A token, and the blanks and ends of lines before it. After the last there are empty ones.
#[derive(Clone, Copy)]
struct Token<'a> {
    blanks: &'a [u8],
    word: &'a [u8],
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Token<'a> {
        let blanks = self.take(u8::is_ascii_whitespace);
        let word = self.take(|byte| !byte.is_ascii_whitespace());
        Token { blanks, word }
    }

    fn take(&mut self, belongs: impl Fn(&u8) -> bool) -> &'a [u8] {
        let length = self.0.iter().position(|byte| !belongs(byte)).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }
}

/// A token for a person: cut, with what cannot be seen escaped.
fn shown(token: &[u8]) -> String {
    const MOST: usize = 60;
    if token.is_empty() {
        return "the end".into();
    }
    let dots = if token.len() > MOST { "…" } else { "" };
    format!("`{}{dots}`", token[..token.len().min(MOST)].escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::Comparison;

    fn said(flags: &str, answer: &str, output: &str) -> String {
        let flags: Vec<String> = flags.split_ascii_whitespace().map(str::to_owned).collect();
        let comparison = Comparison::of_flags(&flags).unwrap();
        comparison.difference(answer.as_bytes(), output.as_bytes()).unwrap_or_else(|| "right".into())
    }

    #[test]
    fn flags_say_how_tokens_are_compared() {
        for (flags, answer, output, expected) in [
            ("", "finished 13 1\n", "Finished  13\n1", "right"),
            ("case_sensitive", "finished\n", "Finished\n", "token 1: expected `finished`, found `Finished`"),
            ("", "1 2\n", "1\n", "token 2: expected `2`, found the end"),
            ("", "1\n", "1 2\n", "token 2: expected the end, found `2`"),
            ("", "1\n", "\0\n", "token 1: expected `1`, found `\\x00`"),
            ("space_change_sensitive", "1 2\n", "1  2\n", "blanks before token 2: expected ` `, found `  `"),
            ("space_change_sensitive", "1 2\n", "1 2\n", "right"),
            ("space_change_sensitive", "1\n", " 1\n", "blanks before token 1: expected ``, found ` `"),
            ("space_change_sensitive", "1\n", "1", "blanks before token 2: expected `\\n`, found ``"),
            (
                "space_change_sensitive",
                "1 2\n3",
                "1\n2 3",
                "blanks before token 2: expected ` `, found `\\n`",
            ),
            ("space_change_sensitive", "1 2\n", "3  2\n", "token 1: expected `1`, found `3`"),
            ("", "0.5\n", "0.50\n", "token 1: expected `0.5`, found `0.50`"),
            ("float_tolerance 1e-6", "0.5\n", "5.0000001e-1\n", "right"),
            ("float_absolute_tolerance 0.1", "10\n", "10.2\n", "token 1: expected `10`, found `10.2`"),
            ("float_relative_tolerance 0.1", "10\n", "10.2\n", "right"),
            ("float_tolerance 1", "1\n", "nan\n", "token 1: expected `1`, found `nan`"),
            ("float_tolerance 1", "inf\n", "infinity\n", "right"),
            ("float_tolerance 1", "inf\n", "-inf\n", "token 1: expected `inf`, found `-inf`"),
            ("float_tolerance 1", "inf\n", "1e300\n", "token 1: expected `inf`, found `1e300`"),
            ("float_tolerance 1", "1\n", "inf\n", "token 1: expected `1`, found `inf`"),
            ("float_relative_tolerance inf", "1\n", "2\n", "right"),
        ] {
            assert_eq!(said(flags, answer, output), expected, "{flags}: {output:?}");
        }
    }

    #[test]
    fn unknown_flags_are_told() {
        let read =
            |flags: &str| Comparison::of_flags(&flags.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(read("strict").unwrap_err(), "the default validator has no flag `strict`");
        assert_eq!(
            read("float_tolerance tiny").unwrap_err(),
            "the flag float_tolerance of the default validator has no number: `tiny`"
        );
    }
}
