//! Referee, seats, contests and store of Croupier.

pub mod compat;
pub mod contest;
pub mod game_kind;
pub mod limits;
pub mod problem;
pub mod suggestion;

mod config;
