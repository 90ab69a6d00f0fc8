//! The price of a choice at poker, against a plain twin that goes through the deals one by one.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use croupier_rules::poker::{Action, Round};
use croupier_solve::poker::{
    Bids, Due, Grid, LastCheck, Limits, Plan, Policy, Prices, Pricing, Question, Range, Spot, State,
};

const SEATS: usize = 3;

/// A policy of few bids, with an answer of its own to 20, far from solved.
fn small() -> Policy {
    let grid = Grid::new(Limits { min: 10, max: 300 }, &[10, 30, 300], &[3.0], &[4.0]).unwrap();
    let plan = Plan { grid, passes: 60, columns: vec![20], column_passes: 40, gate_passes: 64 };
    plan.solve(&|_| true).unwrap()
}

/// The chance of each pair of the others' cards, and of all that they have done.
type Pairs = [[f64; 10]; 10];

/// Goes through the deals: seat 0 has a card, the others play the policy.
struct Twin<'p> {
    policy: &'p Policy,
    card: u8,
}

impl Twin<'_> {
    fn first_bid(&self, bid: u16) -> f64 {
        let sizes = self.policy.grid().first();
        let rows = self.policy.first_bids();
        let mut worth = 0.0;
        for (a, &of_a) in sizes.iter().enumerate() {
            for (b, &of_b) in sizes.iter().enumerate() {
                let pairs = times(&[[0.01; 10]; 10], &rows[a], &rows[b]);
                worth += self.first_check(&self.policy.opened([Some(bid), Some(of_a), Some(of_b)]), &pairs);
            }
        }
        worth
    }

    fn first_check(&self, spot: &Spot<'_>, pairs: &Pairs) -> f64 {
        if spot.state().due != Due::Calls(Round::First) {
            return self.second_bids(spot, pairs);
        }
        let [folds, pays] = self.first_calls(spot, pairs);
        if spot.state().is_below(0) { folds.max(pays) } else { folds }
    }

    /// Folding and paying; the same if the seat is not asked.
    fn first_calls(&self, spot: &Spot<'_>, pairs: &Pairs) -> [f64; 2] {
        let state = *spot.state();
        [false, true].map(|own| {
            let after = |pays: [bool; SEATS], pairs: &Pairs| self.second_bids(&spot.called(pays), pairs);
            let pays = |seat: usize| state.is_below(seat).then(|| spot.pays(seat));
            answers(own || !state.is_below(0), [pays(1), pays(2)], pairs, after)
        })
    }

    fn second_bids(&self, spot: &Spot<'_>, pairs: &Pairs) -> f64 {
        let state = spot.state();
        if state.due == Due::Over || !state.is_live[0] {
            return self.settled(state, pairs);
        }
        let bids = spot.sizes().into_iter();
        bids.map(|bid| self.second_bid(spot, bid, pairs)).fold(f64::NEG_INFINITY, f64::max)
    }

    fn second_bid(&self, spot: &Spot<'_>, bid: u16, pairs: &Pairs) -> f64 {
        let sizes = spot.sizes();
        let of = |seat: usize| -> Vec<(Option<u16>, Range)> {
            if !spot.state().is_live[seat] {
                return vec![(None, [1.0; 10])];
            }
            // A policy that takes everything to be in bids the level.
            let Some(rows) = spot.rows(seat) else { return vec![(Some(spot.state().level()), [1.0; 10])] };
            sizes.iter().zip(rows).map(|(&size, row)| (Some(size), *row)).collect()
        };
        let mut worth = 0.0;
        for (a, row_a) in of(1) {
            for (b, row_b) in of(2) {
                let bids = [Some(bid), a, b];
                let calls = self.last_calls(spot, bids, &times(pairs, &row_a, &row_b));
                worth += calls[0].max(calls[1]);
            }
        }
        worth
    }

    /// Folding and paying in the last check; the same if the seat is not asked.
    fn last_calls(&self, spot: &Spot<'_>, bids: [Option<u16>; SEATS], pairs: &Pairs) -> [f64; 2] {
        let live = |seat: usize| bids[seat].is_some();
        let stakes = std::array::from_fn(|seat| bids[seat].unwrap_or(spot.state().stakes[seat]));
        let state = State::after_bids(Round::Second, stakes, [live(0), live(1), live(2)], 300);
        let LastCheck { pays, .. } = spot.last_check(bids);
        [false, true].map(|own| {
            answers(own || pays[0].is_none(), [pays[1], pays[2]], pairs, |pays, pairs| {
                let over = match state.due {
                    Due::Calls(_) => state.with_calls(Round::Second, |seat| pays[seat], 300),
                    Due::Bids(_) | Due::Over => state,
                };
                self.settled(&over, pairs)
            })
        })
    }

    /// What the seat wins of deals that are over.
    fn settled(&self, state: &State, pairs: &Pairs) -> f64 {
        let pot: f64 = state.stakes.iter().map(|&stake| f64::from(stake)).sum();
        let mut worth = 0.0;
        for (a, row) in pairs.iter().enumerate() {
            for (b, chance) in row.iter().enumerate() {
                let cards = [usize::from(self.card), a, b];
                let live = |seat: &usize| state.is_live[*seat];
                let best = (0..SEATS).filter(live).map(|seat| cards[seat]).max().unwrap();
                let winners = (0..SEATS).filter(live).filter(|&seat| cards[seat] == best).count();
                let wins = state.is_live[0] && cards[0] == best;
                let won = if wins { pot / f64::from(u8::try_from(winners).unwrap()) } else { 0.0 };
                worth += chance * (won - f64::from(state.stakes[0]));
            }
        }
        worth
    }
}

/// The sum over the answers of two seats, of those that are asked.
fn answers(
    own: bool,
    pays: [Option<Range>; 2],
    pairs: &Pairs,
    after: impl Fn([bool; SEATS], &Pairs) -> f64,
) -> f64 {
    let ways = |pays: Option<Range>| match pays {
        None => vec![(true, [1.0; 10])],
        Some(pays) => vec![(false, pays.map(|chance| 1.0 - chance)), (true, pays)],
    };
    let mut worth = 0.0;
    for (a, row_a) in ways(pays[0]) {
        for (b, row_b) in ways(pays[1]) {
            worth += after([own, a, b], &times(pairs, &row_a, &row_b));
        }
    }
    worth
}

fn times(pairs: &Pairs, a: &Range, b: &Range) -> Pairs {
    std::array::from_fn(|x| std::array::from_fn(|y| pairs[x][y] * f64::from(a[x]) * f64::from(b[y])))
}

/// The pairs of cards that the others are taken to hold: by the policy, if they have done what it does.
fn pairs_at(prices: &Prices, spot: &Spot<'_>) -> Pairs {
    let [_, a, b] = &prices.ranges;
    for seat in [1, 2] {
        let by_policy = spot.ranges()[seat];
        let sum: f32 = by_policy.iter().sum();
        for (card, chance) in prices.ranges[seat].iter().enumerate() {
            let folded = !spot.state().is_live[seat];
            assert!(prices.strangers[seat] || folded || (chance - by_policy[card] / sum).abs() < 1e-5);
        }
    }
    times(&[[1.0; 10]; 10], a, b)
}

fn near(fast: f64, plain: f64, tolerance: f64, what: &str) {
    assert!((fast - plain).abs() < tolerance, "{what}: {fast} by ranges, {plain} deal by deal");
}

#[test]
fn first_bids_are_worth_what_the_deals_say() {
    let policy = small();
    let mut pricing = Pricing::new(&policy);
    for (card, bid) in [(0, 10), (9, 30), (4, 300), (7, 20), (8, 50)] {
        let prices = pricing.prices(1, card, &Question::FirstBid, Action::Bid(bid));
        let twin = Twin { policy: &policy, card };
        near(prices.of(Action::Bid(bid)).unwrap().worth, twin.first_bid(bid), 0.01, "first bid");
        assert!(prices.strangers == [false; 3] && prices.choices.len() <= 4);
    }
}

#[test]
fn answers_in_the_first_check_are_worth_what_the_deals_say() {
    let policy = small();
    let mut pricing = Pricing::new(&policy);
    for (card, first) in
        [(5, [10, 30, 10]), (9, [10, 30, 300]), (2, [20, 30, 30]), (7, [10, 10, 20]), (6, [30, 10, 300])]
    {
        let first = first.map(Some);
        let spot = policy.opened(first);
        let twin = Twin { policy: &policy, card };
        let prices = pricing.prices(0, card, &Question::FirstCall { first }, Action::Call(true));
        let plain = twin.first_calls(&spot, &pairs_at(&prices, &spot));
        let worths: Vec<f64> = prices.choices.iter().map(|choice| choice.worth).collect();
        near(worths[0], plain[0], 0.02, "folding in the first check");
        near(worths[1], plain[1], 0.02, "paying in the first check");
        assert_eq!(prices.strangers, [false, false, first[2] == Some(20)]);
    }
}

#[test]
fn second_bids_are_worth_what_the_deals_say_on_the_grid_and_off_it() {
    let policy = small();
    let mut pricing = Pricing::new(&policy);
    for (card, first, stays) in [
        (3, [10, 10, 10], [true; 3]),
        (9, [30, 10, 10], [true, true, false]),
        (6, [20, 10, 10], [true, true, false]),
    ] {
        let first = first.map(Some);
        let spot = policy.opened(first).called(stays);
        let twin = Twin { policy: &policy, card };
        for bid in spot.sizes().into_iter().chain([55, 200]) {
            let asked = Action::Bid(bid);
            let prices = pricing.prices(0, card, &Question::SecondBid { first, stays }, asked);
            let pairs = pairs_at(&prices, &spot);
            // The gate of an unknown bid is a round of regrets: rounding moves its answers a little.
            let tolerance = if spot.sizes().contains(&bid) { 0.02 } else { 0.3 };
            near(
                prices.of(asked).unwrap().worth,
                twin.second_bid(&spot, bid, &pairs),
                tolerance,
                "second bid",
            );
        }
    }
}

#[test]
fn answers_in_the_last_check_are_worth_what_the_deals_say() {
    let policy = small();
    let mut pricing = Pricing::new(&policy);
    for (card, stays, second) in [
        (8, [true; 3], [Some(10), Some(40), Some(10)]),
        (5, [true; 3], [Some(40), Some(300), Some(40)]),
        (7, [true, true, false], [Some(30), Some(300), None]),
    ] {
        let first = if stays[2] { [10, 10, 10] } else { [30, 30, 10] }.map(Some);
        let spot = policy.opened(first).called(stays);
        let question = Question::SecondCall { first, stays, second };
        let prices = pricing.prices(0, card, &question, Action::Call(true));
        let before = pricing.prices(0, card, &Question::SecondBid { first, stays }, Action::Bid(300));
        let rows = [1, 2].map(|seat| {
            let at = second[seat].map(|bid| spot.sizes().binary_search(&bid).unwrap());
            at.map_or([1.0; 10], |at| spot.rows(seat).unwrap()[at])
        });
        let pairs = times(&pairs_at(&before, &spot), &rows[0], &rows[1]);
        let sum: f64 = pairs.iter().flatten().sum();
        let pairs = pairs.map(|row| row.map(|chance| chance / sum));
        let plain = Twin { policy: &policy, card }.last_calls(&spot, second, &pairs);
        near(prices.choices[0].worth, plain[0], 0.02, "folding in the last check");
        near(prices.choices[1].worth, plain[1], 0.02, "paying in the last check");
        assert_eq!(prices.strangers, [false; 3]);
    }
}

#[test]
fn a_bid_that_the_policy_never_makes_makes_a_stranger_and_a_foul_costs_the_least_bid() {
    let policy = small();
    let mut pricing = Pricing::new(&policy);
    let (first, stays) = ([Some(10); 3], [true; 3]);
    let question = Question::SecondCall { first, stays, second: [Some(10), Some(77), Some(10)] };
    let prices = pricing.prices(0, 4, &question, Action::Call(false));
    assert_eq!(prices.strangers, [false, true, false]);
    let folding = prices.of(Action::Call(false)).unwrap().worth;
    assert!((folding + 10.0).abs() < 1e-4);
    // What is dear with a card is rare with it: a bid of 77 shows the best card rather than a middling one.
    let range = prices.ranges[1];
    assert!(range[9] > range[5], "{range:?}");

    let prices = pricing.prices(2, 9, &Question::FirstBid, Action::Foul);
    assert!((prices.of(Action::Foul).unwrap().worth + 10.0).abs() < 1e-9);
    assert!(prices.price(Action::Foul).unwrap() > 20.0);
    let after = [Some(30), Some(30), Some(10)];
    let question = Question::SecondBid { first: after, stays: [true, true, false] };
    let prices = pricing.prices(0, 9, &question, Action::Foul);
    assert!((prices.of(Action::Foul).unwrap().worth + 30.0).abs() < 1e-9);
}

/// What a choice of the policy costs, weighed with the chance to make it, is a part of what the best reply gains.
#[test]
fn what_an_equilibrium_does_costs_no_more_than_it_is_known_to_lose() {
    let policy = Policy::shipped();
    let gain = policy.gain(Bids::Grid, Bids::Grid).chips;
    let mut pricing = Pricing::new(policy);
    let mut cost_of = |question: Question, asked: Action, reach: &dyn Fn(usize) -> f64| -> f64 {
        let by_card = (0..10_u8).map(|card| {
            let prices = pricing.prices(0, card, &question, asked);
            let costs =
                prices.choices.iter().map(|choice| choice.chance * prices.price(choice.action).unwrap());
            0.1 * reach(usize::from(card)) * costs.sum::<f64>()
        });
        by_card.sum()
    };
    let rows = policy.first_bids();
    let chance = |at: usize| -> f64 { rows[at].iter().map(|&chance| 0.1 * f64::from(chance)).sum() };
    let own = |card: usize| f64::from(rows[0][card]);

    let bids = cost_of(Question::FirstBid, Action::Bid(10), &|_| 1.0);
    let first = [Some(10), Some(10), Some(25)];
    let check =
        cost_of(Question::FirstCall { first }, Action::Call(true), &|card| own(card) * chance(0) * chance(2));
    let question = Question::SecondBid { first: [Some(10); 3], stays: [true; 3] };
    let second = cost_of(question, Action::Bid(10), &|card| own(card) * chance(0).powi(2));
    for cost in [bids, check, second] {
        assert!(cost >= 0.0 && cost <= gain, "{cost} of {gain}");
    }
}
