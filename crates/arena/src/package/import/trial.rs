//! One program on one test.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use croupier_rules::unseen::lines_written_out;

use super::comparison::Comparison;
use super::layout::{DataTest, Layout, Submission};
use super::program::{Build, FEEDBACK, NotBuilt, Program, Settled};
use super::settings::{Validation, ValidatorLimits};
use super::stage::Stage;
use super::verdict::Ruling;
use super::{Event, ImportError, Judged, NotRun};
use crate::batch::{self, Bounds, End, Excess, Run};
use crate::beneath::{Folder, Last};
use crate::bot::{Exit, is_programs_own};
use crate::java;
use crate::stop::Stop;

/// What is kept of a program's standard error, in bytes.
const LOG_BYTES_MAX: u64 = 1 << 20;

/// A validator's word for a right answer, and for a wrong one.
const RIGHT: i32 = 42;
const WRONG: i32 = 43;

/// How much of a validator's message is shown, in bytes.
const MESSAGE_BYTES_MAX: usize = 400;

/// Judges submissions by the tests of a package.
pub(super) struct Court<'a> {
    layout: &'a Layout,
    pub(super) build: &'a Build<'a>,
    pub(super) stop: &'a Stop,
    pub(super) validators: Vec<Program>,
    pub(super) time_limit: Duration,
}

/// What a test came to, and why.
pub(super) struct Outcome {
    pub(super) ruling: Ruling,
    reason: Option<String>,
    /// Processor time of the submission.
    pub(super) time: Duration,
}

impl Outcome {
    pub(super) fn of(ruling: Ruling, reason: impl Into<String>) -> Self {
        Self { ruling, reason: Some(reason.into()), time: Duration::ZERO }
    }

    pub(super) const fn accepted() -> Self {
        Self { ruling: Ruling::Accepted, reason: None, time: Duration::ZERO }
    }

    /// With the processor time that the submission took.
    pub(super) fn after(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Of a program that printed too much.
    pub(super) fn of_output(bounds: &Bounds) -> Self {
        Self::of(Ruling::OutputLimitExceeded, format!("more than {} MiB of output", bounds.output >> 20))
    }

    pub(super) fn does_not_start(why: &std::io::Error) -> Self {
        Self::of(Ruling::JudgeError, format!("the validator does not start: {why}"))
    }
}

/// Holds an input against an input validator, which has this name. `None`: broken off.
pub(super) fn check_input(
    name: &str,
    validator: &mut Stage<'_>,
    args: Vec<String>,
    test: &DataTest,
    limits: ValidatorLimits,
    stop: &Stop,
) -> Result<Option<Result<(), String>>, ImportError> {
    let bounds = bounds_of_validator(limits);
    let input = fs::read(&test.input)?;
    let args: Vec<OsString> = args.into_iter().map(OsString::from).collect();
    let run = match validator.run(&args, &input, &bounds, stop) {
        Ok(Some(run)) => run,
        Ok(None) => return Ok(None),
        Err(why) if is_programs_own(&why) => {
            return Ok(Some(Err(format!("the input validator {name} does not start: {why}"))));
        }
        Err(why) => return Err(why.into()),
    };
    Ok(Some(match run.end {
        End::Exited(Exit::Status(RIGHT)) => Ok(()),
        End::Exited(Exit::Status(WRONG)) => {
            let said = [run.output, run.log.kept].concat();
            Err(with_words(format!("the input validator {name} refuses it"), ": ", &said))
        }
        End::Exited(exit) => {
            let why = format!("the input validator {name} ended with {exit}: expected 42 or 43");
            Err(with_words(why, ", and said: ", &run.log.kept))
        }
        End::Passed(excess) => Err(format!("the input validator {name} took {}", passed(excess, &bounds))),
    }))
}

impl<'a> Court<'a> {
    /// Builds the output validators.
    pub(super) fn new(layout: &'a Layout, build: &'a Build<'a>, stop: &'a Stop) -> Result<Self, ImportError> {
        if layout.settings.validation == Validation::Default {
            // Flags that nobody knows are told before anything runs.
            for test in &layout.tests {
                Comparison::of_flags(&test.flags.output).map_err(|why| ImportError::Validator {
                    validator: "the default validator".into(),
                    why: format!("{}: {why}", test.name),
                })?;
            }
        }
        let programs = layout.output_validators.iter();
        let validators = programs.map(|path| Program::validator(path, layout, build));
        let validators = validators.collect::<Result<_, _>>()?;
        Ok(Self { layout, build, stop, validators, time_limit: Duration::ZERO })
    }

    /// Builds a submission and runs it on the tests, until one is not passed. The inner error: it cannot be run
    /// here.
    pub(super) fn judge(
        &self,
        submission: &Submission,
        watch: &mut dyn FnMut(Event),
    ) -> Result<Result<Judged, NotRun>, ImportError> {
        let mut judged = Judged {
            name: submission.name.clone(),
            expected: submission.expected,
            ruling: Ruling::Accepted,
            test: None,
            reason: None,
            time: Duration::ZERO,
        };
        let program = match Program::submission(&submission.path, self.layout, self.build)? {
            Ok(program) => program,
            Err(_) if self.stop.load(Ordering::Relaxed) => return Err(ImportError::Stopped),
            Err(NotBuilt::Compile(why)) => {
                return Ok(Ok(Judged { ruling: Ruling::CompileError, reason: Some(why), ..judged }));
            }
            Err(NotBuilt::Tool(why) | NotBuilt::Package(why)) => {
                return Ok(Ok(Judged { ruling: Ruling::JudgeError, reason: Some(why), ..judged }));
            }
            Err(NotBuilt::Language(why)) => {
                return Ok(Err(NotRun { name: submission.name.clone(), why }));
            }
        };
        let mut stage = Stage::new(&program, self.build);
        for (at, test) in self.layout.tests.iter().enumerate() {
            watch(Event::Tries { submission: submission.name.clone(), test: at + 1 });
            let outcome = match self.layout.settings.validation {
                Validation::Interactive => self.talk(&program, test)?,
                Validation::Default | Validation::Custom => self.compute(&program, &mut stage, test)?,
            };
            judged.time = judged.time.max(outcome.time);
            if outcome.ruling != Ruling::Accepted {
                let test = Some(test.name.clone());
                return Ok(Ok(Judged { ruling: outcome.ruling, test, reason: outcome.reason, ..judged }));
            }
        }
        Ok(Ok(judged))
    }

    /// What a submission may use.
    pub(super) fn bounds(&self) -> Bounds {
        let settings = &self.layout.settings;
        Bounds { time: self.time_limit, memory: settings.memory, output: settings.output, log: LOG_BYTES_MAX }
    }

    /// What a validator may use.
    pub(super) fn validator_bounds(&self) -> Bounds {
        bounds_of_validator(self.layout.settings.validator)
    }

    /// A program that reads an input and prints an answer.
    fn compute(
        &self,
        program: &Program,
        stage: &mut Stage<'_>,
        test: &DataTest,
    ) -> Result<Outcome, ImportError> {
        let input = fs::read(&test.input)?;
        let bounds = self.bounds();
        let mut run = match stage.run(&[], &input, &bounds, self.stop) {
            Ok(Some(run)) => run,
            Ok(None) => return Err(ImportError::Stopped),
            Err(why) if is_programs_own(&why) => {
                return Ok(Outcome::of(Ruling::RunTimeError, why.to_string()));
            }
            Err(why) => return Err(why.into()),
        };
        if program.is_java() {
            java::judge_memory(&mut run);
        }
        let time = run.time;
        if let Some(outcome) = failed(&run, &bounds) {
            return Ok(outcome);
        }
        let answer = fs::read(&test.answer)?;
        let outcome = match self.layout.settings.validation {
            Validation::Default => {
                let comparison =
                    Comparison::of_flags(&test.flags.output).expect("the flags were read before");
                match comparison.difference(&answer, &run.output) {
                    None => Outcome::accepted(),
                    Some(difference) => Outcome::of(Ruling::WrongAnswer, difference),
                }
            }
            Validation::Custom | Validation::Interactive => self.validate(test, &run.output)?,
        };
        Ok(outcome.after(time))
    }

    /// What the validators say of an output: all have to accept it.
    fn validate(&self, test: &DataTest, output: &[u8]) -> Result<Outcome, ImportError> {
        let bounds = self.validator_bounds();
        for validator in &self.validators {
            let settled = self.settle_validator(validator, test)?;
            let run = match batch::run(&settled.launch, output, &bounds, self.stop) {
                Ok(run) => run.ok_or(ImportError::Stopped)?,
                Err(why) if is_programs_own(&why) => return Ok(Outcome::does_not_start(&why)),
                Err(why) => return Err(why.into()),
            };
            let outcome = outcome_of_validator(&run, settled.folder.path(), &bounds);
            if outcome.ruling != Ruling::Accepted {
                return Ok(outcome);
            }
        }
        Ok(Outcome::accepted())
    }

    /// A validator beside the files of a test and a folder for its messages.
    pub(super) fn settle_validator(&self, validator: &Program, test: &DataTest) -> std::io::Result<Settled> {
        let args = ["judge.in", "judge.ans"].map(OsString::from);
        let messages = OsString::from(format!("{FEEDBACK}/"));
        let flags = test.flags.output.iter().map(OsString::from);
        let args: Vec<OsString> = args.into_iter().chain([messages]).chain(flags).collect();
        let files: [(&str, &Path); 2] = [("judge.in", &test.input), ("judge.ans", &test.answer)];
        validator.settle_validator(&files, &args, self.validator_bounds().memory, self.build)
    }
}

/// Why a run is no answer, whatever it printed.
pub(super) fn failed(run: &Run, bounds: &Bounds) -> Option<Outcome> {
    Some(match run.end {
        End::Exited(Exit::Status(0)) => return None,
        End::Exited(exit) => {
            // Of a log that is cut, the last line is any line.
            let said = if run.log.dropped == 0 { last_line(&run.log.kept) } else { &[] };
            let why = with_words(format!("ended with {exit}"), ": ", said);
            Outcome::of(Ruling::RunTimeError, why).after(run.time)
        }
        End::Passed(Excess::Time) => Outcome::of(Ruling::TimeLimitExceeded, passed(Excess::Time, bounds))
            .after(bounds.time.max(run.time)),
        End::Passed(Excess::Clock) => {
            Outcome::of(Ruling::TimeLimitExceeded, passed(Excess::Clock, bounds)).after(run.time)
        }
        End::Passed(Excess::Memory) => {
            Outcome::of(Ruling::MemoryLimitExceeded, passed(Excess::Memory, bounds)).after(run.time)
        }
        End::Passed(Excess::Output) => Outcome::of_output(bounds).after(run.time),
    })
}

/// What was too much.
fn passed(excess: Excess, bounds: &Bounds) -> String {
    let [time, clock] = [bounds.time, bounds.clock()].map(|time| time.as_secs_f64());
    match excess {
        Excess::Time => format!("more than {time} s of processor time"),
        Excess::Clock => format!("more than {clock} s on the clock"),
        Excess::Memory => format!("more than {} MiB of memory", bounds.memory >> 20),
        Excess::Output => format!("more than {} MiB of output", bounds.output >> 20),
    }
}

/// Whether a validator has said that all is right.
pub(super) fn says_right(run: &Run) -> bool {
    run.end == End::Exited(Exit::Status(RIGHT))
}

/// A validator that ends with anything but 42 and 43 has failed itself.
pub(super) fn outcome_of_validator(run: &Run, folder: &Path, bounds: &Bounds) -> Outcome {
    let ruling = match run.end {
        End::Exited(Exit::Status(RIGHT)) => Ruling::Accepted,
        End::Exited(Exit::Status(WRONG)) => Ruling::WrongAnswer,
        End::Exited(exit) => {
            let why = format!("the validator ended with {exit}: expected 42 or 43");
            return Outcome::of(Ruling::JudgeError, with_words(why, ", and said: ", &run.log.kept));
        }
        End::Passed(excess) => {
            return Outcome::of(Ruling::JudgeError, format!("the validator took {}", passed(excess, bounds)));
        }
    };
    let said = message(&messages(&folder.join(FEEDBACK)));
    Outcome { ruling, reason: (!said.is_empty()).then_some(said), time: Duration::ZERO }
}

/// What a validator has left in its folder of messages, as much as is shown. It may have put there what it likes: no
/// link leads out of the folder, and no pipe or device is read.
fn messages(folder: &Path) -> Vec<u8> {
    Folder::open(folder, Last::Itself)
        .and_then(|folder| folder.read_start(Path::new("judgemessage.txt"), MESSAGE_BYTES_MAX as u64))
        .unwrap_or_default()
}

/// The last line that is not blank: where most languages say why a program ended.
fn last_line(said: &[u8]) -> &[u8] {
    let mut lines = said.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.rfind(|line| !line.is_empty()).unwrap_or_default()
}

/// A sentence with a validator's words at its end, if it has said any.
fn with_words(sentence: String, between: &str, said: &[u8]) -> String {
    let said = message(said);
    if said.is_empty() { sentence } else { format!("{sentence}{between}{said}") }
}

/// A validator's message in a line.
fn message(said: &[u8]) -> String {
    let cut = &said[..said.len().min(MESSAGE_BYTES_MAX)];
    lines_written_out(String::from_utf8_lossy(cut).trim()).replace('\n', "; ")
}

fn bounds_of_validator(limits: ValidatorLimits) -> Bounds {
    Bounds { time: limits.time, memory: limits.memory, output: limits.output, log: LOG_BYTES_MAX }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::{MESSAGE_BYTES_MAX, messages};

    #[test]
    fn a_message_is_a_plain_file_of_the_validators_own() {
        let place = tempfile::tempdir().unwrap();
        let feedback = place.path().join("feedback");
        fs::create_dir(&feedback).unwrap();
        let file = feedback.join("judgemessage.txt");
        let secret = place.path().join("secret");
        fs::write(&secret, "a queen").unwrap();
        assert_eq!(messages(&feedback), b"");
        for target in [secret.to_str().unwrap(), "/dev/zero", "judgemessage.txt"] {
            symlink(target, &file).unwrap();
            assert_eq!(messages(&feedback), b"", "{target}");
            fs::remove_file(&file).unwrap();
        }
        assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
        assert_eq!(messages(&feedback), b"");
        fs::remove_file(&file).unwrap();
        fs::write(&file, "x".repeat(10_000)).unwrap();
        assert_eq!(messages(&feedback).len(), MESSAGE_BYTES_MAX);
    }
}
