//! WebAssembly guests: programs that nobody trusts, compiled once, fresh for each match, and counted in
//! fuel. Knows no game and no protocol.
//!
//! A [`Guest`] is a coroutine. Its owner [runs](Guest::run) it; it stops where it waits for the owner:
//! at a line that it wrote, at an input that is empty, at a call that its [`Host`] cannot answer yet,
//! at the end. What the host knows already it answers in place, in nanoseconds.
//!
//! ```text
//! bytes ── Program::compile ── Program ── Guest::start ── run ⇄ Pause ── End
//!              │ Artefacts (compiled code, kept)             │
//!              └ refuses what it does not know               └ time: one unit of fuel is one nanosecond
//! ```
//!
//! What a guest can reach is its own memory, three streams, a clock that is its own fuel, and numbers
//! that its owner makes. So two runs with the same input end in the same way, at the same count.

mod artefact;
mod cabin;
mod compiler;
mod engine;
mod guest;
mod host;
mod net;
mod program;
mod shape;
mod shared;
mod stream;
mod wasi;

pub use artefact::Artefacts;
pub use engine::{ENGINE_VERSION, STACK_BYTES};
pub use guest::{Bounds, End, Guest, Output, Pause, Random, Settings};
pub use host::{Host, NoHost, Reply};
pub use program::{Program, Refused};
pub use stream::Log;
