//! The best responder plays against the players' own code: what it wins is what was computed.

use std::collections::BTreeMap;

use croupier_rules::chance::Key;
use croupier_rules::poker::{Action, Choices, News, Round};
use croupier_solve::poker::{Bids, Course, Equilibrium, Grid, Limits, Plan, Policy, Responder, Spot};

use crate::table::{Player, play};

/// Takes the best choice with its card, as the computation has it.
struct Best<'p> {
    responder: Responder<'p>,
    course: Course<'p>,
    first: [u16; 10],
    /// Best choices by public state, as far as they came.
    calls: BTreeMap<String, [bool; 10]>,
    bids: BTreeMap<String, [u16; 10]>,
}

impl<'p> Best<'p> {
    fn new(policy: &'p Policy, seat: usize, first: [u16; 10], second: Bids) -> Self {
        let responder = Responder::new(policy, seat, second);
        let course = Course::new(policy);
        Self { responder, course, first, calls: BTreeMap::new(), bids: BTreeMap::new() }
    }

    fn spot(&self) -> Spot<'p> {
        *self.course.spot().unwrap()
    }
}

impl Player for Best<'_> {
    fn learn(&mut self, news: &News) {
        self.course.learn(news);
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        let card = self.course.card().unwrap();
        match *choices {
            Choices::Bid { round: Round::First, .. } => Action::Bid(self.first[card]),
            Choices::Call { round: Round::First, .. } => {
                let spot = self.spot();
                let key = format!("{:?}", spot.state());
                let responder = &self.responder;
                let pays = self.calls.entry(key).or_insert_with(|| {
                    let [folds, pays] = responder.first_calls(&spot);
                    std::array::from_fn(|card| pays[card] > folds[card])
                });
                Action::Call(pays[card])
            }
            Choices::Bid { round: Round::Second, min, .. } => {
                let spot = self.spot();
                let key = format!("{:?}", (spot.state(), spot.ranges()));
                let responder = &self.responder;
                let bids = self.bids.entry(key).or_insert_with(|| {
                    let worths = responder.second_bids(&spot);
                    let best = |card: usize| worths.iter().max_by(|a, b| a.1[card].total_cmp(&b.1[card]));
                    std::array::from_fn(|card| best(card).map_or(min, |(bid, _)| *bid))
                });
                Action::Bid(bids[card])
            }
            Choices::Call { round: Round::Second, .. } => {
                let [folds, pays] = self.responder.last_calls(&self.course).unwrap();
                Action::Call(pays[card] > folds[card])
            }
        }
    }
}

/// What the responder wins at a seat: the mean of many deals and its standard error.
fn played(policy: &Policy, seat: usize, first: [u16; 10], second: Bids, deals: u32, seed: u64) -> (f64, f64) {
    let key = Key::new(seed, "responder");
    let mut others: Vec<Equilibrium<'_>> =
        (0..3).map(|at| Equilibrium::new(policy, at, key.stream(1 + at as u64))).collect();
    let mut best = Best::new(policy, seat, first, second);
    let mut cards = key.stream(0);
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..deals {
        let mut players: Vec<&mut dyn Player> =
            others.iter_mut().map(|player| player as &mut dyn Player).collect();
        players[seat] = &mut best;
        let mut players: [&mut dyn Player; 3] = players.try_into().ok().unwrap();
        let won = play(&mut players, &mut cards)[seat];
        sum += won;
        squares += won * won;
    }
    let deals = f64::from(deals);
    let mean = sum / deals;
    (mean, ((squares / deals - mean * mean) / deals).sqrt())
}

/// A policy that is far from an equilibrium, with columns and without.
pub(crate) fn rough(columns: Vec<u16>) -> Policy {
    let grid = Grid::new(Limits { min: 10, max: 300 }, &[10, 30, 300], &[3.0], &[2.0]).unwrap();
    Plan { grid, passes: 150, columns, column_passes: 40, gate_passes: 16 }.solve(&|_| true).unwrap()
}

#[test]
fn the_computed_gain_is_what_the_responder_wins_of_the_players() {
    let (deals, seed) = if croupier_trial::is_long() { (300_000, 11) } else { (60_000, 11) };
    for (columns, seat) in [(vec![20, 35, 50], 0), (vec![], 1), (vec![60], 2)] {
        let policy = rough(columns);
        let (first, second) = (Bids::Every(9), Bids::Every(23));
        let gain = policy.gain(first, second);
        let (mean, error) = played(&policy, seat, gain.bids, second, deals, seed);
        println!("computed {:.3}, played {mean:.3} ± {error:.3}", gain.chips);
        let off = (mean - gain.chips).abs() / error;
        assert!(
            off < 4.0,
            "seed {seed}, seat {seat}: computed {:.3}, played {mean:.3} ± {error:.3}",
            gain.chips
        );
        assert!(gain.chips > 4.0 * error, "the gain is told from nothing: {:.3} ± {error:.3}", gain.chips);
    }
}

/// The shipped policy: with `CROUPIER_LONG=1` 200,000 deals, and the gain when every third size may be bid in round 1 and every
/// thirteenth in round 2.
#[test]
fn the_shipped_policy_loses_to_the_responder_what_was_computed() {
    if !croupier_trial::is_long() {
        return;
    }
    let policy = Policy::shipped();
    let (first, second) = (Bids::Every(3), Bids::Every(13));
    let gain = policy.gain(first, second);
    let (mean, error) = played(policy, 0, gain.bids, second, 200_000, 5);
    println!("computed {:.4}, played {mean:.4} ± {error:.4}", gain.chips);
    assert!(
        (mean - gain.chips).abs() < 4.0 * error,
        "computed {:.4}, played {mean:.4} ± {error:.4}",
        gain.chips
    );
    assert!(gain.chips < 0.3);
}

/// Bids that no policy expects, fouls among them, leave every player with an answer.
#[test]
fn any_bids_and_fouls_find_an_answer() {
    struct Wild(croupier_rules::chance::Stream);
    impl Player for Wild {
        fn learn(&mut self, _: &News) {}

        fn choose(&mut self, choices: &Choices) -> Action {
            match *choices {
                Choices::Bid { .. } if self.0.below(5) == 0 => Action::Foul,
                Choices::Bid { min, .. } if self.0.below(3) == 0 => Action::Bid(min),
                Choices::Bid { min, max, .. } => {
                    Action::Bid(min + u16::try_from(self.0.below(u32::from(max - min) + 1)).unwrap())
                }
                Choices::Call { .. } => Action::Call(self.0.below(2) == 0),
            }
        }
    }
    let policy = rough(vec![20, 35, 50]);
    let key = Key::new(3, "wild");
    let mut one = Equilibrium::new(&policy, 1, key.stream(1));
    let (mut a, mut b, mut cards) = (Wild(key.stream(2)), Wild(key.stream(3)), key.stream(0));
    for _ in 0..3_000 {
        play(&mut [&mut a, &mut one, &mut b], &mut cards);
    }
}
