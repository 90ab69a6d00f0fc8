//! The test data of the interactive games.

use super::{Package, Test, blackjack, poker};
use crate::game_kind::GameKind;

/// Tests of an interactive game, samples first: the same for the same seed.
///
/// # Panics
/// For a batch game, which has tests of another kind.
///
/// ```
/// use croupier_arena::game_kind::GameKind;
/// use croupier_arena::package::interactive_tests;
///
/// let tests = interactive_tests(GameKind::Poker, 7);
/// assert!(tests[0].input.starts_with("poker 1\nseat 0\n"));
/// assert!(tests[0].interaction.as_ref().is_some_and(|said| said.ends_with("<{\"bye\":{}}\n")));
/// ```
pub fn interactive_tests(game: GameKind, seed: u64) -> Vec<Test> {
    match game {
        GameKind::Blackjack => blackjack::tests(seed),
        GameKind::Poker => poker::tests(seed),
        GameKind::Camicia | GameKind::Rullete => panic!("{game} is no interactive game"),
    }
}

/// Puts in what a package of the game includes besides its kit.
pub(super) fn put_includes(package: &mut Package, game: GameKind) {
    if game == GameKind::Blackjack {
        blackjack::put_glue(package);
    }
}
