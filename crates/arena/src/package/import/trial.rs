//! One program on one test.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use croupier_rules::unseen::lines_written_out;
use rustix::pipe::{PipeFlags, pipe_with};

use super::comparison::Comparison;
use super::layout::{DataTest, Layout, Submission};
use super::program::{Build, FEEDBACK, NotBuilt, Program, Settled};
use super::settings::Validation;
use super::verdict::Ruling;
use super::{ImportError, Judged};
use crate::batch::{self, Bounds, End, Excess, Run};
use crate::bot::{Exit, is_programs_own};
use crate::cores;
use crate::java;
use crate::stop::Stop;

/// What a validator may use: far more than any needs.
const VALIDATOR: Bounds =
    Bounds { time: Duration::from_mins(2), memory: 2 << 30, output: 64 << 20, log: 64 << 10 };

/// A validator's word for a right answer, and for a wrong one.
const RIGHT: i32 = 42;
const WRONG: i32 = 43;

/// How much of a validator's message is shown, in bytes.
const MESSAGE_BYTES_MAX: usize = 400;

/// Judges submissions by the tests of a package.
pub(super) struct Court<'a> {
    layout: &'a Layout,
    build: &'a Build<'a>,
    stop: &'a Stop,
    validators: Vec<Program>,
    pub(super) time_limit: Duration,
}

/// What a test came to, and why.
struct Word {
    ruling: Ruling,
    reason: Option<String>,
    time: Duration,
}

impl Word {
    fn of(ruling: Ruling, reason: impl Into<String>) -> Self {
        Self { ruling, reason: Some(reason.into()), time: Duration::ZERO }
    }
}

/// Holds an input against an input validator. `None`: broken off.
pub(super) fn check_input(
    validator: &Program,
    test: &DataTest,
    build: &Build<'_>,
    stop: &Stop,
) -> Result<Option<Result<(), String>>, ImportError> {
    let input = fs::read(&test.input)?;
    let Settled { launch, folder: _folder } = validator.settle(VALIDATOR.memory, build)?;
    let Some(run) = batch::run(&launch, &input, &VALIDATOR, stop)? else { return Ok(None) };
    Ok(Some(match run.end {
        End::Exited(Exit::Status(RIGHT)) => Ok(()),
        End::Exited(Exit::Status(WRONG)) => {
            let said = [run.output, run.log.kept].concat();
            Err(format!("the input validator refuses it: {}", message(&said)))
        }
        End::Exited(exit) => Err(format!("the input validator ended with {exit}: expected 42 or 43")),
        End::Passed(_) => Err("the input validator took more than 120 s, or too much memory".into()),
    }))
}

impl<'a> Court<'a> {
    /// Builds the output validators.
    pub(super) fn new(layout: &'a Layout, build: &'a Build<'a>, stop: &'a Stop) -> Result<Self, ImportError> {
        if layout.settings.validation == Validation::Default {
            // Flags that nobody knows are told before anything runs.
            for test in &layout.tests {
                Comparison::of_flags(&test.flags).map_err(|why| ImportError::Validator {
                    validator: "the default validator".into(),
                    why: format!("{}: {why}", test.name),
                })?;
            }
        }
        let programs = layout.output_validators.iter();
        let validators = programs.map(|path| Program::validator(path, &layout.folder, build));
        let validators = validators.collect::<Result<_, _>>()?;
        Ok(Self { layout, build, stop, validators, time_limit: Duration::ZERO })
    }

    /// Builds a submission and runs it on the tests, until one is not passed.
    pub(super) fn judge(&self, submission: &Submission) -> Result<Judged, ImportError> {
        let mut judged = Judged {
            name: submission.name.clone(),
            expected: submission.expected,
            ruling: Ruling::Accepted,
            test: None,
            reason: None,
            time: Duration::ZERO,
        };
        let program = match Program::submission(&submission.path, &self.layout.folder, self.build)? {
            Ok(program) => program,
            Err(NotBuilt::Compile(why)) => {
                return Ok(Judged { ruling: Ruling::CompileError, reason: Some(why), ..judged });
            }
            Err(NotBuilt::Tool(why)) => {
                return Ok(Judged { ruling: Ruling::JudgeError, reason: Some(why), ..judged });
            }
        };
        for test in &self.layout.tests {
            let word = self.try_test(&program, test)?;
            judged.time = judged.time.max(word.time);
            if word.ruling != Ruling::Accepted {
                let test = Some(test.name.clone());
                return Ok(Judged { ruling: word.ruling, test, reason: word.reason, ..judged });
            }
        }
        Ok(judged)
    }

    fn try_test(&self, program: &Program, test: &DataTest) -> Result<Word, ImportError> {
        match self.layout.settings.validation {
            Validation::Interactive => self.talk(program, test),
            Validation::Default | Validation::Custom => self.compute(program, test),
        }
    }

    fn bounds(&self) -> Bounds {
        let settings = &self.layout.settings;
        Bounds { time: self.time_limit, memory: settings.memory, output: settings.output, log: 64 << 10 }
    }

    /// A program that reads an input and prints an answer.
    fn compute(&self, program: &Program, test: &DataTest) -> Result<Word, ImportError> {
        let input = fs::read(&test.input)?;
        let bounds = self.bounds();
        let Settled { launch, folder: _folder } = program.settle(bounds.memory, self.build)?;
        let mut run = match batch::run(&launch, &input, &bounds, self.stop) {
            Ok(Some(run)) => run,
            Ok(None) => return Err(ImportError::Stopped),
            Err(why) if is_programs_own(&why) => return Ok(Word::of(Ruling::RunTimeError, why.to_string())),
            Err(why) => return Err(why.into()),
        };
        if program.is_java() {
            java::judge_memory(&mut run);
        }
        let time = run.time;
        if let Some(word) = failed(&run, &bounds) {
            let time = word.time.max(time);
            return Ok(Word { time, ..word });
        }
        let answer = fs::read(&test.answer)?;
        let word = match self.layout.settings.validation {
            Validation::Default => {
                let comparison = Comparison::of_flags(&test.flags).expect("the flags were read before");
                match comparison.difference(&answer, &run.output) {
                    None => Word { ruling: Ruling::Accepted, reason: None, time },
                    Some(difference) => Word::of(Ruling::WrongAnswer, difference),
                }
            }
            Validation::Custom | Validation::Interactive => self.validate(test, &run.output)?,
        };
        Ok(Word { time, ..word })
    }

    /// What the validators say of an output: all have to accept it.
    fn validate(&self, test: &DataTest, output: &[u8]) -> Result<Word, ImportError> {
        for validator in &self.validators {
            let settled = self.bench(validator, test)?;
            let run = batch::run(&settled.launch, output, &VALIDATOR, self.stop)?;
            let run = run.ok_or(ImportError::Stopped)?;
            let word = word_of_validator(&run, settled.folder.path());
            if word.ruling != Ruling::Accepted {
                return Ok(word);
            }
        }
        Ok(Word { ruling: Ruling::Accepted, reason: None, time: Duration::ZERO })
    }

    /// A validator beside the files of a test and a folder for its messages.
    fn bench(&self, validator: &Program, test: &DataTest) -> io::Result<Settled> {
        let args = ["judge.in", "judge.ans"].map(OsString::from);
        let messages = OsString::from(format!("{FEEDBACK}/"));
        let flags = test.flags.iter().map(OsString::from);
        let args: Vec<OsString> = args.into_iter().chain([messages]).chain(flags).collect();
        let files: [(&str, &Path); 2] = [("judge.in", &test.input), ("judge.ans", &test.answer)];
        validator.settle_validator(&files, &args, VALIDATOR.memory, self.build)
    }

    /// A program that talks with the package's judge: what each prints is passed on to the other. Who falls silent
    /// first decides: a crash that follows the judge's word does not overrule it.
    fn talk(&self, program: &Program, test: &DataTest) -> Result<Word, ImportError> {
        let validator = self.validators.first().expect("an interactive problem has a judge");
        let bounds = self.bounds();
        let judge = self.bench(validator, test)?;
        let seat = program.settle(bounds.memory, self.build)?;
        let [said, to_seat, played, to_judge] = [pipe()?, pipe()?, pipe()?, pipe()?];
        let run = |settled: &Settled, input, output, bounds: &Bounds| {
            let (input, output) = (Stdio::from(input), Stdio::from(output));
            batch::run_between(&settled.launch, input, output, bounds, self.stop)
        };
        // On one core each wakes the other at once; on two, waking up takes longer than the turn itself.
        let core = cores::available()[0];
        let (judged, played, judge_silent, seat_silent) = thread::scope(|scope| {
            let on_core = |work: Box<dyn FnOnce() -> Silent + Send>| {
                scope.spawn(move || {
                    cores::stay_on(core);
                    work()
                })
            };
            let from_judge = on_core(Box::new(|| pass_on(said.0, to_seat.1)));
            let from_seat = on_core(Box::new(|| pass_on(played.0, to_judge.1)));
            let judged = scope.spawn(|| {
                cores::stay_on(core);
                run(&judge, to_judge.0, said.1, &VALIDATOR)
            });
            let played = scope.spawn(|| {
                cores::stay_on(core);
                run(&seat, to_seat.0, played.1, &bounds)
            });
            let no_panic = "a program is run without a panic";
            (
                judged.join().expect(no_panic),
                played.join().expect(no_panic),
                from_judge.join().expect(no_panic),
                from_seat.join().expect(no_panic),
            )
        });
        let judged = judged?.ok_or(ImportError::Stopped)?;
        let played = match played {
            Ok(Some(run)) => run,
            Ok(None) => return Err(ImportError::Stopped),
            Err(why) if is_programs_own(&why) => return Ok(Word::of(Ruling::RunTimeError, why.to_string())),
            Err(why) => return Err(why.into()),
        };
        let program_was_first = seat_silent.is_some_and(|at| judge_silent.is_none_or(|other| at <= other));
        let word = word_of_validator(&judged, judge.folder.path());
        let failure = failed(&played, &bounds);
        let word = match failure {
            // The judge has gone away without a word, or has said no before: the program's end follows from it.
            _ if word.ruling == Ruling::JudgeError => word,
            Some(failure) if failure.ruling != Ruling::RunTimeError => failure,
            Some(failure) if program_was_first || word.ruling == Ruling::Accepted => failure,
            _ => word,
        };
        let time = word.time.max(played.time);
        Ok(Word { time, ..word })
    }
}

/// When a program had printed its last; `None` if the other one was gone before.
type Silent = Option<Instant>;

/// Passes on what comes from one pipe to another, until one of the two ends.
fn pass_on(from: OwnedFd, to: OwnedFd) -> Silent {
    let (mut from, mut to) = (File::from(from), File::from(to));
    let mut chunk = [0; 16 << 10];
    loop {
        match from.read(&mut chunk) {
            Ok(0) => return Some(Instant::now()),
            Ok(count) => to.write_all(&chunk[..count]).ok()?,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Some(Instant::now()),
        }
    }
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(pipe_with(PipeFlags::CLOEXEC)?)
}

/// Why a run is no answer, whatever it printed.
fn failed(run: &Run, bounds: &Bounds) -> Option<Word> {
    let seconds = bounds.time.as_secs_f64();
    Some(match run.end {
        End::Exited(Exit::Status(0)) => return None,
        End::Exited(exit) => Word::of(Ruling::RunTimeError, format!("ended with {exit}")),
        End::Passed(Excess::Time) => {
            let reason = format!("more than {seconds} s of processor time, or three times that on the clock");
            Word { time: bounds.time, ..Word::of(Ruling::TimeLimitExceeded, reason) }
        }
        End::Passed(Excess::Memory) => {
            Word::of(Ruling::MemoryLimitExceeded, format!("more than {} MiB of memory", bounds.memory >> 20))
        }
        End::Passed(Excess::Output) => {
            Word::of(Ruling::OutputLimitExceeded, format!("more than {} MiB of output", bounds.output >> 20))
        }
    })
}

/// A validator that ends with anything but 42 and 43 has failed itself.
fn word_of_validator(run: &Run, folder: &Path) -> Word {
    let ruling = match run.end {
        End::Exited(Exit::Status(RIGHT)) => Ruling::Accepted,
        End::Exited(Exit::Status(WRONG)) => Ruling::WrongAnswer,
        End::Exited(exit) => {
            let said = message(&run.log.kept);
            let said = if said.is_empty() { said } else { format!(", and said: {said}") };
            return Word::of(
                Ruling::JudgeError,
                format!("the validator ended with {exit}: expected 42 or 43{said}"),
            );
        }
        End::Passed(_) => {
            return Word::of(Ruling::JudgeError, "the validator took more than 120 s, or too much memory");
        }
    };
    let said = fs::read(folder.join(FEEDBACK).join("judgemessage.txt")).unwrap_or_default();
    let said = message(&said);
    Word { ruling, reason: (!said.is_empty()).then_some(said), time: Duration::ZERO }
}

/// A validator's message in a line.
fn message(said: &[u8]) -> String {
    let cut = &said[..said.len().min(MESSAGE_BYTES_MAX)];
    lines_written_out(String::from_utf8_lossy(cut).trim()).replace('\n', "; ")
}
