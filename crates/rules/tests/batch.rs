//! The cases that we make for batch games: what they reach, and that they never change.

mod golden;

use std::fmt::Write;

use croupier_rules::batch::Task;
use croupier_rules::camicia::StateKey;
use croupier_rules::card::Suit;
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

/// Ways in which the rules are misread: see the notes in `docs/rules/rullete.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Misreading {
    None,
    /// Rule 13 multiplies the primes themselves.
    PlainPrimes,
    /// Rule 9 swaps nothing.
    NoSwap,
    /// Rule 9 makes 5s of 2s first, then 2s of all 5s.
    SwapInTurn,
    /// Rule 9 makes 2s of 5s first, then 5s of all 2s.
    SwapInOtherTurn,
    /// Rule 12 repeats what rule 9 adds, and not its swap.
    NoSwapAgain,
    /// Rule 10 has changed the value though it added 0.
    NothingIsAChange,
    /// A 2 3 4 5 is a straight.
    AceLow,
    /// Rule 6 takes 112 off.
    Takes112,
}

const MISREADINGS: [Misreading; 8] = [
    Misreading::PlainPrimes,
    Misreading::NoSwap,
    Misreading::SwapInTurn,
    Misreading::SwapInOtherTurn,
    Misreading::NoSwapAgain,
    Misreading::NothingIsAChange,
    Misreading::AceLow,
    Misreading::Takes112,
];

/// The value of a hand of five different cards, by a reading: rules 5, 8 and 11 cannot fire.
fn misread(hand: &str, reading: Misreading) -> i64 {
    let hand = Hand::parse(hand, Allowed::FiveDifferent).expect("five cards");
    let mut ranks: Vec<i64> = hand.iter().map(|card| card.rank as i64 + 2).collect();
    let score = |rank: i64| rank.min(10);
    let count = |ranks: &[i64], rank| ranks.iter().map(|&other| i64::from(other == rank)).sum::<i64>();
    let suit = |suit: Suit| hand.iter().map(|card| i64::from(card.suit == suit)).sum::<i64>();
    let swap = |ranks: &mut Vec<i64>| {
        let trade = |from: i64, to: i64| move |rank: i64| if rank == from { to } else { rank };
        for rank in ranks {
            *rank = match reading {
                Misreading::NoSwap => *rank,
                Misreading::SwapInTurn => trade(5, 2)(trade(2, 5)(*rank)),
                Misreading::SwapInOtherTurn => trade(2, 5)(trade(5, 2)(*rank)),
                Misreading::None
                | Misreading::PlainPrimes
                | Misreading::NoSwapAgain
                | Misreading::NothingIsAChange
                | Misreading::AceLow
                | Misreading::Takes112 => {
                    [2, 5, 6, 9].iter().position(|other| other == rank).map_or(*rank, |at| [5, 2, 9, 6][at])
                }
            };
        }
    };
    let lowest = ranks.iter().copied().map(score).min().expect("five cards");
    let mut value = ranks.iter().copied().map(score).sum::<i64>() + 1 + count(&ranks, 11) * score(ranks[0]);
    value *= if Suit::ALL.iter().all(|&one| suit(one) > 0) { 4 } else { 2 };
    value += (2 * (suit(Suit::Clubs) + suit(Suit::Spades)) - 5).abs();
    if count(&ranks, 7) == 4 {
        value -= if reading == Misreading::Takes112 { 112 } else { 121 };
    }
    value += lowest;
    let (mut last, mut add) = (7, lowest);
    if suit(Suit::Diamonds) >= 3 {
        value += 1;
        swap(&mut ranks);
        (last, add) = (9, 1);
    }
    let mut sorted = ranks.clone();
    sorted.sort_unstable();
    let is_wheel = reading == Misreading::AceLow && sorted == [2, 3, 4, 5, 14];
    if is_wheel || sorted.windows(2).all(|pair| pair[1] == pair[0] + 1) {
        let aces = 5 * count(&ranks, 14);
        value += aces;
        if aces > 0 || reading == Misreading::NothingIsAChange {
            (last, add) = (10, aces);
        }
    }
    if count(&ranks, 2) > 0 {
        value += add;
        if last == 9 && reading != Misreading::NoSwapAgain {
            swap(&mut ranks);
        }
    }
    if count(&ranks, 2) > 0 {
        let primes = (2..=value).filter(|&prime| value % prime == 0 && (2..prime).all(|d| prime % d != 0));
        value += if reading == Misreading::PlainPrimes { primes.product() } else { value };
    }
    value
}

#[test]
fn two_dozen_hands_tell_every_known_misreading() {
    for seed in 0..50 {
        let key = Key::new(seed, "misreadings");
        let hands: Vec<String> = (0..24).map(|number| RULLETE.generate(key, number)).collect();
        let is_right =
            |hand: &String, reading| RULLETE.answer(hand).unwrap() == format!("{}\n", misread(hand, reading));
        for hand in &hands {
            assert!(is_right(hand, Misreading::None), "seed {seed}: {hand}");
        }
        for reading in MISREADINGS {
            assert!(!hands.iter().all(|hand| is_right(hand, reading)), "seed {seed}: {reading:?} passes");
        }
    }
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
