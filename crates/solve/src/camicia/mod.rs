//! The laboratory of Camicia: long games, endless games, where they come from, and how rare they are.
//!
//! Here a *face* is a payment card (J, Q, K or A, which ask 1 to 4 cards), a *state* is a game between two tricks,
//! its leader first, and *length* is counted in cards put down (ruling 15). Whoever leads is called A by naming, so
//! every state is also a deal.
//!
//! The plain engine of `croupier_rules::camicia` is the judge: it knows nothing of packed decks, and whatever is
//! reported as found was played by it. `docs/camicia-lab.md` states the method and its mathematics.
//!
//! ```
//! use croupier_rules::camicia::Deal;
//! use croupier_solve::camicia::{End, State, play};
//!
//! let deal: Deal = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---".parse()?;
//! let game = play(State::of(&deal)?);
//! assert_eq!((game.end, game.cards, game.tricks), (End::Finished, 8344, 1164));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ancestors;
mod composition;
mod deck;
mod engine;
mod exhaust;
mod family;
mod feed;
mod game;
mod groups;
mod hunt;
mod name;
mod places;
mod scalar;
mod shuffle;
mod sift;
mod simd;
mod state;
mod tail;
mod threshold;
mod tokens;

pub use ancestors::{Finds, Stack, Walk, Walked};
pub use composition::{Composition, CompositionError};
pub use deck::{CARDS_MAX, Deck, FACES_MAX};
pub use engine::Engine;
pub use exhaust::{CycleTally, Longest, Tally, exhaust, exhaust_units};
pub use family::{Cut, Family, Kin, Reach};
pub use game::{End, Game, play};
pub use groups::{Group, Groups, TooManyGroups};
pub use hunt::{CLASS_CARDS, ENDLESS_MAX, FINDS_MAX, Harvest, Hunt, LARGE_PACK, Origin, Plan, UNIT_GROUPS};
pub use name::{DealName, NameError};
pub use shuffle::Shuffle;
pub use sift::{Address, sift};
pub use state::{PackError, State, Trick};
pub use tail::Tail;
