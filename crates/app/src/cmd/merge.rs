//! `croupier merge CONTEST`: joins the parts of a contest that were played with `run --shard`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_arena::contest::Contest;
use croupier_arena::run::away::{Crew, Due, Hands, Origin, Shard, ShardFile, ShardFileError};
use croupier_arena::run::{self, Options, RunError};
use croupier_arena::stop::Stop;
use croupier_arena::store::Begin;

use super::playing::{DATA, Playing};
use super::run::{end, watch};
use super::table::Table;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::house::{self, HOUSES, luck};
use crate::interrupt::stop_flag;
use crate::output;
use crate::progress::ProgressLine;
use crate::run_failure::{contest_failure, run_failure};
use crate::shell;

/// The folder of a contest's parts, in the data folder: by the name of the contest's own folder.
pub(super) fn parts_folder(data: &Path, contest: &Contest) -> PathBuf {
    let folder = contest.folder.canonicalize().unwrap_or_else(|_| contest.folder.clone());
    data.join("shards").join(folder.file_name().unwrap_or("contest".as_ref()))
}

/// What the names of files of parts end with.
pub(super) const PART_SUFFIX: &str = "matches";

/// The most stretches of missing matches that are named.
const NAMED: usize = 1000;

/// Joins the parts of a contest that were played with `run --shard`, and prints the standings: each record is checked by the
/// rules and the contest's seed first.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier run contests/blackjack-night --shard 1/2
  croupier run contests/blackjack-night --shard 2/2
  croupier merge contests/blackjack-night")]
pub(crate) struct Merge {
    /// The contest's folder.
    #[arg(value_name = "CONTEST")]
    contest: PathBuf,
    /// The files of its parts [default: those in the folder `shards` of the data folder that are of this run].
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The bots are your own: build them without a sandbox.
    #[arg(long)]
    trust: bool,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    playing: Playing,
}

impl Merge {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        self.table.check()?;
        let contest = Contest::open(&self.contest, house::names).map_err(contest_failure)?;
        let is_named = !self.files.is_empty();
        let mut parts =
            Parts { files: self.files(&contest)?, is_named, passed_over: Vec::new(), missing: Vec::new() };
        let stop = stop_flag()?;
        let options = Options {
            data: self.playing.data.clone(),
            begin: Begin::Resume,
            trust: self.trust,
            jobs: 1,
            houses: HOUSES,
            luck: Some(luck),
            usher: None,
        };
        let mut progress = ProgressLine::new(!self.playing.quiet);
        let hands = Hands::Crew(&mut parts);
        let outcome = run::run_by(&contest, &options, hands, &stop, &mut |event| watch(&mut progress, event));
        end(&mut progress, &outcome);
        for why in &parts.passed_over {
            output::say(format_args!("passed over: {why}; remove the file, or play the part again"));
        }
        let outcome = outcome.map_err(|error| self.failure(error))?;
        self.table.tell(&contest, &outcome, &self.playing)?;
        if parts.missing.is_empty() {
            return Ok(self.playing.exit(&outcome, &stop));
        }
        output::say(format_args!(
            "{} of {} matches are in no file: {}; play the other parts, and merge again",
            parts.missing.len(),
            outcome.matches,
            stretches(&parts.missing)
        ));
        Ok(Exit::No)
    }

    /// A file of a part that cannot be used, with what to do.
    fn failure(&self, error: RunError) -> Failure {
        let RunError::Crew(why) = error else { return run_failure(error) };
        let again = |part: &Shard| {
            let data = match self.playing.data.as_path() {
                data if data == Path::new(DATA) => String::new(),
                data => format!(" --data {}", shell::word(data)),
            };
            format!(
                "play the part again: croupier run {} --shard {}{data}",
                shell::word(&self.contest),
                part.asked()
            )
        };
        let hint = match why.downcast_ref() {
            Some(ShardFileError::File { why, .. }) if why.kind() == ErrorKind::NotFound => {
                format!(
                    "croupier merge {} takes all files of parts in the data folder",
                    shell::word(&self.contest)
                )
            }
            Some(
                ShardFileError::OtherRun { part, .. }
                | ShardFileError::Damaged { part, .. }
                | ShardFileError::NotBelieved { part, .. }
                | ShardFileError::Otherwise { part, .. },
            ) => again(part),
            Some(
                ShardFileError::File { .. }
                | ShardFileError::Folder(_)
                | ShardFileError::Foreign(_)
                | ShardFileError::Store(_),
            )
            | None => return run_failure(RunError::Crew(why)),
        };
        Failure::bad_input(why).hint(hint)
    }

    fn files(&self, contest: &Contest) -> Result<Vec<ShardFile>, Failure> {
        if !self.files.is_empty() {
            return Ok(self.files.iter().cloned().map(ShardFile).collect());
        }
        let folder = parts_folder(&self.playing.data, contest);
        let mut files = found(&folder)?;
        files.sort();
        if files.is_empty() {
            let said = format!("{}: no file of a part is there", folder.display());
            return Err(
                Failure::bad_input(said).hint("croupier run CONTEST --shard 1/2 plays the first of two")
            );
        }
        Ok(files.into_iter().map(ShardFile).collect())
    }
}

fn found(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(why) => return Err(Failure::unreadable(folder, &why)),
    };
    let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<PathBuf>, _>>();
    let mut paths = paths.map_err(|why| Failure::unreadable(folder, &why))?;
    paths.retain(|path| path.extension().is_some_and(|suffix| suffix == PART_SUFFIX));
    Ok(paths)
}

/// The parts of a contest.
struct Parts {
    files: Vec<ShardFile>,
    /// Whether somebody has named the files, and means them.
    is_named: bool,
    /// Those that are of another run.
    passed_over: Vec<ShardFileError>,
    /// The matches that are in none of them.
    missing: Vec<u32>,
}

impl Crew for Parts {
    fn play(&mut self, due: &mut dyn Due, stop: &Stop) -> Result<(), RunError> {
        if !self.is_named {
            let run = due.run().clone();
            let own = Origin::of(due.store().archive(), &run)?;
            for file in std::mem::take(&mut self.files) {
                match file.of_another_run(&own) {
                    Some(why) => self.passed_over.push(why),
                    None => self.files.push(file),
                }
            }
        }
        self.files.play(due, stop)?;
        self.missing = due.numbers();
        Ok(())
    }

    fn brings_parts(&self) -> bool {
        true
    }
}

/// Numbers for people: `4, 8, 12 to 20`.
fn stretches(numbers: &[u32]) -> String {
    let stretches = numbers.chunk_by(|before, next| before + 1 == *next);
    let named = stretches.clone().take(NAMED).map(|stretch| match stretch {
        [first, .., last] => format!("{first} to {last}"),
        one => one[0].to_string(),
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let more: usize = stretches.skip(NAMED).map(<[u32]>::len).sum();
    if more == 0 { named } else { format!("{named} and {more} more") }
}

#[cfg(test)]
mod tests {
    use super::stretches;

    #[test]
    fn numbers_in_a_row_are_one_stretch() {
        assert_eq!(stretches(&[4, 8, 12, 13, 14, 20, 21]), "4, 8, 12 to 14, 20 to 21");
        let odd: Vec<u32> = (0..1003).map(|number| 2 * number + 1).collect();
        assert!(stretches(&odd).ends_with(", 1999 and 3 more"));
    }
}
