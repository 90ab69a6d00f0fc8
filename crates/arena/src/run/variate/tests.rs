//! A control variate on deals whose luck is known.

use croupier_rules::chance::Key;

use super::{Flows, Sums, luckless};
use crate::dealing::{Dealing, Stratified};

/// What a deal brings where the higher of the first two cards wins, and the third pays by its card.
fn brought([a, b, c]: [u8; 3]) -> Flows<f64> {
    [40.0 * f64::from((i16::from(a) - i16::from(b)).signum()), f64::from(c), f64::from(9 - c)]
}

/// So many deals in twenty parts, with a sum of numbers beside what the cards explain.
fn parts(deals: u32, dealing: Dealing, noise: f64) -> (Vec<Sums>, Flows<f64>) {
    let mut chance = Key::new(7, "variate").stream(0);
    let mut strata = Stratified::new(Key::new(7, "variate"));
    let mut parts = vec![Sums::default(); 20.min(deals) as usize];
    let count = parts.len();
    let mut total = [0.0; 3];
    for deal in 0..deals {
        let cards = match dealing {
            Dealing::Stratified => strata.cards(deal),
            Dealing::Random | Dealing::Common => {
                std::array::from_fn(|_| u8::try_from(chance.below(10)).unwrap())
            }
        };
        let luck = noise * (f64::from(chance.below(1_001)) / 500.0 - 1.0);
        let flows = brought(cards).map(|flow| flow + luck);
        for (sum, flow) in total.iter_mut().zip(flows) {
            *sum += flow;
        }
        parts[deal as usize * count / deals as usize].add(cards, flows);
    }
    (parts, total)
}

fn sum(parts: &[Flows<f64>]) -> Flows<f64> {
    std::array::from_fn(|flow| parts.iter().map(|part| part[flow]).sum())
}

#[test]
fn what_the_cards_explain_is_taken_out() {
    let deals = 2_000;
    let (parts, _) = parts(deals, Dealing::Random, 0.0);
    let found = sum(&luckless(&parts, Dealing::Random));
    // The mean of a deal, and its standard deviation.
    for (found, (mean, deviation)) in found.into_iter().zip([(0.0, 37.9), (4.5, 2.87), (4.5, 2.87)]) {
        let off = (found - mean * f64::from(deals)) / (deviation * f64::from(deals).sqrt());
        assert!(off.abs() < 0.1, "{off} deviations off");
    }
}

#[test]
fn the_sum_of_whole_strata_stays_and_its_scatter_is_the_noise() {
    let (parts, raw) = parts(1_000, Dealing::Stratified, 20.0);
    let found = luckless(&parts, Dealing::Stratified);
    for (found, raw) in sum(&found).into_iter().zip(raw) {
        assert!((found - raw).abs() < 1e-6, "{found} and {raw}");
    }
    // Numbers spread evenly from -20 to 20 have a variance of 400/3; 1,000 of them a deviation of 365.
    for flow in 0..3 {
        let mean = raw[flow] / 20.0;
        let squares: f64 = found.iter().map(|part| (part[flow] - mean).powi(2)).sum();
        let deviation = (20.0 * squares / 19.0).sqrt();
        assert!((220.0..550.0).contains(&deviation), "{deviation}");
    }
}

#[test]
fn deals_that_are_too_few_to_tell_are_left_as_they_are() {
    for deals in [1, 2, 7] {
        let (parts, _) = parts(deals, Dealing::Random, 300.0);
        let found = sum(&luckless(&parts, Dealing::Random));
        assert!(found.iter().all(|sum| sum.is_finite()), "{deals}: {found:?}");
    }
}

#[test]
fn a_constant_has_no_luck_and_no_noise() {
    let mut parts = vec![Sums::default(); 20];
    let mut strata = Stratified::new(Key::new(7, "constant"));
    for deal in 0..700 {
        parts[deal as usize / 35].add(strata.cards(deal), [-10.0, 0.0, 10.0]);
    }
    for dealing in [Dealing::Random, Dealing::Stratified] {
        for part in luckless(&parts, dealing) {
            for (found, constant) in part.into_iter().zip([-350.0, 0.0, 350.0]) {
                assert!((found - constant).abs() < 1e-3, "{found} and {constant}");
            }
        }
    }
}
