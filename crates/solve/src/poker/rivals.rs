//! The two others at a table, as one seat knows them.
//!
//! Cards that were not shown are estimated by Bayes under a model, and the model is fitted to the estimate, some times in
//! turn (expectation and maximisation, Dempster, Laird and Rubin 1977). A response that was learnt from every second deal
//! is valued by the others, and so it is asked whether the two play alike: then one model of both knows twice as much.

use std::sync::Arc;

use super::grid::Limits;
use super::model::{Conduct, Model, Sighting, Support};
use super::reply::{Reply, Tries};

/// What was seen of a player in a deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glimpse {
    /// Its card, if it was shown.
    pub(super) card: Option<u8>,
    /// What it did.
    pub(super) conduct: Conduct,
}

/// Models of the two others.
#[derive(Clone, Debug)]
pub(super) struct Rivals {
    limits: Limits,
    support: Support,
    /// By all deals.
    models: Pair,
    /// By every second deal.
    halves: [Pair; 2],
    /// Whether one model of both foretells each of them better than a model of its own.
    are_alike: bool,
}

/// Models of the next seat, and of the one after it.
type Pair = [Arc<Model>; 2];

/// How often the cards are estimated at a look.
const TURNS: usize = 5;
/// The least chance that a card and a conduct are taken to have: no single deal decides who is alike.
const LEAST: f32 = 1e-9;

impl Rivals {
    /// Of whom nothing was seen.
    pub(super) fn new(limits: Limits, support: Support) -> Self {
        let model = Arc::new(Model::fit(limits, [], support));
        let pair = [Arc::clone(&model), model];
        Self { limits, support, models: pair.clone(), halves: [pair.clone(), pair], are_alike: false }
    }

    /// The models by all deals, of the next seat and of the one after it.
    pub(super) fn models(&self) -> &Pair {
        &self.models
    }

    /// What was seen of each, in the same deals. Takes time in proportion to the deals.
    pub(super) fn study(&mut self, seen: &[Vec<Glimpse>; 2]) {
        let halves = [0, 1].map(|half| seen.each_ref().map(|seen| every_second(seen, half)));
        let all = self.guessed(seen);
        let guessed = [0, 1].map(|half| all.each_ref().map(|seen| every_second(seen, half)));
        let [apart, together] =
            [false, true].map(|are_alike| guessed.each_ref().map(|seen| self.fitted(seen, are_alike)));
        let foretold =
            |models: &[Pair; 2]| foretells(&models[0], &halves[1]) + foretells(&models[1], &halves[0]);
        self.are_alike = foretold(&together) > foretold(&apart);
        self.halves = if self.are_alike { together } else { apart };
        self.models = self.fitted(&all, self.are_alike);
    }

    /// What the response to one half of the deals wins by the other half, in chips a deal.
    pub(super) fn gain(&self) -> f64 {
        let [a, b] = self.halves.each_ref().map(|pair| pair.each_ref().map(AsRef::as_ref));
        let gain = |learnt: [&Model; 2], other: [&Model; 2]| {
            Reply::valued_by(learnt, other, Tries::Some).opening().gain(1)
        };
        f64::midpoint(gain(a, b), gain(b, a))
    }

    /// With an estimate of the cards that were not shown, from the models of the look before on.
    fn guessed(&self, seen: &[Vec<Glimpse>; 2]) -> [Vec<Sighting>; 2] {
        let guess = |models: &Pair| [0, 1].map(|rival: usize| sightings(&models[rival], &seen[rival]));
        let first = guess(&self.models);
        (1..TURNS).fold(first, |guessed, _| guess(&self.fitted(&guessed, self.are_alike)))
    }

    fn fitted(&self, seen: &[Vec<Sighting>; 2], are_alike: bool) -> Pair {
        let fit = |seen: &[&[Sighting]]| {
            Arc::new(Model::fit(self.limits, seen.iter().copied().flatten().copied(), self.support))
        };
        if are_alike {
            let model = fit(&[&seen[0], &seen[1]]);
            [Arc::clone(&model), model]
        } else {
            [fit(&[&seen[0]]), fit(&[&seen[1]])]
        }
    }
}

fn every_second<T: Copy>(seen: &[T], half: usize) -> Vec<T> {
    seen.iter().skip(half).step_by(2).copied().collect()
}

fn sightings(model: &Model, seen: &[Glimpse]) -> Vec<Sighting> {
    let sighting = |&Glimpse { card, conduct }: &Glimpse| match card {
        Some(card) => Sighting::of(card, conduct),
        None => Sighting { conduct, cards: model.cards(&conduct) },
    };
    seen.iter().map(sighting).collect()
}

/// The logarithm of the chance that models give to what was seen.
fn foretells(models: &Pair, seen: &[Vec<Glimpse>; 2]) -> f64 {
    let of = |model: &Model, glimpse: &Glimpse| {
        let likely = model.likelihood(&glimpse.conduct);
        let chance = match glimpse.card {
            Some(card) => likely[usize::from(card)],
            None => likely.iter().sum(),
        };
        f64::from(chance.max(LEAST)).ln()
    };
    models.iter().zip(seen).flat_map(|(model, seen)| seen.iter().map(move |glimpse| of(model, glimpse))).sum()
}
