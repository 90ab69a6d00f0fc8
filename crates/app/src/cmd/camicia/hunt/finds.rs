//! The record file of a hunt: its finds, the longest first, each played by the plain engine before it is written.
//!
//! JSON Lines that `croupier camicia verify` checks, with where each find comes from. The file is made from the harvest
//! and replaced in one step, so no find stands in it twice, however often a hunt is stopped.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::Path;

use croupier_arena::store::FindRow;
use croupier_rules::camicia::{Options, Outcome, Simulation, Status};
use croupier_solve::camicia::{DealName, Harvest, Origin, Plan, State};
use serde::Serialize;

use super::super::answer::Answer;
use super::super::sealed::replace;
use super::provenance::{Provenance, Stretch};
use crate::failure::Failure;

/// The finds that the plain engine has confirmed, with their lines of JSON; endless deals come first.
#[derive(Debug, Default)]
pub(super) struct Finds {
    rows: BTreeMap<(Reverse<u32>, State), FindRow>,
}

/// Endless deals sort before all that end.
pub(super) const ENDLESS: Reverse<u32> = Reverse(u32::MAX);

#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    answer: Answer,
    name: String,
    found_by: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    finder: Option<&'a str>,
    pack: String,
    seed: u64,
    unit: u64,
    /// The deal that was played forward, whose family the find is of.
    from: String,
}

impl Finds {
    /// Takes in what is new in a harvest, and forgets what is no longer among its finds.
    pub(super) fn update(
        &mut self,
        harvest: &Harvest,
        plan: &Plan,
        provenance: &Provenance,
    ) -> Result<(), Failure> {
        self.rows.retain(|key, _| key.0 == ENDLESS || harvest.finds.contains_key(key));
        let endless = harvest.endless.iter().map(|(state, origin)| ((ENDLESS, *state), origin));
        for (key, origin) in harvest.finds.iter().map(|(key, origin)| (*key, origin)).chain(endless) {
            if let Entry::Vacant(place) = self.rows.entry(key) {
                let stretch = provenance.of(origin.unit).expect("a find has its unit from a stretch");
                place.insert(row(key, origin, plan, stretch)?);
            }
        }
        Ok(())
    }

    /// Writes the file, if what lies there differs.
    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = self.text();
        // What is no regular file is not read: a pipe may never end.
        let is_there = fs::metadata(path).is_ok_and(|found| found.is_file())
            && fs::read(path).is_ok_and(|found| found == text.as_bytes());
        if is_there { Ok(()) } else { replace(path, text.as_bytes()) }
    }

    /// Returns all lines.
    pub(super) fn text(&self) -> String {
        self.rows.values().fold(String::new(), |text, row| text + &row.record + "\n")
    }

    /// Returns all finds as the database keeps them.
    pub(super) fn rows(&self) -> Vec<FindRow> {
        self.rows.values().cloned().collect()
    }
}

/// Plays a find by the plain engine, which must agree.
pub(crate) fn judge((cards, state): (Reverse<u32>, State)) -> Result<Outcome, Failure> {
    let deal = state.deal();
    let outcome = Simulation::default().play(&deal, Options::default());
    let agrees = match outcome.status {
        Status::Finished => outcome.cards == u64::from(cards.0),
        Status::Loop(_) => cards == ENDLESS,
        Status::Limit => false,
    };
    if agrees {
        Ok(outcome)
    } else {
        Err(Failure::bug(format!(
            "{deal}: the plain engine does not agree: {} {}",
            outcome.status.name(),
            outcome.cards
        )))
    }
}

fn row(
    key: (Reverse<u32>, State),
    origin: &Origin,
    plan: &Plan,
    stretch: &Stretch,
) -> Result<FindRow, Failure> {
    let outcome = judge(key)?;
    let record = Record {
        answer: Answer::new(&key.1.deal(), &outcome),
        name: DealName::of(&key.1).to_string(),
        found_by: &stretch.found_by,
        finder: stretch.finder.as_deref(),
        pack: plan.composition.to_string(),
        seed: plan.seed,
        unit: origin.unit,
        from: DealName::of(&origin.seed).to_string(),
    };
    Ok(FindRow {
        record: serde_json::to_string(&record).map_err(Failure::bug)?,
        name: record.name,
        pack: record.pack,
        status: outcome.status.name().to_owned(),
        cards: outcome.cards,
        tricks: outcome.tricks,
    })
}
