//! The rules of Croupier's four games, as pure values: no I/O, no clock, no entropy.
//!
//! Blackjack and poker have choices and are a [`game::Game`]; Camicia is a simulation and Rullete a
//! function. `docs/rules` lists every rule with its source and the test that pins it.
#![forbid(unsafe_code)]

pub mod batch;
pub mod blackjack;
pub mod camicia;
pub mod card;
pub mod chance;
pub mod chips;
#[cfg(feature = "conform")]
pub mod conform;
pub mod game;
pub mod poker;
pub mod record;
pub mod rullete;
pub mod seat;
pub mod text;
pub mod unseen;
pub mod verdict;
