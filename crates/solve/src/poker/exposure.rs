//! What a policy loses to the best responder of the real game, who may bid anything in both rounds.
//!
//! Two seats play the policy, the third the exact best response to it: its value is a maximum over its own choices of what
//! the others' rows give, card by card, so nothing is sampled. Seats are interchangeable, and no seat gains or loses
//! by the policy itself: what the responder wins is what it gains.

use std::sync::atomic::{AtomicU64, Ordering};

use croupier_rules::poker::{Round, SEATS};
use rayon::prelude::*;

use super::column::pairs;
use super::gate::{DEALT, OtherBids, add};
use super::grid::Due;
use super::policy::{NEVER, Policy, Spot, best_of};
use super::showdown::{HANDS, Range, total};
use crate::cfr::responses;

/// The bids that a responder may make in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bids {
    /// Those of the policy's own grid.
    Grid,
    /// All that the rules allow.
    Any,
}

/// What a responder wins of a policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// In chips a deal.
    pub chips: f64,
    /// The best bid of round 1 by card, in chips.
    pub bids: [u16; HANDS],
    /// By card, in chips a deal in which it has the card.
    pub by_card: [f64; HANDS],
    /// The last checks that were solved for it.
    pub checks: u64,
    /// What the responder might win more in states that come too rarely to be looked at, in chips a deal at most.
    pub left_out: f64,
}

/// The seat of the responder.
const RESPONDER: usize = 0;

/// States to which the others come less often are not solved for bids that they do not know.
const RARE: f32 = 1e-8;

/// A responder at work.
#[derive(Debug)]
struct Responder<'p> {
    policy: &'p Policy,
    second: Bids,
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

    /// What the best responder wins that may make these bids in each round. The policy's own bids in both take
    /// milliseconds; all bids in both take minutes, spread over the threads at hand.
    pub fn gain(&self, first: Bids, second: Bids) -> Gain {
        let limits = self.grid.limits();
        let sizes: Vec<u16> = match first {
            Bids::Grid => self.grid.first().to_vec(),
            Bids::Any => (limits.min..=limits.max).collect(),
        };
        let responder = Responder {
            policy: self,
            second,
            checks: AtomicU64::new(0),
            left_out: AtomicU64::new(0),
        };
        let worths: Vec<Range> = sizes.par_iter().map(|&size| responder.after_bid(size)).collect();
        let (mut best, mut bids) = ([f32::NEG_INFINITY; HANDS], [0; HANDS]);
        for (worth, &size) in worths.iter().zip(&sizes) {
            for card in 0..HANDS {
                if worth[card] > best[card] {
                    (best[card], bids[card]) = (worth[card], size);
                }
            }
        }
        let by_card = best.map(f64::from);
        Gain {
            chips: by_card.iter().map(|worth| f64::from(DEALT) * worth).sum(),
            bids,
            by_card,
            checks: responder.checks.into_inner(),
            left_out: units(responder.left_out.into_inner()),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a sum that is shown to a few digits")]
fn units(billionths: u64) -> f64 {
    billionths as f64 * 1e-9
}

impl Responder<'_> {
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
        if self.second == Bids::Grid {
            return taken;
        }
        let reach: f32 =
            (0..SEATS).filter(|&seat| seat != RESPONDER).map(|seat| total(&spot.ranges()[seat])).product();
        let sizes = spot.sizes();
        if reach < RARE {
            self.leave_out(reach * f32::from(2 * max));
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
