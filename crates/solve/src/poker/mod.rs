//! Algorithmic poker: an equilibrium that is honest about itself (statement 003).
//!
//! Three seats with a card from 0 to 9 each, sealed bids in two rounds; see [`croupier_rules::poker`]. Chips are a
//! deal's and a seat's unless something else is said.

mod column;
mod counter;
mod course;
mod draws;
mod exploiter;
mod exposure;
mod file;
mod foresight;
mod gate;
mod grid;
mod lottery;
pub mod model;
mod plan;
mod player;
mod policy;
mod price;
mod pricing;
mod prober;
mod reading;
mod reply;
mod responder;
mod rivals;
mod saved;
mod shipped;
mod showdown;
mod spot;

pub use counter::Counter;
pub use course::Course;
pub use draws::Draws;
pub use exploiter::Exploiter;
pub use exposure::Gain;
pub use file::PolicyError;
pub use foresight::{Flows, Manner, Rule};
pub use grid::{Due, Grid, GridError, Limits, SIZES_MAX, State};
pub use plan::{DEALT_RANGES, Plan, Step};
pub use player::Equilibrium;
pub use policy::{GATE_PASSES_MAX, Policy};
pub use price::{Choice, Prices, Question};
pub use pricing::Pricing;
pub use prober::Prober;
pub use reply::{Opening, Reply, Standing, Tries, Worth};
pub use responder::{Bids, Responder};
pub use saved::{Saved, SavedColumn, SavedError};
pub use showdown::{End, HANDS, Range, Ranges};
pub use spot::{Bid, LastCheck, Spot};
