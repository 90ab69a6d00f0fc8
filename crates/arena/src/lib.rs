//! Referee, seats, contests and store of Croupier. Never sees a solver.

pub mod bot;
pub mod dealer;
pub mod house;
pub mod player;
pub mod protocol;
pub mod python;
pub mod referee;
