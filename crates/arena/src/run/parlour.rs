//! Matches that are no contest: nothing is stored, and players of one's own may sit beside entrants.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

use super::seating::{Setting, Table};
use super::{RunError, lobby, pool};
use crate::contestant::Contestant;
use crate::dealing::Dealing;
use crate::entrant::Field;
use crate::house::{Housed, Houses};
use crate::limits::Limits;
use crate::player::Player;
use crate::protocol::{Object, Wire};
use crate::referee::{Match, MatchEnd, Recorder, RefereeError};
use crate::sandbox::{Private, Sandbox};
use crate::stop::Stop;
use crate::store::WorkFolders;
use crate::tools::Tools;
use crate::workshop::Workshop;

/// A room where contestants are built once and play any number of matches.
pub struct Parlour {
    contestants: Vec<Contestant>,
    houses: Houses,
    sandbox: Sandbox,
    limits: Limits,
    stop: Stop,
    /// The builds, as long as matches are played.
    _workshop: tempfile::TempDir,
    work: WorkFolders,
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Sitting<G> {
    /// The rules of each game.
    pub rules: G,
    /// With the label it names the streams of chance.
    pub seed: u64,
    /// The name of the match.
    pub label: String,
    /// How many games.
    pub games: u32,
}

/// Who takes a seat.
pub enum Chair<'a, G> {
    /// An entrant or a house player.
    Contestant(&'a Contestant),
    /// A player of one's own.
    Guest(Box<dyn Player<G>>),
}

impl std::fmt::Debug for Parlour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parlour").field("contestants", &self.contestants).finish_non_exhaustive()
    }
}

impl<G> std::fmt::Debug for Chair<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Contestant(contestant) => f.debug_tuple("Contestant").field(&contestant.name).finish(),
            Self::Guest(_) => f.debug_tuple("Guest").finish_non_exhaustive(),
        }
    }
}

impl Parlour {
    /// Builds the entrants in a data folder that goes with the command.
    ///
    /// # Errors
    /// When the folder cannot be used, or there is no sandbox for bots that are not trusted. A bot that cannot be built is on the
    /// list, with its fault.
    pub fn open(
        folder: &Path,
        field: &Field,
        trust: bool,
        houses: Houses,
        stop: &Stop,
    ) -> Result<Self, RunError> {
        let work = WorkFolders::prepare(folder)?;
        let sandbox = if trust { Sandbox::trusted() } else { Sandbox::choose(work.path())? };
        let sandbox = sandbox.hiding(Private::new(&[], &[folder]));
        let workshop = work.begin("workshop")?;
        let tools = Tools::of_system().until(stop);
        let limits = Limits::default();
        let artefacts = folder.join("artefacts");
        let builder = Workshop {
            tools: &tools,
            compile_ms: limits.compile_ms,
            glue: lobby::GLUE,
            sandbox: &sandbox,
            artefacts: Some(&artefacts),
        };
        let contestants = lobby::gather(field, &[], None, &builder, workshop.path())?;
        if stop.load(Ordering::Relaxed) {
            return Err(RunError::Stopped);
        }
        Ok(Self { contestants, houses, sandbox, limits, stop: stop.clone(), _workshop: workshop, work })
    }

    /// The entrants, in their order.
    pub fn contestants(&self) -> &[Contestant] {
        &self.contestants
    }

    /// Plays a match among those who sit in these chairs.
    ///
    /// # Errors
    /// Our own failures only, and that the run is to stop.
    pub fn play<G: Wire + Housed>(
        &self,
        sitting: &Sitting<G>,
        chairs: Vec<Chair<'_, G>>,
        recorder: &mut impl Recorder<G>,
    ) -> Result<MatchEnd, RunError> {
        let setting = Setting {
            rules: &sitting.rules,
            seed: sitting.seed,
            label: &sitting.label,
            games: sitting.games,
            limits: &self.limits,
            sandbox: &self.sandbox,
            more: &Object::new(),
            houses: &self.houses,
            work: &self.work,
            stop: &self.stop,
        };
        let mut table = Table::empty();
        for chair in chairs {
            match chair {
                Chair::Contestant(contestant) => table.take_seat(contestant, &setting)?,
                Chair::Guest(player) => table.players.push(player),
            }
        }
        let mut dealer = Dealing::Random.dealer(sitting.seed, &sitting.label);
        let rules = std::slice::from_ref(&sitting.rules);
        let mut game = Match { rules, games: sitting.games, players: &mut table.players, stop: &self.stop };
        let end = game.play(&mut dealer, recorder, &mut |_| ControlFlow::Continue(()))?;
        // A bot that was waited for no more has failed in nothing.
        if self.stop.load(Ordering::Relaxed) {
            return Err(RefereeError::Stopped.into());
        }
        Ok(end)
    }

    /// Plays many matches on so many threads. What comes of them stands in their order.
    ///
    /// # Errors
    /// The first error of `play`; then no further match is begun.
    pub fn play_all<J: Sync, R: Send>(
        &self,
        matches: &[J],
        threads: usize,
        play: impl Fn(&J) -> Result<R, RunError> + Sync,
        mut done: impl FnMut(),
    ) -> Result<Vec<R>, RunError> {
        let numbers: Vec<usize> = (0..matches.len()).collect();
        let mut results = BTreeMap::new();
        pool::play_all(
            &numbers,
            threads,
            &self.stop,
            pool::Affinity { lane: |_: &usize| 0, ahead: 0 },
            || (),
            |(), &number| play(&matches[number]),
            |&number, result| {
                results.insert(number, result);
                done();
                Ok(())
            },
        )?;
        if results.len() < matches.len() {
            return Err(RefereeError::Stopped.into());
        }
        Ok(results.into_values().collect())
    }
}
