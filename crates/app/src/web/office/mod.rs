//! The office of a contest: who may organise and submit, the queue of checks, and the run that the organiser starts.
//!
//! ```text
//! pages ── Office ── register ── links, sessions, submissions, on disk; of secrets only hashes
//!            ├ checker ── one check at a time, as `croupier check` does it ── shelf: quarantine, entrants, versions
//!            └ runner ── the run, as `croupier run` does it
//! ```

mod alike;
mod checker;
mod cookies;
mod going;
mod register;
mod runner;
mod secret;
mod shelf;
mod upload;
mod wrong;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::http::HeaderMap;
use croupier_arena::contest::Contest;
use croupier_arena::stop::Stop;
use croupier_arena::store::Begin;

use super::site::locked;
use checker::Trouble;
use cookies::Cookies;
use going::{Ended, Going};
use wrong::Wrong;

pub(crate) use cookies::Role;
pub(crate) use register::{
    Holder, LINK_DAYS, LINK_DAYS_MAX, Register, RegisterError, State, Submission, Unchanged, Visitor,
};
pub(crate) use runner::{Now, Runner};
pub(crate) use secret::Secret;
pub(crate) use shelf::{Shelf, check_entrant, ending, endings};
pub(super) use upload::{Fields, Upload, form, upload};
pub(crate) use wrong::{DELAY, Tried};

/// The folder of all offices in a data folder.
const FOLDER: &str = "submissions";
/// The longest upload, in bytes: 256 KiB.
pub(crate) const UPLOAD_BYTES: usize = 256 << 10;
/// Uploads of one link in an hour.
pub(crate) const UPLOADS_MAX: usize = 12;
const HOUR: i64 = 3_600;
/// Why nobody is invited to a contest that trusts its bots.
const TRUSTS: &str = "This contest trusts its bots (trust = true), and what entrants submit would run without a sandbox: \
                      take that line out of contest.toml, and start the server again.";

/// The office of one contest.
#[derive(Debug)]
pub(crate) struct Office {
    /// As it was read when the server began: checks and runs go by that.
    contest: Arc<Contest>,
    /// What its file said then.
    settings: Option<blake3::Hash>,
    register: Mutex<Register>,
    /// Rung when something is submitted.
    bell: Condvar,
    wrong: Mutex<Wrong>,
    /// The check that goes on.
    going: Mutex<Option<Arc<Going>>>,
    /// Submissions whose check came to nothing, by their numbers.
    troubles: Mutex<BTreeMap<u32, Trouble>>,
    shelf: Shelf,
    runner: Arc<Runner>,
    cookies: Cookies,
}

impl Office {
    /// Opens the office of a contest in a data folder.
    ///
    /// # Errors
    /// When another server has it, or its files are not to be read or written.
    pub(crate) fn open(contest: &Arc<Contest>, data: &Path, is_secure: bool) -> Result<Self, RegisterError> {
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
        let register = Register::open(&folder, &contest.name)?;
        let is_due = |number| register.submissions().iter().any(|one| one.number == number && one.is_due());
        shelf.release_all_but(is_due).map_err(unopened)?;
        Ok(Self {
            register: Mutex::new(register),
            bell: Condvar::new(),
            wrong: Mutex::default(),
            going: Mutex::default(),
            troubles: Mutex::default(),
            shelf,
            runner: Arc::new(Runner::new(Arc::clone(contest), data.to_owned())),
            cookies: Cookies { contest: digits, is_secure },
            settings: settings(contest),
            contest: Arc::clone(contest),
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

    /// Makes a link for so many days and tells its secret, once.
    pub(crate) fn invite(&self, holder: Holder, days: u32) -> Result<Secret, Unchanged> {
        if matches!(holder, Holder::Entrant(_)) {
            self.check_confines()?;
        }
        locked(&self.register).invite(holder, days, now())
    }

    /// What strangers submit runs in the sandbox, or not at all.
    fn check_confines(&self) -> Result<(), Unchanged> {
        if self.contest.settings.trust { Err(Unchanged::Refused(TRUSTS.into())) } else { Ok(()) }
    }

    /// Withdraws a link, with the sessions that it has opened, what waits of it, and the check that goes on for it.
    pub(crate) fn withdraw(&self, link: u32) -> Result<(), Unchanged> {
        let mut register = locked(&self.register);
        let left = register.withdraw_link(link)?;
        if let Some(going) = locked(&self.going).as_ref().filter(|going| going.link == link) {
            going.end(Ended::Withdrawn);
        }
        drop(register);
        for number in left {
            self.shelf.release(number);
        }
        Ok(())
    }

    /// Ends the check of a submission.
    pub(crate) fn end_check(&self, number: u32) -> Result<(), Unchanged> {
        match locked(&self.going).as_ref().filter(|going| going.number == number) {
            Some(going) => going.end(Ended::ByOrganiser),
            None => return Err(Unchanged::Refused("It is not being checked any more.".into())),
        }
        Ok(())
    }

    /// Starts a run, or goes on with the one that was stopped.
    pub(crate) fn start_run(&self, begin: Begin) -> Result<(), &'static str> {
        if settings(&self.contest) != self.settings {
            return Err("contest.toml has changed since the server began, which goes by what it said then: \
                        start the server again.");
        }
        if self.contest.settings.trust && locked(&self.register).is_entered() {
            return Err(TRUSTS);
        }
        self.runner.start(begin)
    }

    /// Stops the run. No submission starts another one until the organiser says so again.
    pub(crate) fn stop_run(&self) -> Result<(), Unchanged> {
        let mut register = locked(&self.register);
        self.runner.stop().map_err(|said| Unchanged::Refused(said.to_owned()))?;
        Ok(register.start_runs(false)?)
    }

    /// Opens a session for the secret of a link. Whoever was led to it by another site is asked first, so that nobody is
    /// made somebody else unawares. A wrong one is counted.
    pub(crate) fn admit(&self, secret: &str, way: Way) -> Result<Admission, Unchanged> {
        let mut register = locked(&self.register);
        let opened = match (Secret::parse(secret), way) {
            (Some(secret), Way::Own) => {
                register.admit(&secret, now())?.map(|(holder, session)| Admission::Open(holder, session))
            }
            (Some(secret), Way::Foreign) => register.holder(&secret, now()).cloned().map(Admission::Ask),
            (None, _) => None,
        };
        Ok(match opened {
            Some(opened) => opened,
            None => Admission::Wrong(locked(&self.wrong).count(Instant::now())),
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
        self.check_confines()?;
        let number = {
            let mut register = locked(&self.register);
            check_uploads(&register, by.link)?;
            register.reserve_number()
        };
        // The file is there before anybody looks for it, and nobody waits for it to be written.
        let bytes = u64::try_from(source.len()).expect("a file has fewer than 2^64 bytes");
        let noted = self.shelf.detain(number, name, ending, source).map_err(Unchanged::from);
        let noted = noted.and_then(|()| {
            let mut register = locked(&self.register);
            // Another may have come meanwhile, or the link be withdrawn.
            check_uploads(&register, by.link)?;
            if !register.links().iter().any(|link| link.number == by.link) {
                return Err(Unchanged::Refused("This link is withdrawn.".into()));
            }
            Ok(register.submit(by, number, name, (ending, bytes), now())?)
        });
        let (replaced, forgotten) = noted.inspect_err(|_| self.shelf.release(number))?;
        for number in forgotten {
            self.shelf.forget(number);
        }
        for number in replaced {
            self.shelf.release(number);
        }
        self.bell.notify_all();
        Ok(())
    }

    /// Counts a session that nobody has, as a wrong link is counted; none if the visitor brings no session.
    pub(crate) fn count_stranger(&self, headers: &HeaderMap, role: Role) -> Option<Tried> {
        self.cookies.secret(headers, role)?;
        Some(locked(&self.wrong).count(Instant::now()))
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
    Wrong(Tried),
}

/// What the file of a contest says.
fn settings(contest: &Contest) -> Option<blake3::Hash> {
    fs::read(contest.folder.join("contest.toml")).ok().map(|text| blake3::hash(&text))
}

fn check_uploads(register: &Register, link: u32) -> Result<(), Unchanged> {
    if uploads_left(register, link) == 0 {
        let said = format!("{UPLOADS_MAX} files an hour are taken of each entrant: wait a while.");
        return Err(Unchanged::Refused(said));
    }
    Ok(())
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
