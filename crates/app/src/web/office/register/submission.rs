//! Submissions: what was handed in, in which order it is checked, and what became of it.

use std::io;

use croupier_rules::verdict::Verdict;
use serde::{Deserialize, Serialize};

use super::content::Content;
use super::{Register, Visitor};

/// Submissions that are remembered of one link.
const REMEMBERED: usize = 200;
/// And of all together: those of links that were withdrawn, too.
const REMEMBERED_OF_ALL: usize = 5_000;

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
    /// Its place in the queue, where that is not the one of its number: it was sent in place of another that waited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<u32>,
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

impl Submission {
    /// Whether it is still to be checked.
    pub(crate) fn is_due(&self) -> bool {
        match self.state {
            State::Waiting | State::Checking => true,
            State::Accepted { .. } | State::Refused { .. } | State::Replaced => false,
        }
    }

    fn place(&self) -> u32 {
        self.place.unwrap_or(self.number)
    }
}

impl Register {
    /// A number for a submission, which nobody else gets.
    pub(crate) fn reserve_number(&mut self) -> u32 {
        self.content.next_submission += 1;
        self.content.next_submission - 1
    }

    /// Notes a submission under a number that was reserved, in the place of one of the same name that waits still. Returns
    /// the numbers of those that it replaces, and those that are forgotten.
    pub(crate) fn submit(
        &mut self,
        by: &Visitor,
        number: u32,
        name: &str,
        file: (&str, u64),
        now: i64,
    ) -> io::Result<(Vec<u32>, Vec<u32>)> {
        let (mut replaced, mut forgotten) = (Vec::new(), Vec::new());
        let (ending, bytes) = file;
        self.change(|content| {
            let mut place = None;
            for older in content.submissions.iter_mut().filter(|one| one.name == name) {
                if older.state == State::Waiting {
                    place = Some(older.place());
                    older.state = State::Replaced;
                    replaced.push(older.number);
                }
            }
            let (name, ending, state) = (name.to_owned(), ending.to_owned(), State::Waiting);
            let (link, at) = (by.link, now);
            content.submissions.push(Submission { number, link, name, ending, bytes, at, state, place });
            forgotten = content.forget(by.link);
        })?;
        Ok((replaced, forgotten))
    }

    /// Notes what became of a submission.
    pub(crate) fn settle(&mut self, number: u32, state: State) -> io::Result<()> {
        self.change(|content| content.set(number, &state))
    }

    /// Lets a submission wait again whose check came to nothing. This is not written: a register that says that it is
    /// checked is read as that it waits.
    pub(crate) fn postpone(&mut self, number: u32) {
        self.content.set(number, &State::Waiting);
    }

    /// The submissions, the oldest first.
    pub(crate) fn submissions(&self) -> &[Submission] {
        &self.content.submissions
    }

    /// The submissions that wait, in the order of their checks.
    pub(crate) fn waiting(&self) -> Vec<&Submission> {
        let is_waiting = |one: &&Submission| one.state == State::Waiting;
        let mut waiting: Vec<&Submission> = self.content.submissions.iter().filter(is_waiting).collect();
        waiting.sort_by_key(|one| one.place());
        waiting
    }
}

impl Content {
    fn set(&mut self, number: u32, state: &State) {
        let found = self.submissions.iter_mut().filter(|one| one.number == number);
        found.for_each(|one| one.state = state.clone());
    }

    /// Forgets the oldest submissions that are settled, of a link and of all, beyond those that are remembered. Returns
    /// their numbers.
    fn forget(&mut self, link: u32) -> Vec<u32> {
        let of_link = self.submissions.iter().filter(|one| one.link == link).count();
        let mut surplus = of_link.saturating_sub(REMEMBERED);
        let mut of_all = self.submissions.len().saturating_sub(REMEMBERED_OF_ALL);
        let mut forgotten = Vec::new();
        self.submissions.retain(|one| {
            let goes = !one.is_due() && (of_all > 0 || surplus > 0 && one.link == link);
            if goes {
                surplus = surplus.saturating_sub(usize::from(one.link == link));
                of_all = of_all.saturating_sub(1);
                forgotten.push(one.number);
            }
            !goes
        });
        forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{anna, open};
    use super::super::{Holder, Register, Visitor};
    use super::{REMEMBERED_OF_ALL, State};

    fn enter(register: &mut Register, holder: Holder) -> Visitor {
        let link = register.invite(holder, 180, 0).unwrap();
        let session = register.admit(&link, 0).unwrap().unwrap().1;
        register.visitor(&session, 0).unwrap()
    }

    fn submit(register: &mut Register, by: &Visitor, name: &str) -> (u32, Vec<u32>, Vec<u32>) {
        let number = register.reserve_number();
        let (replaced, forgotten) = register.submit(by, number, name, ("py", 1), 1).unwrap();
        (number, replaced, forgotten)
    }

    fn waiting(register: &Register) -> Vec<u32> {
        register.waiting().iter().map(|one| one.number).collect()
    }

    #[test]
    fn a_name_has_one_link_and_the_last_of_two_that_wait_is_checked() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let by = enter(&mut register, anna());
        assert!(register.invite(anna(), 1, 0).unwrap_err().to_string().contains("has a link already"));
        let (first, ..) = submit(&mut register, &by, "anna");
        let (second, replaced, _) = submit(&mut register, &by, "anna");
        assert_eq!((waiting(&register), replaced), (vec![second], vec![first]));
        assert_eq!(register.submissions()[0].state, State::Replaced);
        assert!(first < second);
    }

    #[test]
    fn a_file_that_is_sent_again_keeps_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let [anna, bob] = [anna(), Holder::Entrant("bob".into())].map(|one| enter(&mut register, one));
        submit(&mut register, &anna, "anna");
        let (of_bob, ..) = submit(&mut register, &bob, "bob");
        for _ in 0..2 {
            let (again, ..) = submit(&mut register, &anna, "anna");
            assert_eq!(waiting(&register), [again, of_bob]);
        }
        drop(register);
        assert_eq!(waiting(&open(folder.path()))[1], of_bob, "also after a restart");
    }

    #[test]
    fn old_submissions_are_forgotten_and_those_that_wait_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let by = enter(&mut register, anna());
        let mut forgotten = Vec::new();
        for _ in 0..201 {
            forgotten.extend(submit(&mut register, &by, "anna").2);
        }
        assert_eq!(register.submissions().len(), 200);
        assert_eq!(forgotten, [register.submissions()[0].number - 1]);
        assert_eq!(register.waiting().len(), 1);
    }

    #[test]
    fn those_of_links_that_were_withdrawn_are_forgotten_too() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let by = enter(&mut register, anna());
        let (first, ..) = submit(&mut register, &by, "anna");
        register.withdraw_link(by.link).unwrap();
        let old = register.submissions()[0].clone();
        let many = (0..REMEMBERED_OF_ALL).map(|_| old.clone()).collect();
        register.change(|content| content.submissions = many).unwrap();
        let bob = enter(&mut register, Holder::Entrant("bob".into()));
        let (_, _, forgotten) = submit(&mut register, &bob, "bob");
        assert_eq!(forgotten, [first]);
        assert_eq!(register.submissions().len(), REMEMBERED_OF_ALL);
    }

    #[test]
    fn a_check_that_came_to_nothing_waits_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut register = open(folder.path());
        let by = enter(&mut register, anna());
        let (number, ..) = submit(&mut register, &by, "anna");
        register.settle(number, State::Checking).unwrap();
        assert!(waiting(&register).is_empty());
        register.postpone(number);
        assert_eq!(waiting(&register), [number]);
    }
}
