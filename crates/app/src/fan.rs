//! The money of many evenings of blackjack: what becomes of it by a way to bet, and its quantiles, which make a fan.

use std::thread;

use croupier_rules::blackjack::mark::EVENINGS;
use croupier_rules::chance::Key;
use croupier_solve::bankroll::{Bettor, Shoes, Terms, Test};
use serde::Serialize;

use crate::line_chart::Line;

/// The shares of evenings that end with less, for the quantiles that are told.
pub(crate) const QUANTILES: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

/// The median, among them.
pub(crate) const MEDIAN: usize = QUANTILES.len() / 2;

/// By the order of [`QUANTILES`].
pub(crate) type Quantiles = [u64; QUANTILES.len()];

/// How often the money is looked at in an evening, besides its beginning.
const LOOKS: u32 = 50;

/// Tests of ten evenings that are to be played.
#[derive(Debug)]
pub(crate) struct Tests {
    pub(crate) terms: Terms,
    pub(crate) count: u32,
    pub(crate) key: Key,
    /// Threads.
    pub(crate) jobs: usize,
}

/// The money of all evenings, at each look.
#[derive(Debug)]
pub(crate) struct Looks {
    shoes: u32,
    money: Vec<Vec<u64>>,
}

/// The money after so many shoes of an evening.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Look {
    pub(crate) shoes: u32,
    pub(crate) money: Quantiles,
}

impl Tests {
    /// Plays them. The money at each look comes beside them.
    pub(crate) fn play(&self, shoes: &Shoes, bettor: Bettor, is_committee: bool) -> (Vec<Test>, Looks) {
        let Self { terms, count, ref key, .. } = *self;
        let jobs = self.jobs.min(count as usize);
        let worker = |job: usize| {
            let (mut tests, mut looks) = (Vec::new(), vec![Vec::new(); LOOKS as usize + 1]);
            for number in (job..count as usize).step_by(jobs) {
                let mut at = [[terms.goal; LOOKS as usize + 1]; EVENINGS];
                let mut watch = |evening: usize, shoe: u32, money: i64| {
                    let first = (u64::from(shoe) * u64::from(LOOKS)).div_ceil(u64::from(terms.shoes));
                    let first = usize::try_from(first).unwrap_or(usize::MAX).min(LOOKS as usize + 1);
                    at[evening][first..].fill(money);
                };
                let test = Test::play(shoes, bettor, &terms, key, number as u64, is_committee, &mut watch);
                for evening in &at[..test.evenings] {
                    for (look, &money) in looks.iter_mut().zip(evening) {
                        look.push(u64::try_from(money).expect("money is never below 0"));
                    }
                }
                tests.push((number, test));
            }
            (tests, looks)
        };
        let parts: Vec<_> = thread::scope(|scope| {
            let worker = &worker;
            let workers: Vec<_> = (0..jobs).map(|job| scope.spawn(move || worker(job))).collect();
            workers.into_iter().map(|worker| worker.join().expect("a test is played to its end")).collect()
        });
        let (mut tests, mut money) = (Vec::new(), vec![Vec::new(); LOOKS as usize + 1]);
        for (of_part, looks_of_part) in parts {
            tests.extend(of_part);
            money.iter_mut().zip(looks_of_part).for_each(|(all, part)| all.extend(part));
        }
        tests.sort_by_key(|&(number, _)| number);
        let tests = tests.into_iter().map(|(_, test)| test).collect();
        (tests, Looks { shoes: terms.shoes, money })
    }
}

impl Looks {
    /// The quantiles of each look.
    pub(crate) fn fan(self) -> Vec<Look> {
        let Self { shoes, money } = self;
        let at = |look: u32| u64::from(shoes) * u64::from(look) / u64::from(LOOKS);
        let at = |look| u32::try_from(at(look)).expect("a part of an evening");
        (0..=LOOKS)
            .zip(money)
            .map(|(look, mut money)| Look { shoes: at(look), money: quantiles(&mut money) })
            .collect()
    }
}

/// The quantiles as lines of a chart.
pub(crate) fn lines(fan: &[Look]) -> Vec<Line> {
    let line = |(place, share): (usize, f64)| Line {
        name: format!("{} %", share * 100.0),
        points: points(fan, place),
        is_dashed: place != MEDIAN,
    };
    QUANTILES.into_iter().enumerate().map(line).collect()
}

/// One of the quantiles, over the shoes.
pub(crate) fn points(fan: &[Look], place: usize) -> Vec<(f64, f64)> {
    fan.iter().map(|look| (look.shoes.into(), shown(look.money[place]))).collect()
}

/// An amount on an axis of powers: nothing is shown as 1.
#[expect(clippy::cast_precision_loss, reason = "money is far below 2^53")]
pub(crate) fn shown(money: u64) -> f64 {
    money.max(1) as f64
}

pub(crate) fn quantiles(all: &mut [u64]) -> Quantiles {
    all.sort_unstable();
    QUANTILES.map(|share| all[place(share, all.len())])
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a place in a list"
)]
fn place(share: f64, count: usize) -> usize {
    ((share * count as f64) as usize).min(count - 1)
}
