//! `croupier run CONTEST`: plays a contest folder to its end and prints the standings.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_arena::contest::Contest;
use croupier_arena::feeds::cycles;
use croupier_arena::game_kind::GameKind;
use croupier_arena::run::{self, Options, Outcome, Progress};
use croupier_arena::sandbox::Usher;
use croupier_arena::seal::{SHORT_SEED, seeds};
use croupier_arena::store::Begin;
use serde_json::json;

use super::playing::Playing;
use crate::exit::Exit;
use crate::export;
use crate::failure::Failure;
use crate::house::{self, HOUSES, luck};
use crate::interrupt::stop_flag;
use crate::output;
use crate::progress::ProgressLine;
use crate::run_failure::{contest_failure, run_failure};
use crate::standings;

/// Plays a contest and prints the standings. What was stopped is gone on with; what is finished is
/// printed again.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  croupier run contests/poker-league\n  croupier run contests/blackjack-night --json --jobs 2"
)]
pub(crate) struct RunContest {
    /// The contest's folder, with `contest.toml` and the entrants.
    #[arg(value_name = "CONTEST")]
    contest: PathBuf,
    /// Start over as a new run.
    #[arg(long)]
    fresh: bool,
    /// The bots are your own: run them without a sandbox.
    #[arg(long)]
    trust: bool,
    /// Also write the table to this file as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Also write the table to this file as a web page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    playing: Playing,
}

impl RunContest {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if self.csv.is_some() && self.csv == self.html {
            return Err(Failure::usage("--csv and --html name the same file"));
        }
        let contest = Contest::open(&self.contest, house::names).map_err(contest_failure)?;
        self.warn_of_short_seeds(&contest);
        let stop = stop_flag()?;
        let options = Options {
            data: self.playing.data.clone(),
            begin: if self.fresh { Begin::Fresh } else { Begin::Resume },
            trust: self.trust,
            jobs: self.playing.jobs(),
            houses: HOUSES,
            luck: Some(luck),
            usher: Usher::this_program().ok(),
        };
        let mut progress = ProgressLine::new(!self.playing.quiet);
        let outcome = run::run(&contest, &options, &stop, &mut |event| watch(&mut progress, event));
        progress.end();
        let outcome = outcome.map_err(run_failure)?;
        self.export(&contest.name, &outcome)?;
        let mut out = output::answer();
        if self.playing.json {
            writeln!(out, "{}", json_line(&outcome))?;
        } else {
            standings::print(&mut out, &contest, &outcome, &self.playing.data)?;
        }
        out.flush()?;
        Ok(self.playing.exit(&outcome, &stop))
    }

    /// Bots that nobody trusts could find a short seed by trying, from the cards that they are told.
    fn warn_of_short_seeds(&self, contest: &Contest) {
        if self.playing.quiet || self.trust || contest.settings.trust || is_batch(contest) {
            return;
        }
        if let Some(short) = seeds(contest).into_iter().find(|&seed| seed < SHORT_SEED) {
            output::say(format_args!(
                "warning: the seed {short} is short: a bot can find it by trying, and then knows every card; \
                 `croupier new contest` writes a long one, and trust = true says that all bots are your own"
            ));
        }
    }

    fn export(&self, title: &str, outcome: &Outcome) -> Result<(), Failure> {
        let unwritten =
            |path: &Path, why| Failure::bad_input(format!("{}: cannot be written: {why}", path.display()));
        if let Some(path) = &self.csv {
            export::write_csv(path, &outcome.rows).map_err(|why| unwritten(path, why))?;
        }
        if let Some(path) = &self.html {
            export::write_html(path, title, outcome).map_err(|why| unwritten(path, why))?;
        }
        Ok(())
    }
}

/// Whether nobody is dealt a card that he should not know.
fn is_batch(contest: &Contest) -> bool {
    match contest.game() {
        GameKind::Camicia | GameKind::Rullete => true,
        GameKind::Blackjack | GameKind::Poker => false,
    }
}

pub(super) fn watch(progress: &mut ProgressLine, event: Progress) {
    match event {
        Progress::NotSeated { name, why } => progress.note(format_args!("not seated: {name}: {why}")),
        Progress::Begins { matches, done, .. } => progress.begin(matches, done),
        Progress::Played => progress.step(),
    }
}

/// The contract's line: the standings without times and paths, with the tests of blackjack and of the
/// batch games, the run's label, and who feeds whom at poker beside them.
pub(super) fn json_line(outcome: &Outcome) -> serde_json::Value {
    let mut line = json!({ "standings": outcome.rows });
    if !outcome.tests.is_empty() {
        line["tests"] = json!(outcome.tests);
    }
    if !outcome.runs.is_empty() {
        line["tests"] = json!(outcome.runs);
    }
    line["run"] = json!(outcome.run);
    line["played"] = json!(outcome.done);
    line["matches"] = json!(outcome.matches);
    if !outcome.feeds.is_empty() {
        line["feeds"] = json!(outcome.feeds);
        line["cycles"] = json!(cycles(&outcome.feeds));
    }
    if let Some(rounds) = outcome.rounds {
        line["rounds"] = json!(rounds);
    }
    line
}
