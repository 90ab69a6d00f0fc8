//! The plan of a run that is played on other machines: which jobs there are, how each came out, and who works.
//!
//! The queue itself may be lost at any time: whatever is planned and not done is put again.

use rusqlite::{TransactionBehavior, params};

use super::archive::{unread, unsigned};
use super::{Archive, Run, Store, StoreError};

/// A job of a run: some of its matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedJob {
    /// Names it in its run.
    pub key: String,
    /// The numbers of its matches.
    pub matches: Vec<u32>,
    /// How it stands.
    pub state: JobState,
    /// Who has answered last.
    pub worker: Option<String>,
    /// How often it was tried without an answer.
    pub tries: u64,
    /// Why the last try, or all of them, came to nothing.
    pub reason: Option<String>,
}

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// It waits, or somebody works on it.
    Due,
    /// Its answer is stored.
    Done,
    /// It was tried too often.
    Aside,
    /// Its answer came from a worker that was shut out: its matches are in other jobs now.
    Forgotten,
}

/// A worker, as it was last heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerRow {
    /// Its name.
    pub name: String,
    /// What it does.
    pub state: WorkerState,
    /// Jobs at a time.
    pub slots: u32,
    /// Jobs that it plays now.
    pub busy: u32,
    /// Jobs that it has delivered, as it says itself.
    pub jobs: u64,
    /// Jobs whose answers of it are stored; no matter when it is noted.
    pub stored: u64,
    /// Jobs that it could not do.
    pub failures: u64,
    /// The time that it has played, of all slots together, in milliseconds.
    pub busy_ms: u64,
    /// Why it is not at work.
    pub reason: Option<String>,
    /// When it was last heard, in seconds since 1970 (UTC).
    pub seen: i64,
}

/// What a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerState {
    /// It takes jobs.
    Working,
    /// It has not been heard lately.
    Gone,
    /// It is of another make: it gets no jobs.
    Refused,
    /// It has lied: its answers are not taken.
    ShutOut,
}

/// How many jobs a run has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobCounts {
    /// Those that wait, or are worked on.
    pub due: u64,
    /// Those whose answers are stored.
    pub done: u64,
    /// Those that were tried too often.
    pub aside: u64,
}

impl JobState {
    const ALL: [Self; 4] = [Self::Due, Self::Done, Self::Aside, Self::Forgotten];

    /// The word for it in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Done => "done",
            Self::Aside => "aside",
            Self::Forgotten => "forgotten",
        }
    }
}

impl WorkerState {
    const ALL: [Self; 4] = [Self::Working, Self::Gone, Self::Refused, Self::ShutOut];

    /// The words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::Gone => "gone",
            Self::Refused => "refused",
            Self::ShutOut => "shut out",
        }
    }
}

impl Store {
    /// The name of a run's queue: it is made when it is first asked for, at random, so that no other run has it.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn queue_of(&mut self, run: &Run) -> Result<String, StoreError> {
        let name = self.archive.database.query_row(
            "insert into queues (run, name) values (?1, lower(hex(randomblob(8))))
             on conflict (run) do update set run = run returning name",
            [run.id],
            |row| row.get(0),
        );
        name.map_err(|error| self.archive.wrong(error))
    }

    /// Plans a job for matches of a run, and returns its key.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn plan_job(&mut self, run: &Run, matches: &[u32]) -> Result<String, StoreError> {
        let matches = serde_json::to_string(matches).expect("numbers are plain values");
        let key = self.archive.database.query_row(
            "insert into jobs (run, number, matches, state)
             values (?1, (select coalesce(max(number), 0) + 1 from jobs where run = ?1), ?2, ?3) returning number",
            params![run.id, matches, JobState::Due.name()],
            |row| row.get::<_, i64>(0),
        );
        key.map(key_of).map_err(|error| self.archive.wrong(error))
    }

    /// Notes how a job stands.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn note_job(&mut self, run: &Run, job: &PlannedJob) -> Result<(), StoreError> {
        let noted = self.archive.database.execute(
            "update jobs set state = ?3, worker = ?4, tries = ?5, reason = ?6 where run = ?1 and number = ?2",
            params![
                run.id,
                number_of(&job.key),
                job.state.name(),
                job.worker,
                i64::try_from(job.tries).unwrap_or(i64::MAX),
                job.reason
            ],
        );
        noted.map(drop).map_err(|error| self.archive.wrong(error))
    }

    /// Notes who works for a run: those on the list as they are there, the others as gone.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn note_workers(&mut self, run: &Run, workers: &[WorkerRow]) -> Result<(), StoreError> {
        let mut note = || -> rusqlite::Result<()> {
            let rows = self.archive.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
            rows.execute(
                "update workers set state = ?2, busy = 0 where run = ?1 and state in (?3, ?4)",
                params![
                    run.id,
                    WorkerState::Gone.name(),
                    WorkerState::Working.name(),
                    WorkerState::Refused.name()
                ],
            )?;
            for worker in workers {
                let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
                rows.execute(
                    "insert or replace into workers
                         (run, name, state, slots, busy, jobs, failures, busy_ms, reason, seen)
                     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, unixepoch())",
                    params![
                        run.id,
                        worker.name,
                        worker.state.name(),
                        worker.slots,
                        worker.busy,
                        count(worker.jobs),
                        count(worker.failures),
                        count(worker.busy_ms),
                        worker.reason
                    ],
                )?;
            }
            rows.commit()
        };
        let noted = note();
        noted.map_err(|error| self.archive.wrong(error))
    }
}

impl Archive {
    /// The jobs of a run in some state, in the order they were planned.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn jobs(&self, run: &Run, state: JobState) -> Result<Vec<PlannedJob>, StoreError> {
        self.select(
            "select number, matches, state, worker, tries, reason from jobs
             where run = ?1 and state = ?2 order by number",
            params![run.id, state.name()],
            planned_job,
        )
    }

    /// How many jobs a run has; `None` if it was never played on other machines.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn job_counts(&self, run: &Run) -> Result<Option<JobCounts>, StoreError> {
        let count = |state: JobState| {
            let sql = "select count(*) from jobs where run = ?1 and state = ?2";
            let count = self.first(sql, params![run.id, state.name()], |row| unsigned(row, 0))?;
            Ok::<u64, StoreError>(count.unwrap_or(0))
        };
        let queue: Option<String> =
            self.first("select name from queues where run = ?1", [run.id], |row| row.get(0))?;
        if queue.is_none() {
            return Ok(None);
        }
        let (due, done, aside) = (count(JobState::Due)?, count(JobState::Done)?, count(JobState::Aside)?);
        Ok(Some(JobCounts { due, done, aside }))
    }

    /// Who works, or has worked, for a run, by name.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn workers(&self, run: &Run) -> Result<Vec<WorkerRow>, StoreError> {
        self.select(
            "select name, state, slots, busy, jobs, failures, busy_ms, reason, seen, coalesce(stored, 0)
             from workers
             left join (select worker, count(*) as stored from jobs where run = ?1 and state = ?2 group by worker)
                 on worker = name
             where run = ?1 order by name",
            params![run.id, JobState::Done.name()],
            |row| {
                let state: String = row.get(1)?;
                let known = WorkerState::ALL.into_iter().find(|known| known.name() == state);
                Ok(WorkerRow {
                    name: row.get(0)?,
                    state: known.ok_or_else(|| unread(1, format!("`{state}` is no state of a worker")))?,
                    slots: row.get(2)?,
                    busy: row.get(3)?,
                    jobs: unsigned(row, 4)?,
                    failures: unsigned(row, 5)?,
                    busy_ms: unsigned(row, 6)?,
                    reason: row.get(7)?,
                    seen: row.get(8)?,
                    stored: unsigned(row, 9)?,
                })
            },
        )
    }
}

fn planned_job(row: &rusqlite::Row<'_>) -> rusqlite::Result<PlannedJob> {
    let (matches, state): (String, String) = (row.get(1)?, row.get(2)?);
    let known = JobState::ALL.into_iter().find(|known| known.name() == state);
    Ok(PlannedJob {
        key: key_of(row.get(0)?),
        matches: serde_json::from_str(&matches).map_err(|error| unread(1, error.to_string()))?,
        state: known.ok_or_else(|| unread(2, format!("`{state}` is no state of a job")))?,
        worker: row.get(3)?,
        tries: unsigned(row, 4)?,
        reason: row.get(5)?,
    })
}

fn key_of(number: i64) -> String {
    format!("j{number}")
}

fn number_of(key: &str) -> Option<i64> {
    key.strip_prefix('j')?.parse().ok()
}
