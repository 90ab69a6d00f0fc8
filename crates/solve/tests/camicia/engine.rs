//! The scalar engine plays as the rules do.

use croupier_rules::camicia::{Simulation, Status};
use croupier_solve::camicia::{Composition, DealName, End, State, play};

use crate::splitmix::SplitMix;
use crate::{judged, long, random_deal, random_of, small_cards, small_compositions, state};

/// Compares a game with that of the plain engine. Returns whether it is endless.
fn compare(simulation: &mut Simulation, state: &State) -> bool {
    let (game, outcome) = (play(*state), judged(simulation, state));
    match outcome.status {
        Status::Finished => assert_eq!(
            (game.end, u64::from(game.cards), u64::from(game.tricks)),
            (End::Finished, outcome.cards, outcome.tricks),
            "{}",
            state.deal()
        ),
        Status::Loop(_) => assert_eq!(game.end, End::Endless, "{}", state.deal()),
        Status::Limit => panic!("no limit was set"),
    }
    game.end == End::Endless
}

#[test]
fn the_scalar_engine_agrees_with_the_rules_on_all_small_deals() {
    let cards = small_cards();
    let mut simulation = Simulation::default();
    let (mut deals, mut endless) = (0, 0);
    for composition in small_compositions(cards) {
        for rank in 0..composition.deals() {
            let state = DealName::new(composition, rank).expect("a number below that of all deals").state();
            deals += 1;
            endless += u64::from(compare(&mut simulation, &state));
        }
    }
    // Each card is one of five, and each hand has any size: the sum of (n + 1) x 5^n.
    let sizes = (1..=cards).map(|n| u64::from(n + 1) * 5_u64.pow(n));
    assert_eq!(deals, sizes.sum::<u64>());
    assert!(endless > 0);
}

#[test]
fn the_scalar_engine_agrees_with_the_rules_on_random_deals() {
    let seed = 2022;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    let mut simulation = Simulation::default();
    for _ in 0..long(1_000_000) {
        compare(&mut simulation, &random_deal(&mut random));
    }
    for _ in 0..long(100_000) {
        compare(&mut simulation, &random_of(Composition::ITALIAN_40, &mut random));
    }
}

#[test]
fn decks_without_faces_one_sided_and_empty_hands_end_as_the_rules_say() {
    let mut simulation = Simulation::default();
    for text in
        ["/J", "A/", "-/-", "---/--", "--/---", "J/J", "JQKA/-", "-/JJJJJJJJ", "A/----", "A/---", "JJ/--"]
    {
        assert!(!compare(&mut simulation, &state(text)));
    }
    let most = "-".repeat(62) + "/A";
    assert!(!compare(&mut simulation, &state(&most)));
    let faces = "A".repeat(16) + "/" + &"J".repeat(16);
    compare(&mut simulation, &state(&faces));
}

#[test]
fn the_record_and_the_first_endless_deal_are_told_apart() {
    let record = play(state("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"));
    assert_eq!((record.end, record.cards, record.tricks), (End::Finished, 8344, 1164));
    let endless = play(state("---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"));
    assert_eq!(endless.end, End::Endless);
}
