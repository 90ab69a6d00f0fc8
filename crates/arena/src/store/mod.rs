//! Results on disk: one data folder, with a SQLite database and the records of matches.
//!
//! ```text
//! croupier-data/
//!   croupier.db                    runs, entrants, results, logs of bots, finds of searches
//!   croupier.lock                  held by the process that writes
//!   matches/poker-league/17.match  the record of match 17 of the run `poker-league`
//!   work/                          folders of builds and seats, as long as a run is played
//! ```
//!
//! **What is promised.** A match is stored as a whole or not at all: its record gets its name, then
//! its rows are committed, in one transaction. When the program ends, however it ends, no finished
//! match is lost. When the machine's power fails, the last matches may be lost, since neither the
//! database nor a record is forced to the disk for each match; the next run finds rows whose record
//! is not there in full, forgets them, and plays those matches again.
//!
//! **Who may write.** One process at a time: the second is refused and told who the first is. Any
//! number may read, by an [`Archive`], also where they may not write.

mod archive;
mod error;
mod label;
mod lock;
mod plan;
mod read_only;
mod record_file;
mod room;
mod rows;
mod schema;
mod work;

pub use archive::Archive;
pub use error::StoreError;
pub use label::slug;
pub use lock::writer;
pub use plan::{JobCounts, JobState, PlannedJob, WorkerRow, WorkerState};
pub use record_file::{RecordFile, Records, read_record};
pub use room::free_bytes;
pub use rows::{EntrantRow, FindRow, FinishedMatch, NewRun, Run, RunState, SeatRow, StoredRecord};
pub use work::WorkFolders;

use std::fs;
use std::path::Path;

use rusqlite::{OptionalExtension, TransactionBehavior, params};

use crate::log::Log;
use crate::sandbox::Layer;
use lock::Lock;

/// The data folder, opened for writing.
#[derive(Debug)]
pub struct Store {
    archive: Archive,
    lock: Lock,
    work: WorkFolders,
}

/// Whether a run that exists is gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The latest run with the same key, if there is one.
    Resume,
    /// The latest run with the same key, if it is not finished.
    Unfinished,
    /// A new run in any case.
    Fresh,
}

impl Store {
    /// Opens a data folder for writing, makes it if it is not there, brings the database of an older
    /// version up to date, and removes the working folders of a process that was killed.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another process writes there; [`StoreError::Newer`],
    /// [`StoreError::Foreign`] and [`StoreError::Damaged`] when the database is not one to write in.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let matches = folder.join(record_file::FOLDER);
        fs::create_dir_all(&matches).map_err(StoreError::file(&matches))?;
        let lock = Lock::take(folder)?;
        let mut archive = Archive::connect(folder)?;
        schema::migrate(&mut archive.database).map_err(|error| archive.wrong(error))?;
        let work = WorkFolders::prepare(folder)?;
        Ok(Self { archive, lock, work })
    }

    /// What is in it.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// The run of a contest: the one that exists and is to be gone on with, or a new one under the next free
    /// label.
    pub fn run_for(&mut self, wanted: &NewRun<'_>, begin: Begin) -> Result<Run, StoreError> {
        let slug = label::slug(wanted.folder);
        let existing = match begin {
            Begin::Resume => self.archive.latest(&slug, wanted.key)?,
            Begin::Unfinished => {
                self.archive.latest(&slug, wanted.key)?.filter(|run| run.state == RunState::Open)
            }
            Begin::Fresh => None,
        };
        let run = match existing {
            Some(run) => run,
            None => self.new_run(&slug, wanted)?,
        };
        self.lock.say(&run.label)?;
        record_file::prepare(&self.archive.folder, &run.label)?;
        if run.state == RunState::Open {
            self.forget_lost_records(&run)?;
        }
        Ok(run)
    }

    /// Notes an entrant of a run; what was noted under its name before is replaced.
    pub fn note_entrant(&mut self, run: &Run, entrant: &EntrantRow) -> Result<(), StoreError> {
        let noted = self.archive.database.execute(
            "insert or replace into entrants (run, name, kind, hash, runtime, sandbox, verdict, reason)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                run.id,
                entrant.name,
                entrant.kind,
                entrant.hash,
                entrant.runtime,
                entrant.sandbox.map(Layer::name),
                entrant.verdict.name(),
                entrant.reason
            ],
        );
        noted.map(drop).map_err(|error| self.archive.wrong(error))
    }

    /// Where builds and bots have their folders.
    pub fn work(&self) -> &WorkFolders {
        &self.work
    }

    /// Where the records of a run are begun.
    pub fn records(&self, run: &Run) -> Records {
        Records::new(&self.archive.folder, &run.label)
    }

    /// Stores a match with its record and the logs of its bots, by seat, all of it or nothing; an empty log is not stored. A match
    /// that is stored already stays as it is, and the answer is `false`.
    pub fn finish_match(
        &mut self,
        run: &Run,
        finished: &FinishedMatch,
        record: RecordFile,
        logs: &[Log],
    ) -> Result<bool, StoreError> {
        match self.insert_match(run, finished, record, logs) {
            Ok(is_new) => Ok(is_new),
            Err(Failure::Store(error)) => Err(error),
            Err(Failure::Database(error)) => Err(self.archive.wrong(error)),
        }
    }

    /// Forgets matches of a run: they will be played again.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn forget_matches(&mut self, run: &Run, numbers: &[u32]) -> Result<(), StoreError> {
        let mut forget = || -> rusqlite::Result<()> {
            let rows = self.archive.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for number in numbers {
                rows.execute("delete from matches where run = ?1 and number = ?2", params![run.id, number])?;
            }
            rows.commit()
        };
        let forgotten = forget();
        forgotten.map_err(|error| self.archive.wrong(error))
    }

    /// Keeps finds of a search, all of them or none. A deal that is kept already stays as it was first found. Returns how
    /// many are new.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn keep_finds(&mut self, finds: &[FindRow]) -> Result<usize, StoreError> {
        self.insert_finds(finds).map_err(|error| self.archive.wrong(error))
    }

    fn insert_finds(&mut self, finds: &[FindRow]) -> rusqlite::Result<usize> {
        let rows = self.archive.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut kept = 0;
        for find in finds {
            let count = |count| i64::try_from(count).expect("no game has 2^63 cards");
            kept += rows
                .prepare_cached(
                    "insert into finds (name, pack, status, cards, tricks, record)
                     values (?1, ?2, ?3, ?4, ?5, ?6) on conflict do nothing",
                )?
                .execute(params![
                    find.name,
                    find.pack,
                    find.status,
                    count(find.cards),
                    count(find.tricks),
                    find.record
                ])?;
        }
        rows.commit()?;
        Ok(kept)
    }

    /// Marks a run as finished.
    pub fn close_run(&mut self, run: &mut Run) -> Result<(), StoreError> {
        let closed = self
            .archive
            .database
            .execute("update runs set state = ?2 where id = ?1", params![run.id, RunState::Finished.name()]);
        closed.map_err(|error| self.archive.wrong(error))?;
        run.state = RunState::Finished;
        Ok(())
    }

    fn new_run(&mut self, slug: &str, wanted: &NewRun<'_>) -> Result<Run, StoreError> {
        let mut taken: Vec<String> = self.archive.runs()?.into_iter().map(|run| run.label).collect();
        // Records outlive a database that was lost or moved away: none is ever written over.
        let matches = self.archive.folder.join(record_file::FOLDER);
        for entry in fs::read_dir(&matches).map_err(StoreError::file(&matches))? {
            let entry = entry.map_err(StoreError::file(&matches))?;
            taken.push(entry.file_name().to_string_lossy().into_owned());
        }
        let label = label::next(slug, &taken);
        let made = self.archive.database.query_row(
            "insert into runs (label, slug, contest, game, key, settings, seed, state)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) returning id, created",
            params![
                label,
                slug,
                wanted.contest,
                wanted.game.name(),
                wanted.key.to_string(),
                wanted.settings,
                i64::try_from(wanted.seed).expect("a seed is at most 2^63 - 1"),
                RunState::Open.name(),
            ],
            |row| Ok((row.get(0)?, row.get(1)?)),
        );
        let (id, created) = made.map_err(|error| self.archive.wrong(error))?;
        Ok(Run {
            id,
            label,
            slug: slug.to_owned(),
            contest: wanted.contest.to_owned(),
            game: wanted.game,
            seed: wanted.seed,
            state: RunState::Open,
            created,
        })
    }

    /// Forgets matches whose records are gone or cut: they will be played again.
    fn forget_lost_records(&mut self, run: &Run) -> Result<(), StoreError> {
        for (number, path, bytes) in self.archive.records(run)? {
            let is_whole = fs::metadata(&path).is_ok_and(|file| file.len() == bytes);
            if !is_whole {
                let forgotten = self
                    .archive
                    .database
                    .execute("delete from matches where run = ?1 and number = ?2", params![run.id, number]);
                forgotten.map_err(|error| self.archive.wrong(error))?;
            }
        }
        Ok(())
    }

    fn insert_match(
        &mut self,
        run: &Run,
        finished: &FinishedMatch,
        record: RecordFile,
        logs: &[Log],
    ) -> Result<bool, Failure> {
        assert_eq!(record.number(), finished.number, "a record goes with its match");
        let rows = self.archive.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let is_stored = rows
            .query_row(
                "select 1 from matches where run = ?1 and number = ?2",
                params![run.id, finished.number],
                |_| Ok(()),
            )
            .optional()?
            .is_some();
        if is_stored {
            return Ok(false);
        }
        let (path, bytes) = record.keep().map_err(Failure::Store)?;
        rows.execute(
            "insert into matches (run, number, label, result, record_hash, record_path, record_bytes)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                run.id,
                finished.number,
                finished.label,
                finished.result.to_string(),
                finished.record_hash,
                path,
                i64::try_from(bytes).expect("a file has fewer than 2^63 bytes"),
            ],
        )?;
        for (seat, row) in (0_i64..).zip(&finished.seats) {
            rows.execute(
                "insert into seats
                     (run, number, seat, entrant, score_halves, fouls, absent, verdict, reason, fuel)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    run.id,
                    finished.number,
                    seat,
                    row.entrant,
                    row.share.score.halves(),
                    row.share.fouls,
                    row.share.absent,
                    row.share.verdict.name(),
                    row.share.reason,
                    row.fuel.map(|fuel| i64::try_from(fuel).expect("fuel is below 2^63")),
                ],
            )?;
        }
        for (seat, log) in (0_i64..).zip(logs).filter(|(_, log)| !log.is_empty()) {
            rows.execute(
                "insert into logs (run, number, seat, kept, dropped) values (?1, ?2, ?3, ?4, ?5)",
                params![
                    run.id,
                    finished.number,
                    seat,
                    log.kept,
                    i64::try_from(log.dropped).unwrap_or(i64::MAX)
                ],
            )?;
        }
        rows.commit()?;
        Ok(true)
    }
}

/// Why a match was not stored: in the database, or on the way to it.
enum Failure {
    Database(rusqlite::Error),
    Store(StoreError),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}
