//! Playing the response: what it was computed to win, and what it wins.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use croupier_arena::contestant::Contestant;
use croupier_arena::estimate::{Estimate, t_quantile};
use croupier_arena::player::Player;
use croupier_arena::run::{Chair, Parlour, RunError, Sitting};
use croupier_arena::stop::Stop;
use croupier_rules::chance::{Key, Stream};
use croupier_rules::poker::{Action, Choices, News, Rules, SEATS};
use croupier_rules::verdict::Fault;
use croupier_solve::poker::model::{Model, Sighting, Support};
use croupier_solve::poker::{Counter, HANDS, Limits, Reply, Tries};

use super::probe::{Deals, Seen};
use super::sittings::sittings;

/// The best response to what was seen of two players.
#[derive(Debug)]
pub(super) struct Response {
    models: [Arc<Model>; 2],
    /// Its bids of round 1 by card.
    pub(super) bids: [u16; HANDS],
    /// What it wins of the models, in chips a deal: it is fitted to them, and answers their errors, too.
    pub(super) of_models: f64,
    /// What the response to one half of the matches wins by the other half, in chips a deal. Its interval is that of chance, and
    /// reaches on to what is won by models without a prior.
    pub(super) held_out: Estimate,
}

/// Bids that are told apart at a decision of a player.
const SUPPORT: Support = Support(8);
/// Weighted samples of what was seen, for the interval.
const DRAWS: u64 = 16;
/// So many times over, what was seen leaves nothing to the prior.
const NO_PRIOR: f32 = 1_024.0;
/// The standard normal law's 97.5 % point.
const Z: f64 = 1.959_964;

impl Response {
    /// To the players of the next seat and of the one after it. None if it is stopped.
    pub(super) fn to(seen: [&Seen; 2], seed: u64, stop: &Stop) -> Option<Self> {
        let goes_on = || (!stop.load(Ordering::Relaxed)).then_some(());
        let dispersion = seen.map(|seen| seen.change().dispersion());
        let fit = |sightings: Vec<Sighting>| Model::fit(Limits::of(&Rules::default()), sightings, SUPPORT);
        let models = [0, 1].map(|rival: usize| Arc::new(fit(seen[rival].all())));
        let opening = Reply::to([&models[0], &models[1]], Tries::All).opening();

        goes_on()?;
        let halves = [0, 1].map(|half| [0, 1].map(|rival: usize| fit(seen[rival].half(half))));
        let of = |half: usize| [&halves[half][0], &halves[half][1]];
        let learnt = [0, 1].map(|half| Reply::valued_by(of(half), of(1 - half), Tries::Some).opening());
        goes_on()?;
        let held_out = f64::midpoint(learnt[0].gain(1), learnt[1].gain(1));
        // The same by models in which what was seen leaves nothing to the prior.
        let by_sight = [0, 1].map(|half: usize| {
            let other = [0, 1].map(|rival: usize| {
                let seen = seen[rival].half(1 - half).into_iter();
                fit(seen.map(|sighting| sighting.times(NO_PRIOR)).collect())
            });
            let reply = Reply::valued_by(of(half), [&other[0], &other[1]], Tries::Some);
            reply.with_first_bids(&learnt[half].bids).gain(1)
        });
        let by_sight = f64::midpoint(by_sight[0], by_sight[1]);
        let drawn: Option<Vec<f64>> = (0..DRAWS)
            .map(|draw| {
                goes_on()?;
                let half = usize::from(draw % 2 == 1);
                let mut chance = Key::new(seed, "poker respond/weights").stream(draw);
                let other = [0, 1].map(|rival: usize| {
                    let weighted = seen[rival].half(1 - half).into_iter();
                    fit(weighted.map(|sighting| sighting.times(weight(&mut chance))).collect())
                });
                let reply = Reply::valued_by(of(half), [&other[0], &other[1]], Tries::Some);
                Some(reply.with_first_bids(&learnt[half].bids).gain(1) - learnt[half].gain(1))
            })
            .collect();
        let squares: f64 = drawn?.iter().map(|off| off * off).sum();
        // The two halves are apart, so their mean is as good as all that was seen.
        #[expect(clippy::cast_precision_loss, reason = "a few draws")]
        let spread = (squares / DRAWS as f64 / 2.0).sqrt() * dispersion[0].max(dispersion[1]).sqrt();
        let held_out = Estimate {
            mean: held_out,
            low: held_out.min(by_sight) - Z * spread,
            high: held_out.max(by_sight) + Z * spread,
        };
        Some(Self { models, bids: opening.bids, of_models: opening.gain(0), held_out })
    }

    /// The model of the player at the next seat, or of the one after it.
    pub(super) fn model(&self, rival: usize) -> &Model {
        &self.models[rival]
    }
}

/// A weight with mean 1: the samples are Bayesian bootstraps (Rubin 1981).
fn weight(chance: &mut Stream) -> f32 {
    let above_0 = (f64::from(chance.below(1 << 24)) + 0.5) / f64::from(1 << 24);
    #[expect(clippy::cast_possible_truncation, reason = "a weight")]
    let weight = -above_0.ln() as f32;
    weight
}

/// A match in which the response is played.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    sitting: Sitting<Rules>,
    /// The seat of the response.
    pub(super) seat: usize,
}

/// The matches that make up so many deals.
pub(super) fn matches(deals: u32, seed: u64) -> Vec<Proof> {
    let sittings = sittings("proof", deals, 1, seed).enumerate();
    sittings.map(|(number, sitting)| Proof { sitting, seat: number % SEATS }).collect()
}

impl Proof {
    /// Plays the response against the players of the next seat and of the one after it.
    pub(super) fn play(
        &self,
        parlour: &Parlour,
        rivals: [&Contestant; 2],
        response: &Response,
    ) -> Result<Deals, RunError> {
        let counter = Counter::new(self.seat, response.models.clone(), response.bids, Tries::All);
        let mut chairs: Vec<Chair<'_, Rules>> = vec![
            Chair::Guest(Box::new(Counters(counter))),
            Chair::Contestant(rivals[0]),
            Chair::Contestant(rivals[1]),
        ];
        chairs.rotate_right(self.seat);
        let mut deals = Deals::default();
        parlour.play(&self.sitting, chairs, &mut deals)?;
        Ok(deals)
    }
}

/// The mean of what was won by deal, in chips, with its 95 % interval.
pub(super) fn mean(nets: &[f64]) -> Option<Estimate> {
    let n = f64::from(u32::try_from(nets.len()).ok()?);
    if nets.len() < 2 {
        return None;
    }
    let mean = nets.iter().sum::<f64>() / n;
    let squares: f64 = nets.iter().map(|net| (net - mean).powi(2)).sum();
    let margin = t_quantile(nets.len() - 1) * (squares / (n - 1.0) / n).sqrt();
    Some(Estimate { mean, low: mean - margin, high: mean + margin })
}

/// The response at the referee's table.
struct Counters(Counter);

impl Player<Rules> for Counters {
    fn learn(&mut self, news: &News) {
        self.0.learn(news);
    }

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        Ok(self.0.choose(choices))
    }
}
