//! What a confined program may use.

use std::path::PathBuf;
use std::time::Duration;

/// What a program's language has to be let do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Freedom {
    /// Threads, and no other process: Python, and what is compiled from one source.
    Threads,
    /// Threads, and far more address space than it uses: Java.
    Reservations,
    /// Processes of its own: a shell script, a build, a command that nobody knows.
    #[default]
    Processes,
}

impl Freedom {
    pub(super) const fn forbids_processes(self) -> bool {
        match self {
            Self::Threads | Self::Reservations => true,
            Self::Processes => false,
        }
    }

    pub(super) const fn bounds_address_space(self) -> bool {
        match self {
            Self::Threads => true,
            Self::Reservations | Self::Processes => false,
        }
    }
}

/// Where a confined program may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writes {
    /// Into its folder, in memory: it vanishes with the process. What lies in the folder stays as it is.
    Scratch,
    /// Into these folders on the disk: a build leaves what it makes.
    Kept(Vec<PathBuf>),
}

/// What a confined program may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Memory of all its processes, in bytes.
    pub memory: u64,
    /// Processes and threads at a time.
    pub processes: u64,
    /// The largest file, in bytes.
    pub file: u64,
    /// Processor time of each process: a net, far above what the referee's own clock allows.
    pub time: Duration,
    /// Where it may write.
    pub writes: Writes,
}

impl Allowance {
    /// For a bot, or for a program of a batch game.
    pub fn bot(memory: u64) -> Self {
        Self {
            memory,
            processes: 128,
            file: SCRATCH_BYTES,
            time: Duration::from_hours(4),
            writes: Writes::Scratch,
        }
    }

    /// For a validator of a problem package, which leaves its messages in a folder on the disk.
    pub fn validator(memory: u64, messages: PathBuf) -> Self {
        Self { writes: Writes::Kept(vec![messages]), ..Self::bot(memory) }
    }

    /// For a step of a build that writes into these folders. Compilers need more than bots.
    pub fn build(folders: &[PathBuf], time: Duration) -> Self {
        Self {
            memory: 2 << 30,
            processes: 256,
            file: 256 << 20,
            time: 4 * time + Duration::from_secs(1),
            writes: Writes::Kept(folders.to_owned()),
        }
    }

    /// Address space, for programs that take about as much as they use: a net again.
    pub(super) fn address_space(&self) -> u64 {
        (16 * self.memory).max(64 << 30)
    }
}

/// What a bot may write into its folder, in bytes.
pub(super) const SCRATCH_BYTES: u64 = 16 << 20;

/// Open files of a process.
pub(super) const OPEN_FILES: u64 = 256;

/// The stack, in bytes, where the system's own bound is not lower.
pub(super) const STACK_BYTES: u64 = 64 << 20;
