//! The odds of blackjack on one core: a fresh shoe, and one hand at the table.

use croupier_rules::blackjack::Card;
use croupier_rules::chance::{Key, Stream};
use croupier_solve::bankroll::{Deal, Shoes, Simulator, Style};
use croupier_solve::blackjack::{Choice, Chooser, Round, Switches, Table, Unseen, estimate, spread};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// The exact expected value of a fresh shoe.
#[divan::bench(args = [1, 8, 10, 20])]
fn round_of_packs(bencher: Bencher<'_, '_>, packs: u32) {
    let unseen = Unseen::of_packs(packs).expect("a few packs");
    let switches = Switches::default();
    bencher.bench_local(|| spread(black_box(&unseen), &switches).expect("packs are enough").ev());
}

/// The estimate that bets are made by.
#[divan::bench]
fn edge_estimated(bencher: Bencher<'_, '_>) {
    let unseen = Unseen::of_packs(10).expect("a few packs");
    bencher.bench_local(|| estimate(black_box(&unseen), &Switches::default()));
}

/// Hands by the best table, from shoes of ten packs down to the cut.
#[divan::bench]
fn table_hands(bencher: Bencher<'_, '_>) {
    const HANDS: u64 = 1_000_000;
    let shoe = Unseen::of_packs(10).expect("a few packs");
    let round = Round::solve(&shoe, &Switches::default()).expect("packs are enough");
    let mut simulator = Simulator::new(&Table::best(&round), &shoe, 1).expect("packs are enough");
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| simulator.play(HANDS, Deal::DownToTheCut));
}

/// A full test by exact play and estimated bets: ten evenings of 499 shoes of ten packs, on one core.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn exact_test() -> usize {
    Shoes::play(&Style::exact(), 10, 4_990, 1, 1).expect("packs are enough").rounds()
}

/// A hand that is about to be played.
struct Dealt {
    unseen: Unseen,
    up: Card,
    cards: Vec<Card>,
    stream: Stream,
}

impl Dealt {
    /// Hands from shoes of ten packs at any depth.
    fn many(count: u32) -> Vec<Self> {
        let key = Key::new(6, "hands of a benchmark");
        let deal = |hand: u32| {
            let unseen = Unseen::of_packs(10).expect("ten packs");
            let mut dealt =
                Self { unseen, up: Card::TEN, cards: Vec::new(), stream: key.stream(hand.into()) };
            for _ in 0..hand % 470 {
                dealt.draw();
            }
            dealt.up = dealt.draw();
            dealt.cards = vec![dealt.draw(), dealt.draw()];
            dealt
        };
        (0..count).map(deal).collect()
    }

    fn draw(&mut self) -> Card {
        let mut index = self.stream.below(self.unseen.cards());
        for card in Card::ALL {
            let count = self.unseen.of(card);
            if index < count {
                self.unseen = self.unseen.without(&[card]).expect("it is there");
                return card;
            }
            index -= count;
        }
        unreachable!("a number below all cards is of one of them")
    }

    fn play(&mut self, chooser: &mut Chooser) -> u32 {
        let switches = Switches::default();
        let mut hits = 0;
        while self.cards.iter().map(|card| card.points()).sum::<u32>() <= 21
            && chooser.choose(&self.unseen, self.up, &self.cards, &switches).expect("the shoe is deep enough")
                == Choice::Hit
        {
            let card = self.draw();
            self.cards.push(card);
            hits += 1;
        }
        hits
    }
}

/// Hands played by their very cards to their end.
#[divan::bench]
fn exact_hands(bencher: Bencher<'_, '_>) {
    const HANDS: u32 = 2_000;
    let mut chooser = Chooser::default();
    bencher
        .counter(ItemsCount::new(HANDS))
        .with_inputs(|| Dealt::many(HANDS))
        .bench_local_values(|mut hands| hands.iter_mut().map(|hand| hand.play(&mut chooser)).sum::<u32>());
}
