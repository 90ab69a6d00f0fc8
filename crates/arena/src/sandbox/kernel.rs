//! What is done between the start of a process and its program, and the collecting of processes that
//! were left to us: the calls that the standard library does not have.
//!
//! Nothing here takes memory or a lock: another thread of ours may have held it at the fork.
#![expect(unsafe_code, reason = "system calls between a fork and a program; see each SAFETY")]

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use rustix::process::Pid;
use seccompiler::BpfProgram;

/// What a process does to itself before it becomes a program.
#[derive(Debug, Default)]
pub(super) struct Preparation {
    /// Lists of processes of control groups that it joins.
    pub(super) groups: Vec<File>,
    /// Limits, by their numbers. A limit that is lower already stays.
    pub(super) limits: Vec<(libc::__rlimit_resource_t, u64)>,
    /// Files that the program gets, under the numbers they have here.
    pub(super) handed: Vec<OwnedFd>,
    /// What it gives up for good.
    pub(super) renounced: Option<Renounced>,
}

/// What a process gives up for good.
#[derive(Debug)]
pub(super) struct Renounced {
    /// The user and the group that it becomes.
    pub(super) user: Option<(u32, u32)>,
    /// Its Landlock rules.
    pub(super) rules: OwnedFd,
    /// Filters of system calls.
    pub(super) filters: Vec<BpfProgram>,
}

impl Preparation {
    /// Lets a command prepare each process that it starts.
    pub(super) fn prepare(mut self, command: &mut Command) {
        let parent = rustix::process::getpid();
        // SAFETY: the closure runs in the new process, which has one thread; it makes system calls on
        // numbers and memory that it owns, and takes neither memory nor a lock.
        unsafe { command.pre_exec(move || self.run(parent)) };
    }

    fn run(&mut self, parent: Pid) -> io::Result<()> {
        // A session of its own has no terminal, and its processes are one group.
        rustix::process::setsid()?;
        for group in &mut self.groups {
            group.write_all(b"0")?;
        }
        for &(resource, value) in &self.limits {
            limit(resource, value)?;
        }
        mark_others();
        for file in &self.handed {
            // SAFETY: the number is of an open file that we own.
            checked(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFD, 0) })?;
        }
        self.renounced.as_ref().map_or(Ok(()), |renounced| renounced.run(parent))
    }
}

impl Renounced {
    fn run(&self, parent: Pid) -> io::Result<()> {
        if let Some((user, group)) = self.user {
            // SAFETY: an empty list of groups needs no memory.
            checked(unsafe { libc::setgroups(0, std::ptr::null()) })?;
            // SAFETY: these take numbers.
            checked(unsafe { libc::setresgid(group, group, group) })?;
            // SAFETY: as above.
            checked(unsafe { libc::setresuid(user, user, user) })?;
        }
        // After the change of user, which forgets it.
        // SAFETY: takes numbers.
        checked(unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) })?;
        if rustix::process::getppid() != Some(parent) {
            return Err(io::ErrorKind::Other.into());
        }
        // SAFETY: takes numbers.
        checked(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) })?;
        // SAFETY: the number is of an open file that we own.
        let restricted =
            unsafe { libc::syscall(libc::SYS_landlock_restrict_self, self.rules.as_raw_fd(), 0) };
        if restricted != 0 {
            return Err(io::Error::last_os_error());
        }
        for filter in &self.filters {
            seccompiler::apply_filter(filter).map_err(|_| io::Error::from(io::ErrorKind::Unsupported))?;
        }
        Ok(())
    }
}

/// Lets what a command starts inherit its three streams, and nothing else that is open here.
pub(crate) fn inherit_streams_only(command: &mut Command) {
    // SAFETY: the function makes system calls on numbers and memory that it owns, and takes neither
    // memory nor a lock.
    unsafe {
        command.pre_exec(|| {
            mark_others();
            Ok(())
        })
    };
}

/// Marks every descriptor beyond the three streams, also those that we were started with, to be closed
/// when the program begins.
fn mark_others() {
    // SAFETY: takes numbers.
    let marked =
        unsafe { libc::syscall(libc::SYS_close_range, FIRST_OTHER, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if marked != 0 {
        // Before Linux 5.11 they are marked one by one.
        for number in FIRST_OTHER..DESCRIPTORS_MAX {
            // SAFETY: takes numbers; one that is not open is no error.
            unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) };
        }
    }
}

/// The first descriptor that is no stream.
const FIRST_OTHER: libc::c_int = 3;

/// As many as an older kernel is asked about.
const DESCRIPTORS_MAX: libc::c_int = 1 << 16;

/// Lowers a limit, for good.
fn limit(resource: libc::__rlimit_resource_t, value: u64) -> io::Result<()> {
    let mut now = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit is written into memory that we own.
    checked(unsafe { libc::getrlimit(resource, &raw mut now) })?;
    let value = value.min(now.rlim_max);
    let lower = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: the limit is read from memory that we own.
    checked(unsafe { libc::setrlimit(resource, &raw const lower) })
}

fn checked(result: libc::c_int) -> io::Result<()> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// What processes used that were left to us.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Left {
    /// Processor time, that of what they had waited for included.
    pub(crate) time: Duration,
    /// The most resident memory of one of them, in bytes.
    pub(crate) memory: u64,
}

impl Left {
    /// Adds another process.
    pub(crate) fn add(&mut self, other: Self) {
        self.time += other.time;
        self.memory = self.memory.max(other.memory);
    }
}

/// Whether there is another child of ours in a process group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collected {
    /// One has ended and is collected.
    One(Left),
    /// There are, and none has ended.
    NotYet,
    /// There is none.
    None,
}

/// Collects a child of ours that has ended, of a process group.
pub(crate) fn collect_left(group: Pid) -> Collected {
    let mut status = 0;
    // SAFETY: plain numbers, for which all zeros are lawful.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    let group = group.as_raw_nonzero().get();
    // SAFETY: status and usage are written into memory that we own.
    match unsafe { libc::wait4(-group, &raw mut status, libc::WNOHANG, &raw mut used) } {
        0 => Collected::NotYet,
        found if found > 0 => Collected::One(left_of(&used)),
        _ => Collected::None,
    }
}

/// What the system says that a process used.
pub(super) fn left_of(used: &libc::rusage) -> Left {
    Left {
        time: duration(used.ru_utime) + duration(used.ru_stime),
        memory: u64::try_from(used.ru_maxrss).unwrap_or(0) << 10,
    }
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_micros(time.tv_usec.unsigned_abs())
}
