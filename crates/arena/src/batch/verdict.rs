//! From a run to its verdict.

use croupier_rules::batch::{Difference, Output};
use croupier_rules::verdict::Verdict;

use super::{Bounds, End, Excess, Run};
use crate::bot::Exit;

/// A run that was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What decided it, in a sentence; `None` for `ok`.
    pub reason: Option<String>,
    /// Where the output is not the answer, if that decided it.
    pub difference: Option<Difference>,
    /// The output; `None` if the program passed a bound, since what it had printed by then hangs on the
    /// clock.
    pub output: Option<Output>,
}

/// Judges a run by the answer it should have given.
pub fn judge(run: &Run, answer: &str, bounds: &Bounds) -> Judgement {
    let output = Output::of(&run.output);
    match run.end {
        End::Passed(excess) => {
            let (verdict, reason) = passed(excess, bounds);
            Judgement { verdict, reason: Some(reason), difference: None, output: None }
        }
        End::Exited(Exit::Status(0)) => {
            let difference = Difference::first(answer, &String::from_utf8_lossy(&run.output));
            let verdict = if difference.is_none() { Verdict::Ok } else { Verdict::Wrong };
            let reason = difference.as_ref().map(ToString::to_string);
            Judgement { verdict, reason, difference, output: Some(output) }
        }
        End::Exited(exit) => {
            let reason = Some(ended(exit));
            Judgement { verdict: Verdict::Crashed, reason, difference: None, output: Some(output) }
        }
    }
}

fn passed(excess: Excess, bounds: &Bounds) -> (Verdict, String) {
    match excess {
        Excess::Time | Excess::Clock => {
            let (time, clock) = (seconds(bounds.time), seconds(bounds.clock()));
            (Verdict::Late, format!("more than {time} of processor time, or {clock} on the clock"))
        }
        Excess::Memory => (Verdict::Memory, format!("more than {} of memory", size(bounds.memory))),
        Excess::Output => (Verdict::Output, format!("more than {} of output", size(bounds.output))),
    }
}

/// How a program ended that should have ended with 0.
fn ended(exit: Exit) -> String {
    let name = match exit {
        Exit::Signal(4) => " (illegal instruction)",
        Exit::Signal(6) => " (aborted)",
        Exit::Signal(8) => " (arithmetic, such as a division by zero)",
        Exit::Signal(9) => " (killed)",
        Exit::Signal(11) => " (memory that is not the program's)",
        Exit::Signal(_) | Exit::Status(_) => "",
    };
    format!("ended with {exit}{name}")
}

fn seconds(time: std::time::Duration) -> String {
    let ms = time.as_millis();
    if ms.is_multiple_of(1_000) { format!("{} s", ms / 1_000) } else { format!("{ms} ms") }
}

fn size(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    if bytes.is_multiple_of(MIB) { format!("{} MiB", bytes / MIB) } else { format!("{bytes} bytes") }
}
