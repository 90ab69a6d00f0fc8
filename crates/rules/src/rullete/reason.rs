//! Why a rule did what it did, in words for a person.

use super::arithmetic::{divisor_sum, superfactors};
use super::rules::{has_straight, score};
use super::{Position, WINNING_VALUE};
use crate::card::{Card, Rank, Suit};

/// Tells why rule `number` led from `before` to `after`.
pub(super) fn reason(number: usize, before: &Position, after: &Position) -> String {
    match number {
        1 => rule_01(before),
        2 => rule_02(before),
        3 => rule_03(before),
        4 => rule_04(before),
        5 => rule_05(before),
        6 => rule_06(before),
        7 => rule_07(before),
        8 => rule_08(before),
        9 => rule_09(before, after),
        10 => rule_10(before),
        11 => rule_11(before),
        12 => rule_12(before, after),
        13 => rule_13(before),
        _ => rule_14(before),
    }
}

fn rule_01(at: &Position) -> String {
    let many = match at.count(|_| true) {
        cards @ 4.. => format!("{}, four or more: 1 more", count(cards, "card")),
        cards => format!("{}, fewer than four", count(cards, "card")),
    };
    let jacks = match at.count_rank(Rank::Jack) {
        0 => "no jack".to_owned(),
        jacks => {
            let first = at.hand[0];
            let points = score(first.rank);
            format!(
                "{} times {points} for the first card {first}: {} more",
                count(jacks, "jack"),
                jacks * points
            )
        }
    };
    format!("{many}; {jacks}")
}

fn rule_02(at: &Position) -> String {
    match Suit::ALL.into_iter().find(|&suit| at.count_suit(suit) >= 2) {
        Some(suit) => format!("{}: doubled", count(at.count_suit(suit), name(suit))),
        None => "no two cards of one suit".to_owned(),
    }
}

fn rule_03(at: &Position) -> String {
    match Suit::ALL.into_iter().find(|&suit| at.count_suit(suit) == 0) {
        Some(suit) => format!("{}s are missing", name(suit)),
        None => "all four suits: doubled".to_owned(),
    }
}

fn rule_04(at: &Position) -> String {
    let (black, red) = (at.count_black(), at.count_red());
    match (black - red).abs() {
        0 => format!("{black} black, {red} red: no difference"),
        apart => format!("{black} black, {red} red: {apart} more"),
    }
}

fn rule_05(at: &Position) -> String {
    match at.value {
        0 => "0 is left alone".to_owned(),
        odd if odd % 2 != 0 => format!("{odd} is odd"),
        even => format!("{even} is even: its divisors add up to {}", divisor_sum(even)),
    }
}

fn rule_06(at: &Position) -> String {
    match at.count_rank(Rank::Seven) {
        4 => format!("four 7s: {} less", at.rule6.amount()),
        0 => "no 7".to_owned(),
        sevens => format!("{}, not four", count(sevens, "7")),
    }
}

fn rule_07(at: &Position) -> String {
    let lowest = at.hand.iter().min_by_key(|card| score(card.rank)).expect("a hand has a card");
    if at.value < 0 {
        format!("{} is negative", at.value)
    } else {
        format!("the lowest card {lowest} scores {}", score(lowest.rank))
    }
}

fn rule_08(at: &Position) -> String {
    if at.value < 0 { "negative: the sign changes" } else { "not negative" }.to_owned()
}

fn rule_09(at: &Position, after: &Position) -> String {
    match at.count_suit(Suit::Diamonds) {
        0 => "no diamond".to_owned(),
        diamonds @ 1..=2 => format!("{}, fewer than three", count(diamonds, "diamond")),
        diamonds if at.hand == after.hand => {
            format!("{}: 1 more; no rank to swap", count(diamonds, "diamond"))
        }
        diamonds => {
            format!("{}: 1 more; ranks swapped, the hand is now {}", count(diamonds, "diamond"), after.hand)
        }
    }
}

fn rule_10(at: &Position) -> String {
    match (has_straight(at), at.count_rank(Rank::Ace)) {
        (false, _) => "no straight".to_owned(),
        (true, 0) => "a straight without an ace".to_owned(),
        (true, aces) => format!("a straight with {}: {} more", count(aces, "ace"), 5 * aces),
    }
}

fn rule_11(at: &Position) -> String {
    let changes = count(i64::from(at.changes()), "rule");
    if at.changes() > 8 {
        let ones = at.value.count_ones();
        format!("{changes} have changed the value: {} is {:b} in binary, {ones} more", at.value, at.value)
    } else {
        format!("{changes} changed the value so far, not more than eight")
    }
}

fn rule_12(at: &Position, after: &Position) -> String {
    match (two(at), at.last_changed()) {
        (None, _) => "no 2 in the hand now".to_owned(),
        (Some(_), None) => "no rule has changed the value".to_owned(),
        (Some(two), Some(number)) => format!("{two}: rule {number} once more: {}", reason(number, at, after)),
    }
}

fn rule_13(at: &Position) -> String {
    match two(at) {
        None => "no 2 in the hand now".to_owned(),
        Some(_) if at.value <= 0 => format!("{} is left alone", at.value),
        Some(two) => {
            let factors: Vec<String> = superfactors(at.value).map(|factor| factor.to_string()).collect();
            format!("{two}: the superfactors of {} are {}: {} more", at.value, factors.join(" x "), at.value)
        }
    }
}

fn rule_14(at: &Position) -> String {
    if at.value == WINNING_VALUE {
        format!("{WINNING_VALUE}: you win")
    } else {
        format!("not {WINNING_VALUE}")
    }
}

fn two(at: &Position) -> Option<Card> {
    at.hand.iter().copied().find(|card| card.rank == Rank::Two)
}

const fn name(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "club",
        Suit::Diamonds => "diamond",
        Suit::Hearts => "heart",
        Suit::Spades => "spade",
    }
}

fn count(number: i64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
