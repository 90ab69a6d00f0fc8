//! How a policy is made: the sizes, and how long each part is solved.

use rayon::prelude::*;

use super::column::Column;
use super::gate::DEALT;
use super::grid::{Grid, State};
use super::policy::{Forest, Policy};
use super::showdown::{HANDS, Ranges};
use crate::cfr::{NashConv, Order, Scheme, Solver, Tree, replies};

/// What is to be solved, and how long. The same plan gives the same policy to the last bit, on any number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The bids that are made.
    pub grid: Grid,
    /// Passes over the grid.
    pub passes: u32,
    /// The sizes of round 1 off the grid that get answers of their own, rising.
    pub columns: Vec<u16>,
    /// Passes over each column.
    pub column_passes: u32,
    /// Passes over the last check after an unknown bid of round 2, at the table.
    pub gate_passes: u32,
}

/// Every seat with every card, as dealt.
pub const DEALT_RANGES: Ranges = [[DEALT; HANDS]; 3];

/// What a plan is at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Passes over the grid, and what a seat gains there by its best reply.
    Grid {
        /// Passes so far.
        passes: u32,
        /// Chips a deal.
        gain: f64,
    },
    /// Columns that are done.
    Columns {
        /// So many.
        done: usize,
    },
}

impl Plan {
    /// Makes the policy. `tell` hears of each step, and says with `false` to stop; nothing comes of a plan that is stopped.
    pub fn solve(&self, tell: &(dyn Fn(Step) -> bool + Sync)) -> Option<Policy> {
        let tree = Tree::grow(&self.grid, &[(State::START, [0; 3])]);
        let mut solver = Solver::new(&self.grid, &tree, Scheme::Discounted, Order::Together);
        let every = self.passes.div_ceil(20).max(1);
        while solver.passes() < self.passes {
            solver.pass_on_threads(&DEALT_RANGES);
            if solver.passes() % every == 0 || solver.passes() == self.passes {
                let nash = replies(&self.grid, &tree, &solver.average(), &DEALT_RANGES);
                if !tell(Step::Grid { passes: solver.passes(), gain: nash.gains()[0] }) {
                    return None;
                }
            }
        }
        let strategy = solver.average();
        self.answer(Forest { tree, strategy }, tell)
    }

    /// Adds the columns to a solved grid.
    pub(super) fn answer(&self, base: Forest, tell: &(dyn Fn(Step) -> bool + Sync)) -> Option<Policy> {
        let policy = Policy::new(self.grid.clone(), base, Vec::new(), self.gate_passes);
        let taken = policy.worth_on_grid();
        let sizes: Vec<u16> = self
            .columns
            .iter()
            .copied()
            .filter(|size| self.grid.first().binary_search(size).is_err())
            .collect();
        let done = std::sync::atomic::AtomicUsize::new(0);
        let columns: Option<Vec<Column>> = sizes
            .par_iter()
            .map(|&size| {
                let column = Column::solve(&self.grid, size, policy.first_bids(), &taken, self.column_passes);
                let done = 1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                tell(Step::Columns { done }).then_some(column)
            })
            .collect();
        Some(Policy { columns: columns?, ..policy })
    }
}

impl Policy {
    /// What each seat wins in the solved game by the policy, and by its best reply.
    pub fn nash_conv(&self) -> NashConv<3> {
        replies(&self.grid, &self.base.tree, &self.base.strategy, &DEALT_RANGES)
    }
}
