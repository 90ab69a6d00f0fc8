//! Who may organise and who may submit, and what was submitted: a file of its own in the data folder.
//!
//! ```text
//! croupier-data/submissions/night-1f2e3d4c/
//!   register.json    links, sessions and submissions; of secrets only their hashes
//!   register.lock    held by the server that takes submissions
//! ```
//!
//! The file is written whole, under another name, and renamed: whenever a server is killed, one of the two is there.
//! Times are seconds since 1970 (UTC).

mod content;
mod link;
mod session;
mod submission;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use content::Content;
pub(crate) use link::{Holder, LINK_DAYS, LINK_DAYS_MAX, Link};
use session::Session;
pub(crate) use session::Visitor;
pub(crate) use submission::{State, Submission};

/// The newest version of the file.
const VERSION: u32 = 1;

/// The register, open for writing.
#[derive(Debug)]
pub(crate) struct Register {
    folder: PathBuf,
    /// Given back when it is closed.
    _lock: File,
    content: Content,
}

/// Why there is no register.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RegisterError {
    /// Another server has it.
    #[error("another croupier serves this contest from the data folder")]
    Taken,
    /// A newer program has made it.
    #[error("{} was made by a newer croupier: its version is {found}, the newest known here is {VERSION}", file.display())]
    Newer { file: PathBuf, found: u64 },
    /// It is not to be read.
    #[error("{} is damaged: {why}; move it away to begin anew: links and submissions end", file.display())]
    Damaged { file: PathBuf, why: serde_json::Error },
    /// The folder is not to be written to.
    #[error("{}: {why}", file.display())]
    File { file: PathBuf, why: io::Error },
}

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unchanged {
    /// What was asked for is not to be had; a sentence says why.
    #[error("{0}")]
    Refused(String),
    /// The file cannot be written.
    #[error("the register cannot be written: {0}")]
    Unwritten(#[from] io::Error),
}

impl Register {
    /// Opens the register in a folder, and makes it if it is not there.
    pub(crate) fn open(folder: &Path, contest: &str) -> Result<Self, RegisterError> {
        let (file, lock) = (folder.join("register.json"), folder.join("register.lock"));
        let at = |file: &Path| {
            let file = file.to_owned();
            move |why| RegisterError::File { file, why }
        };
        let held = private().create(true).truncate(false).read(true).open(&lock).map_err(at(&lock))?;
        match held.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RegisterError::Taken),
            Err(TryLockError::Error(why)) => return Err(at(&lock)(why)),
        }
        let content = match fs::read(&file) {
            Ok(text) => Content::parse(&file, &text)?,
            Err(why) if why.kind() == io::ErrorKind::NotFound => {
                // One that was moved away: what entrants have left here says that there were some.
                Content { is_entered: has_traces(folder), ..Content::new(contest) }
            }
            Err(why) => return Err(at(&file)(why)),
        };
        let mut register = Self { folder: folder.to_owned(), _lock: held, content };
        register.change(|content| content.take_up(contest)).map_err(at(&file))?;
        Ok(register)
    }

    /// Whether an accepted submission starts a run from now on.
    pub(crate) fn start_runs(&mut self, on: bool) -> io::Result<()> {
        self.change(|content| content.starts_runs = on)
    }

    pub(crate) fn starts_runs(&self) -> bool {
        self.content.starts_runs
    }

    /// Whether an entrant was ever given a link.
    pub(crate) fn is_entered(&self) -> bool {
        self.content.is_entered
    }

    /// Changes the register: on the disk first, so that nothing is known here that a restart would forget.
    fn change(&mut self, change: impl FnOnce(&mut Content)) -> io::Result<()> {
        let mut changed = self.content.clone();
        change(&mut changed);
        if changed == self.content && self.folder.join("register.json").exists() {
            return Ok(());
        }
        let (file, new) = (self.folder.join("register.json"), self.folder.join("register.new"));
        let mut out = private().create(true).truncate(true).open(&new)?;
        out.write_all(&serde_json::to_vec_pretty(&changed).map_err(io::Error::other)?)?;
        out.sync_all()?;
        fs::rename(new, file)?;
        self.content = changed;
        Ok(())
    }
}

/// Whether an entrant of a contest was ever given a link, by its register. One that cannot be read says yes.
pub(crate) fn is_entered(file: &Path) -> bool {
    match fs::read(file) {
        Ok(text) => Content::parse(file, &text).map_or(true, |content| content.is_entered),
        Err(why) => why.kind() != io::ErrorKind::NotFound || file.parent().is_some_and(has_traces),
    }
}

/// Whether entrants have left something in the folder of a contest.
fn has_traces(folder: &Path) -> bool {
    let is_left = |part: &&str| folder.join(part).read_dir().is_ok_and(|mut left| left.next().is_some());
    ["kept", "reports"].iter().any(is_left)
}

/// A file that nobody else reads.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{Content, Holder, Register, RegisterError, State, is_entered};

    pub(super) fn anna() -> Holder {
        Holder::Entrant("anna".into())
    }

    pub(super) fn open(folder: &Path) -> Register {
        Register::open(folder, "Night").unwrap()
    }

    #[test]
    fn a_register_that_was_moved_away_leaves_logs_closed() {
        let folder = tempfile::tempdir().unwrap();
        drop(open(folder.path()));
        let file = folder.path().join("register.json");
        assert!(!is_entered(&file));
        fs::create_dir_all(folder.path().join("kept/anna")).unwrap();
        fs::remove_file(&file).unwrap();
        assert!(is_entered(&file));
        drop(open(folder.path()));
        assert!(is_entered(&file));
    }

    #[test]
    fn submissions_that_cannot_be_read_may_have_entrants() {
        let data = tempfile::tempdir().unwrap();
        assert!(!crate::web::office::is_entered(data.path()));
        fs::write(data.path().join("submissions"), "no folder").unwrap();
        assert!(crate::web::office::is_entered(data.path()));
    }

    #[test]
    fn what_was_noted_is_there_after_a_restart_and_no_secret_is_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let link = register.invite(anna(), 180, 10).unwrap();
        let (holder, session) = register.admit(&link, 20).unwrap().unwrap();
        assert_eq!(holder, anna());
        let by = register.visitor(&session, 21).unwrap();
        let number = register.reserve_number();
        register.submit(&by, number, "anna", ("py", 99), 30).unwrap();
        register.settle(number, State::Checking).unwrap();
        drop(register);
        let text = fs::read_to_string(folder.path().join("register.json")).unwrap();
        assert!(!text.contains(&link.text()) && !text.contains(&session.text()), "{text}");
        let mut register = open(folder.path());
        assert_eq!(register.visitor(&session, 31), Some(by));
        assert!(register.admit(&link, 32).unwrap().is_some());
        assert_eq!(register.waiting().iter().map(|one| one.number).collect::<Vec<_>>(), [number]);
        assert!(register.is_entered() && is_entered(&folder.path().join("register.json")));
    }

    #[test]
    fn a_register_of_an_older_version_says_when_its_links_end() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let link = register.invite(anna(), 1, 0).unwrap();
        drop(register);
        let file = folder.path().join("register.json");
        let mut old: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        old["links"][0].as_object_mut().unwrap().remove("ends").unwrap();
        fs::write(&file, old.to_string()).unwrap();
        let register = open(folder.path());
        assert!(register.holder(&link, 179 * 24 * 3_600).is_some());
        assert!(register.holder(&link, 180 * 24 * 3_600).is_none());
    }

    #[test]
    fn a_second_server_a_damaged_file_and_a_newer_one_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("register.json");
        let register = open(folder.path());
        assert!(matches!(Register::open(folder.path(), "Night"), Err(RegisterError::Taken)));
        drop(register);
        fs::write(&file, "{\"version\": 2}").unwrap();
        assert!(matches!(Register::open(folder.path(), "Night"), Err(RegisterError::Newer { found: 2, .. })));
        fs::write(&file, "{\"version\": 1").unwrap();
        assert!(matches!(Register::open(folder.path(), "Night"), Err(RegisterError::Damaged { .. })));
        assert!(is_entered(&file), "what cannot be read opens nothing");
        assert!(Content::parse(&file, b"[]").is_err());
    }
}
