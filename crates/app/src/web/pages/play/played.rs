//! A table that somebody plays at: its address holds the moves so far, and a move leads to the next address.

use std::fmt;

use super::super::Refusal;
use super::table::{Answer, Asked, Form};
use crate::web::play::{Moves, Play, Refused};
use crate::web::refusal::sentence;

/// The address of a table that is played at.
pub(super) trait Played: fmt::Display + Sized {
    /// The moves so far.
    fn moves(&self) -> &Moves;

    /// The same table after other moves.
    fn with(&self, moves: Moves) -> Self;

    /// Plays the moves.
    ///
    /// # Errors
    /// The first move that the rules refuse.
    fn check(&self, play: &Play) -> Result<(), Refused>;

    /// The table after its moves, with a warning of a move that was not taken.
    ///
    /// # Errors
    /// The first move that the rules refuse.
    fn shown(&self, play: &Play, warning: Option<String>, form: Form) -> Result<Answer, Refusal>;

    /// The address after one more move.
    fn after(&self, word: &str) -> String {
        self.with(self.moves().with(word)).to_string()
    }

    /// The address before the last move; none at the beginning.
    fn back(&self) -> Option<String> {
        (!self.moves().is_empty()).then(|| self.with(self.moves().taken_back()).to_string())
    }
}

/// The answer to an address, which may ask for one more move. A move that is refused leaves the table as it is and is told
/// there; moves that an address holds already are not forgiven.
pub(super) fn played(table: &impl Played, play: &Play, asked: &Asked, form: Form) -> Result<Answer, Refusal> {
    let Some(word) = asked.text("move") else { return table.shown(play, None, form) };
    let at = table.moves().words().len() + 1;
    let next = Moves::parse(word)
        .map(|_| table.with(table.moves().with(word)))
        .map_err(|refused| Refused { at, ..refused });
    match next.and_then(|next| next.check(play).map(|()| next)) {
        Ok(next) if form == Form::Page => Ok(Answer::Elsewhere(next.to_string())),
        Ok(next) => next.shown(play, None, form),
        Err(refused) if refused.at < at => Err(refused.into()),
        Err(refused) => table.shown(play, Some(sentence(&refused.why)), form),
    }
}
