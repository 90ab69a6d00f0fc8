//! `croupier problem export GAME DIR`: a game as a package for other judges.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::ValueParser;
use croupier_arena::game_kind::GameKind;
use croupier_arena::package::{self, export};
use serde_json::json;

use super::reading::Reading;
use crate::counted::counted;
use crate::duel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::shell;

/// Writes a problem package: statement, test data, validators, and example submissions by the verdict that is
/// expected of them. A judge that takes it needs no croupier.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier problem export rullete rullete
  croupier problem export rullete rullete112 --rule6 112
  croupier problem import rullete          runs its submissions here

The format is that of Kattis and the ICPC, version `legacy`: verifyproblem of problemtools checks it.")]
pub(crate) struct Export {
    /// The game: blackjack, camicia, poker or rullete
    #[arg(value_name = "GAME", value_parser = ValueParser::new(duel::game))]
    game: GameKind,
    /// A new or empty folder; its name, of letters a to z and digits, is the problem's short name
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    reading: Reading,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

impl Export {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let package = export(&package::Export {
            game: self.game,
            rule6: self.reading.rule6(self.game)?,
            seed: self.reading.seed,
            tests: self.reading.least(self.game)?,
        });
        package.write(&self.folder).map_err(Failure::bad_input)?;
        self.warn_of_name();
        let count = |folder: &str, ending: &str| {
            let ends = |path: &std::path::Path| path.extension().is_some_and(|found| found == ending);
            package.files().filter(|(path, _)| path.starts_with(folder) && ends(path)).count()
        };
        let submissions = package.files().filter(|(path, _)| path.starts_with("submissions")).count();
        let (samples, secret) = (count("data/sample", "in"), count("data/secret", "in"));
        let mut out = output::answer();
        if self.json {
            let line = json!({
                "game": self.game, "folder": self.folder.display().to_string(), "seed": self.reading.seed,
                "samples": samples, "secret": secret, "submissions": submissions,
            });
            writeln!(out, "{line}")?;
            out.flush()?;
            return Ok(Exit::Done);
        }
        writeln!(
            out,
            "{}: {}, {}, {}",
            self.folder.display(),
            counted(samples, "sample"),
            counted(secret, "secret test"),
            counted(submissions, "submission"),
        )?;
        writeln!(out, "next: croupier problem import {}", shell::word(&self.folder))?;
        out.flush()?;
        Ok(Exit::Done)
    }

    /// Other judges take the folder's name for the problem's, and only one of this form.
    fn warn_of_name(&self) {
        let Some(name) = self.folder.file_name().map(|name| name.to_string_lossy()) else { return };
        if !name.bytes().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit()) {
            output::say(format_args!(
                "warning: the folder's name is the problem's short name, and judges take letters a to z and digits only: \
                 rename {} before you hand it in",
                shell::word(&self.folder)
            ));
        }
    }
}
