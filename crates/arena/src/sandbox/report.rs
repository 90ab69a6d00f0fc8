//! What bubblewrap says of itself: whether the program was started at all.
//!
//! When it cannot make a namespace or a mount, it ends with status 1, as the program might. But only of a
//! program that was started it says how that ended: a line `{ "exit-code": 1 }`, in a file of ours that the
//! program never has.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::sync::{Mutex, PoisonError};

use rustix::fs::{MemfdFlags, memfd_create};

/// What is in the report on a program that was started, once it has ended.
const ENDED: &str = "exit-code";

/// The most bytes of a report.
const BYTES_MAX: usize = 4 << 10;

/// The report on the last start.
#[derive(Debug, Default)]
pub(super) struct Report(Mutex<Option<File>>);

impl Report {
    /// Begins the report on a start: what bubblewrap is to write to.
    pub(super) fn begin(&self) -> io::Result<OwnedFd> {
        let file = File::from(memfd_create("report", MemfdFlags::CLOEXEC)?);
        let handed = file.try_clone()?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
        Ok(handed.into())
    }

    /// Whether a sandbox that has ended by itself had started its program; true if nobody reports.
    pub(super) fn has_started(&self) -> bool {
        let report = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = &*report else { return true };
        let mut bytes = [0; BYTES_MAX];
        let count = file.read_at(&mut bytes, 0).unwrap_or(0);
        String::from_utf8_lossy(&bytes[..count]).contains(ENDED)
    }
}
