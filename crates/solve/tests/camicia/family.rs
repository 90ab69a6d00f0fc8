//! Families of published deals.

use std::collections::BTreeSet;

use croupier_rules::camicia::{Options, Player, Status, play as judge};
use croupier_solve::camicia::{Cut, End, Family, Reach, State, play};

use crate::state;

const WHOLE: Reach = Reach { hands: [26, 26], depth_cards: u32::MAX, states_max: 100_000_000 };

const FIRST_ENDLESS: &str = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA";

fn texts(family: &Family) -> BTreeSet<String> {
    family.deals.iter().map(|kin| kin.state.deal().to_string()).collect()
}

/// All 30 deals that the paper of 2024 counts, and the six that are published among them.
#[test]
fn thirty_deals_reach_the_cycle_of_the_first_endless_deal() {
    let records = include_str!("../../../rules/tests/testdata/camicia/records.json");
    let records: serde_json::Value = serde_json::from_str(records).unwrap();
    let family = Family::closure(&state(FIRST_ENDLESS), [26, 26], 1_000_000).unwrap();
    let found = texts(&family);
    assert_eq!((family.deals.len(), found.len(), family.cut), (30, 30, None));
    let published = records["infinite_52"].as_array().unwrap();
    assert_eq!(published.len(), 6);
    for record in published {
        let deal = format!("{}/{}", record["a"].as_str().unwrap(), record["b"].as_str().unwrap());
        assert!(found.contains(&deal), "{deal}");
    }
    for kin in &family.deals {
        let Status::Loop(cycle) = judge(&kin.state.deal(), Options::default()).status else {
            panic!("{} is endless", kin.state.deal())
        };
        assert_eq!((cycle.cycle_tricks, cycle.cycle_cards), (62, 440));
    }
}

#[test]
fn from_any_deal_that_reaches_a_cycle_its_closure_and_its_family_are_the_same() {
    let closure = Family::closure(&state(FIRST_ENDLESS), [26, 26], 1_000_000).unwrap();
    for kin in &closure.deals {
        let again = Family::closure(&kin.state, [26, 26], 1_000_000).unwrap();
        assert_eq!(texts(&again), texts(&closure));
        let family = Family::of(&kin.state, &WHOLE);
        assert_eq!((family.end, texts(&family)), (End::Endless, texts(&closure)));
    }
    assert!(Family::closure(&state("-J-/--J-"), [3, 4], 1000).is_none());
}

#[test]
fn games_of_records_are_lengthened_as_far_as_was_published() {
    for (deal, longest) in [
        ("---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q", 5914),
        ("K-KK----K-A-----JAA--Q--J-/---Q---Q-J-----J------AQ--", 7225),
        ("----Q------A--K--A-A--QJK-/-Q--J--J---QK---K----JA---", 7225),
        ("A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-", 7544),
    ] {
        let family = Family::of(&state(deal), &WHOLE);
        assert_eq!(family.cut, None);
        assert_eq!(family.deals[0].cards, longest, "{deal}");
        for kin in family.deals.iter().step_by(50) {
            assert_eq!(play(kin.state).cards, kin.cards, "{}", kin.state.deal());
        }
        let length = play(state(deal)).cards;
        assert!(family.deals.iter().any(|kin| kin.state == state(deal) && kin.cards == length));
    }
}

#[test]
fn a_family_is_found_from_the_middle_of_a_game_and_by_a_shallow_search() {
    let start = state("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---");
    let whole = Family::of(&start, &WHOLE);
    let mut middle = start;
    for _ in 0..25 {
        middle.play_trick();
    }
    let from_middle = Family::of(&middle, &WHOLE);
    assert_eq!(from_middle.deals[0], whole.deals[0]);
    assert_eq!(whole.deals[0].cards, 8344, "the standing record is maximal in its family");
    let shallow = Family::of(&start, &Reach { depth_cards: 100, ..WHOLE });
    assert_eq!(shallow.deals[0], whole.deals[0]);
    assert!(shallow.states < whole.states);
    assert_eq!((whole.cut, shallow.cut), (None, Some(Cut::Depth)));
    let cut = Family::of(&start, &Reach { states_max: 1000, ..WHOLE });
    assert_eq!(cut.cut, Some(Cut::States));
}

/// A search as deep as the game is long leaves nothing out.
#[test]
fn only_a_search_that_leaves_states_out_is_cut_by_its_depth() {
    let start = state("-J-/--J-");
    let reach = Reach { hands: [3, 4], ..WHOLE };
    let whole = Family::of(&start, &reach);
    assert_eq!(whole.cut, None);
    assert_eq!(Family::of(&start, &Reach { depth_cards: 13, ..reach }), whole);
    let shallow = Family::of(&start, &Reach { depth_cards: 0, ..reach });
    assert_eq!(shallow.cut, Some(Cut::Depth));
}

#[test]
fn unequal_hands_have_families_too() {
    let start = state("-J--/--J");
    let family = Family::of(&start, &Reach { hands: [4, 3], ..WHOLE });
    let expected: BTreeSet<String> = texts(&family);
    assert!(expected.contains("-J--/--J"), "{expected:?}");
    // Every deal of the same cards that passes through a state of this game, by playing them all.
    let mut path = BTreeSet::new();
    let mut state = start;
    while path.insert(state) && matches!(state.play_trick(), croupier_solve::camicia::Trick::Collected(_)) {}
    let mut joined = BTreeSet::new();
    for jacks in (0..7_u32).flat_map(|one| (0..one).map(move |other| 1_u32 << one | 1 << other)) {
        let sign = |place: u32| if jacks >> place & 1 == 1 { 'J' } else { '-' };
        let text: String = (0..4).map(sign).chain(['/']).chain((4..7).map(sign)).collect();
        let mut state: State = crate::state(&text);
        let mut seen = BTreeSet::new();
        loop {
            if path.contains(&state) {
                joined.insert(text.clone());
                break;
            }
            if !seen.insert(state)
                || !matches!(state.play_trick(), croupier_solve::camicia::Trick::Collected(_))
            {
                break;
            }
        }
    }
    assert_eq!(expected, joined);
    assert_eq!(start.deal().hand(Player::B).len(), 3);
}
