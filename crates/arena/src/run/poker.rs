//! A poker contest: every triple, in one or six orders, for a number of deals (ruling 28).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_rules::poker::Rules;

use super::one_match::{House, Job, Played};
use super::result::MatchResult;
use crate::contest::{PokerContest, Schedule, Seatings};
use crate::contestant::Contestant;
use crate::referee::RefereeError;
use crate::schedule::{ORDERS, Triple, balanced, triples};
use crate::standings::{Share, Tally};

/// The matches of a contest, in the order of their numbers. Contestants that cannot be seated play
/// none.
pub(super) fn jobs(contest: &PokerContest, seed: u64, contestants: &[Contestant]) -> Vec<Job<Rules>> {
    let seated: Vec<usize> = (0..contestants.len()).filter(|&index| contestants[index].plays()).collect();
    let chosen = match contest.schedule {
        Schedule::All => triples(seated.len()),
        Schedule::PerBot(number) => balanced(seated.len(), number),
    };
    let orders = match contest.seatings {
        Seatings::Fixed => &ORDERS[..1],
        Seatings::All => &ORDERS[..],
    };
    let places = chosen.iter().flat_map(|triple| orders.iter().map(move |order| order.map(|at| triple[at])));
    places
        .zip(1..)
        .map(|(places, number)| {
            let seats = places.map(|place| seated[place]);
            Job {
                number,
                label: label(seats, contestants),
                seed,
                rules: vec![contest.rules],
                games: contest.deals,
                seats: seats.to_vec(),
            }
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

/// Plays one match. It is broken off when the run is to stop.
pub(super) fn play(job: &Job<Rules>, house: &House<'_>, stop: &AtomicBool) -> Result<Played, RefereeError> {
    let played = job.play(house, &mut |_| {
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if played.totals.games < job.games && stop.load(Ordering::Relaxed) {
        return Err(RefereeError::Stopped);
    }
    Ok(played)
}

/// What each contestant brought home, from the results in the order of the schedule.
pub(super) fn tallies<'a>(
    contestants: &[Contestant],
    results: impl Iterator<Item = &'a MatchResult>,
) -> Vec<Tally> {
    let mut tallies: Vec<Tally> = contestants.iter().map(Tally::of).collect();
    for seat in results.flat_map(|result| &result.seats) {
        if let Some(tally) = tallies.iter_mut().find(|tally| tally.name == seat.name) {
            tally.shares.push(Share { score: seat.net, ..seat.share() });
        }
    }
    tallies
}
