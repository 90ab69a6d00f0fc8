//! What the two kinds of seats have in common: their start, and the words of their faults.

use std::fmt::Display;
use std::time::Duration;

use croupier_rules::chance::Key;
use croupier_rules::verdict::{Fault, Verdict};
use croupier_wasm::{Bounds, End, Output, Settings};

use super::Module;
use super::lines::Lines;
use crate::bot::{Clock, Exit, Greeting, NoLine, answer, out};
use crate::limits::Limits;
use crate::player::{Absent, Player};
use crate::protocol::Wire;

/// What a bot is given at its start.
#[derive(Clone, Copy, Debug)]
pub struct Chair<'a> {
    /// What it is told.
    pub greeting: &'a Greeting,
    /// What it may use.
    pub limits: &'a Limits,
    /// Its clock.
    pub clock: Clock,
}

/// How long a bot has to end by itself once the match is over, and to write out its log once it has
/// broken a rule.
pub(super) const GOODBYE: Duration = Duration::from_millis(500);

/// Starts a bot and waits until it is ready; one that is not is absent.
pub fn seat<G: Wire>(module: &Module, rules: &G, chair: &Chair<'_>) -> Box<dyn Player<G>> {
    let seated = match module {
        Module::Functions(program) => {
            G::seat_functions(program, chair).expect("functions are found in a game that has them")
        }
        Module::Lines(program) => {
            Lines::start(program, rules, chair).map(|lines| Box::new(lines) as Box<dyn Player<G>>)
        }
    };
    seated.unwrap_or_else(|absent: Absent| Box::new(absent))
}

impl Chair<'_> {
    pub(super) fn settings(&self, output: Output) -> Settings {
        let bytes = |bound: u64| usize::try_from(bound).unwrap_or(usize::MAX);
        let bounds = Bounds {
            memory: bytes(self.limits.memory_bytes),
            line: bytes(self.limits.line_bytes),
            log: bytes(self.limits.log_bytes),
        };
        let mut random = Key::new(self.greeting.bot_seed, "random numbers of a guest").stream(0);
        let random = Box::new(move |bytes: &mut [u8]| {
            for chunk in bytes.chunks_mut(8) {
                chunk.copy_from_slice(&random.next_u64().to_le_bytes()[..chunk.len()]);
            }
        });
        Settings { bounds, output, random }
    }
}

/// The fault of a bot that has ended: that which a process would get. What only a guest ends by goes into the
/// remarks for its author.
pub(super) fn ended(
    end: &End,
    asked: &dyn Display,
    expected: &dyn Display,
    remarks: &mut Vec<String>,
) -> Fault {
    let no_line = match end {
        End::Memory => NoLine::TooMuchMemory,
        End::Exit(status) => NoLine::Closed(Some(Exit::Status(*status))),
        End::Trap(trap) => {
            remarks.push(format!("{end}"));
            NoLine::Closed(Some(Exit::Signal(signal_of(trap))))
        }
        End::Dismissed => {
            return out(Verdict::Protocol, asked, "a call that is not offered".into(), expected);
        }
    };
    answer::none(no_line, asked, expected)
}

/// The signal that ends a process for what a trap is named after.
fn signal_of(trap: &str) -> i32 {
    const ABORT: i32 = 6;
    const ARITHMETIC: i32 = 8;
    const SEGMENTATION: i32 = 11;
    match trap {
        // The end of `abort`, and so of a failed assertion.
        "wasm `unreachable` instruction executed" => ABORT,
        "integer divide by zero" | "integer overflow" | "invalid conversion to integer" => ARITHMETIC,
        _ => SEGMENTATION,
    }
}

/// A time in units of fuel.
pub(super) fn fuel(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
