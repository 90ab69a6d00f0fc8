//! Complete counts against playing every deal by the rules.

use std::collections::BTreeSet;

use croupier_rules::camicia::{Simulation, Status};
use croupier_solve::camicia::{Composition, DealName, Groups, State, Tally, Trick, exhaust, exhaust_units};

use crate::judged;

fn all(composition: Composition) -> Tally {
    let groups = Groups::new(composition).expect("the groups have numbers");
    let mut tally = Tally::default();
    for unit in 0..exhaust_units(&groups) {
        tally += exhaust(&groups, unit);
    }
    tally
}

/// The states of the cycle that an endless game runs into.
fn cycle(mut state: State) -> BTreeSet<State> {
    for _ in 0..10_000 {
        state.play_trick();
    }
    let mut cycle = BTreeSet::new();
    while cycle.insert(state) {
        assert!(matches!(state.play_trick(), Trick::Collected(_)));
    }
    cycle
}

#[test]
fn tallies_are_what_playing_every_deal_comes_to() {
    for (hands, faces) in
        [([3, 3], [2, 0, 0, 0]), ([4, 4], [2, 1, 0, 0]), ([2, 5], [1; 4]), ([4, 5], [2, 1, 1, 4])]
    {
        let composition = Composition::new(hands, faces).unwrap();
        let tally = all(composition);
        let mut simulation = Simulation::default();
        let (mut cards, mut tricks, mut finished) = (0, 0, 0);
        let mut longest: Vec<(u64, State)> = Vec::new();
        let mut cycles = BTreeSet::new();
        let mut endless = 0;
        for rank in 0..composition.deals() {
            let state = DealName::new(composition, rank).unwrap().state();
            let outcome = judged(&mut simulation, &state);
            if let Status::Loop(_) = outcome.status {
                endless += 1;
                cycles.insert(cycle(state).pop_first().unwrap());
            } else {
                finished += 1;
                cards += outcome.cards;
                tricks += outcome.tricks;
                longest.push((outcome.cards, state));
            }
        }
        assert_eq!(u128::from(tally.deals), composition.deals());
        assert_eq!((tally.finished_games(), tally.endless_games()), (finished, endless), "{composition}");
        assert_eq!((tally.cards(), tally.tricks), (cards, tricks), "{composition}");
        assert!(tally.cycles.keys().copied().eq(cycles), "{composition}");
        let most = longest.iter().map(|game| game.0).max().unwrap();
        longest.retain(|game| game.0 == most);
        let found = tally.longest.unwrap();
        assert_eq!((u64::from(found.cards), found.deals), (most, longest.len() as u64));
        assert_eq!(found.deal, longest.iter().map(|game| game.1).min().unwrap());
    }
}

/// The checksum is a promise to other people.
#[test]
fn checksums_never_change_and_tell_units_apart() {
    let groups = Groups::new(Composition::new([7, 7], [2, 2, 2, 2]).unwrap()).unwrap();
    assert_eq!(exhaust_units(&groups), 3);
    let tallies = [0, 1, 2].map(|unit| exhaust(&groups, unit));
    assert!(tallies[0].checksum != tallies[1].checksum);
    let mut forward = tallies[0].clone();
    forward += tallies[1].clone();
    let mut backward = tallies[1].clone();
    backward += tallies[0].clone();
    assert_eq!(forward, backward);
    assert_eq!(forward.checksum[..4], [0x59, 0x8b, 0xce, 0xf0]);
}
