//! Rullete: a function from a hand of cards to a value, by fourteen rules in a fixed order.
//!
//! Source: statement 002. How its doubtful sentences are read stands in rulings 18 to 21 and in
//! `docs/rules/rullete.md`. The functions in [`rules`] are the definition; anything faster is held against them.
//!
//! ```
//! use croupier_rules::rullete::{trace, value, Allowed, Hand, Rule6};
//!
//! let hand = Hand::parse("2D 5D JD KC AC", Allowed::FiveDifferent)?;
//! assert_eq!(value(&hand, Rule6::default()), 170);
//!
//! let trace = trace(&hand, Rule6::default());
//! assert_eq!(trace.after[..3], [37, 40, 80]);
//! assert_eq!(trace.changed, [1, 2, 4, 7, 9, 12, 13]);
//! assert_eq!(trace.rule_12_repeats, Some(9));
//! # Ok::<(), croupier_rules::rullete::HandError>(())
//! ```

mod arithmetic;
mod hand;
mod position;
mod reason;
pub mod rules;
mod trace;

pub use hand::{Allowed, CARDS_MAX, Hand, HandError};
pub use position::Position;
pub use trace::{Explanation, Step, Trace, explain, trace};

/// How many rules there are.
pub const RULES: usize = rules::ALL.len();

/// The value that wins (rule 14). It is also the greatest value that five different cards can have.
pub const WINNING_VALUE: i64 = 674;

/// What rule 6 takes off for four 7s (ruling 18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule6 {
    /// 121, eleven squared: the rule as it was set.
    #[default]
    Takes121,
    /// 112: the digits as they are printed in statement 002, where the superscript was lost.
    Takes112,
}

impl Rule6 {
    /// Returns the amount that is taken off.
    pub const fn amount(self) -> i64 {
        match self {
            Self::Takes121 => 121,
            Self::Takes112 => 112,
        }
    }

    /// Returns the reading that takes this amount off, if there is one.
    pub const fn from_amount(amount: i64) -> Option<Self> {
        match amount {
            121 => Some(Self::Takes121),
            112 => Some(Self::Takes112),
            _ => None,
        }
    }
}

/// Returns the value of a hand after all fourteen rules.
///
/// ```
/// use croupier_rules::rullete::{value, Allowed, Hand, Rule6};
///
/// let four_sevens = Hand::parse("7C 7D 7H 7S 2D", Allowed::FiveDifferent)?;
/// assert_eq!(value(&four_sevens, Rule6::Takes121), 16);
/// assert_eq!(value(&four_sevens, Rule6::Takes112), 34);
/// # Ok::<(), croupier_rules::rullete::HandError>(())
/// ```
pub fn value(hand: &Hand, rule6: Rule6) -> i64 {
    let mut position = Position::start(hand, rule6);
    for number in 1..=RULES {
        position.apply(number);
    }
    position.value()
}
