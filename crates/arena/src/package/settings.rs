//! `problem.yaml`, written by hand: a few lines without anything that would have to be quoted.

use croupier_rules::rullete::Rule6;

use super::{Export, Package};
use crate::game_kind::GameKind;

/// The text of `problem.yaml` of a package that has all its other files.
pub(super) fn problem_yaml(wanted: &Export, package: &Package) -> String {
    let name = match wanted.game {
        GameKind::Blackjack => "Blackjack evenings",
        GameKind::Camicia => "Camicia",
        GameKind::Rullete => "Rullete",
        GameKind::Poker => "Sealed bids",
    };
    let validation = match wanted.game {
        // A match is long, and its time is known well: twice the slowest accepted submission's is enough. Output is
        // bounded by the judge itself, 16 MiB a match; in blackjack a match is each of the ten evenings.
        GameKind::Blackjack => {
            "validation: custom interactive\nlimits:\n  time_multiplier: 2\n  output: 160\n"
        }
        GameKind::Poker => "validation: custom interactive\nlimits:\n  time_multiplier: 2\n  output: 16\n",
        // Words have to be as they are printed in the statement; blanks may be as they like.
        GameKind::Camicia | GameKind::Rullete => "validation: default\nvalidator_flags: case_sensitive\n",
    };
    format!(
        "problem_format_version: legacy\n\
         uuid: {}\n\
         name: {name}\n\
         author: the authors of Croupier\n\
         license: cc by-sa\n\
         rights_owner: the authors of Croupier\n\
         # The data were made by: croupier problem export {}\n\
         {validation}",
        uuid(wanted, package),
        arguments(wanted),
    )
}

/// What makes the same data again.
fn arguments(wanted: &Export) -> String {
    let Export { game, rule6, seed, tests } = *wanted;
    match game {
        GameKind::Blackjack | GameKind::Poker => format!("{game} DIR --seed {seed}"),
        GameKind::Camicia => format!("{game} DIR --seed {seed} --count {tests}"),
        GameKind::Rullete => match rule6 {
            Rule6::Takes121 => format!("{game} DIR --seed {seed} --count {tests}"),
            Rule6::Takes112 => format!("{game} DIR --seed {seed} --count {tests} --rule6 112"),
        },
    }
}

/// A name for the package in the form of RFC 9562, version 8: the same whenever the same is exported again, and
/// another when the kit has changed.
fn uuid(wanted: &Export, package: &Package) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("croupier 2026 name of a problem package, version 2");
    hasher.update(arguments(wanted).as_bytes());
    for (path, content) in package.files() {
        for part in [path.as_os_str().as_encoded_bytes(), content] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    let hex = hasher.finalize().to_hex();
    // The version, 8, and the variant.
    format!("{}-{}-8{}-a{}-{}", &hex[..8], &hex[8..12], &hex[12..15], &hex[15..18], &hex[18..30])
}
