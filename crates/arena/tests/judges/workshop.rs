//! The programs of these tests, built once for each.

use std::path::{Path, PathBuf};
use std::process::Command;

use croupier_arena::game_kind::GameKind;
use tempfile::TempDir;

use super::judge::Judge;
use super::source;

/// A folder with both judges and the puppet.
pub(crate) struct Workshop {
    _folder: TempDir,
    blackjack: PathBuf,
    poker: PathBuf,
    pub(crate) puppet: PathBuf,
}

impl Workshop {
    /// `None`, when a compiler is missing: the test is then skipped.
    pub(crate) fn open() -> Option<Self> {
        croupier_trial::compilers()?;
        let folder = tempfile::tempdir().unwrap();
        let build = |source: &Path, name: &str| {
            let program = folder.path().join(name);
            run(Command::new("c++").args(["-std=c++17", "-O1", "-o"]).args([&program, source]));
            program
        };
        let puppet = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judges/puppet.cpp");
        Some(Self {
            blackjack: build(&source(GameKind::Blackjack), "blackjack"),
            poker: build(&source(GameKind::Poker), "poker"),
            puppet: build(&puppet, "puppet"),
            _folder: folder,
        })
    }

    pub(crate) fn judge(&self, game: GameKind) -> Judge<'_> {
        Judge(if game == GameKind::Poker { &self.poker } else { &self.blackjack })
    }

    pub(crate) fn compile_strictly(&self, compiler: &str, source: &Path) {
        let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"];
        run(Command::new(compiler).args(["-std=c++17", "-fsyntax-only"]).args(warnings).arg(source));
    }
}

/// Runs a compiler, which must have nothing to say.
fn run(command: &mut Command) {
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success() && said.is_empty(), "{command:?}: {said}");
}
