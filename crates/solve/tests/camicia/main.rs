//! The laboratory of Camicia against the plain engine of the rules, and against plain twins of its own.

mod ancestors;
mod engine;
mod exhaust;
mod family;
mod groups;
mod hunt;
mod names;
mod splitmix;

use croupier_rules::camicia::{Deal, Options, Outcome, Simulation};
use croupier_solve::camicia::{Composition, DealName, State};
use splitmix::SplitMix;

/// How many random deals a test takes: fewer in the short run.
fn long(deals: u64) -> u64 {
    if std::env::var("CROUPIER_LONG").is_ok_and(|long| long == "1") { deals } else { deals / 10 }
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
