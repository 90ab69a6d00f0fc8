//! The laws of a `Game`, put to every game with choices.

use croupier_rules::blackjack::{self, Ace, exam};
use croupier_rules::conform::obeys_all_laws;
use croupier_rules::poker;

/// The seed of all random games here; a failure names it with the number of the game.
const SEED: u64 = 20_180_420;

#[test]
fn blackjack_obeys_the_laws_of_a_game() {
    let rules = blackjack::Rules { packs: 1, shuffles: 3, ..blackjack::Rules::default() };
    let seen = obeys_all_laws(&rules, SEED, 3_000);
    println!("seed {SEED}: {seen:?}");
    assert!(seen.steps > 50_000 && seen.refusals > 100_000 && seen.same_news > 2_000, "{seen:?}");
}

#[test]
fn the_exam_obeys_the_laws_of_a_game() {
    for ace in [Ace::OneOrEleven, Ace::One] {
        let seen = obeys_all_laws(&exam::Rules { ace }, SEED, 10_000);
        println!("seed {SEED}: {seen:?}");
        assert!(seen.refusals > 100_000 && seen.same_news > 5_000, "{seen:?}");
    }
}

#[test]
fn poker_obeys_the_laws_of_a_game() {
    for odd_chip in [poker::OddChip::Exact, poker::OddChip::Floor] {
        let rules = poker::Rules { odd_chip, ..poker::Rules::default() };
        let seen = obeys_all_laws(&rules, SEED, 10_000);
        println!("seed {SEED}: {seen:?}");
        assert!(seen.refusals > 100_000 && seen.same_news > 20_000, "{seen:?}");
    }
}
