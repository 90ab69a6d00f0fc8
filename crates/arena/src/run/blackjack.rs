//! A blackjack contest: tests of ten evenings, marked against the committee's player (rulings 8, 9).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_rules::blackjack::mark::{self, EVENINGS, FULL};
use croupier_rules::blackjack::{Evening, Rules};
use croupier_rules::chips::Chips;
use croupier_rules::verdict::Verdict;

use super::one_match::{House, Job, Played};
use super::result::{Evenings, MatchResult};
use crate::contest::{BlackjackContest, Test};
use crate::contestant::Contestant;
use crate::referee::RefereeError;
use crate::standings::{Share, Tally};

/// The matches of a contest: for each test the committee's first, then each contestant's.
/// `contestants` ends with the committee.
pub(super) fn jobs(contest: &BlackjackContest, seed: u64, contestants: &[Contestant]) -> Vec<Job<Rules>> {
    let committee = contestants.len() - 1;
    let seated = (0..committee).filter(|&index| contestants[index].plays());
    let players: Vec<usize> = std::iter::once(committee).chain(seated).collect();
    let matches = contest.tests.iter().flat_map(|test| players.iter().map(move |&player| (test, player)));
    matches
        .zip(1..)
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
    stop: &AtomicBool,
) -> Result<(Played, Evenings), RefereeError> {
    let mut evenings = Evenings::default();
    let played = job.play(house, &mut |evening: &Evening| {
        let money = u64::try_from(evening.money()).expect("money is never below 0");
        evenings.money.push(money);
        // A hand that leaves an entrant with so much ends his test with the full mark.
        evenings.full = !is_committee && evening.money() >= job.rules[0].max_money;
        if evenings.full || stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let verdict = played.totals.verdicts[0];
    if stop.load(Ordering::Relaxed) && evenings.money.len() < EVENINGS && !evenings.full && verdict == Verdict::Ok {
        return Err(RefereeError::Stopped);
    }
    // A rule broken in the very last hand is told after it: the evening does not count.
    if verdict != Verdict::Ok && evenings.money.len() == EVENINGS {
        evenings.money.pop();
    }
    Ok((played, evenings))
}

/// What each contestant brought home: the marks of its tests.
pub(super) fn tallies<'a>(
    contestants: &[Contestant],
    tests: &[Test],
    results: impl Iterator<Item = &'a MatchResult>,
) -> Vec<Tally> {
    let (committee, entrants) = contestants.split_last().expect("the committee is on the list");
    let mut tallies: Vec<Tally> = entrants.iter().map(Tally::of).collect();
    let per_test = 1 + entrants.iter().filter(|entrant| entrant.plays()).count();
    let results: Vec<&MatchResult> = results.collect();
    for results in results.chunks(per_test).take(tests.len()) {
        let Some(reference) = results.iter().find(|result| result.seats[0].name == committee.name) else { continue };
        for seat in results.iter().flat_map(|result| &result.seats) {
            if let Some(tally) = tallies.iter_mut().find(|tally| tally.name == seat.name) {
                let score = Chips::whole(mark_of(seat.evenings(), reference.seats[0].evenings()).into());
                tally.shares.push(Share { score, ..seat.share() });
            }
        }
    }
    tallies
}

/// The mark of a test; evenings that were not finished count 0.
pub(super) fn mark_of(entrant: &Evenings, committee: &Evenings) -> u8 {
    if entrant.full { FULL } else { mark::mark(entrant.trimmed_sum(), committee.trimmed_sum()) }
}
