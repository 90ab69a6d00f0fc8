//! Hands that are played, against the exact values: the best play card by card, from a fresh shoe.

use std::collections::BTreeMap;

use croupier_rules::blackjack::{Card, Outcome, Total};
use croupier_rules::chance::{Key, Stream};
use croupier_solve::blackjack::{Choice, Round, Switches, Unseen};

const SEED: u64 = 81;

/// A hundred million hands in the long test, a million in the short one.
fn hands() -> u32 {
    if croupier_trial::is_long() { 100_000_000 } else { 1_000_000 }
}

/// The choices of the best play, by the place of a hand among all that may be drawn to.
struct Choices {
    /// Where each card leads from each hand; none over 21.
    next: Vec<[Option<usize>; 10]>,
    totals: Vec<Total>,
    /// By upcard.
    hits: Vec<[bool; 10]>,
}

impl Choices {
    fn of(round: &Round) -> Self {
        let mut choices = Self { next: Vec::new(), totals: Vec::new(), hits: Vec::new() };
        choices.add(round, [0; 10], &mut BTreeMap::new());
        choices
    }

    /// Adds a hand, by its counts, and all that it can become.
    fn add(&mut self, round: &Round, counts: [u8; 10], known: &mut BTreeMap<[u8; 10], usize>) -> usize {
        if let Some(&place) = known.get(&counts) {
            return place;
        }
        let place = self.next.len();
        known.insert(counts, place);
        let cards = || {
            Card::ALL
                .into_iter()
                .zip(counts)
                .flat_map(|(card, count)| std::iter::repeat_n(card, count.into()))
        };
        let hand: Vec<Card> = cards().collect();
        let hits = Card::ALL.map(|up| {
            let decision = round.play(up).and_then(|play| play.decision(&hand));
            decision.is_some_and(|decision| decision.best() == Choice::Hit)
        });
        self.next.push([None; 10]);
        self.totals.push(Total::of(cards()));
        self.hits.push(hits);
        for card in Card::ALL {
            let mut more = counts;
            more[card.index()] += 1;
            let sum: u32 =
                Card::ALL.into_iter().zip(more).map(|(card, count)| card.points() * u32::from(count)).sum();
            if sum <= 21 {
                let next = self.add(round, more, known);
                self.next[place][card.index()] = Some(next);
            }
        }
        place
    }
}

/// A shoe that is drawn from by chance, as good as fresh before each hand.
struct Shoe {
    cards: Vec<Card>,
    drawn: usize,
    stream: Stream,
}

impl Shoe {
    fn draw(&mut self) -> Card {
        let left = u32::try_from(self.cards.len() - self.drawn).expect("a shoe is small");
        let place = self.drawn + self.stream.below(left) as usize;
        self.cards.swap(self.drawn, place);
        self.drawn += 1;
        self.cards[self.drawn - 1]
    }

    /// Plays a hand from the whole shoe.
    fn play(&mut self, choices: &Choices) -> Outcome {
        self.drawn = 0;
        let up = self.draw();
        let mut place = 0;
        let mut held = 0;
        let own = loop {
            if held >= 2 && !choices.hits[place][up.index()] {
                break choices.totals[place];
            }
            held += 1;
            match choices.next[place][self.draw().index()] {
                Some(next) => place = next,
                None => break Total { points: 22, soft: false },
            }
        };
        let (mut least, mut ace) = (up.points(), up == Card::ACE);
        while Total::from_least(least, ace).points < 17 {
            let card = self.draw();
            least += card.points();
            ace |= card == Card::ACE;
        }
        Outcome::of(own, Total::from_least(least, ace))
    }
}

#[test]
fn hands_played_by_the_best_play_gain_what_it_is_worth() {
    let unseen = Unseen::of_packs(10).unwrap();
    let round = Round::solve(&unseen, &Switches::default()).unwrap();
    let choices = Choices::of(&round);
    let cards = Card::ALL.into_iter().zip(unseen.counts());
    let cards = cards.flat_map(|(card, count)| std::iter::repeat_n(card, count as usize)).collect();
    let mut shoe = Shoe { cards, drawn: 0, stream: Key::new(SEED, "monte carlo").stream(0) };
    let (mut won, mut lost) = (0, 0);
    for _ in 0..hands() {
        match shoe.play(&choices) {
            Outcome::Win => won += 1,
            Outcome::Lose => lost += 1,
            Outcome::Push => {}
        }
    }
    let count = f64::from(hands());
    let [won, lost] = [won, lost].map(|times: u32| f64::from(times) / count);
    let (gain, exact) = (won - lost, round.spread());
    let error = ((won + lost - gain * gain) / count).sqrt();
    let z = (gain - exact.ev()) / error;
    println!("{count} hands: {gain:.6} ± {error:.6}, exactly {:.6}: z {z:+.2}", exact.ev());
    assert!(z.abs() < 4.0, "seed {SEED}: {gain} ± {error}, exactly {}", exact.ev());
    for (found, exact, what) in [(won, exact.win, "won"), (lost, exact.lose, "lost")] {
        let error = (exact * (1.0 - exact) / count).sqrt();
        assert!((found - exact).abs() < 4.0 * error, "seed {SEED}: {found} {what}, exactly {exact}");
    }
}
