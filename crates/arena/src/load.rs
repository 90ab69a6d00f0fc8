//! What processes have had of the machine, and what they had to wait for it.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;

use crate::family::family;

/// How many times its processor time a program may take on the clock: others may hold the cores.
const CLOCK_FACTOR: u32 = 3;

/// However long a program waits for a core, it is stopped after so many times its processor time.
const CLOCK_FACTOR_MAX: u32 = 30;

/// How long a program of so much processor time may last on the clock, when it `waited` so long for a core.
pub(crate) fn clock_for(processor: Duration, waited: Duration) -> Duration {
    (processor * CLOCK_FACTOR + waited).min(processor * CLOCK_FACTOR_MAX)
}

/// What a process and all that it started have had, at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// Processor time of all of them, of threads that have ended and of processes that were waited for too.
    ran: Duration,
    /// The threads that live, by number: Linux keeps both times for each of them (`schedstat`).
    threads: BTreeMap<u32, Turn>,
}

/// The time of one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Turn {
    /// On a core.
    ran: Duration,
    /// Ready, and waiting for a core.
    waited: Duration,
}

/// What came between two looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spell {
    /// Processor time of all together.
    pub(crate) ran: Duration,
    /// The longest that one thread ran or waited for a core. On one core it waited for the others of its own
    /// as long as they ran, and for strangers the rest.
    pub(crate) ready: Duration,
}

impl Share {
    /// The share of a process and all that it started; none where the system keeps no such numbers.
    pub(crate) fn of(process: u32) -> Option<Self> {
        Turn::read(&format!("/proc/{process}/schedstat"))?;
        let mut share = Self::default();
        for process in family(process) {
            let mut seen = Duration::ZERO;
            for thread in fs::read_dir(format!("/proc/{process}/task")).ok().into_iter().flatten().flatten() {
                let (number, thread) = (thread.file_name(), thread.path());
                let number = number.to_str().and_then(|number| number.parse().ok());
                if let (Some(number), Some(turn)) =
                    (number, Turn::read(&thread.join("schedstat").to_string_lossy()))
                {
                    seen += turn.ran;
                    share.threads.insert(number, turn);
                }
            }
            let (own, waited_for) = processor_times(process).unwrap_or_default();
            // The system's sum is cut to ticks, and has the threads that have ended.
            share.ran += own.max(seen) + waited_for;
        }
        Some(share)
    }

    /// Processor time of all of them.
    pub(crate) fn ran(&self) -> Duration {
        self.ran
    }

    /// How long they were kept from a core that they could have used.
    pub(crate) fn waited(&self) -> Duration {
        let spell = self.since(&Self::default());
        spell.ready.saturating_sub(spell.ran)
    }

    /// What came since an earlier look.
    pub(crate) fn since(&self, earlier: &Self) -> Spell {
        let ready = self.threads.iter().map(|(number, now)| {
            let before = earlier.threads.get(number).copied().unwrap_or_default();
            now.ran.saturating_sub(before.ran) + now.waited.saturating_sub(before.waited)
        });
        Spell { ran: self.ran.saturating_sub(earlier.ran), ready: ready.max().unwrap_or_default() }
    }
}

/// What this thread has had to wait for a core.
pub(crate) fn waited_here() -> Duration {
    Turn::read("/proc/thread-self/schedstat").unwrap_or_default().waited
}

impl Turn {
    /// The first two numbers of the file are nanoseconds on a core and waiting for one.
    fn read(path: &str) -> Option<Self> {
        let text = fs::read_to_string(path).ok()?;
        let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
        let (ran, waited) = (numbers.next()?, numbers.next()?);
        Some(Self { ran: Duration::from_nanos(ran), waited: Duration::from_nanos(waited) })
    }
}

/// The processor time of a process with all its threads, and of the children that it has waited for.
fn processor_times(process: u32) -> Option<(Duration, Duration)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in brackets may hold anything. The first field after it is the third of all.
    let (_, fields) = text.rsplit_once(')')?;
    let mut ticks = fields.split_ascii_whitespace().skip(11).map(|field| field.parse::<u64>().unwrap_or(0));
    let mut two = || Some(ticks.next()? + ticks.next()?);
    let time = |ticks: u64| Some(Duration::from_secs(ticks) / u32::try_from(clock_ticks_per_second()).ok()?);
    Some((time(two()?)?, time(two()?)?))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use super::{Share, Turn};

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn share(ran: u64, threads: &[(u32, u64, u64)]) -> Share {
        let turn = |&(number, ran, waited)| (number, Turn { ran: ms(ran), waited: ms(waited) });
        Share { ran: ms(ran), threads: threads.iter().map(turn).collect() }
    }

    #[test]
    fn what_came_between_two_looks_is_that_of_the_longest_thread() {
        let before = share(500, &[(1, 100, 10), (2, 400, 300)]);
        let now = share(900, &[(1, 150, 200), (3, 80, 0)]);
        let spell = now.since(&before);
        assert_eq!((spell.ran, spell.ready), (ms(400), ms(240)));
    }

    #[test]
    fn processes_that_have_ended_have_run() {
        let worker = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        let mut shell = Command::new("/bin/sh")
            .args(["-c", &format!("({worker}) & wait; echo done; read -r line")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("every system has a shell");
        let mut said = String::new();
        BufReader::new(shell.stdout.take().expect("a pipe")).read_line(&mut said).expect("it says so");
        let share = Share::of(shell.id());
        drop(shell.stdin.take());
        shell.wait().expect("it ends");
        let Some(share) = share else { return };
        let spell = share.since(&Share::default());
        // The shell itself has waited; its worker has run, and is gone.
        assert!(spell.ran > 2 * spell.ready && spell.ran >= ms(30), "{spell:?}");
    }
}
