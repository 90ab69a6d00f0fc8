//! What a build comes to: an entrant's folder, and how it is started.

use std::path::{Path, PathBuf};

use super::bench::EXECUTABLE;

/// An entrant that is ready to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The folder with a copy of its files.
    pub folder: PathBuf,
    /// How it is started.
    pub start: Start,
    /// What it runs on, for the results: `Python 3.11.7`.
    pub runtime: String,
}

/// How a built entrant is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// An executable, by its real path, with arguments. Functions of C and C++ become one too.
    Executable {
        /// Its path.
        program: PathBuf,
        /// Its arguments.
        args: Vec<String>,
    },
    /// A module in WebAssembly: no process.
    #[cfg(feature = "wasm")]
    Guest(crate::guest::Module),
    /// A Python program.
    PythonProgram {
        /// The interpreter, by its real path.
        interpreter: PathBuf,
        /// The file, by its path in the folder.
        main: PathBuf,
    },
    /// A Python function `simulate_game`.
    Simulation {
        /// The interpreter, by its real path.
        interpreter: PathBuf,
        /// The file, by its path in the folder.
        main: PathBuf,
    },
    /// A class in Java.
    Java {
        /// The runtime, by its real path.
        runtime: PathBuf,
        /// The folder of the compiled classes.
        classes: PathBuf,
        /// The class, with its package.
        class: String,
    },
    /// A Python `class Player`.
    Player {
        /// The interpreter, by its real path.
        interpreter: PathBuf,
        /// The file, by its path in the folder, or a module path with dots.
        main: String,
    },
}

impl Start {
    /// Whether it runs in the referee's process.
    pub(crate) fn is_guest(&self) -> bool {
        match self {
            #[cfg(feature = "wasm")]
            Self::Guest(_) => true,
            Self::Executable { .. }
            | Self::PythonProgram { .. }
            | Self::Simulation { .. }
            | Self::Player { .. }
            | Self::Java { .. } => false,
        }
    }

    /// What starts it, unless that was made in the workshop.
    pub(super) fn tool(&self, bench: &Path) -> Option<&Path> {
        match self {
            Self::Executable { program, .. } if program.starts_with(bench) => None,
            #[cfg(feature = "wasm")]
            Self::Guest(_) => None,
            Self::Executable { program: tool, .. }
            | Self::PythonProgram { interpreter: tool, .. }
            | Self::Simulation { interpreter: tool, .. }
            | Self::Player { interpreter: tool, .. }
            | Self::Java { runtime: tool, .. } => Some(tool),
        }
    }
}

impl Built {
    /// Whether an executable was made from a source by the workshop.
    pub(crate) fn is_made(&self, program: &Path) -> bool {
        self.folder.parent().is_some_and(|bench| program == bench.join(EXECUTABLE))
    }
}
