//! What tests share: the tools of this machine, and the count of the tests that are skipped without
//! them.
//!
//! A test that needs a tool begins with `let Some(python) = python3() else { return };`. Where the
//! tool is missing, the test says so and adds a line to the file that the environment variable
//! `CROUPIER_SKIPS` names, and `cargo xtask test` counts and prints these lines.
#![forbid(unsafe_code)]

pub mod fuzz;
pub mod nats;

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// The environment variable with the file that takes down what is skipped.
const SKIPS: &str = "CROUPIER_SKIPS";

/// The environment variable with the path of a Python 2.7, where none is on the search path.
const PYTHON_2: &str = "CROUPIER_PYTHON2";

/// Prints the real path of a Python of this major version, and nothing under any other.
const QUESTION: &str = "import sys; print(sys.executable if sys.version_info[0] == MAJOR else '')";

/// The real executable of a Python 3; `None` counts the test as skipped.
pub fn python3() -> Option<PathBuf> {
    first_python(3, &["python3".into()]).or_else(|| skip("no Python 3 answers"))
}

/// The real executable of a Python 2.7; `None` counts the test as skipped. Names on the search path
/// may be shims that lead nowhere, so each is started.
pub fn python2() -> Option<PathBuf> {
    let own = env::var_os(PYTHON_2).map(PathBuf::from);
    let names = ["python2.7", "python2"].map(PathBuf::from);
    let candidates: Vec<PathBuf> = own.into_iter().chain(names).collect();
    first_python(2, &candidates).or_else(|| skip("no Python 2.7 answers; CROUPIER_PYTHON2 may name one"))
}

/// Whether the system's compilers of C and C++ answer; `None` counts the test as skipped.
pub fn compilers() -> Option<()> {
    match ["cc", "c++"].into_iter().find(|compiler| !answers(compiler)) {
        Some(missing) => skip(&format!("no `{missing}` answers")),
        None => Some(()),
    }
}

/// Whether the long run of the tests was asked for: `cargo xtask test --long`.
pub fn is_long() -> bool {
    env::var("CROUPIER_LONG").is_ok_and(|long| long == "1")
}

/// Whether the compilers for WebAssembly make a program; `None` counts the test as skipped.
pub fn wasm_compilers() -> Option<()> {
    let folder =
        env::temp_dir().join(format!("croupier-trial-{}-{:?}", std::process::id(), thread::current().id()));
    let made = fs::create_dir_all(&folder)
        .and_then(|()| fs::write(folder.join("ready.cpp"), "#include <vector>\nint main() {}\n"));
    let works = made.is_ok_and(|()| {
        let mut command = Command::new("clang++-19");
        command.args(["--target=wasm32-wasi", "-o", "ready.wasm", "ready.cpp"]).current_dir(&folder);
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    });
    let _gone = fs::remove_dir_all(&folder);
    if works { Some(()) } else { skip("no `clang++-19` makes programs for WebAssembly") }
}

/// The checker of problem packages that `cargo xtask test` has installed; `None` counts the test as skipped.
pub fn verifyproblem() -> Option<PathBuf> {
    let checker = env::var_os("CROUPIER_VERIFYPROBLEM").filter(|path| !path.is_empty());
    match checker {
        Some(checker) if answers("pypy3") => Some(checker.into()),
        Some(_) => skip("no `pypy3` answers, which problemtools takes for Python"),
        None => skip("problemtools is not installed: cargo xtask test --install"),
    }
}

/// Whether the statements of problem packages can be set, in print and as pages; `None` counts the test as skipped.
pub fn typesetters() -> Option<()> {
    match ["lualatex", "tidy"].into_iter().find(|program| !answers(program)) {
        Some(missing) => skip(&format!("no `{missing}` answers")),
        None => Some(()),
    }
}

/// Whether a browser and its driver answer; `None` counts the test as skipped.
pub fn chromium() -> Option<()> {
    match ["chromium", "chromedriver"].into_iter().find(|program| !answers(program)) {
        Some(missing) => skip(&format!("no `{missing}` answers")),
        None => Some(()),
    }
}

/// Whether a program starts and can state its version.
pub fn answers(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Says why a test is skipped, and takes it down for `cargo xtask test`; always `None`.
///
/// # Panics
/// When the file that takes down skipped tests cannot be written: the count would be wrong.
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
pub fn skip<T>(reason: &str) -> Option<T> {
    let test = thread::current().name().unwrap_or("a test").to_owned();
    println!("skipped: {test}: {reason}");
    if let Some(list) = env::var_os(SKIPS) {
        let list = OpenOptions::new().append(true).create(true).open(list);
        let line = format!("{test}: {reason}\n");
        list.and_then(|mut list| list.write_all(line.as_bytes())).expect("skipped tests can be taken down");
    }
    None
}

fn first_python(major: u32, candidates: &[PathBuf]) -> Option<PathBuf> {
    candidates.iter().find_map(|candidate| real_path(major, candidate))
}

fn real_path(major: u32, candidate: &Path) -> Option<PathBuf> {
    let question = QUESTION.replace("MAJOR", &major.to_string());
    let out = Command::new(candidate).args(["-c", &question]).stderr(Stdio::null()).output().ok()?;
    let path = PathBuf::from(String::from_utf8(out.stdout).ok()?.trim_end());
    (out.status.success() && path.is_file()).then_some(path)
}
