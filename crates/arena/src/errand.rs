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
use crate::load::{Share, clock_for};
use crate::stop::{LOOK, Stop};

/// How much of each of the two outputs is kept, in bytes. The rest is read and dropped.
const KEPT_BYTES: usize = 64 << 10;

/// What came of a command.
#[derive(Debug)]
pub(crate) struct Errand {
    /// How it ended; `None` if it was ended because its time was over, or all is to stop.
    pub(crate) status: Option<ExitStatus>,
    /// The first bytes of its standard output.
    pub(crate) stdout: Vec<u8>,
    /// The first bytes of its standard error.
    pub(crate) stderr: Vec<u8>,
    /// The processor time of its processes, but of those that were ended before anybody waited for them.
    pub(crate) used: Duration,
}

/// When a command is ended.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// At this moment.
    Clock(Instant),
    /// When it has used so much processor time, or lasts far longer than that explains.
    Processor(Duration),
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

    /// Runs a launch that may use so much processor time with all that it starts, and three times as much on the
    /// clock, where it had not to wait for a core: what comes of it does not hang on what else the machine does.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(crate) fn run_within(launch: &Launch, processor: Duration, stop: &Stop) -> io::Result<Self> {
        Self::launched(launch, Bound::Processor(processor), stop)
    }

    fn launched(launch: &Launch, bound: Bound, stop: &Stop) -> io::Result<Self> {
        let errand = Self::started(&mut launch.command()?, bound, stop, |leader| launch.watch(leader))?;
        if let Some(status) = errand.status {
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
        let begun = Instant::now();
        let mut group = Group::spawn(command, bound.end(begun, Duration::ZERO))?;
        watch_it(group.id());
        let mut stdout = Output::new(group.leader().stdout.take().map(OwnedFd::from))?;
        let mut stderr = Output::new(group.leader().stderr.take().map(OwnedFd::from))?;
        let in_time = watch(&group, &mut stdout, &mut stderr, bound, begun, stop)?;
        let ended = group.end(Wait4::wait4).expect("a group is ended once")?;
        let used = ended.rusage.utime + ended.rusage.stime + group.left().time;
        stdout.drain()?;
        stderr.drain()?;
        let status = (in_time && !bound.is_passed_by(used)).then_some(ended.status);
        Ok(Self { status, stdout: stdout.kept, stderr: stderr.kept, used })
    }

    /// Whether it ended by itself, and well.
    pub(crate) fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

impl Bound {
    /// When the clock ends a command that has `waited` so long for a core.
    fn end(self, begun: Instant, waited: Duration) -> Instant {
        match self {
            Self::Clock(deadline) => deadline,
            Self::Processor(time) => begun + clock_for(time, waited),
        }
    }

    /// Whether so much processor time is too much.
    fn is_passed_by(self, used: Duration) -> bool {
        match self {
            Self::Clock(_) => false,
            Self::Processor(time) => used > time,
        }
    }

    /// What a process has had, if that matters.
    fn share_of(self, process: Pid) -> Share {
        let share = match self {
            Self::Clock(_) => None,
            Self::Processor(_) => Share::of(process.as_raw_nonzero().get().unsigned_abs()),
        };
        share.unwrap_or_default()
    }
}

/// Reads both outputs until the process ends; `false` if the bound or the stop comes first.
fn watch(
    group: &Group,
    stdout: &mut Output,
    stderr: &mut Output,
    bound: Bound,
    begun: Instant,
    stop: &Stop,
) -> io::Result<bool> {
    let ended = group.watch()?;
    let mut waited = Duration::ZERO;
    let mut looked = begun;
    loop {
        if looked.elapsed() >= LOOK {
            let share = bound.share_of(group.id());
            if bound.is_passed_by(share.ran()) {
                return Ok(false);
            }
            // A process that is gone has taken what it waited with it.
            waited = waited.max(share.waited());
            looked = Instant::now();
        }
        let (now, deadline) = (Instant::now(), bound.end(begun, waited));
        if now >= deadline || stop.load(Ordering::Relaxed) {
            return Ok(false);
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
            return Ok(true);
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
    use std::path::PathBuf;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Errand, KEPT_BYTES};
    use crate::bot::Launch;
    use crate::cores;
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
        assert_eq!(errand.status.and_then(|status| status.code()), Some(3));
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
        Errand::run_within(&launch, processor, &Stop::default()).expect("a shell can be started")
    }

    /// Work of a tenth of a second or so.
    const WORK: &str = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";

    #[test]
    fn processor_time_is_that_of_all_that_a_command_starts() {
        let limit = Duration::from_millis(400);
        let errand = run_within("while :; do :; done", limit);
        assert!(errand.status.is_none() && errand.used >= limit, "{errand:?}");
        assert!(run_within("(while :; do :; done) & wait", limit).status.is_none());
        // Each child is gone before anybody looks again.
        let children = format!("while :; do ({WORK}); done");
        assert!(run_within(&children, limit).status.is_none());
        let errand = run_within("sleep 0.3; exit 7", Duration::from_millis(200));
        assert_eq!(errand.status.and_then(|status| status.code()), Some(7));
        let errand = run_within("sleep 1000", Duration::from_millis(100));
        assert!(errand.status.is_none() && errand.used < Duration::from_millis(100), "{errand:?}");
    }

    /// On a core that many use it takes ten times as long, and no more processor time.
    #[test]
    fn what_a_command_waits_for_a_core_is_not_its_own() {
        let alone = run_within(WORK, LONG).used;
        let crowded = thread::spawn(move || {
            cores::stay_on(cores::available()[0]);
            let others: Vec<_> = (0..10).map(|_| Command::new("yes").stdout(Stdio::null()).spawn()).collect();
            let begun = Instant::now();
            let errand = run_within(WORK, 2 * alone);
            let took = begun.elapsed();
            for other in others {
                let mut other = other.expect("every system has yes");
                other.kill().expect("it runs");
                other.wait().expect("it ends");
            }
            (errand, took)
        });
        let (errand, took) = crowded.join().expect("the thread ends");
        assert!(errand.succeeded(), "after {took:?}, {alone:?} alone: {errand:?}");
        assert!(took > 6 * alone, "the core was not crowded: {took:?}, {alone:?} alone");
    }

    #[test]
    fn all_of_a_group_ends_with_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("mark");
        let script = format!("(sleep 2; touch {}) & yes", mark.display());
        let (errand, took) = run(&script, Duration::from_millis(300));
        assert!(errand.status.is_none() && took < LONG, "{took:?}");
        std::thread::sleep(Duration::from_millis(2_500));
        assert!(!mark.exists(), "a child of the command has outlived it");
    }
}
