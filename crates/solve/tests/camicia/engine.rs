//! Games are played as the rules say, one by one and by the engines that play many.

use croupier_rules::camicia::{Simulation, Status};
use croupier_solve::camicia::{Composition, DealName, End, Engine, Game, State, play};

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

/// Compares games with those of the plain engine, and those of every engine with them.
fn compare_all(simulation: &mut Simulation, states: &[State]) -> u64 {
    let endless = states.iter().filter(|state| compare(simulation, state)).count();
    compare_engines(states);
    endless as u64
}

/// Compares every engine with games that are played one by one.
fn compare_engines(states: &[State]) {
    let expected: Vec<Game> = states.iter().map(|state| play(*state)).collect();
    let mut games = vec![Game::default(); 3];
    for engine in Engine::available() {
        engine.play_each(states, &mut games);
        assert_eq!(games.len(), states.len());
        for ((state, game), expected) in states.iter().zip(&games).zip(&expected) {
            assert_eq!(game, expected, "{engine}, {}", state.deal());
        }
    }
}

#[test]
fn every_engine_agrees_with_the_rules_on_all_small_deals() {
    let cards = small_cards();
    let mut simulation = Simulation::default();
    let (mut deals, mut endless) = (0, 0);
    for composition in small_compositions(cards) {
        let states: Vec<State> = (0..composition.deals())
            .map(|rank| DealName::new(composition, rank).expect("a number below that of all deals").state())
            .collect();
        deals += states.len() as u64;
        endless += compare_all(&mut simulation, &states);
    }
    // Each card is one of five, and each hand has any size: the sum of (n + 1) x 5^n.
    let sizes = (1..=cards).map(|n| u64::from(n + 1) * 5_u64.pow(n));
    assert_eq!(deals, sizes.sum::<u64>());
    assert!(endless > 0);
}

#[test]
fn every_engine_agrees_with_the_rules_on_random_deals() {
    let seed = 2022;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    let mut simulation = Simulation::default();
    for (composition, deals) in [(Composition::PACK_52, 1_000_000), (Composition::ITALIAN_40, 100_000)] {
        for _ in 0..long(deals) / 1000 {
            let states: Vec<State> = (0..1000).map(|_| random_of(composition, &mut random)).collect();
            compare_all(&mut simulation, &states);
        }
    }
}

/// Few numbers and many faces: tricks of up to 16 faces, games that are over in one, and endless ones.
#[test]
fn every_engine_agrees_on_packs_of_every_size() {
    let seed = 16;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    let mut longest = 0;
    for _ in 0..long(3000) {
        let mut below = |bound: u32| u32::try_from(random.next() % u64::from(bound)).expect("a small number");
        let hands = [1 + below(31), 1 + below(32)];
        let faces = [(); 4].map(|()| below(6).min(4));
        if let Ok(composition) = Composition::new(hands, faces) {
            let states: Vec<State> = (0..300).map(|_| random_of(composition, &mut random)).collect();
            compare_engines(&states);
            longest = states.iter().map(|state| play(*state).tricks).max().unwrap_or(0).max(longest);
        }
    }
    assert!(longest > 300, "{longest}");
}

/// The engines give up a game after about a thousand tricks, and play it one by one.
#[test]
fn every_engine_plays_the_longest_and_the_endless_games_in_a_list_of_others() {
    let seed = 8344;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    let record = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---";
    let endless = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA";
    let mut states: Vec<State> = (0..100).map(|_| random_deal(&mut random)).collect();
    states.splice(50..50, [state(record), state(endless), state("J-/-"), state("-/A")]);
    states.push(state(endless));
    compare_engines(&states);
    compare_engines(&states[100..]);
    compare_engines(&[]);
}

#[test]
fn decks_without_faces_one_sided_and_empty_hands_end_as_the_rules_say() {
    let mut simulation = Simulation::default();
    for text in
        ["/J", "A/", "-/-", "---/--", "--/---", "J/J", "JQKA/-", "-/JJJJJJJJ", "A/----", "A/---", "JJ/--"]
    {
        assert_eq!(compare_all(&mut simulation, &[state(text)]), 0);
    }
    let most = "-".repeat(62) + "/A";
    assert_eq!(compare_all(&mut simulation, &[state(&most)]), 0);
    let faces = "A".repeat(16) + "/" + &"J".repeat(16);
    compare_all(&mut simulation, &[state(&faces)]);
}

#[test]
fn the_record_and_the_first_endless_deal_are_told_apart() {
    let record = play(state("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"));
    assert_eq!((record.end, record.cards, record.tricks), (End::Finished, 8344, 1164));
    let endless = play(state("---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"));
    assert_eq!(endless.end, End::Endless);
}
