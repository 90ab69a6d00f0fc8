//! The fuzz targets of the test run, for longer and from a new seed.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};

use crate::family;

/// Seconds for each target, if nothing is said.
const SECONDS: u64 = 60;

/// Runs every target, or those whose name contains a word, one after the other.
///
/// # Errors
/// When cargo does not start, or the words are not understood.
pub(crate) fn run(words: &[&str]) -> Result<bool> {
    let (seconds, target) = match words {
        [] => (SECONDS, None),
        [seconds] if seconds.parse::<u64>().is_ok() => (seconds.parse()?, None),
        [target] => (SECONDS, Some(*target)),
        [seconds, target] => {
            (seconds.parse().with_context(|| format!("`{seconds}` is no number of seconds"))?, Some(*target))
        }
        _ => bail!("fuzz takes the seconds of each target, and a part of a target's name"),
    };
    let seed = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs().to_string();
    let mut cargo = vec!["test", "--profile", "ci", "--workspace", "--test", "fuzz", "--no-fail-fast", "--"];
    cargo.extend(["--nocapture", "--test-threads=1"]);
    cargo.extend(target);
    let env = [("CROUPIER_FUZZ_SEED", seed.as_str()), ("CROUPIER_FUZZ_SECONDS", &seconds.to_string())];
    Ok(family::run("fuzz", &cargo, &env)?.ok)
}
