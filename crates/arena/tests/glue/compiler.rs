//! Compiles bots with the system's compilers and the glue, as a contest does.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use croupier_arena::glue;

/// A folder with the glue's object and the bots built from it.
pub(crate) struct Workshop {
    folder: tempfile::TempDir,
}

impl Workshop {
    /// `None`, with the reason printed, when a compiler is missing: the test is then skipped.
    pub(crate) fn open() -> Option<Self> {
        for compiler in ["cc", "c++"] {
            if !runs(compiler) {
                skip(&format!("no `{compiler}` on this machine"));
                return None;
            }
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(glue::GLUE_FILE), glue::GLUE).unwrap();
        std::fs::write(folder.path().join(glue::HEADER_FILE), glue::HEADER).unwrap();
        let workshop = Self { folder };
        let glue = workshop.path(glue::GLUE_FILE);
        run(workshop.command("cc").args(["-std=c11", "-O2", "-c", "-o", "glue.o"]).arg(glue));
        Some(workshop)
    }

    /// Builds a bot from its source; the file's name says the language.
    pub(crate) fn build(&self, source: &Path) -> PathBuf {
        let compiler = if source.extension().is_some_and(|kind| kind == "c") { "cc" } else { "c++" };
        let program = self.path(&format!("{}.run", source.file_name().unwrap().to_str().unwrap()));
        run(self.command(compiler).args(["-O2", "-Wall", "-Wextra", "-Werror", "-I.", "-o"]).args([
            program.as_path(),
            source,
            Path::new("glue.o"),
        ]));
        program
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path());
        command
    }
}

/// Says why a test is skipped, and counts it in the list that `cargo xtask test` sums up.
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
pub(crate) fn skip(reason: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    println!("skipped: {test}: {reason}");
    if let Some(list) = std::env::var_os("CROUPIER_SKIPS") {
        let mut list = std::fs::OpenOptions::new().append(true).create(true).open(list).unwrap();
        writeln!(list, "{test}: {reason}").unwrap();
    }
}

/// Whether a compiler is there and answers.
pub(crate) fn runs(compiler: &str) -> bool {
    let mut command = Command::new(compiler);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a compiler, which must have nothing to say.
pub(crate) fn run(command: &mut Command) {
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success() && said.is_empty(), "{command:?}: {said}");
}
