//! A poker contest: every triple, in one or six orders, for a number of deals (ruling 28).

use std::ops::ControlFlow;

use croupier_rules::poker::Rules;

use super::one_match::{House, Job, Played};
use crate::contest::{PokerContest, Schedule, Seatings};
use crate::contestant::Contestant;
use crate::referee::RefereeError;
use crate::schedule::{ORDERS, Triple, balanced, triples};
use crate::standings::Tally;
use crate::store::FinishedMatch;

/// The matches of a contest, in the order of their numbers. Those of contestants that cannot be
/// seated are left out; the others keep their numbers.
pub(super) fn jobs(contest: &PokerContest, seed: u64, contestants: &[Contestant]) -> Vec<Job<Rules>> {
    let chosen = match contest.schedule {
        Schedule::All => triples(contestants.len()),
        Schedule::PerBot(number) => balanced(contestants.len(), number),
    };
    let orders = match contest.seatings {
        Seatings::Fixed => &ORDERS[..1],
        Seatings::All => &ORDERS[..],
    };
    let tables = chosen.iter().flat_map(|triple| orders.iter().map(move |order| order.map(|at| triple[at])));
    tables
        .zip(1..)
        .filter(|(seats, _)| seats.iter().all(|&seat| contestants[seat].plays()))
        .map(|(seats, number)| Job {
            number,
            label: label(seats, contestants),
            seed,
            rules: vec![contest.rules],
            games: contest.deals,
            seats: seats.to_vec(),
        })
        .collect()
}

/// The names of the three in alphabetic order: the same deals in every order of seats, whoever else
/// takes part in the contest.
fn label(seats: Triple, contestants: &[Contestant]) -> String {
    let mut names = seats.map(|seat| contestants[seat].name.as_str());
    names.sort_unstable();
    format!("poker/{}", names.join(" + "))
}

/// Plays one match.
pub(super) fn play(job: &Job<Rules>, house: &House<'_>) -> Result<Played, RefereeError> {
    job.play(house, &mut |_| ControlFlow::Continue(()))
}

/// What each contestant brought home, from the matches in the order of the schedule.
pub(super) fn tallies<'a>(
    contestants: &[Contestant],
    matches: impl Iterator<Item = &'a FinishedMatch>,
) -> Vec<Tally> {
    let mut tallies: Vec<Tally> = contestants.iter().map(Tally::of).collect();
    for seat in matches.flat_map(|finished| &finished.seats) {
        if let Some(tally) = tallies.iter_mut().find(|tally| tally.name == seat.entrant) {
            tally.shares.push(seat.share.clone());
        }
    }
    tallies
}
