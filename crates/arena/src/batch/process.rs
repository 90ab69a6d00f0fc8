//! One run of a program: its input is a file, its output is read to a bound, and its whole process
//! group is ended with it.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::mem;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::Pid;
use wait4::Wait4;

use super::usage::{Usage, own_peak};
use crate::bot::{Exit, Launch};
use crate::group::{self, Group};
use crate::load::Share;
use crate::log::Log;
use crate::sandbox::Cage;

/// How often a program's use of time and memory is looked at.
const TICK: Duration = Duration::from_millis(10);

/// How many ticks pass between two looks at the whole group, which costs more.
const GROUP_TICKS: u32 = 10;

/// How many times its processor time a program may take on the clock: others may hold the cores.
const CLOCK_FACTOR: u32 = 3;

/// However long a program waits for a core, it is stopped after so many times its processor time.
const CLOCK_FACTOR_MAX: u32 = 30;

/// How long a program that was just built may be busy.
const BUSY: Duration = Duration::from_secs(5);

/// What one run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Processor time of the program and what it starts; three times as much on the clock.
    pub time: Duration,
    /// Resident memory, in bytes.
    pub memory: u64,
    /// What it may print, in bytes.
    pub output: u64,
    /// What is kept of its standard error, in bytes.
    pub log: u64,
}

impl Bounds {
    /// How long a run may last on the clock, if it does not have to wait for a core.
    pub fn clock(&self) -> Duration {
        self.time * CLOCK_FACTOR
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The program ended by itself, within its bounds.
    Exited(Exit),
    /// It passed a bound, and was stopped if it had not ended.
    Passed(Excess),
}

/// The bound that was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Processor time.
    Time,
    /// Time on the clock.
    Clock,
    /// Memory.
    Memory,
    /// Output.
    Output,
}

/// A program that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// The processor time that it used, with what it started.
    pub time: Duration,
    /// What it printed, to the bound; nothing, where it printed to another program.
    pub output: Vec<u8>,
    /// Its standard error.
    pub log: Log,
}

/// What looks at a run from outside while it goes on: every 10 ms.
pub(crate) trait Watch {
    /// It has started, as this process.
    fn started(&self, _process: Pid) {}

    /// Whether it is to be broken off.
    fn is_over(&self) -> bool;

    /// What of its time on the clock so far is not its own.
    fn excused(&self) -> Duration {
        Duration::ZERO
    }
}

/// The wish that a run stops.
impl Watch for AtomicBool {
    fn is_over(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Runs a program on an input. `None`: `stop` was set meanwhile, and the run was broken off.
///
/// # Errors
/// When the system cannot start it.
pub fn run(launch: &Launch, input: &[u8], bounds: &Bounds, stop: &AtomicBool) -> io::Result<Option<Run>> {
    run_between(launch, Stdio::from(as_file(input)?), Stdio::piped(), bounds, stop)
}

/// Runs a program that reads and prints to where it is told: to a pipe that another program holds the other
/// end of. `None`: it was broken off.
///
/// # Errors
/// When the system cannot start it.
pub(crate) fn run_between(
    launch: &Launch,
    stdin: Stdio,
    stdout: Stdio,
    bounds: &Bounds,
    watch: &impl Watch,
) -> io::Result<Option<Run>> {
    let mut command = launch.command()?;
    command.stdin(stdin).stdout(stdout);
    let group = Group::spawn(&mut command, Instant::now() + BUSY)?;
    // The other program is to see the end of a pipe when this one ends: no end of it stays with us.
    drop(command);
    launch.watch(group.id());
    watch.started(group.id());
    let mut process = Process::new(group, launch.cage.clone())?;
    let excess = match process.watch(bounds, watch)? {
        Watched::BrokenOff => return Ok(None),
        Watched::Ended => None,
        Watched::Passed(excess) => Some(excess),
    };
    let (status, used) = process.end()?;
    process.drain(bounds);
    if excess.is_none() {
        launch.check_started(status, &process.log.kept)?;
    }
    let is_over_memory = launch.cage.as_ref().is_some_and(Cage::is_over_memory);
    let passed = [
        (used.memory > bounds.memory || is_over_memory, Excess::Memory),
        (used.time > bounds.time, Excess::Time),
        (process.printed > bounds.output, Excess::Output),
    ];
    let passed = passed.into_iter().find(|&(is_passed, _)| is_passed).map(|(_, excess)| excess);
    // What it used is known for sure only now.
    let excess = if used.time > bounds.time && excess == Some(Excess::Clock) { passed } else { excess };
    let end = excess.or(passed).map_or_else(|| End::Exited(Exit::from(status)), End::Passed);
    let (output, log) = (mem::take(&mut process.output), mem::take(&mut process.log));
    Ok(Some(Run { end, time: used.time, output, log }))
}

/// A file in memory with these bytes, to be read from its start.
fn as_file(bytes: &[u8]) -> io::Result<File> {
    let mut file = File::from(memfd_create("input", MemfdFlags::CLOEXEC)?);
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

/// Why a process is watched no more.
enum Watched {
    Ended,
    Passed(Excess),
    BrokenOff,
}

/// A process that runs, with what it has printed.
struct Process {
    group: Group,
    cage: Option<Cage>,
    /// The program itself, once it was seen: in a cage it is not the group's leader.
    program: Option<Pid>,
    /// Readable once the process has ended.
    ended: OwnedFd,
    stdout: Option<File>,
    stderr: Option<File>,
    output: Vec<u8>,
    printed: u64,
    log: Log,
    /// The most memory that was seen.
    peak: u64,
}

impl Process {
    fn new(mut group: Group, cage: Option<Cage>) -> io::Result<Self> {
        let leader = group.leader();
        let pipes = [leader.stdout.take().map(OwnedFd::from), leader.stderr.take().map(OwnedFd::from)];
        let [stdout, stderr] = pipes.map(|pipe| pipe.map(File::from));
        let ended = group.watch()?;
        let program = if cage.is_none() { Some(group.id()) } else { None };
        let process = Self {
            group,
            cage,
            program,
            ended,
            stdout,
            stderr,
            output: Vec::new(),
            printed: 0,
            log: Log::default(),
            peak: 0,
        };
        for pipe in [&process.stdout, &process.stderr].into_iter().flatten() {
            rustix::io::ioctl_fionbio(pipe.as_fd(), true)?;
        }
        Ok(process)
    }

    /// Reads what comes until the process ends or passes a bound.
    fn watch(&mut self, bounds: &Bounds, watch: &impl Watch) -> io::Result<Watched> {
        let started = Instant::now();
        let mut clock_end = started + bounds.clock();
        let mut next_look = started + TICK;
        for look in 1.. {
            // Until the next look at its usage.
            loop {
                let has_ended = self.wait(next_look)?;
                self.drain(bounds);
                if self.printed > bounds.output {
                    return Ok(Watched::Passed(Excess::Output));
                }
                if has_ended {
                    return Ok(Watched::Ended);
                }
                if Instant::now() >= next_look {
                    break;
                }
            }
            next_look += TICK;
            let usage = self.usage(look % GROUP_TICKS == 0);
            if watch.is_over() {
                return Ok(Watched::BrokenOff);
            }
            if usage.memory > bounds.memory {
                return Ok(Watched::Passed(Excess::Memory));
            }
            if Instant::now() >= clock_end {
                clock_end = self.clock_end(started, bounds) + watch.excused();
            }
            if usage.time > bounds.time {
                return Ok(Watched::Passed(Excess::Time));
            }
            if Instant::now() >= clock_end {
                return Ok(Watched::Passed(Excess::Clock));
            }
        }
        unreachable!("the clock ends the loop")
    }

    /// When the clock ends the run: what it spent waiting for a core is given back.
    fn clock_end(&self, started: Instant, bounds: &Bounds) -> Instant {
        let process = self.group.id().as_raw_nonzero().get().unsigned_abs();
        let spell = Share::of(process).unwrap_or_default().since(&Share::default());
        let waited = spell.ready.saturating_sub(spell.ran);
        started + (bounds.clock() + waited).min(bounds.time * CLOCK_FACTOR_MAX)
    }

    /// Waits for output, for the end of the process, or for the time; says whether the process has ended.
    fn wait(&self, until: Instant) -> io::Result<bool> {
        let mut fds = vec![PollFd::new(&self.ended, PollFlags::IN)];
        let pipes = [&self.stdout, &self.stderr].into_iter().flatten();
        fds.extend(pipes.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let left =
            Timespec::try_from(until.saturating_duration_since(Instant::now())).expect("a tick is short");
        match poll(&mut fds, Some(&left)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(!fds[0].revents().is_empty()),
            Err(error) => Err(error.into()),
        }
    }

    /// What the process has used so far, or all of its group.
    fn usage(&mut self, of_group: bool) -> Usage {
        if let (None, Some(cage)) = (self.program, &self.cage) {
            self.program = cage.program_under(self.group.id());
        }
        let Some(program) = self.program else { return Usage::default() };
        let mut usage = Usage::of_process(program).unwrap_or_default();
        if of_group {
            let leader = self.group.id();
            let processes =
                self.cage.as_ref().map_or_else(|| group::members(leader), |cage| cage.processes(leader));
            let group = Usage::of_all(&processes);
            usage.time = usage.time.max(group.time);
            usage.memory = usage.memory.max(group.memory);
        }
        self.peak = self.peak.max(usage.memory);
        usage
    }

    /// Ends the group, and takes its leader's status and what it has used.
    fn end(&mut self) -> io::Result<(ExitStatus, Usage)> {
        let used = self.group.end(Wait4::wait4).expect("a process is ended once")?;
        if self.cage.as_ref().is_some_and(Cage::is_around) {
            // What the sandbox itself used counts as nothing beside it.
            let left = self.group.left();
            return Ok((used.status, Usage { time: left.time, memory: left.memory.max(self.peak) }));
        }
        let most = used.rusage.maxrss;
        let memory = if most > own_peak() { most.max(self.peak) } else { self.peak };
        Ok((used.status, Usage { time: used.rusage.utime + used.rusage.stime, memory }))
    }

    /// Reads what is there of both outputs.
    fn drain(&mut self, bounds: &Bounds) {
        let Self { stdout, stderr, output, printed, log, .. } = self;
        // One byte more than the bound shows that it is passed.
        drain(stdout, |bytes| {
            let room = bounds.output.saturating_sub(output.len() as u64);
            output.extend_from_slice(&bytes[..first(bytes.len(), room)]);
            *printed += bytes.len() as u64;
            *printed <= bounds.output
        });
        drain(stderr, |bytes| {
            let kept = first(bytes.len(), bounds.log.saturating_sub(log.kept.len() as u64));
            log.kept.extend_from_slice(&bytes[..kept]);
            log.dropped += (bytes.len() - kept) as u64;
            true
        });
    }
}

/// A length, cut to the room that is left.
fn first(length: usize, room: u64) -> usize {
    usize::try_from(room).map_or(length, |room| room.min(length))
}

/// Reads a pipe without waiting as long as `take` wants more, and at most 1 MiB at a time, so that an
/// endless output passes no bound of time.
fn drain(pipe: &mut Option<File>, mut take: impl FnMut(&[u8]) -> bool) {
    let mut chunk = [0; 16 << 10];
    for _ in 0..64 {
        let Some(file) = pipe else { return };
        match file.read(&mut chunk) {
            Ok(0) => *pipe = None,
            Ok(count) if take(&chunk[..count]) => {}
            Ok(_) => return,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => *pipe = None,
        }
    }
}
