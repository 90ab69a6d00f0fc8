//! Why results cannot be stored or read: always our failure, never a bot's.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why results cannot be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process writes there.
    #[error("another croupier uses the data folder {}: {holder}", folder.display())]
    Busy {
        /// The data folder.
        folder: PathBuf,
        /// Its process, and what it plays.
        holder: String,
    },
    /// No results are there.
    #[error("no results in {}: expected a data folder, made by croupier run", .0.display())]
    Missing(PathBuf),
    /// The database was made by a newer version.
    #[error("{} was made by a newer croupier: its version is {found}, the newest known here is {known}", file.display())]
    Newer {
        /// The database.
        file: PathBuf,
        /// Its version.
        found: i64,
        /// The version of this program.
        known: u32,
    },
    /// The database is not ours.
    #[error("{} is the database of another program", .0.display())]
    Foreign(PathBuf),
    /// The database cannot be read any more.
    #[error(
        "{} is damaged: {why}; move it away to begin anew (the records in matches are files of their own)",
        file.display()
    )]
    Damaged {
        /// The database.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// There is no such run.
    #[error(
        "no run is called `{label}`{}",
        nearest.as_ref().map(|right| format!("; did you mean `{right}`?")).unwrap_or_default()
    )]
    UnknownRun {
        /// The label.
        label: String,
        /// The label that was probably meant.
        nearest: Option<String>,
    },
    /// The run has no such match, or it is not finished.
    #[error("run `{run}` has no finished match {number}")]
    UnknownMatch {
        /// The label of the run.
        run: String,
        /// The number.
        number: u32,
    },
    /// The text names no match.
    #[error("`{found}` names no match: expected a run and a number, such as `poker-league/17`")]
    NotAMatch {
        /// The text.
        found: String,
    },
    /// A file of the data folder.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// Anything else that SQLite refuses.
    #[error("{}: {why}", file.display())]
    Database {
        /// The database.
        file: PathBuf,
        /// What SQLite says.
        why: rusqlite::Error,
    },
}

impl StoreError {
    /// An error of the file system at a path.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |why| Self::File { path: path.to_owned(), why }
    }

    /// An error of the database: one that says that the file is damaged is told apart.
    pub(super) fn database(file: &Path, error: rusqlite::Error) -> Self {
        let file = file.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged { file, why: error.to_string() }
            }
            _ if matches!(error, rusqlite::Error::FromSqlConversionFailure(..)) => {
                Self::Damaged { file, why: error.to_string() }
            }
            _ => Self::Database { file, why: error },
        }
    }
}
