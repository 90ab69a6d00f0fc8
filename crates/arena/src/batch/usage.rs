//! What a process uses: processor time and resident memory, from the process file system.

use std::fs;
use std::time::Duration;

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::Pid;

/// What a process, or a group of them, has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Processor time, that of children it has waited for included.
    pub(super) time: Duration,
    /// Resident memory, in bytes: the most so far of one process, or what a group has now.
    pub(super) memory: u64,
}

impl Usage {
    /// What a process has used; `None` when it has ended.
    pub(super) fn of_process(process: Pid) -> Option<Self> {
        let id = process.as_raw_nonzero().to_string();
        let now = Stat::of(&id)?;
        Some(Self { time: now.time, memory: peak(&id).unwrap_or(now.resident) })
    }

    /// What living processes have used together. Pages that they share count for each.
    pub(super) fn of_all(processes: &[Pid]) -> Self {
        let stats = processes.iter().filter_map(|process| Stat::of(&process.as_raw_nonzero().to_string()));
        stats.fold(Self::default(), |usage, stat| Self {
            time: usage.time + stat.time,
            memory: usage.memory + stat.resident,
        })
    }
}

/// The most memory that this process itself has had resident, in bytes: what the system counts to a
/// process that it starts, until that becomes a program of its own.
pub(super) fn own_peak() -> u64 {
    peak("self").unwrap_or(u64::MAX)
}

/// The most that was resident, in bytes.
fn peak(id: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kib << 10)
}

/// A line of `/proc/ID/stat`.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    time: Duration,
    resident: u64,
}

impl Stat {
    fn of(id: &str) -> Option<Self> {
        Self::read(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    /// Reads the fields that stand after the name in brackets, in which anything may stand.
    fn read(line: &str) -> Option<Self> {
        let (_, rest) = line.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let ticks: u64 = (14..=17).filter_map(number).sum();
        Some(Self {
            time: Duration::from_secs(ticks) / u32::try_from(clock_ticks_per_second()).ok()?,
            resident: number(24)? * page_size() as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rustix::param::{clock_ticks_per_second, page_size};
    use rustix::process::getpid;

    use super::{Stat, Usage, own_peak};

    #[test]
    fn a_name_with_brackets_and_blanks_is_passed_over() {
        let line = "7 (a) b (c) R 1 42 42 0 -1 4194304 95 0 0 0 30 20 5 5 20 0 1 0 27 2600000 330 1 1 1";
        let stat = Stat::read(line).unwrap();
        let time = Duration::from_mins(1) / u32::try_from(clock_ticks_per_second()).unwrap();
        assert_eq!(stat, Stat { time, resident: 330 * page_size() as u64 });
        assert_eq!(Stat::read("7 (a"), None);
    }

    #[test]
    fn this_process_has_used_something() {
        let usage = Usage::of_process(getpid()).unwrap();
        assert!(usage.memory > 1 << 20 && usage.memory <= own_peak(), "{usage:?}");
        let group = Usage::of_all(&crate::group::members(rustix::process::getpgrp()));
        assert!(group.memory > 1 << 20, "{group:?}");
    }
}
