//! The growth without luck: the same in the mean as the growth itself, and far less scattered.

use std::sync::Arc;

use croupier_rules::blackjack::{Action, Choices, Evening, News, Rules};
use croupier_rules::chance::Key;
use croupier_rules::game::{Acts, Game, Node, Step};
use croupier_rules::seat::Seat;
use croupier_solve::bankroll::{Bets, Gambler, Linear, Luckless, Style};

const SEED: u64 = 71;

/// An evening at the table: its growth, and the growth without luck.
#[expect(clippy::cast_precision_loss, reason = "money is far below 2^53")]
fn evening(gambler: &mut impl Sits, rules: &Rules, number: u64) -> (f64, f64) {
    let mut stream = Key::new(SEED, "evenings").stream(number);
    let mut luckless = Luckless::default();
    let mut state: Evening = rules.start();
    let mut news = Vec::new();
    rules.opening(&state, Seat(0), &mut |said| news.push(said));
    for news in &news {
        gambler.learn(news);
    }
    loop {
        let step = match rules.node(&state) {
            Node::Over => break,
            Node::Chance => Step::Draw(rules.drawn(&state, stream.pick(&rules.weights(&state)))),
            Node::Decide(_) => {
                Step::Act(Acts::from_iter([(Seat(0), gambler.choose(&rules.choices(&state, Seat(0))))]))
            }
        };
        luckless.step(&state, &step);
        rules.apply(&mut state, &step).expect("the step is lawful");
        let mut news = Vec::new();
        rules.news(&state, &step, Seat(0), &mut |said| news.push(said));
        for news in &news {
            gambler.learn(news);
        }
    }
    let growth = (state.money() as f64 / rules.money as f64).ln();
    (growth, luckless.take())
}

#[expect(clippy::cast_precision_loss, reason = "a thousand matches")]
fn mean_and_variance(all: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = all.clone().count() as f64;
    let mean = all.clone().sum::<f64>() / count;
    (mean, all.map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0))
}

/// A thousand matches of a known player: by the table, at one Kelly. The estimate is unbiased, and its variance is
/// less than a twentieth of the growth's.
#[test]
fn growth_without_luck_is_unbiased_and_scatters_twenty_times_less() {
    let rules = Rules { money: 100_000_000, packs: 10, shuffles: 9, max_money: 1 << 40, ..Rules::default() };
    let linear = Arc::new(Linear::of_packs(10).unwrap());
    let matches: Vec<(f64, f64)> = (0..1_000)
        .map(|number| {
            let style = Style::Table(Arc::clone(&linear));
            evening(&mut Gambler::betting(style, Bets::Kelly(1.0), &rules), &rules, number)
        })
        .collect();
    let (mean, variance) = mean_and_variance(matches.iter().map(|one| one.0));
    let (luckless, less) = mean_and_variance(matches.iter().map(|one| one.1));
    let (bias, of_luck) = mean_and_variance(matches.iter().map(|one| one.0 - one.1));
    let ratio = variance / less;
    println!(
        "growth {mean:.5}, variance {variance:.2e}; without luck {luckless:.5}, variance {less:.2e}: {ratio:.0} times less"
    );
    assert!(bias.abs() < 4.0 * (of_luck / 1_000.0).sqrt(), "seed {SEED}: the luck has a mean of {bias}");
    assert!((20.0..1e5).contains(&ratio), "seed {SEED}: {ratio}");
    // Eight shoes at 0.00253 nats, by the edges of a stock; each edge is known to a few parts in a hundred.
    assert!((luckless - 8.0 * 0.002_53).abs() < 0.001, "seed {SEED}: {luckless}");
}

/// Bets a tenth of the money whatever the cards promise, and draws as the dealer: each hand loses what so great a bet
/// loses in growth, and nothing else, since the hands are fair.
#[test]
fn a_wild_bet_on_fair_hands_costs_its_variance() {
    let rules = Rules { money: 1_000_000_000, packs: 2, shuffles: 5, max_money: 1 << 40, ..Rules::default() };
    let mut hands = 0.0;
    let matches: Vec<(f64, f64)> = (0..1_000)
        .map(|number| {
            let mimic = Gambler::betting(Style::Mimic, Bets::Flat, &rules);
            evening(&mut Wild { mimic, hands: &mut hands }, &rules, number)
        })
        .collect();
    let (bias, of_luck) = mean_and_variance(matches.iter().map(|one| one.0 - one.1));
    assert!(bias.abs() < 4.0 * (of_luck / 1_000.0).sqrt(), "seed {SEED}: the luck has a mean of {bias}");
    let (luckless, variance) = mean_and_variance(matches.iter().map(|one| one.1));
    // Some four of five hands are decided, each at a tenth of the money: half the logarithm of 1 - 0.01.
    let expected = hands / 1_000.0 * 0.81 * 0.5 * (-0.01_f64).ln_1p();
    assert!((luckless / expected - 1.0).abs() < 0.1, "seed {SEED}: {luckless}, expected {expected}");
    let (_, raw) = mean_and_variance(matches.iter().map(|one| one.0));
    assert!(variance > 0.0 && raw > 20.0 * variance, "seed {SEED}: {raw} and {variance}");
}

/// One who plays cards as the dealer, and bets a tenth of the money.
struct Wild<'a> {
    mimic: Gambler,
    hands: &'a mut f64,
}

/// Who sits at the table.
trait Sits {
    fn learn(&mut self, news: &News);
    fn choose(&mut self, choices: &Choices) -> Action;
}

impl Sits for Gambler {
    fn learn(&mut self, news: &News) {
        Self::learn(self, news);
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        Self::choose(self, choices)
    }
}

impl Sits for Wild<'_> {
    fn learn(&mut self, news: &News) {
        self.mimic.learn(news);
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        match choices {
            Choices::Bet { money, .. } => {
                *self.hands += 1.0;
                Action::Bet(money / 10)
            }
            Choices::Play { .. } => self.mimic.choose(choices),
        }
    }
}
