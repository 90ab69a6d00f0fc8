//! Values that were found by others: `testdata/reference.json` holds the project's own table of exact values
//! (two earlier programs, one of them a naive recursion, agreed on them to all digits printed).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use croupier_rules::blackjack::{Ace, Card, Total};
use croupier_solve::bankroll::Linear;
use croupier_solve::blackjack::{
    Choice, Exception, Play, Round, Spread, Switches, Table, Unseen, law, removal,
};
use serde::Deserialize;

/// Of a probability and of an expected value.
const CLOSE: f64 = 1e-10;

#[derive(Deserialize)]
struct Reference {
    fresh_shoes: Vec<Fresh>,
    packs10_by_upcard: Vec<ByUpcard>,
    packs10_effect_of_removal: Removal,
    packs10_table_hit: BTreeMap<String, String>,
    shoes: Vec<Shoe>,
    decisions: Vec<Decided>,
}

#[derive(Deserialize)]
struct Fresh {
    packs: u32,
    optimal: Worth,
    best_table: Worth,
}

#[derive(Deserialize)]
struct Worth {
    ev: f64,
    win_push_lose: [f64; 3],
}

#[derive(Deserialize)]
struct ByUpcard {
    /// From 1, an ace, to 10.
    up: u32,
    ev: f64,
    dealer_17_18_19_20_21_bust: [f64; 6],
}

#[derive(Deserialize)]
struct Removal {
    optimal: [f64; 10],
    fixed_table: [f64; 10],
}

#[derive(Deserialize)]
struct Shoe {
    comp: [u32; 10],
    #[serde(flatten)]
    worth: Worth,
}

#[derive(Debug, Deserialize)]
struct Decided {
    unseen: [u32; 10],
    up: u32,
    hand: [usize; 10],
    stand: f64,
    hit: f64,
}

fn reference() -> &'static Reference {
    static REFERENCE: OnceLock<Reference> = OnceLock::new();
    REFERENCE.get_or_init(|| {
        serde_json::from_str(include_str!("testdata/reference.json")).expect("the file is of this form")
    })
}

fn card(points: u32) -> Card {
    Card::ALL.into_iter().find(|card| card.points() == points).expect("from 1 to 10")
}

#[track_caller]
fn assert_close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < CLOSE, "{what}: {found} is not {expected}");
}

#[track_caller]
fn assert_worth(found: Spread, expected: &Worth, what: &str) {
    assert_close(found.ev(), expected.ev, what);
    let [win, push, lose] = expected.win_push_lose;
    assert_close(found.win, win, what);
    assert_close(found.push, push, what);
    assert_close(found.lose, lose, what);
}

#[test]
fn fresh_shoes() {
    for Fresh { packs, optimal, best_table } in &reference().fresh_shoes {
        let what = format!("{packs} packs");
        let round = Round::solve(&Unseen::of_packs(*packs).unwrap(), &Switches::default()).unwrap();
        assert_worth(round.spread(), optimal, &what);
        assert_worth(Table::best(&round).spread(), best_table, &what);
    }
}

#[test]
fn each_upcard_of_ten_packs() {
    let unseen = Unseen::of_packs(10).unwrap();
    let round = Round::solve(&unseen, &Switches::default()).unwrap();
    for of_up in &reference().packs10_by_upcard {
        let up = card(of_up.up);
        let what = format!("upcard {up}");
        assert_close(round.against(up).unwrap().ev(), of_up.ev, &what);
        let law = law(&unseen.without(&[up]).unwrap(), up, Ace::OneOrEleven);
        let found = law.totals.into_iter().chain([law.bust]);
        for (found, expected) in found.zip(of_up.dealer_17_18_19_20_21_bust) {
            assert_close(found, expected, &what);
        }
    }
}

#[test]
fn removing_a_card() {
    let found = removal(&Unseen::of_packs(10).unwrap(), &Switches::default()).unwrap();
    for (found, expected) in found.into_iter().zip(reference().packs10_effect_of_removal.optimal) {
        assert_close(found.unwrap(), expected, "a card removed");
    }
    let by_table = Linear::of_packs(10).unwrap().effects();
    for (found, expected) in by_table.into_iter().zip(reference().packs10_effect_of_removal.fixed_table) {
        assert_close(found, expected, "a card removed, by the table");
    }
}

#[test]
fn odd_shoes() {
    for Shoe { comp, worth } in &reference().shoes {
        let unseen = Unseen::new(*comp).unwrap();
        let found = Round::solve(&unseen, &Switches::default()).unwrap().spread();
        assert_worth(found, worth, &format!("{comp:?}"));
    }
}

#[test]
fn decisions() {
    let mut play = Play::default();
    for decided in &reference().decisions {
        let unseen = Unseen::new(decided.unseen).unwrap();
        let held = |card: Card| vec![card; decided.hand[card.index()]];
        let hand: Vec<Card> = Card::ALL.into_iter().flat_map(held).collect();
        let what = format!("{decided:?}");
        play.solve(&unseen, card(decided.up), &hand, &Switches::default()).unwrap();
        let found = play.decision(&hand).unwrap();
        assert_close(found.stand.ev(), decided.stand, &what);
        assert_close(found.hit.ev(), decided.hit, &what);
    }
}

#[test]
fn the_table_of_ten_packs() {
    let round = Round::solve(&Unseen::of_packs(10).unwrap(), &Switches::default()).unwrap();
    let table = Table::best(&round);
    let ups: Vec<Card> = "23456789TA".bytes().map(|letter| Card::from_letter(letter).unwrap()).collect();
    for (row, expected) in &reference().packs10_table_hit {
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
        assert_eq!(ups.iter().map(letter).collect::<String>(), *expected, "{row}");
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
