//! Which of the four games a contest plays.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::suggestion::{alternatives, nearest};

/// Which of the four games a contest plays.
///
/// ```
/// use croupier_arena::game_kind::GameKind;
/// assert_eq!("poker".parse(), Ok(GameKind::Poker));
/// let unknown = "pokre".parse::<GameKind>().unwrap_err();
/// assert_eq!(unknown.nearest, Some("poker"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// The betting contest of statement 000.
    Blackjack,
    /// The simulation of statement 001.
    Camicia,
    /// The function of statement 002.
    Rullete,
    /// Algorithmic poker, statement 003.
    Poker,
}

impl GameKind {
    /// All games, in the order of the statements.
    pub const ALL: [Self; 4] = [Self::Blackjack, Self::Camicia, Self::Rullete, Self::Poker];

    /// The name of the game, as contest files and the command line write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blackjack => "blackjack",
            Self::Camicia => "camicia",
            Self::Rullete => "rullete",
            Self::Poker => "poker",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game `{found}`: expected {}", alternatives(GameKind::ALL))]
pub struct UnknownGame {
    /// The word.
    pub found: String,
    /// The game that was probably meant.
    pub nearest: Option<&'static str>,
}

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(word: &str) -> Result<Self, UnknownGame> {
        Self::ALL.into_iter().find(|game| game.name() == word).ok_or_else(|| UnknownGame {
            found: word.to_owned(),
            nearest: nearest(word, Self::ALL.map(Self::name)),
        })
    }
}
