//! The fourteen rules of statement 002, one function each, named by number and effect.
//!
//! Each looks at the ranks as they are at that moment (ruling 20) and does nothing where its condition does not hold.
//! Sums are checked: a hand of 60 cards stays far below what 64 bits hold.

use super::arithmetic::{divisor_sum, less, more, superfactors, twice};
use super::{Position, WINNING_VALUE};
use crate::card::{Rank, Suit};

/// The rules in the order in which they are applied; rule `n` is `ALL[n - 1]`.
pub const ALL: [fn(&mut Position); 14] = [
    rule_01_add_jacks,
    rule_02_double_for_a_pair_of_one_suit,
    rule_03_double_for_all_suits,
    rule_04_add_colour_difference,
    rule_05_add_divisors,
    rule_06_subtract_for_four_sevens,
    rule_07_add_lowest_score,
    rule_08_make_positive,
    rule_09_swap_ranks,
    rule_10_add_aces_of_a_straight,
    rule_11_add_one_bits,
    rule_12_repeat_last_change,
    rule_13_add_superfactors,
    rule_14_win,
];

/// Returns the score of a rank: its number up to 10, and 10 for J, Q, K and A.
pub fn score(rank: Rank) -> i64 {
    (rank as i64 + 2).min(10)
}

/// Four cards or more add 1. In any case, the number of jacks times the first card's score is added.
pub fn rule_01_add_jacks(at: &mut Position) {
    if at.hand.len() >= 4 {
        at.value = more(at.value, 1);
    }
    at.value = more(at.value, at.count_rank(Rank::Jack) * score(at.hand[0].rank));
}

/// Two cards of one suit double the value.
pub fn rule_02_double_for_a_pair_of_one_suit(at: &mut Position) {
    if Suit::ALL.iter().any(|&suit| at.count_suit(suit) >= 2) {
        at.value = twice(at.value);
    }
}

/// All four suits double the value.
pub fn rule_03_double_for_all_suits(at: &mut Position) {
    if Suit::ALL.iter().all(|&suit| at.count_suit(suit) >= 1) {
        at.value = twice(at.value);
    }
}

/// The difference between black and red cards is added.
pub fn rule_04_add_colour_difference(at: &mut Position) {
    at.value = more(at.value, (at.count_black() - at.count_red()).abs());
}

/// An even value grows by the sum of its divisors. 0 has no such sum and stays (ruling 21).
pub fn rule_05_add_divisors(at: &mut Position) {
    if at.value % 2 == 0 && at.value > 0 {
        at.value = more(at.value, divisor_sum(at.value));
    }
}

/// Exactly four 7s take 121 off, or 112 (ruling 18).
pub fn rule_06_subtract_for_four_sevens(at: &mut Position) {
    if at.count_rank(Rank::Seven) == 4 {
        at.value = less(at.value, at.rule6.amount());
    }
}

/// A value that is not negative grows by the lowest score in the hand.
pub fn rule_07_add_lowest_score(at: &mut Position) {
    if at.value >= 0 {
        let lowest = at.hand.iter().map(|card| score(card.rank)).min();
        at.value = more(at.value, lowest.expect("a hand has a card"));
    }
}

/// A negative value changes its sign.
pub fn rule_08_make_positive(at: &mut Position) {
    if at.value < 0 {
        at.value = -at.value;
    }
}

/// Three diamonds add 1; then, all at once, 6s and 9s trade ranks, and 2s and 5s do (ruling 20).
pub fn rule_09_swap_ranks(at: &mut Position) {
    if at.count_suit(Suit::Diamonds) >= 3 {
        at.value = more(at.value, 1);
        at.hand.map_ranks(swapped);
    }
}

const fn swapped(rank: Rank) -> Rank {
    match rank {
        Rank::Six => Rank::Nine,
        Rank::Nine => Rank::Six,
        Rank::Two => Rank::Five,
        Rank::Five => Rank::Two,
        Rank::Three
        | Rank::Four
        | Rank::Seven
        | Rank::Eight
        | Rank::Ten
        | Rank::Jack
        | Rank::Queen
        | Rank::King
        | Rank::Ace => rank,
    }
}

/// A straight adds five for each ace in the hand.
pub fn rule_10_add_aces_of_a_straight(at: &mut Position) {
    if has_straight(at) {
        at.value = more(at.value, 5 * at.count_rank(Rank::Ace));
    }
}

/// More than eight changes so far add the number of one-bits of the value.
pub fn rule_11_add_one_bits(at: &mut Position) {
    if at.changes() > 8 {
        at.value = more(at.value, i64::from(at.value.count_ones()));
    }
}

/// A 2 repeats the whole of the last rule that changed the value, its condition included (ruling 19).
pub fn rule_12_repeat_last_change(at: &mut Position) {
    if at.has(Rank::Two)
        && let Some(number) = at.last_changed()
    {
        ALL[number - 1](at);
    }
}

/// A 2 adds the product of the value's superfactors, which is the value itself. 0 has none and stays (ruling 21).
pub fn rule_13_add_superfactors(at: &mut Position) {
    if at.has(Rank::Two) && at.value > 0 {
        at.value = more(at.value, superfactors(at.value).product());
    }
}

/// 674 wins; the value stays as it is.
pub fn rule_14_win(at: &mut Position) {
    at.wins = at.value == WINNING_VALUE;
}

/// Five ranks in a row, the ace above the king only (ruling 20). Suits do not matter.
pub(super) fn has_straight(at: &Position) -> bool {
    let ranks = at.hand.iter().fold(0_u32, |ranks, card| ranks | 1 << card.rank as u32);
    ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4 != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rullete::{Allowed, Hand, Rule6};

    fn at(hand: &str, value: i64) -> Position {
        let hand = Hand::parse(hand, Allowed::Any).expect("1 to 60 cards");
        let mut at = Position::start(&hand, Rule6::default());
        at.value = value;
        at
    }

    fn after(rule: fn(&mut Position), mut at: Position) -> i64 {
        rule(&mut at);
        at.value
    }

    #[test]
    fn a_value_of_0_is_left_alone_by_rules_5_and_13() {
        assert_eq!(after(rule_05_add_divisors, at("2D", 0)), 0);
        assert_eq!(after(rule_13_add_superfactors, at("2D", 0)), 0);
    }

    #[test]
    fn an_even_value_grows_by_all_its_divisors() {
        assert_eq!(after(rule_05_add_divisors, at("2D", 12)), 12 + 1 + 2 + 3 + 4 + 6 + 12);
        assert_eq!(after(rule_05_add_divisors, at("2D", 16)), 16 + 31);
        assert_eq!(after(rule_05_add_divisors, at("2D", 15)), 15);
    }

    #[test]
    fn a_negative_value_skips_rule_7_and_changes_its_sign_in_rule_8() {
        assert_eq!(after(rule_07_add_lowest_score, at("3D KC", -4)), -4);
        assert_eq!(after(rule_07_add_lowest_score, at("3D KC", 0)), 3);
        assert_eq!(after(rule_08_make_positive, at("3D KC", -4)), 4);
        assert_eq!(after(rule_08_make_positive, at("3D KC", 4)), 4);
    }

    #[test]
    fn more_than_eight_changes_add_the_one_bits_of_the_value() {
        let mut at = at("3D", 0b10111);
        at.note_changes(1..=8);
        assert_eq!(after(rule_11_add_one_bits, at.clone()), 0b10111);
        at.note_changes(9..=9);
        assert_eq!(after(rule_11_add_one_bits, at), 0b10111 + 4);
    }

    #[test]
    fn a_straight_needs_five_ranks_in_a_row_under_the_ace() {
        for straight in ["2C 3C 4D 5H 6S", "10C JC QD KH AS", "9C 5H 8D 6S 7C", "2C 2D 3C 4C 5C 6C KD"] {
            assert!(has_straight(&at(straight, 0)), "{straight}");
        }
        for none in ["AC 2C 3C 4C 5C", "KC AC 2D 3D 4D", "2C 3C 4C 5C 7C", "2C 3C 4C 5C", "9C 9D 10D JD QD"] {
            assert!(!has_straight(&at(none, 0)), "{none}");
        }
    }
}
