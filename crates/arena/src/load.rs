//! What processes have had of the machine, and what they had to wait for it.

use std::fs;
use std::time::Duration;

/// Of more processes than this a part is looked at.
const PROCESSES_MAX: usize = 64;

/// Time of processes: Linux keeps both numbers for each thread (`schedstat`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// On a core.
    pub(crate) ran: Duration,
    /// Ready, and waiting for a core.
    pub(crate) waited: Duration,
}

impl Share {
    /// The share of a process and all that it started, as far as they live; none where the system keeps no
    /// such numbers.
    pub(crate) fn of(process: u32) -> Option<Self> {
        let mut sum = Self::read(&format!("/proc/{process}/schedstat")).map(|_| Self::default())?;
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

    /// What this thread has had to wait for a core.
    pub(crate) fn waited_here() -> Duration {
        Self::read("/proc/thread-self/schedstat").unwrap_or_default().waited
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

    use super::Share;

    #[test]
    fn this_process_has_run() {
        let share = Share::of(std::process::id());
        assert!(share.is_none_or(|share| share.ran > Duration::ZERO), "{share:?}");
    }
}
