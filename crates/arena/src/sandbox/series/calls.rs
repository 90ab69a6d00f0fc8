//! The system calls of the usher that the standard library and `rustix` have no name for here.
//!
//! The usher has one thread: after a fork, the new process may do all that any process may.
#![expect(unsafe_code, reason = "system calls; see each SAFETY")]

use std::ffi::CString;
use std::io::{self, IoSlice};
use std::mem;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::time::Duration;

use rustix::process::Pid;

use super::super::kernel::{Left, left_of};

/// The most files that come with a message.
const FILES_MAX: usize = 3;

/// The highest number that a capability may have.
const CAPABILITIES_MAX: libc::c_ulong = 63;

/// Room for the numbers of files beside a message, aligned as their header has to be.
type Beside = [u64; 8];

/// What a new process has of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Apart {
    /// Processes, mounts, and what System V and message queues have names for.
    Namespaces,
    /// Nothing.
    Nothing,
}

/// Starts a copy of this process, which has one thread. `None`: we are the copy.
pub(super) fn fork(apart: Apart) -> io::Result<Option<Pid>> {
    let namespaces = match apart {
        Apart::Namespaces => libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWIPC,
        Apart::Nothing => 0,
    };
    let flags = libc::c_long::from(namespaces | libc::SIGCHLD);
    // SAFETY: no memory is shared and no stack is given, so this is a fork; there is no other thread whose
    // locks the copy would keep.
    let copy = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(i32::try_from(copy).ok().and_then(Pid::from_raw))
}

/// Ends this copy at once.
pub(super) fn end_here(status: i32) -> ! {
    // SAFETY: takes a number.
    unsafe { libc::_exit(status) }
}

/// Ends all other processes of the namespace whose first process we are.
pub(super) fn end_all_others() {
    // SAFETY: takes numbers. That there is none is no error.
    unsafe { libc::kill(-1, libc::SIGKILL) };
}

/// Closes all but the three streams.
pub(super) fn close_others() -> io::Result<()> {
    // SAFETY: nothing of this process has opened a file so far.
    done(unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) })
}

/// Waits for a child. Returns its status as a shell says it, and what it and its own children have used.
pub(super) fn wait_for(child: Pid) -> io::Result<(i32, Left)> {
    let mut status = 0;
    // SAFETY: plain numbers, for which all zeros are lawful.
    let mut used: libc::rusage = unsafe { mem::zeroed() };
    let number = child.as_raw_nonzero().get();
    loop {
        // SAFETY: status and usage are written into memory that we own.
        let found = unsafe { libc::wait4(number, &raw mut status, 0, &raw mut used) };
        if found == number {
            let of_signal = 128 + libc::WTERMSIG(status);
            let status = if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { of_signal };
            return Ok((status, left_of(&used)));
        }
        let why = io::Error::last_os_error();
        if why.kind() != io::ErrorKind::Interrupted {
            return Err(why);
        }
    }
}

/// Gives up for good what a program could be given by another.
pub(super) fn bound_capabilities() -> io::Result<()> {
    for capability in 0..=CAPABILITIES_MAX {
        // SAFETY: takes numbers.
        if unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) } < 0 {
            let why = io::Error::last_os_error();
            // The kernel knows no more of them.
            return if why.raw_os_error() == Some(libc::EINVAL) { Ok(()) } else { Err(why) };
        }
    }
    Ok(())
}

/// Mounts a file system.
pub(super) fn mount(kind: &str, at: &Path, options: &str) -> io::Result<()> {
    let (kind, at, options) = (text(kind)?, path(at)?, text(options)?);
    let flags = libc::MS_NOSUID | libc::MS_NODEV;
    let data = options.as_ptr().cast();
    // SAFETY: the words end with NUL and live through the call.
    number(unsafe { libc::mount(kind.as_ptr(), at.as_ptr(), kind.as_ptr(), flags, data) })
}

/// Lets no mount of ours be seen by others.
pub(super) fn keep_mounts_private() -> io::Result<()> {
    let flags = libc::MS_REC | libc::MS_PRIVATE;
    // SAFETY: the word ends with NUL; the others are not read.
    number(unsafe { libc::mount(ptr::null(), c"/".as_ptr(), ptr::null(), flags, ptr::null()) })
}

/// Takes off what is mounted at a place.
pub(super) fn unmount(at: &Path) -> io::Result<()> {
    let at = path(at)?;
    // SAFETY: the word ends with NUL and lives through the call.
    number(unsafe { libc::umount2(at.as_ptr(), libc::MNT_DETACH) })
}

/// Picks up what is at a path, to be shown elsewhere as it is shown here.
pub(super) fn pick_up(from: &Path) -> io::Result<OwnedFd> {
    /// `OPEN_TREE_CLONE`.
    const COPY: libc::c_int = 1;
    let (from, flags) = (path(from)?, COPY | libc::O_CLOEXEC | libc::AT_RECURSIVE);
    // SAFETY: the word ends with NUL and lives through the call.
    let file = unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, from.as_ptr(), flags) };
    done(file)?;
    let file = i32::try_from(file).map_err(io::Error::other)?;
    // SAFETY: the system has just opened it for us.
    Ok(unsafe { OwnedFd::from_raw_fd(file) })
}

/// Shows at a path what was picked up.
pub(super) fn put_down(picked_up: OwnedFd, at: &Path) -> io::Result<()> {
    /// `MOVE_MOUNT_F_EMPTY_PATH`.
    const BY_FILE: libc::c_int = 4;
    let at = path(at)?;
    // SAFETY: the number is of an open file, and the words end with NUL.
    done(unsafe {
        libc::syscall(
            libc::SYS_move_mount,
            picked_up.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_FDCWD,
            at.as_ptr(),
            BY_FILE,
        )
    })
}

/// Removes shared memory, semaphores and message queues of System V: the kernel would do it, but later.
pub(super) fn remove_shared_objects() {
    /// `SHM_INFO`, `SEM_INFO` and `MSG_INFO`: the highest place; the `STAT` after each: the object there.
    const SHM: (libc::c_int, libc::c_int) = (14, 13);
    const SEM: (libc::c_int, libc::c_int) = (19, 18);
    const MSG: (libc::c_int, libc::c_int) = (12, 11);
    // Longer than what the system writes about any of them.
    let mut about = [0_u64; 64];
    let about = about.as_mut_ptr();
    // SAFETY: what is asked for is written into memory that we own and that is long enough.
    let control = |call, object: libc::c_int, command: libc::c_int| unsafe {
        if call == libc::SYS_semctl {
            libc::syscall(call, object, 0, command, about)
        } else {
            libc::syscall(call, object, command, about)
        }
    };
    for (call, (info, stat)) in [(libc::SYS_shmctl, SHM), (libc::SYS_semctl, SEM), (libc::SYS_msgctl, MSG)] {
        for place in 0..=i32::try_from(control(call, 0, info)).unwrap_or(-1) {
            if let Some(object) = i32::try_from(control(call, place, stat)).ok().filter(|&found| found >= 0) {
                control(call, object, libc::IPC_RMID);
            }
        }
    }
}

/// Sends bytes with the numbers of open files.
pub(super) fn send_with(socket: BorrowedFd<'_>, bytes: &[u8], files: &[impl AsFd]) -> io::Result<()> {
    let bytes = [IoSlice::new(bytes)];
    let mut beside: Beside = [0; 8];
    // SAFETY: plain numbers and pointers, for which all zeros are lawful.
    let mut message: libc::msghdr = unsafe { mem::zeroed() };
    message.msg_iov = bytes.as_ptr().cast_mut().cast();
    message.msg_iovlen = 1;
    if !files.is_empty() {
        assert!(files.len() <= FILES_MAX, "there is room for three files");
        let length = u32::try_from(mem::size_of::<libc::c_int>() * files.len()).expect("at most three");
        message.msg_control = beside.as_mut_ptr().cast();
        // SAFETY: the room is aligned for a header, and has place for it with three numbers.
        unsafe {
            message.msg_controllen = libc::CMSG_SPACE(length) as _;
            let header = libc::CMSG_FIRSTHDR(&raw const message);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = libc::CMSG_LEN(length) as _;
            for (at, file) in files.iter().enumerate() {
                let number = file.as_fd().as_raw_fd().to_ne_bytes();
                let place = libc::CMSG_DATA(header).add(at * number.len());
                ptr::copy_nonoverlapping(number.as_ptr(), place, number.len());
            }
        }
    }
    // SAFETY: the message points to memory that lives through the call.
    let sent = unsafe { libc::sendmsg(socket.as_raw_fd(), &raw const message, libc::MSG_NOSIGNAL) };
    if sent < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Receives bytes, and the files that come along. No byte: the other side is gone.
pub(super) fn receive_with(socket: BorrowedFd<'_>, bytes: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut bytes = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let mut beside: Beside = [0; 8];
    // SAFETY: plain numbers and pointers, for which all zeros are lawful.
    let mut message: libc::msghdr = unsafe { mem::zeroed() };
    message.msg_iov = &raw mut bytes;
    message.msg_iovlen = 1;
    message.msg_control = beside.as_mut_ptr().cast();
    message.msg_controllen = mem::size_of::<Beside>() as _;
    let count = loop {
        // SAFETY: the message points to memory that we own.
        let count = unsafe { libc::recvmsg(socket.as_raw_fd(), &raw mut message, libc::MSG_CMSG_CLOEXEC) };
        if let Ok(count) = usize::try_from(count) {
            break count;
        }
        let why = io::Error::last_os_error();
        if why.kind() != io::ErrorKind::Interrupted {
            return Err(why);
        }
    };
    let mut files = Vec::new();
    // SAFETY: the system has written what lies beside the message; each number there is of a file that it has
    // just opened for us.
    unsafe {
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        if !header.is_null() && (*header).cmsg_type == libc::SCM_RIGHTS {
            let length = (*header).cmsg_len as usize - libc::CMSG_LEN(0) as usize;
            for at in 0..length / mem::size_of::<libc::c_int>() {
                let mut number = [0; mem::size_of::<libc::c_int>()];
                let place = libc::CMSG_DATA(header).add(at * number.len());
                ptr::copy_nonoverlapping(place, number.as_mut_ptr(), number.len());
                files.push(OwnedFd::from_raw_fd(libc::c_int::from_ne_bytes(number)));
            }
        }
    }
    Ok((count, files))
}

/// The time as the messages have it.
pub(super) fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn text(text: &str) -> io::Result<CString> {
    CString::new(text).map_err(io::Error::from)
}

fn path(path: &Path) -> io::Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(io::Error::from)
}

fn number(result: libc::c_int) -> io::Result<()> {
    done(result.into())
}

fn done(result: libc::c_long) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
