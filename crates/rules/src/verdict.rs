//! How a bot fared, and the fault that decided it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The verdict on a bot. The first cause in the referee's time wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing to complain of.
    #[default]
    Ok,
    /// A wrong answer in a batch game.
    Wrong,
    /// A well-formed answer that the rules forbid.
    Illegal,
    /// A garbled answer, or one to another question.
    Protocol,
    /// No answer within the time.
    Late,
    /// More memory than allowed.
    Memory,
    /// More output than allowed.
    Output,
    /// Ended, or closed its output, in mid match.
    Crashed,
    /// Its source does not compile.
    Compile,
    /// The referee failed, not the bot.
    Referee,
}

impl Verdict {
    /// All verdicts, in the order of their declaration.
    pub const ALL: [Self; 10] = [
        Self::Ok,
        Self::Wrong,
        Self::Illegal,
        Self::Protocol,
        Self::Late,
        Self::Memory,
        Self::Output,
        Self::Crashed,
        Self::Compile,
        Self::Referee,
    ];

    /// The word for it in records, standings and folders of sample bots.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Wrong => "wrong",
            Self::Illegal => "illegal",
            Self::Protocol => "protocol",
            Self::Late => "late",
            Self::Memory => "memory",
            Self::Output => "output",
            Self::Crashed => "crashed",
            Self::Compile => "compile",
            Self::Referee => "referee",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Verdict {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|verdict| verdict.name() == name)
            .ok_or_else(|| format!("`{name}` is no verdict"))
    }
}

/// What a bot did wrong: a value for the record, never an error of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The verdict.
    pub verdict: Verdict,
    /// What was asked.
    pub asked: String,
    /// What came: the bot's bytes, cut to a readable length, or how it ended.
    pub came: String,
    /// What the rules, or the protocol, expected instead.
    pub expected: String,
    /// Whether the bot is asked no more in this match.
    pub out: bool,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: asked {}; came {}; expected {}", self.verdict, self.asked, self.came, self.expected)
    }
}
