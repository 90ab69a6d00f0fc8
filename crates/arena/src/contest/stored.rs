//! The settings of a contest as a data folder keeps them: enough to read its results, without its folder.

use serde::Deserialize;

use super::{BlackjackContest, PokerContest, Worth};

/// What a data folder knows of the settings of a run.
///
/// ```
/// use croupier_arena::contest::{StoredContest, StoredRules};
/// let text = r#"{"game":"poker","rules":{"deals":500,"seatings":"all"},"house":["odds"]}"#;
/// let contest: StoredContest = text.parse()?;
/// assert!(matches!(contest.rules, StoredRules::Poker(poker) if poker.deals == 500 && poker.rounds == 1));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StoredContest {
    /// The game, with its rules.
    #[serde(flatten)]
    pub rules: StoredRules,
    /// House players, in the order of the contest.
    pub house: Vec<String>,
}

/// The rules of a contest, by game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "game", content = "rules", rename_all = "lowercase")]
pub enum StoredRules {
    /// Blackjack, with its tests.
    Blackjack(BlackjackContest),
    /// Camicia and Rullete: the tests by their names; inputs and answers are in the records.
    Batch(StoredBatch),
    /// Poker.
    Poker(PokerContest),
}

/// What is kept of a contest of programs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StoredBatch {
    /// The tests, in their order.
    pub tests: Vec<Worth>,
}

/// Reads [`Settings::canonical`](super::Settings::canonical).
impl std::str::FromStr for StoredContest {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        serde_json::from_str(text)
    }
}
