//! Process groups that we started. Each is ended as a whole, and all of them when we have to end.

use std::fs;
use std::io;
use std::mem;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, test_kill_process_group};

use crate::sandbox::{Collected, Left, collect_left};

/// How long to wait before a busy program is tried again.
const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// How long to wait until the rest of a killed group is gone: the system needs a moment.
const GROUP_END: Duration = Duration::from_millis(200);

/// How long to wait before the rest of a group is looked at again.
const GROUP_PAUSE: Duration = Duration::from_micros(200);

/// The groups whose leaders nobody has collected. It is locked while a process starts, so that none
/// is missed.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Lets a command's process lead a group of its own. That of a cage leads a session, which is a group too.
pub(crate) fn lead(command: &mut Command) {
    command.process_group(0);
}

/// Kills every group that runs. Afterwards no thread can start or end one: this is for the moment before
/// the program itself ends.
pub fn end_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    for &group in running.iter() {
        // A group that has no process left to be ended is no error.
        let _gone = kill_process_group(group, Signal::KILL);
    }
    // Locked for good: who would start or end a process now waits for our own end.
    mem::forget(running);
}

/// The processes of a group.
pub(crate) fn members(group: Pid) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_member = |process: &fs::DirEntry| {
        let line = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        group_of(&line) == Some(group)
    };
    let number = |process: fs::DirEntry| Pid::from_raw(process.file_name().to_str()?.parse().ok()?);
    processes.filter(is_member).filter_map(number).collect()
}

/// The group in a line of `/proc/ID/stat`: the third field after the name in brackets, in which anything
/// may stand. A process that is ending has -1 there for a moment.
fn group_of(line: &str) -> Option<Pid> {
    let (_, rest) = line.rsplit_once(')')?;
    let number: i32 = rest.split_ascii_whitespace().nth(2)?.parse().ok()?;
    if number > 0 { Pid::from_raw(number) } else { None }
}

/// A process with all that it starts, ended when dropped.
#[derive(Debug)]
pub(crate) struct Group {
    /// `None` once its status was taken: from then on the number may be another's.
    leader: Option<Child>,
    id: Pid,
    /// What processes used that a sandbox left to us.
    left: Left,
}

impl Group {
    /// Starts a command, which [leads](lead) a group. A program that was written a moment ago may be busy
    /// until the deadline: a process that another thread has just started holds the file open until it
    /// becomes its own program.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub(crate) fn spawn(command: &mut Command, deadline: Instant) -> io::Result<Self> {
        loop {
            match Self::spawn_once(command) {
                Err(error)
                    if error.kind() == io::ErrorKind::ExecutableFileBusy && Instant::now() < deadline =>
                {
                    thread::sleep(BUSY_PAUSE);
                }
                started => return started,
            }
        }
    }

    fn spawn_once(command: &mut Command) -> io::Result<Self> {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let leader = command.spawn()?;
        let id = Pid::from_child(&leader);
        running.push(id);
        Ok(Self { leader: Some(leader), id, left: Left::default() })
    }

    /// The number of the group, which is its leader's.
    pub(crate) fn id(&self) -> Pid {
        self.id
    }

    /// The leader, with its pipes.
    pub(crate) fn leader(&mut self) -> &mut Child {
        self.leader.as_mut().expect("a group that runs has its leader")
    }

    /// What becomes readable once the leader has ended.
    ///
    /// # Errors
    /// When the system has none left.
    pub(crate) fn watch(&self) -> io::Result<OwnedFd> {
        Ok(pidfd_open(self.id, PidfdFlags::empty())?)
    }

    /// Kills the whole group, collects its leader, and waits until the group is gone. As long as nobody
    /// has collected the leader, the number is not given to another, so no stranger is killed. `None`:
    /// that was done before.
    pub(crate) fn end<T>(&mut self, collect: impl FnOnce(Child) -> T) -> Option<T> {
        let leader = self.leader.take()?;
        {
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            // A group that has no process left to be ended is no error.
            let _gone = kill_process_group(self.id, Signal::KILL);
            running.retain(|&group| group != self.id);
        }
        let collected = collect(leader);
        let deadline = Instant::now() + GROUP_END;
        while test_kill_process_group(self.id).is_ok() && Instant::now() < deadline {
            match collect_left(self.id) {
                Collected::One(left) => self.left.add(left),
                Collected::NotYet | Collected::None => thread::sleep(GROUP_PAUSE),
            }
        }
        Some(collected)
    }

    /// What the rest of the group used, once it has ended, as far as it was left to us.
    pub(crate) fn left(&self) -> Left {
        self.left
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _status = self.end(|mut leader| leader.wait());
    }
}

#[cfg(test)]
mod tests {
    use rustix::process::{Pid, getpgrp, getpid};

    use super::{group_of, members};

    #[test]
    fn a_group_has_its_members() {
        assert!(members(getpgrp()).contains(&getpid()));
        assert_eq!(group_of("7 (a) b (c) R 1 42 43 0 -1"), Pid::from_raw(42));
        assert_eq!(group_of("2 (kthreadd) S 0 0 0 0"), None, "the kernel's own have none");
        assert_eq!(group_of("7 (a) Z 0 -1 -1 0 -1"), None, "one that is ending has none any more");
        assert_eq!(group_of("7 (a"), None);
    }
}
