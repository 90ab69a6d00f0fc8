//! `croupier camicia finds`: what all hunts of a data folder have found.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_arena::store::{Archive, FindRow};
use croupier_rules::camicia::{Deal, Options, Simulation};
use croupier_solve::camicia::Composition;

use super::deals;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// `croupier camicia finds`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier camicia finds --pack 52
  croupier camicia finds --top 100 --json > best.jsonl

Endless deals come first. Each is played again before it is printed. With --json the lines are those of the record \
files, with the finder, which croupier camicia verify checks.")]
pub(crate) struct Finds {
    /// Only deals of this pack: 52, 40 (Italian), 26 (half), or A+B+J+Q+K+A: hands and faces
    #[arg(long, value_name = "PACK")]
    pack: Option<Composition>,
    /// Print only the first N
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// The data folder
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
}

impl Finds {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let archive = Archive::open(&self.data).map_err(|error| {
            // A hunt without room for its files leaves a folder and no database.
            let hint = if self.data.join("camicia").is_dir() {
                "no hunt has stored its finds there yet: the same command of croupier camicia hunt does"
            } else {
                "croupier camicia hunt makes one; --data names another"
            };
            Failure::bad_input(error).hint(hint)
        })?;
        let pack = self.pack.map(|pack| pack.to_string());
        let finds = archive.finds(pack.as_deref()).map_err(Failure::bad_input)?;
        let mut out = output::answer();
        for find in finds.iter().take(self.top) {
            let deal = judge(find)?;
            if self.json {
                writeln!(out, "{}", find.record)?;
            } else {
                writeln!(out, "{deal} {} {} {}", find.status, find.cards, find.tricks)?;
            }
        }
        out.flush()?;
        if finds.is_empty() && !self.json {
            let of_a_pack = pack.map(|pack| format!(" of the pack {pack}")).unwrap_or_default();
            output::say(format_args!("no finds{of_a_pack} in {}", self.data.display()));
        }
        if finds.len() > self.top {
            output::say(format_args!("{} finds; the first {} are printed (--top)", finds.len(), self.top));
        }
        Ok(Exit::Done)
    }
}

/// Plays a find by the plain engine, which must agree.
fn judge(find: &FindRow) -> Result<Deal, Failure> {
    let deal = deals::read(&find.name).map_err(Failure::bad_input)?.deal();
    let outcome = Simulation::default().play(&deal, Options::default());
    if (outcome.status.name(), outcome.cards, outcome.tricks) == (&find.status, find.cards, find.tricks) {
        return Ok(deal);
    }
    let (status, cards, tricks) = (outcome.status.name(), outcome.cards, outcome.tricks);
    Err(Failure::bad_input(format!(
        "the database says {} {} {} of {}, and it is {status} {cards} {tricks}",
        find.status, find.cards, find.tricks, find.name
    )))
}
