//! What one job of the queue is.

use croupier_arena::run::away::{self, Order};
use croupier_queue::Make;
use serde::{Deserialize, Serialize};

use crate::cmd::camicia::HuntTask;
use crate::cmd::poker::ColumnTask;

/// One job: what is to be done.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Task {
    /// Matches of a contest.
    Matches(Order),
    /// Units of a hunt for long games of Camicia.
    Hunt(HuntTask),
    /// The answers to one bid of poker that a solved grid does not have.
    Column(ColumnTask),
}

/// What this program has to have in common with those that it works with.
pub(crate) fn make() -> Make {
    let text = away::make();
    let token = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
    Make::new(text, token)
}

/// The name of a bundle in the queue's store.
pub(crate) fn bundle_object(name: &str) -> String {
    format!("bot/{name}")
}
