//! Whose time it is while a judge and a program talk.
//!
//! On the clock a program answers for the time in which the judge waits for it, and for no other: a judge that is
//! slow to start, or computes long between two words, does not make a program late. What the judge does cannot be
//! seen, but from its traces it can be told: the processor time that it takes, and input that it has not read yet.
//! When nothing of that is there and the program has spoken last, the judge may sleep or wait for the rest of a
//! line; for such moments there is some patience.

use std::fs::File;
use std::sync::{Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rustix::io::ioctl_fionread;
use rustix::process::Pid;

use crate::load::Share;

/// How long, in all of a talk, it may be unclear for whom both wait.
const PATIENCE: Duration = Duration::from_secs(10);

/// One of the two that talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Judge,
    Program,
}

/// The account of both sides' time.
#[derive(Debug)]
pub(super) struct Turns {
    account: Mutex<Account>,
    /// What the judge reads from, as long as somebody writes to it.
    to_judge: Weak<File>,
}

#[derive(Debug)]
struct Account {
    last_word: Option<Side>,
    judge: Judge,
    looked_at: Instant,
    judge_time: Duration,
    program_time: Duration,
    /// Nobody knows whose: it counts against neither.
    unclear_time: Duration,
}

#[derive(Debug)]
enum Judge {
    Starts,
    Runs(Pid, Share),
    Gone,
}

impl Turns {
    /// Begins an account of a judge that reads from here.
    pub(super) fn new(to_judge: Weak<File>) -> Self {
        let account = Account {
            last_word: None,
            judge: Judge::Starts,
            looked_at: Instant::now(),
            judge_time: Duration::ZERO,
            program_time: Duration::ZERO,
            unclear_time: Duration::ZERO,
        };
        Self { account: Mutex::new(account), to_judge }
    }

    pub(super) fn judge_starts(&self, judge: Pid) {
        self.account().judge = Judge::Runs(judge, Share::default());
    }

    pub(super) fn judge_ends(&self) {
        self.account().judge = Judge::Gone;
    }

    /// One side has printed something.
    pub(super) fn speaks(&self, side: Side) {
        self.account().last_word = Some(side);
    }

    /// Puts the time since the last look to one side's account: to be called often while both run.
    pub(super) fn look(&self) {
        let has_input =
            self.to_judge.upgrade().is_some_and(|pipe| ioctl_fionread(&*pipe).is_ok_and(|left| left > 0));
        let mut account = self.account();
        let now = Instant::now();
        let span = now - account.looked_at;
        account.looked_at = now;
        let busy = match &mut account.judge {
            Judge::Gone => {
                account.program_time += span;
                return;
            }
            Judge::Starts => span,
            Judge::Runs(judge, before) => {
                let now = Share::of(judge.as_raw_nonzero().get().unsigned_abs()).unwrap_or_default();
                let spell = now.since(before);
                *before = now;
                spell.ready
            }
        };
        let patience = PATIENCE.saturating_sub(account.unclear_time);
        let patience = if account.last_word == Some(Side::Judge) { Duration::ZERO } else { patience };
        let split = Split::of(span, busy, has_input, patience);
        account.judge_time += split.judge;
        account.program_time += split.program;
        account.unclear_time += split.unclear;
    }

    /// The time so far for which a side does not answer.
    pub(super) fn excused(&self, side: Side) -> Duration {
        let account = self.account();
        let others = match side {
            Side::Judge => account.program_time,
            Side::Program => account.judge_time,
        };
        others + account.unclear_time
    }

    fn account(&self) -> MutexGuard<'_, Account> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whose a span of time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    judge: Duration,
    program: Duration,
    unclear: Duration,
}

impl Split {
    /// Of a span in which the judge was busy for so long, and had or had not something to read.
    fn of(span: Duration, busy: Duration, has_input: bool, patience: Duration) -> Self {
        if has_input {
            return Self { judge: span, program: Duration::ZERO, unclear: Duration::ZERO };
        }
        let judge = busy.min(span);
        let unclear = patience.min(span.saturating_sub(judge));
        Self { judge, program: span.saturating_sub(judge + unclear), unclear }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Split;

    #[test]
    fn a_span_is_the_judges_as_far_as_it_is_busy_or_has_something_to_read() {
        for (what, [busy, patience], has_input, [judge, program, unclear]) in [
            ("it waits for the program", [0, 0], false, [0, 10, 0]),
            ("it computes", [10, 0], false, [10, 0, 0]),
            ("it computes in several threads", [14, 0], false, [10, 0, 0]),
            ("it computes for a moment", [3, 0], false, [3, 7, 0]),
            ("it has not read yet", [0, 0], true, [10, 0, 0]),
            ("it has not read yet, and nobody is asked for patience", [2, 100], true, [10, 0, 0]),
            ("it sleeps, or waits for the rest of a line", [3, 100], false, [3, 0, 7]),
            ("there is no patience left", [3, 2], false, [3, 5, 2]),
        ] {
            let [busy, patience, judge, program, unclear] =
                [busy, patience, judge, program, unclear].map(Duration::from_millis);
            let split = Split::of(Duration::from_millis(10), busy, has_input, patience);
            assert_eq!(split, Split { judge, program, unclear }, "{what}");
        }
    }
}
