//! Watching the memory of confined programs where no control group holds it.

use std::fs;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use rustix::param::page_size;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::Hold;

/// How often memory is looked at.
const TICK: Duration = Duration::from_millis(20);

/// How many ticks pass between two looks at programs that may have several processes: it costs more.
const TREE_TICKS: u32 = 5;

/// The programs that are watched.
static WATCHED: Mutex<Vec<Weak<Hold>>> = Mutex::new(Vec::new());

/// What the warden knows of a program.
#[derive(Debug, Default)]
pub(super) struct Watch {
    started: OnceLock<Started>,
    program: OnceLock<Pid>,
    is_over: AtomicBool,
}

#[derive(Debug)]
struct Started {
    leader: Pid,
    /// Names the process that we started for as long as we hold it, whoever gets its number later.
    handle: OwnedFd,
    has_processes: bool,
}

impl Watch {
    /// Whether the program took more than its allowance, and was ended for it.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }
}

/// Watches a program from now on; `leader` is the process that was started.
pub(super) fn watch(hold: &std::sync::Arc<Hold>, leader: Pid, has_processes: bool) {
    // Without a handle it is not watched: the system has none left, and says so elsewhere.
    let Ok(handle) = pidfd_open(leader, PidfdFlags::empty()) else { return };
    if hold.watch.started.set(Started { leader, handle, has_processes }).is_err() {
        return;
    }
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.push(std::sync::Arc::downgrade(hold));
    if watched.len() == 1 {
        thread::spawn(patrol);
    }
}

/// Looks at all programs until there is none.
fn patrol() {
    for tick in 0_u32.. {
        thread::sleep(TICK);
        let holds: Vec<_> = {
            let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
            watched.retain(|hold| hold.strong_count() > 0);
            if watched.is_empty() {
                return;
            }
            watched.iter().filter_map(Weak::upgrade).collect()
        };
        for hold in holds {
            look(&hold, tick % TREE_TICKS == 0);
        }
    }
}

fn look(hold: &Hold, at_trees: bool) {
    let Some(started) = hold.watch.started.get() else { return };
    if hold.watch.is_over() || (started.has_processes && !at_trees) {
        return;
    }
    let program = match hold.watch.program.get() {
        Some(program) => Some(*program),
        None => hold.program_under(started.leader).inspect(|&program| {
            let _known = hold.watch.program.set(program);
        }),
    };
    let Some(program) = program else { return };
    let memory = if started.has_processes {
        hold.processes(started.leader).into_iter().map(resident).sum()
    } else {
        resident(program)
    };
    if memory > hold.allowance.memory {
        hold.watch.is_over.store(true, Ordering::Release);
        // One that has just ended is no error.
        let _gone = pidfd_send_signal(&started.handle, Signal::KILL);
    }
}

/// Resident memory of a process, in bytes; nothing once it has ended.
fn resident(process: Pid) -> u64 {
    let file = format!("/proc/{}/statm", process.as_raw_nonzero());
    let pages = fs::read_to_string(file).ok().and_then(|line| line.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * page_size() as u64
}
