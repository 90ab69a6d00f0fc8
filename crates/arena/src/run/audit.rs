//! Whether the records of a run are those of a contest: who met whom, on which cards, by which rules, under
//! which limits. Whether each is sound in itself, replay says.

use std::collections::BTreeMap;

use croupier_rules::batch::{RunHeader, RunRecord};
use croupier_rules::record::{Header, SeatHeader};
use serde_json::Value;

use super::one_match::Job;
use super::{batch, blackjack, listed, noted, poker, told};
use crate::contest::{Case, Contest, ContestRules};
use crate::contestant::Contestant;
use crate::dealing::Dealing;
use crate::entrant;
use crate::house::{self, Housed};
use crate::problem::Problems;
use crate::protocol::{Object, Wire};
use crate::store::{EntrantRow, FinishedMatch};

/// The matches that a run of a contest consists of.
#[derive(Debug)]
pub struct Audit {
    due: BTreeMap<u32, Due>,
    /// What every bot is told besides what the header of its record says.
    more: Object,
}

/// What the record of a match has to say.
#[derive(Debug)]
enum Due {
    Match(Box<Header>),
    Run(Box<(RunHeader, Case)>),
}

/// Why a record, or a run, is not that of the contest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foreign {
    /// Somebody took part who is not among the contest's entrants.
    #[error("{0} took part, and is not among the entrants of the contest")]
    Entrant(String),
    /// Somebody on the list of the contest did not take part.
    #[error("{0} is on the list of the contest, and did not take part")]
    Absent(String),
    /// A match that the contest has not.
    #[error("the contest has no such match")]
    Match,
    /// What is stored of a match cannot be read.
    #[error("{0}")]
    Damaged(String),
    /// Something in a record is another than the contest gives.
    #[error("its {what} should be {expected} by the contest, found {found}")]
    Another {
        /// What.
        what: &'static str,
        /// As the record has it.
        found: String,
        /// As the contest gives it.
        expected: String,
    },
}

impl Audit {
    /// The matches of a contest among those who were noted for a run; the contest's folder says in which order
    /// they are listed. Where a contest ends once its order is decided, the matches that were played say when.
    ///
    /// # Errors
    /// When the entrants of the contest cannot be told. The inner error: others took part than those listed.
    pub fn of(
        contest: &Contest,
        rows: &[EntrantRow],
        matches: &BTreeMap<u32, FinishedMatch>,
    ) -> Result<Result<Self, Foreign>, Problems> {
        let field = entrant::find_all(&contest.entrants, contest.game())?;
        let listed = listed(&field, contest);
        if let Some(absent) = listed.iter().find(|name| rows.iter().all(|row| row.name != **name)) {
            return Ok(Err(Foreign::Absent(absent.clone())));
        }
        let mut contestants = noted(&field, contest, rows);
        let is_listed = |row: &&EntrantRow| contestants.iter().any(|contestant| contestant.name == row.name);
        if let Some(other) = rows.iter().find(|row| !is_listed(row)) {
            return Ok(Err(Foreign::Entrant(other.name.clone())));
        }
        let limits = &contest.settings.limits;
        let mut audit = Self { due: BTreeMap::new(), more: Object::new() };
        match &contest.settings.rules {
            ContestRules::Poker(poker) => {
                audit.more = poker::told(poker);
                for round in 1..=poker.rounds {
                    let jobs = poker::jobs(poker, contest.seed, &contestants, round);
                    audit.add(contest, &contestants, &jobs);
                    match poker::is_decided_after(round, poker, &contestants, matches) {
                        Ok(true) => break,
                        Ok(false) => {}
                        Err(why) => return Ok(Err(Foreign::Damaged(why))),
                    }
                }
            }
            ContestRules::Blackjack(blackjack) => {
                audit.more = told(blackjack);
                contestants.push(Contestant::committee(&blackjack.committee));
                audit.add(contest, &contestants, &blackjack::jobs(blackjack, contest.seed, &contestants));
            }
            ContestRules::Batch(batch) => {
                let due = batch::jobs(batch, &contestants).into_iter().map(|job| {
                    let header = job.header(batch, limits.memory_bytes, limits.output_bytes);
                    (job.number, Due::Run(Box::new((header, job.case.clone()))))
                });
                audit.due = due.collect();
            }
        }
        Ok(Ok(audit))
    }

    fn add<G: Wire + Housed + PartialEq>(
        &mut self,
        contest: &Contest,
        contestants: &[Contestant],
        jobs: &[Job<G>],
    ) {
        for job in jobs {
            let seated: Vec<&Contestant> = job.seats.iter().map(|&seat| &contestants[seat]).collect();
            let header = job.header(&seated, &self.more, &contest.settings.limits);
            self.due.insert(job.number, Due::Match(Box::new(header)));
        }
    }

    /// How many matches the contest has.
    pub fn matches(&self) -> usize {
        self.due.len()
    }

    /// The first match that is not among these numbers.
    pub fn missing(&self, is_there: impl Fn(u32) -> bool) -> Option<u32> {
        self.due.keys().copied().find(|&number| !is_there(number))
    }

    /// Compares the header of a match.
    ///
    /// # Errors
    /// The first thing that is another.
    pub fn check_match(&self, number: u32, found: &Header) -> Result<(), Foreign> {
        let Some(Due::Match(due)) = self.due.get(&number) else { return Err(Foreign::Match) };
        same("game", &found.game, &due.game)?;
        same("version of the rules", &found.rules, &due.rules)?;
        same("seed", &found.seed, &due.seed)?;
        same("label", &found.label, &due.label)?;
        same("dealing", &dealing(found), &dealing(due))?;
        same("number of games", &found.games, &due.games)?;
        same("rules", &found.params, &due.params)?;
        same("limits", &found.limits, &due.limits)?;
        same("number of seats", &found.seats.len(), &due.seats.len())?;
        for (found, due) in found.seats.iter().zip(&due.seats) {
            same_player(found, due)?;
            let is_told = !due.name.starts_with(house::PREFIX) && !due.name.starts_with(house::COMMITTEE);
            for (key, due) in self.more.iter().filter(|_| is_told) {
                same("greeting", found.hello.get(key).unwrap_or(&Value::Null), due)?;
            }
        }
        Ok(())
    }

    /// Compares the run of a program: its header, its test, and the answer to it.
    ///
    /// # Errors
    /// The first thing that is another.
    pub fn check_run(&self, number: u32, found: &RunRecord) -> Result<(), Foreign> {
        let Some(Due::Run(run)) = self.due.get(&number) else { return Err(Foreign::Match) };
        let (due, case) = &**run;
        let header = &found.header;
        same("game", &header.game, &due.game)?;
        same("version of the rules", &header.rules, &due.rules)?;
        same("test", &header.test, &due.test)?;
        same("group", &shown(header.group.as_deref()), &shown(due.group.as_deref()))?;
        same("number of points", &header.points, &due.points)?;
        same("rules", &header.params, &due.params)?;
        same("limits", &header.limits, &due.limits)?;
        same_player(&header.entrant, &due.entrant)?;
        same("input", &in_short(&found.input), &in_short(&case.input))?;
        same("answer", &in_short(&found.answer), &in_short(&case.answer))?;
        if found.answer_by == case.answer_by { Ok(()) } else { Err(Foreign::Match) }
    }
}

fn same<T: PartialEq + ToString>(what: &'static str, found: &T, expected: &T) -> Result<(), Foreign> {
    if found == expected {
        return Ok(());
    }
    let (found, expected) = (found.to_string(), expected.to_string());
    Err(Foreign::Another { what, found, expected })
}

fn same_player(found: &SeatHeader, due: &SeatHeader) -> Result<(), Foreign> {
    same("player", &found.name, &due.name)?;
    same("player's hash", &found.hash, &due.hash)
}

fn dealing(header: &Header) -> &str {
    header.dealing.as_deref().unwrap_or(Dealing::Random.name())
}

fn shown(group: Option<&str>) -> &str {
    group.unwrap_or("none")
}

/// A text by its hash.
fn in_short(text: &str) -> String {
    format!("the one with the BLAKE3 hash {}", blake3::hash(text.as_bytes()).to_hex())
}
