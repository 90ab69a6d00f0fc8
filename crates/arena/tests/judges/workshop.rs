//! The programs of these tests, built once for all of them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use croupier_arena::game_kind::GameKind;

use super::judge::Judge;
use super::source;

/// Where they are built: a folder of cargo's.
const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");

static WORKSHOP: LazyLock<Workshop> = LazyLock::new(Workshop::build);

/// Both judges and the puppet.
pub(crate) struct Workshop {
    blackjack: PathBuf,
    poker: PathBuf,
    pub(crate) puppet: PathBuf,
}

impl Workshop {
    /// `None`, when a compiler is missing: the test is then skipped.
    pub(crate) fn open() -> Option<&'static Self> {
        croupier_trial::compilers()?;
        Some(&WORKSHOP)
    }

    fn build() -> Self {
        let build = |source: &Path, name: &str| {
            let program = Path::new(FOLDER).join(format!("judges-{name}"));
            run(Command::new("c++").args(["-std=c++17", "-O1", "-o"]).args([&program, source]));
            program
        };
        let puppet = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judges/puppet.cpp");
        Self {
            blackjack: build(&source(GameKind::Blackjack), "blackjack"),
            poker: build(&source(GameKind::Poker), "poker"),
            puppet: build(&puppet, "puppet"),
        }
    }

    pub(crate) fn judge(&self, game: GameKind) -> Judge<'_> {
        Judge(if game == GameKind::Poker { &self.poker } else { &self.blackjack })
    }

    pub(crate) fn compile_strictly(compiler: &str, source: &Path) {
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
