//! The exact best responder to a policy: what each of its choices is worth, card by card.
//!
//! Two seats play the policy; the responder's later choices are the best ones. Its value is a maximum over its own
//! choices of what the others' rows give, so nothing is sampled.

use std::sync::atomic::{AtomicU64, Ordering};

use croupier_rules::poker::{Round, SEATS};

use super::column::pairs;
use super::course::Course;
use super::gate::{OtherBids, add, multiply};
use super::grid::Due;
use super::policy::Policy;
use super::showdown::{End, HANDS, Range, Ranges, total};
use super::spot::{LastCheck, NEVER, Spot, best_of};

/// The bids that a responder may make in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bids {
    /// Those of the policy's own grid.
    Grid,
    /// All that the rules allow.
    Any,
    /// Those of the grid, and of the others every so many chips: a lower bound of what all would bring.
    Every(u16),
}

impl Bids {
    /// Those from the level to the greatest bid, rising; `sizes` are the grid's.
    pub(super) fn among(self, level: u16, max: u16, sizes: &[u16]) -> Vec<u16> {
        let is_on_grid = |bid: &u16| sizes.binary_search(bid).is_ok();
        let is_chosen = |bid: &u16| match self {
            Self::Grid => is_on_grid(bid),
            Self::Any => true,
            Self::Every(step) => is_on_grid(bid) || (bid - level) % step == 1 % step,
        };
        (level..=max).filter(is_chosen).collect()
    }
}

/// A responder at a seat.
#[derive(Debug)]
pub struct Responder<'p> {
    policy: &'p Policy,
    seat: usize,
    second: Bids,
    checks: AtomicU64,
    /// In units of 1e-9 chips.
    left_out: AtomicU64,
}

/// States to which the others come less often are not solved for bids that they do not know.
const RARE: f32 = 1e-8;

/// The most orders that a pair of the others' bids stands for.
const ORDERS: f32 = 2.0;

impl<'p> Responder<'p> {
    /// At a seat, 0 to 2, with these bids in round 2.
    pub fn new(policy: &'p Policy, seat: usize, second: Bids) -> Self {
        Self { policy, seat, second, checks: AtomicU64::new(0), left_out: AtomicU64::new(0) }
    }

    /// The last checks that were solved so far.
    pub fn checks(&self) -> u64 {
        self.checks.load(Ordering::Relaxed)
    }

    /// What it might win more in states that came too rarely to be looked at, in chips a deal at most.
    #[expect(clippy::cast_precision_loss, reason = "a sum that is shown to a few digits")]
    pub fn left_out(&self) -> f64 {
        self.left_out.load(Ordering::Relaxed) as f64 * 1e-9
    }

    /// What it wins by card after a bid of round 1, in chips, times the chance of the others' cards and bids: chips a deal.
    pub fn after_first_bid(&self, bid: u16) -> Range {
        let first = self.policy.grid().first();
        let mut worth = [0.0; HANDS];
        for (a, b) in pairs(first.len()) {
            let orders = if a == b { 1.0 } else { 2.0 };
            let mut bids = [Some(bid); SEATS];
            (bids[(self.seat + 1) % SEATS], bids[(self.seat + 2) % SEATS]) = (Some(first[a]), Some(first[b]));
            let spot = self.policy.opened(bids);
            if self.comes(&spot) {
                add(&mut worth, &self.best_of_first_check(&spot).map(|worth| orders * worth));
            }
        }
        worth
    }

    /// What folding and paying in the first check are worth by card, times the chance of the others to be here.
    pub fn first_calls(&self, spot: &Spot<'_>) -> [Range; 2] {
        let mut values = [[0.0; HANDS]; 2];
        spot.each_call(self.seat, |pays, _| {
            let worth = self.best_of_second_bids(&spot.called(pays));
            add(&mut values[usize::from(pays[self.seat])], &worth);
        });
        values
    }

    /// What each bid of round 2 is worth by card, in chips, times the chance of the others to be here.
    pub fn second_bids(&self, spot: &Spot<'_>) -> Vec<(u16, Range)> {
        let (level, max) = (spot.state().level(), self.policy.grid().limits().max);
        if spot.sees_all_in() {
            // The others bid the level and pay: less than everything is never better than one of the ends.
            return [level, max].map(|bid| (bid, self.paid_by_all(spot, bid))).to_vec();
        }
        if spot.is_lost() {
            let bids = self.second.among(level, max, &[level]);
            return bids.into_iter().map(|bid| (bid, self.against_the_lost(spot, bid))).collect();
        }
        let others = spot.others(self.seat);
        let sizes = spot.sizes();
        let on_grid = spot.worth_of_sizes(self.seat, &others);
        let mut worths: Vec<(u16, Range)> = sizes.iter().copied().zip(on_grid).collect();
        if self.second == Bids::Grid {
            return worths;
        }
        let reach = self.reach_of_others(spot);
        if reach < RARE {
            self.leave_out(reach * ORDERS * (2.0 * f32::from(max) + f32::from(level)));
            return worths;
        }
        let taken =
            worths.iter().fold([f32::NEG_INFINITY; HANDS], |best, (_, worth)| best_of(true, &[best, *worth]));
        for bid in
            self.second.among(level, max, &sizes).into_iter().filter(|bid| sizes.binary_search(bid).is_err())
        {
            worths.push((bid, self.by_gate(spot, bid, &others, &taken)));
        }
        worths.sort_by_key(|&(bid, _)| bid);
        worths
    }

    /// What one bid of round 2 is worth by card, in chips, times the chance of the others to be here, whether the policy
    /// knows it or not.
    pub fn second_bid(&self, spot: &Spot<'_>, bid: u16) -> Range {
        if spot.sees_all_in() || spot.is_lost() {
            return self.paid_by_all(spot, bid);
        }
        let others = spot.others(self.seat);
        let worths = spot.worth_of_sizes(self.seat, &others);
        if let Ok(known) = spot.sizes().binary_search(&bid) {
            return worths[known];
        }
        let least = [f32::NEG_INFINITY; HANDS];
        let taken = worths.iter().fold(least, |best, worth| best_of(true, &[best, *worth]));
        self.by_gate(spot, bid, &others, &taken)
    }

    /// What folding and paying in the last check are worth by card, times the chance of the others to be here. None before
    /// the bids of round 2.
    pub fn last_calls(&self, course: &Course<'_>) -> Option<[Range; 2]> {
        let (check, ranges) = course.last_check_from(self.seat)?;
        Some(self.calls(&check, &ranges))
    }

    /// What folding and paying are worth in a last check.
    fn calls(&self, check: &LastCheck, here: &Ranges) -> [Range; 2] {
        let asked: Vec<usize> = (0..SEATS).filter(|&seat| check.pays[seat].is_some()).collect();
        let mut values = [[0.0; HANDS]; 2];
        for answers in 0..1_usize << asked.len() {
            let pays = |seat: usize| {
                asked.iter().position(|&at| at == seat).is_some_and(|at| answers >> at & 1 == 1)
            };
            let mut ranges = *here;
            for &seat in asked.iter().filter(|&&seat| seat != self.seat) {
                let paying = check.pays[seat].expect("the seat is asked");
                let chance = if pays(seat) { paying } else { paying.map(|paying| 1.0 - paying) };
                multiply(&mut ranges[seat], &chance);
            }
            let end = check.state.with_calls(Round::Second, pays, u16::MAX).end();
            add(&mut values[usize::from(pays(self.seat))], &end.worth_to(self.seat, &ranges));
        }
        values
    }

    fn best_of_first_check(&self, spot: &Spot<'_>) -> Range {
        if spot.state().due != Due::Calls(Round::First) {
            return self.best_of_second_bids(spot);
        }
        best_of(spot.state().is_below(self.seat), &self.first_calls(spot))
    }

    fn best_of_second_bids(&self, spot: &Spot<'_>) -> Range {
        let state = spot.state();
        if state.due == Due::Over || !state.is_live[self.seat] {
            return state.end().worth_to(self.seat, spot.ranges());
        }
        let best = [f32::NEG_INFINITY; HANDS];
        self.second_bids(spot).iter().fold(best, |best, (_, worth)| best_of(true, &[best, *worth]))
    }

    /// What a bid is worth that all others pay.
    fn paid_by_all(&self, spot: &Spot<'_>, bid: u16) -> Range {
        let state = spot.state();
        let stake = |seat: usize| if state.is_live[seat] { bid } else { state.stakes[seat] };
        End::new(std::array::from_fn(stake), state.is_live).worth_to(self.seat, spot.ranges())
    }

    /// What a bid is worth against others who bid the level and then pay as [`Spot::last_check`] has it.
    fn against_the_lost(&self, spot: &Spot<'_>, bid: u16) -> Range {
        let state = spot.state();
        let bids = std::array::from_fn(|seat| Some(if seat == self.seat { bid } else { state.level() }));
        let check = spot.last_check(bids);
        let [folds, pays] = self.calls(&check, spot.ranges());
        best_of(check.pays[self.seat].is_some(), &[folds, pays])
    }

    fn by_gate(&self, spot: &Spot<'_>, bid: u16, others: &[OtherBids], taken: &Range) -> Range {
        self.checks.fetch_add(1, Ordering::Relaxed);
        spot.gate_against(self.seat, bid, others, taken).worth()
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number of chips")]
    fn leave_out(&self, chips: f32) {
        self.left_out.fetch_add((f64::from(chips) * 1e9) as u64 + 1, Ordering::Relaxed);
    }

    /// The chance of both others to come here.
    fn reach_of_others(&self, spot: &Spot<'_>) -> f32 {
        let others = (0..SEATS).filter(|&seat| seat != self.seat);
        others.map(|seat| total(&spot.ranges()[seat])).product()
    }

    /// Whether both others ever come here.
    fn comes(&self, spot: &Spot<'_>) -> bool {
        (0..SEATS).filter(|&seat| seat != self.seat).all(|seat| total(&spot.ranges()[seat]) > NEVER)
    }
}
