//! One family of checks: a cargo command, its time, and the tests it counts.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// What a family came to.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) name: &'static str,
    pub(crate) time: Duration,
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) ignored: u32,
    pub(crate) ok: bool,
}

/// Runs cargo with these words, passing its output on and counting the tests in it.
///
/// # Errors
/// When cargo does not start.
pub(crate) fn run(name: &'static str, words: &[&str], env: &[(&str, &str)]) -> Result<Outcome> {
    println!("\n== {name}: cargo {}", words.join(" "));
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO"))
        .args(words)
        .envs(env.iter().copied())
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo does not start")?;
    let mut outcome = Outcome { name, time: Duration::ZERO, passed: 0, failed: 0, ignored: 0, ok: false };
    let output = child.stdout.take().context("cargo's output was asked for")?;
    for line in BufReader::new(output).lines() {
        let line = line.context("cargo's output is text")?;
        if let Some(counts) = line.strip_prefix("test result: ") {
            outcome.count(counts);
        }
        // A list of thousand passing tests hides the failing one.
        if !line.ends_with(" ... ok") && !line.is_empty() {
            println!("{line}");
        }
        std::io::stdout().flush()?;
    }
    outcome.ok = child.wait()?.success();
    outcome.time = started.elapsed();
    Ok(outcome)
}

impl Outcome {
    /// Adds `ok. 4 passed; 0 failed; 1 ignored; …`.
    fn count(&mut self, counts: &str) {
        let number = |what: &str| {
            counts
                .split(['.', ';'])
                .find_map(|part| part.trim().strip_suffix(what)?.trim().parse::<u32>().ok())
                .unwrap_or(0)
        };
        self.passed += number("passed");
        self.failed += number("failed");
        self.ignored += number("ignored");
    }
}
