//! What of a bot's time was the machine's doing: its processes were ready to run, and no core was free.

use std::fs;
use std::time::Duration;

/// Answers quicker than this are charged as they are: a look at the system costs about as much as ten
/// microseconds of play.
const QUICK: Duration = Duration::from_millis(1);

/// A bot with more processes than this is looked at in part.
const PROCESSES_MAX: usize = 64;

/// Measures what a bot's answers cost it.
///
/// An answer's time is what the clock on the wall says, less the time that the bot or the referee spent
/// waiting for a core, but no less than the processor time that the bot used: a bot that keeps itself
/// waiting with threads of its own gains nothing by it. Linux keeps both numbers for each thread
/// (`schedstat`); where it does not, the wall decides.
#[derive(Debug)]
pub(super) struct Meter {
    process: u32,
    last: Usage,
    /// Time of quick answers since the last look.
    unseen: Duration,
}

impl Meter {
    /// A meter for a process and all that it starts.
    pub(super) fn new(process: u32) -> Self {
        Self { process, last: Usage::default(), unseen: Duration::ZERO }
    }

    /// What was used until now belongs to no answer.
    pub(super) fn look(&mut self) {
        self.last = Usage::of(self.process).unwrap_or_default();
        self.unseen = Duration::ZERO;
    }

    /// The time to charge for an answer that took so long by the clock on the wall.
    pub(super) fn charge(&mut self, wall: Duration) -> Duration {
        if wall < QUICK {
            self.unseen += wall;
            return wall;
        }
        let Some(now) = Usage::of(self.process) else { return wall };
        let charged = self.charged(wall, now);
        (self.last, self.unseen) = (now, Duration::ZERO);
        charged
    }

    /// The time to charge so far for an answer that has not come.
    pub(super) fn so_far(&self, wall: Duration) -> Duration {
        Usage::of(self.process).map_or(wall, |now| self.charged(wall, now))
    }

    fn charged(&self, wall: Duration, now: Usage) -> Duration {
        // Processes that have ended are seen no more: the sums may have become less.
        let waited = now.waited.saturating_sub(self.last.waited);
        let ran = now.ran.saturating_sub(self.last.ran).saturating_sub(self.unseen);
        wall.saturating_sub(waited).max(ran).min(wall)
    }
}

/// Time of processes, as the system counts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Usage {
    /// On a core.
    ran: Duration,
    /// Ready, and waiting for a core; that of the referee's own thread included.
    waited: Duration,
}

impl Usage {
    fn of(process: u32) -> Option<Self> {
        let mut sum = Self { ran: Duration::ZERO, ..Self::read("/proc/thread-self/schedstat")? };
        let mut processes = vec![process.to_string()];
        let mut next = 0;
        while let Some(process) = processes.get(next) {
            for thread in fs::read_dir(format!("/proc/{process}/task")).ok().into_iter().flatten().flatten() {
                let thread = thread.path();
                if let Some(usage) = Self::read(&thread.join("schedstat").to_string_lossy()) {
                    sum.ran += usage.ran;
                    sum.waited += usage.waited;
                }
                let children = fs::read_to_string(thread.join("children")).unwrap_or_default();
                let room = PROCESSES_MAX.saturating_sub(processes.len());
                processes.extend(children.split_whitespace().take(room).map(str::to_owned));
            }
            next += 1;
        }
        Some(sum)
    }

    /// The first two numbers of the file are nanoseconds on a core and waiting for one.
    fn read(path: &str) -> Option<Self> {
        let text = fs::read_to_string(path).ok()?;
        let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
        let (ran, waited) = (numbers.next()?, numbers.next()?);
        Some(Self { ran: Duration::from_nanos(ran), waited: Duration::from_nanos(waited) })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Meter, Usage};

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn charged(wall: u64, ran: u64, waited: u64) -> Duration {
        let last = Usage { ran: ms(5_000), waited: ms(700) };
        let now = Usage { ran: ms(5_000 + ran), waited: ms(700 + waited) };
        Meter { process: 1, last, unseen: Duration::ZERO }.charged(ms(wall), now)
    }

    #[test]
    fn waiting_for_a_core_is_not_charged() {
        assert_eq!(charged(900, 880, 0), ms(900), "a quiet machine");
        assert_eq!(charged(1_800, 890, 900), ms(900), "another process has every second slice");
    }

    #[test]
    fn a_sleeper_is_charged_by_the_clock_on_the_wall() {
        assert_eq!(charged(1_000, 0, 0), ms(1_000));
    }

    #[test]
    fn a_bot_that_keeps_itself_waiting_pays_what_it_runs() {
        assert_eq!(charged(1_000, 990, 3_000), ms(990));
        assert_eq!(charged(1_000, 1_900, 0), ms(1_000), "two cores at once");
    }

    #[test]
    fn this_process_has_run() {
        let usage = Usage::of(std::process::id());
        assert!(usage.is_none_or(|usage| usage.ran > Duration::ZERO), "{usage:?}");
    }
}
