//! Whom a player pays, by card and price.

use croupier_rules::poker::{Round, SEATS};

use super::at;
use super::share::Share;
use super::temper::Temper;
use crate::poker::grid::{Due, Limits, State};
use crate::poker::showdown::{HANDS, Range};

/// What a seat is asked in a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Of which round.
    pub round: Round,
    /// The other live seats, 1 or 2.
    pub rivals: u8,
    /// Those of them that stand at the level, 1 or 2.
    pub raisers: u8,
    /// What all seats have in, in chips.
    pub pot: u16,
    /// What is to be added, in chips.
    pub price: u16,
}

impl Price {
    /// Of a seat below the level.
    pub fn of(state: &State, seat: usize) -> Self {
        let level = state.level();
        let others = || (0..SEATS).filter(|&other| other != seat && state.is_live[other]);
        let count = |seats: usize| u8::try_from(seats).expect("a table has three seats");
        let round = match state.due {
            Due::Calls(round) | Due::Bids(round) => round,
            Due::Over => Round::Second,
        };
        Self {
            round,
            rivals: count(others().count()),
            raisers: count(others().filter(|&other| state.stakes[other] == level).count()),
            pot: state.stakes.iter().fold(0, |pot, &stake| pot.saturating_add(stake)),
            price: level - state.stakes[seat],
        }
    }

    /// The share of the pot that the price comes to when it is paid: who wins more often than this does well to pay.
    pub fn needed(&self) -> f32 {
        f32::from(self.price) / (f32::from(self.pot) + f32::from(self.price)).max(1.0)
    }
}

/// Answers in checks, counted and fitted.
#[derive(Debug)]
pub(super) struct Calls {
    limits: Limits,
    /// Chips of one step of a price: 1 by the statement's limits.
    step: u16,
    /// By round.
    tempers: [Temper; 2],
    /// By situation and needed share of the pot.
    by_share: Vec<Line>,
    /// By situation, the pot without the price, and price.
    by_price: Vec<Line>,
}

/// Answers with one card at one price.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answers {
    /// The chance to win less the share of the pot that is needed.
    pub(super) over: f32,
    /// How often it paid.
    pub(super) yes: f32,
    /// Of so many times.
    pub(super) all: f32,
}

/// Answers along an axis.
#[derive(Clone, Debug)]
struct Line {
    yes: Vec<Range>,
    all: Vec<Range>,
}

/// One, and two rivals of whom one or both have raised; in each round.
const COMPANIES: usize = 3;
const SITUATIONS: usize = 2 * COMPANIES;
/// Classes of what a pot holds besides the price: from three least bids on, each reaching so many times as far as the one before.
const POTS: usize = 7;
const WIDER: f32 = 1.6;
/// Steps of the needed share.
const SHARES: usize = 100;
/// Steps of the price.
const PRICES: usize = 300;

/// Answers that stand by themselves: with fewer, the nearest are counted with them.
const ENOUGH: f32 = 8.0;
/// How many answers the wider pool counts for.
const POOL: f32 = 2.0;
/// How many answers a player of that temper counts for.
const PLAIN: f32 = 6.0;

impl Calls {
    pub(super) fn new(limits: Limits) -> Self {
        let line = |steps: usize| Line { yes: vec![[0.0; HANDS]; steps], all: vec![[0.0; HANDS]; steps] };
        Self {
            limits,
            step: limits.max.div_ceil(u16::try_from(PRICES).expect("few steps")).max(1),
            tempers: [Temper::PLAIN; 2],
            by_share: vec![line(SHARES); SITUATIONS],
            by_price: vec![line(PRICES); SITUATIONS * POTS],
        }
    }

    pub(super) fn count(&mut self, price: Price, pays: bool, cards: &Range) {
        let (share, place) = (share_at(&price), self.price_at(&price));
        self.by_share[situation(&price)].count(share, pays, cards);
        let line = self.line_of(&price);
        self.by_price[line].count(place, pays, cards);
    }

    /// Pools the counts with their nearest.
    pub(super) fn fit(&mut self) {
        self.tempers = [0, 1].map(|round| Temper::fit(&self.answers(round)));
        for line in &mut self.by_share {
            line.pool(|_| SHARES / 10);
        }
        for line in &mut self.by_price {
            line.pool(|price| 2 + price / 4);
        }
    }

    pub(super) fn pays(&self, price: &Price) -> Range {
        let wide = self.wide(price);
        let line = &self.by_price[self.line_of(price)];
        let place = self.price_at(price);
        let (yes, all) = (&line.yes[place], &line.all[place]);
        std::array::from_fn(|card| (yes[card] + POOL * wide[card]) / (all[card] + POOL))
    }

    pub(super) fn share(&self, price: &Price, card: usize) -> Share {
        let wide = self.wide(price)[card];
        let line = &self.by_price[self.line_of(price)];
        let place = self.price_at(price);
        Share::new(line.yes[place][card].into(), line.all[place][card].into(), wide.into(), POOL.into())
    }

    /// All answers of a round by what they depend on.
    fn answers(&self, round: usize) -> Vec<Answers> {
        let mut answers = Vec::new();
        for company in 0..COMPANIES {
            let line = &self.by_share[round * COMPANIES + company];
            for (place, all) in line.all.iter().enumerate() {
                for card in (0..HANDS).filter(|&card| all[card] > 0.0) {
                    let needed = (f32::from(u8::try_from(place).expect("a hundred")) + 0.5) / 100.0;
                    let over = chance_to_win(card, if company == 0 { 1 } else { 2 }) - needed;
                    answers.push(Answers { over, yes: line.yes[place][card], all: all[card] });
                }
            }
        }
        answers
    }

    /// Over all pots, by the needed share.
    fn wide(&self, price: &Price) -> Range {
        let line = &self.by_share[situation(price)];
        let place = share_at(price);
        let temper = self.tempers[at(price.round)];
        let (rivals, needed) = (price.rivals, price.needed());
        std::array::from_fn(|card| {
            let plain = temper.pays(chance_to_win(card, rivals) - needed);
            (line.yes[place][card] + PLAIN * plain) / (line.all[place][card] + PLAIN)
        })
    }

    fn line_of(&self, price: &Price) -> usize {
        // Whatever the raise: twice what the seat has in, and what the seats have in that did not raise.
        let rest =
            f32::from(price.pot.saturating_sub(price.price)) / (3.0 * f32::from(self.limits.min.max(1)));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small number of classes"
        )]
        let pot = (rest.max(1.0).ln() / WIDER.ln()) as usize;
        situation(price) * POTS + pot.min(POTS - 1)
    }

    fn price_at(&self, price: &Price) -> usize {
        usize::from(price.price / self.step).min(PRICES - 1)
    }
}

impl Line {
    fn count(&mut self, place: usize, pays: bool, cards: &Range) {
        for (card, weight) in cards.iter().enumerate() {
            self.all[place][card] += weight;
            if pays {
                self.yes[place][card] += weight;
            }
        }
    }

    /// Each place with as many of its nearest as it takes to have enough, at most so many on each side.
    fn pool(&mut self, reach: impl Fn(usize) -> usize) {
        let steps = self.all.len();
        for card in 0..HANDS {
            let (yes, all) = (sums(&self.yes, card), sums(&self.all, card));
            if all[steps] == 0.0 {
                continue;
            }
            for place in 0..steps {
                let mut wide = 0;
                let (low, high) = loop {
                    let (low, high) = (place.saturating_sub(wide), (place + wide + 1).min(steps));
                    if wide >= reach(place) || all[high] - all[low] >= f64::from(ENOUGH) {
                        break (low, high);
                    }
                    wide += 1;
                };
                #[expect(clippy::cast_possible_truncation, reason = "counts of deals")]
                let between = |sums: &[f64]| (sums[high] - sums[low]).max(0.0) as f32;
                (self.yes[place][card], self.all[place][card]) = (between(&yes), between(&all));
            }
        }
    }
}

/// Running sums of a card's counts: one more than there are places.
fn sums(counts: &[Range], card: usize) -> Vec<f64> {
    let mut sum = 0.0;
    let running = counts.iter().map(|count| {
        sum += f64::from(count[card]);
        sum
    });
    std::iter::once(0.0).chain(running).collect()
}

fn situation(price: &Price) -> usize {
    let company = match (price.rivals, price.raisers) {
        (0 | 1, _) => 0,
        (_, 0 | 1) => 1,
        (_, _) => 2,
    };
    at(price.round) * COMPANIES + company
}

fn share_at(price: &Price) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is from 0 to 1")]
    let place = (price.needed() * 100.0) as usize;
    place.min(SHARES - 1)
}

/// The chance of a card to be the best, each other card as likely as any; a tie counts half.
fn chance_to_win(card: usize, rivals: u8) -> f32 {
    let below = (f32::from(u8::try_from(card).expect("ten cards")) + 0.5) / 10.0;
    below.powi(i32::from(rivals.max(1)))
}
