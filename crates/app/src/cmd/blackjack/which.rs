//! Which rules, as the command line names them.

use clap::ValueEnum;
use croupier_rules::blackjack::Ace;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Which {
    /// The betting contest.
    Contest,
    /// The beginners' exam.
    Exam,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum AceWorth {
    /// Always 1, as the exam was first set.
    #[value(name = "1")]
    One,
    /// 1 or 11, whichever is better.
    #[value(name = "11")]
    OneOrEleven,
}

impl From<AceWorth> for Ace {
    fn from(worth: AceWorth) -> Self {
        match worth {
            AceWorth::One => Self::One,
            AceWorth::OneOrEleven => Self::OneOrEleven,
        }
    }
}
