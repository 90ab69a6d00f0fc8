//! The run of the contest that the organiser starts from the page: the engine and the records of `croupier run`.
//!
//! It is a thread of the server. It ends with it, in whatever way that is, and leaves a run that is gone on with.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use croupier_arena::contest::Contest;
use croupier_arena::cores;
use croupier_arena::run::{self, Options, Progress, RunError};
use croupier_arena::sandbox::Usher;
use croupier_arena::stop::Stop;
use croupier_arena::store::{Begin, StoreError};

use crate::failure::Failure;
use crate::house::{HOUSES, luck};
use crate::run_failure::run_failure;
use crate::terminal::one_line;
use crate::web::pages::figures::{count, counted};
use crate::web::refusal::sentence;
use crate::web::site::locked;

/// How long whoever starts a run waits for its label.
const PATIENCE: Duration = Duration::from_secs(1);
/// A run that a submission starts begins so long after the end of the one before it, at the earliest.
pub(crate) const APART: Duration = Duration::from_secs(30);
/// Entrants that are not seated and are told on the page.
const UNSEATED_MAX: usize = 20;

/// The run that goes on, if one does, and what came of the last.
#[derive(Debug)]
pub(crate) struct Runner {
    contest: Arc<Contest>,
    data: PathBuf,
    state: Mutex<Run>,
    /// Rung when the run begins its matches, and when it ends.
    bell: Condvar,
    /// Held while the entrants are built, and while one of them is replaced.
    entrants: Mutex<()>,
}

/// What is known of the run.
#[derive(Debug, Default)]
struct Run {
    playing: Option<Playing>,
    /// Whether submissions ask for another one.
    again: bool,
    /// When the last one ended.
    ended: Option<Instant>,
    /// The server ends: none is begun any more.
    is_closed: bool,
    told: Told,
}

#[derive(Debug)]
struct Playing {
    stop: Stop,
    label: Option<String>,
    /// Matches that are stored, and all of them.
    done: usize,
    matches: usize,
    thread: Option<JoinHandle<()>>,
}

/// What the page says of the run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// How the last one ended.
    pub(crate) ended: Option<String>,
    /// Entrants that were not seated, and why.
    pub(crate) unseated: Vec<(String, String)>,
}

/// What goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Now {
    /// Nothing.
    Idle,
    /// The entrants are built.
    Building,
    /// Matches of a run are played.
    Playing {
        /// The run.
        label: String,
        /// Matches that are stored.
        done: usize,
        /// All matches.
        matches: usize,
    },
    /// It was told to stop.
    Stopping,
    /// Submissions have asked for a run, which begins in a moment.
    Due,
}

impl Runner {
    pub(crate) fn new(contest: Arc<Contest>, data: PathBuf) -> Self {
        Self { contest, data, state: Mutex::default(), bell: Condvar::new(), entrants: Mutex::default() }
    }

    /// Starts a run, or goes on with the one that was stopped.
    ///
    /// # Errors
    /// A sentence, if one goes on already.
    pub(crate) fn start(self: &Arc<Self>, begin: Begin) -> Result<(), &'static str> {
        let mut state = locked(&self.state);
        if state.is_closed {
            return Err("The server ends: start the run when it is back.");
        }
        if state.playing.is_some() {
            return Err("A run of this contest goes on already: stop it first.");
        }
        self.begin(&mut state, begin);
        let waited = self.bell.wait_timeout_while(state, PATIENCE, |state| {
            state.playing.as_ref().is_some_and(|playing| playing.label.is_none())
        });
        drop(waited);
        Ok(())
    }

    /// Asks for a run among the entrants as they are now: it begins when the one that goes on has ended, and some time has
    /// passed since.
    pub(crate) fn start_soon(self: &Arc<Self>) {
        let mut state = locked(&self.state);
        // Whoever has stopped the run wants no other.
        state.again = !state.playing.as_ref().is_some_and(Playing::is_stopped);
        drop(state);
        self.start_due();
    }

    /// Begins the run that submissions have asked for, if it is due.
    pub(crate) fn start_due(self: &Arc<Self>) {
        let mut state = locked(&self.state);
        let is_apart = state.ended.is_none_or(|ended| ended.elapsed() >= APART);
        if state.again && is_apart && state.playing.is_none() && !state.is_closed {
            self.begin(&mut state, Begin::Resume);
        }
    }

    /// Tells the run to stop, and forgets the one that submissions have asked for. What was played is kept.
    ///
    /// # Errors
    /// A sentence, if none goes on.
    pub(crate) fn stop(&self) -> Result<(), &'static str> {
        let mut state = locked(&self.state);
        let was_due = std::mem::take(&mut state.again);
        match &state.playing {
            Some(playing) => playing.stop.store(true, Ordering::Relaxed),
            None if was_due => {}
            None => return Err("No run goes on that was started from this page."),
        }
        Ok(())
    }

    /// Ends the run for good, and waits for its end.
    pub(crate) fn close(&self) {
        let mut state = locked(&self.state);
        (state.is_closed, state.again) = (true, false);
        let thread = state.playing.as_mut().and_then(|playing| {
            playing.stop.store(true, Ordering::Relaxed);
            playing.thread.take()
        });
        drop(state);
        if let Some(thread) = thread {
            // A panic of its own was told.
            let _ended = thread.join();
        }
    }

    pub(crate) fn now(&self) -> Now {
        let state = locked(&self.state);
        match &state.playing {
            None if state.again => Now::Due,
            None => Now::Idle,
            Some(playing) if playing.is_stopped() => Now::Stopping,
            Some(Playing { label: Some(label), done, matches, .. }) => {
                Now::Playing { label: label.clone(), done: *done, matches: *matches }
            }
            Some(_) => Now::Building,
        }
    }

    pub(crate) fn told(&self) -> Told {
        locked(&self.state).told.clone()
    }

    /// The right to change the entrants: nobody builds them meanwhile. None while somebody does.
    pub(crate) fn entrants(&self) -> Option<MutexGuard<'_, ()>> {
        match self.entrants.try_lock() {
            Ok(free) => Some(free),
            Err(TryLockError::Poisoned(free)) => Some(PoisonError::into_inner(free)),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    fn begin(self: &Arc<Self>, state: &mut Run, begin: Begin) {
        (state.told, state.again) = (Told::default(), false);
        let stop = Stop::default();
        let (runner, wish) = (Arc::clone(self), stop.clone());
        let thread = thread::Builder::new().name("run".into()).spawn(move || {
            let _told = Ending(&runner);
            let said = runner.play(begin, &wish);
            locked(&runner.state).told.ended = Some(said);
        });
        match thread {
            Ok(thread) => {
                state.playing =
                    Some(Playing { stop, label: None, done: 0, matches: 0, thread: Some(thread) });
            }
            Err(why) => state.told.ended = Some(format!("The system gives no thread for a run: {why}.")),
        }
    }

    /// Plays to the end, and says how it ended.
    fn play(&self, begin: Begin, stop: &Stop) -> String {
        let mut building = Some(locked(&self.entrants));
        let options = Options {
            data: self.data.clone(),
            begin,
            trust: false,
            jobs: cores::available().len(),
            houses: HOUSES,
            luck: Some(luck),
            usher: Usher::this_program().ok(),
        };
        let (mut fresh, mut all) = (false, 0);
        let outcome = run::run(&self.contest, &options, stop, &mut |event| match event {
            Progress::NotSeated { name, why } => {
                let unseated = &mut locked(&self.state).told.unseated;
                if unseated.len() < UNSEATED_MAX {
                    let why = why.lines().next().unwrap_or_default();
                    unseated.push((one_line(&name), one_line(why)));
                }
            }
            Progress::Begins { run, matches, done } => {
                building = None;
                (fresh, all) = (done < matches, matches);
                if let Some(playing) = &mut locked(&self.state).playing {
                    (playing.label, playing.done, playing.matches) = (Some(run), done, matches);
                }
                self.bell.notify_all();
            }
            Progress::Played => {
                if let Some(playing) = &mut locked(&self.state).playing {
                    playing.done += 1;
                }
            }
        });
        match outcome {
            Ok(outcome) if outcome.done < outcome.matches && stop.load(Ordering::Relaxed) => {
                format!(
                    "Run {} was stopped after {} of {}.",
                    outcome.run,
                    count(outcome.done),
                    counted(all, "match")
                )
            }
            Ok(outcome) if fresh => {
                format!("Run {} is finished: {}.", outcome.run, counted(outcome.done, "match"))
            }
            Ok(outcome) => format!(
                "Run {} is finished already, and nothing has changed since. Start over makes a new run.",
                outcome.run
            ),
            Err(RunError::Store(StoreError::Busy { holder, .. })) => {
                let holder = if holder.is_empty() { "it does not say what for" } else { &holder };
                format!("Another croupier uses the data folder: {}.", one_line(holder))
            }
            Err(error) => told(&run_failure(error)),
        }
    }
}

impl Playing {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The end of a run, however it comes.
struct Ending<'a>(&'a Runner);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let mut state = locked(&self.0.state);
        state.playing = None;
        if thread::panicking() {
            state.told.ended = Some("The run failed: that is a bug of croupier.".into());
        }
        state.ended = Some(Instant::now());
        self.0.bell.notify_all();
    }
}

/// A failure in a sentence, with its way out.
fn told(failure: &Failure) -> String {
    let said = sentence(&one_line(&failure.message));
    match &failure.hint {
        Some(hint) => format!("{said} {}", sentence(&one_line(hint))),
        None => said,
    }
}
