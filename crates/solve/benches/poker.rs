//! What the poker laboratory's numbers rest on: passes of the solver, answers at the table, a best reply.

use std::hint::black_box;

use croupier_solve::cfr::leduc::Leduc;
use croupier_solve::cfr::{Order, Scheme, Solver, Tree, replies};
use croupier_solve::poker::{Bids, DEALT_RANGES, Grid, Limits, Policy, State};
use divan::Bencher;

fn main() {
    divan::main();
}

const LIMITS: Limits = Limits { min: 10, max: 300 };

/// Six sizes of round 1, six of round 2.
fn six_sizes() -> Grid {
    let raises = [2.0, 5.0, 10.0, 20.0];
    Grid::new(LIMITS, &[10, 20, 50, 100, 200, 300], &raises, &raises).expect("a grid")
}

/// On one core, until a seat gains at most 0.003 chips a deal on the grid.
#[divan::bench(sample_count = 3)]
fn six_sizes_to_a_gain_of_0_003() -> u32 {
    let grid = six_sizes();
    let tree = Tree::grow(&grid, &[(State::START, [0; 3])]);
    let mut solver = Solver::new(&grid, &tree, Scheme::Discounted, Order::Together);
    loop {
        for _ in 0..500 {
            solver.pass(&DEALT_RANGES);
        }
        let nash = replies(&grid, &tree, &solver.average(), &DEALT_RANGES);
        if nash.gains()[0] <= 0.003 {
            return solver.passes();
        }
    }
}

#[divan::bench]
fn ten_passes_of_six_sizes(bencher: Bencher<'_, '_>) {
    let grid = six_sizes();
    let tree = Tree::grow(&grid, &[(State::START, [0; 3])]);
    let mut solver = Solver::new(&grid, &tree, Scheme::Discounted, Order::Together);
    bencher.bench_local(|| {
        for _ in 0..10 {
            solver.pass(&DEALT_RANGES);
        }
    });
}

/// Eight cards, three seats: ten iterations, in each of which every seat learns once.
#[divan::bench]
fn ten_iterations_of_leduc(bencher: Bencher<'_, '_>) {
    let tree = Tree::grow::<8, _>(&Leduc, &[Leduc::start::<3>()]);
    let mut solver = Solver::new(&Leduc, &tree, Scheme::Plus, Order::InTurn);
    bencher.bench_local(|| {
        for _ in 0..30 {
            solver.pass(&[[1.0; 8]; 3]);
        }
    });
}

/// What the shipped player does when somebody bids what it does not know, three live: the slowest decision.
#[divan::bench(args = [11, 45, 90, 250])]
fn a_last_check_after_an_unknown_bid(bencher: Bencher<'_, '_>, bid: u16) {
    let spot = Policy::shipped().opened([Some(10); 3]);
    bencher.bench_local(|| black_box(&spot).last_check([Some(bid), Some(10), Some(15)]));
}

/// The shipped policy read from its bytes.
#[divan::bench(sample_count = 5)]
fn the_shipped_policy_is_read(bencher: Bencher<'_, '_>) {
    let bytes = Policy::shipped().to_bytes(&croupier_solve::poker::Plan::shipped());
    bencher.bench_local(|| Policy::from_bytes(&bytes).map(|policy| policy.columns().count()));
}

/// What a responder wins that may bid any size in round 1.
#[divan::bench(sample_count = 5)]
fn a_best_reply_with_any_first_bid() -> f64 {
    Policy::shipped().gain(Bids::Any, Bids::Grid).chips
}
