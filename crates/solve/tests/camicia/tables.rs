//! The published tables against what this code counts.

use std::collections::BTreeMap;

use croupier_rules::camicia::Player;
use croupier_solve::camicia::{Composition, Groups, State, Tally, exhaust, exhaust_units};
use serde_json::{Value, json};

use crate::long;

const SMALL: &str = include_str!("../../../../docs/camicia-small.jsonl");
const TABLES: &str = include_str!("../../../../docs/camicia-tables.jsonl");

/// Packs of more deals are counted again in the long run only: so many take about a second.
const DEALS_MAX: u128 = 3_000_000;

fn lines(table: &str) -> impl Iterator<Item = (Composition, Value)> {
    table.lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let pack = line["exhaust"]["pack"].as_str().expect("a pack").parse().expect("a pack");
        (pack, line["exhaust"].clone())
    })
}

fn count(pack: Composition) -> Tally {
    let groups = Groups::new(pack).expect("few groups");
    let mut tally = Tally::default();
    for unit in 0..exhaust_units(&groups) {
        tally += exhaust(&groups, unit);
    }
    tally
}

/// A line of the tables as this code would write it; the cycles and the longest game by their deals.
fn line(pack: Composition, tally: &Tally) -> Value {
    let deal = |state: &State| {
        let deal = state.deal();
        [deal.compact(Player::A), deal.compact(Player::B)]
    };
    let distribution: BTreeMap<String, u64> = (0..)
        .zip(&tally.finished)
        .filter(|(_, games)| **games > 0)
        .map(|(cards, games): (u32, _)| (cards.to_string(), *games))
        .collect();
    let mut cycles: Vec<(u64, [String; 2])> =
        tally.cycles.values().map(|to| (to.deals, deal(&to.deal))).collect();
    cycles.sort_unstable();
    let longest = tally.longest.map(|game| (deal(&game.deal), game.cards, game.tricks, game.deals));
    json!({
        "pack": pack.to_string(),
        "deals": tally.deals,
        "finished": tally.finished_games(),
        "endless": tally.endless_games(),
        "cards": tally.cards(),
        "tricks": tally.tricks,
        "longest": longest,
        "cycles": cycles,
        "checksum": tally.checksum.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")),
        "distribution": distribution,
    })
}

/// The same of a published line.
fn published(line: &Value) -> Value {
    let deal = |answer: &Value| json!([answer["a"], answer["b"]]);
    let mut cycles: Vec<(u64, [String; 2])> = line["cycles"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|cycle| {
            let deal = serde_json::from_value(deal(cycle)).expect("two hands");
            (cycle["deals"].as_u64().expect("a number"), deal)
        })
        .collect();
    cycles.sort_unstable();
    let longest = &line["longest"];
    let longest = (!longest.is_null())
        .then(|| json!([deal(longest), longest["cards"], longest["tricks"], line["longest_deals"]]));
    assert_eq!(line["complete"], true);
    json!({
        "pack": line["pack"],
        "deals": line["deals"],
        "finished": line["finished"],
        "endless": line["endless"],
        "cards": line["cards"],
        "tricks": line["tricks"],
        "longest": longest,
        "cycles": cycles,
        "checksum": line["checksum"],
        "distribution": line["distribution"],
    })
}

#[test]
fn the_published_tables_are_what_is_counted_here() {
    let mut counted = 0;
    for (pack, expected) in lines(SMALL).chain(lines(TABLES)) {
        if pack.deals() <= DEALS_MAX || long(10) == 10 && pack.deals() <= 200_000_000 {
            assert_eq!(line(pack, &count(pack)), published(&expected), "{pack}");
            counted += 1;
        }
    }
    assert!(counted > 800, "{counted} lines");
}

/// The rule by which packs were chosen leaves none out.
#[test]
fn the_small_table_has_every_pack_of_up_to_eight_cards_in_equal_hands() {
    let mut packs = lines(SMALL).map(|(pack, _)| pack);
    for half in 1..=4 {
        let counts = 0..=2 * half;
        for jacks in counts.clone() {
            for queens in counts.clone() {
                for kings in counts.clone() {
                    for aces in counts.clone() {
                        if let Ok(pack) = Composition::new([half, half], [jacks, queens, kings, aces]) {
                            assert_eq!(packs.next(), Some(pack));
                        }
                    }
                }
            }
        }
    }
    assert_eq!(packs.next(), None);
}
