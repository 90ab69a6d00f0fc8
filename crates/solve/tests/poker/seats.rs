//! A policy is the same from every seat, and knows an answer after fouls.

use croupier_rules::chance::Key;
use croupier_solve::poker::{Policy, Spot};

use crate::responder::rough;

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// By seat, what the policy does in the first check, or with the bids of round 2.
fn rows(spot: &Spot<'_>) -> [Option<Vec<[f32; 10]>>; 3] {
    std::array::from_fn(|seat| spot.rows(seat).map(<[_]>::to_vec))
}

#[test]
fn bids_are_read_alike_from_every_seat() {
    let policy = rough(vec![20, 35, 50]);
    let seed = 9;
    let mut chance = Key::new(seed, "bids").stream(0);
    for _ in 0..3_000 {
        // Often on the grid, often alike: each kind of company comes.
        let mut bid = || match chance.below(4) {
            0 => [10, 30, 300][chance.below(3) as usize],
            1 => 40 + u16::try_from(chance.below(3)).unwrap(),
            _ => 10 + u16::try_from(chance.below(291)).unwrap(),
        };
        let bids = [bid(), bid(), bid()];
        let plain = rows(&policy.opened(bids.map(Some)));
        for order in ORDERS {
            let seated = rows(&policy.opened(order.map(|seat| Some(bids[seat]))));
            for (at, seat) in order.into_iter().enumerate() {
                let alike = bids.iter().filter(|&&bid| bid == bids[seat]).count() > 1;
                assert!(alike || seated[at] == plain[seat], "seed {seed}: {bids:?} in the order {order:?}");
            }
        }
    }
}

/// The shipped policy: a small raise beside another stranger is not taken for everything.
#[test]
fn strangers_keep_their_order() {
    for bids in [[40, 42, 12], [42, 12, 40], [12, 42, 40], [12, 40, 42], [40, 42, 41]] {
        let spot = Policy::shipped().opened(bids.map(Some));
        let seat = bids.iter().position(|&bid| bid == 40).unwrap();
        assert!(spot.pays(seat)[9] > 0.99 && spot.pays(seat)[7] > 0.5, "{bids:?}: {:?}", spot.pays(seat));
    }
}

#[test]
fn two_seats_at_the_least_bid_know_their_bids_after_a_foul() {
    let policy = Policy::shipped();
    for fouled in 0..3 {
        let bids: [Option<u16>; 3] = std::array::from_fn(|seat| (seat != fouled).then_some(10));
        let spot = policy.opened(bids);
        assert_eq!((spot.sizes()[0], spot.sizes().len()), (10, policy.grid().second(15, 2).len()));
        for seat in (0..3).filter(|&seat| seat != fouled) {
            let strong: f32 = spot.rows(seat).unwrap()[1..].iter().map(|row| row[9]).sum();
            assert!(strong > 0.5, "a 9 raises: {strong}");
            let check = spot.last_check(std::array::from_fn(|at| Some(if at == seat { 10 } else { 123 })));
            let pays = check.pays[seat].unwrap();
            assert!(pays[5] < 0.5 && pays[8] > pays[5], "{pays:?}");
        }
    }
}
