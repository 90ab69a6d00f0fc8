//! Running a program of a batch game on one input, and judging what came of it.
//!
//! The first cause wins: a program that is stopped for its time, its memory or its output is judged by
//! that; one that ended by itself is judged by what it used, then by how it ended, then by its answer.
//! So a wrong answer with an exit status is `crashed`, every time.

mod process;
mod usage;
mod verdict;

pub use process::{Bounds, End, Excess, Run, run, run_again};
pub(crate) use process::{Watch, run_between};
pub use verdict::{Judgement, judge};
