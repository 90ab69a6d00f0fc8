//! Compiling a module on a thread of its own, within a processor time and before a deadline.
//!
//! A busy machine costs a module nothing. A compilation that is given up ends by itself, since the shape of the
//! code bounds it, and keeps nothing: the next run comes to the same verdict.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use wasmtime::Module;

use crate::artefact::Artefacts;
use crate::engine::engine;
use crate::program::Refused;

/// How often the processor time of the compilation is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// What the thread that opens it has had of the processors, whoever reads it.
const CLOCK: &str = "/proc/thread-self/schedstat";

/// The module, loaded if it was compiled before, else compiled and kept.
///
/// # Errors
/// [`Refused::Slow`] or [`Refused::Late`]: the compilation was given up. What is wrong with the module is for the
/// caller to say.
pub(crate) fn compile_within(
    bytes: &[u8],
    artefacts: Option<&Artefacts>,
    time: Duration,
    deadline: Instant,
) -> Result<wasmtime::Result<Module>, Refused> {
    let (bytes, artefacts) = (bytes.to_vec(), artefacts.cloned());
    // Who sets it decides: the compilation is kept, or given up.
    let decided = Arc::new(AtomicBool::new(false));
    let is_decided = Arc::clone(&decided);
    let (tell_clock, clock) = mpsc::channel();
    let (tell_done, done) = mpsc::channel();
    thread::spawn(move || {
        let _nobody_waits = tell_clock.send(File::open(CLOCK).ok());
        let loaded = artefacts.as_ref().and_then(|artefacts| artefacts.load(&bytes));
        let is_loaded = loaded.is_some();
        let module = loaded.map_or_else(|| Module::new(engine(), &bytes), Ok);
        if is_decided.swap(true, Ordering::AcqRel) {
            return;
        }
        if let (Some(artefacts), Ok(module), false) = (&artefacts, &module, is_loaded) {
            artefacts.keep(&bytes, module);
        }
        let _nobody_waits = tell_done.send(module);
    });
    let started = Instant::now();
    let clock = clock.recv().ok().flatten();
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match done.recv_timeout(LOOK.min(time).min(left)) {
            Ok(module) => return Ok(module),
            Err(RecvTimeoutError::Disconnected) => return Err(Refused::Slow),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let ran = clock.as_ref().and_then(processor_time).unwrap_or_else(|| started.elapsed());
        let refused = if ran >= time {
            Refused::Slow
        } else if Instant::now() >= deadline {
            Refused::Late
        } else {
            continue;
        };
        let is_kept = decided.swap(true, Ordering::AcqRel);
        // It was done first, and is being kept.
        return if is_kept { done.recv().map_err(|_| refused) } else { Err(refused) };
    }
}

/// The first number of the file: nanoseconds on a processor.
fn processor_time(clock: &File) -> Option<Duration> {
    let mut text = [0; 64];
    let length = clock.read_at(&mut text, 0).ok()?;
    let number = std::str::from_utf8(&text[..length]).ok()?.split_whitespace().next()?;
    number.parse().ok().map(Duration::from_nanos)
}
