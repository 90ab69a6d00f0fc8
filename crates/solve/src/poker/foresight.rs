//! What a deal comes to from a public state on, if the cards are known and each seat plays in a known manner.
//!
//! It only has to be about right, and quick: what is hardly done is left out, and a bid of round 2 that the policy does not
//! know is answered as the nearest that it knows.

use std::fmt;

use croupier_rules::poker::{Round, SEATS};

use super::grid::{Due, State};
use super::lottery::{Lottery, about};
use super::policy::Policy;
use super::spot::{Bid, Spot};

/// How a seat is expected to play.
#[derive(Debug)]
pub enum Manner {
    /// By the policy.
    Policy,
    /// By a rule that looks at its card and at what all see.
    Rule(Box<dyn Rule>),
}

/// A seat's way of playing, by its card and by what all see.
pub trait Rule: fmt::Debug + Send {
    /// What it bids in round 2, from the level up.
    fn bid(&self, seat: usize, card: u8, state: &State) -> u16;

    /// The chance that it pays up to the level.
    fn pays(&self, seat: usize, card: u8, state: &State) -> f64;
}

/// What passes between the seats: from seat 1 to 0, from 2 to 0, from 2 to 1, in chips.
pub type Flows = [f64; SEATS];

/// A public state, in the eyes of the policy if a seat plays by it.
#[derive(Clone, Copy, Debug)]
pub(super) enum View<'p> {
    Bare(State),
    Seen(Spot<'p>),
}

/// Looks ahead in deals of one table.
#[derive(Debug)]
pub(super) struct Foresight {
    manners: [Manner; SEATS],
    /// The policy of those who play by it; none if nobody does.
    policy: Option<&'static Policy>,
    /// The greatest bid.
    max: u16,
}

impl Foresight {
    /// Of seats that play so.
    pub(super) fn new(manners: [Manner; SEATS], policy: Option<&'static Policy>, max: u16) -> Self {
        Self { manners, policy, max }
    }

    /// After the bids of round 1; none is a foul.
    pub(super) fn opened(&self, bids: [Bid; SEATS], min: u16) -> View<'static> {
        match self.policy {
            Some(policy) => View::Seen(policy.opened(bids)),
            None => View::Bare(State::after_bids(
                Round::First,
                bids.map(|bid| bid.unwrap_or(min)),
                bids.map(|bid| bid.is_some()),
                self.max,
            )),
        }
    }

    /// After the answers of the first check.
    pub(super) fn called<'p>(&self, view: &View<'p>, pays: [bool; SEATS]) -> View<'p> {
        match view {
            View::Bare(state) => View::Bare(state.with_calls(Round::First, |seat| pays[seat], self.max)),
            View::Seen(spot) => View::Seen(spot.called(pays)),
        }
    }

    /// The bids of round 2 that the policy knows.
    pub(super) fn sizes(view: &View<'_>) -> Vec<u16> {
        match view {
            View::Bare(_) => Vec::new(),
            View::Seen(spot) => spot.sizes(),
        }
    }

    /// After the bids of round 2; those of seats that are out do not count.
    pub(super) fn bid<'p>(&self, view: &View<'p>, sizes: &[u16], bids: [Bid; SEATS]) -> View<'p> {
        match view {
            View::Bare(state) => View::Bare(state.with_last_bids(bids, self.max)),
            View::Seen(spot) => View::Seen(spot.glance(sizes, bids)),
        }
    }

    /// What is expected to pass between the seats from here on, nothing having passed yet.
    pub(super) fn worth(&self, cards: [u8; SEATS], view: &View<'_>) -> Flows {
        let state = *view.state();
        match state.due {
            Due::Over => passed(&state, cards),
            Due::Calls(Round::First) => {
                self.over_answers(cards, view, |pays| self.worth(cards, &self.called(view, pays)))
            }
            Due::Bids(_) => self.over_bids(cards, view),
            Due::Calls(Round::Second) => self.over_answers(cards, view, |pays| {
                passed(&state.with_calls(Round::Second, |seat| pays[seat], self.max), cards)
            }),
        }
    }

    /// The mean over the answers of a check.
    fn over_answers(
        &self,
        cards: [u8; SEATS],
        view: &View<'_>,
        worth: impl Fn([bool; SEATS]) -> Flows,
    ) -> Flows {
        let state = view.state();
        let chance = |seat: usize| {
            if !state.is_below(seat) {
                return 0.0;
            }
            about(match (&self.manners[seat], view) {
                (Manner::Rule(rule), _) => rule.pays(seat, cards[seat], state),
                (Manner::Policy, View::Seen(spot)) => f64::from(spot.pays(seat)[usize::from(cards[seat])]),
                (Manner::Policy, View::Bare(_)) => unreachable!("a policy that is played is known"),
            })
        };
        let paying: [f64; SEATS] = std::array::from_fn(chance);
        let mut mean = [0.0; SEATS];
        for answers in 0..1_usize << SEATS {
            let pays: [bool; SEATS] = std::array::from_fn(|seat| answers >> seat & 1 == 1);
            let chance: f64 =
                (0..SEATS).map(|seat| if pays[seat] { paying[seat] } else { 1.0 - paying[seat] }).product();
            if chance > 0.0 {
                add(&mut mean, chance, &worth(pays));
            }
        }
        mean
    }

    /// The mean over the bids of round 2.
    fn over_bids(&self, cards: [u8; SEATS], view: &View<'_>) -> Flows {
        let (state, sizes) = (view.state(), Self::sizes(view));
        let lottery = |seat: usize| {
            if !state.is_live[seat] {
                return Lottery::certain(state.stakes[seat]);
            }
            match (&self.manners[seat], view) {
                (Manner::Rule(rule), _) => Lottery::certain(rule.bid(seat, cards[seat], state)),
                (Manner::Policy, View::Seen(spot)) => spot.lottery(&sizes, seat, usize::from(cards[seat])),
                (Manner::Policy, View::Bare(_)) => unreachable!("a policy that is played is known"),
            }
        };
        let [first, second, third]: [Lottery; SEATS] = std::array::from_fn(lottery);
        let mut mean = [0.0; SEATS];
        for &(a, of_a) in first.bids() {
            for &(b, of_b) in second.bids() {
                for &(c, of_c) in third.bids() {
                    let after = self.bid(view, &sizes, [a, b, c].map(Some));
                    add(&mut mean, of_a * of_b * of_c, &self.worth(cards, &after));
                }
            }
        }
        mean
    }
}

impl View<'_> {
    /// What all see.
    pub(super) fn state(&self) -> &State {
        match self {
            Self::Bare(state) => state,
            Self::Seen(spot) => spot.state(),
        }
    }
}

/// What passes in a deal that is over: who has not won pays its stake to the winners, in equal parts.
fn passed(state: &State, cards: [u8; SEATS]) -> Flows {
    let best = (0..SEATS).filter(|&seat| state.is_live[seat]).map(|seat| cards[seat]).max();
    let wins: [bool; SEATS] = std::array::from_fn(|seat| state.is_live[seat] && Some(cards[seat]) == best);
    let winners: f64 = wins.iter().map(|&wins| f64::from(u8::from(wins))).sum();
    [(0, 1), (0, 2), (1, 2)].map(|(one, other)| match (wins[one], wins[other]) {
        (true, false) => f64::from(state.stakes[other]) / winners,
        (false, true) => -f64::from(state.stakes[one]) / winners,
        (true, true) | (false, false) => 0.0,
    })
}

/// Adds so much of some flows.
pub(super) fn add(sum: &mut Flows, chance: f64, flows: &Flows) {
    for (sum, flow) in sum.iter_mut().zip(flows) {
        *sum += chance * flow;
    }
}
