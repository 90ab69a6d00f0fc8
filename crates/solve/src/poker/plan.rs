//! How a policy is made: the sizes, and how long each part is solved.

use std::fmt;
use std::sync::Mutex;

use rayon::prelude::*;

use super::column::Column;
use super::gate::DEALT;
use super::grid::{Grid, Limits, State};
use super::policy::{Forest, Policy};
use super::saved::{Saved, SavedColumn};
use super::showdown::{HANDS, Ranges};
use crate::cfr::{NashConv, Order, Scheme, Solver, Strategy, Tree, replies};

/// What is to be solved, and how long. The same plan gives the same policy to the last bit, on any number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The bids that are made.
    pub grid: Grid,
    /// Passes over the grid.
    pub passes: u32,
    /// The sizes of round 1 off the grid that get answers of their own, rising.
    pub columns: Vec<u16>,
    /// Passes over each column, half of them for the seat that left the grid.
    pub column_passes: u32,
    /// Passes at most over the last check after an unknown bid of round 2, at the table.
    pub gate_passes: u32,
}

/// Every seat with every card, as dealt.
pub const DEALT_RANGES: Ranges = [[DEALT; HANDS]; 3];

/// What a plan is at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A pass is over, over the grid or over a column.
    Pass,
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
        /// Of so many.
        of: usize,
    },
}

/// How often the gain on the grid is looked at.
const LOOKS: u32 = 20;

/// The columns of the shipped policy: each size up to 60, then fewer, for there the deviator loses by himself.
const ABOVE_60: [u16; 17] = [63, 66, 70, 75, 80, 86, 93, 100, 110, 120, 135, 150, 170, 190, 220, 250, 299];

impl Plan {
    /// The plan of the shipped policy, which plays by the statement's limits.
    pub fn shipped() -> Self {
        let raises = [1.5, 2.0, 3.0, 5.0, 7.0, 13.0];
        let limits = Limits { min: 10, max: 300 };
        let grid = Grid::new(limits, &[10, 15, 25, 40, 300], &raises, &raises);
        let grid = grid.expect("the sizes rise from the least bid to the greatest");
        let columns = Self::columns_for(&grid);
        Self { grid, passes: 20_000, columns, column_passes: 2_000, gate_passes: 192 }
    }

    /// The columns that a grid of the statement's limits wants.
    pub fn columns_for(grid: &Grid) -> Vec<u16> {
        let Limits { min, max } = grid.limits();
        let wanted = (min + 1..=60).chain(ABOVE_60).filter(|size| (min..max).contains(size));
        wanted.filter(|size| grid.first().binary_search(size).is_err()).collect()
    }

    /// Makes the policy. `tell` hears of each step, and says with `false` to stop; nothing comes of a plan that is stopped.
    pub fn solve(&self, tell: &(dyn Fn(Step) -> bool + Sync)) -> Option<Policy> {
        self.go_on(Saved::default(), tell, &|_| ())
    }

    /// The same from saved work on. After each step `save` may take what has been solved so far.
    ///
    /// # Panics
    /// If the work was saved for another plan; [`Saved::from_bytes`] sees to it.
    pub fn go_on(
        &self,
        saved: Saved,
        tell: &(dyn Fn(Step) -> bool + Sync),
        save: &(dyn Fn(&dyn Fn() -> Saved) + Sync),
    ) -> Option<Policy> {
        let tree = Tree::grow(&self.grid, &[(State::START, [0; 3])]);
        let mut solver = Solver::new(&self.grid, &tree, Scheme::Discounted, Order::Together);
        if saved.passes > 0 {
            let [regret, sum] = saved.memory;
            solver = solver.remember(saved.passes, regret, sum).expect("the work was saved for this plan");
        }
        let every = self.passes.div_ceil(LOOKS).max(1);
        while solver.passes() < self.passes {
            solver.pass_on_threads(&DEALT_RANGES);
            let passes = solver.passes();
            let save = || {
                save(&|| Saved { passes, memory: solver.memory().map(<[_]>::to_vec), columns: Vec::new() });
            };
            if passes.is_multiple_of(every) || passes == self.passes {
                let gain = replies(&self.grid, &tree, &solver.average(), &DEALT_RANGES).gains()[0];
                save();
                if !tell(Step::Grid { passes, gain }) {
                    return None;
                }
            } else if !tell(Step::Pass) {
                save();
                return None;
            }
        }
        let memory = solver.memory().map(<[_]>::to_vec);
        let base = Forest { strategy: solver.average(), tree };
        self.answer(base, &memory, saved.columns, tell, save)
    }

    /// Solves the answers to one size, which hang on no other, from a grid that is solved. After each pass it is asked
    /// whether to go on; nothing comes of a size that is given up.
    ///
    /// # Panics
    /// If the work was saved for another plan; [`Saved::from_bytes`] sees to it.
    pub fn column(&self, saved: &Saved, size: u16, goes_on: &dyn Fn() -> bool) -> Option<SavedColumn> {
        let tree = Tree::grow(&self.grid, &[(State::START, [0; 3])]);
        let solver = Solver::new(&self.grid, &tree, Scheme::Discounted, Order::Together);
        let [regret, sum] = saved.memory.clone();
        let solver = solver.remember(saved.passes, regret, sum).expect("the work was saved for this plan");
        let base = Forest { strategy: solver.average(), tree };
        let policy = Policy::new(self.grid.clone(), base, Vec::new(), self.gate_passes);
        let (bids, taken) = (policy.first_bids(), policy.worth_on_grid());
        let column = Column::solve(&self.grid, size, bids, &taken, self.column_passes, goes_on)?;
        Some(SavedColumn { size, rows: column.forest().strategy.rows().to_vec() })
    }

    /// Adds the columns to a solved grid.
    fn answer(
        &self,
        base: Forest,
        memory: &[Vec<super::Range>; 2],
        done: Vec<(u16, Vec<super::Range>)>,
        tell: &(dyn Fn(Step) -> bool + Sync),
        save: &(dyn Fn(&dyn Fn() -> Saved) + Sync),
    ) -> Option<Policy> {
        let policy = Policy::new(self.grid.clone(), base, Vec::new(), self.gate_passes);
        let taken = policy.worth_on_grid();
        let of = self.columns.len();
        let done = Mutex::new(done);
        let lock = || done.lock().expect("no thread panics with the columns in hand");
        let columns: Option<Vec<Column>> = self
            .columns
            .par_iter()
            .map(|&size| {
                let known = lock().iter().find(|(known, _)| *known == size).map(|(_, rows)| rows.clone());
                if let Some(rows) = known {
                    let tree = Column::tree(&self.grid, size);
                    return Some(Column::new(size, Forest { tree, strategy: Strategy::of_rows(rows) }));
                }
                let bids = policy.first_bids();
                let go_on = || tell(Step::Pass);
                let column = Column::solve(&self.grid, size, bids, &taken, self.column_passes, &go_on)?;
                let mut done = lock();
                done.push((size, column.forest().strategy.rows().to_vec()));
                save(&|| Saved { passes: self.passes, memory: memory.clone(), columns: done.clone() });
                tell(Step::Columns { done: done.len(), of }).then_some(column)
            })
            .collect();
        Some(Policy { columns: columns?, ..policy })
    }
}

/// As a line that tells plans apart.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { grid, passes, columns, column_passes, gate_passes } = self;
        let Limits { min, max } = grid.limits();
        let (first, two, three) = (grid.first(), grid.raises(2), grid.raises(3));
        write!(f, "bids {min} to {max}, sizes {first:?}, raises {two:?} and {three:?}, {passes} passes, ")?;
        write!(f, "columns {columns:?}, {column_passes} passes each, {gate_passes} for a last check")
    }
}

impl Policy {
    /// What each seat wins in the solved game by the policy, and by its best reply.
    pub fn nash_conv(&self) -> NashConv<3> {
        replies(&self.grid, &self.base.tree, &self.base.strategy, &DEALT_RANGES)
    }
}
