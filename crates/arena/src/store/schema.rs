//! The tables of the database, version by version.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// Marks a database as ours: the letters `Crpr`.
const APPLICATION_ID: i64 = 0x4372_7072;

/// The newest version.
const NEWEST: u32 = 6;

/// The steps from an empty database to the newest version; a database of version N has taken the first
/// N. A step that has been published is never changed: a change is a new step.
const MIGRATIONS: [&str; NEWEST as usize] = [
    // 1: runs and their results.
    "create table runs (
        id integer primary key,
        label text not null unique,
        slug text not null,
        contest text not null,
        game text not null,
        key text not null,
        settings text not null,
        seed integer not null,
        state text not null,
        created integer not null default (unixepoch())
    ) strict;
    create index runs_by_key on runs (slug, key);
    create table entrants (
        run integer not null references runs (id) on delete cascade,
        name text not null,
        kind text not null,
        hash text not null,
        runtime text not null,
        verdict text not null,
        reason text,
        primary key (run, name)
    ) strict, without rowid;
    create table matches (
        run integer not null references runs (id) on delete cascade,
        number integer not null,
        label text not null,
        result text not null,
        record_hash text not null,
        record_path text not null,
        record_bytes integer not null,
        primary key (run, number)
    ) strict, without rowid;
    create table seats (
        run integer not null,
        number integer not null,
        seat integer not null,
        entrant text not null,
        score_halves integer not null,
        fouls integer not null,
        absent integer not null,
        verdict text not null,
        reason text,
        primary key (run, number, seat),
        foreign key (run, number) references matches (run, number) on delete cascade
    ) strict, without rowid;",
    // 2: what bots write to their standard error.
    "create table logs (
        run integer not null,
        number integer not null,
        seat integer not null,
        kept blob not null,
        dropped integer not null,
        primary key (run, number, seat),
        foreign key (run, number) references matches (run, number) on delete cascade
    ) strict;",
    // 3: what held the process of an entrant.
    "alter table entrants add column sandbox text;",
    // 4: the fuel of bots in WebAssembly.
    "alter table seats add column fuel integer;",
    // 5: long and endless games that were searched for.
    "create table finds (
        name text primary key,
        pack text not null,
        status text not null,
        cards integer not null,
        tricks integer not null,
        record text not null,
        stored integer not null default (unixepoch())
    ) strict, without rowid;
    create index finds_by_length on finds (cards);",
    // 6: runs that are played on other machines: their plans, and who works.
    "create table queues (
        run integer primary key references runs (id) on delete cascade,
        name text not null unique
    ) strict;
    create table jobs (
        run integer not null references runs (id) on delete cascade,
        number integer not null,
        matches text not null,
        state text not null,
        worker text,
        tries integer not null default 0,
        reason text,
        primary key (run, number)
    ) strict, without rowid;
    create index jobs_by_state on jobs (run, state, number);
    create table workers (
        run integer not null references runs (id) on delete cascade,
        name text not null,
        state text not null,
        slots integer not null,
        busy integer not null,
        jobs integer not null,
        failures integer not null,
        busy_ms integer not null,
        reason text,
        seen integer not null,
        primary key (run, name)
    ) strict, without rowid;",
];

/// Why a database is not one to use.
#[derive(Debug)]
pub(super) enum Unfit {
    Refused(StoreError),
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Unfit {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

/// Settings of a connection to a database that was [checked](check): readers are not held up by the
/// writer, and a commit is not forced to the disk.
pub(super) fn settings(database: &Connection, busy: Duration) -> rusqlite::Result<()> {
    database.busy_timeout(busy)?;
    database.pragma_update(None, "foreign_keys", true)?;
    database.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    database.pragma_update(None, "synchronous", "normal")
}

/// Refuses the database of another program, and that of a newer version.
pub(super) fn check(database: &Connection, file: &Path) -> Result<(), Unfit> {
    let version = version(database)?;
    let id: i64 = database.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 = database.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    if id != APPLICATION_ID && (id != 0 || tables > 0) {
        return Err(Unfit::Refused(StoreError::Foreign(file.to_owned())));
    }
    if !(0..=i64::from(NEWEST)).contains(&version) {
        let newer = StoreError::Newer { file: file.to_owned(), found: version, known: NEWEST };
        return Err(Unfit::Refused(newer));
    }
    Ok(())
}

/// Whether steps are missing.
pub(super) fn is_old(database: &Connection) -> rusqlite::Result<bool> {
    Ok(version(database)? < i64::from(NEWEST))
}

/// Takes the steps that are missing, each as a whole.
pub(super) fn migrate(database: &mut Connection) -> rusqlite::Result<()> {
    migrate_to(database, NEWEST)
}

fn migrate_to(database: &mut Connection, newest: u32) -> rusqlite::Result<()> {
    let taken = version(database)?;
    let missing = (1..=newest).zip(MIGRATIONS).filter(|&(version, _)| i64::from(version) > taken);
    for (version, step) in missing {
        let step_taken = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        step_taken.execute_batch(step)?;
        step_taken.pragma_update(None, "application_id", APPLICATION_ID)?;
        step_taken.pragma_update(None, "user_version", version)?;
        step_taken.commit()?;
    }
    Ok(())
}

fn version(database: &Connection) -> rusqlite::Result<i64> {
    database.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::{NEWEST, is_old, migrate, migrate_to, version};

    #[test]
    fn each_older_version_is_brought_up_to_date_and_keeps_its_rows() {
        let newest = schema_of(NEWEST);
        for older in 0..NEWEST {
            let mut database = Connection::open_in_memory().unwrap();
            migrate_to(&mut database, older).unwrap();
            assert!(is_old(&database).unwrap());
            if older > 0 {
                let row = "insert into runs (label, slug, contest, game, key, settings, seed, state)
                           values ('night', 'night', 'Night', 'poker', 'k', '{}', 7, 'open')";
                database.execute(row, []).unwrap();
            }
            migrate(&mut database).unwrap();
            assert_eq!(version(&database).unwrap(), i64::from(NEWEST));
            assert_eq!(schema(&database), newest);
            let kept: i64 = database.query_row("select count(*) from runs", [], |row| row.get(0)).unwrap();
            assert_eq!(kept, i64::from(older > 0));
        }
    }

    fn schema_of(version: u32) -> Vec<String> {
        let mut database = Connection::open_in_memory().expect("memory holds a database");
        migrate_to(&mut database, version).expect("the steps are right");
        schema(&database)
    }

    fn schema(database: &Connection) -> Vec<String> {
        let mut query = database
            .prepare("select sql from sqlite_schema where sql is not null order by name")
            .expect("every database has a schema");
        let rows = query.query_map([], |row| row.get(0)).expect("every database has a schema");
        rows.collect::<Result<_, _>>().expect("a schema is text")
    }
}
