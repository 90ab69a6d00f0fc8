//! Exact odds of blackjack by composition: what a hand is worth from the very cards that are unseen
//! (statement 000; the exam of statement 004 by its switches).
//!
//! ```text
//! Unseen (ten counts) ─ Lattice (every player's hand) ─┐
//!                                                      ├─ Law of the dealer after each hand ─┬─ Play (stand, hit)
//! Switches ─ Plan (the dealer's ways to each total) ───┘                                     └─ Chooser (which)
//! ```
//!
//! Nothing is sampled and nothing is cut off: what an answer lacks of exactness is rounding.

mod chooser;
mod dealer;
pub(crate) mod endless;
mod estimate;
mod lanes;
mod lattice;
mod plain;
mod play;
mod round;
mod spread;
mod switches;
mod table;
mod unseen;

pub use chooser::Chooser;
pub use dealer::{Law, law};
pub use estimate::estimate;
pub use plain::plain_spread;
pub use play::{Choice, Decision, Play};
pub use round::{Round, removal, spread};
pub use spread::Spread;
pub use switches::{BothBust, Switches};
pub use table::{Cell, Exception, Table};
pub use unseen::{Refused, Unseen};
