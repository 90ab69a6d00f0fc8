//! `croupier run CONTEST`: plays a contest folder to its end and prints the standings.

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use croupier_arena::contest::Contest;
use croupier_arena::feeds::cycles;
use croupier_arena::game_kind::GameKind;
use croupier_arena::run::away::{Hands, Origin, Shard, ShardFile, ShardFileError};
use croupier_arena::run::{self, Options, Outcome, Progress, RunError};
use croupier_arena::sandbox::Usher;
use croupier_arena::seal::{SHORT_SEED, seeds};
use croupier_arena::stop::Stop;
use croupier_arena::store::{Archive, Begin};
use serde_json::json;

use super::merge::{PART_SUFFIX, parts_folder};
use super::playing::Playing;
use super::table::Table;
use crate::counted::counted;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::house::{self, HOUSES, luck};
use crate::interrupt::stop_flag;
use crate::output;
use crate::progress::ProgressLine;
use crate::queue::{ContestCrew, OrganisingOptions, QueueAddress};
use crate::run_failure::{contest_failure, run_failure};

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
    #[command(flatten)]
    table: Table,
    /// Play a part of the matches only, the third of sixteen say, and write them to a file for `croupier merge`.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["queue", "csv", "html", "fresh"])]
    shard: Option<Shard>,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    address: QueueAddress,
    #[command(flatten)]
    organising: OrganisingOptions,
}

impl RunContest {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        self.table.check()?;
        let contest = Contest::open(&self.contest, house::names).map_err(contest_failure)?;
        self.warn_of_short_seeds(&contest);
        let stop = stop_flag()?;
        if let Some(shard) = self.shard {
            return self.play_part(&contest, shard, &stop);
        }
        let options = Options {
            data: self.playing.data.clone(),
            begin: if self.fresh { Begin::Fresh } else { Begin::Resume },
            trust: self.trust,
            jobs: self.playing.jobs(),
            houses: HOUSES,
            luck: Some(luck),
            usher: Usher::this_program().ok(),
        };
        let progress = RefCell::new(ProgressLine::new(!self.playing.quiet));
        let note = |said: &str| progress.borrow_mut().remark(said);
        let mut crew =
            self.address.access().map(|access| ContestCrew::new(self.organising.with(access), &note));
        let hands = match &mut crew {
            Some(crew) => Hands::Crew(crew),
            None => Hands::Threads,
        };
        let mut is_played = false;
        let outcome = run::run_by(&contest, &options, hands, &stop, &mut |event| {
            is_played |= event == Progress::Played;
            watch(&mut progress.borrow_mut(), event);
        });
        let is_over = outcome.is_ok() && !stop.load(Ordering::Relaxed);
        let aside = crew.filter(|_| is_over).map_or_else(Vec::new, ContestCrew::close);
        end(&mut progress.borrow_mut(), &outcome);
        let outcome = outcome.map_err(run_failure)?;
        if self.address.queue.is_some()
            && !is_played
            && outcome.done == outcome.matches
            && !self.playing.quiet
        {
            output::say(format_args!(
                "note: {} is finished already, and no worker was asked; --fresh plays it anew",
                outcome.run
            ));
        }
        self.table.tell(&contest, &outcome, &self.playing)?;
        if !aside.is_empty() {
            let matches: usize = aside.iter().map(|job| job.matches.len()).sum();
            output::say(format_args!(
                "set aside: {} in {} that nobody could do; the same command tries them again",
                counted(matches, "match"),
                counted(aside.len(), "job")
            ));
        }
        let exit = self.playing.exit(&outcome, &stop);
        Ok(if exit == Exit::Done && !aside.is_empty() { Exit::No } else { exit })
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

    /// Plays a part of the matches, in a data folder of its own.
    fn play_part(&self, contest: &Contest, shard: Shard, stop: &Stop) -> Result<Exit, Failure> {
        let folder = parts_folder(&self.playing.data, contest);
        let options = Options {
            data: folder.join(shard.to_string()),
            begin: Begin::Resume,
            trust: self.trust,
            jobs: self.playing.jobs(),
            houses: HOUSES,
            luck: Some(luck),
            usher: Usher::this_program().ok(),
        };
        let mut progress = ProgressLine::new(!self.playing.quiet);
        let hands = Hands::Shard(shard);
        let outcome = run::run_by(contest, &options, hands, stop, &mut |event| watch(&mut progress, event));
        end(&mut progress, &outcome);
        let outcome = outcome.map_err(run_failure)?;
        if stop.load(Ordering::Relaxed) {
            output::say("stopped; the same command goes on");
            return Ok(Exit::Interrupted);
        }
        let file = ShardFile(folder.join(format!("{shard}.{PART_SUFFIX}")));
        let archive = Archive::open(&options.data).map_err(Failure::bad_input)?;
        let run = archive.run(&outcome.run).map_err(Failure::bad_input)?;
        let own = Origin::of(&archive, &run).map_err(Failure::bad_input)?;
        if let Some(ShardFileError::OtherRun { path, part, contest, .. }) = file.of_another_run(&own) {
            output::say(format_args!(
                "note: {} held part {} of another run of `{contest}`: it is written anew, and the command that \
                 played the other one brings it back",
                path.display(),
                part.asked()
            ));
        }
        let matches = file.write(shard, &archive, &run).map_err(Failure::bad_input)?;
        if matches == 0 && !self.playing.quiet {
            output::say(format_args!(
                "note: nothing falls to part {}: the contest has {}",
                shard.asked(),
                counted(outcome.matches, "match")
            ));
        }
        let mut out = output::answer();
        if self.playing.json {
            let (part, file) = (shard.to_string(), file.0.display().to_string());
            writeln!(out, "{}", json!({ "part": part, "matches": matches, "file": file }))?;
        } else {
            writeln!(out, "part {shard}: {} in {}", counted(matches, "match"), file.0.display())?;
        }
        out.flush()?;
        Ok(Exit::Done)
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
        Progress::NotSeated { name, why } => {
            progress.remark_or_keep(format_args!("not seated: {name}: {why}"));
        }
        Progress::Begins { matches, done, .. } => progress.begin(matches, done),
        Progress::Played => progress.step(),
    }
}

/// The end of a run. Who is not seated is told even by `--quiet` where too few are left.
pub(super) fn end(progress: &mut ProgressLine, outcome: &Result<Outcome, RunError>) {
    progress.end();
    if matches!(outcome, Err(RunError::TooFew { .. })) {
        progress.say_kept_back();
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
