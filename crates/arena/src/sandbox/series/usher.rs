//! The usher: the first process of a sandbox that lasts for a series. It lets one program after the other
//! into a room that is made for it, waits for its end, and says what came of it.
//!
//! It is a copy of this very program. No program that it starts sees it: each is in a namespace of processes
//! of its own. It ends with the referee's end of the pair of sockets, and with bubblewrap, which ends with the
//! referee; all that is inside ends with it.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::ExitCode;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, kill_process, pidfd_open, set_dumpable_behavior,
};

use super::calls::{self, Apart};
use super::room::{Room, Trouble};
use super::wire::{Answer, Order, Program, receive, send};

/// The word by which this program is started as an usher.
pub(in crate::sandbox) const WORD: &str = "sandbox-usher";

/// The longest report of a trouble, in bytes.
const TROUBLE_BYTES_MAX: u64 = 4 << 10;

/// Serves as a sandbox's usher, if that is what this process was started for. A program calls this before all
/// else that it does, to be one that a [`Series`](super::Series) can use.
pub fn serve_if_asked() -> Option<ExitCode> {
    let mut words = env::args_os().skip(1);
    let is_asked = words.next().is_some_and(|word| word == WORD) && words.next().is_none();
    is_asked.then(|| serve().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

/// Until the referee is gone.
fn serve() -> io::Result<()> {
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    calls::close_others()?;
    // Our standard input.
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Some((Order::Settle(settings), _)) = receive(&socket)? else { return Ok(()) };
    // The bound holds for all that is started from here on.
    let room = match calls::bound_capabilities().and_then(|()| Room::new(settings)) {
        Ok(room) => room,
        Err(why) => return answer(&socket, &Answer::Failed(format!("the usher's start: {why}"))),
    };
    answer(&socket, &Answer::Ready)?;
    while let Some((order, streams)) = receive(&socket)? {
        match (order, <[OwnedFd; 3]>::try_from(streams)) {
            (Order::Start(program), Ok(streams)) => {
                let Some(came) = let_in(&socket, &room, program, streams)? else { return Ok(()) };
                answer(&socket, &came)?;
            }
            // The program has ended meanwhile.
            (Order::End, _) => {}
            (Order::Settle(_) | Order::Start(_), _) => {
                answer(&socket, &Answer::Failed("the usher was asked for something else".to_owned()))?;
            }
        }
    }
    Ok(())
}

fn answer(socket: &UnixStream, answer: &Answer) -> io::Result<()> {
    send(socket, answer, &[] as &[OwnedFd])
}

/// Starts a program and waits for its end. `None`: the referee is gone.
fn let_in(
    socket: &UnixStream,
    room: &Room,
    program: Program,
    streams: [OwnedFd; 3],
) -> io::Result<Option<Answer>> {
    let (trouble, troubled) = pipe_with(PipeFlags::CLOEXEC)?;
    let Some(first) = calls::fork(Apart::Namespaces)? else {
        // Nothing of the usher's is left in the room.
        drop(trouble);
        room.host(program, streams, &File::from(troubled));
    };
    drop((streams, troubled));
    if !see_end(socket, first)? {
        return Ok(None);
    }
    let (status, used) = calls::wait_for(first)?;
    // All that could still write to it have ended.
    let mut said = Vec::new();
    File::from(trouble).take(TROUBLE_BYTES_MAX).read_to_end(&mut said)?;
    Ok(Some(match Trouble::read(&said) {
        None => Answer::Ended { status, time_us: calls::microseconds(used.time), memory_bytes: used.memory },
        Some(Trouble::Refused(code)) => Answer::Refused(code),
        Some(Trouble::Failed(why)) => Answer::Failed(why),
    }))
}

/// Waits until a room's first process has ended, which it does at once when the referee says so; false when
/// the referee is gone.
fn see_end(socket: &UnixStream, first: Pid) -> io::Result<bool> {
    let ended = pidfd_open(first, PidfdFlags::empty())?;
    loop {
        let mut fds = [PollFd::new(&ended, PollFlags::IN), PollFd::new(socket, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(why) => return Err(why.into()),
        }
        let [has_ended, is_told] = [0, 1].map(|at: usize| !fds[at].revents().is_empty());
        if is_told {
            if receive::<Order>(socket)?.is_none() {
                return Ok(false);
            }
            kill_process(first, Signal::KILL)?;
        }
        if has_ended {
            return Ok(true);
        }
    }
}
