//! The words for the moves at blackjack.

use crate::answers::quoted;

/// Reads `h` or `hit`, `s` or `stand`.
pub(super) fn move_of<A>(word: &str, hit: A, stand: A) -> Result<A, String> {
    match word {
        "h" | "hit" => Ok(hit),
        "s" | "stand" => Ok(stand),
        _ => Err(format!("{} is no move: expected h, s or q", quoted(word))),
    }
}
