//! One writer at a time: a lock on a file that says who holds it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::StoreError;

/// The file in a data folder.
const FILE_NAME: &str = "croupier.lock";

/// The right to write, given back when dropped. The system gives it back when the process ends in any
/// other way.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes the lock, or says who holds it.
    pub(super) fn take(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE_NAME);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(StoreError::file(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = std::fs::read_to_string(&path).unwrap_or_default();
                return Err(StoreError::Busy { folder: folder.to_owned(), holder: holder.trim().to_owned() });
            }
            Err(TryLockError::Error(why)) => return Err(StoreError::File { path, why }),
        }
        let mut lock = Self { path, file };
        lock.write(&format!("process {}", process::id()))?;
        Ok(lock)
    }

    /// Says which run is being played.
    pub(super) fn say(&mut self, run: &str) -> Result<(), StoreError> {
        self.write(&format!("process {} plays run {run}", process::id()))
    }

    fn write(&mut self, text: &str) -> Result<(), StoreError> {
        let mut write = || {
            self.file.set_len(0)?;
            self.file.rewind()?;
            writeln!(self.file, "{text}")
        };
        write().map_err(StoreError::file(&self.path))
    }
}
