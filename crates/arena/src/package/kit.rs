//! What every package of a game holds, whatever its data: the folders of `kit/`. What judges and checks of interactive
//! games have in common lies in `kit/common` once, as headers; in a package, each of these programs is one file.

use std::path::Path;

use croupier_rules::rullete::Rule6;
use include_dir::{Dir, File, include_dir};

use super::Package;
use super::amalgamation::Amalgamation;
use crate::game_kind::GameKind;

static KIT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/kit");

/// What the kits of interactive games have in common.
const COMMON: &str = "common";

/// The files of a game's kit.
pub(super) fn files(game: GameKind) -> Package {
    let mut package = Package::default();
    let folder = |name: &str| KIT.get_dir(name).expect("the kit has this folder");
    put_all(&mut package, folder(game.name()), game.name());
    package
}

/// Puts in all files of a folder, by their paths within `root`.
fn put_all(package: &mut Package, folder: &Dir<'_>, root: &str) {
    for file in folder.files() {
        let path = file.path().strip_prefix(root).expect("a kit lies in a folder of its own");
        match common_to(path) {
            Some(headers) => package.put(path, alone(file, headers)),
            None => package.put(path, file.contents()),
        }
    }
    for folder in folder.dirs() {
        put_all(package, folder, root);
    }
}

/// The headers that a program of a kit may share with those of other games.
fn common_to(path: &Path) -> Option<&'static Dir<'static>> {
    KIT.get_dir(Path::new(COMMON).join(path.parent()?))
}

/// A source that needs no file beside it.
fn alone(source: &File<'_>, headers: &Dir<'_>) -> String {
    let header = |name: &str| headers.get_file(headers.path().join(name))?.contents_utf8();
    let text = source.contents_utf8().expect("a source is text");
    Amalgamation::of(text, &header).to_string()
}

/// The kit of Rullete is written for a rule 6 that takes off 121, and one program in it, for 112: the two trade
/// places for the other reading (ruling 18).
pub(super) fn with_rule6(package: Package, rule6: Rule6) -> Package {
    if rule6 == Rule6::Takes121 {
        return package;
    }
    let mut read_otherwise = Package::default();
    for (path, content) in package.files() {
        let text = String::from_utf8(content.to_vec()).expect("the kit of Rullete is text");
        let parts: Vec<String> = text.split("121").map(|part| part.replace("112", "121")).collect();
        read_otherwise.put(path, parts.join("112"));
    }
    read_otherwise
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use croupier_rules::batch::{Misreading, Task};
    use croupier_rules::camicia::StateKey;
    use croupier_rules::rullete::Rule6;

    use super::{files, with_rule6};
    use crate::game_kind::GameKind;

    #[test]
    fn each_misreading_has_a_wrong_program_of_its_name() {
        for (game, task) in [
            (GameKind::Rullete, Task::Rullete(Rule6::default())),
            (GameKind::Camicia, Task::Camicia(StateKey::default())),
        ] {
            let kit = files(game);
            let names: BTreeSet<&str> = kit
                .files()
                .filter(|(path, _)| {
                    path.starts_with("submissions") && !path.starts_with("submissions/accepted")
                })
                .filter_map(|(path, _)| path.file_stem()?.to_str())
                .collect();
            for misreading in Misreading::of(task) {
                assert!(names.contains(misreading.name()), "{game}: {}", misreading.name());
            }
        }
    }

    #[test]
    fn the_other_rule_6_stands_in_all_files_and_comes_back() {
        let kit = files(GameKind::Rullete);
        let other = with_rule6(kit.clone(), Rule6::Takes112);
        let count = |digits: &str| {
            other.files().filter(|(_, content)| String::from_utf8_lossy(content).contains(digits)).count()
        };
        assert!(count("112") > 10, "{}", count("112"));
        assert_eq!(count("121"), 1, "the program that reads rule 6 wrongly");
        assert_eq!(with_rule6(other, Rule6::Takes112), kit);
    }
}
