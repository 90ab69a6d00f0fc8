//! The check of submissions: one at a time, in the order they came, as `croupier check` does it.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_arena::contest::Contest;
use croupier_arena::entrant;
use croupier_arena::stop::Stop;
use croupier_rules::verdict::Verdict;

use super::Office;
use super::register::{State, Submission};
use crate::failure::Failure;
use crate::output;
use crate::session::{self, Session};
use crate::terminal::one_line;
use crate::web::refusal::sentence;
use crate::web::site::locked;

/// How long a check may take.
const CHECK_TIME: Duration = Duration::from_mins(5);
/// How often the flag of Ctrl-C is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// Of what is told of a check, so many bytes are kept.
const REPORT_BYTES: usize = 32 << 10;

/// What came of a check.
struct Checked {
    state: State,
    /// What the entrant is told.
    report: String,
}

impl Office {
    /// Checks what waits, until `stop` is set.
    pub(super) fn check_all(&self, stop: &Stop) {
        while !stop.load(Ordering::Relaxed) {
            let Some(submission) = self.next(stop) else { continue };
            let checked = panic::catch_unwind(AssertUnwindSafe(|| self.check(&submission, stop)));
            let checked = checked.unwrap_or_else(|_| {
                Ok(Checked::refused(None, "The check failed: that is a bug of croupier.".into()))
            });
            // Stopped: it waits, and is checked when the server is back.
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let checked = checked.unwrap_or_else(|failure| Checked::refused(None, told(&failure)));
            self.settle(&submission, checked);
        }
    }

    /// The next that waits; none after a moment.
    fn next(&self, stop: &Stop) -> Option<Submission> {
        let register = locked(&self.register);
        let wait = |register: &mut super::Register| {
            register.waiting().next().is_none() && !stop.load(Ordering::Relaxed)
        };
        let (mut register, _) = self.bell.wait_timeout_while(register, LOOK, wait).ok()?;
        let submission = register.waiting().next()?.clone();
        match register.settle(submission.number, State::Checking) {
            Ok(()) => Some(submission),
            Err(why) => {
                output::say(format_args!("warning: the register cannot be written: {why}"));
                drop(register);
                thread::sleep(LOOK * 10);
                None
            }
        }
    }

    fn check(&self, submission: &Submission, stop: &Stop) -> Result<Checked, Failure> {
        let contest = Contest::open(&self.folder, crate::house::names).map_err(Failure::bad_input)?;
        let game = contest.game();
        let path = self.shelf.detained(submission.number, &submission.name, &submission.ending);
        let entrant = match entrant::find_one(&path, game) {
            Ok(entrant) => entrant,
            Err(problems) => {
                let said: Vec<String> = problems.iter().map(|problem| sentence(&problem.what)).collect();
                return Ok(Checked::refused(None, said.join(" ")));
            }
        };
        let hash = entrant.hash.to_hex().to_string();
        let mut usual = session::usual(game, 0);
        usual.settings.limits = contest.settings.limits;
        // No folder is shown to the bot that one of these lies in.
        (usual.folder, usual.entrants) = (contest.folder, self.shelf.folder().to_owned());
        let ended = Stop::default();
        let is_over = AtomicBool::new(false);
        let begun = Instant::now();
        let session = thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    if stop.load(Ordering::Relaxed) || begun.elapsed() > CHECK_TIME {
                        ended.store(true, Ordering::Relaxed);
                    }
                    thread::sleep(LOOK / 4);
                }
            });
            let _over = Over(&is_over);
            // On one core: a contest may be played meanwhile.
            Session::play(entrant, &usual, contest.settings.trust, 1, &ended, &mut |_| {})
        });
        if ended.load(Ordering::Relaxed) {
            let minutes = CHECK_TIME.as_secs() / 60;
            return Ok(Checked::refused(
                Some(Verdict::Late),
                format!("The check takes longer than {minutes} minutes."),
            ));
        }
        let session = session?;
        let mut report = Vec::new();
        session.print(&mut report, game)?;
        let report = cut(String::from_utf8_lossy(&report).into_owned());
        let verdict = session.verdict();
        let state = if verdict == Verdict::Ok {
            State::Accepted { hash }
        } else {
            State::Refused { verdict: Some(verdict), reason: one_line(&session.reason()) }
        };
        Ok(Checked { state, report })
    }

    /// Puts what has passed among the entrants, if it still may.
    fn seated(&self, submission: &Submission, checked: Checked) -> Checked {
        let Submission { number, link, name, ending, .. } = submission;
        // While entrants are built none is replaced.
        let _nobody_builds = self.runner.entrants();
        if !locked(&self.register).links().iter().any(|one| one.number == *link) {
            return Checked::refused(None, "The link was withdrawn meanwhile.".into());
        }
        match self.shelf.seat(*number, name, ending) {
            Ok(()) => checked,
            Err(why) => {
                output::say(format_args!("warning: submission {number} cannot be seated: {why}"));
                Checked::refused(
                    None,
                    "It passed, but could not be put among the entrants: tell the organiser.".into(),
                )
            }
        }
    }

    /// Notes what came of a check.
    fn settle(&self, submission: &Submission, checked: Checked) {
        let number = submission.number;
        let checked = match checked.state {
            State::Accepted { .. } => self.seated(submission, checked),
            State::Waiting | State::Checking | State::Refused { .. } | State::Replaced => checked,
        };
        let is_accepted = matches!(checked.state, State::Accepted { .. });
        let kept = self.shelf.report(number, &checked.report);
        let noted = locked(&self.register).settle(number, checked.state);
        for why in [kept.err(), noted.err()].into_iter().flatten() {
            output::say(format_args!("warning: submission {number} cannot be noted: {why}"));
        }
        self.shelf.release(number);
        if is_accepted && locked(&self.register).starts_runs() {
            self.runner.start_soon();
        }
    }
}

impl Checked {
    fn refused(verdict: Option<Verdict>, reason: String) -> Self {
        Self { report: reason.clone(), state: State::Refused { verdict, reason } }
    }
}

/// Ends the watch over a check, however that ends.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn cut(mut text: String) -> String {
    if text.len() > REPORT_BYTES {
        text.truncate((0..=REPORT_BYTES).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0));
        text.push_str("\n…");
    }
    text
}

/// What an entrant is told of a failure of ours: what it says, without paths of this machine.
fn told(failure: &Failure) -> String {
    let said = one_line(failure.message.lines().next().unwrap_or_default());
    output::say(format_args!("warning: a submission could not be checked: {said}"));
    if failure.message.contains("sandbox") {
        "This machine has no sandbox for bots that nobody trusts, so nothing can be checked: tell the organiser.".into()
    } else {
        "It could not be checked: tell the organiser, whose terminal says why.".into()
    }
}
