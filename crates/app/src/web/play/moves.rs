//! The moves of a table, as its address holds them: `100-h-s-50-s`.

use std::fmt;

/// Moves in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::web) struct Moves(Vec<String>);

/// Moves of a table at most.
const MOVES_MAX: usize = 2_000;

/// Signs of a move at most.
const SIGNS_MAX: usize = 12;

/// A move that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {at} of this address, {word}, is refused: {why}")]
pub(in crate::web) struct Refused {
    /// Which, counted from 1.
    pub(in crate::web) at: usize,
    pub(in crate::web) word: String,
    pub(in crate::web) why: String,
}

impl Moves {
    /// Reads the moves of an address.
    ///
    /// # Errors
    /// The first word that can be no move.
    pub(in crate::web) fn parse(text: &str) -> Result<Self, Refused> {
        let words: Vec<String> = text.split('-').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let is_strange = |word: &String| {
            word.len() > SIGNS_MAX
                || !word.bytes().all(|sign| sign.is_ascii_digit() || sign.is_ascii_lowercase())
        };
        if let Some(at) = words.iter().position(is_strange) {
            let word = words[at].chars().take(SIGNS_MAX).collect();
            return Err(Refused { at: at + 1, word, why: "expected a number or a letter".into() });
        }
        if words.len() > MOVES_MAX {
            let why = format!("a table has {MOVES_MAX} moves at most");
            return Err(Refused { at: MOVES_MAX + 1, word: words[MOVES_MAX].clone(), why });
        }
        Ok(Self(words))
    }

    pub(in crate::web) fn words(&self) -> &[String] {
        &self.0
    }

    pub(in crate::web) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same, and one more.
    pub(in crate::web) fn with(&self, word: &str) -> Self {
        let mut words = self.0.clone();
        words.push(word.to_owned());
        Self(words)
    }

    /// Without the last one.
    pub(in crate::web) fn taken_back(&self) -> Self {
        Self(self.0[..self.0.len().saturating_sub(1)].to_vec())
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::Moves;

    #[test]
    fn moves_are_words_with_dashes_between_them() {
        let moves = Moves::parse("100-h-s-").unwrap();
        assert_eq!(moves.words(), ["100", "h", "s"]);
        assert_eq!(
            (moves.with("7").to_string(), moves.taken_back().to_string()),
            ("100-h-s-7".into(), "100-h".into())
        );
        assert!(Moves::parse("").unwrap().taken_back().is_empty());
    }

    #[test]
    fn what_can_be_no_move_is_refused_by_its_place() {
        assert_eq!(Moves::parse("1-<b>").unwrap_err().at, 2);
        assert!(Moves::parse("1234567890123").is_err());
        assert_eq!(Moves::parse(&"h-".repeat(2_001)).unwrap_err().at, 2_001);
    }
}
