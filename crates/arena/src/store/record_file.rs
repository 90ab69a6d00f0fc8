//! The file of a match's record: it gets its name once it is whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use tempfile::NamedTempFile;

use super::StoreError;

/// The folder of all records, in the data folder.
pub(super) const FOLDER: &str = "matches";
/// The folder of records that are stored elsewhere.
const PASSING: &str = "passing";
/// What the names of unfinished records begin with.
const UNFINISHED: &str = ".unfinished-";

/// A record that is being written; dropped before it is stored, it is gone.
#[derive(Debug)]
pub struct RecordFile {
    number: u32,
    /// From the data folder: `matches/poker-league/17.match`.
    name: String,
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

/// Where the records of a run are begun, in any thread.
#[derive(Clone, Debug)]
pub struct Records {
    data: PathBuf,
    run: String,
}

impl Records {
    pub(super) fn new(data: &Path, run: &str) -> Self {
        Self { data: data.into(), run: run.into() }
    }

    /// A folder of records that are stored elsewhere, in a data folder without a database. What was left there
    /// unfinished is removed.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub(crate) fn of_no_run(data: &Path) -> Result<Self, StoreError> {
        prepare(data, PASSING)?;
        Ok(Self::new(data, PASSING))
    }

    /// Begins the record of a match; [`Store::finish_match`](super::Store::finish_match) gives it its
    /// name.
    ///
    /// # Errors
    /// When the data folder cannot be written to.
    pub fn begin(&self, number: u32) -> Result<RecordFile, StoreError> {
        RecordFile::begin(&self.data, &self.run, number)
    }
}

/// Makes the folder of a run's records, and removes what a run that was stopped has left unfinished.
pub(super) fn prepare(data: &Path, run: &str) -> Result<(), StoreError> {
    let folder = data.join(FOLDER).join(run);
    let prepared = || -> io::Result<()> {
        fs::create_dir_all(&folder)?;
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    };
    prepared().map_err(StoreError::file(&folder))
}

impl RecordFile {
    /// Begins the record of a match in a folder that was [prepared](prepare).
    pub(super) fn begin(data: &Path, run: &str, number: u32) -> Result<Self, StoreError> {
        let name = format!("{FOLDER}/{run}/{number}.match");
        let path = data.join(&name);
        let folder = path.parent().expect("a record is in a run's folder");
        let file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .permissions(fs::Permissions::from_mode(0o644))
            .tempfile_in(folder)
            .map_err(StoreError::file(folder))?;
        Ok(Self { number, name, path, file: BufWriter::new(file) })
    }

    /// The number of its match.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// The bytes of a record that is to be stored elsewhere; its file is gone.
    ///
    /// # Errors
    /// When it could not be written to the end, or not be read.
    pub(crate) fn into_bytes(self) -> io::Result<Vec<u8>> {
        let file = self.file.into_inner()?;
        fs::read(file.path())
    }

    /// Gives the record its name, in place of any other of that name; returns that name, from the data
    /// folder, and the number of its bytes.
    pub(super) fn keep(self) -> Result<(String, u64), StoreError> {
        let Self { name, path, file, .. } = self;
        let keep = || -> io::Result<u64> {
            let file = file.into_inner()?.persist(&path)?;
            Ok(file.metadata()?.len())
        };
        let bytes = keep().map_err(StoreError::file(&path))?;
        Ok((name, bytes))
    }
}

/// Reads the record of a match.
///
/// # Errors
/// When it cannot be opened, or is no plain file: a pipe in its place is not waited for.
pub fn read_record(path: &Path) -> io::Result<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let mut file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "expected a file, found something else"));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Write for RecordFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
