//! Programs in Java: how the found runtime is launched.

use std::ffi::OsString;
use std::path::Path;

use crate::batch::{End, Excess, Run};
use crate::bot::{Exit, Launch};

/// Options of every program.
///
/// One thread collects garbage and the heap starts small, so that what is resident is what is used;
/// the stack holds deep recursion; and no file of measurements is left in the temporary folder.
const OPTIONS: [&str; 6] = [
    "-XX:+UseSerialGC",
    "-Xms16m",
    "-Xss64m",
    "-XX:-UsePerfData",
    "-XX:+ExitOnOutOfMemoryError",
    "-Dfile.encoding=UTF-8",
];

/// How a program ends that asks for more than its heap, and what is printed then.
const NO_MEMORY: (Exit, &str) = (Exit::Status(3), "Terminating due to java.lang.OutOfMemoryError");

/// Launches a class that was compiled into a folder.
pub(crate) fn program(runtime: &Path, classes: &Path, class: &str, folder: &Path) -> Launch {
    let mut args: Vec<OsString> = OPTIONS.map(OsString::from).into();
    args.extend(["-cp".into(), classes.into(), class.into()]);
    Launch::new(runtime.into(), args, folder)
}

/// Tells a program that was refused memory from one that crashed.
pub(crate) fn judge_memory(run: &mut Run) {
    let (exit, sign) = NO_MEMORY;
    let is_said = |text: &[u8]| String::from_utf8_lossy(text).contains(sign);
    if run.end == End::Exited(exit) && (is_said(&run.log.kept) || is_said(&run.output)) {
        run.end = End::Passed(Excess::Memory);
    }
}

/// Holds the heap to a number of bytes: without it, Java takes a quarter of the machine before it looks
/// for garbage.
pub(crate) fn bound_heap(launch: &mut Launch, bytes: u64) {
    launch.args.insert(0, format!("-Xmx{}k", bytes >> 10).into());
}
