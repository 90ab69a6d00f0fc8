//! The whole suite, family by family, each built with the one `ci` profile.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::family::{self, Outcome};
use crate::packages;
use crate::problemtools::{self, VERIFY_PROBLEM};

/// How the suite is run.
#[derive(Debug)]
pub(crate) struct Flags {
    install: bool,
    long: bool,
}

impl Flags {
    pub(crate) fn parse(words: &[&str]) -> Result<Self> {
        let mut flags = Self { install: std::env::var("CI").is_ok_and(|ci| ci == "true"), long: false };
        for word in words {
            match *word {
                "--install" => flags.install = true,
                "--long" => flags.long = true,
                other => bail!("`{other}` is no flag of test; there are --install and --long"),
            }
        }
        Ok(flags)
    }
}

/// A family: its name, and the words for cargo. `ci` stands for the profile.
const FAMILIES: [(&str, &[&str]); 6] = [
    ("format", &["fmt", "--all", "--check"]),
    ("clippy", &["clippy", "--profile", "ci", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    (
        "rules and solve",
        &["test", "--profile", "ci", "-p", "croupier-rules", "-p", "croupier-solve", "--no-fail-fast"],
    ),
    (
        "arena and app",
        &[
            "test",
            "--profile",
            "ci",
            "-p",
            "croupier-queue",
            "-p",
            "croupier-wasm",
            "-p",
            "croupier-arena",
            "-p",
            "croupier",
            "-p",
            "xtask",
            "--no-fail-fast",
            "--",
            "--skip",
            CLOCKS,
        ],
    ),
    // Tests with clocks, one at a time.
    (
        "clocks",
        &[
            "test",
            "--profile",
            "ci",
            "-p",
            "croupier-wasm",
            "-p",
            "croupier-arena",
            "-p",
            "croupier",
            "-p",
            "xtask",
            "--no-fail-fast",
            "--tests",
            "--",
            CLOCKS,
            "--test-threads=1",
        ],
    ),
    ("documentation", &["doc", "--profile", "ci", "--workspace", "--no-deps"]),
];

/// Tests whose result hangs on a clock live in modules of this name.
const CLOCKS: &str = "clocks::";

/// Runs every family and sums up. The last line counts the tests that were executed.
///
/// # Errors
/// When something cannot be run at all.
pub(crate) fn test(flags: &Flags) -> Result<bool> {
    packages::provide(flags.install)?;
    let skips = Skips::new()?;
    let long = if flags.long { "1" } else { "0" };
    let checker = problemtools::provide(flags.install, &target_folder());
    let checker = checker.unwrap_or_default().display().to_string();
    let env = [
        ("CROUPIER_SKIPS", skips.path()),
        ("CROUPIER_LONG", long),
        (VERIFY_PROBLEM, &checker),
        ("RUSTDOCFLAGS", "-D warnings"),
    ];
    let mut outcomes = Vec::new();
    for (name, words) in FAMILIES {
        outcomes.push(family::run(name, words, &env)?);
    }
    sum_up(&outcomes, &skips.take()?)
}

/// Where cargo puts what it builds.
fn target_folder() -> PathBuf {
    let own = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    own.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"))
}

/// Writes the golden files again, from what the tests now get.
///
/// # Errors
/// When cargo does not start.
pub(crate) fn golden() -> Result<bool> {
    let words = ["test", "--profile", "ci", "--workspace", "--no-fail-fast"];
    Ok(family::run("golden files", &words, &[("UPDATE", "1")])?.ok)
}

/// Takes a picture of every page: light, dark, and on a small screen.
///
/// # Errors
/// When cargo does not start, or the folder cannot be made.
pub(crate) fn screens() -> Result<bool> {
    let folder = target_folder().join("screens");
    fs::create_dir_all(&folder)?;
    let folder = folder.canonicalize()?.display().to_string();
    let words = ["test", "--profile", "ci", "-p", "croupier", "--test", "web", "browser::"];
    let outcome = family::run("screens", &words, &[("CROUPIER_SCREENS", &folder)])?;
    println!("pictures in {folder}");
    Ok(outcome.ok)
}

fn sum_up(outcomes: &[Outcome], skipped: &[String]) -> Result<bool> {
    println!("\n{:<16} {:>8} {:>8} {:>8}  ", "family", "minutes", "passed", "failed");
    for outcome in outcomes {
        let minutes = outcome.time.as_secs_f64() / 60.0;
        let mark = if outcome.ok { "" } else { "  FAILED" };
        println!("{:<16} {minutes:>8.2} {:>8} {:>8}{mark}", outcome.name, outcome.passed, outcome.failed);
    }
    for reason in skipped {
        println!("skipped: {reason}");
    }
    let ok = outcomes.iter().all(|outcome| outcome.ok);
    let passed: u32 = outcomes.iter().map(|outcome| outcome.passed).sum();
    // A family that fails without a failing test, such as clippy, counts as one.
    let failed: u32 = outcomes.iter().map(|outcome| outcome.failed.max(u32::from(!outcome.ok))).sum();
    let ignored: u32 = outcomes.iter().map(|outcome| outcome.ignored).sum();
    let skipped = u32::try_from(skipped.len()).context("a count of tests")?;
    // A skipped test has passed as far as cargo knows.
    println!("{} passed, {failed} failed, {} skipped", passed.saturating_sub(skipped), ignored + skipped);
    Ok(ok)
}

/// The file that tests write to when they skip: one line each, with the reason.
struct Skips {
    path: PathBuf,
}

impl Skips {
    fn new() -> Result<Self> {
        let path = std::env::temp_dir().join(format!("croupier-skips-{}", std::process::id()));
        fs::write(&path, "").context("the list of skipped tests cannot be made")?;
        Ok(Self { path })
    }

    fn path(&self) -> &str {
        self.path.to_str().unwrap_or_default()
    }

    fn take(self) -> Result<Vec<String>> {
        let lines = fs::read_to_string(&self.path)?.lines().map(str::to_owned).collect();
        fs::remove_file(&self.path)?;
        Ok(lines)
    }
}
