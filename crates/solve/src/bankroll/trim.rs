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
    /// The model of the last evening, which is mostly that of the next.
    model: Option<Model>,
}

/// Multiples of Kelly that are tried.
const MULTIPLES: [f64; 5] = [0.75, 1.0, 1.25, 1.5, 2.0];

/// The place of one Kelly among them: how the committee bets.
const ONE: usize = 1;

/// Contests in the model.
const CONTESTS: u64 = 1_000;

/// One way to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    /// So many evenings for the goal.
    goals: usize,
    /// The others at this multiple of Kelly, by its place.
    multiple: usize,
}

impl Plan {
    /// An evening is over.
    pub fn ended(&mut self, money: i64) {
        if self.ended.len() < EVENINGS - 1 {
            self.ended.push(money);
        }
    }

    /// How the evening that begins is bet on.
    pub fn bets(&mut self, purse: &Purse) -> Bets {
        if self.model.as_ref().is_none_or(|model| model.of != *purse) {
            self.model = Some(Model::new(purse));
        }
        let model = self.model.as_ref().expect("it was just made");
        let left = EVENINGS - self.ended.len();
        let ended: Vec<f64> = self.ended.iter().map(|&ended| money(ended)).collect();
        let ways = (0..=left).flat_map(|goals| {
            // Where all are played for the goal there is no other.
            let multiples = if goals == left { 1 } else { MULTIPLES.len() };
            (0..multiples).map(move |multiple| Way { goals, multiple })
        });
        let expected = ways.map(|way| (model.expected(way, &ended), way));
        let best = expected.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, way)| way);
        match best {
            Some(way) if way.goals < left => Bets::Kelly(MULTIPLES[way.multiple]),
            _ => Bets::Goal,
        }
    }
}

/// The contest as the plan sees it.
#[derive(Clone, Debug)]
struct Model {
    of: Purse,
    /// The chance to reach the goal in an evening that is played for it.
    chance: f64,
    contests: Vec<Contest>,
}

#[derive(Clone, Debug)]
struct Contest {
    evenings: [Evening; EVENINGS],
    /// The committee's trimmed sum.
    committee: f64,
}

/// The luck of an evening.
#[derive(Clone, Copy, Debug)]
struct Evening {
    /// As a share of all evenings.
    share: f64,
    /// What it comes to at each multiple of Kelly.
    money: [f64; MULTIPLES.len()],
    /// Whether the money reaches the goal on its way.
    touches: [bool; MULTIPLES.len()],
}

impl Model {
    fn new(purse: &Purse) -> Self {
        let key = Key::new(1, "blackjack/plan for the mark");
        let normal = Normal::standard();
        let contest = |number| {
            let mut stream = key.stream(number);
            let mut evenings = || std::array::from_fn(|_| Evening::draw(&mut stream, &normal, purse));
            let own: [Evening; EVENINGS] = evenings();
            let committee: [Evening; EVENINGS] = evenings();
            Contest { evenings: own, committee: mark::trimmed(committee.map(|evening| evening.money[ONE])) }
        };
        let contests = (0..CONTESTS).map(contest).collect();
        Self { of: *purse, chance: purse.chance(), contests }
    }

    /// The expected mark of a way to go on after some evenings, times the number of contests.
    fn expected(&self, way: Way, ended: &[f64]) -> f64 {
        self.contests.iter().map(|contest| self.mark(contest, way, ended)).sum()
    }

    fn mark(&self, contest: &Contest, way: Way, ended: &[f64]) -> f64 {
        let full = f64::from(FULL);
        let (goals, others) = contest.evenings[ended.len()..].split_at(way.goals);
        if goals.iter().any(|evening| evening.share < self.chance) {
            return full;
        }
        // An evening that was played for the goal and has not reached it has nothing.
        let mut all = [0.0; EVENINGS];
        all[..ended.len()].copy_from_slice(ended);
        for (slot, evening) in all[ended.len()..].iter_mut().zip(others) {
            *slot = evening.money[way.multiple];
            if evening.touches[way.multiple] {
                return full;
            }
        }
        ((mark::trimmed(all) / contest.committee).powi(5) * full).round().min(full)
    }
}

impl Evening {
    /// The logarithm of money is normal: its mean grows by the nats of one Kelly times `c (2 - c)`, its variance
    /// by twice the nats times `c^2`. A path that ends at `x` below a height `b` has been there with the chance `exp(-2 b (b - x) /
    /// variance)`, by the bridge of Brown.
    fn draw(stream: &mut Stream, normal: &Normal, purse: &Purse) -> Self {
        let share = (f64::from(stream.below(u32::MAX)) + 0.5) / f64::from(u32::MAX);
        let luck = normal.inverse_cdf(share);
        let detour = f64::from(stream.below(u32::MAX)) / f64::from(u32::MAX);
        let start = money(purse.start.max(1));
        let height = (money(purse.goal) / start).ln();
        let ends = MULTIPLES.map(|multiple| {
            let variance = multiple * multiple * 2.0 * purse.nats;
            let end = purse.nats * multiple * (2.0 - multiple) + variance.sqrt() * luck;
            let touches = end >= height || detour < (-2.0 * height * (height - end) / variance).exp();
            (start * end.exp(), touches)
        });
        Self { share, money: ends.map(|(money, _)| money), touches: ends.map(|(_, touches)| touches) }
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
