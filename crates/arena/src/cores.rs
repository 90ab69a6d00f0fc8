//! The cores this process may use, and a thread's stay on one of them.
//!
//! A referee thread and its bots wait for each other; on one core a round trip costs a tenth of what
//! it costs across cores. Children inherit the core of the thread that starts them.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores that this process may run on, by number; one unnamed core if the system does not tell.
pub fn available() -> Vec<usize> {
    let allowed = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect();
    if cores.is_empty() { vec![0] } else { cores }
}

/// Keeps this thread, and what it starts from now on, on one core. Where the system refuses, nothing
/// changes but the speed.
pub fn stay_on(core: usize) {
    let mut one = CpuSet::new();
    one.set(core);
    let _slower_without = sched_setaffinity(None, &one);
}
