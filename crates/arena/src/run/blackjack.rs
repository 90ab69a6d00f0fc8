//! A blackjack contest: tests of ten evenings, marked against the committee's player (rulings 8, 9).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use croupier_rules::blackjack::mark::{self, EVENINGS, FULL};
use croupier_rules::blackjack::{Evening, Rules};
use croupier_rules::chance::{Key, Stream};
use croupier_rules::chips::Chips;
use croupier_rules::game::Step;
use croupier_rules::record::Totals;
use croupier_rules::verdict::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::luckless;
use super::one_match::{Account, Job, Watch};
use super::result::Evenings;
use crate::contest::{BlackjackContest, Test};
use crate::contestant::Contestant;
use crate::dealing::Dealing;
use crate::estimate::{Estimate, Stratum, bootstrap};
use crate::luck::{Meter, NewMeter};
use crate::standings::{Share, Tally};
use crate::store::FinishedMatch;

/// The matches of a contest: for each test the committee's first, then each contestant's. Those of
/// contestants that cannot be seated are left out; the others keep their numbers.
/// `contestants` ends with the committee.
pub(super) fn jobs(contest: &BlackjackContest, seed: u64, contestants: &[Contestant]) -> Vec<Job<Rules>> {
    let committee = contestants.len() - 1;
    let players = std::iter::once(committee).chain(0..committee);
    let matches = contest.tests.iter().flat_map(|test| players.clone().map(move |player| (test, player)));
    matches
        .zip(1..)
        .filter(|((_, player), _)| contestants[*player].plays())
        .map(|((test, player), number)| {
            let own = if contest.common_shuffles { "" } else { &contestants[player].name };
            Job {
                number,
                label: format!("blackjack/test {}/{own}", test.name).trim_end_matches('/').to_owned(),
                seed: test.seed.unwrap_or(seed),
                dealing: Dealing::Random,
                rules: rules(contest, test),
                games: u32::try_from(EVENINGS).expect("a test has ten evenings"),
                seats: vec![player],
            }
        })
        .collect()
}

fn rules(contest: &BlackjackContest, test: &Test) -> Vec<Rules> {
    let evening = |shuffles: &u32| Rules {
        money: test.money.into(),
        packs: test.packs,
        shuffles: *shuffles,
        first_shuffle_counts: contest.first_shuffle_counts,
        ..Rules::default()
    };
    test.shuffles.iter().map(evening).collect()
}

/// Keeps what the evenings of a test come to.
pub(super) struct Night {
    evenings: Evenings,
    /// The money with which a hand ends an entrant's test and gives it the full mark.
    full: Option<i64>,
    meter: Option<Box<dyn Meter>>,
}

impl Night {
    /// For a test of one contestant, or of the committee.
    pub(super) fn of(job: &Job<Rules>, is_committee: bool, luck: Option<NewMeter>) -> Self {
        let full = if is_committee { None } else { Some(job.rules[0].max_money) };
        let meter = luck.map(|meter| meter());
        let luckless = meter.is_some().then(Vec::new);
        Self { evenings: Evenings { luckless, ..Evenings::default() }, full, meter }
    }
}

impl Account<Rules> for Night {
    fn result(self: Box<Self>, totals: &Totals) -> Value {
        let mut evenings = self.evenings;
        // A rule broken in the very last hand is told after it: that evening does not count, and money
        // that was won in it gives no full mark.
        let ended = evenings.full || evenings.money.len() == EVENINGS;
        if ended && totals.verdicts[0] != Verdict::Ok {
            evenings.money.pop();
            if let Some(luckless) = &mut evenings.luckless {
                luckless.truncate(evenings.money.len());
            }
            evenings.full = false;
        }
        serde_json::to_value(evenings).expect("sums of money are plain values")
    }
}

impl Watch<Rules> for Night {
    fn step(&mut self, rules: &Rules, before: &Evening, step: &Step<Rules>) {
        if let Some(meter) = &mut self.meter {
            meter.step(rules, before, step);
        }
    }

    fn over(&mut self, end: &Evening) -> ControlFlow<()> {
        self.evenings.money.push(u64::try_from(end.money()).expect("money is never below 0"));
        if let Some(meter) = &mut self.meter {
            let growth = (meter.evening() * 1e6).round() / 1e6;
            self.evenings.luckless.get_or_insert_default().push(growth);
        }
        self.evenings.full = self.full.is_some_and(|full| end.money() >= full);
        if self.evenings.full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A test of one contestant, as the standings show it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestResult {
    /// The test.
    pub test: String,
    /// The contestant.
    pub name: String,
    /// Its money at the end of each evening that was finished.
    pub money: Vec<u64>,
    /// The sum of the six middle evenings.
    pub trimmed_sum: u64,
    /// The committee's sum.
    pub committee_sum: u64,
    /// The mark, 0 to 10.
    pub mark: u8,
}

/// The tests that were played, by test and contestant, and what each contestant brought home.
/// `contestants` ends with the committee.
///
/// # Errors
/// Which stored result cannot be read.
pub(super) fn tallies(
    contestants: &[Contestant],
    jobs: &[Job<Rules>],
    matches: &BTreeMap<u32, FinishedMatch>,
    contest: &BlackjackContest,
) -> Result<(Vec<Tally>, Vec<TestResult>), String> {
    let (_, entrants) = contestants.split_last().expect("the committee is on the list");
    let mut tallies: Vec<Tally> = entrants.iter().map(Tally::of).collect();
    let mut pairs: Vec<Vec<Pair>> = vec![Vec::new(); entrants.len()];
    let mut results = Vec::new();
    let per_test = jobs.len() / contest.tests.len();
    for (test, jobs) in contest.tests.iter().zip(jobs.chunks(per_test)) {
        let played = |job: &Job<Rules>| Some((matches.get(&job.number)?, job.seats[0]));
        let Some((committee, _)) = played(&jobs[0]) else { continue };
        let committee = evenings(committee)?;
        for (finished, place) in jobs[1..].iter().filter_map(played) {
            let pair = Pair { start: test.money, entrant: evenings(finished)?, committee: committee.clone() };
            let score = Chips::whole(pair.mark().into());
            tallies[place].shares.push(Share { score, ..finished.seats[0].share.clone() });
            results.push(TestResult {
                test: test.name.clone(),
                name: contestants[place].name.clone(),
                trimmed_sum: pair.entrant.trimmed_sum(),
                committee_sum: committee.trimmed_sum(),
                money: pair.entrant.money.clone(),
                mark: pair.mark(),
            });
            pairs[place].push(pair);
        }
    }
    for (tally, pairs) in tallies.iter_mut().zip(&pairs) {
        tally.mean = growth(pairs);
        if !pairs.is_empty() {
            let key = Key::new(jobs[0].seed, &format!("bootstrap/{}", tally.name));
            tally.interval = Some(mark_interval(pairs, contest.common_shuffles, key.stream(0)));
            tally.luckless = luckless::row(pairs, contest.common_shuffles, key.stream(1));
        }
    }
    Ok((tallies, results))
}

/// A test of an entrant and of the committee.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The money that each evening began with.
    pub(super) start: u32,
    pub(super) entrant: Evenings,
    pub(super) committee: Evenings,
}

impl Pair {
    /// The mark of the test; evenings that were not finished count 0.
    pub(super) fn mark(&self) -> u8 {
        mark_of(&self.entrant, self.entrant.trimmed_sum(), self.committee.trimmed_sum())
    }
}

pub(super) fn mark_of(entrant: &Evenings, sum: u64, committee: u64) -> u8 {
    if entrant.full { FULL } else { mark::mark(sum, committee) }
}

/// Growth of the money in an evening, in nats, over the evenings that were finished; each test is a
/// stratum. Money 0 counts as 1, whose logarithm exists.
fn growth(pairs: &[Pair]) -> Option<Estimate> {
    let nats = |pair: &Pair| {
        let start = f64::from(pair.start.max(1)).ln();
        #[expect(clippy::cast_precision_loss, reason = "money stays far below 2^53")]
        let growth = |&money: &u64| (money.max(1) as f64).ln() - start;
        Stratum(pair.entrant.money.iter().map(growth).collect())
    };
    let strata: Vec<Stratum> = pairs.iter().map(nats).collect();
    per_evening(&strata)
}

pub(super) fn per_evening(strata: &[Stratum]) -> Option<Estimate> {
    let evenings: usize = strata.iter().map(|stratum| stratum.0.len()).sum();
    let evenings = f64::from(u32::try_from(evenings).expect("a contest has few evenings"));
    Estimate::total(strata).map(|total| total.per(evenings).rounded(4))
}

/// The interval of the sum of marks by a bootstrap over evenings: where all play the same shoes, an
/// evening is drawn with the committee's evening on the same shoes.
///
/// Marks that are drawn again are lower in the mean than the marks themselves, for they are cut at ten. In one test that is
/// within the interval; over many it would add up, and is taken off.
pub(super) fn mark_interval(pairs: &[Pair], common_shuffles: bool, chance: Stream) -> (f64, f64) {
    let all: Vec<_> = pairs.iter().map(|pair| (pair, pair.entrant.all(), pair.committee.all())).collect();
    let drawn = bootstrap(chance, EVENINGS, |draw| {
        let marks = all.iter().map(|(pair, entrant, committee)| {
            let places: [usize; EVENINGS] = std::array::from_fn(|_| draw());
            let others = if common_shuffles { places } else { std::array::from_fn(|_| draw()) };
            let sum = mark::trimmed_sum(places.map(|place| entrant[place]));
            u32::from(mark_of(&pair.entrant, sum, mark::trimmed_sum(others.map(|place| committee[place]))))
        });
        f64::from(marks.sum::<u32>())
    });
    let sum: f64 = pairs.iter().map(|pair| f64::from(pair.mark())).sum();
    let tests = f64::from(u32::try_from(pairs.len()).expect("a contest has few tests"));
    let bias = (drawn.mean - sum) * (1.0 - 1.0 / tests);
    let [low, high] = [drawn.low, drawn.high].map(|end| (end - bias).clamp(0.0, tests * f64::from(FULL)));
    (low, high)
}

pub(super) fn evenings(finished: &FinishedMatch) -> Result<Evenings, String> {
    Evenings::deserialize(&finished.result)
        .map_err(|error| format!("the result of match {} is no evenings: {error}", finished.number))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;

    use croupier_rules::blackjack::{Evening, Rules};
    use croupier_rules::chance::Key;
    use croupier_rules::seat::Seat;

    use super::{Evenings, Pair, growth, mark_interval, mark_of};
    use crate::dealer::Seeded;
    use crate::house;
    use crate::referee::{Match, NoRecord};

    /// Ten evenings of a house player on the shoes of a contest.
    fn evenings(contest: u64, name: &str) -> Evenings {
        let rules = Rules { shuffles: 6, ..Rules::default() };
        let key = Key::new(contest, "coverage");
        let mut evenings = Evenings::default();
        let mut players = vec![house::own(name, &rules, Seat(0), key.stream(0)).unwrap()];
        Match { rules: &[rules], games: 10, players: &mut players, stop: &AtomicBool::new(false) }
            .play(&mut Seeded::new(key), &mut NoRecord, &mut |evening: &Evening| {
                evenings.money.push(u64::try_from(evening.money()).unwrap());
                ControlFlow::Continue(())
            })
            .unwrap();
        evenings
    }

    /// A thousand contests with other cards: the interval of the growth holds its mean in 93 to 97 of a
    /// hundred. The bootstrap of the mark has ten evenings to draw from and is told for what it is in
    /// `docs/intervals.md`: here it must not be worse than that page says.
    #[test]
    fn intervals_of_blackjack_cover_what_they_promise() {
        const CONTESTS: u32 = 1_000;
        let pairs: Vec<Pair> = (0..u64::from(CONTESTS))
            .map(|contest| Pair {
                start: 20_000,
                entrant: evenings(contest, "mimic"),
                committee: evenings(contest, "flat"),
            })
            .collect();
        let growths: Vec<_> = pairs.iter().map(|pair| growth(std::slice::from_ref(pair)).unwrap()).collect();
        let truth = growths.iter().map(|growth| growth.mean).sum::<f64>() / f64::from(CONTESTS);
        let covered = growths.iter().filter(|growth| (growth.low..=growth.high).contains(&truth)).count();
        assert!((930..=970).contains(&covered), "{covered} of {CONTESTS} hold {truth}");

        let sum = |of: fn(&Pair) -> u64| pairs.iter().map(of).sum::<u64>();
        let entrant = sum(|pair| pair.entrant.trimmed_sum());
        let committee = sum(|pair| pair.committee.trimmed_sum());
        let long_run = f64::from(mark_of(&Evenings::default(), entrant, committee));
        let held = pairs.iter().zip(0..).filter(|(pair, contest)| {
            let chance = Key::new(*contest, "bootstrap").stream(0);
            let (low, high) = mark_interval(std::slice::from_ref(*pair), true, chance);
            (low..=high).contains(&long_run)
        });
        let held = held.count();
        println!("the bootstrap holds the mark of the long run, {long_run}, in {held} of {CONTESTS}");
        assert!(held >= 850, "{held} of {CONTESTS} hold {long_run}");
    }
}
