//! What the rules look at and change: the cards as they are now, the value, and which rules have changed it.

use super::rules::{self, score};
use super::{Hand, Rule6};
use crate::card::{Card, Rank, Suit};

/// A hand between two rules.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) hand: Hand,
    pub(super) value: i64,
    pub(super) rule6: Rule6,
    pub(super) wins: bool,
    /// How many cards each suit has: no rule changes a suit.
    suits: [i64; Suit::ALL.len()],
    /// Bit `n` is set when rule `n` has changed the value.
    changed: u16,
}

impl Position {
    /// Returns the position before rule 1: the value is the sum of the cards' scores.
    pub fn start(hand: &Hand, rule6: Rule6) -> Self {
        let mut value = 0;
        let mut suits = [0; Suit::ALL.len()];
        for card in hand.iter() {
            value += score(card.rank);
            suits[card.suit as usize] += 1;
        }
        Self { hand: hand.clone(), value, rule6, wins: false, suits, changed: 0 }
    }

    /// Applies rule `number` (1 to 14) and notes whether it changed the value.
    pub fn apply(&mut self, number: usize) {
        self.apply_rule(number, rules::ALL[number - 1]);
    }

    pub(super) fn apply_rule(&mut self, number: usize, rule: impl FnOnce(&mut Self)) {
        let before = self.value;
        rule(self);
        self.changed |= u16::from(self.value != before) << number;
    }

    /// Notes that a rule has changed the value.
    pub(super) const fn note_change(&mut self, number: usize) {
        self.changed |= 1 << number;
    }

    /// Returns the value as it is now.
    pub const fn value(&self) -> i64 {
        self.value
    }

    /// Returns the cards as they are now: rule 9 changes ranks.
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Says whether rule 14 has found the winning value.
    pub const fn wins(&self) -> bool {
        self.wins
    }

    /// Returns how many rules have changed the value so far.
    pub const fn changes(&self) -> u32 {
        self.changed.count_ones()
    }

    /// Returns the numbers of the rules that have changed the value so far, in order.
    pub fn changed(&self) -> impl Iterator<Item = usize> + use<> {
        let changed = self.changed;
        (1..=super::RULES).filter(move |number| changed & 1 << number != 0)
    }

    /// Returns the last rule that has changed the value.
    pub fn last_changed(&self) -> Option<usize> {
        self.changed.checked_ilog2().map(|number| number as usize)
    }

    #[cfg(test)]
    pub(super) fn note_changes(&mut self, rules: std::ops::RangeInclusive<usize>) {
        for number in rules {
            self.note_change(number);
        }
    }

    /// Returns how many cards pass a test.
    pub(super) fn count(&self, passes: impl Fn(Card) -> bool) -> i64 {
        self.hand.iter().map(|&card| i64::from(passes(card))).sum()
    }

    pub(super) fn count_rank(&self, rank: Rank) -> i64 {
        self.count(|card| card.rank == rank)
    }

    pub(super) fn count_suit(&self, suit: Suit) -> i64 {
        self.suits[suit as usize]
    }

    pub(super) fn count_black(&self) -> i64 {
        self.count_suit(Suit::Clubs) + self.count_suit(Suit::Spades)
    }

    pub(super) fn count_red(&self) -> i64 {
        self.count_suit(Suit::Diamonds) + self.count_suit(Suit::Hearts)
    }

    pub(super) fn has(&self, rank: Rank) -> bool {
        self.hand.iter().any(|card| card.rank == rank)
    }
}
