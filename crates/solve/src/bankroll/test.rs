//! Tests of ten evenings, made of shoes that were played before.

use croupier_rules::blackjack::mark::{self, EVENINGS, FULL};
use croupier_rules::chance::{Key, Stream};

use super::{Bets, Course, Plan, Purse, Shoes};

/// What a test is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// What each evening begins with.
    pub money: i64,
    /// The shoes of an evening.
    pub shoes: u32,
    /// The money that ends the test with the full mark.
    pub goal: i64,
}

/// Who bets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bettor {
    /// Alike in all evenings.
    Alike(Bets),
    /// For the mark, where the committee has shoes of its own.
    ForTheMark,
}

/// A test that was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Test {
    /// The money at the end of each evening; 0 for those that were not needed.
    pub money: [u64; EVENINGS],
    /// How many evenings were played.
    pub evenings: usize,
    /// Whether a hand reached the goal.
    pub full: bool,
}

impl Test {
    /// Plays a test, with the shoes that its number names. A committee plays on after the goal: its evening
    /// ends there, and the next begins.
    ///
    /// Each shoe of an evening is drawn from the stock by chance of its own, and so is how its rounds end: bettors who play
    /// cards otherwise have the same shoes of the stock, and their rounds end by the same draws, as far as they have as many.
    ///
    /// `watch` is told the evening, the shoes played in it, and the money, which stays after the last time.
    pub fn play(
        shoes: &Shoes,
        bettor: Bettor,
        terms: &Terms,
        key: &Key,
        number: u64,
        is_committee: bool,
        watch: &mut dyn FnMut(usize, u32, i64),
    ) -> Self {
        let growth = shoes.growth(1.0).map_or(0.0, |growth| growth.mean).max(f64::MIN_POSITIVE);
        let (mut test, mut plan, mut course) = (Self::default(), Plan::default(), Course::growing(growth));
        let whole = 52 * shoes.packs();
        for evening in 0..EVENINGS {
            course.start(shoes.packs());
            let purse = Purse {
                money: terms.money,
                start: terms.money,
                goal: terms.goal,
                nats: course.nats_left(whole),
                edge: 0.0,
            };
            let bets = match bettor {
                Bettor::Alike(bets) => bets,
                Bettor::ForTheMark => plan.bets(&purse),
            };
            let mut money = terms.money;
            let mut reached = terms.shoes;
            let bound = u32::try_from(shoes.count()).expect("a stock has fewer than 2^32 shoes");
            let decided = shoes.decided();
            'evening: for shoe in 0..terms.shoes {
                watch(evening, shoe, money);
                if shoe > 0 {
                    course.shuffled();
                }
                // Each shoe has chance of its own, so that two who play cards otherwise get the same shoes.
                let named = (number << 4 | evening as u64) << 32 | u64::from(shoe);
                let mut stream = key.stream(named);
                for round in shoes.shoe(stream.below(bound) as usize) {
                    let nats = if bets == Bets::Goal { course.nats_left(round.left.into()) } else { 0.0 };
                    let bet = bets.bet(&Purse { money, nats, edge: round.edge.into(), ..purse });
                    money += bet * gain(decided, round.edge.into(), &mut stream);
                    if money >= terms.goal {
                        reached = shoe + 1;
                        break 'evening;
                    }
                }
            }
            watch(evening, reached, money);
            plan.ended(money);
            test.money[evening] = u64::try_from(money).expect("money is never below 0");
            test.evenings += 1;
            if money >= terms.goal {
                test.full = true;
                course.broken_off();
            }
            if test.full && !is_committee {
                break;
            }
        }
        test
    }

    /// The sum of the six middle evenings.
    pub fn trimmed_sum(&self) -> u64 {
        mark::trimmed_sum(self.money)
    }

    /// The mark of the test against the committee's.
    pub fn mark(&self, committee: &Self) -> u8 {
        if self.full { FULL } else { mark::mark(self.trimmed_sum(), committee.trimmed_sum()) }
    }
}

/// What a bet of 1 gains on a round that is decided so often, where it is expected to gain the edge.
fn gain(decided: f64, edge: f64, stream: &mut Stream) -> i64 {
    let [win, lose] = [1.0, -1.0].map(|sign| f64::midpoint(decided, sign * edge));
    let drawn = f64::from(stream.below(u32::MAX)) / f64::from(u32::MAX);
    i64::from(drawn < win) - i64::from(drawn >= 1.0 - lose)
}

#[cfg(test)]
mod tests {
    use croupier_rules::blackjack::mark::FULL;
    use croupier_rules::chance::Key;

    use super::{Bets, Bettor, Shoes, Terms, Test};
    use crate::bankroll::Style;

    const TERMS: Terms = Terms { money: 20_000, shoes: 20, goal: 1_000_000_000 };

    fn play(bettor: Bettor, terms: &Terms, is_committee: bool) -> Test {
        let shoes = Shoes::play(&Style::Mimic, 1, 200, 7, 2).unwrap();
        Test::play(&shoes, bettor, terms, &Key::new(7, "tests"), 3, is_committee, &mut |_, _, _| ())
    }

    #[test]
    fn the_same_bets_on_the_same_shoes_have_the_full_mark() {
        let flat = Bettor::Alike(Bets::Flat);
        let (entrant, committee) = (play(flat, &TERMS, false), play(flat, &TERMS, true));
        assert_eq!((entrant.mark(&committee), entrant.evenings), (FULL, 10));
    }

    #[test]
    fn the_goal_ends_an_entrants_test_and_only_an_evening_of_the_committee() {
        let near = Terms { goal: 20_200, ..TERMS };
        let flat = Bettor::Alike(Bets::Flat);
        let (entrant, committee) = (play(flat, &near, false), play(flat, &near, true));
        assert!(entrant.full && committee.full);
        assert_eq!(committee.evenings, 10);
        assert!(entrant.evenings < 10, "{entrant:?}");
        assert_eq!(entrant.mark(&committee), FULL);
    }

    /// The stock is the same whoever plays it on however many threads.
    #[test]
    fn shoes_do_not_depend_on_the_threads() {
        let rounds = |jobs| {
            let shoes = Shoes::play(&Style::Mimic, 2, 13, 1, jobs).unwrap();
            (0..13).map(|number| shoes.shoe(number).to_vec()).collect::<Vec<_>>()
        };
        assert_eq!(rounds(1), rounds(5));
    }

    /// What a table gains is what its estimated edge promised, in the mean over many rounds.
    #[test]
    #[expect(clippy::cast_precision_loss, reason = "a few hundred thousand rounds")]
    fn rounds_gain_what_their_edges_promise() {
        for packs in [1, 4, 10] {
            let shoes = Shoes::play(&Style::table(packs).unwrap(), packs, 60_000 / packs, 6, 2).unwrap();
            let away: f64 = (0..shoes.count())
                .flat_map(|number| shoes.shoe(number))
                .map(|round| f64::from(round.gain) - f64::from(round.edge))
                .sum();
            let error = (shoes.rounds() as f64 * shoes.decided()).sqrt();
            assert!(away.abs() < 4.0 * error, "seed 6, {packs} packs: {away} ± {error}");
        }
    }

    /// Drawing as the dealer has to is fair.
    #[test]
    #[expect(clippy::cast_precision_loss, reason = "a few hundred thousand rounds")]
    fn drawing_like_the_dealer_gains_nothing() {
        let shoes = Shoes::play(&Style::Mimic, 10, 2_000, 5, 2).unwrap();
        let gains: i64 =
            (0..shoes.count()).flat_map(|n| shoes.shoe(n)).map(|round| i64::from(round.gain)).sum();
        let hands = shoes.rounds() as f64;
        assert!((gains as f64).abs() < 4.0 * (0.85 * hands).sqrt(), "{gains} in {hands}");
    }
}
