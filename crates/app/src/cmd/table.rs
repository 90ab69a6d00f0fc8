//! The table of a contest: printed, and written to files.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_arena::contest::Contest;
use croupier_arena::run::Outcome;

use super::playing::Playing;
use super::run::json_line;
use crate::export;
use crate::failure::Failure;
use crate::output;
use crate::standings;

/// The files that the table is written to.
#[derive(Debug, Args)]
pub(super) struct Table {
    /// Also write the table to this file as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Also write the table to this file as a web page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Table {
    /// Refuses one file for both.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.csv.is_some() && self.csv == self.html {
            return Err(Failure::usage("--csv and --html name the same file"));
        }
        Ok(())
    }

    /// Writes the files, and prints the table.
    pub(super) fn tell(
        &self,
        contest: &Contest,
        outcome: &Outcome,
        playing: &Playing,
    ) -> Result<(), Failure> {
        let unwritten =
            |path: &Path, why| Failure::bad_input(format!("{}: cannot be written: {why}", path.display()));
        if let Some(path) = &self.csv {
            export::write_csv(path, &outcome.rows).map_err(|why| unwritten(path, why))?;
        }
        if let Some(path) = &self.html {
            export::write_html(path, &contest.name, outcome).map_err(|why| unwritten(path, why))?;
        }
        let mut out = output::answer();
        if playing.json {
            writeln!(out, "{}", json_line(outcome))?;
        } else {
            standings::print(&mut out, contest, outcome, &playing.data)?;
        }
        out.flush()?;
        Ok(())
    }
}
