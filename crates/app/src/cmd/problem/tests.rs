//! `croupier problem tests GAME DIR`: sample and secret data that fail every known misreading.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::ValueParser;
use croupier_arena::game_kind::GameKind;
use croupier_arena::package::{Package, put_test, suite_tests};
use croupier_rules::batch::{Misreading, Suite};
use serde_json::json;

use super::reading::Reading;
use crate::counted::counted;
use crate::duel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// Writes test data: DIR/sample and DIR/secret, a file .in and a file .ans for each test. Every known misreading
/// of the rules fails three of the secret tests or more.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier problem tests rullete data
  croupier problem tests camicia data --seed 7 --count 60")]
pub(crate) struct Tests {
    /// The game: rullete or camicia
    #[arg(value_name = "GAME", value_parser = ValueParser::new(duel::game))]
    game: GameKind,
    /// A new or empty folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    reading: Reading,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

impl Tests {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let task = self.reading.task(self.game)?;
        let suite = Suite::made(task, self.reading.seed, self.reading.least(self.game)?);
        let mut package = Package::default();
        for test in suite_tests(&suite) {
            put_test(&mut package, "", test);
        }
        package.write(&self.folder).map_err(Failure::bad_input)?;
        let told: Vec<(Misreading, usize)> =
            Misreading::of(task).map(|misreading| (misreading, suite.told(misreading))).collect();
        let (samples, secret) = (suite.samples.len(), suite.secret.len());
        let mut out = output::answer();
        if self.json {
            let told: serde_json::Map<String, serde_json::Value> =
                told.iter().map(|(misreading, told)| (misreading.name().into(), (*told).into())).collect();
            let line = json!({
                "game": self.game, "seed": self.reading.seed,
                "samples": samples, "secret": secret, "told": told,
            });
            writeln!(out, "{line}")?;
        } else {
            let (samples, secret) = (counted(samples, "sample"), counted(secret, "secret test"));
            writeln!(out, "{samples} and {secret} of {} from the seed {}", self.game, self.reading.seed)?;
            writeln!(out, "secret tests that fail a misreading:")?;
            for (misreading, told) in told {
                writeln!(out, "{told:5}  {:17}  {}", misreading.name(), misreading.what())?;
            }
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}
