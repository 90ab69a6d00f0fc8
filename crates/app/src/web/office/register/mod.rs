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

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use croupier_rules::verdict::Verdict;
use serde::{Deserialize, Serialize};

use super::secret::{Digest, Secret};

/// The newest version of the file.
const VERSION: u32 = 1;
/// How long a session lasts: 30 days.
const SESSION_SECONDS: i64 = 30 * 24 * 3_600;
/// Sessions of one link at a time; the oldest goes first.
const SESSIONS_MAX: usize = 50;
/// Links at a time.
const LINKS_MAX: usize = 1_000;
/// Submissions that are remembered of one name.
const REMEMBERED: usize = 200;
/// When somebody came last is noted this exactly.
const SEEN_SECONDS: i64 = 600;

/// The register, open for writing.
#[derive(Debug)]
pub(crate) struct Register {
    folder: PathBuf,
    /// Given back when it is closed.
    _lock: File,
    content: Content,
}

/// What is in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    version: u32,
    /// What the contest is called.
    contest: String,
    /// Whether an entrant was ever given a link: then sources, logs and records are not for all.
    is_entered: bool,
    /// Whether an accepted submission starts a run.
    starts_runs: bool,
    /// The next number of a link or a session.
    next: u32,
    /// The next number of a submission.
    next_submission: u32,
    links: Vec<Link>,
    sessions: Vec<Session>,
    submissions: Vec<Submission>,
}

/// Whose a link is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Holder {
    /// The organiser's.
    Organiser,
    /// An entrant's, by the name that its bot goes by.
    Entrant(String),
}

/// A link that opens sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) number: u32,
    pub(crate) holder: Holder,
    digest: Digest,
    pub(crate) made: i64,
    /// When it was opened last.
    pub(crate) opened: Option<i64>,
}

/// A browser that has opened a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) number: u32,
    pub(crate) link: u32,
    digest: Digest,
    pub(crate) made: i64,
    pub(crate) seen: i64,
}

/// A source that was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Submission {
    pub(crate) number: u32,
    pub(crate) link: u32,
    pub(crate) name: String,
    /// The ending of the file, which says its language.
    pub(crate) ending: String,
    pub(crate) bytes: u64,
    pub(crate) at: i64,
    pub(crate) state: State,
}

/// What became of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// It waits for its check.
    Waiting,
    /// It is built, and plays a short session.
    Checking,
    /// It takes part; the hash is the one of its file that the standings name.
    Accepted {
        /// The hash.
        hash: String,
    },
    /// It takes no part.
    Refused {
        /// The verdict, if it was built and played at all.
        verdict: Option<Verdict>,
        /// Why, in a line.
        reason: String,
    },
    /// Its author handed in another one before it was checked, or his link was withdrawn.
    Replaced,
}

/// Who has a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visitor {
    pub(crate) holder: Holder,
    pub(crate) link: u32,
    pub(crate) session: u32,
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
        let begun = |content: &mut Content| {
            contest.clone_into(&mut content.contest);
            // A server that was killed has finished no check.
            let checking = content.submissions.iter_mut().filter(|one| one.state == State::Checking);
            checking.for_each(|one| one.state = State::Waiting);
            // Whose link was withdrawn meanwhile is not checked.
            let links: Vec<u32> = content.links.iter().map(|link| link.number).collect();
            let waiting = content.submissions.iter_mut().filter(|one| one.state == State::Waiting);
            waiting.filter(|one| !links.contains(&one.link)).for_each(|one| one.state = State::Replaced);
        };
        register.change(begun).map_err(at(&file))?;
        Ok(register)
    }

    /// Makes a link and tells its secret, once.
    pub(crate) fn invite(&mut self, holder: Holder, now: i64) -> Result<Secret, Unchanged> {
        let is_taken = |link: &Link| holder != Holder::Organiser && link.holder == holder;
        if let (Some(_), Holder::Entrant(name)) =
            (self.content.links.iter().find(|link| is_taken(link)), &holder)
        {
            let said = format!("{name} has a link already: withdraw it first.");
            return Err(Unchanged::Refused(said));
        }
        // The organiser is let in to withdraw some.
        if holder != Holder::Organiser && self.content.links.len() >= LINKS_MAX {
            return Err(Unchanged::Refused(format!("There are {LINKS_MAX} links: withdraw some first.")));
        }
        let secret = Secret::new()?;
        let digest = secret.digest();
        self.change(|content| {
            // A link for the organiser that nobody has opened is lost.
            if holder == Holder::Organiser {
                content.links.retain(|link| link.holder != holder || link.opened.is_some());
            } else {
                content.is_entered = true;
            }
            let number = content.number();
            content.links.push(Link { number, holder, digest, made: now, opened: None });
        })?;
        Ok(secret)
    }

    /// Opens a session for whoever brings the secret of a link. Nobody is told apart who brings a wrong one.
    pub(crate) fn admit(&mut self, secret: &Secret, now: i64) -> Result<Option<(Holder, Secret)>, Unchanged> {
        let digest = secret.digest();
        let Some(link) = self.content.links.iter().find(|link| link.digest == digest) else {
            return Ok(None);
        };
        let (link, holder) = (link.number, link.holder.clone());
        let session = Secret::new()?;
        let digest = session.digest();
        self.change(|content| {
            content.sessions.retain(|session| now < session.made + SESSION_SECONDS);
            let of_link: Vec<u32> =
                content.sessions.iter().filter(|one| one.link == link).map(|one| one.number).collect();
            if of_link.len() >= SESSIONS_MAX {
                content.sessions.retain(|session| session.number != of_link[0]);
            }
            let number = content.number();
            content.sessions.push(Session { number, link, digest, made: now, seen: now });
            if let Some(link) = content.links.iter_mut().find(|one| one.number == link) {
                link.opened = Some(now);
            }
        })?;
        Ok(Some((holder, session)))
    }

    /// Whose link this is the secret of.
    pub(crate) fn holder(&self, secret: &Secret) -> Option<&Holder> {
        let digest = secret.digest();
        self.content.links.iter().find(|link| link.digest == digest).map(|link| &link.holder)
    }

    /// Who has a session with this secret.
    pub(crate) fn visitor(&mut self, secret: &Secret, now: i64) -> Option<Visitor> {
        let digest = secret.digest();
        let is_it = |session: &&Session| session.digest == digest && now < session.made + SESSION_SECONDS;
        let session = self.content.sessions.iter().find(is_it)?;
        let (number, seen) = (session.number, session.seen);
        let link = self.content.links.iter().find(|link| link.number == session.link)?;
        let visitor = Visitor { holder: link.holder.clone(), link: link.number, session: number };
        if now >= seen + SEEN_SECONDS {
            // That it cannot be noted keeps nobody out.
            let _unnoted = self.change(|content| {
                content.sessions.iter_mut().filter(|one| one.number == number).for_each(|one| one.seen = now);
            });
        }
        Some(visitor)
    }

    /// Withdraws a link, and all sessions that it has opened.
    pub(crate) fn withdraw_link(&mut self, number: u32) -> Result<(), Unchanged> {
        if !self.content.links.iter().any(|link| link.number == number) {
            return Err(Unchanged::Refused("This link is withdrawn already.".into()));
        }
        Ok(self.change(|content| {
            content.links.retain(|link| link.number != number);
            content.sessions.retain(|session| session.link != number);
            let waiting = content
                .submissions
                .iter_mut()
                .filter(|one| one.link == number && one.state == State::Waiting);
            waiting.for_each(|one| one.state = State::Replaced);
        })?)
    }

    /// Ends a session.
    pub(crate) fn end_session(&mut self, number: u32) -> io::Result<()> {
        self.change(|content| content.sessions.retain(|session| session.number != number))
    }

    /// The number that the next submission gets.
    pub(crate) fn next_number(&self) -> u32 {
        self.content.next_submission
    }

    /// Notes a submission, in place of one of the same name that waits still. Returns its number, and those
    /// of old ones that are forgotten.
    pub(crate) fn submit(
        &mut self,
        by: &Visitor,
        name: &str,
        file: (&str, u64),
        now: i64,
    ) -> io::Result<(u32, Vec<u32>)> {
        let number = self.next_number();
        let mut forgotten = Vec::new();
        let (ending, bytes) = file;
        self.change(|content| {
            for older in content.submissions.iter_mut().filter(|one| one.name == name) {
                if older.state == State::Waiting {
                    older.state = State::Replaced;
                }
            }
            content.next_submission += 1;
            let (name, ending, state) = (name.to_owned(), ending.to_owned(), State::Waiting);
            content.submissions.push(Submission {
                number,
                link: by.link,
                name,
                ending,
                bytes,
                at: now,
                state,
            });
            forgotten = content.forget(by.link);
        })?;
        Ok((number, forgotten))
    }

    /// Notes what became of a submission.
    pub(crate) fn settle(&mut self, number: u32, state: State) -> io::Result<()> {
        self.change(|content| {
            content
                .submissions
                .iter_mut()
                .filter(|one| one.number == number)
                .for_each(|one| one.state = state.clone());
        })
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

    pub(crate) fn links(&self) -> &[Link] {
        &self.content.links
    }

    pub(crate) fn sessions(&self) -> &[Session] {
        &self.content.sessions
    }

    /// The submissions, the oldest first.
    pub(crate) fn submissions(&self) -> &[Submission] {
        &self.content.submissions
    }

    /// The submissions that wait, in the order of their checks.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &Submission> {
        self.content.submissions.iter().filter(|one| one.state == State::Waiting)
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

impl Content {
    fn new(contest: &str) -> Self {
        Self {
            version: VERSION,
            contest: contest.to_owned(),
            is_entered: false,
            starts_runs: false,
            next: 1,
            next_submission: 1,
            links: Vec::new(),
            sessions: Vec::new(),
            submissions: Vec::new(),
        }
    }

    fn parse(file: &Path, text: &[u8]) -> Result<Self, RegisterError> {
        let damaged = |why| RegisterError::Damaged { file: file.to_owned(), why };
        let version: serde_json::Value = serde_json::from_slice(text).map_err(damaged)?;
        if let Some(found) = version["version"].as_u64().filter(|&found| found > VERSION.into()) {
            return Err(RegisterError::Newer { file: file.to_owned(), found });
        }
        serde_json::from_slice(text).map_err(damaged)
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Forgets the oldest submissions of a link that are settled, beyond those that are remembered. Returns their numbers.
    fn forget(&mut self, link: u32) -> Vec<u32> {
        let mut forgotten = Vec::new();
        let of_link = self.submissions.iter().filter(|one| one.link == link);
        let mut surplus = of_link.count().saturating_sub(REMEMBERED);
        self.submissions.retain(|one| {
            let is_settled = !matches!(one.state, State::Waiting | State::Checking);
            let goes = surplus > 0 && one.link == link && is_settled;
            if goes {
                surplus -= 1;
                forgotten.push(one.number);
            }
            !goes
        });
        forgotten
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{
        Content, Holder, LINKS_MAX, Link, Register, RegisterError, SESSION_SECONDS, Secret, State, Unchanged,
        Visitor, is_entered,
    };

    fn anna() -> Holder {
        Holder::Entrant("anna".into())
    }

    fn open(folder: &Path) -> Register {
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
    fn the_organiser_is_let_in_where_there_are_as_many_links_as_may_be() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let link = |number: usize| Link {
            number: u32::try_from(number).unwrap(),
            holder: Holder::Entrant(format!("entrant {number}")),
            digest: Secret::new().unwrap().digest(),
            made: 0,
            opened: None,
        };
        register.change(|content| content.links = (0..LINKS_MAX).map(link).collect()).unwrap();
        assert!(matches!(register.invite(anna(), 1), Err(Unchanged::Refused(_))));
        register.invite(Holder::Organiser, 1).unwrap();
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
        let link = register.invite(anna(), 10).unwrap();
        let (holder, session) = register.admit(&link, 20).unwrap().unwrap();
        assert_eq!(holder, anna());
        let by = register.visitor(&session, 21).unwrap();
        let (number, _) = register.submit(&by, "anna", ("py", 99), 30).unwrap();
        register.settle(number, State::Checking).unwrap();
        drop(register);
        let text = fs::read_to_string(folder.path().join("register.json")).unwrap();
        assert!(!text.contains(&link.text()) && !text.contains(&session.text()), "{text}");
        let mut register = open(folder.path());
        assert_eq!(register.visitor(&session, 31), Some(by));
        assert!(register.admit(&link, 32).unwrap().is_some());
        assert_eq!(register.waiting().map(|one| one.number).collect::<Vec<_>>(), [number]);
        assert!(register.is_entered() && is_entered(&folder.path().join("register.json")));
    }

    #[test]
    fn a_session_ends_with_its_time_with_its_link_and_when_it_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let link = register.invite(anna(), 0).unwrap();
        let enter = |register: &mut Register| register.admit(&link, 0).unwrap().unwrap().1;
        let [first, second] = [enter(&mut register), enter(&mut register)];
        assert!(register.visitor(&first, SESSION_SECONDS - 1).is_some());
        assert_eq!(register.visitor(&first, SESSION_SECONDS), None);
        let Visitor { session, link: number, .. } = register.visitor(&first, 1).unwrap();
        register.end_session(session).unwrap();
        assert_eq!(register.visitor(&first, 1), None);
        assert!(register.visitor(&second, 1).is_some());
        register.withdraw_link(number).unwrap();
        assert_eq!(register.visitor(&second, 1), None);
        assert!(register.admit(&link, 1).unwrap().is_none());
    }

    #[test]
    fn a_name_has_one_link_and_the_last_of_two_that_wait_is_checked() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let link = register.invite(anna(), 0).unwrap();
        assert!(register.invite(anna(), 0).unwrap_err().to_string().contains("has a link already"));
        let session = register.admit(&link, 0).unwrap().unwrap().1;
        let by = register.visitor(&session, 0).unwrap();
        let (first, _) = register.submit(&by, "anna", ("py", 1), 1).unwrap();
        let (second, _) = register.submit(&by, "anna", ("cpp", 1), 2).unwrap();
        assert_eq!(register.waiting().map(|one| one.number).collect::<Vec<_>>(), [second]);
        assert_eq!(register.submissions()[0].state, State::Replaced);
        assert!(first < second);
    }

    #[test]
    fn old_submissions_are_forgotten_and_those_that_wait_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let link = register.invite(anna(), 0).unwrap();
        let session = register.admit(&link, 0).unwrap().unwrap().1;
        let by = register.visitor(&session, 0).unwrap();
        let mut forgotten = Vec::new();
        for at in 0..201 {
            forgotten.extend(register.submit(&by, "anna", ("py", 1), at).unwrap().1);
        }
        assert_eq!(register.submissions().len(), 200);
        assert_eq!(forgotten, [register.submissions()[0].number - 1]);
        assert_eq!(register.waiting().count(), 1);
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
