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
        if self.space_change_sensitive && spaces(answer).ne(spaces(output)) {
            return Some("the blanks or the ends of lines are not those of the answer".into());
        }
        let (mut expected, mut found) = (tokens(answer), tokens(output));
        for place in 1.. {
            match (expected.next(), found.next()) {
                (None, None) => return None,
                (Some(right), Some(token)) if self.is_same(right, token) => {}
                (right, token) => {
                    return Some(format!("token {place}: expected {}, found {}", shown(right), shown(token)));
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
            let difference = (right - token).abs();
            self.absolute.is_some_and(|most| difference <= most)
                || self.relative.is_some_and(|most| difference <= most * right.abs())
        };
        let is_text = if self.case_sensitive { right == token } else { right.eq_ignore_ascii_case(token) };
        is_text || is_close()
    }
}

fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty())
}

fn spaces(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !byte.is_ascii_whitespace()).filter(|spaces| !spaces.is_empty())
}

/// A token for a person: cut, with what cannot be seen escaped.
fn shown(token: Option<&[u8]>) -> String {
    const MOST: usize = 60;
    match token {
        None => "the end".into(),
        Some(token) => {
            let dots = if token.len() > MOST { "…" } else { "" };
            format!("`{}{dots}`", token[..token.len().min(MOST)].escape_ascii())
        }
    }
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
            (
                "space_change_sensitive",
                "1 2\n",
                "1  2\n",
                "the blanks or the ends of lines are not those of the answer",
            ),
            ("", "0.5\n", "0.50\n", "token 1: expected `0.5`, found `0.50`"),
            ("float_tolerance 1e-6", "0.5\n", "5.0000001e-1\n", "right"),
            ("float_absolute_tolerance 0.1", "10\n", "10.2\n", "token 1: expected `10`, found `10.2`"),
            ("float_relative_tolerance 0.1", "10\n", "10.2\n", "right"),
            ("float_tolerance 1", "1\n", "nan\n", "token 1: expected `1`, found `nan`"),
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
