//! Having the matches of a contest played by the workers of a queue.
//!
//! The plan is in the data folder: a job is planned before it is put, and its answer is stored before the queue forgets it. So
//! whoever is killed, organiser, server or worker, and whatever is lost with it, the same command goes on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use croupier_arena::run::RunError;
use croupier_arena::run::away::{Crew, Due, NotTaken, Parcel};
use croupier_arena::stop::Stop;
use croupier_arena::store::{JobState, PlannedJob, Run, WorkerRow, WorkerState};
use croupier_queue::{Answer, Organiser, Outcome, Presence, QueueError, TRIES};

use super::access::Organising;
use super::grain::Grain;
use super::sweep::drawn;
use super::task::{Task, bundle_object, make};

/// How long an answer is waited for at a time.
const LOOK: Duration = Duration::from_millis(200);

/// How often the queue is compared with the plan.
const COMPARE: Duration = Duration::from_secs(10);

/// How often it is noted who works.
const NOTE: Duration = Duration::from_secs(1);

/// How long nobody has to have come for that to be said.
const LONELY: Duration = Duration::from_secs(5);

/// Jobs that are put ahead for each pair of hands.
const AHEAD: usize = 4;

/// The fewest jobs that are put ahead.
const AHEAD_LEAST: usize = 32;

/// Of a hundred matches that come out the same whoever plays them, so many are played again here.
const AUDIT_PERCENT: u8 = 5;

/// Of the time, matches are played again in one part of so many at most.
const AUDIT_SHARE: u32 = 5;

/// Has the matches of a contest played by the workers of a queue.
pub(crate) struct ContestCrew<'n> {
    organising: Organising,
    /// Says something that stays.
    note: &'n dyn Fn(&str),
    /// None before the first round.
    office: Option<Office>,
    /// The jobs that were tried too often, with their reasons.
    aside: Vec<PlannedJob>,
}

impl<'n> ContestCrew<'n> {
    pub(crate) fn new(organising: Organising, note: &'n dyn Fn(&str)) -> Self {
        Self { organising, note, office: None, aside: Vec::new() }
    }

    /// The contest is over: the queue may forget it. The jobs that were tried too often.
    pub(crate) fn close(self) -> Vec<PlannedJob> {
        if let Some(mut office) = self.office
            && let Err(error) = office.organiser.close()
        {
            (self.note)(&format!("what the queue still holds of the run stays there: {error}"));
        }
        self.aside
    }
}

impl Crew for ContestCrew<'_> {
    fn play(&mut self, due: &mut dyn Due, stop: &Stop) -> Result<(), RunError> {
        let run = due.run().clone();
        if due.numbers().is_empty() {
            return Ok(());
        }
        let office = match &mut self.office {
            Some(office) => office,
            None => self.office.insert(Office::open(&self.organising, due, &run)?),
        };
        let (waiting, open, aside) = (VecDeque::new(), BTreeMap::new(), Vec::new());
        let mut shift = Shift { office, due, run, waiting, open, aside, note: self.note };
        shift.plan()?;
        let worked = shift.work(stop);
        shift.note_staff()?;
        self.aside.append(&mut shift.aside);
        worked
    }
}

/// The organiser's end of the queue, open for all rounds of a contest, and what is known there.
struct Office {
    organiser: Organiser,
    /// The bundles that the queue's store has.
    stored: BTreeSet<String>,
    grain: Grain,
    /// Workers whose answers are not taken.
    shut_out: BTreeSet<String>,
    /// Workers of which a match was played again.
    known: BTreeSet<String>,
    /// Workers of another make, of which it was said.
    refused: BTreeSet<String>,
    audit: Audit,
    /// When the queue was last compared with the plan; none if it has to be now.
    compared: Option<Instant>,
    noted: Instant,
    begun: Instant,
    is_lonely: bool,
    is_away: bool,
}

impl Office {
    fn open(organising: &Organising, due: &mut dyn Due, run: &Run) -> Result<Self, RunError> {
        let queue = due.store().queue_of(run)?;
        let Organising { access, lease, .. } = organising;
        let organiser = Organiser::open(access, &make(), &queue, &run.label, *lease).map_err(failed)?;
        let now = Instant::now();
        Ok(Self {
            organiser,
            stored: BTreeSet::new(),
            grain: Grain::default(),
            shut_out: BTreeSet::new(),
            known: BTreeSet::new(),
            refused: BTreeSet::new(),
            audit: Audit {
                percent: organising.audit_percent.unwrap_or(AUDIT_PERCENT),
                spent: Duration::ZERO,
            },
            compared: None,
            noted: now,
            begun: now,
            is_lonely: false,
            is_away: false,
        })
    }
}

/// The time in which one contest, or one round of it, is played.
struct Shift<'s> {
    office: &'s mut Office,
    due: &'s mut dyn Due,
    run: Run,
    /// The matches that are in no job yet.
    waiting: VecDeque<u32>,
    /// The jobs that are not answered, by key.
    open: BTreeMap<String, PlannedJob>,
    /// Those that were tried too often.
    aside: Vec<PlannedJob>,
    note: &'s dyn Fn(&str),
}

impl Shift<'_> {
    /// Takes up what was planned before.
    fn plan(&mut self) -> Result<(), RunError> {
        let due: BTreeSet<u32> = self.due.numbers().into_iter().collect();
        let mut planned = BTreeSet::new();
        let archive = self.due.store().archive();
        let mut jobs = archive.jobs(&self.run, JobState::Due)?;
        // What was set aside is tried again.
        jobs.extend(archive.jobs(&self.run, JobState::Aside)?);
        for worker in archive.workers(&self.run)? {
            if worker.state == WorkerState::ShutOut {
                self.office.organiser.shut_out(&worker.name);
                self.office.shut_out.insert(worker.name);
            }
        }
        for job in jobs {
            let is_due = job.matches.iter().any(|number| due.contains(number));
            let state = if is_due { JobState::Due } else { JobState::Done };
            let job = PlannedJob { state, tries: 0, ..job };
            self.due.store().note_job(&self.run, &job)?;
            if is_due {
                planned.extend(job.matches.iter().copied());
                self.open.insert(job.key.clone(), job);
            }
        }
        self.waiting = due.difference(&planned).copied().collect();
        Ok(())
    }

    fn work(&mut self, stop: &Stop) -> Result<(), RunError> {
        while !(self.waiting.is_empty() && self.open.is_empty()) {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.notice()?;
            match self.turn() {
                Ok(()) => self.office.is_away = false,
                Err(Trouble::Run(error)) => return Err(error),
                Err(Trouble::Queue(error)) if error.is_passing() => {
                    if !self.office.is_away {
                        (self.note)(&format!("{error}; trying again until it does"));
                    }
                    self.office.is_away = true;
                    // Whatever it had may be lost.
                    self.office.compared = None;
                    self.office.stored.clear();
                    thread::sleep(LOOK);
                }
                Err(Trouble::Queue(error)) => return Err(failed(error)),
            }
        }
        Ok(())
    }

    /// Puts what is missing, and takes an answer.
    fn turn(&mut self) -> Result<(), Trouble> {
        if self.office.compared.is_none_or(|compared| compared.elapsed() >= COMPARE) {
            self.compare()?;
            self.office.compared = Some(Instant::now());
        }
        self.top_up()?;
        if let Some(answer) = self.office.organiser.answer(LOOK)? {
            self.take(&answer)?;
            self.office.organiser.done(&answer)?;
        }
        Ok(())
    }

    /// Puts the jobs again that the queue has lost.
    fn compare(&mut self) -> Result<(), Trouble> {
        let there = self.office.organiser.keys()?;
        let lost: Vec<PlannedJob> =
            self.open.values().filter(|job| !there.contains(&job.key)).cloned().collect();
        if !lost.is_empty() {
            // What has lost jobs may have lost bots as well.
            self.office.stored.clear();
        }
        self.put(&lost)
    }

    /// Plans and puts jobs, so that nobody waits for one.
    fn top_up(&mut self) -> Result<(), Trouble> {
        let hands: usize = self.staff().iter().map(|worker| worker.slots as usize).sum();
        let window = AHEAD_LEAST.max(AHEAD * hands);
        let mut fresh = Vec::new();
        while self.open.len() < window && !self.waiting.is_empty() {
            let count = self.office.grain.next(self.waiting.len(), hands).min(self.waiting.len());
            let matches: Vec<u32> = self.waiting.drain(..count).collect();
            let key = self.due.store().plan_job(&self.run, &matches).map_err(RunError::from)?;
            let job = PlannedJob { key, matches, state: JobState::Due, worker: None, tries: 0, reason: None };
            self.open.insert(job.key.clone(), job.clone());
            fresh.push(job);
        }
        self.put(&fresh)
    }

    fn put(&mut self, jobs: &[PlannedJob]) -> Result<(), Trouble> {
        let mut bodies = Vec::new();
        for job in jobs {
            let order = self.due.order(&job.matches).map_err(crew_error)?;
            for bundle in order.bundles() {
                if self.office.stored.insert(bundle.to_owned()) {
                    let files = self.due.bundle(bundle).map_err(crew_error)?;
                    let stored =
                        self.office.organiser.store(&bundle_object(bundle), || files.bytes().to_vec());
                    if stored.is_err() {
                        self.office.stored.remove(bundle);
                    }
                    stored?;
                }
            }
            let body = serde_json::to_vec(&Task::Matches(order)).expect("an order is plain values");
            bodies.push((job.key.clone(), body));
        }
        if bodies.is_empty() { Ok(()) } else { Ok(self.office.organiser.put(bodies)?) }
    }

    fn take(&mut self, answer: &Answer) -> Result<(), Trouble> {
        // It was answered before, or forgotten.
        let Some(job) = self.open.get(&answer.key).cloned() else { return Ok(()) };
        if self.office.shut_out.contains(&answer.worker) {
            return self.put(&[job]);
        }
        match answer.outcome {
            Outcome::Done => self.take_matches(job, answer),
            Outcome::Failed => {
                let reason = String::from_utf8_lossy(&answer.body).into_owned();
                (self.note)(&format!(
                    "{} could not play {} (try {}): {reason}",
                    answer.worker,
                    named(&job),
                    answer.taken
                ));
                self.office.stored.clear();
                let tries = job.tries + 1;
                self.keep(PlannedJob { tries, ..answered(job, answer, reason) })
            }
            Outcome::Aside => {
                let reason = String::from_utf8_lossy(&answer.body).into_owned();
                self.set_aside(PlannedJob { tries: TRIES, ..answered(job, answer, reason) })
            }
        }
    }

    fn take_matches(&mut self, job: PlannedJob, answer: &Answer) -> Result<(), Trouble> {
        let parcels = Parcel::unpack(&answer.body);
        let mut left: BTreeSet<u32> = job.matches.iter().copied().collect();
        let mut wrong = parcels.as_ref().err().map(ToString::to_string);
        let mut played = Vec::new();
        for parcel in parcels.unwrap_or_default() {
            let (number, played_ms) = (parcel.number, parcel.played_ms);
            if !left.remove(&number) {
                wrong = Some(NotTaken::Number(number).to_string());
                break;
            }
            if let Err(why) = self.due.take(parcel)? {
                wrong = Some(why.to_string());
                break;
            }
            played.push(played_ms);
        }
        if wrong.is_none() && !left.is_empty() {
            wrong = Some(format!("{} of its matches did not come", left.len()));
        }
        if let Some(why) = wrong {
            return self.shut_out_with(&job, &answer.worker, &why);
        }
        if let Some(why) = self.audited(&job, &answer.worker)? {
            return self.shut_out_with(&job, &answer.worker, &why);
        }
        for ms in played {
            self.office.grain.add(ms);
        }
        self.open.remove(&job.key);
        let job =
            PlannedJob { state: JobState::Done, worker: Some(answer.worker.clone()), reason: None, ..job };
        Ok(self.due.store().note_job(&self.run, &job).map_err(RunError::from)?)
    }

    /// Plays a match of a job again, now and then, and always the first of a worker. What is wrong, if anything is.
    fn audited(&mut self, job: &PlannedJob, worker: &str) -> Result<Option<String>, Trouble> {
        for &number in &job.matches {
            if !self.due.is_repeatable(number) {
                continue;
            }
            let is_first = !self.office.known.contains(worker);
            if !self.office.audit.draws(is_first, self.office.begun.elapsed()) {
                continue;
            }
            self.office.known.insert(worker.to_owned());
            let begun = Instant::now();
            let is_same = self.due.is_same_again(number)?;
            self.office.audit.spent += begun.elapsed();
            if !is_same {
                return Ok(Some(format!("match {number} comes out otherwise when it is played again")));
            }
        }
        Ok(None)
    }

    /// Takes nothing more of a worker, which has just sent this job, and forgets what was taken.
    fn shut_out_with(&mut self, job: &PlannedJob, worker: &str, why: &str) -> Result<(), Trouble> {
        self.due.forget(&job.matches)?;
        self.shut_out(worker, why)
    }

    /// Takes nothing more of a worker, and forgets what was taken: its matches are due again.
    fn shut_out(&mut self, worker: &str, why: &str) -> Result<(), Trouble> {
        let store = self.due.store();
        let jobs = store.archive().jobs(&self.run, JobState::Done).map_err(RunError::from)?;
        let of_worker = jobs.into_iter().filter(|job| job.worker.as_deref() == Some(worker));
        let mut forgotten = BTreeSet::new();
        for job in of_worker {
            forgotten.extend(job.matches.iter().copied());
            let reason = Some(why.to_owned());
            let job = PlannedJob { state: JobState::Forgotten, reason, ..job };
            store.note_job(&self.run, &job).map_err(RunError::from)?;
        }
        let numbers: Vec<u32> = forgotten.iter().copied().collect();
        self.due.forget(&numbers)?;
        // Those of later rounds come with their round.
        let due: BTreeSet<u32> = self.due.numbers().into_iter().collect();
        self.waiting.extend(forgotten.intersection(&due));
        (self.note)(&format!(
            "{worker} is shut out: {why}; {} of its matches are played again by others",
            forgotten.len()
        ));
        self.office.organiser.shut_out(worker);
        self.office.shut_out.insert(worker.to_owned());
        // The job that it has just answered is in the queue no more.
        self.office.compared = None;
        self.note_staff_with(Some((worker, why)))?;
        Ok(())
    }

    fn keep(&mut self, job: PlannedJob) -> Result<(), Trouble> {
        self.due.store().note_job(&self.run, &job).map_err(RunError::from)?;
        self.open.insert(job.key.clone(), job);
        Ok(())
    }

    fn set_aside(&mut self, job: PlannedJob) -> Result<(), Trouble> {
        let job = PlannedJob { state: JobState::Aside, ..job };
        let reason = job.reason.as_deref().unwrap_or_default();
        (self.note)(&format!("set aside after {TRIES} tries: {}: {reason}", named(&job)));
        self.due.store().note_job(&self.run, &job).map_err(RunError::from)?;
        self.open.remove(&job.key);
        self.aside.push(job);
        Ok(())
    }

    /// The workers that get jobs.
    fn staff(&self) -> Vec<Presence> {
        let make = make();
        let staff = self.office.organiser.staff().into_iter().map(|(worker, _)| worker);
        staff
            .filter(|worker| worker.make == make.text() && !self.office.shut_out.contains(&worker.name))
            .collect()
    }

    /// Says and notes who works, now and then.
    fn notice(&mut self) -> Result<(), RunError> {
        if self.office.noted.elapsed() < NOTE {
            return Ok(());
        }
        self.office.noted = Instant::now();
        if !self.staff().is_empty() {
            self.office.is_lonely = true;
        } else if !self.office.is_lonely && self.office.begun.elapsed() >= LONELY {
            self.office.is_lonely = true;
            (self.note)(
                "no worker has come yet: croupier work --queue ADDRESS, on any machine, plays the matches",
            );
        }
        self.note_staff()
    }

    fn note_staff(&mut self) -> Result<(), RunError> {
        self.note_staff_with(None)
    }

    fn note_staff_with(&mut self, shut_out: Option<(&str, &str)>) -> Result<(), RunError> {
        let own = make();
        let mut rows = Vec::new();
        for (worker, _) in self.office.organiser.staff() {
            let is_refused = worker.make != own.text();
            if is_refused && self.office.refused.insert(worker.name.clone()) {
                (self.note)(&format!(
                    "{} gets no jobs: it is of another make: {}; here: {}",
                    worker.name,
                    worker.make,
                    own.text()
                ));
            }
            if self.office.shut_out.contains(&worker.name) && shut_out.is_none() {
                continue;
            }
            let reason = is_refused.then(|| format!("another make: {}", worker.make));
            let state = if is_refused { WorkerState::Refused } else { WorkerState::Working };
            rows.push(row(&worker, state, reason));
        }
        if let Some((name, why)) = shut_out {
            rows.retain(|row| row.name != name);
            let worker = Presence { name: name.to_owned(), ..Presence::default() };
            rows.push(row(&worker, WorkerState::ShutOut, Some(why.to_owned())));
        }
        Ok(self.due.store().note_workers(&self.run, &rows)?)
    }
}

/// Which matches are played again.
struct Audit {
    percent: u8,
    spent: Duration,
}

impl Audit {
    /// Whether the next match is played again, after so long a time.
    fn draws(&self, is_first: bool, elapsed: Duration) -> bool {
        self.percent > 0 && is_first || drawn(self.percent) && self.spent * AUDIT_SHARE <= elapsed
    }
}

/// Why a turn came to nothing.
enum Trouble {
    Queue(QueueError),
    Run(RunError),
}

impl From<QueueError> for Trouble {
    fn from(error: QueueError) -> Self {
        Self::Queue(error)
    }
}

impl From<RunError> for Trouble {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

fn failed(error: QueueError) -> RunError {
    RunError::Crew(Box::new(error))
}

fn crew_error(error: impl std::error::Error + Send + Sync + 'static) -> Trouble {
    Trouble::Run(RunError::Crew(Box::new(error)))
}

fn answered(job: PlannedJob, answer: &Answer, reason: String) -> PlannedJob {
    PlannedJob { worker: Some(answer.worker.clone()), reason: Some(reason), ..job }
}

/// A job for people: its matches.
fn named(job: &PlannedJob) -> String {
    match job.matches.as_slice() {
        [one] => format!("match {one}"),
        [first, .., last] => format!("matches {first} to {last}"),
        [] => "nothing".to_owned(),
    }
}

fn row(worker: &Presence, state: WorkerState, reason: Option<String>) -> WorkerRow {
    WorkerRow {
        name: worker.name.clone(),
        state,
        slots: worker.slots,
        busy: worker.busy,
        jobs: worker.jobs,
        stored: 0,
        failures: worker.failures,
        busy_ms: worker.busy_ms,
        reason,
        seen: 0,
    }
}
