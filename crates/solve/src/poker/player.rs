//! A seat that plays a policy.

use croupier_rules::chance::Stream;
use croupier_rules::poker::{Action, Choices, News, Round};

use super::course::Course;
use super::policy::Policy;
use super::showdown::Range;

/// Plays a policy: its own bids only, and an answer to every bid. It takes the same chance to the same action on every
/// machine.
#[derive(Debug)]
pub struct Equilibrium<'p> {
    policy: &'p Policy,
    seat: usize,
    course: Course<'p>,
    chance: Stream,
    /// What the last action was drawn from.
    drawn: Vec<(Action, u32)>,
}

/// Parts of one that a chance is drawn in.
const PARTS: u32 = 1 << 24;

impl<'p> Equilibrium<'p> {
    /// At a seat, 0 to 2, with its own stream of chance.
    pub fn new(policy: &'p Policy, seat: usize, chance: Stream) -> Self {
        Self { policy, seat, course: Course::new(policy), chance, drawn: Vec::new() }
    }

    /// Takes notice.
    pub fn learn(&mut self, news: &News) {
        self.course.learn(news);
    }

    /// Answers a question.
    pub fn choose(&mut self, choices: &Choices) -> Action {
        let card = self.course.card().unwrap_or(0);
        self.drawn.clear();
        match *choices {
            Choices::Bid { round: Round::First, min, .. } => {
                let sizes = self.policy.grid().first();
                Action::Bid(self.drawn(sizes, self.policy.first_bids(), card).unwrap_or(min))
            }
            Choices::Bid { round: Round::Second, min, max } => {
                let spot = self.course.spot().copied();
                let bid = spot.and_then(|spot| {
                    let sizes = spot.sizes().into_iter().map(|size| size.clamp(min, max));
                    self.drawn(&sizes.collect::<Vec<_>>(), spot.rows(self.seat)?, card)
                });
                Action::Bid(bid.unwrap_or(min))
            }
            Choices::Call { round: Round::First, .. } => {
                let pays = self.course.spot().map_or(0.0, |spot| spot.pays(self.seat)[card]);
                Action::Call(self.happens(pays))
            }
            Choices::Call { round: Round::Second, .. } => {
                let check = self.course.last_check();
                let pays = check.and_then(|check| check.pays[self.seat]).map_or(0.0, |pays| pays[card]);
                Action::Call(self.happens(pays))
            }
        }
    }

    /// What the last action was drawn from: each action with a weight; nothing where it had no choice.
    pub fn chances(&self) -> &[(Action, u32)] {
        &self.drawn
    }

    /// One of the sizes, by the chances of the rows for a card. None if the policy does not bid here.
    fn drawn(&mut self, sizes: &[u16], rows: &[Range], card: usize) -> Option<u16> {
        if rows.len() != sizes.len() {
            return None;
        }
        let weights: Vec<u32> = rows.iter().map(|row| parts(row[card])).collect();
        self.drawn.extend(sizes.iter().map(|&size| Action::Bid(size)).zip(weights.iter().copied()));
        self.chance.try_pick(&weights).map(|at| sizes[at])
    }

    fn happens(&mut self, chance: f32) -> bool {
        let pays = parts(chance);
        self.drawn.extend([(Action::Call(false), PARTS - pays), (Action::Call(true), pays)]);
        self.chance.below(PARTS) < pays
    }
}

/// A chance in whole parts.
fn parts(chance: f32) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a chance is from 0 to 1")]
    let parts = (chance * 16_777_216.0).round() as u32;
    parts.min(PARTS)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use croupier_rules::chance::Key;
    use croupier_rules::poker::{Action, Choices, News, Round};
    use croupier_rules::seat::Seats;

    use super::{Equilibrium, Policy};

    /// The actions that were drawn in so many questions, held against the chances that were told.
    fn draws_as_told(news: &[News], choices: Choices, count: u32) {
        let mut player = Equilibrium::new(Policy::shipped(), 0, Key::new(7, "as told").stream(0));
        for news in news {
            player.learn(news);
        }
        let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..count {
            *drawn.entry(player.choose(&choices).to_string()).or_default() += 1;
        }
        let told: Vec<(Action, u32)> =
            player.chances().iter().copied().filter(|(_, weight)| *weight > 0).collect();
        assert!(told.len() > 1, "{choices}: {told:?} is no draw");
        let total: f64 = told.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let mut seen = 0;
        for (action, weight) in told {
            let chance = f64::from(weight) / total;
            let times = drawn.get(&action.to_string()).copied().unwrap_or_default();
            let off = (f64::from(times) - chance * f64::from(count))
                / (chance * (1.0 - chance) * f64::from(count)).sqrt();
            assert!(off.abs() < 4.5, "{choices}: {action} {times} times of {count}, {chance} was told");
            seen += times;
        }
        assert_eq!(seen, count, "{choices}: only what was told is done");
    }

    #[test]
    fn an_equilibrium_draws_by_the_chances_that_it_tells() {
        let first = Choices::Bid { round: Round::First, min: 10, max: 300 };
        for card in [1, 3, 9] {
            draws_as_told(&[News::Hand(card)], first, 100_000);
        }
        let all = Seats::first(3);
        let opened = |card, stakes| {
            [News::Hand(card), News::Bets(Round::First, stakes), News::Live(Round::First, all)]
        };
        let second = |min| Choices::Bid { round: Round::Second, min, max: 300 };
        draws_as_told(&opened(8, [10; 3]), second(10), 100_000);
        draws_as_told(&opened(9, [10; 3]), second(10), 100_000);
    }
}
