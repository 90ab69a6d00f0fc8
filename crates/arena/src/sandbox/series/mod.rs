//! A sandbox that lasts for a series of runs of one program: bubblewrap and the control group are started
//! once, and an [usher](usher) inside starts the program again for each run, in a [room](room) of its own.
//!
//! To move a process into a control group (version 1) takes the kernel 13 ms, bubblewrap's mounts and helpers 9;
//! a room takes less than one.

mod calls;
mod room;
mod usher;
mod wire;

pub(super) use usher::WORD;
pub use usher::serve_if_asked;

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::allowance::SCRATCH_BYTES;
use super::bubblewrap::{Helpers, TEMPORARY_BYTES, Words};
use super::kernel::{Left, Preparation};
use super::{Cage, Seen, check_program, first_child, seccomp};
use crate::bot::{Launch, not_started};
use crate::group::Group;
use wire::{Answer, Order, Program, Settings, receive, send};

/// How long the usher may take to answer, when it need not wait for the program.
const ANSWER: Duration = Duration::from_secs(10);

/// What is read of what a sandbox says that failed, in bytes.
const SAID_BYTES_MAX: u64 = 4 << 10;

/// A program that [serves](serve_if_asked) as an usher.
#[derive(Clone, Debug)]
pub struct Usher(Arc<File>);

impl Usher {
    /// The program that runs now, also when its file was replaced meanwhile.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn this_program() -> io::Result<Self> {
        Self::at(Path::new("/proc/self/exe"))
    }

    /// Another program.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn at(program: &Path) -> io::Result<Self> {
        Ok(Self(Arc::new(File::open(program)?)))
    }
}

/// A program in a sandbox that lasts for many runs. Dropped, all that is in it is ended.
#[derive(Debug)]
pub struct Series {
    /// Bubblewrap, with all that is inside.
    group: Group,
    socket: UnixStream,
    /// The usher's process.
    usher: Pid,
    /// The program by a path that can be seen inside.
    program: PathBuf,
    turn: Turn,
    /// How often the control group had ended a process when the last run began.
    kills: u64,
    /// Dropped after the group has ended.
    cage: Cage,
}

/// What goes on inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    None,
    Runs,
    /// It does not do what it should: nothing is started any more.
    Broken,
}

impl Series {
    /// Starts the sandbox of a launch that is in a cage.
    pub(super) fn open(cage: Cage, launch: &Launch, helpers: &Helpers, usher: &Usher) -> io::Result<Self> {
        check_program(&launch.program)?;
        let hold = &*cage.hold;
        let seen = Seen::by(launch, &hold.private);
        let words = Words::of_series(launch, &seen, hold.who(), &hold.means.system, &usher.0)?;
        let preparation = Preparation {
            groups: hold.cgroup.as_ref().map_or(Ok(Vec::new()), super::Cgroup::lists)?,
            limits: cage.limits(launch),
            handed: words.handed,
            renounced: None,
        };
        let (socket, theirs) = UnixStream::pair()?;
        socket.set_read_timeout(Some(ANSWER))?;
        socket.set_write_timeout(Some(ANSWER))?;
        let mut command = Command::new(&helpers.bubblewrap);
        command.args(words.args).env_clear().current_dir("/");
        command.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()).stderr(Stdio::piped());
        preparation.prepare(&mut command);
        let mut group = Group::spawn(&mut command, Instant::now() + ANSWER)?;
        // Our copy of the usher's end: without it we see that the usher is gone.
        drop(command);
        let is_ready = settle(&socket, &cage, launch, &seen);
        let usher = first_child(group.id());
        match (is_ready, usher) {
            (Ok(()), Some(usher)) => {
                Ok(Self { group, socket, usher, program: seen.program, turn: Turn::None, kills: 0, cage })
            }
            (Err(Some(why)), _) => Err(why),
            (_, _) => Err(not_started(&end(&mut group))),
        }
    }

    /// Whether it can be used for another run.
    pub fn is_sound(&self) -> bool {
        self.turn == Turn::None
    }

    /// Starts the program with the arguments and the environment of a launch, which is otherwise the one that
    /// the series was opened for.
    pub(crate) fn start(&mut self, launch: &Launch, streams: &[OwnedFd; 3]) -> io::Result<()> {
        assert_eq!(self.turn, Turn::None, "a series that is not sound is not used");
        let program = Program {
            path: self.program.as_os_str().as_bytes().to_owned(),
            args: launch.args.iter().map(|word| word.as_bytes().to_owned()).collect(),
            env: launch.env.iter().cloned().map(|(name, value)| (name, value.into_vec())).collect(),
        };
        self.kills = self.cage.kills();
        self.turn = Turn::Broken;
        send(&self.socket, &Order::Start(program), streams)?;
        self.turn = Turn::Runs;
        Ok(())
    }

    /// What becomes readable once the program has ended.
    pub(crate) fn watch(&self) -> io::Result<OwnedFd> {
        self.socket.as_fd().try_clone_to_owned()
    }

    /// The first process of the room, under which the program runs. `None` as long as it is not there.
    pub(crate) fn first_process(&self) -> Option<Pid> {
        first_child(self.usher)
    }

    /// The process under whose first child the program runs.
    pub(crate) fn usher(&self) -> Pid {
        self.usher
    }

    /// Ends the program, if it has not ended by itself. Returns its status, and what it has used.
    ///
    /// # Errors
    /// When the system does not start it, and when the sandbox has failed.
    pub(crate) fn end(&mut self, has_ended: bool) -> io::Result<(ExitStatus, Left)> {
        self.turn = Turn::Broken;
        if !has_ended {
            // An usher that is gone does not answer either.
            let _gone = send(&self.socket, &Order::End, &[] as &[OwnedFd]);
        }
        let answer = receive(&self.socket).unwrap_or_default().map(|(answer, _)| answer);
        if answer.is_some() {
            self.turn = Turn::None;
        } else {
            let _status = self.group.end(|mut leader| leader.wait());
        }
        match answer {
            Some(Answer::Ended { status, time_us, memory_bytes }) => {
                let left = Left { time: Duration::from_micros(time_us), memory: memory_bytes };
                Ok((ExitStatus::from_raw(status << 8), left))
            }
            Some(Answer::Refused(code)) => Err(io::Error::from_raw_os_error(code)),
            Some(Answer::Failed(why)) => Err(not_started(why.as_bytes())),
            // The kernel, short of memory for the group, has chosen another process of it.
            None if self.is_over_memory() => Ok((ExitStatus::from_raw(libc::SIGKILL), Left::default())),
            None | Some(Answer::Ready) => Err(io::Error::other("the sandbox has ended before its program")),
        }
    }

    /// Whether the last program was ended because the memory was full.
    pub(crate) fn is_over_memory(&self) -> bool {
        self.cage.kills() > self.kills
    }
}

/// Tells the usher what holds for all runs. The error is none if there is nobody to answer.
fn settle(socket: &UnixStream, cage: &Cage, launch: &Launch, seen: &Seen) -> Result<(), Option<io::Error>> {
    let hold = &*cage.hold;
    let marks = hold.marks();
    let filters = seccomp::filters(launch.freedom, hold.means.around, marks)
        .map_err(|why| Some(io::Error::other(why)))?;
    let steps = filters.iter().map(|filter| filter.iter().map(|step| (step.code, step.jt, step.jf, step.k)));
    let settings = Settings {
        user: hold.user(),
        processes: hold.allowance.processes,
        folder: launch.folder.as_os_str().as_bytes().to_owned(),
        places: seen.places.iter().map(|place| place.as_os_str().as_bytes().to_owned()).collect(),
        scratch_bytes: SCRATCH_BYTES,
        temporary_bytes: TEMPORARY_BYTES,
        filters: steps.map(Iterator::collect).collect(),
    };
    // An usher that is gone has said why on its way.
    send(socket, &Order::Settle(settings), &[] as &[OwnedFd]).map_err(|_| None)?;
    match receive(socket) {
        Ok(Some((Answer::Ready, _))) => Ok(()),
        Ok(Some((Answer::Failed(why), _))) => Err(Some(not_started(why.as_bytes()))),
        Ok(_) | Err(_) => Err(None),
    }
}

/// Ends a sandbox that has failed; returns what it said.
fn end(group: &mut Group) -> Vec<u8> {
    let stderr = group.leader().stderr.take();
    let _status = group.end(|mut leader| leader.wait());
    let mut said = Vec::new();
    let _read = stderr.map(|stderr| stderr.take(SAID_BYTES_MAX).read_to_end(&mut said));
    said
}
