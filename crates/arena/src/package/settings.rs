//! `problem.yaml`, written by hand: a few lines without anything that would have to be quoted.

use croupier_rules::rullete::Rule6;

use super::Export;
use crate::game_kind::GameKind;

/// The text of `problem.yaml`.
pub(super) fn problem_yaml(wanted: &Export) -> String {
    let Export { game, seed, .. } = wanted;
    let name = match game {
        GameKind::Blackjack => "Blackjack evenings",
        GameKind::Camicia => "Camicia",
        GameKind::Rullete => "Rullete",
        GameKind::Poker => "Sealed bids",
    };
    let validation = match game {
        GameKind::Blackjack | GameKind::Poker => {
            // A match is long, and its time is known well: twice the slowest accepted submission's is enough.
            "validation: custom interactive\nlimits:\n  time_multiplier: 2\n"
        }
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
         # The data were made by: croupier problem export {game} --seed {seed}{}\n\
         {validation}",
        uuid(wanted),
        match wanted.rule6 {
            Rule6::Takes121 => "",
            Rule6::Takes112 => " --rule6 112",
        },
    )
}

/// A name for the package in the form of RFC 9562, version 8: the same whenever the same is exported again.
fn uuid(wanted: &Export) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("croupier 2026 name of a problem package, version 1");
    hasher.update(format!("{wanted:?}").as_bytes());
    let hex = hasher.finalize().to_hex();
    // The version, 8, and the variant.
    format!("{}-{}-8{}-a{}-{}", &hex[..8], &hex[8..12], &hex[12..15], &hex[15..18], &hex[18..30])
}
