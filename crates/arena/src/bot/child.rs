//! The lifetime of one bot's process: start, talk in lines, stop.
//!
//! Every wait has a deadline, every buffer a bound, and standard error is drained whenever the
//! referee waits, so a bot that fills it never blocks both sides. The process is the leader of a
//! group that is ended with the match.

use std::fmt;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{WaitId, WaitIdOptions, waitid};
use smallvec::SmallVec;

use super::Launch;
use super::launch::not_started;
use crate::group::Group;
use crate::log::Log;
use crate::sandbox::Cage;
use crate::stop::{LOOK, Stop};

/// How long a bot has to end by itself once the match is over.
const GOODBYE: Duration = Duration::from_millis(500);

/// How long the referee waits for the exit status of a bot that closed its output.
const STATUS: Duration = Duration::from_millis(200);

/// How long a program that was just built may be busy.
const BUSY: Duration = Duration::from_secs(5);

/// Bytes read in one go.
const CHUNK: usize = 1 << 16;

/// The sizes that a child's pipes are held to, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The longest line of an answer, without its end.
    pub line: usize,
    /// All answers of a match together.
    pub output: u64,
    /// What is kept of standard error.
    pub log: usize,
}

/// A running bot.
pub struct Child {
    group: Group,
    /// Dropped after the group has ended.
    cage: Option<Cage>,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Readable once the process has ended, also when a child of its own holds the pipes open.
    ended: OwnedFd,
    bounds: Bounds,
    stop: Stop,
    received: u64,
    chunk: Box<[u8]>,
    pending: Vec<u8>,
    searched: usize,
    log: Log,
}

/// What came of a bot at the end of its match.
#[derive(Clone, Debug)]
pub struct Farewell {
    /// The lines that still came.
    pub lines: Vec<Vec<u8>>,
    /// Why no other came.
    pub end: NoLine,
    /// Its log.
    pub log: Log,
}

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The deadline passed; these bytes of an unfinished line were there.
    Late(Vec<u8>),
    /// The output was closed; how the process ended, if it did.
    Closed(Option<Exit>),
    /// A line passed its bound.
    LineTooLong,
    /// All output passed its bound.
    TooMuchOutput,
    /// The run is to stop.
    Stopped,
    /// It was ended because it took more memory than it is allowed.
    TooMuchMemory,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// With a status of its own.
    Status(i32),
    /// By a signal.
    Signal(i32),
}

impl Exit {
    /// From the status of a process. A status of 128 and the number of a signal is that signal, on every
    /// layer: so shells, and bubblewrap, say how a program of theirs has ended.
    pub(crate) fn of(status: Option<i32>, signal: Option<i32>) -> Self {
        match (status, signal) {
            (Some(status @ 129..=192), _) => Self::Signal(status - 128),
            (Some(status), _) => Self::Status(status),
            (None, signal) => Self::Signal(signal.unwrap_or_default()),
        }
    }
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Self {
        Self::of(status.code(), status.signal())
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "exit status {status}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
        }
    }
}

impl Child {
    /// Starts the process. No wait for it goes on once `stop` is set.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn start(launch: &Launch, bounds: Bounds, stop: &Stop) -> io::Result<Self> {
        let mut group = Group::spawn(&mut launch.command()?, Instant::now() + BUSY)?;
        launch.watch(group.id());
        let leader = group.leader();
        let (stdin, stdout, stderr) = (leader.stdin.take(), leader.stdout.take(), leader.stderr.take());
        let ended = group.watch()?;
        let child = Self {
            group,
            cage: launch.cage.clone(),
            stdin,
            stdout,
            stderr,
            ended,
            bounds,
            stop: stop.clone(),
            received: 0,
            chunk: vec![0; CHUNK].into(),
            pending: Vec::new(),
            searched: 0,
            log: Log::default(),
        };
        for pipe in [child.stdin.as_ref().map(AsFd::as_fd), child.stderr.as_ref().map(AsFd::as_fd)] {
            rustix::io::ioctl_fionbio(pipe.expect("three pipes were asked for"), true)?;
        }
        rustix::io::ioctl_fionbio(child.stdout.as_ref().expect("three pipes were asked for"), true)?;
        Ok(child)
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.group.id().as_raw_nonzero().get().unsigned_abs()
    }

    /// The number of the bot's own process, under those of its cage. `None` as long as it is not there.
    pub fn program_id(&self) -> Option<u32> {
        let leader = self.group.id();
        let program = self.cage.as_ref().map_or(Some(leader), |cage| cage.program_under(leader))?;
        Some(program.as_raw_nonzero().get().unsigned_abs())
    }

    /// Sends bytes, taking away what was written. A bot that closed its input is no error here:
    /// reading tells how it ended.
    ///
    /// # Errors
    /// [`NoLine::Late`] when the bot does not read before the deadline.
    pub fn send(&mut self, bytes: &mut Vec<u8>, deadline: Instant) -> Result<(), NoLine> {
        let mut sent = 0;
        let outcome = loop {
            let Some(stdin) = self.stdin.as_mut().filter(|_| sent < bytes.len()) else { break Ok(()) };
            match stdin.write(&bytes[sent..]) {
                Ok(written) => sent += written,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    match self.wait(Wait::Write, deadline) {
                        Ok(true) => {}
                        Ok(false) => break Err(NoLine::Late(Vec::new())),
                        Err(no_line) => break Err(no_line),
                    }
                }
                Err(_) => self.stdin = None,
            }
        };
        if outcome.is_ok() {
            bytes.clear();
        } else {
            bytes.drain(..sent);
        }
        outcome
    }

    /// The next line, without its end (`\n`, or `\r\n`).
    ///
    /// # Errors
    /// See [`NoLine`].
    pub fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, NoLine> {
        loop {
            if let Some(line) = self.take_line()? {
                return Ok(line);
            }
            if self.stdout.is_none() {
                let exit = self.exit(STATUS);
                let is_over = self.cage.as_ref().is_some_and(Cage::is_over_memory);
                return Err(if is_over { NoLine::TooMuchMemory } else { NoLine::Closed(exit) });
            }
            if !self.wait(Wait::Read, deadline)? {
                return Err(NoLine::Late(self.pending.clone()));
            }
        }
    }

    /// Counts the output from nothing again.
    pub fn refill_output(&mut self) {
        self.received = 0;
    }

    /// Ends the match for the bot: a last message, its input closed, a moment to end, then the
    /// whole group is killed.
    pub fn finish(mut self, mut bye: Vec<u8>) -> Farewell {
        let deadline = Instant::now() + GOODBYE;
        let mut lines = Vec::new();
        let end = if let Err(no_line) = self.send(&mut bye, deadline) {
            no_line
        } else {
            self.stdin = None;
            loop {
                match self.line(deadline) {
                    Ok(_) if Instant::now() > deadline => break NoLine::Late(Vec::new()),
                    Ok(line) => lines.push(line),
                    Err(no_line) => break no_line,
                }
            }
        };
        Farewell { lines, end, log: self.abandon() }
    }

    /// Kills the whole group at once. Returns its log.
    pub fn abandon(mut self) -> Log {
        self.kill();
        self.drain_log();
        self.log
    }

    /// What the bot has logged so far.
    pub fn log(&mut self) -> &Log {
        self.drain_log();
        &self.log
    }

    /// A complete line among the bytes that have come.
    fn take_line(&mut self) -> Result<Option<Vec<u8>>, NoLine> {
        let newline = self.pending[self.searched..].iter().position(|&byte| byte == b'\n');
        let Some(end) = newline.map(|at| self.searched + at) else {
            self.searched = self.pending.len();
            return if self.pending.len() > self.bounds.line { Err(NoLine::LineTooLong) } else { Ok(None) };
        };
        let mut line: Vec<u8> = self.pending.drain(..=end).collect();
        self.searched = 0;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if line.len() > self.bounds.line { Err(NoLine::LineTooLong) } else { Ok(Some(line)) }
    }

    /// Waits until the bot can be written to or has written, draining its log meanwhile.
    fn wait(&mut self, what: Wait, deadline: Instant) -> Result<bool, NoLine> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let ready = self.ready(what, left.min(LOOK));
            if ready.log {
                self.drain_log();
            }
            if ready.output {
                self.read_output()?;
            } else if ready.ended {
                // All that it wrote before its end has been read.
                (self.stdin, self.stdout) = (None, None);
            }
            if (ready.output && what == Wait::Read) || ready.input || ready.ended {
                return Ok(true);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoLine::Stopped);
            }
            if left.is_zero() {
                return Ok(false);
            }
        }
    }

    /// Waits once for any of the pipes, or for the end of the process.
    fn ready(&self, what: Wait, left: Duration) -> Ready {
        let streams = [
            (Some(self.ended.as_fd()), PollFlags::IN),
            (self.stdout.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (self.stderr.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (self.stdin.as_ref().filter(|_| what == Wait::Write).map(AsFd::as_fd), PollFlags::OUT),
        ];
        let mut polled: SmallVec<[PollFd<'_>; 4]> = streams
            .iter()
            .filter_map(|(stream, flags)| stream.map(|stream| PollFd::from_borrowed_fd(stream, *flags)))
            .collect();
        match poll(&mut polled, Some(&timespec(left))) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => panic!("polling a bot's pipes: {error}"),
        }
        let mut events = polled.iter().map(|fd| !fd.revents().is_empty());
        let mut next = |open: bool| open && events.next().unwrap_or(false);
        let [ended, output, log, input] = streams.map(|(stream, _)| next(stream.is_some()));
        Ready { ended, output, log, input }
    }

    /// Reads once what the bot has written to its output.
    fn read_output(&mut self) -> Result<(), NoLine> {
        let Some(stdout) = self.stdout.as_mut() else { return Ok(()) };
        match stdout.read(&mut self.chunk) {
            Ok(0) => self.stdout = None,
            Ok(count) => {
                self.received += count as u64;
                if self.received > self.bounds.output {
                    return Err(NoLine::TooMuchOutput);
                }
                self.pending.extend_from_slice(&self.chunk[..count]);
                if self.pending.len() > 2 * self.bounds.line + CHUNK {
                    return Err(NoLine::TooMuchOutput);
                }
            }
            Err(error) if would_wait(&error) => {}
            Err(_) => self.stdout = None,
        }
        Ok(())
    }

    /// Reads what is there of standard error: the first bytes are kept, the rest is counted.
    fn drain_log(&mut self) {
        // Bounded, so that a bot that never stops writing cannot hold the referee here.
        for _ in 0..64 {
            let Some(stderr) = self.stderr.as_mut() else { return };
            match stderr.read(&mut self.chunk) {
                Ok(0) => self.stderr = None,
                Ok(count) => {
                    let kept = count.min(self.bounds.log.saturating_sub(self.log.kept.len()));
                    self.log.kept.extend_from_slice(&self.chunk[..kept]);
                    self.log.dropped += (count - kept) as u64;
                }
                Err(error) if would_wait(&error) => return,
                Err(_) => self.stderr = None,
            }
        }
    }

    /// How the process ended, if it ends within the time. Its status is left for [`Group::end`]: as
    /// long as nobody has taken it, the group's number is not given to another.
    fn exit(&self, within: Duration) -> Option<Exit> {
        let mut polled = [PollFd::new(&self.ended, PollFlags::IN)];
        poll(&mut polled, Some(&timespec(within))).ok()?;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let status = waitid(WaitId::Pid(self.group.id()), options).ok()??;
        Some(Exit::of(status.exit_status(), status.terminating_signal()))
    }

    /// Why the program was never started, if its sandbox has ended by itself before.
    pub(super) fn not_started(&mut self) -> Option<io::Error> {
        let has_failed = matches!(self.exit(STATUS), Some(Exit::Status(_)))
            && self.cage.as_ref().is_some_and(|cage| !cage.has_started());
        has_failed.then(|| not_started(&self.log().kept))
    }

    /// Kills the whole group, unless that was done before.
    fn kill(&mut self) {
        let _status = self.group.end(|mut leader| leader.wait());
    }
}

impl fmt::Debug for Child {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Child").field("pid", &self.id()).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    Read,
    Write,
}

#[expect(clippy::struct_excessive_bools, reason = "one for each stream that was polled")]
struct Ready {
    ended: bool,
    output: bool,
    log: bool,
    input: bool,
}

fn would_wait(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

fn timespec(duration: Duration) -> Timespec {
    // A whole microsecond more, so that a poll never returns just before its deadline.
    let duration = duration + Duration::from_micros(1);
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).expect("a deadline is near"),
        tv_nsec: i64::from(duration.subsec_nanos()),
    }
}
