//! Checkpoints: all that a long search knows, in one small file of two lines.
//!
//! The first line is JSON, the second the BLAKE3 of the first. A new checkpoint is written beside the old one and takes
//! its place in one step, so at every moment one of them is whole; a file that does not fit its sum is refused and left
//! as it is.

use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use croupier_solve::camicia::{CompositionError, NameError};
use thiserror::Error;

use crate::failure::Failure;

/// Why a checkpoint is refused.
#[derive(Debug, Error)]
pub(crate) enum CheckpointError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is a folder, a pipe or a device.
    #[error("is no regular file")]
    NoFile,
    /// Its sum does not fit: damaged, or no checkpoint at all.
    #[error("is damaged or no checkpoint: its sum does not fit")]
    Sum,
    /// Its sum fits, and yet it is not understood.
    #[error("is not understood: {0}")]
    Json(#[from] serde_json::Error),
    /// A deal in it has no name.
    #[error("is not understood: {0}")]
    Name(#[from] NameError),
    /// Its pack is none.
    #[error("is not understood: {0}")]
    Pack(#[from] CompositionError),
    /// It is of another search.
    #[error("is of another search: {key} is {found} there and {expected} here")]
    Foreign {
        /// What differs.
        key: &'static str,
        /// What the checkpoint says.
        found: String,
        /// What the command says.
        expected: String,
    },
}

impl CheckpointError {
    /// Returns the failure of a command whose checkpoint this is.
    pub(super) fn failure(&self, path: &Path) -> Failure {
        let hint = match self {
            Self::Foreign { .. } => "give the same options, or another --data; --fresh starts over",
            Self::NoFile => "move it away, or give another --data",
            Self::Io(_) | Self::Sum | Self::Json(_) | Self::Name(_) | Self::Pack(_) => {
                "it is left as it is; --fresh starts over and writes it anew"
            }
        };
        Failure::bad_input(format!("{} {self}", path.display())).hint(hint)
    }
}

/// Returns the line of a checkpoint; none if there is no file.
pub(super) fn read(path: &Path) -> Result<Option<String>, CheckpointError> {
    // A pipe that nobody writes to would never be read.
    let metadata = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        metadata => metadata?,
    };
    if !metadata.is_file() {
        return Err(CheckpointError::NoFile);
    }
    let text = String::from_utf8(fs::read(path)?).map_err(|_| CheckpointError::Sum)?;
    let (line, sum) = text.split_once('\n').ok_or(CheckpointError::Sum)?;
    if sum.trim_end() != sum_of(line) {
        return Err(CheckpointError::Sum);
    }
    Ok(Some(line.to_owned()))
}

/// Writes a checkpoint in the place of the one before.
pub(super) fn write(path: &Path, line: &str) -> Result<(), Failure> {
    replace(path, format!("{line}\n{}\n", sum_of(line)).as_bytes())
}

/// How the names of files begin that are not yet whole.
const UNFINISHED: &str = ".unfinished-";

/// Puts a file in the place of another in one step, when it is whole on the disk.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replaced(path, bytes).map_err(|error| unwritable(path, &error))
}

fn replaced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut file = tempfile::Builder::new()
        .prefix(&format!("{UNFINISHED}{name}."))
        .permissions(Permissions::from_mode(0o644))
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    // The name is on the disk when the folder is.
    File::open(folder)?.sync_all()
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::bad_input(format!("{}: cannot be written: {error}", path.display()))
}

/// Compares what a checkpoint says with what the command says: key, found, expected.
pub(super) fn compare<const N: usize>(
    pairs: [(&'static str, String, String); N],
) -> Result<(), CheckpointError> {
    match pairs.into_iter().find(|(_, found, expected)| found != expected) {
        Some((key, found, expected)) => Err(CheckpointError::Foreign { key, found, expected }),
        None => Ok(()),
    }
}

/// The folder of the laboratory's files, for one search at a time.
pub(super) struct Desk {
    folder: PathBuf,
    label: String,
    /// Held while the search runs.
    _lock: File,
}

impl Desk {
    /// Takes the place of a search in a data folder.
    pub(super) fn take(data: &Path, label: String) -> Result<Self, Failure> {
        let folder = data.join("camicia");
        let cannot = |error: io::Error| unwritable(&folder, &error);
        fs::create_dir_all(&folder).map_err(cannot)?;
        let lock = File::create(folder.join(format!("{label}.lock"))).map_err(cannot)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                Failure::bad_input(format!("another search {label} runs in {}", folder.display()))
                    .hint("give one of them another --data")
            }
            TryLockError::Error(error) => {
                Failure::bad_input(format!("{}: cannot be locked: {error}", folder.display()))
            }
        })?;
        let desk = Self { folder, label, _lock: lock };
        desk.tidy();
        Ok(desk)
    }

    /// Removes what a killed search of this label left unfinished. What cannot be removed does no harm.
    fn tidy(&self) {
        // A label has no dot, so this is the beginning of no other search's names.
        let own = format!("{UNFINISHED}{}.", self.label);
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&own) {
                let _left = fs::remove_file(entry.path());
            }
        }
    }

    /// Returns the path of a file of the search, by its ending.
    pub(super) fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.label))
    }
}

fn sum_of(line: &str) -> String {
    blake3::hash(line.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Desk, replace};

    #[test]
    fn what_a_killed_search_left_unfinished_is_removed_by_the_next_and_no_other_file() {
        let data = tempfile::tempdir().expect("a temporary folder");
        let folder = data.path().join("camicia");
        fs::create_dir(&folder).expect("a folder");
        let own = [".unfinished-hunt-26-seed-1.checkpoint.Ab1", ".unfinished-hunt-26-seed-1.jsonl.Ab2"];
        let others = [".unfinished-hunt-26-seed-1-units-0-5.jsonl.Ab3", "hunt-26-seed-1.jsonl", "letter"];
        for name in own.iter().chain(&others) {
            fs::write(folder.join(name), "").expect("a file");
        }
        let desk = Desk::take(data.path(), "hunt-26-seed-1".to_owned()).expect("nobody else");
        assert!(own.iter().all(|name| !folder.join(name).exists()));
        assert!(others.iter().all(|name| folder.join(name).exists()));
        let second = Desk::take(data.path(), "hunt-26-seed-1".to_owned()).err().expect("the place is taken");
        assert!(second.message.starts_with("another search hunt-26-seed-1 runs in "), "{}", second.message);
        replace(&desk.file("jsonl"), b"{}\n").expect("there is room");
        assert_eq!(fs::read(desk.file("jsonl")).expect("a file"), b"{}\n");
    }
}
