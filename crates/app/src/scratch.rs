//! Folders for the time of a command, which leaves none behind. What a process that was killed has left is removed by the
//! next one that needs such a folder.
//!
//! A stranger's source may lie there: other users are kept out, and bots that run as others are let through.

use std::env;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use croupier_arena::sandbox::enclose;
use croupier_arena::tree;

use crate::failure::Failure;

/// How their names begin: no data folder is called so.
const PREFIX: &str = "croupier-scratch-";
/// And as long as they are not held.
const NEW: &str = ".croupier-scratch-";

/// The folders that are there: a program that is ended at once drops nothing.
static THERE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A folder for the time of a command: dropped, it is removed with all that is in it.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    /// Locked as long as this process lives: a folder that nobody holds was left.
    _held: File,
}

impl Scratch {
    /// Makes one.
    ///
    /// # Errors
    /// When the system refuses it: it says where.
    pub(crate) fn new() -> Result<Self, Failure> {
        let above = env::temp_dir();
        Self::new_in(&above).map_err(|why| {
            let said = format!("no folder to work in can be made in {}: {why}", above.display());
            Failure::bad_input(said).hint("TMPDIR names another place for temporary files")
        })
    }

    fn new_in(above: &Path) -> io::Result<Self> {
        let above = above.canonicalize()?;
        sweep_in(&above);
        let mut there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
        let new = tempfile::Builder::new().prefix(NEW).tempdir_in(&above)?;
        enclose(new.path())?;
        let held = File::open(new.path())?;
        held.try_lock()?;
        // It is held before it gets its name: nobody takes it for one that was left.
        let name = new.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let path = above.join(name.trim_start_matches('.'));
        fs::rename(new.path(), &path)?;
        let _moved = new.keep();
        there.push(path.clone());
        Ok(Self { path, _held: held })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let mut there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever ends the program meanwhile waits for it.
        let _left = tree::remove(&self.path);
        there.retain(|folder| *folder != self.path);
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

/// Removes what processes that were killed have left.
pub(crate) fn sweep() {
    if let Ok(above) = env::temp_dir().canonicalize() {
        sweep_in(&above);
    }
}

fn sweep_in(above: &Path) {
    let Ok(entries) = fs::read_dir(above) else { return };
    for entry in entries.flatten() {
        if is_name(&entry.file_name().to_string_lossy()) && is_left(&entry.path()) {
            // What cannot be removed is in nobody's way.
            let _left = tree::remove(&entry.path());
        }
    }
}

/// Whether a folder is called as ours are: by six letters or digits of chance.
fn is_name(name: &str) -> bool {
    let chance = name.strip_prefix(PREFIX).unwrap_or_default();
    chance.len() == 6 && chance.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

/// Whether a folder is ours and nobody holds it. Others may make one of such a name where all may write.
fn is_left(folder: &Path) -> bool {
    let Ok(found) = fs::symlink_metadata(folder) else { return false };
    // The owner of our own process is that of its folder among all processes.
    let is_own = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == found.uid());
    found.is_dir() && is_own && File::open(folder).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::{PREFIX, Scratch, is_name, sweep_in};

    #[test]
    fn others_are_kept_out_of_a_scratch_folder() {
        let scratch = Scratch::new().unwrap();
        let mode = fs::metadata(scratch.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o707, 0o700, "{mode:o}");
        fs::write(scratch.path().join("bot.py"), "").unwrap();
        let path = scratch.path().to_owned();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(is_name(name) && !is_name("croupier-data"), "{name}");
        drop(scratch);
        assert!(!path.exists());
    }

    #[test]
    fn what_a_killed_process_has_left_is_swept_and_what_is_held_stays() {
        let above = tempfile::tempdir().unwrap();
        let folder = |name: String| {
            let folder = above.path().join(name);
            fs::create_dir_all(folder.join("closed/within")).unwrap();
            folder
        };
        let (left, other) = (folder(format!("{PREFIX}aB3xy9")), folder(format!("{PREFIX}data")));
        let held = folder(format!("{PREFIX}held12"));
        let lock = fs::File::open(&held).unwrap();
        lock.try_lock().unwrap();
        sweep_in(above.path());
        assert_eq!((left.exists(), other.exists(), held.exists()), (false, true, true));
        drop(lock);
        sweep_in(above.path());
        assert!(!held.exists() && other.exists());
    }
}
