//! Models of known players.

use std::sync::Arc;

use croupier_rules::chance::Key;
use croupier_solve::poker::model::{Model, Sighting, Support};
use croupier_solve::poker::{Counter, Limits, Prober, Reply, Tries};

use crate::players::{self, named};
use crate::table::play;

const LIMITS: Limits = Limits { min: 10, max: 300 };

fn prober(seat: usize, seed: u64) -> Box<dyn crate::table::Player> {
    Box::new(players::Prober(Prober::new(Key::new(seed, "prober").stream(seat as u64))))
}

fn sightings(name: &str, deals: u64, seed: u64) -> Vec<Sighting> {
    let mut seen = Vec::new();
    for (company, seed) in [("prober", seed), ("odds", seed + 1), (name, seed + 2), (name, seed + 3)] {
        let third = if company == "prober" { prober(2, seed) } else { named(company, 2, seed + 50) };
        let mut players = [named(name, 0, seed), prober(1, seed), third];
        play(seed, deals / 4, &mut players, |played, _| {
            seen.push(Sighting::of(played.cards[0].unwrap(), played.conduct(0, LIMITS)));
        });
    }
    seen
}

#[test]
fn scratch_models() {
    for name in ["odds", "ladder", "random", "maniac", "equilibrium"] {
        let seen = sightings(name, 12_000, 7);
        let model = Arc::new(Model::fit(LIMITS, seen.iter().copied(), Support(8)));
        let half = |at: usize| Model::fit(LIMITS, seen.iter().copied().skip(at).step_by(2), Support(8));
        let (a, b) = (half(0), half(1));
        let begun = std::time::Instant::now();
        let quick = Reply::to([&model, &model], Tries::Some).opening();
        let time_quick = begun.elapsed().as_secs_f64();
        let cross = Reply::valued_by([&a, &a], [&b, &b], Tries::Some).opening();
        let begun = std::time::Instant::now();
        let full = Reply::to([&model, &model], Tries::All).opening();
        let time = begun.elapsed().as_secs_f64();
        println!(
            "{name}: support {} quick {:.2} in {time_quick:.2} cross {:.2}/{:.2} full {:.2} in {time:.1} bids {:?}",
            model.first_bids().len(),
            quick.gain(0),
            cross.gain(0),
            cross.gain(1),
            full.gain(0),
            full.bids
        );
        let deals = 3000;
        for (tries, opening) in [(Tries::Some, &quick)] {
            let counter = Counter::new(0, [model.clone(), model.clone()], opening.bids, tries);
            let mut players: [Box<dyn crate::table::Player>; 3] =
                [Box::new(counter), named(name, 1, 77), named(name, 2, 78)];
            let (mut sum, mut squares) = (0.0, 0.0);
            let begun = std::time::Instant::now();
            play(99, deals, &mut players, |_, nets| {
                sum += nets[0];
                squares += nets[0] * nets[0];
            });
            let n = deals as f64;
            println!(
                "   played {:.2} +- {:.2} in {:.1}",
                sum / n,
                1.96 * (squares / n).sqrt() / n.sqrt(),
                begun.elapsed().as_secs_f64()
            );
        }
    }
}

#[test]
fn scratch_debug() {
    use croupier_rules::poker::Round;
    use croupier_solve::poker::model::Price;
    let name = "equilibrium";
    let seen = sightings(name, 12_000, 7);
    let model = Arc::new(Model::fit(LIMITS, seen.iter().copied(), Support(8)));
    for (bid, chance) in model.first_bids() {
        println!("{bid:?} {chance:.2?}");
    }
    for x in [20u16, 27, 50, 100, 200, 300] {
        let p = Price { round: Round::First, rivals: 2, raisers: 1, pot: 20 + x, price: x - 10 };
        println!("{x}: {:.2?}  n {:?}", model.pays(&p), model.pay_share(&p, 5));
    }
    let reply = Reply::to([&model, &model], Tries::Some);
    for x in [10, 12, 20, 27, 50, 100, 200, 300] {
        println!("{x}: {:.2?}", reply.after_first_bid(x)[0]);
    }
    let mut sum = [[0.0; 10]; 2];
    let mut n = [[0.0; 10]; 2];
    for (at, bid) in [(0, 27), (1, 300)] {
        let counter = Counter::new(0, [model.clone(), model.clone()], [bid; 10], Tries::Some);
        let mut players: [Box<dyn crate::table::Player>; 3] =
            [Box::new(counter), named(name, 1, 77), named(name, 2, 78)];
        let mut shown = 0;
        play(99, 3000, &mut players, |p, nets| {
            let c = usize::from(p.cards[0].unwrap());
            sum[at][c] += nets[0];
            n[at][c] += 1.0;
            if shown < 12 {
                shown += 1;
                println!("{p:?} {nets:?}");
            }
        });
        println!("{:.2?}", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|c| sum[at][c] / n[at][c]));
    }
}
