//! Values that were found by others: `testdata/reference.json` holds the project's own table of exact values
//! (two earlier programs, one of them a naive recursion, agreed on them to all digits printed).

use std::sync::OnceLock;

use croupier_rules::blackjack::{Ace, Card, Total};
use croupier_solve::blackjack::{
    Choice, Exception, Play, Round, Spread, Switches, Table, Unseen, law, removal,
};
use serde_json::Value;

/// Of a probability and of an expected value.
const CLOSE: f64 = 1e-10;

fn reference() -> &'static Value {
    static REFERENCE: OnceLock<Value> = OnceLock::new();
    REFERENCE.get_or_init(|| serde_json::from_str(include_str!("testdata/reference.json")).unwrap())
}

fn list<const N: usize>(value: &Value) -> [f64; N] {
    let list: Vec<f64> = value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect();
    list.try_into().unwrap()
}

fn counts(value: &Value) -> [u32; 10] {
    list::<10>(value).map(|count| count as u32)
}

fn card(value: &Value) -> Card {
    Card::ALL[value.as_u64().unwrap() as usize - 1]
}

#[track_caller]
fn assert_close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < CLOSE, "{what}: {found} is not {expected}");
}

#[track_caller]
fn assert_spread(found: Spread, expected: &Value, what: &str) {
    let [win, push, lose] = list(expected);
    assert_close(found.win, win, what);
    assert_close(found.push, push, what);
    assert_close(found.lose, lose, what);
}

#[test]
fn fresh_shoes() {
    for shoe in reference()["fresh_shoes"].as_array().unwrap() {
        let packs = shoe["packs"].as_u64().unwrap() as u32;
        let what = format!("{packs} packs");
        let round = Round::solve(&Unseen::of_packs(packs).unwrap(), &Switches::default()).unwrap();
        let table = Table::best(&round);
        for (found, expected) in [(round.spread(), &shoe["optimal"]), (table.spread(), &shoe["best_table"])] {
            assert_close(found.ev(), expected["ev"].as_f64().unwrap(), &what);
            assert_spread(found, &expected["win_push_lose"], &what);
        }
    }
}

#[test]
fn each_upcard_of_ten_packs() {
    let unseen = Unseen::of_packs(10).unwrap();
    let round = Round::solve(&unseen, &Switches::default()).unwrap();
    for of_up in reference()["packs10_by_upcard"].as_array().unwrap() {
        let up = card(&of_up["up"]);
        let what = format!("upcard {up}");
        assert_close(round.against(up).unwrap().ev(), of_up["ev"].as_f64().unwrap(), &what);
        let law = law(&unseen.without(&[up]).unwrap(), up, Ace::OneOrEleven);
        let expected: [f64; 6] = list(&of_up["dealer_17_18_19_20_21_bust"]);
        for (found, expected) in law.totals.into_iter().chain([law.bust]).zip(expected) {
            assert_close(found, expected, &what);
        }
    }
}

#[test]
fn removing_a_card() {
    let found = removal(&Unseen::of_packs(10).unwrap(), &Switches::default()).unwrap();
    let expected: [f64; 10] = list(&reference()["packs10_effect_of_removal"]["optimal"]);
    for (found, expected) in found.into_iter().zip(expected) {
        assert_close(found.unwrap(), expected, "a card removed");
    }
}

#[test]
fn odd_shoes() {
    for shoe in reference()["shoes"].as_array().unwrap() {
        let unseen = Unseen::new(counts(&shoe["comp"])).unwrap();
        let found = Round::solve(&unseen, &Switches::default()).unwrap().spread();
        let what = format!("{:?}", unseen.counts());
        assert_close(found.ev(), shoe["ev"].as_f64().unwrap(), &what);
        assert_spread(found, &shoe["win_push_lose"], &what);
    }
}

#[test]
fn decisions() {
    let mut play = Play::default();
    for decision in reference()["decisions"].as_array().unwrap() {
        let unseen = Unseen::new(counts(&decision["unseen"])).unwrap();
        let held = counts(&decision["hand"]);
        let hand: Vec<Card> =
            Card::ALL.into_iter().flat_map(|card| vec![card; held[card.index()] as usize]).collect();
        let what = format!("{decision}");
        play.solve(&unseen, card(&decision["up"]), &hand, &Switches::default()).unwrap();
        let found = play.decision(&hand).unwrap();
        assert_close(found.stand.ev(), decision["stand"].as_f64().unwrap(), &what);
        assert_close(found.hit.ev(), decision["hit"].as_f64().unwrap(), &what);
    }
}

#[test]
fn the_table_of_ten_packs() {
    let round = Round::solve(&Unseen::of_packs(10).unwrap(), &Switches::default()).unwrap();
    let table = Table::best(&round);
    let ups: Vec<Card> = "23456789TA".bytes().map(|letter| Card::from_letter(letter).unwrap()).collect();
    for (row, expected) in reference()["packs10_table_hit"].as_object().unwrap() {
        let Some((kind, points)) =
            row.split_at_checked(4).filter(|(kind, _)| ["hard", "soft"].contains(kind))
        else {
            continue;
        };
        let total = Total { points: points.parse().unwrap(), soft: kind == "soft" };
        let letter = |&up: &Card| match table.cell(total, up).unwrap().choice {
            Choice::Hit => 'H',
            Choice::Stand => 'S',
        };
        assert_eq!(ups.iter().map(letter).collect::<String>(), expected.as_str().unwrap(), "{row}");
    }
}

/// The hands of two or three cards that the shared notes list: seven at ten packs, 57 at one.
#[test]
fn exceptions_by_composition() {
    let of_packs = |packs| {
        let round = Round::solve(&Unseen::of_packs(packs).unwrap(), &Switches::default()).unwrap();
        Table::best(&round).exceptions(&round, 3)
    };
    let shown = |exception: &Exception| {
        let cards: String = exception.hand.iter().map(Card::to_string).collect();
        format!("{cards} v {} {:?}", exception.up, exception.choice)
    };
    let mut found: Vec<String> = of_packs(10).iter().map(shown).collect();
    found.sort();
    let mut expected = [
        "555 v 5 Stand",
        "456 v 5 Stand",
        "366 v 5 Stand",
        "458 v T Stand",
        "449 v T Stand",
        "34T v T Stand",
        "A88 v T Stand",
    ];
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(of_packs(1).len(), 57);
}
