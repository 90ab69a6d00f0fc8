//! A command that is run to its end: in bounded time, with bounded output, and nothing left behind.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;

use crate::bot::Launch;
use crate::group::{self, Group};
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
}

impl Errand {
    /// Runs a command with an empty standard input. When it has ended, or its time is over, or
    /// `stop` is set, all that is left of its process group is ended too.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub(crate) fn run(command: &mut Command, deadline: Instant, stop: &Stop) -> io::Result<Self> {
        group::lead(command);
        Self::started(command, deadline, stop, |_| {})
    }

    /// Runs a launch, in its cage if it has one.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(crate) fn run_launch(launch: &Launch, deadline: Instant, stop: &Stop) -> io::Result<Self> {
        let errand = Self::started(&mut launch.command()?, deadline, stop, |leader| launch.watch(leader))?;
        if let Some(status) = errand.status {
            launch.check_started(status, &errand.stderr)?;
        }
        Ok(errand)
    }

    fn started(
        command: &mut Command,
        deadline: Instant,
        stop: &Stop,
        watch_it: impl FnOnce(Pid),
    ) -> io::Result<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::spawn(command, deadline)?;
        watch_it(group.id());
        let mut stdout = Output::new(group.leader().stdout.take().map(OwnedFd::from))?;
        let mut stderr = Output::new(group.leader().stderr.take().map(OwnedFd::from))?;
        let in_time = watch(&group, &mut stdout, &mut stderr, deadline, stop)?;
        let status = group.end(|mut leader| leader.wait()).expect("a group is ended once")?;
        stdout.drain()?;
        stderr.drain()?;
        Ok(Self { status: in_time.then_some(status), stdout: stdout.kept, stderr: stderr.kept })
    }

    /// Whether it ended by itself, and well.
    pub(crate) fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Reads both outputs until the process ends; `false` if the deadline or the stop comes first.
fn watch(
    group: &Group,
    stdout: &mut Output,
    stderr: &mut Output,
    deadline: Instant,
    stop: &Stop,
) -> io::Result<bool> {
    let ended = group.watch()?;
    loop {
        let now = Instant::now();
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
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::{Errand, KEPT_BYTES};
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
