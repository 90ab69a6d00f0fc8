//! Making a package of a game.

use croupier_rules::batch::Task;
use croupier_rules::camicia::StateKey;
use croupier_rules::rullete::Rule6;

use super::interactive::put_includes;
use super::settings::problem_yaml;
use super::{Package, batch_tests, interactive_tests, kit, put_test};
use crate::game_kind::GameKind;

/// What a package is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Export {
    /// The game.
    pub game: GameKind,
    /// What rule 6 of Rullete takes off; of no other game.
    pub rule6: Rule6,
    /// All chance of the test data.
    pub seed: u64,
    /// The least number of secret tests of a batch game.
    pub tests: usize,
}

/// Makes a package.
pub fn export(wanted: &Export) -> Package {
    let mut package = kit::files(wanted.game);
    let tests = match wanted.game {
        GameKind::Rullete => {
            package = kit::with_rule6(package, wanted.rule6);
            batch_tests(Task::Rullete(wanted.rule6), wanted.seed, wanted.tests)
        }
        GameKind::Camicia => batch_tests(Task::Camicia(StateKey::Leader), wanted.seed, wanted.tests),
        GameKind::Blackjack | GameKind::Poker => interactive_tests(wanted.game, wanted.seed),
    };
    put_includes(&mut package, wanted.game);
    package.put("problem.yaml", problem_yaml(wanted));
    for test in tests {
        put_test(&mut package, "data", test);
    }
    package
}
