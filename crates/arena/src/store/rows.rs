//! What the store keeps: runs, entrants, and matches by seat.

use std::path::PathBuf;

use croupier_rules::verdict::Verdict;
use serde_json::Value;

use crate::game_kind::GameKind;
use crate::run_key::RunKey;
use crate::sandbox::Layer;
use crate::standings::Share;

/// A run that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct NewRun<'a> {
    /// The contest's folder: its name makes the label.
    pub folder: &'a std::path::Path,
    /// What the contest is called.
    pub contest: &'a str,
    /// The game.
    pub game: GameKind,
    /// What makes it the same run.
    pub key: RunKey,
    /// The settings as canonical text.
    pub settings: &'a str,
    /// The seed, at most 2^63 - 1.
    pub seed: u64,
}

/// One playing of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub(super) id: i64,
    /// Its own name, made from the contest's folder: `poker-league`, later `poker-league-2`.
    pub label: String,
    /// What the contest's folder is called, made fit for a file name.
    pub slug: String,
    /// What the contest is called.
    pub contest: String,
    /// The game.
    pub game: GameKind,
    /// The seed.
    pub seed: u64,
    /// Whether all of it has been played.
    pub state: RunState,
    /// When it was begun, in seconds since 1970 (UTC).
    pub created: i64,
}

/// Whether all of a run has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// There are matches to play.
    Open,
    /// All has been played.
    Finished,
}

impl RunState {
    pub(super) const ALL: [Self; 2] = [Self::Open, Self::Finished];

    /// The word for it in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Finished => "finished",
        }
    }
}

/// An entrant of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantRow {
    /// Its name.
    pub name: String,
    /// `function`, `player`, `program`, `house`, or `none` for files that make no bot.
    pub kind: String,
    /// The hash of its files, or the version of a house player.
    pub hash: String,
    /// What it runs on: `Python 3.11.7`.
    pub runtime: String,
    /// What held its process; `None`: it had none, or was noted by a version without a sandbox.
    pub sandbox: Option<Layer>,
    /// The verdict of its build.
    pub verdict: Verdict,
    /// What decided it.
    pub reason: Option<String>,
}

/// A match that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedMatch {
    /// Its number in the run, from 1.
    pub number: u32,
    /// Who plays what: for people.
    pub label: String,
    /// What the game adds to the shares: as the game likes.
    pub result: Value,
    /// The hash of its record.
    pub record_hash: String,
    /// Its seats, in their order.
    pub seats: Vec<SeatRow>,
}

/// A seat of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatRow {
    /// Who sat there.
    pub entrant: String,
    /// What the seat brought home.
    pub share: Share,
    /// The fuel that it used, in units, if it ran in WebAssembly.
    pub fuel: Option<u64>,
}

/// A long or an endless game of Camicia that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindRow {
    /// The name of the deal. A deal is kept once.
    pub name: String,
    /// What was dealt, as options write it.
    pub pack: String,
    /// `finished`, or `loop`.
    pub status: String,
    /// The cards put down.
    pub cards: u64,
    /// The tricks.
    pub tricks: u64,
    /// The line of its record file, with where it comes from.
    pub record: String,
}

/// The record of a match, as the database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// Where it lies.
    pub path: PathBuf,
    /// The hash that was stored with the match.
    pub hash: String,
}
