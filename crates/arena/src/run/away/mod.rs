//! Matches that are played elsewhere: on other machines, or by other runs of this program.
//!
//! ```text
//! Due ── order: headers of matches, who sits there ──▶ Station: builds the bots, plays, records
//!  ▲                                                        │
//!  └── take: the record is checked by the rules, line by line ── Parcel: record, logs, fuel
//! ```
//!
//! Whoever organises a contest believes a record that the rules bear out: header, cards and every step are checked, and what
//! the standings need is counted from the record again. So a contest that was played elsewhere has the same results, byte for
//! byte, as one that was played here. Two things a record cannot prove, and a sample of matches is played again for them: that
//! a player would have chosen so, and, where all are house players, what they drew their choices from.

mod arrival;
mod make;
mod matches;
mod order;
mod parcel;
mod programs;
mod shard;
mod station;

pub use arrival::NotTaken;
pub use make::make;
pub use order::{Fixture, Order, Seated};
pub use parcel::{NoParcels, Parcel};
pub use shard::{BadShard, Origin, Shard, ShardFile, ShardFileError};
pub use station::{NotPlayed, Station};

pub(super) use matches::Matches;
pub(super) use programs::Programs;

use super::RunError;
use crate::entrant::{Bundle, BundleError};
use crate::stop::Stop;
use crate::store::{Run, Store};

/// Who plays the matches of a contest.
#[derive(Default)]
pub enum Hands<'a> {
    /// Threads of this process.
    #[default]
    Threads,
    /// Threads of this process, a part of the matches.
    Shard(Shard),
    /// Somebody else.
    Crew(&'a mut dyn Crew),
}

impl Hands<'_> {
    /// Whether a match is theirs to play.
    pub(super) fn have(&self, number: u32) -> bool {
        match self {
            Self::Threads | Self::Crew(_) => true,
            Self::Shard(shard) => shard.has(number),
        }
    }

    /// Whether they give parts of the contest, each with matches of all rounds.
    pub(super) fn give_parts(&self) -> bool {
        match self {
            Self::Threads => false,
            Self::Shard(_) => true,
            Self::Crew(crew) => crew.brings_parts(),
        }
    }
}

impl std::fmt::Debug for Hands<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Threads => f.write_str("Threads"),
            Self::Shard(shard) => f.debug_tuple("Shard").field(shard).finish(),
            Self::Crew(_) => f.debug_tuple("Crew").finish_non_exhaustive(),
        }
    }
}

/// Somebody who has matches played elsewhere.
pub trait Crew {
    /// Has the matches played that are due, all of them or as many as can be, until `stop` is set.
    ///
    /// # Errors
    /// Those of [`Due`], and [`RunError::Crew`].
    fn play(&mut self, due: &mut dyn Due, stop: &Stop) -> Result<(), RunError>;

    /// Whether they bring parts of the contest, each with matches of all rounds, and are asked for all of them at once.
    fn brings_parts(&self) -> bool {
        false
    }
}

/// The matches of a contest that are due.
pub trait Due {
    /// The run.
    fn run(&self) -> &Run;

    /// The numbers of the matches that are due, in their order.
    fn numbers(&self) -> Vec<u32>;

    /// What somebody needs to know who is to play these matches.
    ///
    /// # Errors
    /// When the files of an entrant have changed meanwhile.
    fn order(&mut self, numbers: &[u32]) -> Result<Order, BundleError>;

    /// The files that an order names.
    ///
    /// # Errors
    /// When the files of an entrant have changed meanwhile.
    fn bundle(&mut self, name: &str) -> Result<Bundle, BundleError>;

    /// Checks what came of a match, and stores it. The answer is `false` if the match was stored before.
    ///
    /// # Errors
    /// Our own failures. The inner error: the record is not believed.
    fn take(&mut self, parcel: Parcel) -> Result<Result<bool, NotTaken>, RunError>;

    /// Whether a match comes out the same whoever plays it: nobody at it is a process.
    fn is_repeatable(&self, number: u32) -> bool;

    /// Plays a match here, and says whether it comes out as it was taken. Nothing is stored.
    ///
    /// # Errors
    /// Our own failures, and that the run is to stop.
    fn is_same_again(&mut self, number: u32) -> Result<bool, RunError>;

    /// Forgets what was taken for these matches: they are due again.
    ///
    /// # Errors
    /// When the data folder cannot be written to.
    fn forget(&mut self, numbers: &[u32]) -> Result<(), RunError>;

    /// The data folder.
    fn store(&mut self) -> &mut Store;
}
