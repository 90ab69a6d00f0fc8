//! The rules of Croupier's four games, as pure values: no I/O, no clock, no entropy.
#![forbid(unsafe_code)]

pub mod camicia;
pub mod card;
pub mod rullete;
