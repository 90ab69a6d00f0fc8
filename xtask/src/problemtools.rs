//! The checker of problem packages by the makers of their format: problemtools, from the Python package index.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version that packages are checked with: a newer one may ask for more.
const VERSION: &str = "1.20260907";

/// The environment variable that names the checker to the tests.
pub(crate) const VERIFY_PROBLEM: &str = "CROUPIER_VERIFYPROBLEM";

/// The checker, in an environment of its own under the target folder; installed there if that was asked for. `None`:
/// it is not there, and the tests that need it are skipped and counted.
pub(crate) fn provide(install: bool, target: &Path) -> Option<PathBuf> {
    let folder = target.join(format!("problemtools-{VERSION}"));
    let checker = folder.join("bin/verifyproblem");
    if answers(&checker) {
        return Some(checker);
    }
    if install {
        let package = format!("problemtools=={VERSION}");
        let made = quietly(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))
            && quietly(Command::new(folder.join("bin/pip")).args(["install", "--quiet", &package]));
        if made && answers(&checker) {
            return Some(checker);
        }
        println!("problemtools {VERSION} cannot be installed: packages are not checked by it");
    } else {
        println!(
            "missing: problemtools {VERSION}, for the check of problem packages (cargo xtask test --install)"
        );
    }
    None
}

fn answers(checker: &Path) -> bool {
    let mut command = Command::new(checker);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn quietly(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}
