//! Counterfactual regret minimisation over public states, with a vector of private hands for each seat.
//!
//! A [`PublicGame`] says who decides what and what a leaf is worth; [`Tree::grow`] writes its public states out, a
//! [`Solver`] lowers the seats' regrets, and [`replies`] tells how far its average strategy is from an equilibrium.
//! Seats may decide at once, and seats that nothing distinguishes share one table. Nothing here knows a game:
//! [`kuhn`] and [`leduc`] are two whose values are known, `poker` is the third.
//!
//! Sources: Zinkevich et al. 2007 (CFR); Johanson et al. 2011 (public trees, vectors of hands); Tammelin 2014
//! (CFR+); Brown and Sandholm 2019 (discounted CFR). With three seats none of them promises an equilibrium: what
//! came of a run is measured, not trusted.

pub mod kuhn;
pub mod leduc;

mod game;
mod reply;
mod solver;
mod strategy;
mod tree;

pub use game::{Hands, IDLE, Joint, PublicGame, Seated, Turn};
pub use reply::{NashConv, replies, responses};
pub use solver::{Order, Scheme, Solver, on_threads};
pub use strategy::Strategy;
pub use tree::{Decision, Node, Place, Tree};
