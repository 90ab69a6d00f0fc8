//! Where entrants are built: a copy of their files, the compilers, and a time limit. No shell is used.
//!
//! Each entrant gets a folder of its own:
//!
//! | in it | what |
//! |---|---|
//! | `files/` | a copy of the entrant's files; the steps of its build run in it, and write there |
//! | `home/` | the home of these steps, gone when they are done |
//! | `units/` | ours, made afterwards: the header `croupier.h`, the glue, the names of Java's sources |
//! | `made/` | what compilers write; they read the other folders only |
//! | `bot`, `classes/` | what was taken of it: an executable, or classes of Java |
//!
//! What a stranger's step or compiler writes to is his until it was put in order: we write
//! nothing there, and read with a bound, without following links.

mod bench;
mod built;
mod command;
mod confined;
#[cfg(feature = "wasm")]
mod guest;
mod java;
mod native;
#[cfg(not(feature = "wasm"))]
mod no_guest;
mod reason;

pub use built::{Built, Start};
#[cfg(test)]
pub(crate) use reason::was_stopped;
pub(crate) use reason::{STEP, STOPPED};

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bench::Bench;

use crate::entrant::Entrant;
use crate::sandbox::{OutOfReach, Sandbox};
use crate::tools::{MissingTool, Tools};
use crate::tree;

/// How many times its processor time a build may last on the clock. Many builds share the cores, and what a
/// build waits for one is not its own; one that sleeps has to end some time.
const CLOCK_FACTOR: u32 = 10;

/// How long a build of so much processor time may last on the clock.
fn clock_limit(processor: Duration) -> Duration {
    CLOCK_FACTOR * processor
}

/// Builds entrants.
#[derive(Debug)]
pub struct Workshop<'a> {
    /// The tools of this machine.
    pub tools: &'a Tools,
    /// Processor time to build one entrant, in milliseconds, all steps together; ten times as much on the clock.
    pub compile_ms: u64,
    /// What functions are linked with.
    pub glue: Glue,
    /// What compilers run in: a source may name files that are not its own.
    pub sandbox: &'a Sandbox,
    /// Where compiled modules are kept; without it, functions are built for this machine.
    pub artefacts: Option<&'a Path>,
}

/// The C unit that calls a source's three functions and speaks to the referee for it.
#[derive(Clone, Copy, Debug)]
pub struct Glue {
    /// `croupier.h`, for sources that include it.
    pub header: &'static str,
    /// The unit itself, in C: it defines the names of both C and C++.
    pub unit: &'static str,
}

/// Why an entrant was not built.
#[derive(Debug, thiserror::Error)]
pub enum Unbuilt {
    /// Its own fault: the verdict is `compile`, and this is the reason.
    #[error("{0}")]
    Compile(String),
    /// A tool is not there: the entrant is not seated.
    #[error(transparent)]
    MissingTool(#[from] MissingTool),
    /// The user that bots run as cannot reach a tool.
    #[error(transparent)]
    OutOfReach(#[from] OutOfReach),
    /// Our own failure.
    #[error("cannot build in {}: {why}", folder.display())]
    System {
        /// The entrant's folder in the workshop.
        folder: PathBuf,
        /// What the system says.
        why: io::Error,
    },
}

impl Workshop<'_> {
    /// Builds an entrant in a folder that is made for it.
    pub fn build(&self, entrant: &Entrant, folder: &Path) -> Result<Built, Unbuilt> {
        let system = |why| Unbuilt::System { folder: folder.to_owned(), why };
        fs::create_dir_all(folder).map_err(system)?;
        // Compilers run in another folder, and so do bots.
        let folder = folder.canonicalize().map_err(system)?;
        let bench = Bench {
            workshop: self,
            files: folder.join("files"),
            made: folder.join("made"),
            units: folder.join("units"),
            folder,
            spent: Cell::default(),
            deadline: Instant::now() + clock_limit(Duration::from_millis(self.compile_ms)),
        };
        let built = bench.build(entrant);
        let left_behind = tree::remove(&bench.made).and_then(|()| match &built {
            Ok(_) => Ok(()),
            // It may be of any shape, and nobody asks for it any more.
            Err(_) => tree::remove(&bench.files),
        });
        left_behind.map_err(|why| bench.system(why))?;
        built
    }
}
