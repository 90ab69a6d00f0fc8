//! `croupier problem`: packages for other judges, and test data for them.

mod export;
mod import;
mod reading;
mod tests;

use clap::Subcommand;

use crate::exit::Exit;
use crate::failure::Failure;

/// The verbs of problem packages.
#[expect(clippy::doc_markdown, reason = "--help shows the words as they are")]
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Writes a game as a problem package that Kattis, DOMjudge and others take
    Export(export::Export),
    /// Runs the submissions of a problem package here
    Import(import::Import),
    /// Writes test data that fail every known misreading of a batch game
    Tests(tests::Tests),
}

impl Verb {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self {
            Self::Export(export) => export.run(),
            Self::Import(import) => import.run(),
            Self::Tests(tests) => tests.run(),
        }
    }
}
