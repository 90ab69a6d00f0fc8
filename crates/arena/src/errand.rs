//! A command that is run to its end: in bounded time, with bounded output, and nothing left behind.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;
use wait4::Wait4;

use crate::bot::Launch;
use crate::group::{self, Group};
use crate::load::Share;
use crate::stop::{LOOK, Stop};

/// How much of each of the two outputs is kept, in bytes. The rest is read and dropped.
const KEPT_BYTES: usize = 64 << 10;

/// What came of a command.
#[derive(Debug)]
pub(crate) struct Errand {
    /// How it ended by itself, or why it was ended.
    pub(crate) status: Result<ExitStatus, Cut>,
    /// The first bytes of its standard output.
    pub(crate) stdout: Vec<u8>,
    /// The first bytes of its standard error.
    pub(crate) stderr: Vec<u8>,
    /// The processor time of its processes, but of those that were ended before anybody waited for them.
    pub(crate) used: Duration,
}

/// Why a command was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// More processor time than it may use.
    Processor,
    /// The clock.
    Clock,
    /// All is to stop.
    Stop,
}

/// When a command is ended.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// At this moment.
    Clock(Instant),
    /// When it has used so much processor time, and at this moment in any case.
    Processor(Duration, Instant),
}

impl Errand {
    /// Runs a command with an empty standard input. When it has ended, or its time is over, or
    /// `stop` is set, all that is left of its process group is ended too.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub(crate) fn run(command: &mut Command, deadline: Instant, stop: &Stop) -> io::Result<Self> {
        group::lead(command);
        Self::started(command, Bound::Clock(deadline), stop, |_| {})
    }

    /// Runs a launch, in its cage if it has one.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(crate) fn run_launch(launch: &Launch, deadline: Instant, stop: &Stop) -> io::Result<Self> {
        Self::launched(launch, Bound::Clock(deadline), stop)
    }

    /// Runs a launch that may use so much processor time with all that it starts, until the deadline.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(crate) fn run_within(
        launch: &Launch,
        processor: Duration,
        deadline: Instant,
        stop: &Stop,
    ) -> io::Result<Self> {
        Self::launched(launch, Bound::Processor(processor, deadline), stop)
    }

    fn launched(launch: &Launch, bound: Bound, stop: &Stop) -> io::Result<Self> {
        let errand = Self::started(&mut launch.command()?, bound, stop, |leader| launch.watch(leader))?;
        if let Ok(status) = errand.status {
            launch.check_started(status, &errand.stderr)?;
        }
        Ok(errand)
    }

    fn started(
        command: &mut Command,
        bound: Bound,
        stop: &Stop,
        watch_it: impl FnOnce(Pid),
    ) -> io::Result<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::spawn(command, bound.deadline())?;
        watch_it(group.id());
        let mut stdout = Output::new(group.leader().stdout.take().map(OwnedFd::from))?;
        let mut stderr = Output::new(group.leader().stderr.take().map(OwnedFd::from))?;
        let cut = watch(&group, &mut stdout, &mut stderr, bound, stop)?;
        let ended = group.end(Wait4::wait4).expect("a group is ended once")?;
        let used = ended.rusage.utime + ended.rusage.stime + group.left().time;
        stdout.drain()?;
        stderr.drain()?;
        // One that has just ended by itself has not been looked at for a while.
        let cut = cut.or_else(|| bound.is_passed_by(used).then_some(Cut::Processor));
        let status = cut.map_or(Ok(ended.status), Err);
        Ok(Self { status, stdout: stdout.kept, stderr: stderr.kept, used })
    }

    /// Whether it ended by itself, and well.
    pub(crate) fn succeeded(&self) -> bool {
        self.status.is_ok_and(|status| status.success())
    }
}

impl Bound {
    /// When the clock ends a command.
    fn deadline(self) -> Instant {
        let (Self::Clock(deadline) | Self::Processor(_, deadline)) = self;
        deadline
    }

    /// Whether so much processor time is too much.
    fn is_passed_by(self, used: Duration) -> bool {
        match self {
            Self::Clock(_) => false,
            Self::Processor(time, _) => used > time,
        }
    }

    /// The processor time of a process and all that it started, if that matters.
    fn used_by(self, process: Pid) -> Duration {
        let share = match self {
            Self::Clock(_) => None,
            Self::Processor(..) => Share::of(process.as_raw_nonzero().get().unsigned_abs()),
        };
        share.unwrap_or_default().ran()
    }
}

/// Reads both outputs until the process ends; or why it is to be ended before.
fn watch(
    group: &Group,
    stdout: &mut Output,
    stderr: &mut Output,
    bound: Bound,
    stop: &Stop,
) -> io::Result<Option<Cut>> {
    let ended = group.watch()?;
    let mut looked = Instant::now();
    loop {
        if looked.elapsed() >= LOOK {
            if bound.is_passed_by(bound.used_by(group.id())) {
                return Ok(Some(Cut::Processor));
            }
            looked = Instant::now();
        }
        let (now, deadline) = (Instant::now(), bound.deadline());
        if stop.load(Ordering::Relaxed) {
            return Ok(Some(Cut::Stop));
        }
        if now >= deadline {
            return Ok(Some(Cut::Clock));
        }
        let mut fds = vec![PollFd::new(&ended, PollFlags::IN)];
        let pipes = [stdout.pipe.as_ref(), stderr.pipe.as_ref()];
        fds.extend(pipes.into_iter().flatten().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let left = Timespec::try_from((deadline - now).min(LOOK)).expect("a look is short");
        match poll(&mut fds, Some(&left)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let has_ended = !fds[0].revents().is_empty();
        stdout.drain()?;
        stderr.drain()?;
        if has_ended {
            return Ok(None);
        }
    }
}

/// One output of a process: read without waiting, kept up to a bound.
#[derive(Debug)]
struct Output {
    /// `None` once it has ended.
    pipe: Option<File>,
    kept: Vec<u8>,
}

impl Output {
    fn new(pipe: Option<OwnedFd>) -> io::Result<Self> {
        let pipe = pipe.expect("pipes were asked for");
        rustix::io::ioctl_fionbio(pipe.as_fd(), true)?;
        Ok(Self { pipe: Some(File::from(pipe)), kept: Vec::new() })
    }

    /// Reads what is there, at most a bound at a time, so that an endless output passes no deadline.
    fn drain(&mut self) -> io::Result<()> {
        let mut chunk = [0; 8 << 10];
        for _ in 0..KEPT_BYTES / chunk.len() {
            let Some(pipe) = &mut self.pipe else { return Ok(()) };
            match pipe.read(&mut chunk) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    let room = KEPT_BYTES - self.kept.len();
                    self.kept.extend_from_slice(&chunk[..count.min(room)]);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::path::PathBuf;
    use std::process::Command;
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Cut, Errand, KEPT_BYTES};
    use crate::bot::Launch;
    use crate::stop::Stop;

    fn run(script: &str, limit: Duration) -> (Errand, Duration) {
        let started = Instant::now();
        let errand = Errand::run(Command::new("sh").args(["-c", script]), started + limit, &Stop::default());
        (errand.expect("a shell can be started"), started.elapsed())
    }

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn both_outputs_and_the_status_are_kept() {
        let (errand, _) = run("echo out; echo err >&2; exit 3", LONG);
        assert_eq!((errand.stdout.as_slice(), errand.stderr.as_slice()), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!(errand.status.map(|status| status.code()), Ok(Some(3)));
        assert!(!errand.succeeded());
    }

    #[test]
    fn output_beyond_the_bound_is_dropped() {
        let (errand, _) = run("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2", LONG);
        assert!(errand.succeeded());
        assert_eq!((errand.stdout.len(), errand.stderr.len()), (KEPT_BYTES, KEPT_BYTES));
    }

    #[test]
    fn a_process_left_in_the_background_holds_nobody_up() {
        let (errand, took) = run("sleep 1000 & echo done", LONG);
        assert!(errand.succeeded() && took < LONG, "{took:?}");
        assert_eq!(errand.stdout, b"done\n");
    }

    fn run_within(script: &str, processor: Duration) -> Errand {
        let (program, folder) = (PathBuf::from("/bin/sh"), std::env::temp_dir());
        let args = ["-c", script].map(OsString::from).into();
        let launch = Launch::of_environment(program, args, Vec::new(), &folder);
        let deadline = Instant::now() + 25 * processor;
        Errand::run_within(&launch, processor, deadline, &Stop::default()).expect("a shell can be started")
    }

    /// Work of a tenth of a second or so.
    const WORK: &str = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";

    #[test]
    fn processor_time_is_that_of_all_that_a_command_starts() {
        let limit = Duration::from_millis(400);
        let errand = run_within("while :; do :; done", limit);
        assert!(errand.status == Err(Cut::Processor) && errand.used >= limit, "{errand:?}");
        assert_eq!(run_within("(while :; do :; done) & wait", limit).status, Err(Cut::Processor));
        // Each child is gone before anybody looks again.
        let children = format!("while :; do ({WORK}); done");
        assert_eq!(run_within(&children, limit).status, Err(Cut::Processor));
        let errand = run_within("sleep 0.3; exit 7", Duration::from_millis(200));
        assert_eq!(errand.status.map(|status| status.code()), Ok(Some(7)));
        let errand = run_within("sleep 1000", Duration::from_millis(100));
        assert!(errand.status == Err(Cut::Clock) && errand.used < Duration::from_millis(100), "{errand:?}");
    }

    #[test]
    fn all_of_a_group_ends_with_its_time() {
        let (errand, _) = run("sleep 1000 & echo $!; yes", Duration::from_secs(3));
        assert_eq!(errand.status, Err(Cut::Clock));
        let said = String::from_utf8(errand.stdout).expect("a number, and what yes says");
        let child = said.lines().next().expect("the number of the child");
        // Whoever inherits it waits for it when he comes to it.
        let state = || fs::read_to_string(format!("/proc/{child}/stat"));
        let begun = Instant::now();
        while state().is_ok_and(|stat| !stat.contains(") Z ")) {
            assert!(begun.elapsed() < LONG, "a child of the command has outlived it");
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn a_command_ends_when_all_is_to_stop() {
        let stop = Stop::default();
        stop.store(true, Ordering::Relaxed);
        let errand = Errand::run(Command::new("sleep").arg("1000"), Instant::now() + LONG, &stop);
        assert_eq!(errand.expect("it can be started").status, Err(Cut::Stop));
    }
}
