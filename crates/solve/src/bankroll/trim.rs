//! Betting for the mark of a test: ten evenings, of which six count, or one that reaches the goal.

use croupier_rules::blackjack::mark::{self, EVENINGS, FULL};
use croupier_rules::chance::{Key, Stream};
use statrs::distribution::{ContinuousCDF, Normal};

use super::bets::money;
use super::{Bets, Purse};

/// How the evenings that are left of a test are bet on.
///
/// Before each evening, each plan that plays some of the evenings left for the goal and the others at some
/// multiple of Kelly is tried in a model of the contest; the plan with the greatest expected mark is taken,
/// evenings for the goal last, since how the others went decides whether they are needed. In the model the
/// logarithm of an evening's money is normal with the mean and the variance of its bets, and the committee
/// plays at one Kelly with shoes of its own.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The money of the evenings that are over.
    ended: Vec<i64>,
}

/// Multiples of Kelly that are tried.
const MULTIPLES: [f64; 5] = [0.75, 1.0, 1.25, 1.5, 2.0];

/// Contests in the model.
const CONTESTS: u64 = 2_000;

/// One way to go on.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// So many evenings for the goal.
    goals: usize,
    /// The others at this multiple of Kelly.
    multiple: f64,
}

impl Plan {
    /// An evening is over.
    pub fn ended(&mut self, money: i64) {
        if self.ended.len() < EVENINGS - 1 {
            self.ended.push(money);
        }
    }

    /// How the evening that begins is bet on.
    pub fn bets(&self, purse: &Purse) -> Bets {
        let left = EVENINGS - self.ended.len();
        let kelly = |goals| MULTIPLES.into_iter().map(move |multiple| Way { goals, multiple });
        let ways = (0..left).flat_map(kelly).chain([Way { goals: left, multiple: 0.0 }]);
        let model = Model::new(purse);
        let best = ways.max_by(|a, b| self.expected(a, &model).total_cmp(&self.expected(b, &model)));
        match best {
            Some(way) if way.goals < left => Bets::Kelly(way.multiple),
            _ => Bets::Goal,
        }
    }

    /// The expected mark of a way.
    fn expected(&self, way: &Way, model: &Model) -> f64 {
        let mut marks = 0.0;
        for contest in &model.contests {
            let mut all = [0_u64; EVENINGS];
            for (slot, &ended) in all.iter_mut().zip(&self.ended) {
                *slot = u64::try_from(ended).unwrap_or(0);
            }
            let left = EVENINGS - self.ended.len();
            let evenings = &contest.evenings[..left];
            let (goals, others) = evenings.split_at(way.goals);
            let mut full = goals.iter().any(|evening| evening.share < model.chance);
            for (slot, evening) in all[self.ended.len()..].iter_mut().zip(others) {
                *slot = model.money(evening.normal, way.multiple);
                full |= *slot >= model.goal;
            }
            marks += if full {
                f64::from(FULL)
            } else {
                f64::from(mark::mark(mark::trimmed_sum(all), contest.committee))
            };
        }
        marks
    }
}

/// The contest as the plan sees it.
#[derive(Debug)]
struct Model {
    start: f64,
    goal: u64,
    /// The growth of an evening at one Kelly, in nats.
    nats: f64,
    /// The chance to reach the goal in an evening that is played for it.
    chance: f64,
    contests: Vec<Modelled>,
}

#[derive(Debug)]
struct Modelled {
    evenings: [Evening; EVENINGS],
    /// The committee's trimmed sum.
    committee: u64,
}

/// The luck of an evening: a share of all evenings, and the same as a normal deviate.
#[derive(Clone, Copy, Debug)]
struct Evening {
    share: f64,
    normal: f64,
}

impl Model {
    fn new(purse: &Purse) -> Self {
        let key = Key::new(1, "blackjack/plan for the mark");
        let mut model = Self {
            start: money(purse.start.max(1)),
            goal: u64::try_from(purse.goal).unwrap_or(1),
            nats: purse.nats,
            chance: purse.chance(),
            contests: Vec::new(),
        };
        let normal = Normal::standard();
        let contest = |number| {
            let mut stream = key.stream(number);
            let mut evening = || Evening::draw(&mut stream, &normal);
            let evenings = std::array::from_fn(|_| evening());
            let committee: [Evening; EVENINGS] = std::array::from_fn(|_| evening());
            let committee = mark::trimmed_sum(committee.map(|evening| model.money(evening.normal, 1.0)));
            Modelled { evenings, committee }
        };
        model.contests = (0..CONTESTS).map(contest).collect();
        model
    }

    /// The money of an evening at a multiple of Kelly.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "money, cut at the goal")]
    fn money(&self, normal: f64, multiple: f64) -> u64 {
        let mean = self.nats * multiple * (2.0 - multiple);
        let deviation = multiple * (2.0 * self.nats).sqrt();
        (self.start * (mean + deviation * normal).exp()).min(2e9) as u64
    }
}

impl Evening {
    fn draw(stream: &mut Stream, normal: &Normal) -> Self {
        let share = (f64::from(stream.below(u32::MAX)) + 0.5) / f64::from(u32::MAX);
        Self { share, normal: normal.inverse_cdf(share) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bets, Plan, Purse};

    const PURSE: Purse = Purse { money: 100_000, start: 100_000, goal: 1_000_000_000, nats: 3.7, edge: 0.0 };

    /// Twenty packs, 500 shuffles, the most money: any of ten evenings reaches the goal in four of five tests.
    #[test]
    fn where_the_goal_is_near_all_evenings_are_played_for_it() {
        assert_eq!(Plan::default().bets(&PURSE), Bets::Goal);
    }

    #[test]
    fn where_it_is_far_the_evenings_are_played_for_their_sum() {
        let far = Purse { money: 20_000, start: 20_000, nats: 0.8, ..PURSE };
        assert!(matches!(Plan::default().bets(&far), Bets::Kelly(_)));
    }

    /// Nine evenings without money leave nothing but the goal.
    #[test]
    fn what_is_lost_is_played_boldly() {
        let mut plan = Plan::default();
        (0..9).for_each(|_| plan.ended(0));
        let far = Purse { money: 20_000, start: 20_000, nats: 0.8, ..PURSE };
        assert_eq!(plan.bets(&far), Bets::Goal);
    }
}
