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

    /// Solves it. `bids` are the chances of the others' bids, `taken` what the solved game gives the deviator by card. After each
    /// pass it is asked whether to go on.
    pub(super) fn solve(
        grid: &Grid,
        size: u16,
        bids: &[Range],
        taken: &Range,
        passes: u32,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<Self> {
        Self::solve_both(grid, size, bids, taken, passes, goes_on).map(|(column, _)| column)
    }

    /// The chance by card that the deviator enters: what the answers expect it to hold.
    pub(super) fn enters(grid: &Grid, size: u16, bids: &[Range], taken: &Range, passes: u32) -> Range {
        let both = Self::solve_both(grid, size, bids, taken, passes, &|| true);
        both.expect("nobody stops it").1
    }

    /// The answers, and how often by card the deviator enters on average; later passes count for more.
    fn solve_both(
        grid: &Grid,
        size: u16,
        bids: &[Range],
        taken: &Range,
        passes: u32,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<(Self, Range)> {
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
        let mut door = Door::default();
        let mut entered = [0.0; HANDS];
        for pass in 1..=passes {
            let chance = door.chance();
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
            if solver.passes().is_multiple_of(2) {
                door.learn(&worth, taken);
            }
            if !goes_on() {
                return None;
            }
        }
        let never = solve_never(grid, &tree, bids, taken, passes);
        let [regret, sum] = [0, 1].map(|part| of_both(solver.memory()[part], &never[part]));
        let strategy = solver.remember(passes, regret, sum).expect("both are of this tree").average();
        Some((Self::new(size, Forest { tree, strategy }), entered))
    }
}

/// The regrets and sums of strategies after bids that the others never make together: who makes the rarer of them is let in card by
/// card, as if it had left the solved game; who has bid the size may hold anything.
fn solve_never(
    grid: &Grid,
    tree: &Tree<super::End, SEATS>,
    bids: &[Range],
    taken: &Range,
    passes: u32,
) -> [Vec<Range>; 2] {
    let mut solver = Solver::new(grid, tree, Scheme::Discounted, Order::FirstAgainstOthers);
    let mut never: Vec<Option<Never>> =
        pairs(bids.len()).map(|(a, b)| Never::of([&bids[a], &bids[b]])).collect();
    for _ in 0..passes {
        let reaches: Vec<Ranges> =
            never.iter().map(|never| never.as_ref().map_or([[0.0; HANDS]; SEATS], Never::reach)).collect();
        solver.pass_all(&reaches, |at, values| {
            if let Some(never) = &mut never[at] {
                never.door.learn(&values[never.seat], taken);
            }
        });
    }
    solver.memory().map(<[_]>::to_vec)
}

/// Bids of the two others that they do not make together.
struct Never {
    /// The seat whose bid is the rarer one, 1 or 2.
    seat: usize,
    door: Door,
    /// The cards of the seats, the rarer one's as dealt.
    ranges: Ranges,
}

impl Never {
    /// None if the bids are made.
    fn of(bids: [&Range; 2]) -> Option<Self> {
        let made = bids.map(|bid| DEALT * total(bid));
        if made[0] * made[1] >= RARE {
            return None;
        }
        let seat = if made[1] <= made[0] { 2 } else { 1 };
        let mut ranges = [[DEALT; HANDS]; SEATS];
        let other = SEATS - seat;
        if made[other - 1] >= RARE {
            ranges[other] = bids[other - 1].map(|bid| DEALT * bid / made[other - 1]);
        }
        Some(Self { seat, door: Door::default(), ranges })
    }

    fn reach(&self) -> Ranges {
        let mut reach = self.ranges;
        reach[self.seat] = self.door.chance().map(|chance| DEALT * chance.max(LEAST));
        reach
    }
}

/// A seat that either enters with a card, or takes what the solved game gives it: its regrets.
#[derive(Default)]
struct Door {
    enters: Range,
    stays: Range,
}

impl Door {
    /// The chance by card to enter.
    fn chance(&self) -> Range {
        std::array::from_fn(|card| {
            let sum: f32 = self.enters[card] + self.stays[card];
            if sum > 0.0 { self.enters[card] / sum } else { 0.5 }
        })
    }

    /// What entering was worth by card, and what is taken by staying out.
    fn learn(&mut self, worth: &Range, taken: &Range) {
        let chance = self.chance();
        for card in 0..HANDS {
            let now = chance[card] * worth[card] + (1.0 - chance[card]) * taken[card];
            self.enters[card] = (self.enters[card] + worth[card] - now).max(0.0);
            self.stays[card] = (self.stays[card] + taken[card] - now).max(0.0);
        }
    }
}

/// Rows of two solvers of one tree that have learnt different ones.
fn of_both(rows: &[Range], others: &[Range]) -> Vec<Range> {
    let both = |(row, other): (&Range, &Range)| std::array::from_fn(|card| row[card] + other[card]);
    rows.iter().zip(others).map(both).collect()
}

/// Bids that two others make together less often than this are not solved.
const RARE: f32 = 1e-7;

/// The deviator enters with this chance at least, so that there is something to answer.
const LEAST: f32 = 1e-3;

/// Pairs of sizes by number, the smaller first.
pub(super) fn pairs(sizes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..sizes).flat_map(move |a| (a..sizes).map(move |b| (a, b)))
}
