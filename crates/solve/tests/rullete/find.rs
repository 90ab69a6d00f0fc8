//! The hands of a value against the census and the plain rules.

use croupier_rules::rullete::{Rule6, value};
use croupier_solve::rullete::{Census, find};

/// Every value in the long test, every thirteenth in the short one and by the other reading of rule 6.
#[test]
fn every_value_has_as_many_hands_as_the_census_says() {
    let step = if croupier_trial::is_long() { 1 } else { 13 };
    for (rule6, step) in [(Rule6::Takes121, step), (Rule6::Takes112, 13)] {
        let census = Census::new(rule6);
        for wanted in (11..=700).step_by(step) {
            assert_eq!(find(wanted, rule6).count() as u64, census.hands_of(wanted), "{wanted} {rule6:?}");
        }
    }
}

#[test]
fn each_hand_has_the_value_and_comes_once_in_the_stated_order() {
    let census = Census::new(Rule6::Takes112);
    let wanted: Vec<u32> =
        census.histogram().filter(|&(_, hands)| hands < 50_000).map(|(value, _)| value).collect();
    assert!(wanted.len() > 20, "{wanted:?}");
    for wanted in wanted {
        let mut keys = Vec::new();
        for hand in find(wanted, Rule6::Takes112) {
            assert_eq!(value(&hand, Rule6::Takes112), i64::from(wanted), "{hand}");
            let order: Vec<usize> = hand.iter().map(|card| card.index()).collect();
            let mut set = order.clone();
            set.sort_unstable();
            keys.push((set, order));
        }
        assert_eq!(keys.len() as u64, census.hands_of(wanted));
        assert!(keys.is_sorted_by(|one, next| one < next), "{wanted}");
    }
}

#[test]
fn what_is_left_is_counted_from_any_place() {
    let mut hands = find(674, Rule6::default());
    for taken in [0, 1, 23, 1, 100] {
        let before = hands.clone().count();
        assert_eq!(hands.by_ref().take(taken).count(), taken);
        assert_eq!(hands.clone().count(), before - taken);
    }
    assert_eq!(hands.clone().count(), 384 - 125);
    assert_eq!(hands.fold(0, |hands, _| hands + 1), 384 - 125);
}
