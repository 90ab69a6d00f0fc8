//! Reading what the store keeps.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use croupier_rules::chips::Chips;
use croupier_rules::verdict::Verdict;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Params, Row, params};
use tempfile::TempDir;

use super::lock::Lock;
use super::rows::{EntrantRow, FindRow, FinishedMatch, Run, RunState, SeatRow, StoredRecord};
use super::{StoreError, read_only, schema};
use crate::contest::StoredContest;
use crate::game_kind::GameKind;
use crate::log::Log;
use crate::run_key::RunKey;
use crate::sandbox::Layer;
use crate::standings::Share;
use crate::suggestion::nearest;

/// The database in a data folder.
const FILE_NAME: &str = "croupier.db";

/// How long a statement waits for another process, which writes for milliseconds only.
const BUSY_TIME: Duration = Duration::from_secs(10);

/// How long a reader waits for a writer that may be bringing the database up to date, which takes milliseconds.
const MIGRATION_TIME: Duration = Duration::from_secs(2);

/// Between two looks.
const A_MOMENT: Duration = Duration::from_millis(10);

/// The data folder, opened for reading. It may be read while another process writes.
#[derive(Debug)]
pub struct Archive {
    pub(super) folder: PathBuf,
    pub(super) database: Connection,
    /// The folder of a copy of the database, if that is what is read.
    _copy: Option<TempDir>,
}

impl Archive {
    /// Opens a data folder for reading.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when no results are there, [`StoreError::File`] when they may not be read; else as [`Store::open`](super::Store::open),
    /// which is [`StoreError::Busy`] only where the database of an older version has to be brought up
    /// to date first.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let file = folder.join(FILE_NAME);
        read_only::check_readable(&file).map_err(|why| {
            if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) {
                StoreError::Missing(folder.to_owned())
            } else {
                StoreError::File { path: file.clone(), why }
            }
        })?;
        if !read_only::is_writable(&file) {
            return Self::open_read_only(folder);
        }
        let mut archive = Self::connect(folder)?;
        archive.bring_up_to_date()?;
        Ok(archive)
    }

    /// Takes the steps that are missing, or waits till whoever has the right to write has taken them: a database
    /// is empty for a moment after it was made.
    fn bring_up_to_date(&mut self) -> Result<(), StoreError> {
        let begun = Instant::now();
        while schema::is_old(&self.database).map_err(|error| self.wrong(error))? {
            match Lock::take(&self.folder) {
                Ok(_lock) => return schema::migrate(&mut self.database).map_err(|error| self.wrong(error)),
                Err(StoreError::Busy { .. }) if begun.elapsed() < MIGRATION_TIME => thread::sleep(A_MOMENT),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Opens a data folder without writing anything there. The database of an older version is brought up
    /// to date in a copy.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_read_only(folder: &Path) -> Result<Self, StoreError> {
        let file = folder.join(FILE_NAME);
        let archive = Self::reading(folder, read_only::open(&file)?)?;
        if !schema::is_old(&archive.database).map_err(|error| archive.wrong(error))? {
            return Ok(archive);
        }
        let mut archive = Self::reading(folder, read_only::copied(&file)?)?;
        schema::migrate(&mut archive.database).map_err(|error| archive.wrong(error))?;
        Ok(archive)
    }

    /// All runs, in the order they were begun.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.select(
            "select id, label, contest, game, seed, state, created, slug from runs order by id",
            [],
            run,
        )
    }

    /// The run of a label.
    ///
    /// # Errors
    /// [`StoreError::UnknownRun`], with the label that was probably meant.
    pub fn run(&self, label: &str) -> Result<Run, StoreError> {
        let mut runs = self.runs()?;
        match runs.iter().position(|run| run.label == label) {
            Some(at) => Ok(runs.swap_remove(at)),
            None => Err(StoreError::UnknownRun {
                label: label.to_owned(),
                nearest: nearest(label, runs.iter().map(|run| run.label.as_str())).map(str::to_owned),
            }),
        }
    }

    /// The settings that a run was begun with.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when they are not to be read.
    pub fn settings(&self, run: &Run) -> Result<StoredContest, StoreError> {
        let text: Option<String> =
            self.first("select settings from runs where id = ?1", [run.id], |row| row.get(0))?;
        let parsed = text.unwrap_or_default().parse::<StoredContest>();
        parsed.map_err(|error| self.damaged(format!("the settings of run {}: {error}", run.label)))
    }

    /// The key of a run, in hexadecimal: what its results follow from.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn key_of(&self, run: &Run) -> Result<String, StoreError> {
        let key = self.first("select key from runs where id = ?1", [run.id], |row| row.get(0))?;
        Ok(key.unwrap_or_default())
    }

    /// A number that is another one once somebody else has written to the database.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn version(&self) -> Result<i64, StoreError> {
        let version = self.database.pragma_query_value(None, "data_version", |row| row.get(0));
        version.map_err(|error| self.wrong(error))
    }

    /// The entrants of a run, by name.
    pub fn entrants(&self, run: &Run) -> Result<Vec<EntrantRow>, StoreError> {
        self.select(
            "select name, kind, hash, runtime, verdict, reason, sandbox from entrants
             where run = ?1 order by name",
            [run.id],
            entrant,
        )
    }

    /// The matches of a run that have been played, by number.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when matches and seats do not go together.
    pub fn finished(&self, run: &Run) -> Result<BTreeMap<u32, FinishedMatch>, StoreError> {
        let matches = self.select(
            "select number, label, result, record_hash from matches where run = ?1",
            [run.id],
            finished_match,
        )?;
        let mut matches: BTreeMap<u32, FinishedMatch> =
            matches.into_iter().map(|finished| (finished.number, finished)).collect();
        let seats = self.select(
            "select number, entrant, score_halves, fouls, absent, verdict, reason, fuel from seats
             where run = ?1 order by number, seat",
            [run.id],
            |row| Ok((row.get(0)?, seat(row)?)),
        )?;
        for (number, seat) in seats {
            let Some(seated) = matches.get_mut(&number) else {
                return Err(self.damaged(format!("a seat is of match {number}, which is not there")));
            };
            seated.seats.push(seat);
        }
        match matches.values().find(|finished| finished.seats.is_empty()) {
            Some(bare) => Err(self.damaged(format!("nobody sat at match {}", bare.number))),
            None => Ok(matches),
        }
    }

    /// The names of those who sat at a match, by seat.
    ///
    /// # Errors
    /// [`StoreError::UnknownMatch`] when the run has no such match.
    pub fn seated(&self, run: &Run, number: u32) -> Result<Vec<String>, StoreError> {
        let names = self.select(
            "select entrant from seats where run = ?1 and number = ?2 order by seat",
            params![run.id, number],
            |row| row.get(0),
        )?;
        if names.is_empty() {
            return Err(StoreError::UnknownMatch { run: run.label.clone(), number });
        }
        Ok(names)
    }

    /// How many matches of a run have been played.
    pub fn played(&self, run: &Run) -> Result<u32, StoreError> {
        let count = self.first("select count(*) from matches where run = ?1", [run.id], |row| row.get(0))?;
        Ok(count.unwrap_or(0))
    }

    /// The record of a match, by an id such as `poker-league/17`.
    ///
    /// # Errors
    /// [`StoreError::NotAMatch`] when the text is no id, [`StoreError::UnknownRun`], or
    /// [`StoreError::UnknownMatch`].
    pub fn find_match(&self, id: &str) -> Result<StoredRecord, StoreError> {
        let (run, number) = self.match_of(id)?;
        let found = self.first(
            "select record_path, record_hash from matches where run = ?1 and number = ?2",
            params![run.id, number],
            |row| {
                let path: String = row.get(0)?;
                Ok(StoredRecord { path: self.folder.join(path), hash: row.get(1)? })
            },
        )?;
        found.ok_or(StoreError::UnknownMatch { run: run.label, number })
    }

    /// What a bot wrote to its standard error in a match; empty if it wrote nothing.
    pub fn log(&self, run: &Run, number: u32, seat: u8) -> Result<Log, StoreError> {
        let log = self.first(
            "select kept, dropped from logs where run = ?1 and number = ?2 and seat = ?3",
            params![run.id, number, seat],
            |row| Ok(Log { kept: row.get(0)?, dropped: unsigned(row, 1)? }),
        )?;
        Ok(log.unwrap_or_default())
    }

    /// The matches in which somebody wrote to its standard error, with the bytes that it wrote.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when the database cannot be read.
    pub fn logged(&self, run: &Run, entrant: &str) -> Result<BTreeMap<u32, u64>, StoreError> {
        let rows = self.select(
            "select number, length(kept) + dropped from logs join seats using (run, number, seat)
             where run = ?1 and entrant = ?2",
            params![run.id, entrant],
            |row| Ok((row.get(0)?, unsigned(row, 1)?)),
        )?;
        Ok(rows.into_iter().collect())
    }

    /// The fuel that a seat used in a match, in units; `None` if it did not run in WebAssembly.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when the database cannot be read.
    pub fn fuel(&self, run: &Run, number: u32, seat: u8) -> Result<Option<u64>, StoreError> {
        let fuel = self.first(
            "select fuel from seats where run = ?1 and number = ?2 and seat = ?3 and fuel is not null",
            params![run.id, number, seat],
            |row| unsigned(row, 0),
        )?;
        Ok(fuel)
    }

    /// The finds of searches: the endless games, then the others, the longest first; of one pack, or of all.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when the database cannot be read.
    pub fn finds(&self, pack: Option<&str>) -> Result<Vec<FindRow>, StoreError> {
        self.select(
            "select name, pack, status, cards, tricks, record from finds
             where ?1 is null or pack = ?1 order by status desc, cards desc, name",
            [pack],
            |row| {
                Ok(FindRow {
                    name: row.get(0)?,
                    pack: row.get(1)?,
                    status: row.get(2)?,
                    cards: unsigned(row, 3)?,
                    tricks: unsigned(row, 4)?,
                    record: row.get(5)?,
                })
            },
        )
    }

    /// Opens the database, which may be empty or of an older version.
    pub(super) fn connect(folder: &Path) -> Result<Self, StoreError> {
        let file = folder.join(FILE_NAME);
        let database = Connection::open(&file).map_err(|error| StoreError::database(&file, error))?;
        let archive = Self::checked(folder, database, None)?;
        schema::settings(&archive.database, BUSY_TIME).map_err(|error| archive.wrong(error))?;
        Ok(archive)
    }

    fn reading(folder: &Path, opened: read_only::Opened) -> Result<Self, StoreError> {
        let archive = Self::checked(folder, opened.database, opened.copy)?;
        archive.database.busy_timeout(BUSY_TIME).map_err(|error| archive.wrong(error))?;
        Ok(archive)
    }

    fn checked(folder: &Path, database: Connection, copy: Option<TempDir>) -> Result<Self, StoreError> {
        let archive = Self { folder: folder.to_owned(), database, _copy: copy };
        schema::check(&archive.database, &folder.join(FILE_NAME)).map_err(|error| match error {
            schema::Unfit::Refused(refused) => refused,
            schema::Unfit::Database(error) => archive.wrong(error),
        })?;
        Ok(archive)
    }

    /// The latest run of a contest's folder with that key.
    pub(super) fn latest(&self, slug: &str, key: RunKey) -> Result<Option<Run>, StoreError> {
        self.first(
            "select id, label, contest, game, seed, state, created, slug from runs
             where slug = ?1 and key = ?2 order by id desc limit 1",
            params![slug, key.to_string()],
            run,
        )
    }

    /// The records of a run's matches: number, path and length.
    pub(super) fn records(&self, run: &Run) -> Result<Vec<(u32, PathBuf, u64)>, StoreError> {
        self.select("select number, record_path, record_bytes from matches where run = ?1", [run.id], |row| {
            let path: String = row.get(1)?;
            Ok((row.get(0)?, self.folder.join(path), unsigned(row, 2)?))
        })
    }

    /// What the database holds is not what was stored.
    pub(crate) fn damaged(&self, why: String) -> StoreError {
        StoreError::Damaged { file: self.folder.join(FILE_NAME), why }
    }

    /// An error of the database, with the file it is in.
    pub(super) fn wrong(&self, error: rusqlite::Error) -> StoreError {
        StoreError::database(&self.folder.join(FILE_NAME), error)
    }

    /// The run and the number of a match, from an id such as `poker-league/17`. Whether the run has a
    /// match of that number is not asked.
    ///
    /// # Errors
    /// [`StoreError::NotAMatch`] or [`StoreError::UnknownRun`].
    pub fn match_of(&self, id: &str) -> Result<(Run, u32), StoreError> {
        let not_a_match = || StoreError::NotAMatch { found: id.to_owned() };
        let (label, number) = id.rsplit_once('/').ok_or_else(not_a_match)?;
        let number = number.parse().map_err(|_| not_a_match())?;
        Ok((self.run(label)?, number))
    }

    pub(super) fn select<T>(
        &self,
        query: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = || -> rusqlite::Result<Vec<T>> {
            self.database.prepare_cached(query)?.query_map(params, read)?.collect()
        };
        rows().map_err(|error| self.wrong(error))
    }

    pub(super) fn first<T>(
        &self,
        query: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        self.database.query_row(query, params, read).optional().map_err(|error| self.wrong(error))
    }
}

fn run(row: &Row<'_>) -> rusqlite::Result<Run> {
    let state: String = row.get(5)?;
    Ok(Run {
        id: row.get(0)?,
        label: row.get(1)?,
        contest: row.get(2)?,
        game: word::<GameKind>(row, 3)?,
        seed: unsigned(row, 4)?,
        state: RunState::ALL
            .into_iter()
            .find(|known| known.name() == state)
            .ok_or_else(|| unread(5, format!("`{state}` is no state of a run")))?,
        created: row.get(6)?,
        slug: row.get(7)?,
    })
}

fn entrant(row: &Row<'_>) -> rusqlite::Result<EntrantRow> {
    Ok(EntrantRow {
        name: row.get(0)?,
        kind: row.get(1)?,
        hash: row.get(2)?,
        runtime: row.get(3)?,
        verdict: word::<Verdict>(row, 4)?,
        reason: row.get(5)?,
        sandbox: row.get::<_, Option<String>>(6)?.and_then(|name| Layer::of_name(&name)),
    })
}

fn finished_match(row: &Row<'_>) -> rusqlite::Result<FinishedMatch> {
    Ok(FinishedMatch {
        number: row.get(0)?,
        label: row.get(1)?,
        result: word::<serde_json::Value>(row, 2)?,
        record_hash: row.get(3)?,
        seats: Vec::new(),
    })
}

fn seat(row: &Row<'_>) -> rusqlite::Result<SeatRow> {
    Ok(SeatRow {
        entrant: row.get(1)?,
        share: Share {
            score: Chips::from_halves(row.get(2)?),
            fouls: row.get(3)?,
            absent: row.get(4)?,
            verdict: word::<Verdict>(row, 5)?,
            reason: row.get(6)?,
        },
        fuel: row.get::<_, Option<i64>>(7)?.map(|_| unsigned(row, 7)).transpose()?,
    })
}

/// A text that stands for a value.
fn word<T: FromStr<Err: Display>>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    row.get::<_, String>(column)?.parse().map_err(|error: T::Err| unread(column, error.to_string()))
}

pub(super) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| unread(column, format!("{number} is below 0")))
}

pub(super) fn unread(column: usize, why: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why.into())
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::{Archive, FILE_NAME, Lock, StoreError, schema};

    #[test]
    fn a_reader_waits_for_the_writer_that_is_making_the_database() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE_NAME), "").unwrap();
        let lock = Lock::take(folder.path()).unwrap();
        thread::scope(|scope| {
            let reader = scope.spawn(|| Archive::open(folder.path()).and_then(|archive| archive.runs()));
            thread::sleep(Duration::from_millis(200));
            let mut writer = Archive::connect(folder.path()).unwrap();
            schema::migrate(&mut writer.database).unwrap();
            assert!(reader.join().unwrap().unwrap().is_empty());
        });
        drop(lock);
    }

    #[test]
    fn a_reader_does_not_wait_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE_NAME), "").unwrap();
        let _lock = Lock::take(folder.path()).unwrap();
        assert!(matches!(Archive::open(folder.path()), Err(StoreError::Busy { .. })));
    }
}
