//! What the two kinds of seats have in common: their start, and the words of their faults.

use std::fmt::Display;
use std::time::Duration;

use croupier_rules::chance::Key;
use croupier_rules::verdict::{Fault, Verdict};
use croupier_wasm::{Bounds, End, Output, Settings};

use super::Module;
use super::lines::Lines;
use crate::bot::{Clock, Greeting, out};
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

/// The fault of a bot that has ended.
pub(super) fn ended(end: &End, memory_bytes: u64, asked: &dyn Display, expected: &dyn Display) -> Fault {
    match end {
        End::Memory => {
            let allowed = format_args!("at most {} MiB", memory_bytes >> 20).to_string();
            out(Verdict::Memory, asked, "more memory than allowed".into(), &allowed)
        }
        End::Exit(_) | End::Trap(_) => out(Verdict::Crashed, asked, end.to_string(), expected),
        End::Dismissed => out(Verdict::Protocol, asked, "a call that is not offered".into(), expected),
    }
}

/// A time in units of fuel.
pub(super) fn fuel(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
