//! Links: made for the organiser and for entrants, good for some time, withdrawn.

use serde::{Deserialize, Serialize};

use super::super::alike::alike;
use super::super::secret::{Digest, Secret};
use super::{Register, State, Unchanged};

/// How long a link opens sessions unless the organiser says otherwise, in days.
pub(crate) const LINK_DAYS: u32 = 180;
/// The longest that he may say.
pub(crate) const LINK_DAYS_MAX: u32 = 3_650;
/// Links at a time.
const LINKS_MAX: usize = 1_000;
const DAY: i64 = 24 * 3_600;

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
    pub(super) digest: Digest,
    pub(crate) made: i64,
    /// When it was opened last.
    pub(crate) opened: Option<i64>,
    /// When it ends. Links of an older version do not say it.
    #[serde(default)]
    ends: Option<i64>,
}

impl Link {
    /// When it ends.
    pub(crate) fn ends(&self) -> i64 {
        self.ends.unwrap_or(self.made + i64::from(LINK_DAYS) * DAY)
    }

    /// Whether it opens anything still.
    pub(crate) fn is_open(&self, now: i64) -> bool {
        now < self.ends()
    }
}

impl Register {
    /// Makes a link for so many days and tells its secret, once.
    pub(crate) fn invite(&mut self, holder: Holder, days: u32, now: i64) -> Result<Secret, Unchanged> {
        if let Holder::Entrant(name) = &holder {
            self.check_free(name)?;
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
            let (number, ends) = (content.number(), Some(now + i64::from(days) * DAY));
            content.links.push(Link { number, holder, digest, made: now, opened: None, ends });
        })?;
        Ok(secret)
    }

    /// Lets those have a link whom nobody would take for another. The organiser is let in in any case, to withdraw some.
    fn check_free(&self, name: &str) -> Result<(), Unchanged> {
        for link in &self.content.links {
            let Holder::Entrant(other) = &link.holder else { continue };
            if other == name {
                return Err(Unchanged::Refused(format!("{name} has a link already: withdraw it first.")));
            }
            if alike(other) == alike(name) {
                let said = format!("{name} looks like {other}, who has a link: take another name.");
                return Err(Unchanged::Refused(said));
            }
        }
        if self.content.links.len() >= LINKS_MAX {
            return Err(Unchanged::Refused(format!("There are {LINKS_MAX} links: withdraw some first.")));
        }
        Ok(())
    }

    /// Lets a link open sessions for so many days from now on.
    pub(crate) fn renew_link(&mut self, number: u32, days: u32, now: i64) -> Result<(), Unchanged> {
        self.check_link(number)?;
        Ok(self.change(|content| {
            let link = content.links.iter_mut().filter(|link| link.number == number);
            link.for_each(|link| link.ends = Some(now + i64::from(days) * DAY));
        })?)
    }

    /// Whose link this is the secret of.
    pub(crate) fn holder(&self, secret: &Secret, now: i64) -> Option<&Holder> {
        self.opened_by(secret, now).map(|link| &link.holder)
    }

    /// The link of a secret.
    pub(super) fn opened_by(&self, secret: &Secret, now: i64) -> Option<&Link> {
        let digest = secret.digest();
        self.content.links.iter().find(|link| link.digest == digest && link.is_open(now))
    }

    /// Withdraws a link, and all sessions that it has opened. What waited of it is not checked: returns the numbers.
    pub(crate) fn withdraw_link(&mut self, number: u32) -> Result<Vec<u32>, Unchanged> {
        self.check_link(number)?;
        let mut left = Vec::new();
        self.change(|content| {
            content.links.retain(|link| link.number != number);
            content.sessions.retain(|session| session.link != number);
            for one in &mut content.submissions {
                if one.link == number && one.state == State::Waiting {
                    one.state = State::Replaced;
                    left.push(one.number);
                }
            }
        })?;
        Ok(left)
    }

    fn check_link(&self, number: u32) -> Result<(), Unchanged> {
        if self.content.links.iter().any(|link| link.number == number) {
            return Ok(());
        }
        Err(Unchanged::Refused("This link is withdrawn already.".into()))
    }

    pub(crate) fn links(&self) -> &[Link] {
        &self.content.links
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{anna, open};
    use super::super::{Holder, Unchanged};
    use super::{DAY, LINKS_MAX, Link, Secret};

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
            ends: None,
        };
        register.change(|content| content.links = (0..LINKS_MAX).map(link).collect()).unwrap();
        assert!(matches!(register.invite(anna(), 1, 1), Err(Unchanged::Refused(_))));
        register.invite(Holder::Organiser, 1, 1).unwrap();
    }

    #[test]
    fn names_that_look_alike_have_no_two_links() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let invite =
            |register: &mut super::Register, name: &str| register.invite(Holder::Entrant(name.into()), 1, 0);
        invite(&mut register, "Zoé").unwrap();
        for other in ["Zoe\u{301}", "zoé", "ZOÉ", "Ｚoé"] {
            let refused = invite(&mut register, other).unwrap_err().to_string();
            assert!(refused.contains("looks like Zoé"), "{other}: {refused}");
        }
        invite(&mut register, "Zoe").unwrap();
    }

    #[test]
    fn a_link_ends_with_its_time_and_its_sessions_with_it_until_it_is_renewed() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let link = register.invite(anna(), 2, 0).unwrap();
        let (_, session) = register.admit(&link, 0).unwrap().unwrap();
        let number = register.visitor(&session, 2 * DAY - 1).unwrap().link;
        assert_eq!(register.visitor(&session, 2 * DAY), None);
        assert!(register.admit(&link, 2 * DAY).unwrap().is_none());
        assert!(register.holder(&link, 2 * DAY).is_none());
        register.renew_link(number, 1, 2 * DAY).unwrap();
        assert!(register.visitor(&session, 3 * DAY - 1).is_some());
        assert!(register.admit(&link, 3 * DAY - 1).unwrap().is_some());
        assert!(matches!(register.renew_link(99, 1, 0), Err(Unchanged::Refused(_))));
    }
}
