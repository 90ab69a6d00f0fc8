//! What the referee and the usher say to each other, over a pair of sockets: a length of four bytes, then as
//! many of JSON. Three streams go along with the order to start a program.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::calls;

/// The longest message, in bytes: arguments and environment are our own.
const BYTES_MAX: u32 = 1 << 20;

/// What the referee asks for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Order {
    /// Comes first, and once.
    Settle(Settings),
    /// Start the program, with the three streams that come along.
    Start(Program),
    /// End it, and all that it has started.
    End,
}

/// What holds for each start.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    /// The user and the group that the program becomes; none: it stays what the usher is.
    pub(super) user: Option<(u32, u32)>,
    /// Processes and threads at a time.
    pub(super) processes: u64,
    /// Its folder.
    pub(super) folder: Vec<u8>,
    /// What else it reads that may lie in the temporary folder.
    pub(super) places: Vec<Vec<u8>>,
    /// What it may write there, in bytes.
    pub(super) scratch_bytes: u64,
    /// What it may write into the temporary folder, in bytes.
    pub(super) temporary_bytes: u64,
    /// Filters of system calls, as the kernel reads them: code, two jumps, value.
    pub(super) filters: Vec<Vec<(u16, u8, u8, u32)>>,
}

/// A program with its arguments and its whole environment.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Program {
    pub(super) path: Vec<u8>,
    pub(super) args: Vec<Vec<u8>>,
    pub(super) env: Vec<(String, Vec<u8>)>,
}

/// What the usher answers: once to the settings, and once to each start.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// The first program may come.
    Ready,
    /// It has ended, and nothing of it is left.
    Ended {
        /// As a shell says it: that of the program, or 128 and a signal.
        status: i32,
        /// Processor time of all its processes.
        time_us: u64,
        /// The most resident memory of one of them.
        memory_bytes: u64,
    },
    /// The system does not start the program: an error's number.
    Refused(i32),
    /// The sandbox has failed.
    Failed(String),
}

/// Sends a message, with these files.
pub(super) fn send(mut socket: &UnixStream, message: &impl Serialize, files: &[impl AsFd]) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    let length = u32::try_from(body.len()).ok().filter(|&length| length <= BYTES_MAX);
    let length = length.ok_or_else(|| io::Error::other("a message to the sandbox is too long"))?;
    calls::send_with(socket.as_fd(), &length.to_ne_bytes(), files)?;
    socket.write_all(&body)
}

/// The next message, with the files that came along. `None`: the other side is gone.
pub(super) fn receive<M: DeserializeOwned>(mut socket: &UnixStream) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    let mut length = [0; 4];
    let (count, files) = calls::receive_with(socket.as_fd(), &mut length)?;
    if count == 0 {
        return Ok(None);
    }
    socket.read_exact(&mut length[count..])?;
    let length = u32::from_ne_bytes(length);
    if length > BYTES_MAX {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut body = vec![0; length as usize];
    socket.read_exact(&mut body)?;
    Ok(Some((serde_json::from_slice(&body)?, files)))
}
