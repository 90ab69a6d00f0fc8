//! What a policy loses to the best responder of the real game, who may bid anything in both rounds.
//!
//! Seats are interchangeable, and no seat gains or loses by the policy itself: what the responder wins is what it gains.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::gate::DEALT;
use super::policy::Policy;
use super::responder::{Bids, Responder};
use super::showdown::{HANDS, Range};
use crate::cfr::responses;

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

impl Policy {
    /// What a seat wins by card with its best reply inside the solved game.
    pub(super) fn worth_on_grid(&self) -> Range {
        let [worth, ..] = responses(&self.grid, &self.base.tree, &self.base.strategy, &super::DEALT_RANGES);
        worth
    }

    /// What the best responder wins that may make these bids in each round. The policy's own bids in both take
    /// milliseconds; all bids in both take minutes, spread over the threads at hand.
    pub fn gain(&self, first: Bids, second: Bids) -> Gain {
        self.gain_unless(first, second, &AtomicBool::new(false)).expect("nobody stops it")
    }

    /// The same, unless it is stopped.
    pub fn gain_unless(&self, first: Bids, second: Bids, stop: &AtomicBool) -> Option<Gain> {
        let limits = self.grid.limits();
        let sizes = first.among(limits.min, limits.max, self.grid.first());
        let responder = Responder::new(self, 0, second);
        let is_stopped = || stop.load(Ordering::Relaxed);
        let worths: Option<Vec<Range>> = sizes
            .par_iter()
            .map(|&size| if is_stopped() { None } else { Some(responder.after_first_bid(size)) })
            .collect();
        let worths = worths?;
        let (mut best, mut bids) = ([f32::NEG_INFINITY; HANDS], [0; HANDS]);
        for (worth, &size) in worths.iter().zip(&sizes) {
            for card in 0..HANDS {
                if worth[card] > best[card] {
                    (best[card], bids[card]) = (worth[card], size);
                }
            }
        }
        let by_card = best.map(f64::from);
        Some(Gain {
            chips: by_card.iter().map(|worth| f64::from(DEALT) * worth).sum(),
            bids,
            by_card,
            checks: responder.checks(),
            left_out: responder.left_out(),
        })
    }
}
