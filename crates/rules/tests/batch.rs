//! The cases that we make for batch games: what they reach, and that they never change.

mod golden;

use std::fmt::Write;

use croupier_rules::batch::Task;
use croupier_rules::camicia::StateKey;
use croupier_rules::chance::Key;
use croupier_rules::rullete::{Allowed, Hand, Rule6, trace};

const RULLETE: Task = Task::Rullete(Rule6::Takes121);
const CAMICIA: Task = Task::Camicia(StateKey::Leader);

/// Cases never change between versions: a contest's tests are made from their seed again and again.
#[test]
fn generated_cases_keep_their_values() {
    let mut text = String::from("# seed 7, label \"tests\": input, then the answer\n");
    for (task, count) in [(RULLETE, 16), (CAMICIA, 8)] {
        let key = Key::new(7, "tests");
        for number in 0..count {
            let input = task.generate(key, number);
            let answer = task.answer(&input).unwrap();
            write!(text, "\n{} {number}\n{input}= {answer}", task.game()).unwrap();
        }
    }
    golden::check("batch/cases.txt", &text);
}

#[test]
fn two_dozen_hands_reach_every_rule_that_five_different_cards_can_reach() {
    let key = Key::new(1, "reach");
    let mut changed = std::collections::BTreeSet::new();
    let mut repeated = std::collections::BTreeSet::new();
    for number in 0..24 {
        let hand = Hand::parse(&RULLETE.generate(key, number), Allowed::FiveDifferent).unwrap();
        let trace = trace(&hand, Rule6::Takes121);
        changed.extend(trace.changed);
        repeated.extend(trace.rule_12_repeats);
    }
    // Rules 5, 8 and 11 cannot fire for five different cards, and rule 14 changes nothing.
    assert_eq!(Vec::from_iter(changed), [1, 2, 3, 4, 6, 7, 9, 10, 12, 13]);
    assert_eq!(Vec::from_iter(repeated), [7, 9]);
}

#[test]
fn every_fourth_deal_never_ends_and_every_next_one_only_seems_to() {
    let key = Key::new(2, "reach");
    let other = Task::Camicia(StateKey::Decks);
    for number in 0..200 {
        let input = CAMICIA.generate(key, number);
        let (by_leader, by_decks) = (CAMICIA.answer(&input).unwrap(), other.answer(&input).unwrap());
        match number % 4 {
            0 => assert_eq!(input.split_ascii_whitespace().count(), 52),
            1 => assert!((1..=12).contains(&input.split_ascii_whitespace().count())),
            2 => assert!(by_leader.starts_with("loop "), "{input}{by_leader}"),
            _ => {
                assert!(by_leader.starts_with("finished "), "{input}{by_leader}");
                assert!(by_decks.starts_with("loop "), "{input}{by_decks}");
            }
        }
    }
}
