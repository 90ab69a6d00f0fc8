//! A blackjack contest: tests of ten evenings, marked against the committee's player (rulings 8, 9).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use croupier_rules::blackjack::mark::{self, EVENINGS, FULL};
use croupier_rules::blackjack::{Evening, Rules};
use croupier_rules::chips::Chips;
use croupier_rules::verdict::Verdict;
use serde::Serialize;

use super::one_match::{House, Job, Played};
use super::result::Evenings;
use crate::contest::{BlackjackContest, Test};
use crate::contestant::Contestant;
use crate::referee::RefereeError;
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

/// Plays one test of one contestant, or of the committee.
pub(super) fn play(
    job: &Job<Rules>,
    house: &House<'_>,
    is_committee: bool,
) -> Result<(Played, Evenings), RefereeError> {
    let mut evenings = Evenings::default();
    let played = job.play(house, &mut |evening: &Evening| {
        let money = u64::try_from(evening.money()).expect("money is never below 0");
        evenings.money.push(money);
        // A hand that leaves an entrant with so much ends his test with the full mark.
        evenings.full = !is_committee && evening.money() >= job.rules[0].max_money;
        if evenings.full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    // A rule broken in the very last hand is told after it: the evening does not count.
    if played.totals.verdicts[0] != Verdict::Ok && evenings.money.len() == EVENINGS {
        evenings.money.pop();
    }
    Ok((played, evenings))
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
pub(super) fn tallies(
    contestants: &[Contestant],
    jobs: &[Job<Rules>],
    matches: &BTreeMap<u32, FinishedMatch>,
    tests: &[Test],
) -> (Vec<Tally>, Vec<TestResult>) {
    let (_, entrants) = contestants.split_last().expect("the committee is on the list");
    let mut tallies: Vec<Tally> = entrants.iter().map(Tally::of).collect();
    let mut results = Vec::new();
    let per_test = jobs.len() / tests.len();
    for (test, jobs) in tests.iter().zip(jobs.chunks(per_test)) {
        let played = |job: &Job<Rules>| Some((matches.get(&job.number)?, job.seats[0]));
        let Some((committee, _)) = played(&jobs[0]) else { continue };
        let committee = evenings(committee);
        for (finished, place) in jobs[1..].iter().filter_map(played) {
            let entrant = evenings(finished);
            let mark = mark_of(&entrant, &committee);
            let score = Chips::whole(mark.into());
            tallies[place].shares.push(Share { score, ..finished.seats[0].share.clone() });
            results.push(TestResult {
                test: test.name.clone(),
                name: contestants[place].name.clone(),
                trimmed_sum: entrant.trimmed_sum(),
                committee_sum: committee.trimmed_sum(),
                money: entrant.money,
                mark,
            });
        }
    }
    (tallies, results)
}

fn evenings(finished: &FinishedMatch) -> Evenings {
    serde_json::from_value(finished.result.clone()).unwrap_or_default()
}

/// The mark of a test; evenings that were not finished count 0.
fn mark_of(entrant: &Evenings, committee: &Evenings) -> u8 {
    if entrant.full { FULL } else { mark::mark(entrant.trimmed_sum(), committee.trimmed_sum()) }
}
