//! The match loop with house players, with and without a record: deals and hands a second on one core.

#![expect(clippy::print_stdout, reason = "a benchmark tells the bytes of a record")]

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use croupier_arena::cores;
use croupier_arena::dealer::Seeded;
use croupier_arena::house::{self, Housed};
use croupier_arena::player::Player;
use croupier_arena::referee::{Match, NoRecord};
use croupier_rules::chance::Key;
use croupier_rules::game::Game;
use croupier_rules::record::{FORMAT, Header, Writer};
use croupier_rules::seat::Seat;
use croupier_rules::{blackjack, poker};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    cores::stay_on(cores::available()[0]);
    divan::main();
}

const DEALS: u32 = 1_000;

fn players<G: Housed>(rules: &G, names: &[&str]) -> Vec<Box<dyn Player<G>>> {
    let seat = |(name, seat): (&&str, u8)| {
        let chance = Key::new(1, "bench").stream(seat.into());
        house::own(name, rules, Seat(seat), chance).expect("a house player")
    };
    names.iter().zip(0..).map(seat).collect()
}

fn header<G: Game>() -> Header {
    Header {
        record: FORMAT,
        game: G::NAME.into(),
        rules: G::VERSION,
        params: serde_json::Value::Null,
        seed: 1,
        label: "bench".into(),
        games: DEALS,
        seats: Vec::new(),
        limits: serde_json::Value::Null,
        dealing: None,
    }
}

/// Plays a match with its record and returns the record's length in bytes.
fn recorded<G: Housed>(rules: &G, games: u32, names: &[&str]) -> usize {
    let mut writer = Writer::new(Vec::new(), &header::<G>()).expect("memory can be written to");
    let mut dealer = Seeded::new(Key::new(1, "bench"));
    let end = Match {
        rules: std::slice::from_ref(rules),
        games,
        players: &mut players(rules, names),
        stop: &AtomicBool::new(false),
    }
    .play(&mut dealer, &mut writer, &mut |_| ControlFlow::Continue(()))
    .expect("a match of house players ends");
    let (record, _) = writer.finish(&end.totals).expect("memory can be written to");
    record.len()
}

fn unrecorded<G: Housed>(rules: &G, games: u32, names: &[&str]) {
    let mut dealer = Seeded::new(Key::new(1, "bench"));
    Match {
        rules: std::slice::from_ref(rules),
        games,
        players: &mut players(rules, names),
        stop: &AtomicBool::new(false),
    }
    .play(&mut dealer, &mut NoRecord, &mut |_| ControlFlow::Continue(()))
    .expect("a match of house players ends");
}

const THREE: [&str; 3] = ["odds", "odds", "random"];

/// Deals a second. The record's bytes a deal are printed once.
#[divan::bench]
fn poker_deals_recorded(bencher: Bencher<'_, '_>) {
    let rules = poker::Rules::default();
    let bytes = recorded(&rules, DEALS, &THREE) / DEALS as usize;
    println!("    {bytes} bytes of record a deal");
    bencher.counter(ItemsCount::new(DEALS)).bench(|| recorded(&rules, DEALS, &THREE));
}

/// Deals a second.
#[divan::bench]
fn poker_deals(bencher: Bencher<'_, '_>) {
    let rules = poker::Rules::default();
    bencher.counter(ItemsCount::new(DEALS)).bench(|| unrecorded(&rules, DEALS, &THREE));
}

/// One evening of some 800 hands.
const EVENING: blackjack::Rules = blackjack::Rules {
    money: 100_000,
    packs: 10,
    shuffles: 11,
    first_shuffle_counts: true,
    max_money: 1_000_000_000,
};

/// The hands of that evening, counted once.
fn hands() -> u32 {
    let mut hands = 0;
    Match {
        rules: &[EVENING],
        games: 1,
        players: &mut players(&EVENING, &["table"]),
        stop: &AtomicBool::new(false),
    }
    .play(&mut Seeded::new(Key::new(1, "bench")), &mut NoRecord, &mut |evening: &blackjack::Evening| {
        hands = evening.hands();
        ControlFlow::Continue(())
    })
    .expect("a match of house players ends");
    hands
}

/// Hands a second. The record's bytes a hand are printed once.
#[divan::bench]
fn blackjack_hands_recorded(bencher: Bencher<'_, '_>) {
    let hands = hands();
    println!("    {} bytes of record a hand", recorded(&EVENING, 1, &["table"]) / hands as usize);
    bencher.counter(ItemsCount::new(hands)).bench(|| recorded(&EVENING, 1, &["table"]));
}

/// Hands a second.
#[divan::bench]
fn blackjack_hands(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(hands())).bench(|| unrecorded(&EVENING, 1, &["table"]));
}
