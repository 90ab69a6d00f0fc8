//! The record of a match: a header, the steps of each game, and a running hash.
//!
//! The record is the product; every state is derived from it, and a replay needs no bot. It holds
//! no time, path, host, runtime, thread count, log or note, so the same seed gives the same bytes.
//! `docs/transcript.md` describes the text line by line:
//!
//! ```text
//! {"record":1,"game":"poker","rules":1,…}          the header
//! 379 20,50,65 ny- -,65,120 -y- = -20 -120 140      a game: its steps, and what each seat won
//! !{"game":2,"seat":1,"verdict":"late",…}           a fault in that game
//! {"games":1000,"net":[…],…}                        the totals
//! {"blake3":"…"}                                    the hash of all bytes before this line
//! ```

mod claims;
mod reader;
mod writer;

pub use reader::{Event, Record, RecordError};
pub(crate) use reader::{bad, checked_body, json_line, other_version};
pub use writer::Writer;

use serde::{Deserialize, Serialize};

use crate::chips::Chips;
use crate::verdict::{Fault, Verdict};

/// The version of the record's text.
pub const FORMAT: u32 = 1;

/// What a match is: everything that its bytes depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the text: [`FORMAT`].
    pub record: u32,
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The parameters of the rules: one object for all games, or a list with one for each game.
    pub params: serde_json::Value,
    /// The seed of the contest.
    pub seed: u64,
    /// The label of the match: with the seed it names the streams of chance.
    #[serde(rename = "match")]
    pub label: String,
    /// How many games are to be played.
    pub games: u32,
    /// Who sits where.
    pub seats: Vec<SeatHeader>,
    /// The limits on time and size.
    pub limits: serde_json::Value,
    /// The arena's way of drawing cards from seed and label, where it is not its usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealing: Option<String>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatHeader {
    /// The entrant's name; house players are `house:NAME`.
    pub name: String,
    /// The BLAKE3 hash of its files, or the version of a house player.
    pub hash: String,
    /// What a bot was told at the start besides what the rest of the header says: how its answers are
    /// read, for adapters. Empty for house players.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub hello: serde_json::Map<String, serde_json::Value>,
}

/// A fault, with its place in the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultLine {
    /// The game, counted from 0.
    pub game: u32,
    /// The step within the game, counted from 0.
    pub step: u32,
    /// The seat.
    pub seat: u8,
    /// What was wrong.
    #[serde(flatten)]
    pub fault: Fault,
}

/// What a match came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Games that were played to their end.
    pub games: u32,
    /// What each seat won or lost in all games, in chips.
    pub net: Vec<Chips>,
    /// Answers that were faults, by seat; absences not among them.
    pub fouls: Vec<u32>,
    /// Games in which a seat that was out was due to answer and was not asked, by seat.
    pub absent: Vec<u32>,
    /// The first fault's verdict, by seat.
    pub verdicts: Vec<Verdict>,
}
