//! Ctrl-C, and what else asks the program to end.

use std::fs;
use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use croupier_arena::group;
use croupier_arena::stop::Stop;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::scratch;

/// Returns the flag that is set by the first Ctrl-C, SIGTERM, SIGQUIT or SIGHUP. The second ends the program at
/// once, with all that it started. Under `nohup` SIGHUP is passed over.
///
/// # Errors
/// When the system has no thread for it.
pub(crate) fn stop_flag() -> Result<Stop, Failure> {
    let stop = Stop::default();
    let seen = stop.clone();
    let signals = [SIGINT, SIGTERM, SIGQUIT, SIGHUP];
    let taken = signals.into_iter().filter(|&signal| signal != SIGHUP || !is_passed_over(SIGHUP));
    let mut signals = Signals::new(taken).map_err(unwatched)?;
    let wait = move || {
        for _ in signals.forever() {
            if seen.swap(true, Ordering::Relaxed) {
                end();
            }
        }
    };
    thread::Builder::new().name("interrupt".into()).spawn(wait).map_err(unwatched)?;
    Ok(stop)
}

/// A file that grows beyond `ulimit -f` is an error of the write, which is told, and not the end of the program. Programs that
/// it starts keep what they had: who only passed the signal over would do so for them.
pub(crate) fn outlive_full_files() {
    // Where the system refuses this, all is as before.
    flag::register(SIGXFSZ, Arc::default()).ok();
}

/// Ends the program without its threads.
#[expect(clippy::exit, reason = "the person has asked twice")]
fn end() {
    group::end_all();
    scratch::remove_all();
    process::exit(Exit::Interrupted as i32);
}

fn unwatched(why: io::Error) -> Failure {
    Failure::bad_input(format!("the system gives no thread that waits for Ctrl-C: {why}"))
        .hint("ulimit -u is the limit on processes and threads: raise it, or end some")
}

/// Whether whoever started us has said that this signal is to be passed over.
fn is_passed_over(signal: i32) -> bool {
    fs::read_to_string("/proc/self/status").is_ok_and(|status| ignored(&status) >> (signal - 1) & 1 == 1)
}

/// The ignored signals in the text of `/proc/self/status`: bit 0 stands for signal 1.
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::ignored;

    #[test]
    fn what_is_ignored_is_read_from_the_status() {
        assert_eq!(ignored("Name:\tcroupier\nSigIgn:\t0000000000001005\nSigCgt:\tffff\n"), 0x1005);
        assert_eq!(ignored("Name:\tcroupier\n"), 0);
    }
}
