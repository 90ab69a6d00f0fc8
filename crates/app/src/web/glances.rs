//! Standings of runs, made for all who ask: while a run goes on, those of a moment ago are shown rather than made again for
//! each page that is loaded.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use croupier_arena::run::{self, Outcome};
use croupier_arena::store::{Archive, Run, RunState, StoreError};

use super::flights::Flights;
use super::site::locked;

/// Runs of which standings are kept, the latest last.
const KEPT: usize = 4;
/// The standings of a run that goes on take at most this part of the time of one core: what is shown is the contest's work,
/// not ours.
const SHARE: u32 = 40;
/// But they are never older.
const AGE_MAX: Duration = Duration::from_secs(10);

/// Standings that were made a moment ago.
#[derive(Debug, Default)]
pub(super) struct Glances {
    kept: Mutex<VecDeque<Glance>>,
    /// Those that are being made.
    flights: Flights,
}

/// The standings of a run when so many matches were stored.
#[derive(Clone, Debug)]
pub(super) struct Glance {
    label: String,
    played: u32,
    entrants: usize,
    state: RunState,
    made: Instant,
    /// What making them took.
    cost: Duration,
    pub(super) outcome: Arc<Outcome>,
}

impl Glance {
    /// How long others are shown the same while the run goes on.
    pub(super) fn pause(&self) -> Duration {
        (self.cost * SHARE).min(AGE_MAX)
    }
}

impl Glances {
    /// The standings of a run as they are stored now.
    pub(super) fn current(&self, archive: &Archive, run: &Run) -> Result<Glance, StoreError> {
        self.of(archive, run, |_| false)
    }

    /// The standings of a run as they are stored now, or were a moment ago.
    pub(super) fn recent(&self, archive: &Archive, run: &Run) -> Result<Glance, StoreError> {
        self.of(archive, run, |kept| kept.made.elapsed() < kept.pause())
    }

    fn of(
        &self,
        archive: &Archive,
        run: &Run,
        is_fresh: impl Fn(&Glance) -> bool,
    ) -> Result<Glance, StoreError> {
        let played = archive.played(run)?;
        let entrants = archive.entrants(run)?.len();
        let is_same = |kept: &&Glance| {
            kept.label == run.label
                && (kept.entrants, kept.state) == (entrants, run.state)
                && (kept.played == played || is_fresh(kept))
        };
        let known = || locked(&self.kept).iter().find(is_same).cloned();
        if let Some(known) = known() {
            return Ok(known);
        }
        self.flights.alone(&run.label, || {
            if let Some(known) = known() {
                return Ok(known);
            }
            let begun = Instant::now();
            let outcome = Arc::new(run::glance(archive, run)?);
            let made = Instant::now();
            let (label, state, cost) = (run.label.clone(), run.state, made.duration_since(begun));
            let glance = Glance { label, played, entrants, state, made, cost, outcome };
            let mut kept = locked(&self.kept);
            kept.retain(|kept| kept.label != run.label);
            kept.push_back(glance.clone());
            if kept.len() > KEPT {
                kept.pop_front();
            }
            Ok(glance)
        })
    }
}
