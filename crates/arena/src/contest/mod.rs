//! A contest folder's settings: `contest.toml`, read into types.
//!
//! ```toml
//! name = "Friday night"     # required
//! game = "poker"            # required: blackjack, camicia, rullete or poker
//! seed = 7                  # 0 to 2^63 - 1; 0 if left out
//! entrants = "entrants"     # the folder of the entrants, beside this file
//! house = ["odds"]          # built-in players that take part
//! trust = false             # true: own bots, no sandbox needed
//!
//! [rules]                   # see `PokerContest`, `BlackjackContest` and `BatchContest`
//!
//! [limits]                  # times: seconds, or "500 ms", "2 min"; sizes: bytes, or "256 MiB"
//! move = 1.0
//! bank = 30
//! start = 30
//! memory = "256 MiB"
//! line = "64 KiB"
//! output = "16 MiB"
//! log = "512 KiB"
//! compile = 30
//!
//! [[test]]                  # blackjack: one or more; see `Test`. Batch games: see `BatchContest`
//! ```
//!
//! Batch games, rullete and camicia, have limits of their own: `run`, and of the others `memory`,
//! `output`, `log` and `compile`.

mod batch;
mod blackjack;
mod file;
mod limits;
mod name;
mod poker;
mod stored;

pub use crate::dealing::Dealing;
pub use batch::{BatchContest, Case, Worth};
pub use blackjack::{BlackjackContest, FREE_MONEY, FREE_PACKS, FREE_SHUFFLES, Test};
pub use file::ContestError;
pub use poker::{Ending, PokerContest, Schedule, Seatings};
pub use stored::{StoredBatch, StoredContest, StoredRules};

use std::path::PathBuf;

use croupier_rules::batch::Task;
use serde::Serialize;

use crate::game_kind::GameKind;
use crate::limits::Limits;

/// The house players of a game, by name: what `house` and `committee` may name.
pub type HousePlayers = fn(GameKind) -> &'static [&'static str];

/// The settings of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// What the contest is called.
    pub name: String,
    /// The folder that holds `contest.toml`.
    pub folder: PathBuf,
    /// The folder of the entrants.
    pub entrants: PathBuf,
    /// All chance of the contest comes from it; at most 2^63 - 1.
    pub seed: u64,
    /// All that decides how matches are played and judged.
    pub settings: Settings,
}

/// All that decides how the matches of a contest are played and judged, beside its seed and entrants.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// The game, with its rules.
    #[serde(flatten)]
    pub rules: ContestRules,
    /// Built-in players that take part, by name, in the order of the file.
    pub house: Vec<String>,
    /// Whether the bots are the organiser's own, so that no sandbox is needed. No result follows from it:
    /// the canonical text leaves it out.
    #[serde(skip)]
    pub trust: bool,
    /// What a seat may use.
    pub limits: Limits,
}

/// The rules of a contest, by game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "game", content = "rules", rename_all = "lowercase")]
pub enum ContestRules {
    /// Blackjack, with its tests.
    Blackjack(BlackjackContest),
    /// Camicia and Rullete: programs that read an input and print an answer.
    Batch(BatchContest),
    /// Poker.
    Poker(PokerContest),
}

impl ContestRules {
    /// Which game it is.
    pub const fn game(&self) -> GameKind {
        match self {
            Self::Blackjack(_) => GameKind::Blackjack,
            Self::Batch(BatchContest { task: Task::Camicia(_), .. }) => GameKind::Camicia,
            Self::Batch(BatchContest { task: Task::Rullete(_), .. }) => GameKind::Rullete,
            Self::Poker(_) => GameKind::Poker,
        }
    }
}

impl Settings {
    /// The settings as one line of JSON, always in the same order: equal settings, equal text.
    pub fn canonical(&self) -> String {
        serde_json::to_string(self).expect("settings hold only strings, numbers and truth values")
    }
}

impl Contest {
    /// Which game is played.
    pub const fn game(&self) -> GameKind {
        self.settings.rules.game()
    }
}
