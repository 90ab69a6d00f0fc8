//! Groups of deals, and sifting them for long games.

use std::collections::BTreeSet;

use croupier_solve::camicia::{Address, Composition, DealName, End, Engine, Groups, Trick, play, sift};

use crate::long;
use crate::splitmix::SplitMix;

#[test]
fn every_deal_is_in_exactly_one_group() {
    for (hands, faces) in [
        ([3, 4], [1, 0, 2, 1]),
        ([6, 5], [3, 3, 2, 1]),
        ([5, 5], [2, 2, 2, 3]),
        ([0, 8], [2, 2, 2, 1]),
        ([9, 0], [2, 2, 2, 3]),
        ([4, 4], [0; 4]),
        ([6, 6], [12, 0, 0, 0]),
    ] {
        let composition = Composition::new(hands, faces).unwrap();
        let groups = Groups::new(composition).unwrap();
        let mut ranks = BTreeSet::new();
        for number in 0..groups.len() {
            let group = groups.group(number);
            for place in 0..group.len() {
                let name = DealName::of(&group.deal(place));
                assert_eq!(name.composition(), composition);
                assert!(ranks.insert(name.rank()), "{name} comes twice");
            }
        }
        assert_eq!(ranks.len() as u128, composition.deals(), "{composition}");
    }
}

#[test]
fn deals_of_a_group_are_opened_as_they_are_played() {
    let groups = Groups::new(Composition::PACK_52).unwrap();
    let mut random = SplitMix(3);
    let mut shared_cards = 0;
    for _ in 0..long(2000) {
        let group = groups.group(random.next() % groups.len());
        let (cards, tricks) = group.shared();
        shared_cards += u64::from(cards);
        let place = usize::try_from(random.next() % group.len() as u64).unwrap();
        let mut state = group.deal(place);
        let mut down = 0;
        for _ in 0..tricks {
            let Trick::Collected(cards) = state.play_trick() else {
                panic!("the shared tricks are collected")
            };
            down += cards;
        }
        assert_eq!((state, down), (group.opened(place), cards));
    }
    // A group shares about a tenth of the 255 cards of a mean game.
    let mean = shared_cards / long(2000);
    assert!((10..40).contains(&mean), "{mean} cards are shared");
}

#[test]
fn too_many_groups_are_refused() {
    let composition = Composition::new([32, 31], [8; 4]).unwrap();
    let error = Groups::new(composition).unwrap_err().to_string();
    assert!(error.starts_with("32+31+8+8+8+8 has "), "{error}");
}

/// Sifts groups, and plays all their deals with the exact engine.
fn compare(engine: Engine, composition: Composition, numbers: &[u64], faces_min: u32) -> usize {
    let groups = Groups::new(composition).expect("the groups have numbers");
    let (deals, found) = sift(engine, &groups, &mut numbers.iter().copied(), faces_min);
    let mut expected = Vec::new();
    let mut all = 0;
    for &number in numbers {
        let group = groups.group(number);
        for place in 0..group.len() {
            all += 1;
            let game = play(group.deal(place));
            if game.faces > faces_min || game.end == End::Endless {
                expected.push(Address { group: number, place });
            }
        }
    }
    assert_eq!(deals, all);
    let exact: Vec<Address> = found
        .iter()
        .copied()
        .filter(|address| {
            let game = play(groups.group(address.group).deal(address.place));
            game.faces > faces_min || game.end == End::Endless
        })
        .collect();
    expected.sort_unstable();
    assert_eq!(exact, expected, "{engine}, {composition}");
    expected.len()
}

fn engines() -> Vec<Engine> {
    Engine::available().collect()
}

#[test]
fn every_engine_finds_the_long_games_of_random_groups() {
    let seed = 1164;
    println!("seed {seed}");
    for engine in engines() {
        let mut random = SplitMix(seed);
        let groups = Groups::new(Composition::PACK_52).unwrap();
        let numbers: Vec<u64> = (0..long(4000)).map(|_| random.next() % groups.len()).collect();
        // The mean game has 78 faces.
        for faces_min in [60, 300] {
            assert!(compare(engine, Composition::PACK_52, &numbers, faces_min) > 10);
        }
        for composition in [Composition::ITALIAN_40, Composition::new([30, 22], [4; 4]).unwrap()] {
            let groups = Groups::new(composition).unwrap();
            let numbers: Vec<u64> = (0..long(400)).map(|_| random.next() % groups.len()).collect();
            compare(engine, composition, &numbers, 50);
        }
    }
}

#[test]
fn every_engine_finds_the_long_and_the_endless_games_of_all_small_deals() {
    for engine in engines() {
        for (hands, faces, endless) in
            [([3, 3], [2, 0, 0, 0], true), ([5, 5], [1; 4], false), ([4, 4], [2, 1, 0, 0], false)]
        {
            let composition = Composition::new(hands, faces).unwrap();
            let numbers: Vec<u64> = (0..Groups::new(composition).unwrap().len()).collect();
            compare(engine, composition, &numbers, 0);
            let long = compare(engine, composition, &numbers, 10);
            assert!(!endless || long > 0);
        }
    }
}

/// The lanes of an engine are many; so few deals leave most of them empty.
#[test]
fn few_deals_and_none_are_sifted_too() {
    for engine in engines() {
        assert_eq!(compare(engine, Composition::PACK_52, &[], 0), 0);
        for numbers in [&[0][..], &[1, 1 << 40]] {
            assert!(compare(engine, Composition::PACK_52, numbers, 5) > 0);
        }
    }
}
