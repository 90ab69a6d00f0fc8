//! House players: built in, in Rust, deterministic from the match and the seat.

pub mod poker;

/// The version of the house players, raised when one of them plays otherwise than before.
pub const VERSION: &str = "house-1";
