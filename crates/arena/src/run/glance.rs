//! The standings of a run as they are stored: read, and nothing played. The contest's folder is not needed, and another
//! process may be playing.

use std::collections::BTreeMap;

use super::league::League;
use super::{Outcome, Rounds, batch, blackjack, poker};
use crate::contest::{BlackjackContest, Ending, PokerContest, StoredBatch, StoredContest, StoredRules};
use crate::contestant::Contestant;
use crate::standings::{self, Row};
use crate::store::{Archive, EntrantRow, FinishedMatch, Run, RunState, StoreError};

/// What a run has come to so far.
///
/// # Errors
/// When the data folder cannot be read, or holds results that are not as they were left.
pub fn glance(archive: &Archive, run: &Run) -> Result<Outcome, StoreError> {
    let StoredContest { rules, house } = archive.settings(run)?;
    let contestants = contestants(&archive.entrants(run)?, &house);
    let glance = Glance { archive, run, contestants, finished: archive.finished(run)? };
    match rules {
        StoredRules::Poker(contest) => glance.poker(&contest),
        StoredRules::Blackjack(contest) => glance.blackjack(&contest),
        StoredRules::Batch(contest) => Ok(glance.programs(&contest)),
    }
}

/// The list of a contest: entrants by name, those whose files make no bot, house players in their order.
fn contestants(rows: &[EntrantRow], house: &[String]) -> Vec<Contestant> {
    let of_kind = |wanted: fn(&str) -> bool| rows.iter().filter(move |row| wanted(&row.kind));
    let house = Contestant::house_players(house).into_iter();
    of_kind(|kind| kind != "house" && kind != "none")
        .chain(of_kind(|kind| kind == "none"))
        .chain(house.filter_map(|player| rows.iter().find(|row| row.name == player.name)))
        .map(Contestant::noted)
        .collect()
}

/// A run with all that is stored of it.
struct Glance<'a> {
    archive: &'a Archive,
    run: &'a Run,
    contestants: Vec<Contestant>,
    finished: BTreeMap<u32, FinishedMatch>,
}

impl Glance<'_> {
    fn poker(&self, contest: &PokerContest) -> Result<Outcome, StoreError> {
        let matches_of = |round| poker::jobs(contest, self.run.seed, &self.contestants, round).len();
        let matches = (1..=contest.rounds).map(matches_of).sum();
        let league = League::read(contest, &self.contestants, self.finished.values())
            .map_err(|why| self.archive.damaged(why))?;
        let rows = standings::rank(&league.tallies(self.run.seed));
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        let (feeds, rounds) = (league.feeds(&names), self.rounds(contest)?);
        Ok(Outcome { feeds, rounds, ..self.outcome(matches, rows) })
    }

    /// The rounds that are over, if there may be several.
    fn rounds(&self, contest: &PokerContest) -> Result<Option<Rounds>, StoreError> {
        if contest.rounds == 1 {
            return Ok(None);
        }
        let is_over = |round: &u32| {
            let jobs = poker::jobs(contest, self.run.seed, &self.contestants, *round);
            !jobs.is_empty() && jobs.iter().all(|job| self.finished.contains_key(&job.number))
        };
        let played = (1..=contest.rounds).take_while(is_over).last().unwrap_or(0);
        let (mut decided, mut percent) = (None, None);
        if let (Ending::Decided(of), 1..) = (contest.stop, played) {
            let is_decided = poker::is_decided_after(played, contest, &self.contestants, &self.finished)
                .map_err(|why| self.archive.damaged(why))?;
            (decided, percent) = (Some(is_decided), Some(of));
        }
        Ok(Some(Rounds { played, of: contest.rounds, decided, percent }))
    }

    fn blackjack(&self, contest: &BlackjackContest) -> Result<Outcome, StoreError> {
        if contest.tests.is_empty() {
            return Err(self.archive.damaged(format!("the settings of run {} name no test", self.run.label)));
        }
        let mut contestants = self.contestants.clone();
        contestants.push(Contestant::committee(&contest.committee));
        let jobs = blackjack::jobs(contest, self.run.seed, &contestants);
        let (tallies, tests) = blackjack::tallies(&contestants, &jobs, &self.finished, contest)
            .map_err(|why| self.archive.damaged(why))?;
        Ok(Outcome { tests, ..self.outcome(jobs.len(), standings::rank(&tallies)) })
    }

    fn programs(&self, contest: &StoredBatch) -> Outcome {
        let (tallies, runs) = batch::tallies(&contest.tests, &self.contestants, &self.finished);
        let players = self.contestants.iter().filter(|contestant| contestant.plays()).count();
        let rows = standings::rank(&tallies).into_iter().map(|row| Row { low: None, high: None, ..row });
        Outcome { runs, ..self.outcome(players * contest.tests.len(), rows.collect()) }
    }

    /// A finished run may have ended before its last round.
    fn outcome(&self, matches: usize, rows: Vec<Row>) -> Outcome {
        let done = self.finished.len();
        Outcome {
            run: self.run.label.clone(),
            matches: if self.run.state == RunState::Finished { done } else { matches.max(done) },
            done,
            first: self.finished.keys().next().copied(),
            rows,
            tests: Vec::new(),
            runs: Vec::new(),
            feeds: Vec::new(),
            rounds: None,
        }
    }
}
