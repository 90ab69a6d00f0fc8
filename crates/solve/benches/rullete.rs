//! Rullete on one core: all hands at once, single hands by the rules and by the closed form, lines of text.
//! `items/s` is hands, or sets of five cards, a second.

use croupier_rules::card::Card;
use croupier_rules::chance::Key;
use croupier_rules::rullete::{Allowed, Hand, Rule6, value};
use croupier_solve::rullete::{Census, Counters, HANDS, SETS, find, score_lines};
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

fn main() {
    divan::main();
}

/// So many random hands: few enough that most samples are not interrupted.
const SAMPLE: u32 = 10_000;

/// All hands: values, paths, rules that fired, straights.
#[divan::bench(name = "census", args = [121, 112], sample_count = 20, sample_size = 1)]
fn census(bencher: Bencher<'_, '_>, amount: i64) {
    let rule6 = Rule6::from_amount(amount).expect("a reading of rule 6");
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| Census::new(rule6).sum());
}

/// The fourteen functions, the definition.
#[divan::bench(name = "plain rules", sample_count = 200, sample_size = 1)]
fn plain_rules(bencher: Bencher<'_, '_>) {
    let hands = random_hands();
    bencher
        .counter(ItemsCount::new(SAMPLE))
        .bench_local(|| hands.iter().map(|hand| value(hand, Rule6::default())).sum::<i64>());
}

#[divan::bench(name = "closed form", sample_count = 200, sample_size = 1)]
fn closed_form(bencher: Bencher<'_, '_>) {
    let hands = random_hands();
    let value = |hand: &Hand| {
        let counters = Counters::of(hand).expect("five different cards");
        u64::from(counters.value(hand[0].rank, Rule6::default()))
    };
    bencher.counter(ItemsCount::new(SAMPLE)).bench_local(|| hands.iter().map(value).sum::<u64>());
}

/// Every set of five cards is looked at; few have the value.
#[divan::bench(name = "hands of 674", sample_count = 20, sample_size = 1)]
fn hands(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(SETS)).bench_local(|| find(674, Rule6::default()).count());
}

/// Text in memory in, values in memory out.
#[divan::bench(name = "lines", sample_count = 200, sample_size = 1)]
fn lines(bencher: Bencher<'_, '_>) {
    let text = random_hands().iter().map(Hand::to_string).collect::<Vec<_>>().join("\n") + "\n";
    let mut values = Vec::new();
    let bencher = bencher.counter(ItemsCount::new(SAMPLE)).counter(BytesCount::new(text.len()));
    bencher.bench_local(|| {
        values.clear();
        let taken = score_lines(text.as_bytes(), Rule6::default(), &mut values);
        assert_eq!(taken.bytes, text.len());
        values.len()
    });
}

/// The same in every run.
fn random_hands() -> Vec<Hand> {
    let mut stream = Key::new(1, "bench/rullete").stream(0);
    let mut pack: Vec<Card> = Card::pack().collect();
    let mut hand = || {
        for place in 0..5 {
            let left = u64::try_from(pack.len() - place).expect("52 cards");
            let other = usize::try_from(stream.next_u64() % left).expect("52 cards");
            pack.swap(place, place + other);
        }
        Hand::new(&pack[..5], Allowed::FiveDifferent).expect("five different cards")
    };
    (0..SAMPLE).map(|_| hand()).collect()
}
