//! Long searches: killed in the middle, and on a full disk.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A search takes seconds to its first checkpoint; this is for a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// The file of a data folder with this ending, if there is one.
pub(crate) fn file(data: &Path, ending: &str) -> Option<PathBuf> {
    let ends = |path: &PathBuf| path.to_str().is_some_and(|name| name.ends_with(ending));
    fs::read_dir(data.join("camicia"))
        .ok()?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .find(ends)
}

/// The unit that a checkpoint says is the next; none if there is no checkpoint.
pub(crate) fn next_unit(data: &Path) -> Option<u64> {
    let text = fs::read_to_string(file(data, ".checkpoint")?).ok()?;
    let line: serde_json::Value = serde_json::from_str(text.lines().next()?).ok()?;
    line["next"].as_u64()
}

/// Starts a search, ends it by SIGKILL when its checkpoint is beyond a unit, and returns the next unit by the checkpoint.
pub(crate) fn kill_beyond(unit: u64, verb: &str, data: &Path, arguments: &[&str]) -> u64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["camicia", verb, "--data"])
        .arg(data)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let started = Instant::now();
    while next_unit(data).is_none_or(|next| next <= unit) {
        assert!(
            child.try_wait().expect("a child").is_none(),
            "the search was over before it could be killed"
        );
        assert!(started.elapsed() < PATIENCE, "no checkpoint beyond unit {unit}");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("the search still runs");
    let status = child.wait().expect("a child");
    assert_eq!(status.signal(), Some(9), "{status}: the search was over before it was killed");
    next_unit(data).expect("the checkpoint is whole")
}

/// Runs a search that can write no file of more than a block, as on a full disk.
pub(crate) fn on_a_full_disk(verb: &str, data: &Path, arguments: &[&str]) -> assert_cmd::Command {
    let line = r#"ulimit -f 1; trap '' XFSZ; exec "$0" "$@""#;
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_croupier"), "camicia", verb, "--data"]).arg(data);
    command.args(arguments);
    command
}
