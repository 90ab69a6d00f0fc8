//! One match of a contest, from empty seats to a record on disk.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use croupier_rules::game::{Game, Nets, Step};
use croupier_rules::record::{FORMAT, FaultLine, Header, SeatHeader, Totals, Writer};
use croupier_rules::seat::Seat;
use serde_json::Value;

use super::seating::{Setting, Table};
use crate::contestant::Contestant;
use crate::dealing::Dealing;
use crate::house::{Housed, Houses};
use crate::limits::Limits;
use crate::log::Log;
use crate::protocol::{Object, Wire};
use crate::referee::{Match, Recorder, RefereeError};
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
    /// How its cards follow from the two.
    pub(super) dealing: Dealing,
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
    /// The house players.
    pub(super) houses: &'a Houses,
    /// Where records are written.
    pub(super) records: &'a Records,
    /// Where bots have their folders.
    pub(super) work: &'a WorkFolders,
    /// Set when the run is to stop.
    pub(super) stop: &'a Stop,
}

/// Sees what happens in a match.
pub(super) trait Watch<G: Game> {
    /// A seat has drawn its next action from these chances.
    fn drawn(&mut self, _seat: Seat, _chances: &[(G::Action, u32)]) {}

    /// A step is about to be taken at `before`.
    fn step(&mut self, rules: &G, before: &G::State, step: &Step<G>);

    /// A game is over; whether the match goes on.
    fn over(&mut self, end: &G::State) -> ControlFlow<()>;
}

/// One who keeps what the standings need of a match.
pub(super) trait Account<G: Game>: Watch<G> {
    /// What the match came to, as the store keeps it.
    fn result(self: Box<Self>, totals: &Totals) -> Value;

    /// Whether house players' draws count, which are in no record.
    fn hears_draws(&self) -> bool {
        false
    }

    /// What a match came to that was played elsewhere, where draws count: what was seen here, and the rest as it was
    /// claimed. None: the claim does not fit what was seen.
    fn result_with(self: Box<Self>, totals: &Totals, _claim: Option<Value>) -> Option<Value> {
        Some(self.result(totals))
    }
}

/// A record, and one who watches while it is written.
struct Watched<'a, 'w, G: Game, W: Write> {
    record: Writer<W>,
    watch: &'a RefCell<&'w mut dyn Watch<G>>,
}

impl<G: Game, W: Write> Recorder<G> for Watched<'_, '_, G, W> {
    fn step(&mut self, rules: &G, before: &G::State, step: &Step<G>) -> io::Result<()> {
        self.watch.borrow_mut().step(rules, before, step);
        self.record.step(rules, before, step)
    }

    fn drawn(&mut self, seat: Seat, chances: &[(G::Action, u32)]) {
        self.watch.borrow_mut().drawn(seat, chances);
    }

    fn fault(&mut self, fault: FaultLine) {
        self.record.fault(fault);
    }

    fn over(&mut self, net: &Nets) -> io::Result<()> {
        self.record.over(net)
    }
}

impl<G: Wire + Housed + PartialEq> Job<G> {
    /// Plays the match. `watch` sees each step, and the state of each finished game, and may end the match.
    ///
    /// # Errors
    /// Our own failures only, and that the run is to stop: see [`RefereeError`].
    pub(super) fn play(&self, house: &House<'_>, watch: &mut dyn Watch<G>) -> Result<Played, RefereeError> {
        let seated: Vec<&Contestant> = self.seats.iter().map(|&seat| &house.contestants[seat]).collect();
        let setting = Setting {
            rules: &self.rules[0],
            seed: self.seed,
            label: &self.label,
            games: self.games,
            limits: house.limits,
            sandbox: house.sandbox,
            more: house.more,
            houses: house.houses,
            work: house.work,
            stop: house.stop,
        };
        let out = house.records.begin(self.number).map_err(io::Error::other)?;
        let watch = RefCell::new(watch);
        let record = Writer::new(out, &self.header(&seated, house.more, house.limits))?;
        let mut recorder = Watched { record, watch: &watch };
        let mut dealer = self.dealing.dealer(self.seed, &self.label);
        let mut table = Table::seat(&seated, &setting)?;
        let end =
            Match { rules: &self.rules, games: self.games, players: &mut table.players, stop: house.stop }
                .play(&mut dealer, &mut recorder, &mut |state| watch.borrow_mut().over(state))?;
        // A bot that was waited for no more has failed in nothing.
        if house.stop.load(Ordering::Relaxed) {
            return Err(RefereeError::Stopped);
        }
        let (record, hash) = recorder.record.finish(&end.totals)?;
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
            dealing: self.dealing.noted(),
        }
    }
}
