//! One match of a contest, from empty seats to a record on disk.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use croupier_rules::record::{FORMAT, FaultLine, Header, SeatHeader, Totals, Writer};

use super::seating::{Setting, Table};
use crate::contestant::Contestant;
use crate::dealer::Seeded;
use crate::dealt;
use crate::house::Housed;
use crate::limits::Limits;
use crate::log::Log;
use crate::protocol::{Object, Wire};
use crate::referee::{Match, RefereeError};
use crate::sandbox::Sandbox;
use crate::stop::Stop;
use crate::store::{RecordFile, Records, WorkFolders};

/// A match to be played.
#[derive(Clone, Debug)]
pub(super) struct Job<G> {
    /// Its number in the schedule, from 1.
    pub(super) number: u32,
    /// With the seed it names the streams of chance.
    pub(super) label: String,
    pub(super) seed: u64,
    /// The rules of each game, or one set for all.
    pub(super) rules: Vec<G>,
    pub(super) games: u32,
    /// Who sits where, by place in the list of contestants.
    pub(super) seats: Vec<usize>,
}

/// A match that was played.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) totals: Totals,
    /// The first fault of each seat.
    pub(super) faults: Vec<Option<FaultLine>>,
    pub(super) record: RecordFile,
    /// The record's hash.
    pub(super) hash: String,
    /// The logs by seat.
    pub(super) logs: Vec<Log>,
    /// The fuel by seat, of bots in WebAssembly.
    pub(super) fuel: Vec<Option<u64>>,
}

/// What all matches of a contest share.
#[derive(Clone, Copy, Debug)]
pub(super) struct House<'a> {
    pub(super) contestants: &'a [Contestant],
    pub(super) limits: &'a Limits,
    /// What bots run in.
    pub(super) sandbox: &'a Sandbox,
    /// Further fields of every bot's `hello`.
    pub(super) more: &'a Object,
    /// Where records are written.
    pub(super) records: &'a Records,
    /// Where bots have their folders.
    pub(super) work: &'a WorkFolders,
    /// Set when the run is to stop.
    pub(super) stop: &'a Stop,
}

impl<G: Wire + Housed + PartialEq> Job<G> {
    /// Plays the match. `after` sees the state of each finished game and may end the match.
    ///
    /// # Errors
    /// Our own failures only, and that the run is to stop: see [`RefereeError`].
    pub(super) fn play(
        &self,
        house: &House<'_>,
        after: &mut dyn FnMut(&G::State) -> ControlFlow<()>,
    ) -> Result<Played, RefereeError> {
        let seated: Vec<&Contestant> = self.seats.iter().map(|&seat| &house.contestants[seat]).collect();
        let setting = Setting {
            rules: &self.rules[0],
            seed: self.seed,
            label: &self.label,
            games: self.games,
            limits: house.limits,
            sandbox: house.sandbox,
            more: house.more,
            work: house.work,
            stop: house.stop,
        };
        let out = house.records.begin(self.number).map_err(std::io::Error::other)?;
        let mut recorder = Writer::new(out, &self.header(&seated, house.more, house.limits))?;
        let mut dealer = Seeded::new(dealt::key(self.seed, &self.label));
        let mut table = Table::seat(&seated, &setting)?;
        let end =
            Match { rules: &self.rules, games: self.games, players: &mut table.players, stop: house.stop }
                .play(&mut dealer, &mut recorder, after)?;
        // A bot that was waited for no more has failed in nothing.
        if house.stop.load(Ordering::Relaxed) {
            return Err(RefereeError::Stopped);
        }
        let (record, hash) = recorder.finish(&end.totals)?;
        let logs = table.players.iter_mut().map(|player| player.log()).collect();
        let fuel = table.players.iter().map(|player| player.fuel()).collect();
        Ok(Played { totals: end.totals, faults: end.faults, record, hash, logs, fuel })
    }

    /// What the record begins with.
    pub(super) fn header(&self, seated: &[&Contestant], more: &Object, limits: &Limits) -> Header {
        let all_alike = self.rules.windows(2).all(|pair| pair[0] == pair[1]);
        let params =
            if all_alike { serde_json::to_value(&self.rules[0]) } else { serde_json::to_value(&self.rules) };
        Header {
            record: FORMAT,
            game: G::NAME.into(),
            rules: G::VERSION,
            params: params.expect("rules are plain values"),
            seed: self.seed,
            label: self.label.clone(),
            games: self.games,
            seats: seated
                .iter()
                .map(|contestant| SeatHeader {
                    name: contestant.name.clone(),
                    hash: contestant.hash.clone(),
                    hello: contestant.told(more),
                })
                .collect(),
            limits: serde_json::to_value(limits).expect("limits are plain numbers"),
        }
    }
}
