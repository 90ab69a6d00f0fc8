//! A poker contest: every triple, in one or six orders, for a number of deals (ruling 28).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use croupier_rules::chips::Chips;
use croupier_rules::game::Game;
use croupier_rules::poker::{Rules, SEATS};
use serde::{Deserialize, Serialize};

use super::one_match::{House, Job, Played};
use crate::contest::{PokerContest, Schedule, Seatings};
use crate::contestant::Contestant;
use crate::estimate::{Estimate, Stratum};
use crate::protocol::Object;
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
            dealing: contest.dealing,
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

/// What every bot is told besides what a record's header says.
pub(super) fn told(contest: &PokerContest) -> Object {
    let mut more = Object::new();
    if let Some(dealing) = contest.dealing.noted() {
        more.insert("dealing".into(), dealing.into());
    }
    more
}

/// Parts of a match whose sums tell how much luck it held.
const BLOCKS: u32 = 20;

/// What each seat won in each part of a match, in half-chips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Blocks {
    blocks: Vec<[i64; SEATS]>,
}

/// Plays one match.
pub(super) fn play(job: &Job<Rules>, house: &House<'_>) -> Result<(Played, Blocks), RefereeError> {
    let count = BLOCKS.min(job.games);
    let mut blocks = vec![[0; SEATS]; count as usize];
    let mut game: u32 = 0;
    let played = job.play(house, &mut |deal: &<Rules as Game>::State| {
        let block = u64::from(game) * u64::from(count) / u64::from(job.games);
        let nets = job.rules[0].net(deal).expect("a deal that is over is settled");
        let block = &mut blocks[usize::try_from(block).expect("there are at most twenty blocks")];
        for (sum, net) in block.iter_mut().zip(&nets) {
            *sum += net.halves();
        }
        game += 1;
        ControlFlow::Continue(())
    })?;
    Ok((played, Blocks { blocks }))
}

/// What each contestant brought home, from the matches in the order of the schedule.
///
/// The interval of a sum: the parts of each match are drawn under equal conditions, the matches are
/// not. Matches of the same three on the same deals, in other orders of seats, are one stratum.
///
/// # Errors
/// Says which match's result is not as [`play`] left it.
pub(super) fn tallies(
    contestants: &[Contestant],
    deals: u32,
    matches: &BTreeMap<u32, FinishedMatch>,
) -> Result<Vec<Tally>, String> {
    let mut tallies: Vec<Tally> = contestants.iter().map(Tally::of).collect();
    let mut strata: Vec<BTreeMap<&str, Stratum>> = vec![BTreeMap::new(); contestants.len()];
    let places: BTreeMap<&str, usize> =
        contestants.iter().zip(0..).map(|(contestant, place)| (contestant.name.as_str(), place)).collect();
    for finished in matches.values() {
        let parts =
            parts(finished).map_err(|why| format!("the result of match {}: {why}", finished.number))?;
        for (seat, row) in finished.seats.iter().enumerate() {
            let Some(&place) = places.get(row.entrant.as_str()) else { continue };
            tallies[place].shares.push(row.share.clone());
            let Stratum(sums) = strata[place].entry(&finished.label).or_default();
            sums.resize(sums.len().max(parts.len()), 0.0);
            for (sum, block) in sums.iter_mut().zip(&parts) {
                *sum += Chips::from_halves(block[seat]).as_f64();
            }
        }
    }
    for (tally, strata) in tallies.iter_mut().zip(strata) {
        let strata: Vec<Stratum> = strata.into_values().collect();
        if let Some(total) = Estimate::total(&strata) {
            let matches = u32::try_from(tally.shares.len()).expect("a schedule has fewer than 2^32 matches");
            let rounded = total.rounded(1);
            tally.interval = Some((rounded.low, rounded.high));
            tally.mean = Some(total.per(f64::from(deals) * f64::from(matches)).rounded(3));
        }
    }
    Ok(tallies)
}

/// What each seat won in the parts of a stored match.
fn parts(finished: &FinishedMatch) -> Result<Vec<[i64; SEATS]>, String> {
    let seats = finished.seats.len();
    if seats != SEATS {
        return Err(format!("expected {SEATS} seats, found {seats}"));
    }
    let Blocks { blocks } = Blocks::deserialize(&finished.result).map_err(|error| error.to_string())?;
    Ok(blocks)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;

    use croupier_rules::chance::Key;
    use croupier_rules::chips::Chips;
    use croupier_rules::game::Game;
    use croupier_rules::poker::Rules;
    use croupier_rules::seat::Seat;

    use super::{Blocks, tallies};
    use crate::contestant::Contestant;
    use crate::dealer::Seeded;
    use crate::house;
    use crate::referee::{Match, NoRecord};
    use crate::schedule::triples;
    use crate::standings::Share;
    use crate::store::{FinishedMatch, SeatRow};

    const DEALS: u32 = 200;
    const PLAYERS: [&str; 4] = ["odds", "odds", "random", "random"];

    /// One match of house players, as it is stored.
    fn play(contest: u64, number: u32, seats: [usize; 3]) -> FinishedMatch {
        let rules = Rules::default();
        let label = format!("{seats:?}");
        let mut players: Vec<_> = seats
            .iter()
            .zip(0..)
            .map(|(&player, seat)| {
                let chance = Key::new(contest, &format!("{label} {seat}")).stream(0);
                house::own(PLAYERS[player], &rules, Seat(seat), chance).unwrap()
            })
            .collect();
        let (mut blocks, mut game) = (vec![[0; 3]; 20], 0);
        let end =
            Match { rules: &[rules], games: DEALS, players: &mut players, stop: &AtomicBool::new(false) }
                .play(&mut Seeded::new(Key::new(contest, &label)), &mut NoRecord, &mut |deal| {
                    for (sum, net) in
                        blocks[game * 20 / DEALS as usize].iter_mut().zip(rules.net(deal).unwrap())
                    {
                        *sum += net.halves();
                    }
                    game += 1;
                    ControlFlow::Continue(())
                })
                .unwrap();
        let seats = seats.iter().zip(end.totals.net).map(|(player, score)| SeatRow {
            entrant: format!("house:{player}"),
            share: Share { score, ..Share::default() },
            fuel: None,
        });
        FinishedMatch {
            number,
            label,
            result: serde_json::to_value(Blocks { blocks }).unwrap(),
            record_hash: String::new(),
            seats: seats.collect(),
        }
    }

    #[test]
    fn a_result_that_cannot_be_read_is_said() {
        let contestants = [0, 1, 2].map(|player| Contestant::house(&player.to_string()));
        let said = |finished: FinishedMatch| {
            tallies(&contestants, DEALS, &BTreeMap::from([(3, finished)])).unwrap_err()
        };
        let finished = play(7, 3, [0, 1, 2]);
        let bare = FinishedMatch { result: serde_json::json!({}), ..finished.clone() };
        assert_eq!(said(bare), "the result of match 3: missing field `blocks`");
        let narrow = FinishedMatch { result: serde_json::json!({ "blocks": [[1, 2]] }), ..finished.clone() };
        assert!(said(narrow).starts_with("the result of match 3: invalid length 2"));
        let two = FinishedMatch { seats: finished.seats[..2].to_vec(), ..finished };
        assert_eq!(said(two), "the result of match 3: expected 3 seats, found 2");
    }

    /// Contests with other cards: the interval holds the mean of all of them in about 95 of a hundred,
    /// whoever the player is. With `CROUPIER_LONG=1` there are more of them, and the bounds are closer.
    #[test]
    fn intervals_of_chips_cover_what_they_promise() {
        let (contests, bounds) =
            if croupier_trial::is_long() { (1_000_u32, 930..=970) } else { (200, 180..=198) };
        let contestants = [0, 1, 2, 3].map(|player| Contestant::house(&player.to_string()));
        let mut totals = [0.0; 4];
        let mut intervals: Vec<Vec<(f64, f64)>> = vec![Vec::new(); 4];
        for contest in 0..contests {
            let matches: BTreeMap<u32, FinishedMatch> = triples(4)
                .into_iter()
                .zip(1..)
                .map(|(seats, number)| (number, play(contest.into(), number, seats)))
                .collect();
            let tallies = tallies(&contestants, DEALS, &matches).unwrap();
            for player in 0..4 {
                let tally = &tallies[player];
                totals[player] += tally.shares.iter().map(|share| share.score).sum::<Chips>().as_f64();
                intervals[player].push(tally.interval.unwrap());
            }
        }
        for (total, intervals) in totals.into_iter().zip(intervals) {
            let truth = total / f64::from(contests);
            let covered = intervals.iter().filter(|(low, high)| (*low..=*high).contains(&truth)).count();
            assert!(bounds.contains(&covered), "{covered} of {contests} hold {truth}");
        }
    }
}
