//! The records of matches: found by name or by path, or on standard input, and read.

use std::fmt::Display;
use std::fs::FileType;
use std::io::{self, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use croupier_arena::store::{Archive, StoreError, read_record};
use croupier_rules::game::Game;
use croupier_rules::record::Record;

use crate::failure::Failure;
use crate::output;
use crate::terminal::one_line;

/// A record that was found.
pub(crate) struct Recorded {
    /// Where it is, as messages say it.
    pub(crate) path: PathBuf,
    /// What it was called.
    name: String,
    origin: Origin,
}

/// Where a record comes from.
enum Origin {
    StandardInput,
    File,
    /// The store, which has a hash for it.
    Store {
        hash: String,
    },
}

/// No record that croupier writes comes near to it.
const STANDARD_INPUT_BYTES_MAX: u64 = 1 << 30;

impl Recorded {
    /// Standard input for `-`; the argument itself if there is such a file; else the match in the store.
    pub(crate) fn find(name: &str, data: &Path) -> Result<Self, Failure> {
        let of = |path, origin| Ok(Self { path, name: name.to_owned(), origin });
        if name == "-" {
            return of(PathBuf::from("standard input"), Origin::StandardInput);
        }
        let path = PathBuf::from(name);
        match path.metadata() {
            // The folder of a run's name may stand where the command is given.
            Ok(found) if found.is_dir() => {}
            Ok(_) => return of(path, Origin::File),
            Err(_) => {}
        }
        let found = Archive::open(data).and_then(|archive| archive.find_match(name));
        let stored = found.map_err(|error| {
            let hint = if matches!(error, StoreError::File { .. }) {
                "--data names another data folder, which you may read"
            } else {
                "a match is RUN/NUMBER, such as poker-league/1, in the data folder that --data names, \
                 or the path of a record"
            };
            Failure::bad_input(error).hint(hint)
        })?;
        of(stored.path, Origin::Store { hash: stored.hash })
    }

    /// Its content.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        match self.origin {
            Origin::StandardInput => read_standard_input(),
            Origin::File | Origin::Store { .. } => read(&self.path),
        }
    }

    /// Its content as a match of a game; what else is odd about it is said.
    pub(crate) fn match_of<G: Game>(&self) -> Result<Record, Failure> {
        let record = Record::parse(self.read()?).map_err(|why| self.wrong(why))?;
        if record.header.game != G::NAME {
            let found = one_line(&record.header.game);
            return Err(self.wrong(format_args!("a match of {found}: only {} is reviewed here", G::NAME)));
        }
        if let Some(said) = self.misplaced(&record.hash) {
            warn(&self.path, &said);
        }
        Ok(record)
    }

    /// The failure that something is wrong with it.
    pub(crate) fn wrong(&self, why: impl Display) -> Failure {
        Failure::bad_input(format!("{}: {why}", self.path.display()))
    }

    /// Whether it is a match of the data folder.
    pub(crate) fn is_stored(&self) -> bool {
        matches!(self.origin, Origin::Store { .. })
    }

    /// What is to be said of a sound record with this hash that is not the one that was stored under its name.
    pub(crate) fn misplaced(&self, hash: &str) -> Option<String> {
        match &self.origin {
            Origin::Store { hash: stored } if stored != hash => Some(format!(
                "the record of another match: {} was stored with hash {stored}, this one has {hash}",
                self.name
            )),
            Origin::Store { .. } | Origin::File | Origin::StandardInput => None,
        }
    }
}

fn read_standard_input() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .lock()
        .take(STANDARD_INPUT_BYTES_MAX)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::unreadable(Path::new("standard input"), &error))?;
    if bytes.len() as u64 == STANDARD_INPUT_BYTES_MAX {
        return Err(Failure::bad_input(format!(
            "standard input: expected the record of a match, found {STANDARD_INPUT_BYTES_MAX} bytes without an end"
        )));
    }
    Ok(bytes)
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
