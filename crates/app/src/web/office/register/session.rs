//! Sessions: browsers that have opened a link.

use std::io;

use serde::{Deserialize, Serialize};

use super::super::secret::{Digest, Secret};
use super::{Holder, Register, Unchanged};

/// How long a session lasts: 30 days.
const SESSION_SECONDS: i64 = 30 * 24 * 3_600;
/// Sessions of one link at a time; the oldest goes first.
const SESSIONS_MAX: usize = 50;
/// When somebody came last is noted this exactly.
const SEEN_SECONDS: i64 = 600;

/// A browser that has opened a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) number: u32,
    pub(crate) link: u32,
    digest: Digest,
    pub(crate) made: i64,
    pub(crate) seen: i64,
}

/// Who has a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visitor {
    pub(crate) holder: Holder,
    pub(crate) link: u32,
    pub(crate) session: u32,
}

impl Register {
    /// Opens a session for whoever brings the secret of a link. Nobody is told apart who brings a wrong one.
    pub(crate) fn admit(&mut self, secret: &Secret, now: i64) -> Result<Option<(Holder, Secret)>, Unchanged> {
        let Some(link) = self.opened_by(secret, now) else { return Ok(None) };
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

    /// Who has a session with this secret.
    pub(crate) fn visitor(&mut self, secret: &Secret, now: i64) -> Option<Visitor> {
        let digest = secret.digest();
        let is_it = |session: &&Session| session.digest == digest && now < session.made + SESSION_SECONDS;
        let session = self.content.sessions.iter().find(is_it)?;
        let (number, seen) = (session.number, session.seen);
        let is_of_it = |link: &&super::Link| link.number == session.link && link.is_open(now);
        let link = self.content.links.iter().find(is_of_it)?;
        let visitor = Visitor { holder: link.holder.clone(), link: link.number, session: number };
        if now >= seen + SEEN_SECONDS {
            // That it cannot be noted keeps nobody out.
            let _unnoted = self.change(|content| {
                content.sessions.iter_mut().filter(|one| one.number == number).for_each(|one| one.seen = now);
            });
        }
        Some(visitor)
    }

    /// Ends a session.
    pub(crate) fn end_session(&mut self, number: u32) -> io::Result<()> {
        self.change(|content| content.sessions.retain(|session| session.number != number))
    }

    pub(crate) fn sessions(&self) -> &[Session] {
        &self.content.sessions
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{anna, open};
    use super::super::{Register, Visitor};
    use super::SESSION_SECONDS;

    #[test]
    fn a_session_ends_with_its_time_with_its_link_and_when_it_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let link = register.invite(anna(), 180, 0).unwrap();
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
}
