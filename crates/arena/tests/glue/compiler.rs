//! Compiles bots with the system's compilers and the glue, as a contest does.

use std::path::{Path, PathBuf};
use std::process::Command;

use croupier_arena::glue;

/// A folder with the glue's object and the bots built from it.
pub(crate) struct Workshop {
    folder: tempfile::TempDir,
}

impl Workshop {
    /// `None`, when a compiler is missing: the test is then skipped.
    pub(crate) fn open() -> Option<Self> {
        croupier_trial::compilers()?;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(glue::GLUE_FILE), glue::GLUE).unwrap();
        std::fs::write(folder.path().join(glue::HEADER_FILE), glue::HEADER).unwrap();
        let workshop = Self { folder };
        let glue = workshop.path(glue::GLUE_FILE);
        run(workshop.command("cc").args(["-std=c11", "-O2", "-c", "-o", "glue.o"]).arg(&glue));
        let as_cpp = ["-x", "c++", "-std=c++17", "-O2", "-c", "-o", "glue_as_cpp.o"];
        run(workshop.command("c++").args(as_cpp).arg(glue));
        Some(workshop)
    }

    /// Builds a bot from its source; the file's name says the language.
    pub(crate) fn build(&self, source: &Path) -> PathBuf {
        self.build_with("glue.o", source)
    }

    /// Builds a bot with `glue.o`, which was compiled as C, or `glue_as_cpp.o`.
    pub(crate) fn build_with(&self, glue: &str, source: &Path) -> PathBuf {
        let compiler = if source.extension().is_some_and(|kind| kind == "c") { "cc" } else { "c++" };
        let program = self.path(&format!("{}.run", source.file_name().unwrap().to_str().unwrap()));
        run(self.command(compiler).args(["-O2", "-Wall", "-Wextra", "-Werror", "-I.", "-o"]).args([
            program.as_path(),
            source,
            Path::new(glue),
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

/// Runs a compiler, which must have nothing to say.
pub(crate) fn run(command: &mut Command) {
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success() && said.is_empty(), "{command:?}: {said}");
}
