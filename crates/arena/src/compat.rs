//! How a bot's answers are read (ruling 27).

use serde::{Deserialize, Serialize};

/// How a bot's answers are read (ruling 27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compat {
    /// As the first arbiter took them: `20.0` is 20, and a call is what Python holds for true.
    First,
    /// A bid is an integer and a call is a truth value, and nothing else is.
    Strict,
}

impl Compat {
    /// Every value, with the word that files use for it.
    pub const NAMES: [(&str, Self); 2] = [("first", Self::First), ("strict", Self::Strict)];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Strict => "strict",
        }
    }
}
