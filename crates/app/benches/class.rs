//! A class of 20 programs in Python with 100 tests each: how long `croupier run` takes, confined, beside the same programs
//! run bare, one after the other.
//!
//! A machine that others use changes its speed from minute to minute, so contests and bare runs take turns: each contest
//! is held against the bare runs before and after it, and what is told is the median of the ratios, with the least and
//! the greatest.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

const NAME: &str = "class of programs";
const ENTRANTS: usize = 20;
const TESTS: usize = 100;
/// Each test is run bare so often between two contests; the sum is taken for all entrants.
const BARE: usize = 2;
/// How many contests are played.
const CONTESTS: usize = 3;
const PROGRAM: &str = include_str!("../../../contests/rullete-class/entrants/step_by_step.py");

fn main() -> Result<(), Box<dyn Error>> {
    let mut filters = env::args().skip(1).filter(|word| !word.starts_with("--")).peekable();
    if filters.peek().is_some() && !filters.any(|filter| NAME.contains(&filter)) {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let inputs = inputs(folder.path())?;
    let cores = available_parallelism()?.get();
    let runs = ENTRANTS * TESTS;
    println!("{NAME}: {ENTRANTS} entrants in Python, {TESTS} tests, {cores} cores");
    println!(
        "  {:>24}  {:>18}  {:>7}  ratio",
        format!("bare, s for {runs} runs"),
        "divided by cores",
        "contest"
    );
    let mut before = bare(folder.path(), &inputs)?;
    let mut ratios = Vec::new();
    for number in 0..CONTESTS {
        let contest = contest(&folder.path().join(number.to_string()))?.as_secs_f64();
        let after = bare(folder.path(), &inputs)?;
        let bare = (before + after).as_secs_f64() / 2.0;
        let least = bare / f64::from(u32::try_from(cores)?);
        println!("  {bare:24.2}  {least:18.2}  {contest:7.2}  {:5.2}", contest / least);
        ratios.push(contest / least);
        before = after;
    }
    ratios.sort_by(f64::total_cmp);
    let [least, median, most] = [0, CONTESTS / 2, CONTESTS - 1].map(|at| ratios[at]);
    println!("  ratio {median:.2}, from {least:.2} to {most:.2} (asked: at most 1.3)");
    Ok(())
}

/// Makes as many tests as the contest has.
fn inputs(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let data = folder.join("data");
    croupier(&["problem", "tests", "rullete", &data.to_string_lossy(), "--count", &TESTS.to_string()])?;
    let files = fs::read_dir(data.join("secret"))?.collect::<Result<Vec<_>, _>>()?;
    let inputs: Vec<_> = files
        .iter()
        .map(fs::DirEntry::path)
        .filter(|path| path.extension().is_some_and(|end| end == "in"))
        .take(TESTS)
        .collect();
    if inputs.len() < TESTS {
        return Err(format!("{} tests were made, {TESTS} are needed", inputs.len()).into());
    }
    Ok(inputs)
}

/// The sum of the times that the runs take when nobody watches, by a part of them.
fn bare(folder: &Path, inputs: &[PathBuf]) -> Result<Duration, Box<dyn Error>> {
    let program = folder.join("program.py");
    fs::write(&program, PROGRAM)?;
    let begun = Instant::now();
    for input in inputs.iter().cycle().take(BARE * TESTS) {
        let mut python = Command::new("python3");
        let run = python.arg(&program).stdin(File::open(input)?).stdout(Stdio::null()).status()?;
        if !run.success() {
            return Err(format!("the program ends with {run} on {}", input.display()).into());
        }
    }
    let entrants = f64::from(u32::try_from(ENTRANTS)?) / f64::from(u32::try_from(BARE)?);
    Ok(begun.elapsed().mul_f64(entrants))
}

/// How long the contest takes, from its start to its standings.
fn contest(folder: &Path) -> Result<Duration, Box<dyn Error>> {
    let contest = folder.join("class");
    fs::create_dir_all(contest.join("entrants"))?;
    let text = format!(
        "name = \"Class\"\ngame = \"rullete\"\nseed = 1\n[[test]]\nname = \"mixed\"\ngenerate = {TESTS}\n"
    );
    fs::write(contest.join("contest.toml"), text)?;
    for entrant in 0..ENTRANTS {
        fs::write(contest.join(format!("entrants/e{entrant:02}.py")), PROGRAM)?;
    }
    let store = folder.join("store");
    let begun = Instant::now();
    croupier(&["run", &contest.to_string_lossy(), "--data", &store.to_string_lossy(), "--quiet"])?;
    Ok(begun.elapsed())
}

fn croupier(words: &[&str]) -> Result<(), Box<dyn Error>> {
    let run = Command::new(env!("CARGO_BIN_EXE_croupier")).args(words).stdout(Stdio::null()).status()?;
    if run.success() { Ok(()) } else { Err(format!("croupier {} ends with {run}", words.join(" ")).into()) }
}
