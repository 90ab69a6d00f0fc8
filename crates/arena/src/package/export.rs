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
    for test in tests {
        put_test(&mut package, "data", test);
    }
    let settings = problem_yaml(wanted, &package);
    package.put("problem.yaml", settings);
    package
}

#[cfg(test)]
mod tests {
    use super::{Export, export};
    use crate::game_kind::GameKind;
    use croupier_rules::rullete::Rule6;

    fn settings(wanted: Export) -> String {
        let package = export(&wanted);
        let (_, text) = package.files().find(|(path, _)| path.ends_with("problem.yaml")).unwrap();
        String::from_utf8(text.to_vec()).unwrap()
    }

    #[test]
    fn a_package_says_how_it_was_made_and_has_a_name_of_its_own() {
        let rullete = Export { game: GameKind::Rullete, rule6: Rule6::Takes112, seed: 3, tests: 12 };
        let text = settings(rullete);
        assert!(text.contains("export rullete DIR --seed 3 --count 12 --rule6 112\n"), "{text}");
        assert_eq!(settings(rullete), text);
        let uuid = |text: &str| text.lines().find(|line| line.starts_with("uuid: ")).unwrap().to_owned();
        for other in [
            Export { seed: 4, ..rullete },
            Export { tests: 13, ..rullete },
            Export { rule6: Rule6::Takes121, ..rullete },
        ] {
            assert_ne!(uuid(&settings(other)), uuid(&text), "{other:?}");
        }
    }
}
