//! A database in a folder that may not be written to: a medium, or the results of somebody else.
//!
//! SQLite keeps the last commits in a log beside the database, and what readers and the writer share in
//! a third file. Where that is there, somebody may be writing, and SQLite knows how to read beside him.
//! Where it is not, nobody writes: the database alone is read, or a copy, if there is a log to be worked in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};
use rustix::fs::{Access, access};
use tempfile::TempDir;

use super::StoreError;

/// A database that is open for reading.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) database: Connection,
    /// The folder of a copy, as long as it is read.
    pub(super) copy: Option<TempDir>,
}

/// Whether SQLite could write there.
pub(super) fn is_writable(file: &Path) -> bool {
    let folder = file.parent().unwrap_or(file);
    [folder, file].into_iter().all(|path| access(path, Access::WRITE_OK).is_ok())
}

/// Whether there is a file that may be read.
pub(super) fn check_readable(file: &Path) -> io::Result<()> {
    if !fs::metadata(file)?.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    Ok(access(file, Access::READ_OK)?)
}

/// Opens a database without writing beside it.
pub(super) fn open(file: &Path) -> Result<Opened, StoreError> {
    if beside(file, "-shm").exists() {
        let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY);
        return Ok(Opened {
            database: database.map_err(|error| StoreError::database(file, error))?,
            copy: None,
        });
    }
    let is_logged = fs::metadata(beside(file, "-wal")).is_ok_and(|log| log.len() > 0);
    match file.to_str() {
        Some(path) if !is_logged => {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let database = Connection::open_with_flags(immutable(path), flags);
            Ok(Opened { database: database.map_err(|error| StoreError::database(file, error))?, copy: None })
        }
        _ => copied(file),
    }
}

/// Opens a copy of a database: with its log, and for writing.
pub(super) fn copied(file: &Path) -> Result<Opened, StoreError> {
    let folder = tempfile::tempdir().map_err(StoreError::file(file))?;
    let copy = folder.path().join("copy.db");
    fs::copy(file, &copy).map_err(StoreError::file(file))?;
    let log = beside(file, "-wal");
    if log.exists() {
        fs::copy(&log, beside(&copy, "-wal")).map_err(StoreError::file(&log))?;
    }
    let database = Connection::open(&copy).map_err(|error| StoreError::database(file, error))?;
    Ok(Opened { database, copy: Some(folder) })
}

/// The file that SQLite keeps beside a database under its name and this ending.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// The address of a database that nobody changes.
fn immutable(path: &str) -> String {
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?immutable=1")
}
