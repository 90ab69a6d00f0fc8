//! The dealer's law after several of a player's hands at once: one hand a lane.
//!
//! Every lane does the same sums in the same order on every processor, so a law has the same bits everywhere.
#![expect(unsafe_code, reason = "features of the processor are asked for at run time")]
#![expect(clippy::inline_always, reason = "what is called must be compiled for the processor of its caller")]

use croupier_rules::blackjack::Card;

use super::Unseen;
use super::dealer::{DRAWS, FACTORS, Law, NEVER, Plan, TOTALS, factor};
use super::lattice::Composition;

/// Hands that are worked on at once.
pub(super) const LANES: usize = 8;

/// The most cards that a player and a dealer draw.
const DRAWS_MAX: usize = 21 + DEPTH_ROOM;

/// Sizes of the tables, as powers of two: an index is cut to them, and never checked.
const FACTOR_ROOM: usize = 64;
const DEPTH_ROOM: usize = 32;

/// The cards that come to player and dealer, and the memory to work in.
#[derive(Debug)]
pub(super) struct Lanes {
    left: [f64; 10],
    cards: f64,
    /// One by the number of cards that are left after so many draws.
    each: [f64; DRAWS_MAX],
    /// Cards of a value that are left when some are drawn.
    factors: [Lane; FACTOR_ROOM],
    /// Weights of the hands from the root to the one at hand.
    path: [Lane; DEPTH_ROOM],
    /// What makes a weight a chance, by cards drawn: one by the ways to draw one card more.
    chances: [Lane; DEPTH_ROOM],
    /// What comes of it: the chances of 17 to 21.
    totals: [Lane; TOTALS],
}

/// A number for each hand.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Lane([f64; LANES]);

impl Lanes {
    /// For cards that are unseen by the player before his first; the dealer's upcard is not among them.
    pub(super) fn new() -> Self {
        Self {
            left: [0.0; 10],
            cards: 0.0,
            each: [0.0; DRAWS_MAX],
            factors: [Lane::ZERO; FACTOR_ROOM],
            path: [Lane::ONE; DEPTH_ROOM],
            chances: [Lane::ZERO; DEPTH_ROOM],
            totals: [Lane::ZERO; TOTALS],
        }
    }

    /// Takes other cards.
    pub(super) fn set(&mut self, unseen: &Unseen) {
        self.left = unseen.counts().map(f64::from);
        self.cards = f64::from(unseen.cards());
        let mut left = self.cards;
        for each in &mut self.each {
            *each = if left > 0.0 { left.recip() } else { 0.0 };
            left -= 1.0;
        }
    }

    /// The laws after each of eight of the player's hands.
    pub(super) fn laws(&mut self, plan: &Plan, hands: &[&Composition; LANES]) -> [Law; LANES] {
        self.find_totals(plan, hands);
        std::array::from_fn(|lane| Law::from_totals(self.totals.map(|total| total.0[lane])))
    }

    fn find_totals(&mut self, plan: &Plan, hands: &[&Composition; LANES]) {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                // SAFETY: the processor has it.
                return unsafe { self.find_totals_by_avx512(plan, hands) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has it.
                return unsafe { self.find_totals_by_avx2(plan, hands) };
            }
        }
        self.find_totals_by_lane(plan, hands);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    fn find_totals_by_avx512(&mut self, plan: &Plan, hands: &[&Composition; LANES]) {
        self.find_totals_by_lane(plan, hands);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn find_totals_by_avx2(&mut self, plan: &Plan, hands: &[&Composition; LANES]) {
        self.find_totals_by_lane(plan, hands);
    }

    #[inline(always)]
    fn find_totals_by_lane(&mut self, plan: &Plan, hands: &[&Composition; LANES]) {
        self.find_factors(hands);
        self.find_chances(hands);
        self.totals = self.walk(plan);
    }

    #[inline(always)]
    fn find_factors(&mut self, hands: &[&Composition; LANES]) {
        for card in Card::ALL.map(Card::index) {
            let mut left = Lane::ZERO;
            for (left, hand) in left.0.iter_mut().zip(hands) {
                *left = self.left[card] - f64::from(hand.counts[card]);
            }
            for factor in &mut self.factors[factor(card, 0)..factor(card + 1, 0)] {
                for (factor, left) in factor.0.iter_mut().zip(&mut left.0) {
                    *factor = left.max(0.0);
                    *left -= 1.0;
                }
            }
        }
    }

    #[inline(always)]
    fn find_chances(&mut self, hands: &[&Composition; LANES]) {
        let mut chance = Lane::ONE;
        for (drawn, of_depth) in self.chances.iter_mut().enumerate() {
            for (chance, hand) in chance.0.iter_mut().zip(hands) {
                *chance *= self.each[hand.size as usize + drawn];
            }
            *of_depth = chance;
        }
    }

    /// Goes through the tree and adds up the chances of each total.
    #[inline(always)]
    fn walk(&mut self, plan: &Plan) -> [Lane; TOTALS] {
        // Five by name: as a list, the compiler would take the totals for the lanes.
        let [mut of_17, mut of_18, mut of_19, mut of_20, mut of_21] = [Lane::ZERO; TOTALS];
        for hand in &plan.drawing {
            let depth = usize::from(hand.depth) % DEPTH_ROOM;
            // A path begins with the hand without cards, whose last card is none.
            let mut weight = Lane::ONE;
            if depth > 0 {
                weight = self.path[depth - 1].times(self.factor(hand.last));
            }
            self.path[depth] = weight;
            let weight = weight.times(&self.chances[depth]).by(hand.orders);
            let [to_17, to_18, to_19, to_20, to_21] = hand.stands;
            of_17.add(&weight.times(self.factor(to_17)));
            of_18.add(&weight.times(self.factor(to_18)));
            of_19.add(&weight.times(self.factor(to_19)));
            of_20.add(&weight.times(self.factor(to_20)));
            of_21.add(&weight.times(self.factor(to_21)));
        }
        [of_17, of_18, of_19, of_20, of_21]
    }

    #[inline(always)]
    fn factor(&self, factor: u8) -> &Lane {
        &self.factors[usize::from(factor) % FACTOR_ROOM]
    }
}

impl Lane {
    const ZERO: Self = Self([0.0; LANES]);
    const ONE: Self = Self([1.0; LANES]);

    #[inline(always)]
    fn times(mut self, other: &Self) -> Self {
        for (number, other) in self.0.iter_mut().zip(other.0) {
            *number *= other;
        }
        self
    }

    #[inline(always)]
    fn by(mut self, factor: f64) -> Self {
        for number in &mut self.0 {
            *number *= factor;
        }
        self
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for (number, other) in self.0.iter_mut().zip(other.0) {
            *number += other;
        }
    }
}

impl Default for Lanes {
    fn default() -> Self {
        Self::new()
    }
}

const _: () = assert!(
    factor(10, 0) == FACTORS && FACTORS == NEVER as usize && FACTORS < FACTOR_ROOM && DRAWS < DEPTH_ROOM
);
