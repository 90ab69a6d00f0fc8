//! What a contestant of blackjack would have come to without the luck of the cards.

use croupier_rules::blackjack::mark::{self, EVENINGS, FULL};
use croupier_rules::chance::Stream;

use super::blackjack::{Pair, mark_of, per_evening};
use super::result::Evenings;
use crate::estimate::Stratum;
use crate::standings::LucklessRow;

/// Mark and growth without the luck of the cards, if it was measured in all evenings of a pair.
///
/// The mark that is to be expected: each side's evenings are moved by their mean luck, and tests are drawn from
/// them. The interval is that of the growth without luck: its evenings are drawn again. A test that reached
/// the goal keeps its mark. Where growth does not tell luck from play, as of one who bets a fixed sum and is near ruin
/// some evenings, nothing is moved.
pub(super) fn row(pairs: &[Pair], common_shuffles: bool, mut chance: Stream) -> Option<LucklessRow> {
    let strata: Vec<Stratum> =
        pairs.iter().map(|pair| Some(Stratum(pair.entrant.luckless.clone()?))).collect::<Option<_>>()?;
    let moved: Vec<(&Pair, Moved, Moved)> = pairs
        .iter()
        .map(|pair| {
            let mut sides = [Moved::of(pair.start, &pair.entrant)?, Moved::of(pair.start, &pair.committee)?];
            // Luck of shoes that both have had is taken from both, or from neither.
            if !sides.iter().all(Moved::is_steady) {
                sides.iter_mut().for_each(Moved::stay);
            }
            let [entrant, committee] = sides;
            Some((pair, entrant, committee))
        })
        .collect::<Option<_>>()?;
    let draws: Vec<Draw> = (0..MARK_DRAWS).map(|_| Draw::new(common_shuffles, &mut chance)).collect();
    let expected = |draws: &[Draw], moved_by: Option<&Draw>| -> f64 {
        moved
            .iter()
            .map(|(pair, entrant, committee)| {
                let sides = [
                    entrant.money(moved_by.map(|draw| &draw.own)),
                    committee.money(moved_by.map(|draw| &draw.other)),
                ];
                let marks: u32 = draws.iter().map(|draw| u32::from(draw.mark(&pair.entrant, &sides))).sum();
                f64::from(marks) / f64::from(u32::try_from(draws.len()).expect("a few draws"))
            })
            .sum()
    };
    // Of one who goes broke the growth is that of his last coin, and means nothing.
    let is_broke = pairs.iter().any(|pair| pair.entrant.money.contains(&0));
    let growth = if is_broke { None } else { per_evening(&strata) };
    let mark = expected(&draws, None);
    let few = &draws[..FEW_DRAWS];
    let off = mark - expected(few, None);
    let mut marks: Vec<f64> = (0..INTERVAL_DRAWS)
        .map(|_| off + expected(few, Some(&Draw::new(common_shuffles, &mut chance))))
        .collect();
    marks.sort_unstable_by(f64::total_cmp);
    let cut = INTERVAL_DRAWS / 40;
    let most = f64::from(FULL) * f64::from(u32::try_from(pairs.len()).expect("a contest has few tests"));
    let [low, high] = [marks[cut], marks[INTERVAL_DRAWS - 1 - cut]].map(|end| rounded(end.clamp(0.0, most)));
    Some(LucklessRow { mark: rounded(mark), low, high, growth })
}

/// Tests that the mark is the mean of.
const MARK_DRAWS: usize = 1_000;

/// How many of them are looked at for each draw of the interval.
const FEW_DRAWS: usize = 100;

/// Draws of the interval.
const INTERVAL_DRAWS: usize = 120;

/// How many times less than the growth that without luck has to scatter, for evenings to be moved by it.
const STEADY: f64 = 50.0;

/// Ten evenings of each side.
struct Draw {
    own: [usize; EVENINGS],
    other: [usize; EVENINGS],
}

impl Draw {
    fn new(common_shuffles: bool, chance: &mut Stream) -> Self {
        let ten = u32::try_from(EVENINGS).expect("a test has ten evenings");
        let mut draw = || std::array::from_fn(|_| chance.below(ten) as usize);
        let own: [usize; EVENINGS] = draw();
        Self { own, other: if common_shuffles { own } else { draw() } }
    }

    fn mark(&self, entrant: &Evenings, [own, other]: &[[u64; EVENINGS]; 2]) -> u8 {
        let sum = mark::trimmed_sum(self.own.map(|place| own[place]));
        mark_of(entrant, sum, mark::trimmed_sum(self.other.map(|place| other[place])))
    }
}

/// The evenings of one side, ready to be moved by their mean luck.
struct Moved {
    start: f64,
    /// The growth of each evening as it fell, and without luck; none for one that was not finished or has left nothing.
    growths: [Option<(f64, f64)>; EVENINGS],
    /// Whether an evening has left nothing.
    is_broke: bool,
}

impl Moved {
    fn of(start: u32, evenings: &Evenings) -> Option<Self> {
        let luckless = evenings.luckless.as_ref()?;
        let start = f64::from(start.max(1));
        #[expect(clippy::cast_precision_loss, reason = "money stays far below 2^53")]
        let growth = |money: u64| (money.max(1) as f64 / start).ln();
        let growths = std::array::from_fn(|place| {
            let money = evenings.money.get(place).filter(|&&money| money > 0)?;
            Some((growth(*money), *luckless.get(place)?))
        });
        Some(Self { start, growths, is_broke: evenings.money.contains(&0) })
    }

    /// Whether the growth without luck is about the same in all evenings. By one Kelly its variance is some hundred times smaller
    /// than the growth's. Of one who bets a fixed sum it hangs on how near to ruin the evening came: what ten evenings
    /// tell of it is not what the six that count are worth.
    fn is_steady(&self) -> bool {
        let growths = self.growths.iter().flatten();
        let [as_it_fell, without] =
            [growths.clone().map(|one| one.0).collect(), growths.map(|one| one.1).collect()]
                .map(|all: Vec<f64>| squares(&all));
        !self.is_broke && as_it_fell >= STEADY * without
    }

    /// Takes the growth as it fell for the one without luck.
    fn stay(&mut self) {
        for (as_it_fell, without) in self.growths.iter_mut().flatten() {
            *without = *as_it_fell;
        }
    }

    /// The money of each evening, all moved alike, so that the mean growth is the one without luck: of the evenings as
    /// they are, or of some that are drawn. They scatter by the root of n/(n - 1) more about it than the n that were seen about
    /// their own mean.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "money, cut at a bound")]
    fn money(&self, drawn: Option<&[usize; EVENINGS]>) -> [u64; EVENINGS] {
        let growths = match drawn {
            Some(places) => places.map(|place| self.growths[place]),
            None => self.growths,
        };
        let (mut growth, mut luckless, mut count) = (0.0, 0.0, 0.0_f64);
        for (as_it_fell, without) in growths.into_iter().flatten() {
            growth += as_it_fell;
            luckless += without;
            count += 1.0;
        }
        let [growth, luckless] = [growth, luckless].map(|sum| sum / count.max(1.0));
        let wider = if count > 1.0 { (count / (count - 1.0)).sqrt() } else { 1.0 };
        growths.map(|growths| {
            let moved = |(as_it_fell, _)| luckless + (as_it_fell - growth) * wider;
            growths.map_or(0, |growths| (self.start * f64::exp(moved(growths))).min(2e9) as u64)
        })
    }
}

/// The sum of the squares about the mean.
fn squares(all: &[f64]) -> f64 {
    let mean = all.iter().sum::<f64>() / f64::from(u32::try_from(all.len().max(1)).expect("ten evenings"));
    all.iter().map(|one| (one - mean).powi(2)).sum()
}

/// To four decimals, as all that is told of an interval.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use croupier_rules::chance::Key;

    use super::{Evenings, Pair, row};

    fn evenings(money: &[u64], luckless: &[f64]) -> Evenings {
        Evenings { money: money.to_vec(), full: false, luckless: Some(luckless.to_vec()) }
    }

    fn mark(entrant: Evenings, committee: Evenings, common: bool) -> f64 {
        let pair = Pair { start: 1_000, entrant, committee };
        row(&[pair], common, Key::new(1, "luckless").stream(0)).unwrap().mark
    }

    const MONEY: [u64; 10] = [500, 700, 900, 1_000, 1_100, 1_300, 1_500, 1_900, 2_500, 4_000];

    #[test]
    fn the_same_evenings_on_the_same_shoes_have_the_full_mark() {
        let own = || evenings(&MONEY, &[0.1; 10]);
        assert!((mark(own(), own(), true) - 10.0).abs() < 1e-9);
        // On shoes of their own, chance gives more to one or to the other.
        let apart = mark(own(), own(), false);
        assert!((4.0..8.5).contains(&apart), "{apart}");
    }

    /// Twice the money by luck alone is worth nothing.
    #[test]
    fn luck_that_all_evenings_had_is_taken_away() {
        let lucky = MONEY.map(|money| 2 * money);
        let marks = [
            mark(evenings(&MONEY, &[0.1; 10]), evenings(&MONEY, &[0.3; 10]), true),
            mark(evenings(&lucky, &[0.1; 10]), evenings(&MONEY, &[0.3; 10]), true),
        ];
        // The ratio is that of the growths without luck: e to the power -0.2 * 5, times 10.
        for mark in marks {
            assert!((mark - 3.68).abs() < 0.5, "{marks:?}");
        }
    }

    /// What is not steady tells no luck: twice the money counts as it is, and so does an evening that left nothing.
    #[test]
    fn where_growth_does_not_tell_luck_nothing_is_moved() {
        let lucky = MONEY.map(|money| 2 * money);
        let unsteady = [-0.9, 0.1, 0.3, 0.1, 0.2, 0.0, 0.1, 0.2, 0.1, 0.1];
        assert!(mark(evenings(&lucky, &unsteady), evenings(&MONEY, &[0.3; 10]), true) > 9.9);
        let broke = [&lucky[..9], &[0]].concat();
        let as_it_fell = mark(evenings(&broke, &[0.1; 10]), evenings(&MONEY, &[0.3; 10]), true);
        assert!(as_it_fell > 9.0, "{as_it_fell}");
    }

    #[test]
    fn a_test_that_reached_the_goal_keeps_its_mark() {
        let full = Evenings { full: true, ..evenings(&[1_000_000_000], &[0.0]) };
        assert!((mark(full, evenings(&MONEY, &[0.3; 10]), true) - 10.0).abs() < 1e-9);
    }

    #[test]
    fn a_test_without_an_evening_has_no_mark_and_hides_nothing() {
        assert!(mark(evenings(&[], &[]), evenings(&MONEY, &[0.3; 10]), true) < 1e-9);
        let unmeasured = Evenings { luckless: None, ..evenings(&MONEY, &[]) };
        let pair = Pair { start: 1_000, entrant: unmeasured, committee: evenings(&MONEY, &[0.3; 10]) };
        assert_eq!(row(&[pair], true, Key::new(1, "luckless").stream(0)), None);
    }
}
