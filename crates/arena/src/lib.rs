//! Referee, seats, contests and store of Croupier. Never sees a solver.

mod beneath;
mod config;
mod errand;
mod family;
mod java;
mod load;
mod script;
mod tree;

pub mod batch;
pub mod bot;
pub mod compat;
pub mod contest;
pub mod contestant;
pub mod cores;
pub mod dealer;
pub mod dealt;
pub mod entrant;
pub mod estimate;
pub mod feed;
pub mod game_kind;
pub mod glue;
pub mod group;
#[cfg(feature = "wasm")]
pub mod guest;
pub mod hint;
pub mod house;
pub mod limits;
pub mod log;
pub mod luck;
pub mod player;
pub mod problem;
pub mod protocol;
pub mod python;
pub mod referee;
pub mod run;
pub mod run_key;
pub mod sandbox;
pub mod schedule;
pub mod seal;
pub mod standings;
pub mod stop;
pub mod store;
pub mod suggestion;
pub mod tools;
pub mod wasm_tools;
pub mod workshop;
