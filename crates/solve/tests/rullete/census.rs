//! The census against what a program of its own counted over every hand.

use croupier_rules::rullete::Rule6;
use croupier_solve::rullete::{Census, HANDS, SETS};
use serde_json::Value;

/// Source: plain rules and closed form, written apart from ours, over all 311,875,200 hands; a published program agreed
/// on every class of hands.
fn counted() -> Value {
    serde_json::from_str(include_str!("testdata/census.json")).unwrap()
}

#[test]
fn the_census_is_the_one_that_was_counted() {
    let census = Census::new(Rule6::Takes121);
    let counted = counted();
    let (values, hands): (Vec<u32>, Vec<u64>) = census.histogram().unzip();
    assert_eq!(counted["ordered_hands"], HANDS);
    assert_eq!(counted["ordered_hands"], hands.iter().sum::<u64>());
    assert_eq!(counted["unordered_hands"], SETS);
    assert_eq!(counted["classes_first_plus_set"], HANDS / 24);
    assert_eq!(counted["winning_674"], census.winners());
    assert_eq!((&counted["min"], &counted["max"]), (&values[0].into(), &values[values.len() - 1].into()));
    assert_eq!(counted["distinct_values"], values.len());
    assert_eq!(counted["straight_present_at_rule_10"], census.straights());
    let changed = counted["rule_changed_value_in"].as_object().unwrap();
    assert_eq!(changed.len(), census.changes().len());
    for (rule, hands) in (1..).zip(census.changes()) {
        assert_eq!(changed[&rule.to_string()], hands, "rule {rule}");
        assert_eq!(census.changed(rule), hands, "rule {rule}");
    }
}

/// Every path counts its hands once, and only four 7s tell the readings of rule 6 apart.
#[test]
fn the_readings_of_rule_6_differ_by_its_5760_hands() {
    let [ours, printed] = [Rule6::Takes121, Rule6::Takes112].map(Census::new);
    assert_eq!(ours.paths(), printed.paths());
    assert_eq!(ours.paths().values().sum::<u64>(), HANDS);
    // Of the 48 sets with four 7s those with a 2 double what rule 6 leaves: 4 sets of 120 hands each.
    let doubled = 4 * 120;
    assert_eq!(printed.sum() - ours.sum(), 9 * (5760 + doubled));
}
