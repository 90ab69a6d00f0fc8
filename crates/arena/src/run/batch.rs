//! A contest of programs: each is run on each test, and judged by what it prints.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use croupier_rules::batch::{RunHeader, RunRecord, VERSION};
use croupier_rules::chance::Key;
use croupier_rules::chips::Chips;
use croupier_rules::record::{FORMAT, SeatHeader};
use croupier_rules::verdict::Verdict;
use serde::Serialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::away::{Hands, Programs};
use super::{Outcome, Playing, Progress, RunError, pool};
use crate::batch::{self, Bounds, End, Judgement, Run, judge};
use crate::bot::{self, Launch};
use crate::contest::{BatchContest, Case, Worth};
use crate::contestant::{BotPlan, Contestant, Part};
use crate::java;
use crate::limits::Limits;
use crate::log::Log;
use crate::protocol::Object;
use crate::sandbox::{Allowance, Sandbox, Series};
use crate::standings::{Row, Share, Tally};
use crate::stop::Stop;
use crate::store::{FinishedMatch, RecordFile, Records, SeatRow, WorkFolders};
use crate::workshop::Start;

/// The most sandboxes that wait for the next test of their programs: each is two small processes, a user and a
/// control group.
const STAGES_MAX: usize = 64;

/// With more programs than sandboxes that may wait, so many tests of a program follow each other.
const BLOCK: usize = 20;

/// A thread whose programs are so many tests, or blocks of tests, ahead of the slowest helps that one: a table
/// before the end has about the same tests of all. A program that is helped needs a sandbox in each thread.
const AHEAD: usize = 4;

/// One run of a program on a test, as the standings show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunResult {
    /// The test.
    pub test: String,
    /// Its group.
    pub group: Option<String>,
    /// The program.
    pub name: String,
    /// The number of the match.
    #[serde(rename = "match")]
    pub number: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// The points gained: none if the test's group was not passed as a whole.
    pub points: u32,
    /// What decided the verdict.
    pub reason: Option<String>,
}

/// A run that is due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job<'a> {
    /// The match: the programs' tests one after the other, from 1.
    pub(super) number: u32,
    /// The place of the test in the contest, from 0.
    pub(super) test: usize,
    /// The program's place in the list of contestants.
    pub(super) place: usize,
    pub(super) contestant: &'a Contestant,
    pub(super) case: &'a Case,
}

/// A run that was made.
pub(super) struct Made {
    judgement: Judgement,
    pub(super) record: RecordFile,
    hash: String,
    pub(super) log: Log,
}

impl Playing<'_> {
    /// Runs the programs that are not judged yet, about test by test, and ranks them.
    pub(super) fn run_batch(mut self, contest: &BatchContest, stop: &Stop) -> Result<Outcome, RunError> {
        let contestants = self.contestants(None, &[], stop)?;
        if contestants.is_empty() {
            self.need(&contestants, 1)?;
        }
        let jobs = jobs(contest, &contestants);
        self.make(contest, &jobs, stop)?;
        let is_judged = |job: &&Job<'_>| self.finished.contains_key(&job.number);
        let done = jobs.iter().filter(is_judged).count();
        self.close_if(done == jobs.len(), &contestants)?;
        let (tallies, runs) = tallies(&contest.worths(), &contestants, &self.finished);
        let outcome = self.outcome(jobs.len(), done, &tallies, Vec::new());
        let rows = outcome.rows.into_iter().map(|row| Row { low: None, high: None, ..row }).collect();
        Ok(Outcome { rows, runs, ..outcome })
    }

    fn make(&mut self, contest: &BatchContest, jobs: &[Job<'_>], stop: &Stop) -> Result<(), RunError> {
        let is_due = |job: &&Job<'_>| !self.finished.contains_key(&job.number) && self.hands.have(job.number);
        let mut due: Vec<Job<'_>> = jobs.iter().filter(is_due).copied().collect();
        let is_done = |job: &&Job<'_>| self.finished.contains_key(&job.number);
        let done = jobs.iter().filter(is_done).count();
        let (run, matches) = (self.run.label.clone(), jobs.len());
        (self.watch)(Progress::Begins { run, matches, done });
        match std::mem::take(&mut self.hands) {
            Hands::Crew(crew) => {
                // All of them: one that was stored before may be forgotten, if its worker lies.
                let jobs = jobs.iter().map(|job| (job.number, *job)).collect();
                let played = crew.play(&mut Programs { playing: self, jobs, contest }, stop);
                self.hands = Hands::Crew(crew);
                return played;
            }
            own @ (Hands::Threads | Hands::Shard(_)) => self.hands = own,
        }
        let usher = self.options.usher.clone();
        let sandbox = self.sandbox.clone().lasting_where_it_can(usher, self.store.work().path());
        let stages = Stages::bound(self.options.jobs);
        let is_crowded = due.iter().any(|job| job.place / self.options.jobs.max(1) >= stages);
        let block = if is_crowded { BLOCK } else { 1 };
        due.sort_by_key(|job| (job.test / block, job.place));
        let programs = jobs.len() / contest.tests.len().max(1);
        let room = Room {
            contest,
            seed: self.contest.seed,
            bounds: bounds(contest, &self.contest.settings.limits),
            sandbox: &sandbox,
            records: self.store.records(&self.run),
            work: self.store.work().clone(),
        };
        pool::play_all(
            &due,
            self.options.jobs,
            stop,
            // A program that stays with a thread needs one sandbox.
            pool::Affinity { lane: |job: &Job<'_>| job.place, ahead: AHEAD * block * programs },
            || Stages::new(stages),
            |stages, job| room.make(stages, job, stop),
            |job, made| {
                // A run that was broken off leaves nothing: it is made when the contest is gone on with.
                let Some(made) = made else { return Ok(()) };
                let Judgement { verdict, reason, .. } = made.judgement;
                let finished = finished_of(job, verdict, reason, made.hash);
                self.store.finish_match(&self.run, &finished, made.record, &[made.log])?;
                self.finished.insert(job.number, finished);
                (self.watch)(Progress::Played);
                Ok(())
            },
        )
    }
}

/// All runs of a contest, test by test. A table before the end is fair to a few tests: see [`AHEAD`].
pub(super) fn jobs<'a>(contest: &'a BatchContest, contestants: &'a [Contestant]) -> Vec<Job<'a>> {
    let tests = contest.tests.len();
    let mut jobs = Vec::with_capacity(tests * contestants.len());
    for (at, case) in contest.tests.iter().enumerate() {
        for (place, contestant) in contestants.iter().enumerate().filter(|(_, contestant)| contestant.plays())
        {
            jobs.push(Job { number: number(tests, place, at), test: at, place, contestant, case });
        }
    }
    jobs
}

/// The number of a match: the tests of each contestant follow each other.
fn number(tests: usize, place: usize, test: usize) -> u32 {
    u32::try_from(place * tests + test + 1).expect("a contest has fewer than 2^32 runs")
}

/// A sandbox that waits for its program's next test.
struct Stage {
    /// The program's place in the list of contestants.
    place: usize,
    series: Series,
    /// Removed after the sandbox has ended.
    folder: TempDir,
}

/// The sandboxes that wait in one thread, the latest last.
pub(super) struct Stages {
    waiting: Vec<Stage>,
    most: usize,
}

impl Stages {
    /// Where so many may wait, at least one.
    pub(super) fn new(most: usize) -> Self {
        Self { waiting: Vec::new(), most }
    }

    /// How many may wait in each of so many threads.
    fn bound(threads: usize) -> usize {
        (STAGES_MAX / threads.max(1)).max(1)
    }

    fn take(&mut self, place: usize) -> Option<Stage> {
        let at = self.waiting.iter().position(|stage| stage.place == place)?;
        Some(self.waiting.remove(at))
    }

    /// Keeps a sandbox, unless it failed; the one that has waited longest makes place.
    fn put(&mut self, stage: Stage) {
        if !stage.series.is_sound() {
            return;
        }
        if self.waiting.len() >= self.most {
            self.waiting.remove(0);
        }
        self.waiting.push(stage);
    }
}

/// What a run may use.
pub(super) fn bounds(contest: &BatchContest, limits: &Limits) -> Bounds {
    Bounds {
        time: Duration::from_millis(contest.run_ms),
        memory: limits.memory_bytes,
        output: limits.output_bytes,
        log: limits.log_bytes,
    }
}

/// Where programs are run.
pub(super) struct Room<'a> {
    pub(super) contest: &'a BatchContest,
    pub(super) seed: u64,
    pub(super) bounds: Bounds,
    pub(super) sandbox: &'a Sandbox,
    pub(super) records: Records,
    pub(super) work: WorkFolders,
}

impl Room<'_> {
    /// Runs a program on a test and records what came of it. `None`: it was broken off.
    pub(super) fn make(
        &self,
        stages: &mut Stages,
        job: &Job<'_>,
        stop: &Stop,
    ) -> Result<Option<Made>, RunError> {
        let Part::Bot(plan) = &job.contestant.part else {
            unreachable!("only programs that were built are run");
        };
        let run = if self.sandbox.lasts() {
            self.run_on(stages, job, plan, stop)
        } else {
            self.run_alone(job, plan, stop)
        };
        let mut run = match run {
            Ok(Some(run)) => run,
            Ok(None) => return Ok(None),
            Err(why) => not_started(&why)?,
        };
        if is_java(plan) {
            java::judge_memory(&mut run);
        }
        let judgement = judge(&run, &job.case.answer, &self.bounds);
        let mut record = self.records.begin(job.number)?;
        let hash = self.record(job, &judgement).write(&mut record)?;
        Ok(Some(Made { judgement, record, hash, log: run.log }))
    }

    /// Runs a program in a folder and a sandbox of its own.
    fn run_alone(&self, job: &Job<'_>, plan: &BotPlan, stop: &Stop) -> io::Result<Option<Run>> {
        let folder = self.work.begin("run")?;
        let launch = plan.settle(folder.path(), self.bot_seed(job))?;
        let launch = self.sandbox.confine(self.bounded(plan, launch), self.allowance())?;
        batch::run(&launch, job.case.input.as_bytes(), &self.bounds, stop)
    }

    /// Runs a program in the sandbox that its earlier tests have left, or in a new one.
    fn run_on(
        &self,
        stages: &mut Stages,
        job: &Job<'_>,
        plan: &BotPlan,
        stop: &Stop,
    ) -> io::Result<Option<Run>> {
        let mut stage = match stages.take(job.place) {
            Some(stage) => stage,
            None => self.stage(job, plan)?,
        };
        let launch = self.bounded(plan, plan.launch_in(stage.folder.path(), self.bot_seed(job))?);
        let run = batch::run_again(&mut stage.series, &launch, job.case.input.as_bytes(), &self.bounds, stop);
        stages.put(stage);
        run
    }

    fn stage(&self, job: &Job<'_>, plan: &BotPlan) -> io::Result<Stage> {
        let folder = self.work.begin("run")?;
        let launch = self.bounded(plan, plan.settle(folder.path(), self.bot_seed(job))?);
        let series = self.sandbox.series(&launch, self.allowance())?.expect("the sandbox lasts");
        Ok(Stage { place: job.place, series, folder })
    }

    fn allowance(&self) -> Allowance {
        Allowance::bot(self.bounds.memory)
    }

    /// Python's hash seed: the same whenever the run is made again.
    fn bot_seed(&self, job: &Job<'_>) -> u64 {
        let label = format!("{}/test {}/{}", self.contest.task.game(), job.case.name, job.contestant.name);
        Key::new(self.seed, &label).seed() >> 1
    }

    fn bounded(&self, plan: &BotPlan, mut launch: Launch) -> Launch {
        if is_java(plan) {
            java::bound_heap(&mut launch, self.bounds.memory);
        }
        launch
    }

    fn record(&self, job: &Job<'_>, judgement: &Judgement) -> RunRecord {
        let Case { input, answer, answer_by, .. } = job.case.clone();
        let Judgement { verdict, reason, difference, output } = judgement.clone();
        let header = job.header(self.contest, self.bounds.memory, self.bounds.output);
        RunRecord { header, input, answer, answer_by, output, verdict, reason, difference }
    }
}

impl Job<'_> {
    /// What the record begins with, under bounds on memory and output in bytes.
    pub(super) fn header(&self, contest: &BatchContest, memory: u64, output: u64) -> RunHeader {
        let entrant = SeatHeader {
            name: self.contestant.name.clone(),
            hash: self.contestant.hash.clone(),
            hello: Object::new(),
        };
        let Case { name, group, points, .. } = self.case.clone();
        RunHeader {
            record: FORMAT,
            game: contest.task.game().into(),
            rules: VERSION,
            params: contest.task.params(),
            test: name,
            group,
            points,
            entrant,
            limits: json!({
                "run_ms": contest.run_ms,
                "memory_bytes": memory,
                "output_bytes": output,
            }),
        }
    }
}

fn is_java(plan: &BotPlan) -> bool {
    matches!(plan.built.start, Start::Java { .. })
}

/// A program that the system refuses to start has ended before it began, unless the fault is ours.
fn not_started(why: &io::Error) -> Result<Run, RunError> {
    if !bot::is_programs_own(why) {
        return Err(RunError::Files(io::Error::new(
            why.kind(),
            format!("a program cannot be started: {why}"),
        )));
    }
    let end = End::Exited(bot::Exit::Status(COMMAND_NOT_FOUND));
    Ok(Run { end, time: Duration::ZERO, output: Vec::new(), log: Log::default() })
}

/// What a shell would say of such a program.
const COMMAND_NOT_FOUND: i32 = 127;

/// The rows of a run that was judged.
pub(super) fn finished_of(
    job: &Job<'_>,
    verdict: Verdict,
    reason: Option<String>,
    record_hash: String,
) -> FinishedMatch {
    let is_ok = verdict == Verdict::Ok;
    let points = if is_ok { job.case.points } else { 0 };
    let share =
        Share { score: Chips::whole(points.into()), fouls: u32::from(!is_ok), absent: 0, verdict, reason };
    FinishedMatch {
        number: job.number,
        label: format!("{}: test {}", job.contestant.name, job.case.name),
        result: Value::Null,
        record_hash,
        seats: vec![SeatRow { entrant: job.contestant.name.clone(), share, fuel: None }],
    }
}

/// What each contestant brought home, and each run. A group that was not passed as a whole brings
/// nothing.
pub(super) fn tallies(
    tests: &[Worth],
    contestants: &[Contestant],
    matches: &BTreeMap<u32, FinishedMatch>,
) -> (Vec<Tally>, Vec<RunResult>) {
    let mut runs = Vec::new();
    let tallies = contestants.iter().enumerate().map(|(place, contestant)| {
        let mut tally = Tally::of(contestant);
        let share = |test| matches.get(&number(tests.len(), place, test)).map(|run| &run.seats[0].share);
        let failed: Vec<&str> = tests
            .iter()
            .enumerate()
            .filter(|&(at, _)| share(at).is_none_or(|share| share.verdict != Verdict::Ok))
            .filter_map(|(_, case)| case.group.as_deref())
            .collect();
        for (at, case) in tests.iter().enumerate() {
            let Some(share) = share(at) else { continue };
            let is_lost = case.group.as_deref().is_some_and(|group| failed.contains(&group));
            let points = if is_lost || share.verdict != Verdict::Ok { 0 } else { case.points };
            let reason = share.reason.as_ref().map(|reason| format!("test {}: {reason}", case.name));
            runs.push(RunResult {
                test: case.name.clone(),
                group: case.group.clone(),
                name: contestant.name.clone(),
                number: number(tests.len(), place, at),
                verdict: share.verdict,
                points,
                reason: share.reason.clone(),
            });
            tally.shares.push(Share { score: Chips::whole(points.into()), reason, ..share.clone() });
        }
        tally
    });
    (tallies.collect(), runs)
}
