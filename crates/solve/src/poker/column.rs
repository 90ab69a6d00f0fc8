//! Answers to a bid of round 1 that the solved game does not have.
//!
//! The two others bid as in the solved game; everything after is solved on the real bid. The deviator is let in card by
//! card as in [`super::gate`]: it takes what the solved game gives it, or enters.

use croupier_rules::poker::{Round, SEATS};

use super::gate::{DEALT, add, multiply};
use super::grid::{Grid, State};
use super::policy::Forest;
use super::showdown::{HANDS, Range, Ranges, total};
use crate::cfr::{Order, Place, Scheme, Solver, Tree};

/// The answers to one size.
#[derive(Clone, Debug)]
pub(super) struct Column {
    size: u16,
    forest: Forest,
}

impl Column {
    pub(super) fn new(size: u16, forest: Forest) -> Self {
        Self { size, forest }
    }

    /// The size in chips.
    pub(super) fn size(&self) -> u16 {
        self.size
    }

    /// What follows.
    pub(super) fn forest(&self) -> &Forest {
        &self.forest
    }

    /// Where the answers begin: the deviator has bid the size, the others by number of the grid's `sizes`.
    pub(super) fn place(&self, sizes: usize, deviator: usize, acts: &[u8; SEATS]) -> (&Forest, Place<SEATS>) {
        let mut others: Vec<usize> = (0..SEATS).filter(|&seat| seat != deviator).collect();
        others.sort_by_key(|&seat| acts[seat]);
        let wanted = (usize::from(acts[others[0]]), usize::from(acts[others[1]]));
        let at = pairs(sizes).position(|pair| pair == wanted).expect("every pair of bids has a root");
        let seats = [deviator, others[0], others[1]].map(|seat| u8::try_from(seat).expect("three seats"));
        (&self.forest, Place { node: self.forest.tree.roots()[at], seats })
    }

    /// The public states that follow the size: a root for each pair of the others' bids. The deviator sits first.
    pub(super) fn tree(grid: &Grid, size: u16) -> Tree<super::End, SEATS> {
        let first = grid.first();
        let roots: Vec<_> = pairs(first.len())
            .map(|(a, b)| {
                let max = grid.limits().max;
                let state = State::after_bids(Round::First, [size, first[a], first[b]], [true; SEATS], max);
                (state, [0, 1, if a == b { 1 } else { 2 }])
            })
            .collect();
        Tree::grow(grid, &roots)
    }

    /// Solves it. `bids` are the chances of the others' bids, `taken` what the solved game gives the deviator by card.
    pub(super) fn solve(grid: &Grid, size: u16, bids: &[Range], taken: &Range, passes: u32) -> Self {
        Self::solve_both(grid, size, bids, taken, passes).0
    }

    /// The chance by card that the deviator enters: what the answers expect it to hold.
    pub(super) fn enters(grid: &Grid, size: u16, bids: &[Range], taken: &Range, passes: u32) -> Range {
        Self::solve_both(grid, size, bids, taken, passes).1
    }

    /// The answers, and how often by card the deviator enters on average; later passes count for more.
    fn solve_both(grid: &Grid, size: u16, bids: &[Range], taken: &Range, passes: u32) -> (Self, Range) {
        let tree = Self::tree(grid, size);
        let mut solver = Solver::new(grid, &tree, Scheme::Discounted, Order::FirstAgainstOthers);
        let mut reaches: Vec<Ranges> = Vec::new();
        let mut orders = Vec::new();
        for (a, b) in pairs(bids.len()) {
            let mut ranges = [[DEALT; HANDS]; SEATS];
            multiply(&mut ranges[1], &bids[a]);
            multiply(&mut ranges[2], &bids[b]);
            if total(&ranges[1]) * total(&ranges[2]) < RARE {
                ranges = [[0.0; HANDS]; SEATS];
            }
            reaches.push(ranges);
            orders.push(if a == b { 1.0 } else { 2.0 });
        }
        let (mut enters, mut stays) = ([0.0; HANDS], [0.0; HANDS]);
        let mut entered = [0.0; HANDS];
        for pass in 1..=passes {
            let chance: Range = std::array::from_fn(|card| {
                let sum: f32 = enters[card] + stays[card];
                if sum > 0.0 { enters[card] / sum } else { 0.5 }
            });
            #[expect(clippy::cast_possible_truncation, reason = "a weight that need not be exact")]
            let weight = (f64::from(pass).powi(2) / f64::from(passes).powi(3)) as f32;
            add(&mut entered, &chance.map(|chance| weight * chance));
            for ranges in reaches.iter_mut().filter(|ranges| total(&ranges[1]) > 0.0) {
                ranges[0] = chance.map(|chance| DEALT * chance.max(LEAST));
            }
            let mut worth = [0.0; HANDS];
            solver.pass_all(&reaches, |at, values| {
                add(&mut worth, &values[0].map(|value| orders[at] * value));
            });
            // The gate learns with the deviator.
            if solver.passes() % 2 == 1 {
                continue;
            }
            for card in 0..HANDS {
                let now = chance[card] * worth[card] + (1.0 - chance[card]) * taken[card];
                enters[card] = (enters[card] + worth[card] - now).max(0.0);
                stays[card] = (stays[card] + taken[card] - now).max(0.0);
            }
        }
        let strategy = solver.average();
        (Self::new(size, Forest { tree, strategy }), entered)
    }
}

/// Bids that two others make together less often than this are not solved.
const RARE: f32 = 1e-7;

/// The deviator enters with this chance at least, so that there is something to answer.
const LEAST: f32 = 1e-3;

/// Pairs of sizes by number, the smaller first.
pub(super) fn pairs(sizes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..sizes).flat_map(move |a| (a..sizes).map(move |b| (a, b)))
}
