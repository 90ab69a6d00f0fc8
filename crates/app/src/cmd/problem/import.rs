//! `croupier problem import DIR`: runs the submissions of a problem package here.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use croupier_arena::package::import::{self, Event, ImportError, Judged, NotRun, Options, Ruling, Warning};
use croupier_arena::sandbox::Usher;
use serde_json::json;

use crate::counted::counted;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::stop_flag;
use crate::output;
use crate::progress::ProgressLine;
use crate::run_failure::no_sandbox;
use crate::scratch::Scratch;
use crate::terminal::one_line;

/// Runs the example submissions of a problem package, anybody's, and says which verdicts are not those that their
/// folders expect. Ends with 1 if any is not.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier problem import rullete
  croupier problem import --json --time-limit 2 theirs

Packages in the format of Kattis and the ICPC are read, `legacy` and later: batch and interactive problems with \
submissions in C, C++, Java, Python and Rust. Submissions and validators run in the sandbox. A validator that ends \
with neither 42 nor 43 is a judge error, never the submission's fault.

Every submission runs on every test until one is not passed: a package of long matches, such as ours of blackjack, \
takes minutes.")]
pub(crate) struct Import {
    /// The package: the folder with problem.yaml
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The limit on processor time, in seconds [default: the package's, or what its accepted submissions need]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// The package is your own: run it without a sandbox
    #[arg(long)]
    trust: bool,
    /// One JSON object a submission
    #[arg(long)]
    json: bool,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
}

fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().filter(|seconds| (0.01..=3_600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, 0.01 to 3600".into())
}

impl Import {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let stop = stop_flag()?;
        let scratch = Scratch::new()?;
        let mut out = output::answer();
        let mut tally = Tally::default();
        let mut progress = Step::new(!self.quiet);
        let mut failed = Ok(());
        let usher = Usher::this_program().ok();
        let options = Options { time_limit: self.time_limit, trust: self.trust, usher };
        let done = import::import(&self.folder, scratch.path(), options, &stop, &mut |event| {
            progress.show(&event);
            if failed.is_ok() {
                failed = self.tell(&event, &mut tally, &mut out);
            }
        });
        progress.line.end();
        failed?;
        match done {
            Ok(()) => {}
            Err(ImportError::Stopped) => return Ok(Exit::Interrupted),
            Err(ImportError::NoSandbox(none)) => return Err(no_sandbox(none)),
            Err(why @ ImportError::Files(_)) => return Err(Failure::bug(why)),
            Err(
                why @ (ImportError::Package(_) | ImportError::Validator { .. } | ImportError::Input { .. }),
            ) => {
                return Err(Failure::bad_input(why));
            }
        }
        if !self.json {
            writeln!(out, "{}", tally.said())?;
        }
        out.flush()?;
        Ok(if tally.unexpected == 0 { Exit::Done } else { Exit::No })
    }

    fn tell(&self, event: &Event, tally: &mut Tally, out: &mut impl Write) -> std::io::Result<()> {
        match event {
            Event::Read { tests, submissions } if !self.json => {
                writeln!(out, "{}, {}", counted(*tests, "test"), counted(*submissions, "submission"))
            }
            Event::TimeLimit(limit) if !self.json => {
                writeln!(out, "time limit {} s", limit.as_secs_f64())
            }
            Event::Judged(judged) => {
                tally.count(judged);
                if self.json {
                    write_json(judged, out)?;
                } else {
                    write_line(judged, out)?;
                }
                out.flush()
            }
            Event::NotRun(NotRun { name, why }) => {
                tally.not_run += 1;
                if self.json {
                    let line = json!({ "submission": name, "verdict": "not_run", "reason": why });
                    writeln!(out, "{line}")?;
                } else {
                    writeln!(out, "--  {:44} {:21}         {}", one_line(name), "not run", one_line(why))?;
                }
                out.flush()
            }
            Event::Warning(Warning::PassedOver(what)) => {
                output::say(format_args!("warning: {what}"));
                Ok(())
            }
            Event::Warning(Warning::NothingAccepted) => {
                output::say(format_args!(
                    "warning: no accepted submission has passed, so the limit on time is a guess: --time-limit sets it"
                ));
                Ok(())
            }
            Event::Read { .. } | Event::TimeLimit(_) | Event::Checks { .. } | Event::Tries { .. } => Ok(()),
        }
    }
}

/// What goes on, for who waits: which program is run on which test.
struct Step {
    line: ProgressLine,
    tests: usize,
    submissions: usize,
    /// The submissions whose turn is over.
    done: usize,
}

impl Step {
    fn new(on: bool) -> Self {
        Self { line: ProgressLine::new(on), tests: 0, submissions: 0, done: 0 }
    }

    /// Shows a step that takes its time; what is told for good stands in its place.
    fn show(&mut self, event: &Event) {
        match event {
            Event::Read { tests, submissions } => (self.tests, self.submissions) = (*tests, *submissions),
            Event::Checks { validator, test } if self.line.is_due() => {
                let line = format!("{}: input {test} of {}", one_line(validator), self.tests);
                self.line.show(line);
                return;
            }
            Event::Tries { submission, test } if self.line.is_due() => {
                let (now, all, tests) = (self.done + 1, self.submissions, self.tests);
                let name = one_line(submission);
                self.line.show(format!("submission {now} of {all}, {name}: test {test} of {tests}"));
                return;
            }
            Event::Checks { .. } | Event::Tries { .. } => return,
            Event::Judged(_) | Event::NotRun(_) => self.done += 1,
            Event::Warning(_) | Event::TimeLimit(_) => {}
        }
        self.line.end();
    }
}

/// How many submissions were judged, and how.
#[derive(Default)]
struct Tally {
    judged: usize,
    unexpected: usize,
    judge_errors: usize,
    not_run: usize,
}

impl Tally {
    fn count(&mut self, judged: &Judged) {
        self.judged += 1;
        self.unexpected += usize::from(!judged.is_as_expected());
        self.judge_errors += usize::from(judged.ruling == Ruling::JudgeError);
    }

    fn said(&self) -> String {
        let Self { judged, unexpected, judge_errors, not_run } = self;
        let as_expected = judged - unexpected;
        let errors = match judge_errors {
            0 => String::new(),
            1 => ", 1 judge error".into(),
            many => format!(", {many} judge errors"),
        };
        let left = if *not_run == 0 { String::new() } else { format!(", {not_run} not run") };
        let submissions = counted(*judged, "submission");
        format!("{as_expected} of {submissions} judged as expected{errors}{left}")
    }
}

fn write_json(judged: &Judged, out: &mut impl Write) -> std::io::Result<()> {
    let Judged { name, expected, ruling, test, reason, time } = judged;
    let line = json!({
        "submission": name, "expected": expected, "verdict": ruling, "as_expected": judged.is_as_expected(),
        "test": test, "reason": reason, "cpu_ms": u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
    });
    writeln!(out, "{line}")
}

fn write_line(judged: &Judged, out: &mut impl Write) -> std::io::Result<()> {
    let Judged { name, expected, ruling, test, reason, time } = judged;
    let mark = if judged.is_as_expected() { "ok " } else { "NOT" };
    let name = one_line(name);
    write!(out, "{mark} {name:44} {ruling:21} {:.2} s", time.as_secs_f64())?;
    if !judged.is_as_expected() {
        write!(out, "  expected {}", expected.name())?;
    }
    if let Some(test) = test {
        write!(out, "  {}", one_line(test))?;
    }
    if let Some(reason) = reason {
        write!(out, ": {}", one_line(&reason.replace('\n', "; ")))?;
    }
    writeln!(out)
}
