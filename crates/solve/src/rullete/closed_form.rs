//! The closed form: a hand's value, and the rules that changed it, from its counters. The module above derives it.

use croupier_rules::card::{Rank, Suit};
use croupier_rules::rullete::Rule6;

use super::{Counters, Path};

/// Returns the score of a rank: its number up to 10, and 10 for J, Q, K and A.
pub(super) const fn score(rank: Rank) -> u32 {
    score_at(rank as u32)
}

/// Returns the score of the rank at a place, 0 for the 2.
const fn score_at(place: u32) -> u32 {
    if place < 8 { place + 2 } else { 10 }
}

/// The value that no hand reaches.
pub(super) const VALUE_END: usize = 1024;

impl Counters {
    /// Returns the value of five different cards, of which the first has this rank.
    pub fn value(self, first: Rank, rule6: Rule6) -> u32 {
        self.value_by_score(score(first), rule6)
    }

    /// Returns the value, where the first card has this score.
    #[inline]
    pub(super) fn value_by_score(self, first: u32, rule6: Rule6) -> u32 {
        let rules_1_and_2 = 2 * (self.sum() + 1 + self.count_rank(Rank::Jack) * first);
        let rule_3 = rules_1_and_2 << u32::from(self.has_all_suits());
        let rule_4 = rule_3 + self.colour_difference();
        let rule_6 = rule_4 - if self.has_four_sevens() { taken_off(rule6) } else { 0 };
        let rule_7 = rule_6 + score_at(self.lowest());
        let rule_10 = rule_7 + if self.has_highest_straight() { 5 } else { 0 };
        // Rules 9, 12 and 13. Without branches: for random hands nobody can foretell them.
        let two = u32::from(self.count_rank(Rank::Two) > 0);
        let five = u32::from(self.count_rank(Rank::Five) > 0);
        let [more, doublings] =
            if self.has_three_diamonds() { [1 + five, two & five] } else { [2 * two, two] };
        (rule_10 + more) << doublings
    }

    /// Returns the rules that change the value. They do not hang on the order of the cards.
    pub fn path(self) -> Path {
        let swaps = self.has_three_diamonds();
        let at_12 = if swaps { self.swapped() } else { self };
        let repeats = at_12.count_rank(Rank::Two) > 0;
        let doubles = repeats && self.count_rank(Rank::Two) > 0;
        Path::from_iter([1, 2, 4, 7])
            .with(3, self.has_all_suits())
            .with(6, self.has_four_sevens())
            .with(9, swaps)
            .with(10, self.has_highest_straight())
            .with(12, repeats)
            .with(13, doubles)
    }

    /// Says whether rule 10 sees a straight, with or without an ace.
    pub fn has_straight_at_rule_10(self) -> bool {
        let at_10 = if self.has_three_diamonds() { self.swapped() } else { self };
        at_10.straight().is_some()
    }

    /// Says whether rule 6 applies.
    pub(super) const fn has_four_sevens(self) -> bool {
        self.count_rank(Rank::Seven) == 4
    }

    const fn has_all_suits(self) -> bool {
        self.count_suit(Suit::Clubs) > 0
            && self.count_suit(Suit::Diamonds) > 0
            && self.count_suit(Suit::Hearts) > 0
            && self.count_suit(Suit::Spades) > 0
    }

    const fn colour_difference(self) -> u32 {
        let black = self.count_suit(Suit::Clubs) + self.count_suit(Suit::Spades);
        (5_u32).abs_diff(2 * black)
    }

    const fn has_three_diamonds(self) -> bool {
        self.count_suit(Suit::Diamonds) >= 3
    }

    /// 10 J Q K A: rule 9 moves none of them.
    fn has_highest_straight(self) -> bool {
        self.straight() == Some(Rank::Ten as u32)
    }
}

const fn taken_off(rule6: Rule6) -> u32 {
    match rule6 {
        Rule6::Takes121 => 121,
        Rule6::Takes112 => 112,
    }
}
