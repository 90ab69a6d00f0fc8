//! Folders for the time of a command, which leaves none behind.

use std::env;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The folders that are there: a program that is ended at once drops nothing.
static THERE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A folder for the time of a command: dropped, it is removed with all that is in it.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Makes one. Bots may run as other users, who have to reach it.
    ///
    /// # Errors
    /// When the system refuses it.
    pub(crate) fn new() -> io::Result<Self> {
        let mut there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir_in(env::temp_dir().canonicalize()?)?;
        // Whatever mask the process has for new files.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
        there.push(folder.path().to_owned());
        Ok(Self(folder.keep()))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let mut there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever ends the program meanwhile waits for it.
        let _left = fs::remove_dir_all(&self.0);
        there.retain(|folder| *folder != self.0);
    }
}

/// Removes all that are there: this is for the moment before the program ends without its threads.
pub(crate) fn remove_all() {
    let there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in there.iter() {
        // A thread may still write there; what it leaves is in nobody's way.
        let _left = fs::remove_dir_all(folder);
    }
}
