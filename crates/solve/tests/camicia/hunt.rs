//! Hunts: the same units give the same harvest, whoever plays them.

use std::collections::BTreeSet;

use croupier_rules::camicia::{Options, Status, play as judge};
use croupier_solve::camicia::{Composition, ENDLESS_MAX, Engine, Harvest, Hunt, Plan};

/// A small pack and a low threshold, so that a unit has many finds.
fn plan(seed: u64) -> Plan {
    Plan {
        composition: Composition::HALF_26,
        faces_min: 60,
        depth_cards: 60,
        fit_cards: 250,
        ..Plan::new(seed)
    }
}

#[test]
fn every_engine_reaps_the_same_from_a_unit() {
    for plan in [plan(7), Plan { faces_min: 300, fit_cards: 1200, ..Plan::new(7) }] {
        let hunt = Hunt::new(plan).unwrap();
        let harvests: Vec<Harvest> = Engine::available().map(|engine| hunt.unit(3, engine)).collect();
        assert!(harvests.windows(2).all(|pair| pair[0] == pair[1]));
        assert!(harvests[0].finds.len() > 100 && harvests[0].seeds > 100);
    }
}

#[test]
fn finds_are_as_long_as_the_plain_engine_says() {
    let harvest = Hunt::new(plan(1)).unwrap().unit(0, Engine::best());
    for (cards, state) in harvest.finds.keys() {
        let outcome = judge(&state.deal(), Options::default());
        assert_eq!(
            (outcome.status, outcome.cards),
            (Status::Finished, u64::from(cards.0)),
            "{}",
            state.deal()
        );
        assert_eq!(Composition::of(state), Composition::HALF_26);
    }
    for state in harvest.endless.keys() {
        assert!(matches!(judge(&state.deal(), Options::default()).status, Status::Loop(_)));
    }
    assert!(harvest.best() >= harvest.seed_classes.keys().last().map(|class| class * 100));
}

#[test]
fn harvests_add_up_in_any_order() {
    let hunt = Hunt::new(plan(2)).unwrap();
    let units: Vec<Harvest> = (0..3).map(|unit| hunt.unit(unit, Engine::best())).collect();
    let sum = |order: [usize; 3]| {
        let mut sum = Harvest::default();
        for unit in order {
            sum.add(units[unit].clone());
        }
        sum
    };
    assert_eq!(sum([0, 1, 2]), sum([2, 0, 1]));
    assert_eq!(sum([0, 1, 2]).deals, units.iter().map(|unit| unit.deals).sum::<u64>());
}

#[test]
fn all_units_of_a_small_pack_are_all_its_deals() {
    let composition = Composition::new([6, 5], [2, 1, 1, 1]).unwrap();
    let hunt = Hunt::new(Plan { composition, faces_min: 20, ..plan(5) }).unwrap();
    let mut all = Harvest::default();
    for unit in 0..hunt.units() {
        all.add(hunt.unit(unit, Engine::best()));
    }
    assert_eq!(u128::from(all.deals), composition.deals());
}

/// A hunt without options finds something, whatever is dealt.
#[test]
fn every_pack_has_a_threshold_that_a_few_of_its_games_reach() {
    assert_eq!(Plan::of(7, Composition::PACK_52).unwrap(), Plan::new(7));
    let packs = [
        Composition::PACK_52,
        Composition::HALF_26,
        Composition::ITALIAN_40,
        Composition::new([20, 20], [1; 4]).unwrap(),
        Composition::new([30, 22], [3; 4]).unwrap(),
    ];
    for composition in packs {
        let plan = Plan::of(7, composition).unwrap();
        let harvest = Hunt::new(plan).unwrap().unit(0, Engine::best());
        let seeds_in_a_million = harvest.seeds * 1_000_000 / harvest.deals;
        println!(
            "{composition}: more than {} faces: {seeds_in_a_million} seeds in a million",
            plan.faces_min
        );
        assert!((200..700).contains(&seeds_in_a_million), "{composition}: {seeds_in_a_million} in a million");
    }
    for (hands, faces) in [([4, 4], [1, 1, 1, 1]), ([3, 3], [0; 4]), ([1, 0], [0, 0, 0, 1])] {
        let composition = Composition::new(hands, faces).unwrap();
        let harvest = Hunt::new(Plan::of(7, composition).unwrap()).unwrap().unit(0, Engine::best());
        assert!(harvest.seeds >= 16 || composition.deals() < 16, "{composition}: {} seeds", harvest.seeds);
    }
}

/// A pack so small that the same families are met in many units: where families are told, each is counted once.
#[test]
fn families_that_are_met_in_several_units_are_counted_once_or_not_at_all() {
    let composition = Composition::new([10, 10], [2, 1, 1, 1]).unwrap();
    let hunt = Hunt::new(Plan { composition, faces_min: 40, ..plan(5) }).unwrap();
    let units: Vec<Harvest> = (0..hunt.units()).map(|unit| hunt.unit(unit, Engine::best())).collect();
    let mut all = Harvest::default();
    for unit in &units {
        all.add(unit.clone());
    }
    let names: BTreeSet<_> = units.iter().flat_map(|unit| unit.finds.keys()).collect();
    let met: usize = units.iter().map(|unit| unit.finds.len()).sum();
    assert!(met > names.len(), "{met} finds are {} families", names.len());
    let counted: u64 = all.family_classes.values().sum();
    let mut told = 0;
    for cards in (0..2000).step_by(100) {
        let longer = names.iter().filter(|(found, _)| found.0 >= cards).count() as u64;
        let families = all.families(cards, &composition);
        assert!(families.is_none_or(|families| families == longer), "{cards}: {families:?}, {longer}");
        told += u32::from(families.is_some_and(|families| families > 0));
    }
    assert!(told > 0 && all.families(0, &composition).is_none());
    assert_eq!(all.families(0, &Composition::PACK_52), Some(counted));
}

#[test]
fn trees_of_ancestors_that_are_cut_are_counted() {
    let whole = Hunt::new(plan(2)).unwrap().unit(0, Engine::best());
    let cut = Hunt::new(Plan { tree_states_max: 20, ..plan(2) }).unwrap().unit(0, Engine::best());
    assert_eq!(whole.cut_trees, 0);
    assert!(
        cut.cut_trees > 0 && cut.cut_trees <= cut.seeds && cut.states < whole.states,
        "{}",
        cut.cut_trees
    );
    let mut sum = cut.clone();
    sum.add(cut.clone());
    assert_eq!(sum.cut_trees, 2 * cut.cut_trees);
}

/// 11,928 deals of this pack never end, as its table says.
#[test]
fn every_endless_deal_is_counted_though_not_all_are_kept() {
    let composition = Composition::new([8, 8], [2; 4]).unwrap();
    let hunt = Hunt::new(Plan { composition, faces_min: 1000, ..plan(3) }).unwrap();
    let mut all = Harvest::default();
    for unit in 0..hunt.units() {
        all.add(hunt.unit(unit, Engine::best()));
    }
    assert_eq!((all.endless_games, all.endless.len()), (11_928, ENDLESS_MAX));
}

/// 52 cards: the tail falls by e in about 205 cards.
#[test]
fn the_tail_of_the_pack_falls_as_was_measured() {
    let plan = Plan { faces_min: 200, fit_cards: 1000, ..Plan::new(2022) };
    let hunt = Hunt::new(plan).unwrap();
    let harvest = hunt.unit(0, Engine::best());
    let (e_fold, error) = harvest.tail(&plan).e_fold().unwrap();
    assert!((e_fold - 205.0).abs() < 4.0 * error, "{e_fold} +- {error}");
    // 4,907,584 of 500,000,000 games have 1,000 cards or more.
    #[expect(clippy::cast_precision_loss, reason = "an estimate is rougher than 53 bits")]
    let expected = harvest.deals as f64 * 4_907_584.0 / 5e8;
    #[expect(clippy::cast_precision_loss, reason = "an estimate is rougher than 53 bits")]
    let games = harvest.games as f64;
    assert!((games - expected).abs() < 6.0 * expected.sqrt(), "{games}, expected {expected}");
}
