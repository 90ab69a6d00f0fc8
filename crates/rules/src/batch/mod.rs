//! Batch games: one input goes in, one answer comes out, and nobody decides anything in between.
//!
//! Rullete is a function and Camicia a simulation. A contest of them gives a program an input and
//! compares what it prints with the answer. Here are the [`Task`] (its answers and its own cases), the
//! comparison by tokens, and the record of one run.
//!
//! ```
//! use croupier_rules::batch::{Difference, Task};
//! use croupier_rules::rullete::Rule6;
//!
//! let task = Task::Rullete(Rule6::default());
//! let answer = task.answer("2D 5D JD KC AC\n")?;
//! assert_eq!(answer, "170\n");
//! assert_eq!(Difference::first(&answer, "  170"), None);
//! # Ok::<(), croupier_rules::batch::InputError>(())
//! ```

mod deals;
mod difference;
mod hands;
mod misreading;
mod record;
mod suite;
mod task;

pub use difference::Difference;
pub use misreading::Misreading;
pub use record::{AnswerBy, Output, RunHeader, RunRecord, is_record};
pub use suite::{Case, Suite};
pub use task::{InputError, Task};

/// The version of the tasks: raised when an answer or a generated case changes.
pub const VERSION: u32 = 1;
