//! The check of submissions: one at a time, in the order they came, as `croupier check` does it.
//!
//! A submission is in quarantine until it is written down what became of it. Where that cannot be written, or where
//! the check fails by no fault of the bot, as on a full disk, the submission waits, says why, and is tried again.

use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_arena::entrant;
use croupier_arena::stop::Stop;
use croupier_arena::store::free_bytes;
use croupier_rules::verdict::Verdict;

use super::Office;
use super::going::{Ended, Going};
use super::register::{Register, State, Submission};
use crate::failure::Failure;
use crate::output;
use crate::session::{self, Session};
use crate::terminal::one_line;
use crate::web::refusal::sentence;
use crate::web::site::locked;

/// How long a check may take.
const CHECK_TIME: Duration = Duration::from_mins(5);
/// How often it is looked whether a check is to end.
const LOOK: Duration = Duration::from_millis(100);
/// How long a submission waits whose check came to nothing.
const AGAIN: Duration = Duration::from_secs(5);
/// Of what is told of a check, so many bytes are kept.
const REPORT_BYTES: usize = 32 << 10;
/// A check begins where so much is free, where programs are built and where submissions lie: 64 MiB.
const ROOM_TO_BEGIN: u64 = 64 << 20;
/// And is ended where less is left: 8 MiB.
const ROOM_TO_GO_ON: u64 = 8 << 20;

/// What an entrant is told whose submission waits for want of room.
const NO_ROOM: &str = "The organiser's disk is full: it is checked when there is room. Nothing is lost.";
const UNNOTED: &str =
    "What came of its check cannot be written down: it is checked again in a moment. Nothing is lost.";

/// What came of a check.
struct Checked {
    state: State,
    /// What the entrant is told.
    report: String,
}

/// Why a submission is not settled: what its author is told meanwhile.
struct Postponed(String);

/// A submission whose check came to nothing.
#[derive(Debug)]
pub(super) struct Trouble {
    said: String,
    /// When it is tried again.
    again: Instant,
}

impl Office {
    /// Checks what waits, and starts the runs that are due, until `stop` is set.
    pub(super) fn check_all(&self, stop: &Stop) {
        while !stop.load(Ordering::Relaxed) {
            let turn = panic::catch_unwind(AssertUnwindSafe(|| {
                self.runner.start_due();
                if let Some((submission, going)) = self.next(stop) {
                    self.take(&submission, &going, stop);
                }
            }));
            // What it has said went to standard error. The next may do better.
            if turn.is_err() {
                thread::sleep(LOOK);
            }
        }
    }

    /// The next that waits; none after a moment.
    fn next(&self, stop: &Stop) -> Option<(Submission, Arc<Going>)> {
        let register = locked(&self.register);
        let wait = |register: &mut Register| self.due(register).is_none() && !stop.load(Ordering::Relaxed);
        let (mut register, _) = self.bell.wait_timeout_while(register, LOOK, wait).ok()?;
        let submission = self.due(&register)?;
        if !self.has_room(ROOM_TO_BEGIN) {
            self.trouble(submission.number, NO_ROOM.to_owned());
            return None;
        }
        if let Err(why) = register.settle(submission.number, State::Checking) {
            output::say(format_args!("warning: the register cannot be written: {why}"));
            self.trouble(submission.number, UNNOTED.to_owned());
            return None;
        }
        let going = Arc::new(Going::new(submission.number, submission.link));
        // As long as the register is held nobody withdraws its link.
        *locked(&self.going) = Some(Arc::clone(&going));
        Some((submission, going))
    }

    /// The first that waits and is not in trouble.
    fn due(&self, register: &Register) -> Option<Submission> {
        let mut troubles = locked(&self.troubles);
        let waiting = register.waiting();
        troubles.retain(|number, _| waiting.iter().any(|one| one.number == *number));
        let is_due = |one: &&&Submission| {
            troubles.get(&one.number).is_none_or(|trouble| trouble.again <= Instant::now())
        };
        waiting.iter().find(is_due).copied().cloned()
    }

    /// Checks a submission and notes what came of it, or lets it wait.
    fn take(&self, submission: &Submission, going: &Going, stop: &Stop) {
        let checked = panic::catch_unwind(AssertUnwindSafe(|| self.check(submission, going, stop)));
        *locked(&self.going) = None;
        let checked = checked.unwrap_or_else(|_| {
            Ok(Checked::refused(None, "The check failed: that is a bug of croupier.".into()))
        });
        // Stopped: it waits, and is checked when the server is back.
        if stop.load(Ordering::Relaxed) {
            return;
        }
        if let Err(Postponed(said)) = checked.and_then(|checked| self.settle(submission, checked, stop)) {
            self.trouble(submission.number, said);
            locked(&self.register).postpone(submission.number);
        }
    }

    /// Lets a submission wait for a moment.
    fn trouble(&self, number: u32, said: String) {
        let again = Instant::now() + AGAIN;
        locked(&self.troubles).insert(number, Trouble { said, again });
    }

    /// Why a submission still waits, if its check came to nothing.
    pub(crate) fn why_it_waits(&self, number: u32) -> Option<String> {
        locked(&self.troubles).get(&number).map(|trouble| trouble.said.clone())
    }

    /// Whether so many bytes are free, where programs are built and where submissions lie.
    fn has_room(&self, bytes: u64) -> bool {
        let temporary = env::temp_dir();
        // Where nobody knows, the check itself will show.
        [temporary.as_path(), self.shelf.folder()]
            .into_iter()
            .all(|folder| free_bytes(folder).map_or(true, |free| free >= bytes))
    }

    fn check(&self, submission: &Submission, going: &Going, stop: &Stop) -> Result<Checked, Postponed> {
        let game = self.contest.game();
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
        usual.settings.limits = self.contest.settings.limits;
        // No folder is shown to the bot that one of these lies in.
        (usual.folder, usual.entrants) = (self.contest.folder.clone(), self.shelf.folder().to_owned());
        let is_over = AtomicBool::new(false);
        let session = thread::scope(|scope| {
            scope.spawn(|| self.watch(going, stop, &is_over));
            let _over = Over(&is_over);
            // On one core: a contest may be played meanwhile.
            Session::play(entrant, &usual, false, 1, going.stop(), &mut |_| {})
        });
        if let Some(ended) = going.ended() {
            return broken_off(ended);
        }
        let session = session.map_err(|failure| told(&failure))?;
        let mut report = Vec::new();
        session.print(&mut report, game).map_err(|failure| told(&failure))?;
        let report = cut(String::from_utf8_lossy(&report).into_owned());
        let verdict = session.verdict();
        let state = if verdict == Verdict::Ok {
            State::Accepted { hash }
        } else {
            State::Refused { verdict: Some(verdict), reason: one_line(&session.reason()) }
        };
        Ok(Checked { state, report })
    }

    /// Ends a check that is not to go on. Runs that are due begin meanwhile.
    fn watch(&self, going: &Going, stop: &Stop, is_over: &AtomicBool) {
        let begun = Instant::now();
        while !is_over.load(Ordering::Relaxed) {
            if stop.load(Ordering::Relaxed) {
                going.end(Ended::ServerEnds);
            } else if begun.elapsed() > CHECK_TIME {
                going.end(Ended::Late);
            } else if !self.has_room(ROOM_TO_GO_ON) {
                going.end(Ended::NoRoom);
            }
            self.runner.start_due();
            thread::sleep(LOOK / 4);
        }
    }

    /// Puts what has passed among the entrants, if it still may.
    fn seated(&self, submission: &Submission, checked: Checked, stop: &Stop) -> Result<Checked, Postponed> {
        let Submission { number, link, name, ending, .. } = submission;
        // While entrants are built none is replaced.
        let _nobody_builds = loop {
            match self.runner.entrants() {
                Some(free) => break free,
                None if stop.load(Ordering::Relaxed) => return Err(Postponed(String::new())),
                None => thread::sleep(LOOK / 4),
            }
        };
        if !locked(&self.register).links().iter().any(|one| one.number == *link) {
            return Ok(Checked::refused(None, "The link was withdrawn meanwhile.".into()));
        }
        if let Some(other) = self.shelf.taken_by(name) {
            let said = format!("{other} is among the entrants by now, and is no source of {name}'s");
            return Ok(Checked::refused(None, format!("It passed, but {said}: tell the organiser.")));
        }
        match self.shelf.seat(*number, name, ending) {
            Ok(()) => Ok(checked),
            Err(why) => {
                output::say(format_args!("warning: submission {number} cannot be seated: {why}"));
                Err(Postponed(format!(
                    "It passed, but cannot be put among the entrants yet: {}. Nothing is lost.",
                    why.kind()
                )))
            }
        }
    }

    /// Notes what came of a check, and ends the quarantine.
    fn settle(&self, submission: &Submission, checked: Checked, stop: &Stop) -> Result<(), Postponed> {
        let number = submission.number;
        let checked = match checked.state {
            State::Accepted { .. } => self.seated(submission, checked, stop)?,
            State::Waiting | State::Checking | State::Refused { .. } | State::Replaced => checked,
        };
        let is_accepted = matches!(checked.state, State::Accepted { .. });
        let kept = self.shelf.report(number, &checked.report);
        let noted = kept.and_then(|()| locked(&self.register).settle(number, checked.state));
        if let Err(why) = noted {
            output::say(format_args!("warning: submission {number} cannot be noted: {why}"));
            self.shelf.forget(number);
            return Err(Postponed(UNNOTED.to_owned()));
        }
        self.shelf.release(number);
        // Whoever stops the run meanwhile holds the register.
        let register = locked(&self.register);
        if is_accepted && register.starts_runs() && self.check_confines().is_ok() {
            self.runner.start_soon();
        }
        Ok(())
    }
}

impl Checked {
    fn refused(verdict: Option<Verdict>, reason: String) -> Self {
        Self { report: reason.clone(), state: State::Refused { verdict, reason } }
    }
}

/// What becomes of a submission whose check was ended.
fn broken_off(ended: Ended) -> Result<Checked, Postponed> {
    match ended {
        Ended::ServerEnds => Err(Postponed(String::new())),
        Ended::NoRoom => Err(Postponed(NO_ROOM.to_owned())),
        Ended::Late => {
            let minutes = CHECK_TIME.as_secs() / 60;
            let said = format!("The check takes longer than {minutes} minutes.");
            Ok(Checked::refused(Some(Verdict::Late), said))
        }
        Ended::ByOrganiser => Ok(Checked::refused(None, "The organiser has ended the check.".into())),
        Ended::Withdrawn => Ok(Checked::refused(None, "The link was withdrawn meanwhile.".into())),
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

/// What an entrant is told of a failure of ours: what it says, without paths of this machine. It is tried again.
fn told(failure: &Failure) -> Postponed {
    let said = one_line(failure.message.lines().next().unwrap_or_default());
    output::say(format_args!("warning: a submission could not be checked, and waits: {said}"));
    let why = if failure.message.contains("sandbox") {
        "this machine has no sandbox for bots that nobody trusts"
    } else {
        "its terminal says why"
    };
    Postponed(format!(
        "It cannot be checked yet: {why}. Tell the organiser; it is tried again, and nothing is lost."
    ))
}
