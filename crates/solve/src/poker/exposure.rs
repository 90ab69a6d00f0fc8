//! What a policy loses to the best responder of the real game, who may bid anything in both rounds.
//!
//! Two seats play the policy, the third the exact best response to it: its value is a maximum over its own choices of what
//! the others' rows give, card by card, so nothing is sampled. Seats are interchangeable, and no seat gains or loses
//! by the policy itself: what the responder wins is what it gains.

use std::sync::atomic::{AtomicU64, Ordering};

use croupier_rules::poker::{Round, SEATS};
use rayon::prelude::*;

use super::column::pairs;
use super::gate::{OtherBids, add};
use super::grid::Due;
use super::policy::{NEVER, Policy, Spot, best_of};
use super::showdown::{HANDS, Range, total};
use crate::cfr::responses;

/// What a responder wins of a policy, in chips a deal.
#[derive(Clone, Debug, PartialEq)]
pub struct Exposure {
    /// Bidding the policy's own sizes only.
    pub grid: f64,
    /// Bidding its sizes in round 1, and any in round 2.
    pub second: f64,
    /// Bidding any in round 1, and its sizes in round 2.
    pub first: f64,
    /// Bidding any in both.
    pub both: f64,
    /// The best bid of round 1 by card, in chips, when any may be bid in both rounds.
    pub bids: [u16; HANDS],
    /// The last checks that were solved for it.
    pub checks: u64,
    /// What the responder might win more in states that come too rarely to be looked at, in chips a deal at most.
    pub left_out: f64,
}

/// The seat of the responder.
const RESPONDER: usize = 0;

/// States to which the others come less often are not solved for bids that they do not know.
const RARE: f32 = 1e-7;

/// A responder at work.
#[derive(Debug)]
struct Responder<'p> {
    policy: &'p Policy,
    /// Whether it bids any size in round 2.
    is_free: bool,
    checks: AtomicU64,
    /// In units of 1e-9 chips.
    left_out: AtomicU64,
}

impl Policy {
    /// What a seat wins by card with its best reply inside the solved game.
    pub(super) fn worth_on_grid(&self) -> Range {
        let values = responses(&self.grid, &self.base.tree, &self.base.strategy, &super::DEALT_RANGES);
        values[RESPONDER]
    }

    /// Measures it. Takes as long as there are states and sizes: seconds to minutes.
    pub fn exposure(&self) -> Exposure {
        let on_grid: Vec<u16> = self.grid.first().to_vec();
        let all: Vec<u16> = (self.grid.limits().min..=self.grid.limits().max).collect();
        let bound = Responder::new(self, false);
        let free = Responder::new(self, true);
        let by_grid = free.best(&on_grid);
        let by_all = free.best(&all);
        Exposure {
            grid: self.nash_conv().gains()[RESPONDER],
            second: by_grid.gain(),
            first: bound.best(&all).gain(),
            both: by_all.gain(),
            bids: by_all.bids,
            checks: free.checks.into_inner(),
            left_out: units(free.left_out.into_inner()),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a sum that is shown to a few digits")]
fn units(billionths: u64) -> f64 {
    billionths as f64 * 1e-9
}

/// The best first bids.
struct Best {
    worth: Range,
    bids: [u16; HANDS],
}

impl Best {
    /// Chips a deal: every card comes once in ten.
    fn gain(&self) -> f64 {
        self.worth.iter().map(|&worth| 0.1 * f64::from(worth)).sum()
    }
}

impl<'p> Responder<'p> {
    fn new(policy: &'p Policy, is_free: bool) -> Self {
        Self { policy, is_free, checks: AtomicU64::new(0), left_out: AtomicU64::new(0) }
    }

    fn best(&self, sizes: &[u16]) -> Best {
        let worths: Vec<Range> = sizes.par_iter().map(|&size| self.after_bid(size)).collect();
        let mut best = Best { worth: [f32::NEG_INFINITY; HANDS], bids: [0; HANDS] };
        for (worth, &size) in worths.iter().zip(sizes) {
            for card in 0..HANDS {
                if worth[card] > best.worth[card] {
                    best.worth[card] = worth[card];
                    best.bids[card] = size;
                }
            }
        }
        best
    }

    /// What the responder wins by card after it has bid a size.
    fn after_bid(&self, size: u16) -> Range {
        let first = self.policy.grid.first();
        let mut worth = [0.0; HANDS];
        for (a, b) in pairs(first.len()) {
            let orders = if a == b { 1.0 } else { 2.0 };
            let spot = self.policy.opened([Some(size), Some(first[a]), Some(first[b])]);
            if comes(&spot) {
                add(&mut worth, &self.first_check(&spot).map(|worth| orders * worth));
            }
        }
        worth
    }

    fn first_check(&self, spot: &Spot<'_>) -> Range {
        if spot.state().due != Due::Calls(Round::First) {
            return self.second_bids(spot);
        }
        let own = spot.state().is_below(RESPONDER);
        let mut values = [[0.0; HANDS]; 2];
        spot.each_call(RESPONDER, |pays, _| {
            let worth = self.second_bids(&spot.called(pays));
            add(&mut values[usize::from(own && pays[RESPONDER])], &worth);
        });
        best_of(own, &values)
    }

    fn second_bids(&self, spot: &Spot<'_>) -> Range {
        let state = spot.state();
        if state.due == Due::Over || !state.is_live[RESPONDER] {
            return state.end().worth_to(RESPONDER, spot.ranges());
        }
        let max = self.policy.grid.limits().max;
        if spot.sees_all_in() {
            // The others bid the level and pay anything: the level or everything is best.
            let low = state.end().worth_to(RESPONDER, spot.ranges());
            let high = super::End::new(
                state.stakes.map(|stake| if stake == state.level() { max } else { stake }),
                state.is_live,
            );
            return best_of(true, &[low, high.worth_to(RESPONDER, spot.ranges())]);
        }
        let others = spot.others(RESPONDER);
        let taken = spot.taken(RESPONDER, &others);
        if !self.is_free {
            return taken;
        }
        let reach: f32 =
            (0..SEATS).filter(|&seat| seat != RESPONDER).map(|seat| total(&spot.ranges()[seat])).product();
        let sizes = spot.sizes();
        if reach < RARE {
            self.leave_out(reach * f32::from(3 * max));
            return taken;
        }
        let mut best = taken;
        for size in (state.level()..=max).filter(|size| sizes.binary_search(size).is_err()) {
            let worth = self.by_gate(spot, size, &others, &taken);
            best = best_of(true, &[best, worth]);
        }
        best
    }

    fn by_gate(&self, spot: &Spot<'_>, size: u16, others: &[OtherBids], taken: &Range) -> Range {
        self.checks.fetch_add(1, Ordering::Relaxed);
        spot.gate_against(RESPONDER, size, others, taken).worth()
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number of chips")]
    fn leave_out(&self, chips: f32) {
        self.left_out.fetch_add((f64::from(chips) * 1e9) as u64 + 1, Ordering::Relaxed);
    }
}

/// Whether both others ever come here.
fn comes(spot: &Spot<'_>) -> bool {
    (0..SEATS).filter(|&seat| seat != RESPONDER).all(|seat| total(&spot.ranges()[seat]) > NEVER)
}
