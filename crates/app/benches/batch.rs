//! Batch verbs, memory to memory: lines in, answers out, on one core. `items/s` is hands or deals a second.

use croupier_rules::camicia::{Deal, Options, Simulation};
use croupier_rules::card::Card;
use croupier_rules::rullete::{Allowed, Hand, Rule6, value};
use croupier_rules::text::push_number;
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

fn main() {
    divan::main();
}

const HANDS: usize = 100_000;
const DEALS: usize = 10_000;

/// `rullete score`: hands of a pack in, a value a line out.
#[divan::bench(name = "rullete score")]
fn rullete_score(bencher: Bencher<'_, '_>) {
    let input = hands();
    let mut output = Vec::with_capacity(4 * HANDS);
    bencher.counter(ItemsCount::new(HANDS)).counter(BytesCount::of_str(&input)).bench_local(move || {
        output.clear();
        for line in input.lines() {
            let hand = Hand::parse(line, Allowed::FiveDifferent).expect("a hand of a pack");
            push_number(&mut output, value(&hand, Rule6::default()).unsigned_abs());
            output.push(b'\n');
        }
        output.len()
    });
}

/// `camicia play`: random deals of 26 and 26 in, the cards played a line out, loops looked for.
#[divan::bench(name = "camicia play")]
fn camicia_play(bencher: Bencher<'_, '_>) {
    let input = deals();
    let mut output = Vec::with_capacity(8 * DEALS);
    let mut simulation = Simulation::default();
    bencher.counter(ItemsCount::new(DEALS)).counter(BytesCount::of_str(&input)).bench_local(move || {
        output.clear();
        for line in input.lines() {
            let deal: Deal = line.parse().expect("a deal");
            push_number(&mut output, simulation.play(&deal, Options::default()).cards);
            output.push(b'\n');
        }
        output.len()
    });
}

fn hands() -> String {
    let mut random = SplitMix(2018);
    let mut pack: Vec<Card> = Card::pack().collect();
    let mut text = String::new();
    for _ in 0..HANDS {
        random.shuffle(&mut pack);
        let hand = Hand::new(&pack[..5], Allowed::FiveDifferent).expect("five cards of one pack");
        text += &hand.to_string();
        text.push('\n');
    }
    text
}

fn deals() -> String {
    let mut random = SplitMix(2022);
    let mut cards: Vec<char> = "JJJJQQQQKKKKAAAA".chars().chain(std::iter::repeat_n('-', 36)).collect();
    let mut text = String::new();
    for _ in 0..DEALS {
        random.shuffle(&mut cards);
        text.extend(&cards[..26]);
        text.push('/');
        text.extend(&cards[26..]);
        text.push('\n');
    }
    text
}

/// Sebastiano Vigna's `SplitMix64`: the same hands and deals in every run.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            let other = self.next() % (place as u64 + 1);
            items.swap(place, usize::try_from(other).expect("a place in the pack"));
        }
    }
}
