//! The records of matches: found by name or by path, and read.

use std::fs::FileType;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use croupier_arena::store::{Archive, read_record};

use crate::failure::Failure;
use crate::output;

/// A record that was found.
pub(crate) struct Recorded {
    pub(crate) path: PathBuf,
    /// What it was called.
    name: String,
    /// The hash that the store has for it, if it is a match of the store.
    hash: Option<String>,
}

impl Recorded {
    /// The argument itself if there is such a file, else the match in the store.
    pub(crate) fn find(name: &str, data: &Path) -> Result<Self, Failure> {
        let path = PathBuf::from(name);
        match path.metadata() {
            // The folder of a run's name may stand where the command is given.
            Ok(found) if found.is_dir() => {}
            Ok(_) => return Ok(Self { path, name: name.to_owned(), hash: None }),
            Err(_) => {}
        }
        let found = Archive::open(data).and_then(|archive| archive.find_match(name));
        let stored = found.map_err(|error| {
            Failure::bad_input(error).hint(
                "a match is RUN/NUMBER, such as poker-league/1, in the data folder that --data names, \
                 or the path of a record",
            )
        })?;
        Ok(Self { path: stored.path, name: name.to_owned(), hash: Some(stored.hash) })
    }

    /// Its content.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        read(&self.path)
    }

    /// What is to be said of a sound record with this hash that is not the one that was stored under its name.
    pub(crate) fn misplaced(&self, hash: &str) -> Option<String> {
        let stored = self.hash.as_deref().filter(|&stored| stored != hash)?;
        let name = &self.name;
        Some(format!(
            "the record of another match: {name} was stored with hash {stored}, this one has {hash}"
        ))
    }
}

/// Says what is odd about a record that is told all the same.
pub(crate) fn warn(path: &Path, said: &str) {
    output::say(format_args!("warning: {}: {said}", path.display()));
}

/// The content of a record. A pipe would keep us waiting, and a device may have no end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let unreadable = |error| Failure::unreadable(path, &error);
    let kind = path.metadata().map_err(unreadable)?.file_type();
    match odd(kind) {
        Some(odd) => Err(Failure::bad_input(format!(
            "{}: expected the record of a match, found {odd}",
            path.display()
        ))),
        None => read_record(path).map_err(unreadable),
    }
}

/// What is no file.
fn odd(kind: FileType) -> Option<&'static str> {
    if kind.is_dir() {
        Some("a folder")
    } else if kind.is_fifo() {
        Some("a pipe")
    } else if kind.is_socket() {
        Some("a socket")
    } else if kind.is_char_device() || kind.is_block_device() {
        Some("a device")
    } else {
        None
    }
}
