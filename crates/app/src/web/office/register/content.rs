//! What is in the file.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Link, RegisterError, Session, State, Submission, VERSION};

/// What is in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Content {
    pub(super) version: u32,
    /// What the contest is called.
    pub(super) contest: String,
    /// Whether an entrant was ever given a link: then sources, logs and records are not for all.
    pub(super) is_entered: bool,
    /// Whether an accepted submission starts a run.
    pub(super) starts_runs: bool,
    /// The next number of a link or a session.
    pub(super) next: u32,
    /// The next number of a submission.
    pub(super) next_submission: u32,
    pub(super) links: Vec<Link>,
    pub(super) sessions: Vec<Session>,
    pub(super) submissions: Vec<Submission>,
}

impl Content {
    pub(super) fn new(contest: &str) -> Self {
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

    pub(super) fn parse(file: &Path, text: &[u8]) -> Result<Self, RegisterError> {
        let damaged = |why| RegisterError::Damaged { file: file.to_owned(), why };
        let version: serde_json::Value = serde_json::from_slice(text).map_err(damaged)?;
        if let Some(found) = version["version"].as_u64().filter(|&found| found > VERSION.into()) {
            return Err(RegisterError::Newer { file: file.to_owned(), found });
        }
        serde_json::from_slice(text).map_err(damaged)
    }

    /// A number for a link or a session.
    pub(super) fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// A server that was killed has finished no check, and whose link was withdrawn meanwhile is not checked.
    pub(super) fn take_up(&mut self, contest: &str) {
        contest.clone_into(&mut self.contest);
        for one in &mut self.submissions {
            if one.state == State::Checking {
                one.state = State::Waiting;
            }
            if one.state == State::Waiting && !self.links.iter().any(|link| link.number == one.link) {
                one.state = State::Replaced;
            }
        }
    }
}
