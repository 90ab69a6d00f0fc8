//! One door for developers: `cargo xtask test`, `bench`, `golden`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a developer's tool talks on its standard output")]

mod bench;
mod family;
mod fuzz;
mod packages;
mod problemtools;
mod suite;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
cargo xtask test [--install] [--long]   everything that must pass, with minutes per family;
                                        --long: the slow tests in full, minutes more
cargo xtask golden                      writes the golden files again; review their diff
cargo xtask screens                     a picture of every page, in target/screens: look at them
cargo xtask fuzz [SECONDS] [TARGET]     damaged inputs from a new seed, so long for each target (60 s)
cargo xtask bench [FILTER]              the benchmarks, on one core, with the machine's name";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<bool> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test", flags @ ..] => suite::test(&suite::Flags::parse(flags)?),
        ["golden"] => suite::golden(),
        ["screens"] => suite::screens(),
        ["fuzz", words @ ..] => fuzz::run(words),
        ["bench", filter @ ..] => bench::run(filter),
        _ => bail!("usage:\n{USAGE}"),
    }
}
