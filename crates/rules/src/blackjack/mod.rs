//! Blackjack as two statements set it: the betting contest of 000 and the beginners' exam of 004.
//!
//! [`Rules`] is the contest: one [`Evening`] at the table, a bet before every card, cards drawn by
//! value from a [`Shoe`] that is shuffled when fewer than 45 cards are left. [`exam`] is one hand
//! without money. [`Score`] is the value type of 004 that carries every total of a hand;
//! [`Total`] is the one total that counts. The doubtful points are rulings 1 to 13, listed with
//! their tests in `docs/rules/blackjack.md`.

mod calls;
mod card;
mod contest;
mod evening;
pub mod exam;
mod hand;
mod limits;
pub mod mark;
mod news;
mod notation;
mod outcome;
mod score;
mod script;
mod shoe;
mod total;

pub use calls::{Broken, Call, Calls, Needs, Order, Outside};
pub use card::Card;
pub use contest::{Action, Choices, Illegal, Rules};
pub use evening::{End, Evening, Stage};
pub use hand::Hand;
pub use limits::{Limits, OutOfRange};
pub use news::News;
pub use outcome::Outcome;
pub use score::Score;
pub use script::{Dry, Script, ScriptError};
pub use shoe::{CUT, Shoe};
pub use total::{Ace, Total};
