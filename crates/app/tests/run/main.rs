//! `croupier run CONTEST`: the built program on small contests of real bots.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../rules/tests/golden/mod.rs"]
mod golden;
#[path = "../night/mod.rs"]
mod night;

mod again;
mod blackjack;
mod clocks;
mod hostile;
mod league;
mod poker;
mod same_bytes;
mod trouble;
#[cfg(feature = "wasm")]
mod wasm;
