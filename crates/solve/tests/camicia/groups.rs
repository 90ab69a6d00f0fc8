//! Groups of deals, and sifting them for long games.

use std::collections::{BTreeMap, BTreeSet};

use croupier_rules::camicia::{Rounds, Simulation, Status};
use croupier_solve::camicia::{
    Address, Composition, DealName, End, Engine, Groups, State, Trick, play, sift,
};

use crate::splitmix::SplitMix;
use crate::{judged, long, small_cards, small_compositions};

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
    let (mut shared_cards, mut steps) = (0, 0);
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
        steps += u64::from(play(state).faces);
    }
    // A group shares about a tenth of the 255 cards of a mean game.
    let mean = shared_cards / long(2000);
    assert!((10..40).contains(&mean), "{mean} cards are shared");
    // Each step of the AVX-512 engine answers one face.
    let mean = steps / long(2000);
    println!("{mean} faces are put down after the shared tricks");
    assert!((60..80).contains(&mean), "{mean} steps a game");
}

/// Deals of a group begin alike. If their games were alike too, long ones would come in heaps: the number of long games of a
/// group would scatter more than that of independent deals, whose variance is its mean.
#[test]
fn long_games_of_a_group_are_as_good_as_independent() {
    let seed = 1025;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    let groups = Groups::new(Composition::PACK_52).unwrap();
    let faces_min = 520;
    let numbers: Vec<u64> = (0..long(300_000)).map(|_| random.next() % groups.len()).collect();
    let (deals, found) = sift(Engine::best(), &groups, &mut numbers.iter().copied(), faces_min);
    let mut long_games: BTreeMap<u64, u64> = numbers.iter().map(|&number| (number, 0)).collect();
    for address in found {
        if play(groups.group(address.group).deal(address.place)).faces > faces_min {
            *long_games.entry(address.group).or_default() += 1;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a mean is rougher than 53 bits")]
    let mean = |numbers: &mut dyn Iterator<Item = u64>| numbers.sum::<u64>() as f64 / long_games.len() as f64;
    let first = mean(&mut long_games.values().copied());
    let second = mean(&mut long_games.values().map(|games| games * games));
    let scatter = (second - first * first) / first;
    println!(
        "{deals} deals in {} groups: {first:.4} long games a group, scatter {scatter:.4}",
        long_games.len()
    );
    assert!((0.85..1.2).contains(&scatter), "{scatter}");
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

/// What the plain engine tells of a game.
#[derive(Clone, Copy, Debug)]
struct PlainGame {
    is_endless: bool,
    /// Faces in collected piles.
    faces: u32,
    /// Faces put down, those of a last, unfinished trick among them.
    put_down: u32,
}

/// Plays a deal card by card.
fn plain(simulation: &mut Simulation, state: &State) -> PlainGame {
    let outcome = judged(simulation, state);
    let mut rounds = Rounds::new(&state.deal(), &outcome);
    let mut game = PlainGame { is_endless: matches!(outcome.status, Status::Loop(_)), faces: 0, put_down: 0 };
    loop {
        let (round, is_paid) = (rounds.round(), rounds.debt().is_none());
        let pile = rounds.pile().filter(|card| card.penalty() > 0).count();
        if !rounds.advance() {
            return game;
        }
        if rounds.round() > round {
            let faces = u32::try_from(pile).expect("a pile has few cards");
            game.put_down += faces;
            game.faces += if is_paid { faces } else { 0 };
        }
    }
}

/// Sifts all deals of a composition, and compares with the plain engine. Returns how many of its games are endless.
fn compare_with_the_plain_engine(
    engine: Engine,
    composition: Composition,
    simulation: &mut Simulation,
) -> usize {
    let groups = Groups::new(composition).expect("few groups");
    let addresses = (0..groups.len())
        .flat_map(|group| (0..groups.group(group).len()).map(move |place| Address { group, place }));
    let games: BTreeMap<Address, PlainGame> = addresses
        .map(|address| (address, plain(simulation, &groups.group(address.group).deal(address.place))))
        .collect();
    for faces_min in [0, 4, 12, 25] {
        let (deals, found) = sift(engine, &groups, &mut (0..groups.len()), faces_min);
        assert_eq!(deals, games.len() as u64);
        let found: BTreeSet<Address> = found.into_iter().collect();
        for (address, game) in &games {
            let deal = || groups.group(address.group).deal(address.place).deal();
            if game.is_endless || game.faces > faces_min {
                assert!(found.contains(address), "{engine} misses {}: {game:?}, {faces_min}", deal());
            }
            // An engine looks every eight faces, takes a first one for granted, and leaves out as many as there are
            // numbers.
            let is_near = game.put_down.max(1) + composition.numbers() + 8 > faces_min;
            assert!(game.is_endless || is_near || !found.contains(address), "{engine} returns {}", deal());
        }
    }
    games.values().filter(|game| game.is_endless).count()
}

fn compare_all_small_deals(engine: Engine) {
    let mut simulation = Simulation::default();
    let compositions = small_compositions(small_cards());
    let endless: usize = compositions
        .map(|composition| compare_with_the_plain_engine(engine, composition, &mut simulation))
        .sum();
    assert!(endless > 0);
}

#[test]
fn sifting_one_by_one_agrees_with_the_plain_engine_on_all_small_deals() {
    compare_all_small_deals(Engine::Scalar);
}

#[test]
fn avx512_agrees_with_the_plain_engine_on_all_small_deals() {
    let Some(engine) = avx512() else { return };
    compare_all_small_deals(engine);
}

/// The AVX-512 engine; none counts the test as skipped.
fn avx512() -> Option<Engine> {
    engines()
        .into_iter()
        .find(|engine| *engine == Engine::Avx512)
        .or_else(|| croupier_trial::skip("this processor has no AVX-512 with VBMI2 and VPOPCNTDQ"))
}

/// As many cards and faces as a state takes, and hands without a card.
#[test]
fn avx512_agrees_with_the_plain_engine_at_the_edges() {
    let seed = 63;
    println!("seed {seed}");
    let Some(engine) = avx512() else { return };
    let mut random = SplitMix(seed);
    let mut simulation = Simulation::default();
    let mut long_games = 0;
    for (hands, faces) in [
        ([31, 32], [3; 4]),
        ([32, 31], [1, 1, 1, 1]),
        ([31, 32], [0, 0, 0, 16]),
        ([62, 1], [2; 4]),
        ([1, 62], [2; 4]),
        ([16, 16], [8; 4]),
        ([17, 16], [8; 4]),
        ([16, 16], [32, 0, 0, 0]),
        ([31, 32], [0; 4]),
        ([63, 0], [3; 4]),
        ([0, 63], [3; 4]),
        ([32, 0], [8; 4]),
        ([0, 32], [8; 4]),
        ([0, 1], [0, 0, 0, 1]),
    ] {
        let composition = Composition::new(hands, faces).unwrap();
        let groups = Groups::new(composition).unwrap();
        let numbers: Vec<u64> = (0..long(100)).map(|_| random.next() % groups.len()).collect();
        let numbers: Vec<u64> = BTreeSet::from_iter(numbers).into_iter().collect();
        for faces_min in [0, 40, 200] {
            let (_, found) = sift(engine, &groups, &mut numbers.iter().copied(), faces_min);
            let found: BTreeSet<Address> = found.into_iter().collect();
            for &group in &numbers {
                for place in (0..groups.group(group).len()).step_by(37) {
                    let state = groups.group(group).deal(place);
                    let game = plain(&mut simulation, &state);
                    if game.is_endless || game.faces > faces_min {
                        assert!(found.contains(&Address { group, place }), "{}: {game:?}", state.deal());
                        long_games += u32::from(faces_min == 200);
                    }
                }
            }
        }
    }
    assert!(long_games > 10, "{long_games}");
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
