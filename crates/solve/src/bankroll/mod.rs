//! Betting at blackjack: how much of the money goes on a hand, what becomes of it over many evenings, and how
//! to play for the mark of the contest (statement 000, rulings 6 and 8).
//!
//! ```text
//! Style (cards: hit or stand, and the edge before a bet) ─┬─ Gambler: plays an evening, hand by hand
//! Bets  (money: flat, Kelly, goal) ───────────────────────┘
//! Style ─ Shoes (rounds played once) ─┐
//! Bets ───────────────────────────────┴─ Evenings (money over many evenings) ─ Fan, marks
//! ```

mod bets;
mod course;
mod edge;
mod gambler;
mod growth;
mod luck;
mod review;
mod shoes;
mod simulator;
mod style;
mod test;
mod trim;

pub use bets::{Bets, DECIDED, Purse};
pub use course::Course;
pub use edge::Linear;
pub use gambler::Gambler;
pub use growth::nats_per_shoe;
pub use luck::Luckless;
pub use review::{Mistake, OfEvening, Review, Wrong};
pub use shoes::{Growth, PACKS_MAX, Shoes, StockRound};
pub use simulator::{Deal, Simulator, Tally};
pub use style::Style;
pub use test::{Bettor, Terms, Test};
pub use trim::Plan;
