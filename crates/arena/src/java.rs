//! Programs in Java: how the found runtime is launched.

use std::ffi::OsString;
use std::path::Path;

use crate::bot::Launch;

/// Options of every program.
///
/// One thread collects garbage and the heap starts small, so that what is resident is what is used;
/// the stack holds deep recursion; and no file of measurements is left in the temporary folder.
const OPTIONS: [&str; 5] =
    ["-XX:+UseSerialGC", "-Xms16m", "-Xss64m", "-XX:-UsePerfData", "-Dfile.encoding=UTF-8"];

/// Launches a class that was compiled into a folder.
pub(crate) fn program(runtime: &Path, classes: &Path, class: &str, folder: &Path) -> Launch {
    let mut args: Vec<OsString> = OPTIONS.map(OsString::from).into();
    args.extend(["-cp".into(), classes.into(), class.into()]);
    Launch::new(runtime.into(), args, folder)
}

/// Holds the heap to a number of bytes: without it, Java takes a quarter of the machine before it looks
/// for garbage.
pub(crate) fn bound_heap(launch: &mut Launch, bytes: u64) {
    launch.args.insert(0, format!("-Xmx{}k", bytes >> 10).into());
}
