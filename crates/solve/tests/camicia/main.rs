//! The laboratory of Camicia against the plain engine of the rules, and against plain twins of its own.

mod ancestors;
mod engine;
mod exhaust;
mod family;
mod frequency;
mod groups;
mod hunt;
mod names;
mod splitmix;
mod tables;

use croupier_rules::camicia::{Deal, Options, Outcome, Simulation};
use croupier_solve::camicia::{Composition, DealName, State};
use splitmix::SplitMix;

/// How many random deals a test takes: fewer in the short run.
fn long(deals: u64) -> u64 {
    if croupier_trial::is_long() { deals } else { deals / 10 }
}

fn state(text: &str) -> State {
    let deal: Deal = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    State::of(&deal).expect("a small deal")
}

fn judged(simulation: &mut Simulation, state: &State) -> Outcome {
    simulation.play(&state.deal(), Options::default())
}

/// A random deal of the pack of 52 cards.
fn random_deal(random: &mut SplitMix) -> State {
    random_of(Composition::PACK_52, random)
}

fn random_of(composition: Composition, random: &mut SplitMix) -> State {
    let rank = (u128::from(random.next()) << 64 | u128::from(random.next())) % composition.deals();
    DealName::new(composition, rank).expect("a number below that of all deals").state()
}

/// All small deals are those of up to so many cards.
fn small_cards() -> u32 {
    if long(10) == 10 { 8 } else { 6 }
}

/// All hands of up to `cards` cards, as far apart in size as they can be.
fn small_compositions(cards: u32) -> impl Iterator<Item = Composition> {
    (1..=cards).flat_map(move |all| {
        (0..=all).flat_map(move |a| {
            (0..(all + 1).pow(4)).filter_map(move |code| {
                let count = |kind| code / (all + 1_u32).pow(kind) % (all + 1);
                Composition::new([a, all - a], [count(0), count(1), count(2), count(3)]).ok()
            })
        })
    })
}
