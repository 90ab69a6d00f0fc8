//! Every hand at once.
//!
//! There are 311,875,200 hands, and few things that the rules ask of them. So ranks and suits are counted apart: 6,175
//! ways to have five ranks, and for each the ways to give suits to them, put together where they give the same
//! number of cards to each suit. Cards of one rank have different suits; beyond that the ranks bind no suit, and whether a
//! rank comes twice is all that counts for the suits. A set of five cards stands for its 120 orders; with a jack, each of
//! its cards stands for the 24 orders in which it comes first.

use std::collections::BTreeMap;
use std::ops::Add;

use croupier_rules::card::{Rank, Suit};
use croupier_rules::rullete::{RULES, Rule6, WINNING_VALUE};

use super::closed_form::{VALUE_END, score};
use super::path::PATHS;
use super::{Counters, Path};

/// How many hands there are: five different cards in order.
pub const HANDS: u64 = 52 * 51 * 50 * 49 * 48;

/// How many sets of five cards there are: hands without their order.
pub const SETS: u64 = HANDS / ORDERS;

/// The orders of five cards.
const ORDERS: u64 = 120;

/// The orders of five cards of which the first is given.
const ORDERS_OF_THE_REST: u64 = 24;

/// What comes of all hands, by one reading of rule 6. All counts are hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    rule6: Rule6,
    /// The hands of each value.
    values: Vec<u64>,
    paths: BTreeMap<Path, u64>,
    straights: u64,
}

impl Census {
    /// Counts all hands.
    pub fn new(rule6: Rule6) -> Self {
        let mut tally = Tally::new(rule6);
        let mut suits_of = BTreeMap::new();
        each_five_ranks(|ranks| {
            let suits = suits_of.entry(repeats(ranks)).or_insert_with_key(|repeats| suits(repeats));
            tally.add(ranks, suits);
        });
        tally.census()
    }

    /// Returns the reading of rule 6.
    pub const fn rule6(&self) -> Rule6 {
        self.rule6
    }

    /// Returns how many hands have a value.
    pub fn hands_of(&self, value: u32) -> u64 {
        self.values.get(value as usize).copied().unwrap_or(0)
    }

    /// Returns each value that a hand has, lowest first, with the number of its hands.
    pub fn histogram(&self) -> impl DoubleEndedIterator<Item = (u32, u64)> {
        let values = self.values.iter().enumerate().filter(|&(_, &hands)| hands > 0);
        values.map(|(value, &hands)| (u32::try_from(value).expect("a value below 1,024"), hands))
    }

    /// Returns how many hands win (rule 14).
    pub fn winners(&self) -> u64 {
        self.hands_of(u32::try_from(WINNING_VALUE).expect("674"))
    }

    /// Returns the sum of the values of all hands.
    pub fn sum(&self) -> u64 {
        self.histogram().map(|(value, hands)| u64::from(value) * hands).sum()
    }

    /// Returns the lowest value that at least this share of the hands, above 0 and up to 1, does not exceed.
    pub fn quantile(&self, share: f64) -> u32 {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of fewer than 2^52 hands"
        )]
        let wanted = (share * HANDS as f64).ceil() as u64;
        let mut hands_so_far = 0;
        let reached = self.histogram().find(|(_, hands)| {
            hands_so_far += hands;
            hands_so_far >= wanted
        });
        reached.or_else(|| self.histogram().next_back()).map_or(0, |(value, _)| value)
    }

    /// Returns in how many hands a rule changed the value, 1 to 14; in none for a number that no rule has.
    pub fn changed(&self, rule: usize) -> u64 {
        self.paths.iter().filter(|(path, _)| path.has(rule)).map(|(_, hands)| hands).sum()
    }

    /// Returns in how many hands each of the fourteen rules changed the value, rule 1 first.
    pub fn changes(&self) -> [u64; RULES] {
        std::array::from_fn(|place| self.changed(place + 1))
    }

    /// Returns each path that a hand goes, with the number of its hands.
    pub const fn paths(&self) -> &BTreeMap<Path, u64> {
        &self.paths
    }

    /// Returns in how many hands rule 10 sees a straight. Only those with an ace change the value.
    pub const fn straights(&self) -> u64 {
        self.straights
    }
}

/// A census in the making.
struct Tally {
    rule6: Rule6,
    values: Vec<u64>,
    paths: Vec<u64>,
    straights: u64,
}

impl Tally {
    fn new(rule6: Rule6) -> Self {
        Self { rule6, values: vec![0; VALUE_END], paths: vec![0; PATHS], straights: 0 }
    }

    /// Adds the hands of five ranks, with the suits that they may have.
    fn add(&mut self, ranks: [Rank; 5], suits: &[(Counters, u64)]) {
        let has_jack = ranks.contains(&Rank::Jack);
        let by_rank = ranks.iter().fold(Counters::default(), |sum, &rank| sum + Counters::of_rank(rank));
        for &(by_suit, sets) in suits {
            let counters = by_rank + by_suit;
            if has_jack {
                for first in ranks {
                    self.add_hands(counters, score(first), sets * ORDERS_OF_THE_REST);
                }
            } else {
                self.add_hands(counters, 0, sets * ORDERS);
            }
            self.paths[counters.path().place()] += sets * ORDERS;
            self.straights += u64::from(counters.has_straight_at_rule_10()) * sets * ORDERS;
        }
    }

    fn add_hands(&mut self, counters: Counters, first: u32, hands: u64) {
        self.values[counters.value_by_score(first, self.rule6) as usize] += hands;
    }

    fn census(self) -> Census {
        let paths = self.paths.into_iter().enumerate().filter(|&(_, hands)| hands > 0);
        Census {
            rule6: self.rule6,
            values: self.values,
            paths: paths.map(|(place, hands)| (Path::at(place), hands)).collect(),
            straights: self.straights,
        }
    }
}

/// Visits the ways to have five ranks, each in ascending order. A pack has a rank four times.
fn each_five_ranks(mut visit: impl FnMut([Rank; 5])) {
    let from = |rank: Rank| Rank::ALL.into_iter().skip(rank as usize);
    for a in Rank::ALL {
        for b in from(a) {
            for c in from(b) {
                for d in from(c) {
                    for e in from(d).filter(|&e| e != a) {
                        visit([a, b, c, d, e]);
                    }
                }
            }
        }
    }
}

/// How often ranks come, the most frequent first: two pairs are 2, 2, 1.
fn repeats(ranks: [Rank; 5]) -> Vec<usize> {
    let mut repeats: Vec<usize> = ranks.chunk_by(|one, next| one == next).map(<[Rank]>::len).collect();
    repeats.sort_unstable_by(|one, other| other.cmp(one));
    repeats
}

/// Returns the numbers of each suit that ranks that come so often may have, with the number of ways.
fn suits(repeats: &[usize]) -> Vec<(Counters, u64)> {
    let mut ways = BTreeMap::from([(Counters::default(), 1)]);
    for &times in repeats {
        let before = std::mem::take(&mut ways);
        for choice in (0_u32..16).filter(|choice| choice.count_ones() as usize == times) {
            let chosen = Suit::ALL.into_iter().filter(|&suit| choice >> suit as u32 & 1 == 1);
            let chosen = chosen.map(Counters::of_suit).fold(Counters::default(), Counters::add);
            for (&counters, sets) in &before {
                *ways.entry(counters + chosen).or_insert(0) += sets;
            }
        }
    }
    ways.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_suits_together_are_all_sets_of_five_cards() {
        let (mut ranks_seen, mut sets) = (0, 0);
        each_five_ranks(|ranks| {
            ranks_seen += 1;
            sets += suits(&repeats(ranks)).iter().map(|(_, sets)| sets).sum::<u64>();
        });
        assert_eq!((ranks_seen, sets), (6175, SETS));
    }

    #[test]
    fn a_full_house_has_its_suits_in_24_ways() {
        let ways = suits(&repeats([Rank::Two, Rank::Two, Rank::Nine, Rank::Nine, Rank::Nine]));
        assert_eq!(ways.iter().map(|(_, sets)| sets).sum::<u64>(), 6 * 4);
    }

    #[test]
    fn quantiles_are_values_that_hands_have() {
        let census = Census::new(Rule6::default());
        assert_eq!((census.quantile(1e-12), census.quantile(1.0)), (11, 674));
        let median = census.quantile(0.5);
        let below: u64 =
            census.histogram().filter(|&(value, _)| value < median).map(|(_, hands)| hands).sum();
        assert!(below < HANDS / 2 && below + census.hands_of(median) >= HANDS / 2);
    }
}
