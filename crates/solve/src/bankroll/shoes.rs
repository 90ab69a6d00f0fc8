//! Shoes that were played once, for any number of bettors.
//!
//! How the cards are played does not depend on the bets, so a shoe has to be played once for each way to play
//! cards, and many evenings can be made of it: an evening draws its shoes from a stock, each as likely as every
//! other. What the stock tells of a round is what it promised before the bet; how it ends is drawn anew by that,
//! since the luck of a few hundred shoes would show in every evening that is made of them. The edge is taken for
//! the truth there: where it is estimated, growth comes out too high by twice the variance of its error, below a hundredth for exact play.

use std::ops::Range;
use std::thread;

use croupier_rules::blackjack::{CUT, Card, Hand, Outcome};
use croupier_rules::chance::Key;

use super::bets::money;
use super::{Bets, Purse, Style};
use crate::blackjack::{Choice, Refused, Unseen};

/// A round as one who bets sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StockRound {
    /// What a bet of 1 was expected to gain.
    pub edge: f32,
    /// What it gained: 1, 0 or -1.
    pub gain: i8,
    /// The cards that were left before it.
    pub left: u16,
}

/// A stock of shoes, each by its rounds.
#[derive(Clone, Debug)]
pub struct Shoes {
    packs: u32,
    rounds: Vec<StockRound>,
    /// Where each shoe ends.
    ends: Vec<usize>,
    /// How many rounds were won or lost, not pushed.
    decided: u64,
}

/// Growth in a shoe, in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// Its mean over the stock.
    pub mean: f64,
    /// The standard error of that mean.
    pub error: f64,
}

/// The most packs of a stock: its rounds keep the cards left in 16 bits.
pub const PACKS_MAX: u32 = 1_000;

impl Shoes {
    /// Plays so many shoes, at least one, on so many threads; the same shoes for every style, and for any number of threads.
    ///
    /// # Errors
    /// When there are no packs, or more than [`PACKS_MAX`].
    pub fn play(style: &Style, packs: u32, count: u32, seed: u64, jobs: usize) -> Result<Self, Refused> {
        if packs > PACKS_MAX {
            return Err(Refused::TooMany(u64::from(packs) * 52));
        }
        let whole = Unseen::of_packs(packs)?;
        whole.check_round(std::iter::empty())?;
        let key = Key::new(seed, "blackjack/stock of shoes");
        let count = count.max(1);
        let jobs = u32::try_from(jobs.max(1)).unwrap_or(1).min(count);
        let share = |job: u32| -> Range<u32> {
            let at = |job: u32| u64::from(count) * u64::from(job) / u64::from(jobs);
            let [from, to] = [at(job), at(job + 1)].map(|at| u32::try_from(at).unwrap_or(count));
            from..to
        };
        let parts: Vec<Self> = thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs)
                .map(|job| {
                    scope.spawn(move || ShoePlayer::new(style.clone(), whole).play(packs, share(job), &key))
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("a shoe is played to its end")).collect()
        });
        let mut all = Self { packs, rounds: Vec::new(), ends: Vec::new(), decided: 0 };
        for part in parts {
            let before = all.rounds.len();
            all.rounds.extend(part.rounds);
            all.decided += part.decided;
            all.ends.extend(part.ends.into_iter().map(|end| end + before));
        }
        Ok(all)
    }

    /// How many shoes.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The packs of each.
    pub fn packs(&self) -> u32 {
        self.packs
    }

    /// All rounds of all shoes.
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// The rounds of a shoe, counted from 0.
    ///
    /// # Panics
    /// When there is no such shoe.
    pub fn shoe(&self, number: usize) -> &[StockRound] {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.rounds[begin..self.ends[number]]
    }

    /// How often a round is won or lost, not pushed.
    #[expect(clippy::cast_precision_loss, reason = "a number of rounds is far below 2^53")]
    pub fn decided(&self) -> f64 {
        self.decided as f64 / self.rounds.len() as f64
    }

    /// The expected growth in a shoe at a multiple of the Kelly bet, money being divisible; none, if money could
    /// be lost to the last.
    pub fn growth(&self, multiple: f64) -> Option<Growth> {
        let decided = self.decided();
        let of_round = |round: &StockRound| {
            let purse =
                Purse { money: WHOLE, start: WHOLE, goal: i64::MAX, nats: 0.0, edge: round.edge.into() };
            let share = money(Bets::Kelly(multiple).bet(&purse)) / money(WHOLE);
            let [win, lose] = [1.0, -1.0].map(|sign| f64::midpoint(decided, sign * purse.edge));
            win * share.ln_1p() + lose * (-share).ln_1p()
        };
        let growths: Vec<f64> =
            (0..self.count()).map(|number| self.shoe(number).iter().map(of_round).sum()).collect();
        Growth::of(&growths).filter(|growth| growth.mean.is_finite())
    }
}

/// A sum of money that is as good as divisible.
const WHOLE: i64 = 1 << 50;

impl Growth {
    #[expect(clippy::cast_precision_loss, reason = "a number of shoes is far below 2^53")]
    fn of(growths: &[f64]) -> Option<Self> {
        let count = growths.len() as f64;
        let mean = growths.iter().sum::<f64>() / count;
        let squares: f64 = growths.iter().map(|growth| (growth - mean).powi(2)).sum();
        (growths.len() > 1).then(|| Self { mean, error: (squares / (count - 1.0) / count).sqrt() })
    }
}

/// Plays shoe after shoe.
struct ShoePlayer {
    style: Style,
    whole: Unseen,
    /// The cards in the order they come.
    cards: Vec<Card>,
    next: usize,
    unseen: Unseen,
}

impl ShoePlayer {
    fn new(style: Style, whole: Unseen) -> Self {
        let cards = Card::ALL.into_iter().zip(whole.counts());
        let cards = cards.flat_map(|(card, count)| std::iter::repeat_n(card, count as usize)).collect();
        Self { style, whole, cards, next: 0, unseen: whole }
    }

    fn play(&mut self, packs: u32, shoes: Range<u32>, key: &Key) -> Shoes {
        let mut played = Shoes { packs, rounds: Vec::new(), ends: Vec::new(), decided: 0 };
        for number in shoes {
            // Always from the same order, so that a shoe does not depend on those before it.
            self.cards.sort_unstable();
            key.stream(number.into()).shuffle(&mut self.cards);
            (self.next, self.unseen) = (0, self.whole);
            // A fresh shoe is played even if it has fewer cards than the cut.
            loop {
                let round = self.round();
                played.decided += u64::from(round.gain != 0);
                played.rounds.push(round);
                if self.unseen.cards() < CUT {
                    break;
                }
            }
            played.ends.push(played.rounds.len());
        }
        played
    }

    #[expect(clippy::cast_possible_truncation, reason = "seven digits of an edge are plenty")]
    fn round(&mut self) -> StockRound {
        let left = u16::try_from(self.unseen.cards()).expect("a stock has at most a thousand packs");
        let edge = self.style.edge(&self.unseen) as f32;
        let up = self.draw();
        let mut hand: Hand = [self.draw(), self.draw()].into_iter().collect();
        while !hand.total().is_bust() && self.style.choose(&self.unseen, up, &hand) == Choice::Hit {
            let card = self.draw();
            hand.push(card);
        }
        let mut dealer: Hand = std::iter::once(up).collect();
        while dealer.total().points <= 16 {
            let card = self.draw();
            dealer.push(card);
        }
        let gain = match Outcome::of(hand.total(), dealer.total()) {
            Outcome::Win => 1,
            Outcome::Push => 0,
            Outcome::Lose => -1,
        };
        StockRound { edge, gain, left }
    }

    fn draw(&mut self) -> Card {
        let card = self.cards[self.next];
        self.next += 1;
        self.unseen = self.unseen.without(&[card]).expect("it was in the shoe");
        card
    }
}
