//! What the README shows is what the program prints.

use std::process::{Command, Stdio};

use croupier_trial::python3;

const README: &str = include_str!("../../../README.md");
const BOTS: &str = include_str!("../../../docs/bots.md");

/// The match of the first steps has a seed, so all of its table follows but how and where the bot runs.
#[test]
fn the_match_of_the_first_steps_is_printed_as_it_is_shown() {
    const MATCH: &str = "match --game poker friday/entrants/anna.py --deals 1000 --seed 7";
    let Some(_) = python3() else { return };
    let folder = tempfile::tempdir().unwrap();
    let croupier = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        let done = command.args(line.split(' ')).current_dir(folder.path()).stderr(Stdio::inherit()).output();
        let done = done.unwrap();
        assert!(done.status.success(), "{line}: {done:?}");
        String::from_utf8(done.stdout).unwrap()
    };
    croupier("new contest --game poker friday");
    croupier("new bot --game poker friday/entrants/anna");
    let printed = croupier(&format!("{MATCH} --trust"));
    for text in [README, BOTS] {
        let (_, shown) = text.split_once(&format!("$ croupier {MATCH}\n")).unwrap();
        let (shown, _) = shown.split_once("\n\n$ croupier run friday\n").unwrap();
        // The first line went to standard error.
        let (note, shown) = shown.split_once('\n').unwrap();
        assert!(note.starts_with("note: "), "{note}");
        assert_eq!(numbers(shown), numbers(&printed));
    }
}

/// A table without its last columns: what comes after a verdict, and the words above it.
fn numbers(text: &str) -> Vec<&str> {
    let is_of_place =
        |line: &str| line.starts_with("rank ") || line.starts_with("bots ran without a sandbox");
    let lines = text.trim_end().lines().filter(|line| !is_of_place(line));
    lines.map(|line| line.split_once("  ok  ").map_or(line, |(numbers, _)| numbers)).collect()
}
