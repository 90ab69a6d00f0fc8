//! One writer at a time: a lock on a file that says who holds it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, Write};
use std::os::unix::fs::MetadataExt as _;
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

/// Who writes to a data folder now, and what for, in the words of the lock; none, if nobody does. The lock itself is
/// not touched: whoever wants it in this moment gets it.
pub fn writer(folder: &Path) -> Option<String> {
    let path = folder.join(FILE_NAME);
    let inode = std::fs::metadata(&path).ok()?.ino();
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let is_held = locks.lines().any(|line| is_of(line, inode));
    let holder = || std::fs::read_to_string(&path).unwrap_or_default().trim().to_owned();
    is_held.then(holder)
}

/// Whether a line of the system's locks is of a file: `1: FLOCK  ADVISORY  WRITE 812 08:01:3146 0 EOF`.
fn is_of(line: &str, inode: u64) -> bool {
    let mut words = line.split_ascii_whitespace();
    let place = words.nth(5).and_then(|place| place.rsplit(':').next());
    line.contains("FLOCK") && place.and_then(|number| number.parse().ok()) == Some(inode)
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

#[cfg(test)]
mod tests {
    use super::{Lock, writer};

    #[test]
    fn who_writes_is_known_without_the_lock() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        assert_eq!(writer(folder.path()), None);
        let mut lock = Lock::take(folder.path()).expect("it is free");
        lock.say("night").expect("it can be written");
        let said = writer(folder.path()).expect("it is held");
        assert!(said.ends_with("plays run night"), "{said}");
        Lock::take(folder.path()).expect_err("it is held still");
        drop(lock);
        assert_eq!(writer(folder.path()), None);
    }
}
