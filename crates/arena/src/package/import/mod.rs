//! Running the submissions of a problem package here: ours, and those of other people.
//!
//! A package is read whole first, and all that is wrong with it is told at once. Then its validators are built
//! and its inputs checked; the accepted submissions run, which sets the limit on time; then all others. A
//! validator that ends with neither 42 nor 43 is the package's fault, not the submission's.

mod comparison;
mod ground;
mod layout;
mod passage;
mod program;
mod settings;
mod stage;
mod talk;
mod trial;
mod turns;
mod verdict;
mod yaml;

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::problem::{Problem, Problems};
use crate::sandbox::{NoSandbox, Sandbox, Usher};
use crate::stop::Stop;

use layout::{Layout, Submission};
use program::{Build, Program};
use stage::Stage;
use trial::Court;

pub use verdict::{Expected, Ruling};

/// The limit on time for accepted submissions while it is sought, and the longest that is found.
const TIME_MAX: Duration = Duration::from_mins(1);

/// The limit on time where no accepted submission says how much is needed.
const TIME_WITHOUT_ACCEPTED: Duration = Duration::from_secs(10);

/// How a package is to be run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The limit on a submission's processor time; by default it follows from the accepted ones.
    pub time_limit: Option<Duration>,
    /// No sandbox: submissions and validators are one's own.
    pub trust: bool,
    /// Serves in sandboxes that last for all tests of a program; none: each run has one of its own.
    pub usher: Option<Usher>,
}

/// What happens while a package is run.
#[derive(Clone, Debug)]
pub enum Event {
    /// It was read: the tests, the submissions.
    Read {
        /// How many tests there are.
        tests: usize,
        /// How many submissions there are.
        submissions: usize,
    },
    /// Something in the package was passed over, or assumed.
    Warning(Warning),
    /// An input is held against an input validator.
    Checks {
        /// The validator's name.
        validator: String,
        /// The number of the test, from 1.
        test: usize,
    },
    /// A submission is run on a test.
    Tries {
        /// Its folder and name.
        submission: String,
        /// The number of the test, from 1.
        test: usize,
    },
    /// The limit on time from here on.
    TimeLimit(Duration),
    /// A submission was judged.
    Judged(Judged),
    /// A submission was not run.
    NotRun(NotRun),
}

/// What is worth knowing before the verdicts are believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A file or folder is passed over.
    PassedOver(Problem),
    /// No accepted submission has passed: the limit on time is a guess.
    NothingAccepted,
}

/// A submission in a language that is not run here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRun {
    /// Its folder and name: `accepted/right.kt`.
    pub name: String,
    /// Why.
    pub why: String,
}

/// A submission that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its folder and name: `wrong_answer/ace_low.py`.
    pub name: String,
    /// What its folder says.
    pub expected: Expected,
    /// What came.
    pub ruling: Ruling,
    /// The test that decided it: `secret/03`.
    pub test: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// The most processor time that a test took.
    pub time: Duration,
}

impl Judged {
    /// Whether the ruling is one that its folder allows.
    pub fn is_as_expected(&self) -> bool {
        self.expected.allows(self.ruling)
    }
}

/// Why a package was not run.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The package itself is wrong.
    #[error(transparent)]
    Package(#[from] Problems),
    /// There is no sandbox.
    #[error(transparent)]
    NoSandbox(#[from] NoSandbox),
    /// A validator cannot be built.
    #[error("judge error: {validator}: {why}")]
    Validator {
        /// Its path in the package.
        validator: String,
        /// What is wrong with it.
        why: String,
    },
    /// An input is refused by an input validator, or one of them fails.
    #[error("judge error: {test}: {why}")]
    Input {
        /// The test.
        test: String,
        /// What the validator said.
        why: String,
    },
    /// The files of the work.
    #[error("the work's own files: {0}")]
    Files(#[from] io::Error),
    /// It was stopped.
    #[error("stopped before all submissions were judged")]
    Stopped,
}

/// Runs the submissions of a package, in a folder of our own.
///
/// # Errors
/// See [`ImportError`]. What submissions do wrong is in the events.
pub fn import(
    folder: &Path,
    work: &Path,
    options: Options,
    stop: &Stop,
    watch: &mut dyn FnMut(Event),
) -> Result<(), ImportError> {
    let layout = Layout::read(folder)?;
    watch(Event::Read { tests: layout.tests.len(), submissions: layout.submissions.len() });
    for warning in &layout.warnings {
        watch(Event::Warning(Warning::PassedOver(warning.clone())));
    }
    let sandbox = if options.trust { Sandbox::trusted() } else { Sandbox::choose(work)? };
    let sandbox = sandbox.lasting_where_it_can(options.usher, work);
    let build = Build::new(&sandbox, work, stop);
    check_inputs(&layout, &build, stop, watch)?;
    let mut court = Court::new(&layout, &build, stop)?;
    let (accepted, others): (Vec<&Submission>, Vec<&Submission>) =
        layout.submissions.iter().partition(|submission| submission.expected == Expected::Accepted);
    let stated = options.time_limit.or(layout.settings.time_limit);
    court.time_limit = stated.unwrap_or(TIME_MAX);
    let mut slowest = None;
    for submission in accepted {
        let event = court.judge(submission, watch)?.map_or_else(Event::NotRun, Event::Judged);
        if let Event::Judged(judged) = &event
            && judged.ruling == Ruling::Accepted
        {
            slowest = slowest.max(Some(judged.time));
        }
        watch(event);
    }
    if stated.is_none() {
        if let Some(slowest) = slowest {
            court.time_limit = time_limit(slowest, layout.settings.time_multiplier);
        } else {
            court.time_limit = TIME_WITHOUT_ACCEPTED;
            watch(Event::Warning(Warning::NothingAccepted));
        }
    }
    watch(Event::TimeLimit(court.time_limit));
    for submission in others {
        let event = court.judge(submission, watch)?.map_or_else(Event::NotRun, Event::Judged);
        watch(event);
    }
    Ok(())
}

/// Whole seconds, one at least and [`TIME_MAX`] at most: the slowest accepted submission's time, so many times.
fn time_limit(slowest: Duration, multiplier: f64) -> Duration {
    let seconds = (slowest.as_secs_f64() * multiplier).ceil().clamp(1.0, TIME_MAX.as_secs_f64());
    Duration::from_secs_f64(seconds)
}

/// Holds every input against the package's input validators.
fn check_inputs(
    layout: &Layout,
    build: &Build<'_>,
    stop: &Stop,
    watch: &mut dyn FnMut(Event),
) -> Result<(), ImportError> {
    for validator in &layout.input_validators {
        let program = Program::validator(validator, layout, build)?;
        let mut stage = Stage::new(&program, build);
        let name = validator.file_name().unwrap_or_default().to_string_lossy();
        for (at, test) in layout.tests.iter().enumerate() {
            watch(Event::Checks { validator: name.clone().into_owned(), test: at + 1 });
            let args = test.flags.input(validator);
            let limits = layout.settings.validator;
            let why = match trial::check_input(&name, &mut stage, args, test, limits, stop)? {
                None => return Err(ImportError::Stopped),
                Some(Ok(())) => continue,
                Some(Err(why)) => why,
            };
            return Err(ImportError::Input { test: test.name.clone(), why });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::time_limit;

    #[test]
    fn the_limit_on_time_is_whole_seconds() {
        for (slowest_ms, multiplier, seconds) in [(0, 5.0, 1), (190, 5.0, 1), (210, 5.0, 2), (900, 2.0, 2)] {
            let limit = time_limit(Duration::from_millis(slowest_ms), multiplier);
            assert_eq!(limit, Duration::from_secs(seconds), "{slowest_ms} ms");
        }
    }
}
