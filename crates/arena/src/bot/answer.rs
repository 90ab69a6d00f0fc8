//! Judging what came from a bot: the same words for a process and for a guest in WebAssembly.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use croupier_rules::verdict::{Fault, Verdict};
use serde_json::Value;

use super::{Clock, NoLine, fault, out, readable, shown};
use crate::protocol::{self, Message, Misanswer, Object, Wire};

/// The answer to `hello`.
pub(crate) const READY: &str = r#"a line {"ready":1,"name":"…"}"#;

/// The answer to `bye`, from a bot that has promised it.
pub(crate) const FAREWELL: &str = r#"a line {"bye":true}, as it has promised"#;

/// The answer to `hello` in a line: whether the bot says `bye` as well.
pub(crate) fn to_hello(came: &[u8]) -> Result<bool, Fault> {
    let asked = &"hello";
    match serde_json::from_slice::<Value>(came) {
        Ok(Value::Object(ready))
            if ready.get("ready").is_some_and(|version| version == protocol::VERSION) =>
        {
            Ok(ready.get("bye").is_some_and(|bye| bye == true))
        }
        Ok(Value::Object(object)) if object.get("illegal").is_some_and(Value::is_string) => {
            Err(not_still(object["illegal"].as_str().unwrap_or_default()))
        }
        _ => Err(out(Verdict::Protocol, asked, readable(came), &READY)),
    }
}

/// The fault of a bot that broke a rule before the game started.
pub(crate) fn not_still(what: &str) -> Fault {
    let expected = &"a bot that is complete and keeps still until the game starts";
    out(Verdict::Illegal, &"hello", shown(what.as_bytes()), expected)
}

/// The answer in a line, or its fault; `None` for an answer that came too late, which is passed over.
pub(crate) fn to_question(
    came: &[u8],
    wanted: u64,
    passed_over: &BTreeSet<u64>,
    asked: &dyn Display,
) -> Option<Result<Object, Fault>> {
    Some(match protocol::read(came) {
        Message::Answer(id, answer) if id == wanted => Ok(answer),
        Message::Answer(id, _) | Message::Illegal(Some(id), _) if passed_over.contains(&id) => return None,
        Message::Answer(id, _) => {
            let came = format!("{} (id {id})", readable(came));
            Err(fault(Verdict::Protocol, asked, came, &format_args!("an answer with id {wanted}")))
        }
        Message::Illegal(_, what) => Err(fault(Verdict::Illegal, asked, shown(what.as_bytes()), asked)),
        Message::Garbled(expected) => Err(fault(Verdict::Protocol, asked, readable(came), &expected)),
    })
}

/// The action in an answer.
pub(crate) fn action<G: Wire>(
    choices: &G::Choices,
    answer: &Object,
    came: &[u8],
) -> Result<G::Action, Fault> {
    G::answer(choices, answer).map_err(|misanswer| {
        let (verdict, expected) = match misanswer {
            Misanswer::Garbled(expected) => (Verdict::Protocol, expected),
            Misanswer::Forbidden(expected) => (Verdict::Illegal, expected),
        };
        fault(verdict, choices, readable(came), &expected)
    })
}

/// What the log says of an answer that came between the two limits.
pub(crate) fn strike(id: u64, time: Duration, left: u32) -> String {
    format!("answer {id} took {} ms: a strike, {left} left", time.as_millis())
}

/// A fault by which the bank of time has ended as well: the bot is asked no more.
pub(crate) fn with_bank(fault: Fault, clock: &Clock) -> Fault {
    if fault.verdict != Verdict::Late || !clock.is_spent() {
        return fault;
    }
    Fault { out: true, came: format!("{}, {BANK_SPENT}", fault.came), ..fault }
}

/// What is said when the time for all answers is gone.
pub(crate) const BANK_SPENT: &str = "and the bank of its time is spent";

/// The fault of a bot from which no line came.
pub(crate) fn none(no_line: NoLine, asked: &dyn Display, expected: &dyn Display) -> Fault {
    match no_line {
        NoLine::Late(unfinished) => {
            let came = if unfinished.is_empty() {
                "nothing within the time".into()
            } else {
                format!("{} without the end of a line", readable(&unfinished))
            };
            fault(Verdict::Late, asked, came, expected)
        }
        NoLine::Closed(exit) => {
            let came = exit.map_or("the end of its output".into(), |exit| exit.to_string());
            out(Verdict::Crashed, asked, came, expected)
        }
        NoLine::LineTooLong => {
            out(Verdict::Output, asked, "a line beyond its bound".into(), &"shorter lines")
        }
        NoLine::TooMuchOutput => {
            out(Verdict::Output, asked, "more output than allowed".into(), &"less output")
        }
        NoLine::Stopped => {
            out(Verdict::Referee, asked, "nothing before the run was stopped".into(), expected)
        }
        NoLine::TooMuchMemory => {
            out(Verdict::Memory, asked, "more memory than allowed".into(), &"less memory")
        }
    }
}
