//! Passes over the public states of the poker game and of Leduc with three seats.

use croupier_solve::cfr::leduc::Leduc;
use croupier_solve::cfr::{Order, Scheme, Solver, Tree};
use croupier_solve::poker::{Grid, Limits, State};
use divan::Bencher;

fn main() {
    divan::main();
}

const LIMITS: Limits = Limits { min: 10, max: 300 };

/// Six sizes of round 1, six of round 2: ten passes.
#[divan::bench]
fn ten_passes_of_six_sizes(bencher: Bencher<'_, '_>) {
    let raises = [2.0, 5.0, 10.0, 20.0];
    let grid = Grid::new(LIMITS, &[10, 20, 50, 100, 200, 300], &raises, &raises).expect("a grid");
    let tree = Tree::grow(&grid, &[(State::START, [0; 3])]);
    let mut solver = Solver::new(&grid, &tree, Scheme::Discounted, Order::Together);
    bencher.bench_local(|| {
        for _ in 0..10 {
            solver.pass(&[[0.1; 10]; 3]);
        }
    });
}

/// Eight cards, three seats: ten passes.
#[divan::bench]
fn ten_passes_of_leduc(bencher: Bencher<'_, '_>) {
    let tree = Tree::grow::<8, _>(&Leduc, &[Leduc::start::<3>()]);
    let mut solver = Solver::new(&Leduc, &tree, Scheme::Plus, Order::InTurn);
    bencher.bench_local(|| {
        for _ in 0..10 {
            solver.pass(&[[1.0; 8]; 3]);
        }
    });
}
