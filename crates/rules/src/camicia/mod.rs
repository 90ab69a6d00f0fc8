//! Camicia: a simulation without choices. A deal goes in; whether it ends, and after how long, comes out.
//!
//! Source: statement 001. How its doubtful sentences are read stands in rulings 14 to 17 and in
//! `docs/rules/camicia.md`. Cards and tricks are counted from the first card of the game.
//!
//! ```
//! use croupier_rules::camicia::{play, Deal, Options, Status};
//!
//! let deal: Deal = "2 A 7 8 Q 10 / 3 4 5 6 K 9 J".parse()?;
//! let outcome = play(&deal, Options::default());
//! assert_eq!((outcome.status, outcome.cards, outcome.tricks), (Status::Finished, 13, 1));
//!
//! let endless: Deal = "J--/-J-".parse()?;
//! let outcome = play(&endless, Options::default());
//! assert_eq!((outcome.status.name(), outcome.cards, outcome.tricks), ("loop", 8, 3));
//! # Ok::<(), croupier_rules::camicia::DealError>(())
//! ```

mod deal;
mod game;
mod misreading;
mod outcome;
mod repeat;
mod rounds;
mod text;

pub use deal::{Card, Deal, Player};
pub use misreading::{Misread, Misreading};
pub use outcome::{Cycle, Options, Outcome, StateKey, Status};
pub use repeat::{Simulation, play};
pub use rounds::{Debt, Rounds};
pub use text::DealError;
