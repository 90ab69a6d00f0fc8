//! Seats in WebAssembly: bots that run inside this process, in a memory of their own, counted in fuel.
//!
//! | bot | seat | how it talks |
//! |---|---|---|
//! | three functions in C or C++ (blackjack) | `functions` | its calls are answered by a [`Desk`] |
//! | a program of JSON Lines | `lines` | its standard input and output |
//!
//! A seat gives the faults that a process would get for the same deed, in the same words, at the same
//! step: the record does not tell in what a bot ran. One unit of fuel is one nanosecond on its clock.

mod desk;
mod functions;
mod lines;
mod rerun;
mod seat;

pub use desk::Desk;
pub(crate) use functions::Functions;
pub use rerun::{Difference, Rerun, rerun};
pub use seat::{Chair, seat};

use croupier_wasm::{NoHost, Program};

/// A module, compiled and ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Module {
    /// The statement's three functions, linked with the glue.
    Functions(Program<Desk>),
    /// A program that speaks JSON Lines.
    Lines(Program<NoHost>),
}
