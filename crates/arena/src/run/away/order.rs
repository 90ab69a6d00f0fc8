//! What somebody has to know who plays matches of a contest that is not his.

use std::collections::BTreeMap;

use croupier_rules::batch::{AnswerBy, RunHeader};
use croupier_rules::record::Header;
use serde::{Deserialize, Serialize};

use crate::compat::Compat;
use crate::limits::Limits;
use crate::protocol::Object;

/// Matches to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// What a seat may use.
    pub limits: Limits,
    /// What every bot is told besides what the headers say.
    pub more: Object,
    /// Those who sit at the matches, by the names in their headers.
    pub seated: BTreeMap<String, Seated>,
    /// The matches.
    pub fixtures: Vec<Fixture>,
}

/// Somebody who sits at a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seated {
    /// A house player, by its name without `house:`.
    House(String),
    /// A bot.
    Bot {
        /// The bundle of its files, by name.
        bundle: String,
        /// What it runs in, where that decides its play: in WebAssembly, with the compiler.
        runtime: Option<String>,
        /// How its answers are read.
        compat: Compat,
    },
}

/// One match to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fixture {
    /// A match of poker or blackjack.
    Match {
        /// Its number.
        number: u32,
        /// What its record begins with.
        header: Header,
    },
    /// A run of a program of a batch game.
    Run {
        /// Its number.
        number: u32,
        /// What its record begins with.
        header: RunHeader,
        /// What the program reads.
        input: String,
        /// What it should print.
        answer: String,
        /// Where that comes from.
        answer_by: AnswerBy,
        /// Processor time, in milliseconds.
        run_ms: u64,
        /// The seed of the contest.
        seed: u64,
    },
}

impl Fixture {
    /// The number of the match.
    pub fn number(&self) -> u32 {
        match self {
            Self::Match { number, .. } | Self::Run { number, .. } => *number,
        }
    }

    /// Those who sit there.
    pub(super) fn names(&self) -> Vec<&str> {
        match self {
            Self::Match { header, .. } => header.seats.iter().map(|seat| seat.name.as_str()).collect(),
            Self::Run { header, .. } => vec![&header.entrant.name],
        }
    }
}

impl Order {
    /// The bundles that it needs, by name.
    pub fn bundles(&self) -> impl Iterator<Item = &str> {
        self.seated.values().filter_map(|seated| match seated {
            Seated::Bot { bundle, .. } => Some(bundle.as_str()),
            Seated::House(_) => None,
        })
    }
}
