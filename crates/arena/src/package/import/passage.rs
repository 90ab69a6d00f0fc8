//! One way of a talk: what one program prints is passed on to the other.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::pipe::{PipeFlags, pipe_with};

/// How long a wait lasts before it is asked again whether the other one lives.
const LOOK: Duration = Duration::from_millis(10);

/// One way of a talk.
#[derive(Debug, Default)]
pub(super) struct Passage {
    /// Who prints has ended: what is there yet comes through, and then nothing more, whoever else holds the pipe.
    pub(super) speaker_gone: AtomicBool,
    /// Who reads has ended.
    pub(super) listener_gone: AtomicBool,
    /// Who prints will print no more.
    pub(super) silent: AtomicBool,
    /// Bytes so far.
    pub(super) passed: AtomicU64,
}

impl Passage {
    /// Passes on until nothing more comes, or more than `bytes_max` bytes, and returns when that was. What is printed
    /// when nobody reads it any more vanishes: neither fails because the other one is gone.
    pub(super) fn pass_on(
        &self,
        from: OwnedFd,
        to: Arc<File>,
        bytes_max: u64,
        heard: &dyn Fn(),
    ) -> io::Result<Instant> {
        let mut from = File::from(from);
        ioctl_fionbio(from.as_fd(), true)?;
        ioctl_fionbio(to.as_fd(), true)?;
        let mut to = Some(to);
        let mut chunk = [0; 16 << 10];
        loop {
            let is_gone = self.speaker_gone.load(Ordering::Acquire);
            let count = match from.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => count,
                Err(why) if why.kind() == ErrorKind::Interrupted => continue,
                Err(why) if why.kind() == ErrorKind::WouldBlock && !is_gone => {
                    wait(&from, PollFlags::IN)?;
                    continue;
                }
                Err(_) => break,
            };
            let passed = self.passed.fetch_add(count as u64, Ordering::Relaxed) + count as u64;
            if passed > bytes_max {
                break;
            }
            heard();
            if let Some(open) = &to
                && self.hand_over(open, &chunk[..count]).is_err()
            {
                to = None;
            }
        }
        self.silent.store(true, Ordering::Release);
        // Only now does the other one see the end, and what it does then comes later.
        let ended = Instant::now();
        drop(to);
        Ok(ended)
    }

    fn hand_over(&self, mut to: &File, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match to.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                Err(why)
                    if why.kind() == ErrorKind::WouldBlock && !self.listener_gone.load(Ordering::Acquire) =>
                {
                    wait(to, PollFlags::OUT)?;
                }
                Err(why) => return Err(why),
            }
        }
        Ok(())
    }
}

/// Waits a moment until a pipe can be read, or written to.
fn wait(pipe: &File, flags: PollFlags) -> io::Result<()> {
    let moment = Timespec::try_from(LOOK).expect("a moment is short");
    match poll(&mut [PollFd::new(pipe, flags)], Some(&moment)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(why) => Err(why.into()),
    }
}

/// A pipe that no program inherits: the end to read from, and the end to print to.
pub(super) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(pipe_with(PipeFlags::CLOEXEC)?)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::Duration;

    use super::{Passage, pipe};

    /// What came through when this was said.
    fn passed(said: &[u8], bytes_max: u64, listens: bool) -> Vec<u8> {
        let (from, mut speaker) = pipe().map(|(from, to)| (from, File::from(to))).unwrap();
        let (mut listener, to) = pipe().map(|(from, to)| (Some(File::from(from)), File::from(to))).unwrap();
        if !listens {
            listener = None;
        }
        let passage = Passage::default();
        let mut came = Vec::new();
        thread::scope(|scope| {
            let ended = scope.spawn(|| passage.pass_on(from, Arc::new(to), bytes_max, &|| {}).unwrap());
            speaker.write_all(said).unwrap();
            // The speaker's end stays open, as a child that it left behind would hold it.
            thread::sleep(Duration::from_millis(50));
            passage.speaker_gone.store(true, Ordering::Release);
            if let Some(listener) = &mut listener {
                listener.read_to_end(&mut came).unwrap();
            }
            ended.join().unwrap();
        });
        came
    }

    #[test]
    fn what_was_said_comes_through_and_then_the_end() {
        assert_eq!(passed(b"a word", 100, true), b"a word");
        assert_eq!(passed(b"a word", 5, true), b"", "it is too much");
    }

    #[test]
    fn what_nobody_hears_vanishes() {
        assert_eq!(passed(&vec![b'x'; 60_000], 100_000, false), b"");
    }
}
