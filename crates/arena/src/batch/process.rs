//! One run of a program: its input is a file, its output is read to a bound, and its whole process
//! group is ended with it.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;
use wait4::Wait4;

use super::usage::{Usage, own_peak};
use crate::bot::{Exit, Launch};
use crate::group::{self, Group};
use crate::load::{Share, clock_for};
use crate::log::Log;
use crate::sandbox::{self, Cage, Series};

/// How often a program's use of time and memory is looked at.
const TICK: Duration = Duration::from_millis(10);

/// How many ticks pass between two looks at the whole group, which costs more.
const GROUP_TICKS: u32 = 10;

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
        clock_for(self.time, Duration::ZERO)
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
    let mut group = Group::spawn(&mut command, Instant::now() + BUSY)?;
    // The other program is to see the end of a pipe when this one ends: no end of it stays with us.
    drop(command);
    launch.watch(group.id());
    watch.started(group.id());
    let leader = group.leader();
    let pipes = [leader.stdout.take().map(OwnedFd::from), leader.stderr.take().map(OwnedFd::from)];
    Process::new(Held::Alone { group, launch }, pipes)?.run(bounds, watch)
}

/// Runs the program of a series once more, with the arguments and the environment of a launch, on an input.
/// `None`: `stop` was set meanwhile, and the run was broken off.
///
/// # Errors
/// When the system cannot start it, or the sandbox has failed; then the series is
/// [not sound](Series::is_sound).
pub fn run_again(
    series: &mut Series,
    launch: &Launch,
    input: &[u8],
    bounds: &Bounds,
    stop: &AtomicBool,
) -> io::Result<Option<Run>> {
    let ((stdout, to_stdout), (stderr, to_stderr)) =
        (pipe_with(PipeFlags::CLOEXEC)?, pipe_with(PipeFlags::CLOEXEC)?);
    series.start(launch, &[as_file(input)?.into(), to_stdout, to_stderr])?;
    Process::new(Held::InSeries(series), [Some(stdout), Some(stderr)])?.run(bounds, stop)
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

/// What a program is held by.
enum Held<'a> {
    /// A group of its own, in a cage or in none.
    Alone { group: Group, launch: &'a Launch },
    /// A sandbox that lasts for several runs.
    InSeries(&'a mut Series),
}

impl Held<'_> {
    /// What becomes readable once the program has ended.
    fn watch(&self) -> io::Result<OwnedFd> {
        match self {
            Self::Alone { group, .. } => group.watch(),
            Self::InSeries(series) => series.watch(),
        }
    }

    /// The process that is all of the program's, with what is around it. `None` as long as it is not there.
    fn first(&self) -> Option<Pid> {
        match self {
            Self::Alone { group, .. } => Some(group.id()),
            Self::InSeries(series) => series.first_process(),
        }
    }

    /// The program's own process. `None` as long as it is not there.
    fn program(&self) -> Option<Pid> {
        match self {
            Self::Alone { group, launch: Launch { cage: Some(cage), .. } } => cage.program_under(group.id()),
            Self::Alone { group, .. } => Some(group.id()),
            Self::InSeries(series) => sandbox::program_inside(series.usher()),
        }
    }

    /// The program and all that it has started.
    fn processes(&self) -> Vec<Pid> {
        match self {
            Self::Alone { group, launch: Launch { cage: Some(cage), .. } } => cage.processes(group.id()),
            Self::Alone { group, .. } => group::members(group.id()),
            Self::InSeries(series) => sandbox::processes_inside(series.usher()),
        }
    }

    /// Ends what has not ended by itself; returns the program's status, and what it has used, where `peak` is the most
    /// memory that was seen.
    fn end(&mut self, has_ended: bool, peak: u64) -> io::Result<(ExitStatus, Usage)> {
        let (status, left) = match self {
            Self::Alone { group, launch } => {
                let used = group.end(Wait4::wait4).expect("a process is ended once")?;
                if !launch.cage.as_ref().is_some_and(Cage::is_around) {
                    let most = used.rusage.maxrss;
                    let memory = if most > own_peak() { most.max(peak) } else { peak };
                    let time = used.rusage.utime + used.rusage.stime;
                    return Ok((used.status, Usage { time, memory }));
                }
                (used.status, group.left())
            }
            Self::InSeries(series) => series.end(has_ended)?,
        };
        // What the sandbox itself used counts as nothing beside it.
        Ok((status, Usage { time: left.time, memory: left.memory.max(peak) }))
    }

    /// Tells a sandbox that failed from a program that did; `said` is what came on standard error.
    fn check_started(&self, status: ExitStatus, said: &[u8]) -> io::Result<()> {
        match self {
            Self::Alone { launch, .. } => launch.check_started(status, said),
            // The series has said so at the end.
            Self::InSeries(_) => Ok(()),
        }
    }

    /// Whether the program was ended because its memory was full.
    fn is_over_memory(&self) -> bool {
        match self {
            Self::Alone { launch, .. } => launch.cage.as_ref().is_some_and(Cage::is_over_memory),
            Self::InSeries(series) => series.is_over_memory(),
        }
    }
}

/// A process that runs, with what it has printed.
struct Process<'a> {
    held: Held<'a>,
    /// The program itself, once it was seen.
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

impl<'a> Process<'a> {
    fn new(held: Held<'a>, pipes: [Option<OwnedFd>; 2]) -> io::Result<Self> {
        let [stdout, stderr] = pipes.map(|pipe| pipe.map(File::from));
        let ended = held.watch()?;
        for pipe in [&stdout, &stderr].into_iter().flatten() {
            rustix::io::ioctl_fionbio(pipe.as_fd(), true)?;
        }
        let (output, log) = (Vec::new(), Log::default());
        Ok(Self { held, program: None, ended, stdout, stderr, output, printed: 0, log, peak: 0 })
    }

    /// Watches it to its end, and judges what it used.
    fn run(mut self, bounds: &Bounds, watch: &impl Watch) -> io::Result<Option<Run>> {
        let excess = match self.watch(bounds, watch)? {
            Watched::BrokenOff => return Ok(None),
            Watched::Ended => None,
            Watched::Passed(excess) => Some(excess),
        };
        let (status, used) = self.held.end(excess.is_none(), self.peak)?;
        self.drain(bounds);
        if excess.is_none() {
            self.held.check_started(status, &self.log.kept)?;
        }
        let passed = [
            (used.memory > bounds.memory || self.held.is_over_memory(), Excess::Memory),
            (used.time > bounds.time, Excess::Time),
            (self.printed > bounds.output, Excess::Output),
        ];
        let passed = passed.into_iter().find(|&(is_passed, _)| is_passed).map(|(_, excess)| excess);
        // What it used is known for sure only now.
        let excess = if used.time > bounds.time && excess == Some(Excess::Clock) { passed } else { excess };
        let end = excess.or(passed).map_or_else(|| End::Exited(Exit::from(status)), End::Passed);
        Ok(Some(Run { end, time: used.time, output: self.output, log: self.log }))
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
        let first = self.held.first().map(|first| first.as_raw_nonzero().get().unsigned_abs());
        started + clock_for(bounds.time, first.and_then(Share::of).unwrap_or_default().waited())
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
        if self.program.is_none() {
            self.program = self.held.program();
        }
        let Some(program) = self.program else { return Usage::default() };
        let mut usage = Usage::of_process(program).unwrap_or_default();
        if of_group {
            let group = Usage::of_all(&self.held.processes());
            usage.time = usage.time.max(group.time);
            usage.memory = usage.memory.max(group.memory);
        }
        self.peak = self.peak.max(usage.memory);
        usage
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
