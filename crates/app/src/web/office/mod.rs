//! The office of a contest: who may organise and submit, the queue of checks, and the run that the organiser starts.
//!
//! ```text
//! pages ── Office ── register ── links, sessions, submissions, on disk; of secrets only hashes
//!            ├ checker ── one check at a time, as `croupier check` does it ── shelf: quarantine, entrants, versions
//!            └ runner ── the run, as `croupier run` does it
//! ```

mod checker;
mod cookies;
mod register;
mod runner;
mod secret;
mod shelf;
mod upload;
mod wrong;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::http::HeaderMap;
use croupier_arena::contest::Contest;
use croupier_arena::stop::Stop;

use super::site::locked;
use cookies::Cookies;
use wrong::Wrong;

pub(crate) use cookies::Role;
pub(crate) use register::{Holder, Register, RegisterError, State, Submission, Unchanged, Visitor};
pub(crate) use runner::{Now, Runner};
pub(crate) use secret::Secret;
pub(crate) use shelf::{Shelf, check_entrant, ending, endings};
pub(super) use upload::{Fields, Upload, form, upload};
pub(crate) use wrong::DELAY;

/// The folder of all offices in a data folder.
const FOLDER: &str = "submissions";
/// The longest upload, in bytes: 256 KiB.
pub(crate) const UPLOAD_BYTES: usize = 256 << 10;
/// Uploads of one link in an hour.
pub(crate) const UPLOADS_MAX: usize = 12;
const HOUR: i64 = 3_600;

/// The office of one contest.
#[derive(Debug)]
pub(crate) struct Office {
    folder: PathBuf,
    register: Mutex<Register>,
    /// Rung when something is submitted.
    bell: Condvar,
    wrong: Mutex<Wrong>,
    shelf: Shelf,
    runner: Arc<Runner>,
    cookies: Cookies,
}

impl Office {
    /// Opens the office of a contest in a data folder.
    ///
    /// # Errors
    /// When another server has it, or its files are not to be read or written.
    pub(crate) fn open(contest: &Contest, data: &Path, is_secure: bool) -> Result<Self, RegisterError> {
        let whole = contest.folder.canonicalize().unwrap_or_else(|_| contest.folder.clone());
        let digits: String =
            blake3::hash(whole.as_os_str().as_encoded_bytes()).to_hex().chars().take(8).collect();
        let name: String = whole
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .take(40)
            .collect();
        let folder = data.join(FOLDER).join(format!("{name}-{digits}"));
        let unopened = |why| RegisterError::File { file: folder.clone(), why };
        let shelf = Shelf::open(folder.clone(), contest.entrants.clone()).map_err(unopened)?;
        Ok(Self {
            register: Mutex::new(Register::open(&folder, &contest.name)?),
            bell: Condvar::new(),
            wrong: Mutex::default(),
            shelf,
            runner: Arc::new(Runner::new(contest.folder.clone(), data.to_owned())),
            cookies: Cookies { contest: digits, is_secure },
            folder: contest.folder.clone(),
        })
    }

    /// Starts the thread that checks what is submitted, until `stop` is set. Then the run is ended as well.
    pub(crate) fn begin(self: &Arc<Self>, stop: Stop) -> io::Result<JoinHandle<()>> {
        let office = Arc::clone(self);
        thread::Builder::new().name("office".into()).spawn(move || {
            office.check_all(&stop);
            office.runner.close();
        })
    }

    /// Makes a link and tells its secret, once.
    pub(crate) fn invite(&self, holder: Holder) -> Result<Secret, Unchanged> {
        locked(&self.register).invite(holder, now())
    }

    /// Opens a session for the secret of a link. Whoever was led to it by another site is asked first, so that nobody is
    /// made somebody else unawares. A wrong one is counted.
    pub(crate) fn admit(&self, secret: &str, way: Way) -> Result<Admission, Unchanged> {
        let mut register = locked(&self.register);
        let opened = match (Secret::parse(secret), way) {
            (Some(secret), Way::Own) => {
                register.admit(&secret, now())?.map(|(holder, session)| Admission::Open(holder, session))
            }
            (Some(secret), Way::Foreign) => register.holder(&secret).cloned().map(Admission::Ask),
            (None, _) => None,
        };
        Ok(match opened {
            Some(opened) => opened,
            None if locked(&self.wrong).count(Instant::now()) => Admission::TooMany,
            None => Admission::Wrong,
        })
    }

    /// Who asks, if he has a session of that role.
    pub(crate) fn visitor(&self, headers: &HeaderMap, role: Role) -> Option<(Visitor, Secret)> {
        let secret = self.cookies.secret(headers, role)?;
        let visitor = locked(&self.register).visitor(&secret, now())?;
        (Role::from(&visitor.holder) == role).then_some((visitor, secret))
    }

    /// Notes an upload and lets it be checked.
    pub(crate) fn submit(
        &self,
        by: &Visitor,
        name: &str,
        ending: &str,
        source: &[u8],
    ) -> Result<(), Unchanged> {
        let mut register = locked(&self.register);
        if uploads_left(&register, by.link) == 0 {
            let said = format!("{UPLOADS_MAX} files an hour are taken of each entrant: wait a while.");
            return Err(Unchanged::Refused(said));
        }
        let is_former = |one: &&Submission| one.name == name && one.state == State::Waiting;
        let former: Vec<u32> =
            register.submissions().iter().filter(is_former).map(|one| one.number).collect();
        // The file is there before anybody looks for it.
        let number = register.next_number();
        self.shelf.detain(number, name, ending, source)?;
        let bytes = u64::try_from(source.len()).expect("a file has fewer than 2^64 bytes");
        let (_, forgotten) = register.submit(by, name, (ending, bytes), now())?;
        for number in forgotten {
            self.shelf.forget(number);
        }
        for number in former {
            self.shelf.release(number);
        }
        self.bell.notify_all();
        Ok(())
    }

    /// What the register knows.
    pub(crate) fn with<R>(&self, ask: impl FnOnce(&mut Register) -> R) -> R {
        ask(&mut locked(&self.register))
    }

    pub(crate) fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    pub(crate) fn runner(&self) -> &Arc<Runner> {
        &self.runner
    }

    pub(crate) fn cookies(&self) -> &Cookies {
        &self.cookies
    }
}

/// Where somebody comes from who opens a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// From our own pages, or by the address that he was given.
    Own,
    /// From a page of another site.
    Foreign,
}

/// What the secret of a link has opened.
#[derive(Debug)]
pub(crate) enum Admission {
    /// Nothing yet: he is to say that he is this one.
    Ask(Holder),
    /// A session, with its secret.
    Open(Holder, Secret),
    /// Nothing.
    Wrong,
    /// Nothing, and so many tried that whoever tries is to wait.
    TooMany,
}

/// How many uploads a link has left in this hour.
pub(crate) fn uploads_left(register: &Register, link: u32) -> usize {
    let since = now() - HOUR;
    let recent = register.submissions().iter().filter(|one| one.link == link && one.at > since);
    UPLOADS_MAX.saturating_sub(recent.count())
}

/// Whether entrants of any contest of a data folder were given links: then not all is for all eyes.
pub(crate) fn is_entered(data: &Path) -> bool {
    let mut offices = match data.join(FOLDER).read_dir() {
        Ok(offices) => offices,
        // What cannot be read may hold links.
        Err(why) => return why.kind() != io::ErrorKind::NotFound,
    };
    offices.any(|office| {
        office.map_or(true, |office| register::is_entered(&office.path().join("register.json")))
    })
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
