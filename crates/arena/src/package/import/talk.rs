//! A program and the package's judge that talk through pipes: what each prints is passed on to the other.
//!
//! Who falls silent first decides: a crash that follows the judge's word does not overrule it. A judge that has said
//! no ends the talk at once.

use std::fs::File;
use std::io;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::ImportError;
use super::layout::DataTest;
use super::passage::{Passage, pipe};
use super::program::{Program, Settled};
use super::trial::{Court, Outcome, failed, outcome_of_validator, says_right};
use super::turns::{Side, Turns};
use super::verdict::Ruling;
use crate::batch::{self, Bounds, End, Excess, Run, Watch};
use crate::bot::is_programs_own;
use crate::cores;

/// How long a program that has said its last has to end, once the judge has said no.
const GRACE: Duration = Duration::from_millis(200);

/// What the threads of a talk know of each other.
struct Talk<'a> {
    stop: &'a AtomicBool,
    turns: Turns,
    from_judge: Passage,
    from_program: Passage,
    output_max: u64,
    /// The judge has said no, or has failed: nothing that the program does changes that.
    is_decided: AtomicBool,
}

impl Talk<'_> {
    fn judge_ends(&self, judged: &io::Result<Option<Run>>) {
        self.turns.judge_ends();
        self.from_judge.speaker_gone.store(true, Ordering::Release);
        self.from_program.listener_gone.store(true, Ordering::Release);
        if judged.as_ref().is_ok_and(|run| run.as_ref().is_some_and(says_right)) {
            return;
        }
        // Who has fallen silent first is about to end.
        let deadline = Instant::now() + GRACE;
        let is_ending = || {
            self.from_program.silent.load(Ordering::Acquire)
                && !self.from_program.speaker_gone.load(Ordering::Acquire)
        };
        while is_ending() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        self.is_decided.store(true, Ordering::Release);
    }

    fn program_ends(&self) {
        self.from_program.speaker_gone.store(true, Ordering::Release);
        self.from_judge.listener_gone.store(true, Ordering::Release);
    }

    fn is_too_much(&self) -> bool {
        self.from_program.passed.load(Ordering::Relaxed) > self.output_max
    }
}

struct OfJudge<'a>(&'a Talk<'a>);

impl Watch for OfJudge<'_> {
    fn started(&self, process: Pid) {
        self.0.turns.judge_starts(process);
    }

    fn is_over(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    fn excused(&self) -> Duration {
        self.0.turns.excused(Side::Judge)
    }
}

struct OfProgram<'a>(&'a Talk<'a>);

impl Watch for OfProgram<'_> {
    fn is_over(&self) -> bool {
        self.0.turns.look();
        self.0.stop.load(Ordering::Relaxed)
            || self.0.is_decided.load(Ordering::Acquire)
            || self.0.is_too_much()
    }

    fn excused(&self) -> Duration {
        self.0.turns.excused(Side::Program)
    }
}

impl Court<'_> {
    /// Lets a program talk with the package's judge.
    pub(super) fn talk(&self, program: &Program, test: &DataTest) -> Result<Outcome, ImportError> {
        let validator = self.validators.first().expect("an interactive problem has a judge");
        let bounds = self.bounds();
        let judge = self.settle_validator(validator, test)?;
        let seat = program.settle(&[], bounds.memory, self.build)?;
        let [said, to_program, played, to_judge] = [pipe()?, pipe()?, pipe()?, pipe()?];
        let [to_program_end, to_judge_end] = [to_program.1, to_judge.1].map(|end| Arc::new(File::from(end)));
        let talk = Talk {
            stop: self.stop,
            turns: Turns::new(Arc::downgrade(&to_judge_end)),
            from_judge: Passage::default(),
            from_program: Passage::default(),
            output_max: bounds.output,
            is_decided: AtomicBool::new(false),
        };
        // On one core each wakes the other at once; on two, waking up takes longer than the turn itself.
        let core = cores::available()[0];
        let (judged, played, judge_silent, program_silent) = thread::scope(|scope| {
            let from_judge = scope.spawn(|| {
                cores::stay_on(core);
                let heard = || talk.turns.speaks(Side::Judge);
                talk.from_judge.pass_on(said.0, to_program_end, u64::MAX, &heard)
            });
            let from_program = scope.spawn(|| {
                cores::stay_on(core);
                let heard = || talk.turns.speaks(Side::Program);
                talk.from_program.pass_on(played.0, to_judge_end, bounds.output, &heard)
            });
            let judged = scope.spawn(|| {
                cores::stay_on(core);
                let judged =
                    run(&judge, to_judge.0.into(), said.1.into(), &self.validator_bounds(), &OfJudge(&talk));
                talk.judge_ends(&judged);
                judged
            });
            let played = scope.spawn(|| {
                cores::stay_on(core);
                let played = run(&seat, to_program.0.into(), played.1.into(), &bounds, &OfProgram(&talk));
                talk.program_ends();
                played
            });
            let no_panic = "a program is run without a panic";
            (
                judged.join().expect(no_panic),
                played.join().expect(no_panic),
                from_judge.join().expect(no_panic),
                from_program.join().expect(no_panic),
            )
        });
        let judged = match judged {
            Err(why) if is_programs_own(&why) => {
                return Ok(Outcome::does_not_start(&why));
            }
            judged => judged?.ok_or(ImportError::Stopped)?,
        };
        if self.stop.load(Ordering::Relaxed) {
            return Err(ImportError::Stopped);
        }
        let failure = match played {
            Err(why) if is_programs_own(&why) => Some(Outcome::of(Ruling::RunTimeError, why.to_string())),
            Err(why) => return Err(why.into()),
            Ok(_) if talk.is_too_much() => Some(Outcome::of_output(&bounds)),
            Ok(Some(run)) if run.end == End::Passed(Excess::Clock) => Some(idle(&bounds).after(run.time)),
            Ok(Some(run)) => {
                Some(failed(&run, &bounds).unwrap_or_else(|| Outcome::accepted().after(run.time)))
            }
            // It was stopped, for the judge has decided.
            Ok(None) => None,
        };
        let time = failure.as_ref().map_or(Duration::ZERO, |failure| failure.time);
        let failure = failure.filter(|failure| failure.ruling != Ruling::Accepted);
        let (judge_silent, program_silent) = (judge_silent?, program_silent?);
        let first = if program_silent <= judge_silent { Side::Program } else { Side::Judge };
        let word = outcome_of_validator(&judged, judge.folder.path(), &self.validator_bounds());
        let outcome = match (last_word(word.ruling, failure.is_some(), first), failure) {
            (Side::Program, Some(failure)) => failure,
            (Side::Judge, _) | (Side::Program, None) => word,
        };
        Ok(outcome.after(time))
    }
}

fn run(
    settled: &Settled,
    input: Stdio,
    output: Stdio,
    bounds: &Bounds,
    watch: &impl Watch,
) -> io::Result<Option<Run>> {
    batch::run_between(&settled.launch, input, output, bounds, watch)
}

/// Whose word a talk's outcome is: that of the judge, or that of the program, which has failed or not. The judge
/// and the program may both have something to say; then the first cause wins.
const fn last_word(judge: Ruling, program_failed: bool, first: Side) -> Side {
    match (judge, program_failed, first) {
        // It said right, and the program has failed all the same; or it said no because the program was gone.
        (Ruling::Accepted, true, _) | (Ruling::WrongAnswer, true, Side::Program) => Side::Program,
        _ => Side::Judge,
    }
}

/// The outcome of a program that has let the judge wait for too long.
fn idle(bounds: &Bounds) -> Outcome {
    let seconds = bounds.clock().as_secs_f64();
    let reason = format!("the judge waited more than {seconds} s for it: does it flush what it prints?");
    Outcome::of(Ruling::TimeLimitExceeded, reason)
}

#[cfg(test)]
mod tests {
    use super::super::turns::Side::{Judge, Program};
    use super::super::verdict::Ruling::{Accepted, JudgeError, WrongAnswer};
    use super::last_word;

    #[test]
    fn the_first_cause_wins() {
        for (what, word, has_failed, first, decides) in [
            ("all is well", Accepted, false, Program, Judge),
            ("all is well, and the judge ends first", Accepted, false, Judge, Judge),
            ("right, and then an exit status", Accepted, true, Judge, Program),
            ("right, though the program crashed before", Accepted, true, Program, Program),
            ("wrong, and it ended well", WrongAnswer, false, Program, Judge),
            ("wrong, and then it ended well or was stopped", WrongAnswer, false, Judge, Judge),
            ("wrong, and then it crashed or looped", WrongAnswer, true, Judge, Judge),
            ("a crash or a loop, and then no word came", WrongAnswer, true, Program, Program),
            ("the judge failed", JudgeError, false, Judge, Judge),
            ("the judge failed, and the program then", JudgeError, true, Judge, Judge),
            ("the judge failed when the program was gone", JudgeError, true, Program, Judge),
        ] {
            assert_eq!(last_word(word, has_failed, first), decides, "{what}");
        }
    }
}
