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
mod misreading;
mod position;
mod reason;
pub mod rules;
mod trace;

pub use hand::{Allowed, CARDS_MAX, Hand, HandError};
pub use misreading::Misreading;
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
    // The rules by name, where `Position::apply` looks them up: so each is compiled into its place.
    let mut at = Position::start(hand, rule6);
    at.apply_rule(1, rules::rule_01_add_jacks);
    at.apply_rule(2, rules::rule_02_double_for_a_pair_of_one_suit);
    at.apply_rule(3, rules::rule_03_double_for_all_suits);
    at.apply_rule(4, rules::rule_04_add_colour_difference);
    at.apply_rule(5, rules::rule_05_add_divisors);
    at.apply_rule(6, rules::rule_06_subtract_for_four_sevens);
    at.apply_rule(7, rules::rule_07_add_lowest_score);
    at.apply_rule(8, rules::rule_08_make_positive);
    at.apply_rule(9, rules::rule_09_swap_ranks);
    at.apply_rule(10, rules::rule_10_add_aces_of_a_straight);
    at.apply_rule(11, rules::rule_11_add_one_bits);
    at.apply_rule(12, rules::rule_12_repeat_last_change);
    at.apply_rule(13, rules::rule_13_add_superfactors);
    at.apply_rule(14, rules::rule_14_win);
    at.value()
}
