//! Checking what has come of a match that was played elsewhere.

use std::ops::ControlFlow;

use croupier_rules::batch::{RunHeader, RunRecord};
use croupier_rules::game::rules_of;
use croupier_rules::record::{Event, FaultLine, Header, Record, RecordError};
use serde_json::Value;

use super::parcel::Parcel;
use crate::contest::Case;
use crate::dealt::{self, NotDealt};
use crate::house::Housed;
use crate::limits::Limits;
use crate::log::Log;
use crate::protocol::Wire;
use crate::run::one_match::Account;

/// Why a record is not believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// The contest has no such match, or none that is due.
    #[error("no match {0} is due")]
    Number(u32),
    /// The rules, or the seed, do not bear the record out.
    #[error("match {number}: {why}")]
    Record {
        /// The match.
        number: u32,
        /// What is wrong.
        why: NotDealt,
    },
    /// It is the record of another match.
    #[error("match {0}: its record begins as that of another match")]
    Another(u32),
    /// The match goes on where it is over.
    #[error("match {0}: its record goes on after the match is over")]
    GoesOn(u32),
    /// What its house players are said to have drawn does not fit the record.
    #[error("match {0}: what its house players drew does not fit its record")]
    Draws(u32),
    /// A house player is said to have broken a rule.
    #[error("match {0}: a house player, seat {1}, breaks a rule in its record")]
    House(u32, u8),
    /// What came beside the record does not fit it.
    #[error("match {0}: logs or fuel are not those of its seats")]
    Seats(u32),
}

/// A record that is believed, and what it says.
pub(super) struct Believed {
    pub(super) record: Record,
    /// The first fault of each seat.
    pub(super) faults: Vec<Option<FaultLine>>,
    /// What the game's standings need.
    pub(super) result: Value,
}

/// Checks a match against the header that it has to have, and counts it again.
pub(super) fn believe<G: Wire + Housed>(
    parcel: &Parcel,
    header: &Header,
    mut account: Box<dyn Account<G>>,
) -> Result<Believed, NotTaken> {
    let number = parcel.number;
    let wrong = |why: NotDealt| NotTaken::Record { number, why };
    let of_record = |why: RecordError| wrong(why.into());
    if first_line(&parcel.record) != text(header) {
        return Err(NotTaken::Another(number));
    }
    let record = Record::parse(parcel.record.clone()).map_err(of_record)?;
    let seats = header.seats.len();
    if parcel.logs.len() != seats || parcel.fuel.len() != seats {
        return Err(NotTaken::Seats(number));
    }
    let rules = record.rules::<G>().map_err(of_record)?;
    let (mut game, mut is_over, mut goes_on) = (0, false, false);
    let see = &mut |event: &Event<'_, G>| match event {
        Event::Start { game: number } => {
            game = *number;
            goes_on |= is_over;
        }
        Event::Step { before, step, .. } => account.step(rules_of(&rules, game), before, step),
        Event::Over { end, .. } => is_over = account.over(end) == ControlFlow::Break(()),
        Event::Fault(_) => {}
    };
    dealt::check_and_see::<G>(&record, see).map_err(wrong)?;
    if goes_on {
        return Err(NotTaken::GoesOn(number));
    }
    let mut faults = vec![None; seats];
    for line in record.faults().map_err(of_record)? {
        let seat = usize::from(line.seat);
        if faults[seat].is_none() {
            faults[seat] = Some(line);
        }
    }
    let result = account.result_with(&record.totals, parcel.result.clone());
    let result = result.ok_or(NotTaken::Draws(number))?;
    Ok(Believed { record, faults, result })
}

/// Checks the run of a program against what it has to be.
pub(super) fn believe_run(parcel: &Parcel, header: &RunHeader, case: &Case) -> Result<RunRecord, NotTaken> {
    let number = parcel.number;
    let of_record = |why: RecordError| NotTaken::Record { number, why: why.into() };
    if first_line(&parcel.record) != text(header) {
        return Err(NotTaken::Another(number));
    }
    let (record, _) = RunRecord::parse(parcel.record.clone()).map_err(of_record)?;
    let is_its_case =
        record.input == case.input && record.answer == case.answer && record.answer_by == case.answer_by;
    if !is_its_case {
        return Err(NotTaken::Another(number));
    }
    if parcel.logs.len() != 1 {
        return Err(NotTaken::Seats(number));
    }
    record.verify().map_err(of_record)?;
    Ok(record)
}

/// The logs, cut to what is kept of them here.
pub(super) fn cut(logs: Vec<Log>, limits: &Limits) -> Vec<Log> {
    // The referee may have added a remark of its own.
    const REMARKS_BYTES: usize = 4 << 10;
    let most = usize::try_from(limits.log_bytes).unwrap_or(usize::MAX).saturating_add(REMARKS_BYTES);
    let cut = |mut log: Log| {
        let more = log.kept.len().saturating_sub(most);
        log.kept.truncate(most);
        log.dropped = log.dropped.saturating_add(more as u64);
        log
    };
    logs.into_iter().map(cut).collect()
}

fn first_line(record: &[u8]) -> &[u8] {
    record.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

fn text(header: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(header).expect("a header is plain values")
}
