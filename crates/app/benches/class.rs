//! A class of 20 programs in Python with 100 tests each: how long `croupier run` takes, confined, beside the same programs
//! run bare, one after the other.
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
/// Each test is run bare so often, before and after; the sum is taken for all entrants.
const BARE: usize = 3;
const PROGRAM: &str = include_str!("../../../contests/rullete-class/entrants/step_by_step.py");

fn main() -> Result<(), Box<dyn Error>> {
    let mut filters = env::args().skip(1).filter(|word| !word.starts_with("--")).peekable();
    if filters.peek().is_some() && !filters.any(|filter| NAME.contains(&filter)) {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    // Before and after: a machine that others use is not always as fast.
    let inputs = inputs(folder.path())?;
    let before = bare(folder.path(), &inputs)?;
    let contest = contest(folder.path())?;
    let bare = (before + bare(folder.path(), &inputs)?) / 2;
    let cores = available_parallelism()?.get();
    let runs = ENTRANTS * TESTS;
    let least = bare.as_secs_f64() / f64::from(u32::try_from(cores)?);
    println!("{NAME}: {ENTRANTS} entrants in Python, {TESTS} tests, {cores} cores");
    println!("  bare      {:7.2} s for {runs} runs, {least:.2} s divided by the cores", bare.as_secs_f64());
    println!("  contest   {:7.2} s, confined", contest.as_secs_f64());
    println!("  ratio     {:7.2} (asked: at most 1.3)", contest.as_secs_f64() / least);
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
