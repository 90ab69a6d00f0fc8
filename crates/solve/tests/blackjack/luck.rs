//! The growth without luck: the same in the mean as the growth itself, and far less scattered.

use std::sync::Arc;

use croupier_rules::blackjack::{Evening, News, Rules};
use croupier_rules::chance::Key;
use croupier_rules::game::{Acts, Game, Node, Step};
use croupier_rules::seat::Seat;
use croupier_solve::bankroll::{Bets, Gambler, Linear, Luckless, Style};

const SEED: u64 = 71;

/// An evening at the table: its growth, and the growth without luck.
fn evening(gambler: &mut Gambler, rules: &Rules, number: u64) -> (f64, f64) {
    let mut stream = Key::new(SEED, "evenings").stream(number);
    let mut luckless = Luckless::default();
    let mut state: Evening = rules.start();
    let tell = |gambler: &mut Gambler, news: Vec<News>| news.iter().for_each(|news| gambler.learn(news));
    let mut news = Vec::new();
    rules.opening(&state, Seat(0), &mut |said| news.push(said));
    tell(gambler, news);
    loop {
        let step = match rules.node(&state) {
            Node::Over => break,
            Node::Chance => Step::Draw(rules.drawn(&state, stream.pick(&rules.weights(&state)))),
            Node::Decide(_) => {
                Step::Act(Acts::from_iter([(Seat(0), gambler.choose(&rules.choices(&state, Seat(0))))]))
            }
        };
        luckless.step(&state, &step);
        rules.apply(&mut state, &step).unwrap();
        let mut news = Vec::new();
        rules.news(&state, &step, Seat(0), &mut |said| news.push(said));
        tell(gambler, news);
    }
    let growth = (state.money() as f64 / rules.money as f64).ln();
    (growth, luckless.take())
}

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
    assert!(ratio >= 20.0, "seed {SEED}: {ratio}");
}

/// The same for one who bets wildly and plays like the dealer: nothing is gained, whatever the cards say.
#[test]
fn luck_is_taken_from_any_player() {
    let rules = Rules { money: 1_000_000, packs: 2, shuffles: 20, max_money: 1 << 40, ..Rules::default() };
    let gaps: Vec<f64> = (0..1_000)
        .map(|number| {
            let (growth, luckless) =
                evening(&mut Gambler::betting(Style::Mimic, Bets::Flat, &rules), &rules, number);
            growth - luckless
        })
        .collect();
    let (bias, variance) = mean_and_variance(gaps.iter().copied());
    assert!(bias.abs() < 4.0 * (variance / 1_000.0).sqrt(), "seed {SEED}: the luck has a mean of {bias}");
}
