//! The shipped policy has an answer to everything that one or two seats may bid: no coin is tossed because nobody came there.

use croupier_rules::poker::Round;
use croupier_solve::poker::{Bid, Due, Policy, Range, Spot};

/// Less than this is a rounding.
const LITTLE: f32 = 0.01;

/// A row of a check: a 9 is never beaten, and pays; a 0 does not pay almost everything; and the card decides.
fn look_at_check(pays: &Range, price: u16, what: impl Fn() -> String) {
    assert!(pays[9] > 1.0 - LITTLE, "a 9 folds: {pays:?} {}", what());
    assert!(price < 290 || pays[0] < LITTLE, "a 0 pays {price}: {pays:?} {}", what());
    assert!(pays.iter().any(|&pays| (pays - 0.5).abs() > LITTLE), "a coin is tossed: {}", what());
}

fn look_at_first_check(spot: &Spot<'_>, bids: [u16; 3], seats: &[usize]) {
    let state = spot.state();
    if state.due != Due::Calls(Round::First) {
        return;
    }
    for &seat in seats.iter().filter(|&&seat| state.is_below(seat)) {
        look_at_check(&spot.pays(seat), state.level() - state.stakes[seat], || {
            format!("{bids:?} seat {seat}")
        });
    }
}

/// Every way that a first check may end.
fn after_first_check<'p>(spot: &Spot<'p>) -> Vec<Spot<'p>> {
    let state = *spot.state();
    if state.due != Due::Calls(Round::First) {
        return vec![*spot];
    }
    let asked: Vec<usize> = (0..3).filter(|&seat| state.is_below(seat)).collect();
    let pays = |answers: usize| {
        std::array::from_fn(|seat| {
            asked.iter().position(|&at| at == seat).is_some_and(|at| answers >> at & 1 == 1)
        })
    };
    (0..1_usize << asked.len()).map(|answers| spot.called(pays(answers))).collect()
}

/// The rows of round 2, and of the last check after all bids that the policy knows.
fn look_at_second_round(spot: &Spot<'_>, bids: [u16; 3]) {
    let state = *spot.state();
    if state.due != Due::Bids(Round::Second) {
        return;
    }
    let live: Vec<usize> = (0..3).filter(|&seat| state.is_live[seat]).collect();
    let sizes = spot.sizes();
    for &seat in &live {
        if let Some(rows) = spot.rows(seat) {
            let alike = 1.0 / f32::from(u16::try_from(rows.len()).unwrap());
            let is_tossed = rows.iter().flatten().all(|chance| (chance - alike).abs() < 1e-3);
            assert!(!is_tossed, "a bid of round 2 is drawn by lot: {bids:?} seat {seat}, {state:?}");
        }
    }
    let count = sizes.len();
    for joint in 0..count.pow(u32::try_from(live.len()).unwrap()) {
        let mut second: [Bid; 3] = [None; 3];
        for (place, &seat) in live.iter().enumerate() {
            second[seat] = Some(sizes[joint / count.pow(u32::try_from(place).unwrap()) % count]);
        }
        let check = spot.last_check(second);
        for seat in 0..3 {
            if let Some(pays) = check.pays[seat] {
                let price = check.state.level() - check.state.stakes[seat];
                look_at_check(&pays, price, || format!("{bids:?}, {second:?} seat {seat}"));
            }
        }
    }
}

/// One seat plays the policy, the two others bid anything.
#[test]
fn the_first_check_is_answered_after_any_two_bids() {
    let policy = Policy::shipped();
    for &own in policy.grid().first() {
        for a in 10..=300 {
            for b in a..=300 {
                let bids = [own, a, b];
                look_at_first_check(&policy.opened(bids.map(Some)), bids, &[0]);
            }
        }
    }
}

/// Two seats play the policy, the third bids anything.
#[test]
fn the_second_round_is_answered_after_any_bid() {
    let policy = Policy::shipped();
    let grid = policy.grid().first();
    for stray in 10..=300_u16 {
        for (at, &a) in grid.iter().enumerate() {
            for &b in &grid[at..] {
                let bids = [stray, a, b];
                let spot = policy.opened(bids.map(Some));
                look_at_first_check(&spot, bids, &[0, 1, 2]);
                // The answers to a size go for its neighbours, too.
                if stray <= 60 || stray % 10 == 9 {
                    for spot in &after_first_check(&spot) {
                        look_at_second_round(spot, bids);
                    }
                }
            }
        }
    }
}

/// A seat that bids all but everything in round 1 asks for the last chip.
#[test]
fn a_last_chip_is_paid() {
    let spot = Policy::shipped().opened([10, 10, 299].map(Some)).called([true, false, true]);
    let pays = spot.last_check([Some(299), None, Some(300)]).pays[0].unwrap();
    assert!(pays.iter().all(|&pays| pays > 1.0 - LITTLE), "{pays:?}");
}

/// A bid of everything is answered beside a strange bid as beside a known one.
#[test]
fn a_strange_bid_beside_everything_changes_little() {
    let policy = Policy::shipped();
    let known = policy.opened([10, 15, 300].map(Some)).pays(0);
    for stray in [11, 20, 100, 299] {
        let pays = policy.opened([10, stray, 300].map(Some)).pays(0);
        let apart: f32 = pays.iter().zip(known).map(|(pays, known)| (pays - known).abs()).sum();
        assert!(apart < 0.8, "beside {stray}: {pays:?}, beside 15: {known:?}");
    }
}
