//! A commitment to what a contest's results hang on, published before it and opened after it.

use std::fmt;
use std::str::FromStr;

use crate::contest::{Contest, ContestRules};

/// Separates seals from any other use of BLAKE3.
const CONTEXT: &str = "croupier 2026 seal of a contest, version 1";

/// Seeds below this can be found from a seal by trying them all, on one machine in hours.
pub const SHORT_SEED: u64 = 1 << 40;

/// A hash over the seeds and the settings of a contest (its rules, limits, house players and tests).
///
/// Whoever has it before the contest, and `contest.toml` after it, knows that neither the cards nor the
/// rules were chosen to suit an entrant. The name of the contest and its entrants are not in it. The hash
/// hides the seeds as long as they are long and random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal(blake3::Hash);

impl Seal {
    /// The seal of a contest.
    pub fn of(contest: &Contest) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        let seeds = seeds(contest);
        hasher.update(&(seeds.len() as u64).to_le_bytes());
        for seed in seeds {
            hasher.update(&seed.to_le_bytes());
        }
        hasher.update(contest.settings.canonical().as_bytes());
        Self(hasher.finalize())
    }
}

/// All seeds that a contest draws from: its own, and those of its tests.
pub fn seeds(contest: &Contest) -> Vec<u64> {
    let of_tests: Vec<u64> = match &contest.settings.rules {
        ContestRules::Blackjack(blackjack) => blackjack.tests.iter().filter_map(|test| test.seed).collect(),
        ContestRules::Batch(_) | ContestRules::Poker(_) => Vec::new(),
    };
    std::iter::once(contest.seed).chain(of_tests).collect()
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_hex())
    }
}

/// What is written is no seal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a seal of 64 hexadecimal digits, found `{0}`")]
pub struct NoSeal(String);

impl FromStr for Seal {
    type Err = NoSeal;
    fn from_str(text: &str) -> Result<Self, NoSeal> {
        blake3::Hash::from_hex(text.trim().to_ascii_lowercase()).map(Self).map_err(|_| NoSeal(text.into()))
    }
}
