//! The best response to two players that are known by their models.
//!
//! The others act by chance alone, so the responder's best choice at each public state follows from sums over what they
//! may hold and do: nothing is sampled. The responder sits at seat 0, the others at 1 and 2.
//!
//! The same choices can be valued in several *worlds*: they are best in the first, and are worth in each what they bring
//! when the others play by that world's models. So a response that was learnt from some deals is valued by others.

use std::collections::BTreeSet;

use croupier_rules::poker::{Round, SEATS};
use rayon::prelude::*;

use super::gate::{DEALT, add, multiply};
use super::grid::{Due, State};
use super::model::{BidChance, Model, Price, Stand};
use super::showdown::{HANDS, Range, Ranges, total};
use super::spot::Bid;

/// A best response to the players at seats 1 and 2.
#[derive(Clone, Copy, Debug)]
pub struct Reply<'m, const W: usize> {
    /// By world: the models of seats 1 and 2.
    rivals: [[&'m Model; 2]; W],
    tries: Tries,
}

/// The bids that a responder tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tries {
    /// All that the rules allow.
    All,
    /// Some twenty in each round: rising by a quarter, and those of the others. States that come in less than one of a
    /// thousand deals are taken as if nobody bid any more. Takes some hundredths of a second.
    Some,
}

/// A public state, with the chance of each card of the others to come here.
#[derive(Clone, Copy, Debug)]
pub struct Standing<const W: usize> {
    /// The deal.
    pub state: State,
    ranges: [Ranges; W],
}

/// What a choice is worth by card in each world, in chips, times the chance of the others to come here.
pub type Worth<const W: usize> = [Range; W];

/// What the best bids of round 1 win.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening<const W: usize> {
    /// The best bid by card, in chips.
    pub bids: [u16; HANDS],
    /// What it wins by card, in chips a deal in which the responder has the card, by world.
    pub by_card: [[f64; HANDS]; W],
}

/// States that come more rarely are worth nothing.
const NEVER: f32 = 1e-9;
/// And these are not looked into by a responder that tries some bids.
const RARE: f32 = 1e-3;

impl<const W: usize> Opening<W> {
    /// What the response wins in a world, in chips a deal.
    pub fn gain(&self, world: usize) -> f64 {
        self.by_card[world].iter().sum::<f64>() * f64::from(DEALT)
    }
}

impl<'m> Reply<'m, 1> {
    /// To players by these models at seats 1 and 2.
    pub fn to(rivals: [&'m Model; 2], tries: Tries) -> Self {
        Self { rivals: [rivals], tries }
    }
}

impl<'m> Reply<'m, 2> {
    /// The best response to the first two, valued against the second two as well.
    pub fn valued_by(rivals: [&'m Model; 2], others: [&'m Model; 2], tries: Tries) -> Self {
        Self { rivals: [rivals, others], tries }
    }
}

impl<'m, const W: usize> Reply<'m, W> {
    /// The best bid of round 1 by card. With all bids to try, each is tried with some bids of round 2, and the best few of each
    /// card with all of them.
    pub fn opening(&self) -> Opening<W> {
        let bids: Vec<u16> = self.first_bids().into_iter().collect();
        let quick = Self { tries: Tries::Some, ..*self };
        let mut worths: Vec<(u16, Worth<W>)> =
            bids.par_iter().map(|&bid| (bid, quick.after_first_bid(bid))).collect();
        if self.tries == Tries::All {
            let mut closer = BTreeSet::new();
            for card in 0..HANDS {
                worths.sort_by(|(_, a), (_, b)| b[0][card].total_cmp(&a[0][card]));
                closer.extend(worths.iter().take(CLOSER).map(|&(bid, _)| bid));
            }
            let closer: Vec<u16> = closer.into_iter().collect();
            worths = closer.par_iter().map(|&bid| (bid, self.after_first_bid(bid))).collect();
        }
        best_opening(&worths)
    }

    /// The same when the bid of round 1 is given for each card.
    pub fn with_first_bids(&self, bids: &[u16; HANDS]) -> Opening<W> {
        let sizes: Vec<u16> = BTreeSet::from(*bids).into_iter().collect();
        let worths: Vec<Worth<W>> = sizes.par_iter().map(|&bid| self.after_first_bid(bid)).collect();
        let mut by_card = [[0.0; HANDS]; W];
        for (card, bid) in bids.iter().enumerate() {
            let at = sizes.binary_search(bid).expect("it is one of them");
            for (by_card, worth) in by_card.iter_mut().zip(&worths[at]) {
                by_card[card] = worth[card].into();
            }
        }
        Opening { bids: *bids, by_card }
    }

    /// What a bid of round 1 is worth.
    pub fn after_first_bid(&self, bid: u16) -> Worth<W> {
        let mut worth = [[0.0; HANDS]; W];
        let [a, b] = [0, 1].map(|rival| self.joint(|models| models[rival].first_bids()));
        for (bid_a, chance_a) in &a {
            for (bid_b, chance_b) in &b {
                let standing =
                    self.bid_first(
                        [Some(bid), *bid_a, *bid_b],
                        |rival| {
                            if rival == 0 { chance_a } else { chance_b }
                        },
                    );
                if standing.comes() {
                    add_all(&mut worth, &self.at_first_check(&standing));
                }
            }
        }
        worth
    }

    /// After bids of round 1 that were seen, the responder's first.
    pub fn opened(&self, bids: [Bid; SEATS]) -> Standing<W> {
        let likely =
            [1, 2].map(|seat| self.rivals.map(|models| models[seat - 1].first_likelihood(bids[seat])));
        self.bid_first(bids, |rival| &likely[rival])
    }

    /// After answers of the first check that were seen.
    #[must_use]
    pub fn called(&self, standing: &Standing<W>, pays: [bool; SEATS]) -> Standing<W> {
        if standing.state.due != Due::Calls(Round::First) {
            return *standing;
        }
        let mut next = *standing;
        next.state = standing.state.with_calls(Round::First, |seat| pays[seat], self.max());
        for seat in (1..SEATS).filter(|&seat| standing.state.is_below(seat)) {
            let paying = self.pays(standing, seat);
            next.narrow(seat, |world| answering(&paying[world], pays[seat]));
        }
        next
    }

    /// After bids of round 2 that were seen; only those of live seats are looked at.
    pub fn bid(&self, standing: &Standing<W>, bids: [Bid; SEATS]) -> Standing<W> {
        let stand = Stand::of(&standing.state);
        let mut next = *standing;
        for seat in (1..SEATS).filter(|&seat| standing.state.is_live[seat]) {
            let likely = self.rivals.map(|models| models[seat - 1].second_likelihood(stand, bids[seat]));
            next.narrow(seat, |world| likely[world]);
        }
        next.state = after_second_bids(&standing.state, bids, self.max());
        next
    }

    /// What folding and paying in the check that is due are worth.
    pub fn calls(&self, standing: &Standing<W>) -> [Worth<W>; 2] {
        let mut values = [[[0.0; HANDS]; W]; 2];
        let state = &standing.state;
        let Due::Calls(round) = state.due else { return values };
        let asked: [bool; SEATS] = std::array::from_fn(|seat| state.is_below(seat));
        let paying = [1, 2].map(|seat| asked[seat].then(|| self.pays(standing, seat)));
        for answers in 0..8_usize {
            let pays: [bool; SEATS] = std::array::from_fn(|seat| answers >> seat & 1 == 1);
            // A seat that is not asked has one answer.
            if (0..SEATS).any(|seat| pays[seat] && !asked[seat]) {
                continue;
            }
            let mut next = *standing;
            next.state = state.with_calls(round, |seat| pays[seat], self.max());
            for seat in 1..SEATS {
                if let Some(paying) = &paying[seat - 1] {
                    next.narrow(seat, |world| answering(&paying[world], pays[seat]));
                }
            }
            if next.comes() {
                let worth = match round {
                    Round::First => self.at_second_bids(&next),
                    Round::Second => next.settled(),
                };
                add_all(&mut values[usize::from(pays[0])], &worth);
            }
        }
        values
    }

    /// What each bid of round 2 is worth.
    pub fn second_bids(&self, standing: &Standing<W>) -> Vec<(u16, Worth<W>)> {
        let state = &standing.state;
        let stand = Stand::of(state);
        let out: Vec<(Bid, [Range; W])> = vec![(None, [[1.0; HANDS]; W])];
        let others = [1, 2].map(|seat| {
            if state.is_live[seat] {
                self.joint(|models| models[seat - 1].second_bids(stand))
            } else {
                out.clone()
            }
        });
        let tries = self.second_sizes(stand.level, &others);
        let mut worths: Vec<(u16, Worth<W>)> =
            tries.into_iter().map(|bid| (bid, [[0.0; HANDS]; W])).collect();
        for (bid_a, chance_a) in &others[0] {
            for (bid_b, chance_b) in &others[1] {
                let mut next = *standing;
                next.narrow(1, |world| chance_a[world]);
                next.narrow(2, |world| chance_b[world]);
                if !next.comes() {
                    continue;
                }
                for (bid, worth) in &mut worths {
                    next.state = after_second_bids(state, [Some(*bid), *bid_a, *bid_b], self.max());
                    add_all(worth, &self.at_last_check(&next));
                }
            }
        }
        worths
    }

    fn at_first_check(&self, standing: &Standing<W>) -> Worth<W> {
        if standing.state.due != Due::Calls(Round::First) {
            return self.at_second_bids(standing);
        }
        best_answer(standing, &self.calls(standing))
    }

    fn at_second_bids(&self, standing: &Standing<W>) -> Worth<W> {
        let state = &standing.state;
        let is_rare = self.tries == Tries::Some && standing.reach() < RARE;
        if state.due == Due::Over || !state.is_live[0] || is_rare {
            return standing.settled();
        }
        let bids = self.second_bids(standing);
        let mut best = bids[0].1;
        for (_, worth) in &bids[1..] {
            take_better(&mut best, worth);
        }
        best
    }

    fn at_last_check(&self, standing: &Standing<W>) -> Worth<W> {
        if standing.state.due != Due::Calls(Round::Second) {
            return standing.settled();
        }
        best_answer(standing, &self.calls(standing))
    }

    fn bid_first<'a>(&self, bids: [Bid; SEATS], chance: impl Fn(usize) -> &'a [Range; W]) -> Standing<W> {
        let limits = self.rivals[0][0].limits();
        let stakes = bids.map(|bid| bid.unwrap_or(limits.min));
        let state = State::after_bids(Round::First, stakes, bids.map(|bid| bid.is_some()), limits.max);
        let mut standing = Standing { state, ranges: [[[DEALT; HANDS]; SEATS]; W] };
        for seat in 1..SEATS {
            standing.narrow(seat, |world| chance(seat - 1)[world]);
        }
        standing
    }

    /// The chance that a seat pays, by world and card.
    fn pays(&self, standing: &Standing<W>, seat: usize) -> [Range; W] {
        let price = Price::of(&standing.state, seat);
        self.rivals.map(|models| models[seat - 1].pays(&price))
    }

    /// The bids of one seat in the first world, each with its chances by world. A bid that only another world knows is put to the
    /// nearest, so that every choice is made where the first world comes.
    fn joint(&self, bids: impl Fn(&[&'m Model; 2]) -> &'m [BidChance]) -> Vec<(Bid, [Range; W])> {
        let first = bids(&self.rivals[0]);
        let mut joint: Vec<(Bid, [Range; W])> =
            first.iter().map(|(bid, chance)| (*bid, std::array::from_fn(|_| *chance))).collect();
        for world in 1..W {
            for (_, chances) in &mut joint {
                chances[world] = [0.0; HANDS];
            }
            for (bid, chance) in bids(&self.rivals[world]) {
                let nearest = joint.iter_mut().min_by_key(|(known, _)| distance(*known, *bid));
                let (_, chances) = nearest.expect("a model has bids");
                add(&mut chances[world], chance);
            }
        }
        joint
    }

    fn first_bids(&self) -> BTreeSet<u16> {
        let limits = self.rivals[0][0].limits();
        match self.tries {
            Tries::All => (limits.min..=limits.max).collect(),
            Tries::Some => {
                let others = self.rivals[0].iter().flat_map(|model| model.first_bids());
                rising(limits.min, limits.max).chain(others.filter_map(|(bid, _)| *bid)).collect()
            }
        }
    }

    fn second_sizes(&self, level: u16, others: &[Vec<(Bid, [Range; W])>; 2]) -> BTreeSet<u16> {
        match self.tries {
            Tries::All => (level..=self.max()).collect(),
            Tries::Some => {
                let others = others.iter().flatten().filter_map(|(bid, _)| *bid);
                rising(level, self.max()).chain(others).collect()
            }
        }
    }

    fn max(&self) -> u16 {
        self.rivals[0][0].limits().max
    }
}

/// How far two bids are apart; a foul is far from every bid.
fn distance(a: Bid, b: Bid) -> u16 {
    match (a, b) {
        (Some(a), Some(b)) => a.abs_diff(b),
        (None, None) => 0,
        (Some(_), None) | (None, Some(_)) => u16::MAX,
    }
}

/// Bids of each card that are looked at closer.
const CLOSER: usize = 3;

impl<const W: usize> Standing<W> {
    /// The chance of the others to come here, in the first world.
    fn reach(&self) -> f32 {
        total(&self.ranges[0][1]) * total(&self.ranges[0][2])
    }

    fn comes(&self) -> bool {
        self.ranges.iter().any(|ranges| total(&ranges[1]) * total(&ranges[2]) > NEVER)
    }

    fn narrow(&mut self, seat: usize, chance: impl Fn(usize) -> Range) {
        for (world, ranges) in self.ranges.iter_mut().enumerate() {
            multiply(&mut ranges[seat], &chance(world));
        }
    }

    /// As if the deal ended here.
    fn settled(&self) -> Worth<W> {
        let end = self.state.end();
        std::array::from_fn(|world| end.worth_to(0, &self.ranges[world]))
    }
}

/// The better of folding and paying by card, if the responder is asked.
fn best_answer<const W: usize>(standing: &Standing<W>, values: &[Worth<W>; 2]) -> Worth<W> {
    let mut best = values[0];
    if standing.state.is_below(0) {
        take_better(&mut best, &values[1]);
    }
    best
}

/// Takes another choice for the cards for which it is better in the first world.
fn take_better<const W: usize>(best: &mut Worth<W>, other: &Worth<W>) {
    for card in 0..HANDS {
        if other[0][card] > best[0][card] {
            for world in 0..W {
                best[world][card] = other[world][card];
            }
        }
    }
}

fn best_opening<const W: usize>(worths: &[(u16, Worth<W>)]) -> Opening<W> {
    let mut opening = Opening { bids: [0; HANDS], by_card: [[0.0; HANDS]; W] };
    for card in 0..HANDS {
        // Of bids that are worth the same, the least.
        let best = worths
            .iter()
            .max_by(|(bid_a, a), (bid_b, b)| a[0][card].total_cmp(&b[0][card]).then(bid_b.cmp(bid_a)));
        let (bid, worth) = best.expect("there are bids");
        opening.bids[card] = *bid;
        for (by_card, worth) in opening.by_card.iter_mut().zip(worth) {
            by_card[card] = worth[card].into();
        }
    }
    opening
}

fn after_second_bids(state: &State, bids: [Bid; SEATS], max: u16) -> State {
    let level = state.level();
    let stakes = std::array::from_fn(|seat| {
        if state.is_live[seat] { bids[seat].unwrap_or(level) } else { state.stakes[seat] }
    });
    let is_live = std::array::from_fn(|seat| state.is_live[seat] && bids[seat].is_some());
    State::after_bids(Round::Second, stakes, is_live, max)
}

fn answering(paying: &Range, pays: bool) -> Range {
    if pays { *paying } else { paying.map(|paying| 1.0 - paying) }
}

fn add_all<const W: usize>(sum: &mut Worth<W>, more: &Worth<W>) {
    for (sum, more) in sum.iter_mut().zip(more) {
        add(sum, more);
    }
}

/// Bids from the least to the greatest, each a quarter above the one before, or a chip.
fn rising(least: u16, max: u16) -> impl Iterator<Item = u16> {
    std::iter::successors(Some(least), move |&bid| {
        (bid < max).then(|| bid.saturating_add((bid / 4).max(1)).min(max))
    })
}
