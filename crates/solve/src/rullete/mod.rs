//! The laboratory of Rullete: every hand at once, the hands of a value, and values as fast as text can be read.
//!
//! The fourteen functions of `croupier_rules::rullete` are the definition. What is here knows five different cards
//! only, and is held against them over every hand in the long test. `docs/rullete-lab.md` states the method.
//!
//! # The closed form
//!
//! Sources: statement 002, rulings 18 to 21. Five different cards leave little of the fourteen rules open:
//!
//! - Rule 1 always changes the value, for there are five cards. So does rule 2: five cards of four suits.
//! - **Rule 5 is dead.** Rule 2 leaves an even value and rule 3 keeps it so. Black and red are 5 in sum, so that rule 4
//!   adds 1, 3 or 5: the value is odd when rule 5 looks for an even one.
//! - **Rule 8 is dead.** Only rule 6 takes anything off. Four 7s hold all suits, so that the value before it is at least
//!   4 (28 + 2 + 1) + 1 = 125: it stays above 0 by both readings. Therefore rule 7 always adds.
//! - **Rule 11 is dead.** It wants more than eight changes, and two of the ten rules before it are dead.
//! - Rule 10 adds 5 for 10 J Q K A and nothing for any other straight. Rule 9 moves none of these ranks.
//! - Rule 12 needs a 2, which 10 J Q K A does not have. So the last change was that of rule 9 with three diamonds, and that
//!   of rule 7 otherwise. Rule 9 makes the 2 of a 5, adds 1 more in rule 12, and swaps back: rule 13 then
//!   needs a 2 that was dealt.
//! - Rule 13 adds the product of the value's superfactors: the value itself.
//!
//! With the sum of scores `S`, the number of jacks `J`, the first card's score `f`, the lowest score `m`:
//!
//! ```text
//! v = 2 (S + 1 + J f)                    rules 1 and 2
//!     times 2 with all suits             rule 3
//!     + |black - red|                    rule 4
//!     - 121, or 112, with four 7s        rule 6
//!     + m                                rule 7
//!     + 5 with 10 J Q K A                rule 10
//!
//! three diamonds     v + 1, and with a 5 v + 2; times 2 with a 5 and a 2       rules 9, 12, 13
//! fewer, with a 2    v + m = v + 2, times 2                                    rules 12, 13
//! ```
//!
//! So the value hangs on the order of the cards through `f` alone, and through that only with a jack.
//!
//! ```
//! use croupier_rules::rullete::{Allowed, Hand, Rule6};
//! use croupier_solve::rullete::{Census, Counters, find};
//!
//! let hand = Hand::parse("2D 5D JD KC AC", Allowed::FiveDifferent)?;
//! let counters = Counters::of(&hand).expect("five different cards");
//! assert_eq!(counters.value(hand[0].rank, Rule6::default()), 170);
//! assert_eq!(counters.path().to_string(), "1 2 4 7 9 12 13");
//!
//! let census = Census::new(Rule6::default());
//! assert_eq!(census.hands_of(674), 384);
//! assert_eq!(find(674, Rule6::default()).count(), 384);
//! # Ok::<(), croupier_rules::rullete::HandError>(())
//! ```

mod census;
mod closed_form;
mod counters;
mod hands;
mod lines;
mod path;
mod sets;

pub use census::{Census, HANDS, SETS};
pub use counters::Counters;
pub use hands::{Hands, find};
pub use lines::{Taken, score_lines};
pub use path::Path;
