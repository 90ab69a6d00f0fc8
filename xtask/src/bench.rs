//! The benchmarks, with the name of the machine they ran on.

use std::fs;

use anyhow::Result;

use crate::family;

/// Runs the benchmarks, or those whose names contain the filter.
///
/// # Errors
/// When cargo does not start.
pub(crate) fn run(filter: &[&str]) -> Result<bool> {
    println!("machine: {}", machine());
    let words = [&["bench", "--workspace", "--benches", "--"], filter].concat();
    Ok(family::run("benchmarks", &words, &[])?.ok)
}

/// The processor's name and the number of cores.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    format!("{}, {cores} cores", name.map_or("an unnamed processor", |(_, name)| name))
}
