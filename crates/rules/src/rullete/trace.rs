//! A hand's way through the rules, with each value and the reason for it.

use super::reason::reason;
use super::{Hand, Position, RULES, Rule6};
use crate::card::Rank;

/// What the rules did to one hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The sum of scores, then the value after each of rules 1 to 14.
    pub after: [i64; RULES + 1],
    /// The rules that changed the value, in order.
    pub changed: Vec<usize>,
    /// The rule that rule 12 applied once more, if it applied one.
    pub rule_12_repeats: Option<usize>,
    /// Whether the value wins (rule 14).
    pub win: bool,
}

/// A trace, with what each rule did in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The values.
    pub trace: Trace,
    /// One entry for each rule.
    pub steps: Vec<Step>,
}

/// What one rule did, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rule's number, 1 to 14.
    pub rule: usize,
    /// The value before the rule.
    pub before: i64,
    /// The value after the rule.
    pub after: i64,
    /// The cards after the rule: rule 9 changes ranks.
    pub hand: Hand,
    /// Why it did so, in words.
    pub reason: String,
}

impl Trace {
    /// Returns the value after all rules.
    pub const fn value(&self) -> i64 {
        self.after[RULES]
    }
}

/// Applies the fourteen rules and notes each value.
pub fn trace(hand: &Hand, rule6: Rule6) -> Trace {
    let mut at = Position::start(hand, rule6);
    let mut after = [at.value(); RULES + 1];
    let mut rule_12_repeats = None;
    for (rule, value) in after.iter_mut().enumerate().skip(1) {
        if rule == 12 && at.has(Rank::Two) {
            rule_12_repeats = at.last_changed();
        }
        at.apply(rule);
        *value = at.value();
    }
    Trace { after, changed: at.changed().collect(), rule_12_repeats, win: at.wins() }
}

/// Applies the fourteen rules and tells what each did.
pub fn explain(hand: &Hand, rule6: Rule6) -> Explanation {
    let mut at = Position::start(hand, rule6);
    let step = |rule| {
        let before = at.clone();
        at.apply(rule);
        let reason = reason(rule, &before, &at);
        Step { rule, before: before.value(), after: at.value(), hand: at.hand().clone(), reason }
    };
    Explanation { steps: (1..=RULES).map(step).collect(), trace: trace(hand, rule6) }
}
