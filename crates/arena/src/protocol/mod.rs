//! Lines to and from a bot: JSON Lines, version 1, described in `docs/protocol.md`.
//!
//! A notice is `{"tell":…}` and needs no answer; a question is `{"ask":…,"id":…,"left_ms":…}`.
//! Notices wait and travel with the next question, so that a deal costs few round trips.

mod blackjack;
mod poker;

use croupier_rules::game::Game;
use croupier_rules::text::push_number;
use serde_json::{Map, Value};

/// The version of the protocol in `hello` and `ready`.
pub const VERSION: u32 = 1;

/// The last line of a match.
pub(crate) const BYE: &[u8] = b"{\"bye\":{}}\n";

/// A JSON object of a message.
pub type Object = Map<String, Value>;

/// A game whose bots may sit behind a wire.
pub trait Wire: Game {
    /// Whether a bot's bank of time and its bound of output are for each game, not for the whole
    /// match: an evening of blackjack is ten thousands of hands long.
    const LIMITS_PER_GAME: bool = false;

    /// The game's own fields of `hello`.
    fn hello(&self, fields: &mut Object);

    /// Appends the lines of a notice: none, one or more.
    fn tell(news: &Self::News, out: &mut Vec<u8>);

    /// Appends the fields of a question, `"ask":"…"` first, without braces.
    fn ask(choices: &Self::Choices, out: &mut Vec<u8>);

    /// Reads the game's field of an answer.
    ///
    /// # Errors
    /// What is wrong with it.
    fn answer(choices: &Self::Choices, answer: &Object) -> Result<Self::Action, Misanswer>;

    /// Seats a bot whose functions call the referee; `None` for a game that has no such bots.
    #[cfg(feature = "wasm")]
    #[doc(hidden)]
    fn seat_functions(
        _program: &croupier_wasm::Program<crate::guest::Desk>,
        _chair: &crate::guest::Chair<'_>,
    ) -> Option<Result<Box<dyn crate::player::Player<Self>>, crate::player::Absent>> {
        None
    }
}

/// Why an answer is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misanswer {
    /// Not of the protocol: what was expected.
    Garbled(String),
    /// Of the protocol, but forbidden by the rules: what was expected.
    Forbidden(String),
}

/// One line as it came from a bot, told apart.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// An answer with its id.
    Answer(u64, Object),
    /// An adapter reports that its bot broke a rule: the id, if it stands for an answer.
    Illegal(Option<u64>, String),
    /// Nothing of the protocol: what was expected.
    Garbled(String),
}

/// Reads a bot's line.
///
/// ```
/// use croupier_arena::protocol::{Message, read};
/// assert!(matches!(read(b"{\"id\":17,\"bet\":40}"), Message::Answer(17, _)));
/// assert!(matches!(read(b"thinking..."), Message::Garbled(_)));
/// ```
pub fn read(line: &[u8]) -> Message {
    let object = match serde_json::from_slice::<Value>(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return Message::Garbled("an object in braces".into()),
        Err(error) => return Message::Garbled(format!("one line of JSON ({error})")),
    };
    let id = object.get("id").and_then(Value::as_u64);
    match (object.get("illegal"), id) {
        (Some(Value::String(what)), id) => Message::Illegal(id, what.clone()),
        (_, Some(id)) => Message::Answer(id, object),
        (_, None) => Message::Garbled("a whole number as `id`".into()),
    }
}

/// Appends the line of a question.
pub(crate) fn push_question<G: Wire>(out: &mut Vec<u8>, choices: &G::Choices, id: u64, left_ms: u64) {
    out.push(b'{');
    G::ask(choices, out);
    push_field(out, "id", id);
    push_field(out, "left_ms", left_ms);
    out.extend_from_slice(b"}\n");
}

/// Appends `"name":number`, with a comma before it unless it is the first field.
pub(crate) fn push_field(out: &mut Vec<u8>, name: &str, number: u64) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
    push_number(out, number);
}

/// Appends a list in brackets.
pub(crate) fn push_list<T>(
    out: &mut Vec<u8>,
    items: impl Iterator<Item = T>,
    push: impl Fn(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        push(out, item);
    }
    out.push(b']');
}

/// A whole number from a field of an answer.
pub(crate) fn whole_number(answer: &Object, field: &str) -> Result<i64, Misanswer> {
    match answer.get(field) {
        None => Err(Misanswer::Garbled(format!("a field `{field}`"))),
        Some(value) => {
            value.as_i64().ok_or_else(|| Misanswer::Forbidden(format!("a whole number as `{field}`")))
        }
    }
}
