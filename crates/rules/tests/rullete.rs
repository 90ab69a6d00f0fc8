//! Rullete: the cases, the samples of statement 002 rule by rule, and what holds for every hand.

mod golden;
mod splitmix;

use std::fmt::Write as _;

use croupier_rules::card::{Card, CardFault, Rank, Strange};
use croupier_rules::rullete::{
    Allowed, CARDS_MAX, Explanation, Hand, HandError, RULES, Rule6, WINNING_VALUE, explain, trace, value,
};
use serde_json::Value;
use splitmix::SplitMix;

fn hand(text: &str) -> Hand {
    Hand::parse(text, Allowed::FiveDifferent).expect("five different cards")
}

fn any_hand(text: &str) -> Hand {
    Hand::parse(text, Allowed::Any).expect("1 to 60 cards")
}

fn value_of(text: &str) -> i64 {
    value(&hand(text), Rule6::default())
}

fn refusal(text: &str) -> HandError {
    Hand::parse(text, Allowed::FiveDifferent).expect_err("no hand of the task")
}

fn cases() -> Value {
    serde_json::from_str(include_str!("testdata/rullete/cases.json")).expect("the cases are JSON")
}

fn check_case(case: &Value, allowed: Allowed) {
    let text = case["hand"].as_str().expect("a hand");
    let hand = Hand::parse(text, allowed).expect("a hand that is allowed");
    let trace = trace(&hand, Rule6::Takes121);
    assert_eq!(hand.to_string(), text);
    assert_eq!(Value::from(value(&hand, Rule6::Takes121)), case["value"], "value of {text}");
    assert_eq!(Value::from(trace.after.to_vec()), case["after"], "values of {text}");
    assert_eq!(Value::from(trace.changed), case["changed"], "changes of {text}");
    assert_eq!(trace.win, trace.after[RULES] == WINNING_VALUE);
    assert_eq!(Value::from(trace.rule_12_repeats), case["rule_12_repeats"], "rule 12 of {text}");
    let printed = case.get("printed_112").unwrap_or(&case["value"]);
    assert_eq!(Value::from(value(&hand, Rule6::Takes112)), *printed, "value of {text} with 112");
}

#[test]
fn every_case_of_five_different_cards_has_its_values_after_each_rule() {
    let cases = cases();
    let cases = cases["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 40);
    for case in cases {
        check_case(case, Allowed::FiveDifferent);
    }
}

#[test]
fn every_case_of_any_hand_has_its_values_after_each_rule() {
    let cases = cases();
    let cases = cases["extension"].as_array().unwrap();
    assert_eq!(cases.len(), 8);
    for case in cases {
        check_case(case, Allowed::Any);
    }
}

fn page(Explanation { trace, steps }: &Explanation, hand: &Hand) -> String {
    let mut page = format!("statement 002, sample hand\n{hand}\nsum of scores {}\n", trace.after[0]);
    for step in steps {
        writeln!(page, "rule {:2}  {:3} -> {:3}  {}", step.rule, step.before, step.after, step.reason)
            .expect("a string takes all text");
    }
    writeln!(page, "changed by {:?}, win {}", trace.changed, trace.win).expect("a string takes all text");
    page
}

#[test]
fn first_sample_of_002_goes_through_all_fourteen_rules() {
    let hand = hand("2D 5D JD KC AC");
    golden::check("rullete/sample_1.txt", &page(&explain(&hand, Rule6::default()), &hand));
}

#[test]
fn second_sample_of_002_goes_through_all_fourteen_rules() {
    let hand = hand("QC 8D JD 10S 9D");
    golden::check("rullete/sample_2.txt", &page(&explain(&hand, Rule6::default()), &hand));
}

#[test]
fn any_hand_reaches_the_rules_that_no_hand_of_the_task_can() {
    let mut pages = String::new();
    for text in ["10C JC JD QS", "7C 7C 7C 7C 2S", "2D", "10D JD QD KD AD 7C 7D 7H 7S 5D"] {
        let hand = any_hand(text);
        pages += &page(&explain(&hand, Rule6::default()), &hand).replace(", sample", ", any");
    }
    golden::check("rullete/any_hand.txt", &pages);
}

#[test]
fn rule_6_takes_121_off_unless_112_is_asked_for() {
    let sevens = hand("7C 7D 7H 7S 2D");
    assert!(sevens.has_four_sevens());
    assert_eq!(value(&sevens, Rule6::default()), 16);
    assert_eq!(value(&sevens, Rule6::Takes112), 34);
    assert!(!hand("7C 7D 7H 6S 8S").has_four_sevens());
    assert!(!any_hand("7S 7S 7S 7S 7S").has_four_sevens());
    assert_eq!(Rule6::from_amount(121), Some(Rule6::Takes121));
    assert_eq!(Rule6::from_amount(112).map(Rule6::amount), Some(112));
    assert_eq!(Rule6::from_amount(11), None);
}

#[test]
fn rule_12_applies_the_whole_of_the_last_rule_again() {
    // Rule 9 again: 1 more and the ranks swap back, which takes the 2 away from rule 13.
    assert_eq!(value_of("5D 3D 4D KC QC"), 72);
    // Rule 8 again: its condition does not hold any more.
    let trace = trace(&any_hand("7C 7C 7C 7C 2S"), Rule6::default());
    assert_eq!((trace.rule_12_repeats, trace.after[11], trace.after[12]), (Some(8), 54, 54));
}

#[test]
fn rule_10_that_adds_nothing_has_not_changed_the_value() {
    let trace = trace(&hand("9D 2D 3D 4C 5H"), Rule6::default());
    assert_eq!(trace.rule_12_repeats, Some(9));
    assert_eq!(trace.value(), 110);
}

#[test]
fn rule_13_doubles_the_value() {
    for (text, value) in [("QD KD 2C QC 5C", 162), ("3H 10C 6D 7D 2S", 242), ("JC 7D JD 2S 5H", 450)] {
        let trace = trace(&hand(text), Rule6::default());
        assert_eq!((trace.after[12] * 2, trace.after[13]), (value, value), "{text}");
    }
}

/// Field report B 22, and A 2.
#[test]
fn the_ace_is_the_highest_card_of_a_straight_only() {
    let adds_in_rule_10 = |text| {
        let trace = trace(&hand(text), Rule6::default());
        trace.after[10] - trace.after[9]
    };
    assert_eq!(adds_in_rule_10("10C JC QC KC AC"), 5);
    assert_eq!(adds_in_rule_10("10S JD QC KH AS"), 5);
    assert_eq!(adds_in_rule_10("KH AS TH QC JD"), 5);
    assert_eq!(adds_in_rule_10("AS 2H 3C 4D 5C"), 0);
    assert_eq!(adds_in_rule_10("JS QD KC AH 2S"), 0);
    assert_eq!(adds_in_rule_10("9S 10D JC QH KS"), 0);
    assert_eq!(
        explain(&hand("9S 10D JC QH KS"), Rule6::default()).steps[9].reason,
        "a straight without an ace"
    );
}

#[test]
fn the_swaps_of_rule_9_happen_at_once() {
    let explanation = explain(&hand("2D 5D 6D 9D AD"), Rule6::default());
    assert_eq!(explanation.steps[8].hand.to_string(), "5D 2D 9D 6D AD");
    assert_eq!(explanation.steps[11].hand.to_string(), "2D 5D 6D 9D AD", "rule 12 swaps them back");
}

#[test]
fn rules_look_at_the_ranks_of_the_moment() {
    // The 2 has become a 5 when rules 12 and 13 look for it.
    assert_eq!(value_of("2D 3D 4D KC QC"), 64);
    assert_eq!(trace(&hand("2D 3D 4D KC QC"), Rule6::default()).rule_12_repeats, None);
}

#[test]
fn a_jack_counts_in_rule_1_without_four_cards() {
    assert_eq!(trace(&any_hand("JC 2D"), Rule6::default()).after[..2], [12, 22]);
    assert_eq!(trace(&any_hand("3C 2D"), Rule6::default()).after[..2], [5, 5]);
}

#[test]
fn a_hand_is_five_different_cards() {
    assert_eq!(refusal("2D 5D JD KC"), HandError::NotFive { found: 4 });
    assert_eq!(refusal("2D 5D JD KC AC 3C"), HandError::NotFive { found: 6 });
    assert_eq!(refusal(""), HandError::NotFive { found: 0 });
    let repeated = refusal("2D 5D 5d KC AC");
    assert_eq!(repeated.to_string(), "5D is in the hand twice; a pack has it once");
    assert!(matches!(refusal("2D 5D JD KC 1OC"), HandError::Card(_)));
}

#[test]
fn any_hand_has_1_to_60_cards_and_repeats() {
    assert_eq!(any_hand(&"JC ".repeat(CARDS_MAX)).len(), 60);
    let refused = |text: &str| Hand::parse(text, Allowed::Any).expect_err("not allowed");
    assert_eq!(refused(&"JC ".repeat(61)), HandError::NotAnySize { found: 61 });
    assert_eq!(refused(" "), HandError::NotAnySize { found: 0 });
}

/// Field report A 1 and 8: one card in three spellings is one card.
#[test]
fn a_card_in_two_spellings_is_the_same_card() {
    assert_eq!(refusal("10H TH 2C 3C 4C").to_string(), "10H is in the hand twice; a pack has it once");
    assert_eq!(hand("2d,5♦ jD\tkc A♣\u{fe0f}"), hand("2D 5D JD KC AC"));
}

/// Field report A 13.
#[test]
fn a_zero_width_space_in_a_hand_is_named() {
    for (text, hidden) in [("2D\u{200b} 5D JD KC AC", '\u{200b}'), ("2D \u{feff}5D JD KC AC", '\u{feff}')] {
        let HandError::Card(error) = refusal(text) else { panic!("the token is at fault") };
        assert_eq!(error.fault, CardFault::Strange(Strange(hidden)));
    }
}

fn random_hand(random: &mut SplitMix) -> Hand {
    let mut pack: Vec<Card> = Card::pack().collect();
    random.shuffle(&mut pack);
    Hand::new(&pack[..5], Allowed::FiveDifferent).expect("five cards of one pack")
}

fn random_any_hand(random: &mut SplitMix) -> Hand {
    let pack: Vec<Card> = Card::pack().collect();
    // Few ranks and suits, so that repeats, four 7s and missing suits are common.
    let kinds = 1 + random.below(pack.len());
    let start = random.below(pack.len());
    let cards: Vec<Card> =
        (0..=random.below(CARDS_MAX)).map(|_| pack[(start + random.below(kinds)) % pack.len()]).collect();
    Hand::new(&cards, Allowed::Any).expect("1 to 60 cards")
}

fn explanation_agrees(hand: &Hand, rule6: Rule6) {
    let Explanation { trace, steps } = explain(hand, rule6);
    assert_eq!(trace.value(), value(hand, rule6), "{hand}");
    assert_eq!(steps.len(), RULES);
    for (rule, step) in (1..).zip(&steps) {
        assert_eq!(
            (step.rule, step.before, step.after),
            (rule, trace.after[rule - 1], trace.after[rule]),
            "{hand}"
        );
        assert_eq!(step.before != step.after, trace.changed.contains(&rule), "{hand}");
    }
    assert_eq!(trace.rule_12_repeats.is_some(), steps[10].hand.iter().any(|card| card.rank == Rank::Two));
}

#[test]
fn explanations_agree_with_values() {
    let seed = 0x2018;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    for _ in 0..20_000 {
        explanation_agrees(&random_hand(&mut random), Rule6::Takes121);
        explanation_agrees(&random_any_hand(&mut random), Rule6::Takes112);
    }
}

#[test]
fn rules_5_8_and_11_never_change_the_value_of_five_different_cards() {
    let seed = 0x5811;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    for _ in 0..20_000 {
        let hand = random_hand(&mut random);
        let trace = trace(&hand, Rule6::default());
        assert!(![5, 8, 11].iter().any(|rule| trace.changed.contains(rule)), "{hand}");
        assert!(matches!(trace.rule_12_repeats, None | Some(7 | 9)), "{hand}");
        assert!((11..=WINNING_VALUE).contains(&trace.value()), "{hand}");
    }
}

#[test]
fn the_order_of_cards_matters_only_through_a_jack() {
    assert_eq!(value_of("JC JD JH JS 2D"), WINNING_VALUE);
    assert_eq!(value_of("2D JC JD JH JS"), 418);
    let seed = 0x0ace;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    for _ in 0..5_000 {
        let hand = random_hand(&mut random);
        if hand.iter().any(|card| card.rank == Rank::Jack) {
            continue;
        }
        let mut cards = hand.to_vec();
        random.shuffle(&mut cards);
        let shuffled = Hand::new(&cards, Allowed::FiveDifferent).unwrap();
        assert_eq!(
            value(&hand, Rule6::default()),
            value(&shuffled, Rule6::default()),
            "{hand} and {shuffled}"
        );
    }
}
