//! A place where matches of others' contests are played: bots are built once, and nothing is stored.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use croupier_rules::batch::{RunHeader, Task};
use croupier_rules::blackjack::Rules as BlackjackRules;
use croupier_rules::game::Game;
use croupier_rules::poker::Rules as PokerRules;
use croupier_rules::record::{Header, RecordError};
use tempfile::TempDir;

use super::order::{Fixture, Order, Seated};
use super::parcel::Parcel;
use crate::contest::{BatchContest, Case};
use crate::contestant::{Contestant, Part};
use crate::dealing::Dealing;
use crate::entrant::{Bundle, BundleError, Field};
use crate::house::{self, Housed, Houses};
use crate::limits::Limits;
use crate::protocol::Wire;
use crate::referee::RefereeError;
use crate::run::one_match::{Account, House, Job};
use crate::run::{RunError, batch, blackjack, lobby, poker};
use crate::sandbox::{Private, Sandbox};
use crate::stop::Stop;
use crate::store::{Records, WorkFolders};
use crate::tools::Tools;
use crate::workshop::Workshop;

/// A place where matches of others' contests are played, in any number of threads.
pub struct Station {
    houses: Houses,
    sandbox: Sandbox,
    stop: Stop,
    work: WorkFolders,
    records: Records,
    /// The builds, as long as matches are played.
    workshop: TempDir,
    artefacts: std::path::PathBuf,
    tools: Tools,
    /// Bots by bundle and name, built.
    built: Mutex<BTreeMap<(String, String), Contestant>>,
}

impl std::fmt::Debug for Station {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Station").field("work", &self.work).finish_non_exhaustive()
    }
}

/// Why an order cannot be carried out here.
#[derive(Debug, thiserror::Error)]
pub enum NotPlayed {
    /// It was broken off.
    #[error("stopped")]
    Stopped,
    /// Files that it names are not there.
    #[error("the files of {name} cannot be had: {why}")]
    NoBundle {
        /// The bot.
        name: String,
        /// Why.
        why: String,
    },
    /// A bot cannot be seated here.
    #[error("{name} cannot be seated here: {why}")]
    NotSeated {
        /// The bot.
        name: String,
        /// Why.
        why: String,
    },
    /// A match would begin otherwise here.
    #[error("match {0} would be another one here: this program is of another version")]
    Another(u32),
    /// The order is not to be understood.
    #[error("the order is not to be understood: {0}")]
    Order(String),
    /// Our own failure.
    #[error("{0}")]
    Own(String),
}

impl Station {
    /// Makes ready in a folder of its own, which nobody else uses.
    ///
    /// # Errors
    /// When the folder cannot be used, or there is no sandbox for bots that are not trusted.
    pub fn open(folder: &Path, trust: bool, houses: Houses, stop: &Stop) -> Result<Self, RunError> {
        std::fs::create_dir_all(folder)?;
        let work = WorkFolders::prepare(folder)?;
        let records = Records::of_no_run(folder)?;
        let sandbox = if trust { Sandbox::trusted() } else { Sandbox::choose(work.path())? };
        let sandbox = sandbox.hiding(Private::new(&[], &[folder]));
        let workshop = work.begin("workshop")?;
        let tools = Tools::of_system().until(stop);
        let artefacts = folder.join("artefacts");
        let (stop, built) = (stop.clone(), Mutex::default());
        Ok(Self { houses, sandbox, stop, work, records, workshop, artefacts, tools, built })
    }

    /// Plays the matches of an order. `fetch` has the bytes of a bundle.
    ///
    /// # Errors
    /// See [`NotPlayed`].
    pub fn play(
        &self,
        order: &Order,
        fetch: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Vec<Parcel>, NotPlayed> {
        let mut parcels = Vec::new();
        for fixture in &order.fixtures {
            let begun = Instant::now();
            let seated = fixture.names().into_iter().map(|name| self.seat(name, order, fetch));
            let seated = seated.collect::<Result<Vec<Contestant>, NotPlayed>>()?;
            let mut parcel = match fixture {
                Fixture::Match { number, header } => self.play_match(*number, header, order, &seated)?,
                Fixture::Run { .. } => self.make_run(fixture, &order.limits, &seated[0])?,
            };
            parcel.played_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            parcels.push(parcel);
        }
        Ok(parcels)
    }

    fn play_match(
        &self,
        number: u32,
        header: &Header,
        order: &Order,
        seated: &[Contestant],
    ) -> Result<Parcel, NotPlayed> {
        match header.game.as_str() {
            PokerRules::NAME => {
                let account = |job: &Job<PokerRules>| {
                    let meter = poker::meter(job, seated, &self.houses);
                    Box::new(poker::Ledger::of(job, meter)) as Box<dyn Account<_>>
                };
                self.play_game(number, header, order, seated, account)
            }
            BlackjackRules::NAME => {
                let is_committee = seated[0].name.starts_with(house::COMMITTEE);
                let account = |job: &Job<BlackjackRules>| {
                    Box::new(blackjack::Night::of(job, is_committee, None)) as Box<dyn Account<_>>
                };
                self.play_game(number, header, order, seated, account)
            }
            other => Err(NotPlayed::Order(format!("nobody plays matches of {}", other.escape_debug()))),
        }
    }

    fn play_game<G: Wire + Housed + PartialEq>(
        &self,
        number: u32,
        header: &Header,
        order: &Order,
        seated: &[Contestant],
        account: impl Fn(&Job<G>) -> Box<dyn Account<G>>,
    ) -> Result<Parcel, NotPlayed> {
        let understood = |why: RecordError| NotPlayed::Order(why.to_string());
        let dealing = Dealing::of_record(header.dealing.as_deref(), G::NAME);
        let job = Job {
            number,
            label: header.label.clone(),
            seed: header.seed,
            dealing: dealing
                .ok_or_else(|| NotPlayed::Order("its cards are dealt in an unknown way".into()))?,
            rules: header.rules_of::<G>().map_err(understood)?,
            games: header.games,
            seats: (0..seated.len()).collect(),
        };
        let at_table: Vec<&Contestant> = seated.iter().collect();
        if job.header(&at_table, &order.more, &order.limits) != *header {
            return Err(NotPlayed::Another(number));
        }
        let house = House {
            contestants: seated,
            limits: &order.limits,
            sandbox: &self.sandbox,
            more: &order.more,
            houses: &self.houses,
            records: &self.records,
            work: &self.work,
            stop: &self.stop,
        };
        let mut account = account(&job);
        let played = job.play(&house, &mut *account).map_err(|error| match error {
            RefereeError::Stopped => NotPlayed::Stopped,
            RefereeError::Record(_) | RefereeError::Dealer(_) | RefereeError::Rules(_) => {
                NotPlayed::Own(error.to_string())
            }
        })?;
        let result = account.hears_draws().then(|| account.result(&played.totals));
        let record = played.record.into_bytes().map_err(own)?;
        Ok(Parcel { number, record, logs: played.logs, fuel: played.fuel, result, played_ms: 0 })
    }

    fn make_run(
        &self,
        fixture: &Fixture,
        limits: &Limits,
        contestant: &Contestant,
    ) -> Result<Parcel, NotPlayed> {
        let Fixture::Run { number, header, input, answer, answer_by, run_ms, seed } = fixture else {
            unreachable!("the caller has looked");
        };
        let task = Task::of(&header.game, &header.params)
            .ok_or_else(|| NotPlayed::Order("its task is unknown".to_owned()))?;
        let RunHeader { test, group, points, .. } = header.clone();
        let (input, answer, answer_by) = (input.clone(), answer.clone(), *answer_by);
        let case = Case { name: test, group, points, input, answer, answer_by };
        let contest = BatchContest { task, run_ms: *run_ms, tests: vec![case] };
        let job = batch::Job { number: *number, test: 0, place: 0, contestant, case: &contest.tests[0] };
        if job.header(&contest, limits.memory_bytes, limits.output_bytes) != *header {
            return Err(NotPlayed::Another(*number));
        }
        let room = batch::Room {
            contest: &contest,
            seed: *seed,
            bounds: batch::bounds(&contest, limits),
            sandbox: &self.sandbox,
            records: self.records.clone(),
            work: self.work.clone(),
        };
        let made = room
            .make(&mut batch::Stages::new(1), &job, &self.stop)
            .map_err(|error| NotPlayed::Own(error.to_string()))?;
        let made = made.ok_or(NotPlayed::Stopped)?;
        let record = made.record.into_bytes().map_err(own)?;
        Ok(Parcel {
            number: *number,
            record,
            logs: vec![made.log],
            fuel: vec![None],
            result: None,
            played_ms: 0,
        })
    }

    /// Somebody who sits at a match, ready. A bot is built when it is first seated.
    fn seat(
        &self,
        name: &str,
        order: &Order,
        fetch: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Contestant, NotPlayed> {
        let seated = order.seated.get(name);
        let seated = seated.ok_or_else(|| NotPlayed::Order(format!("it does not say who {name} is")))?;
        match seated {
            Seated::House(player) => Ok(Contestant { name: name.to_owned(), ..Contestant::house(player) }),
            Seated::Bot { bundle, runtime, compat } => {
                let mut bot = self.bot(name, bundle, order, fetch)?;
                let not_seated = |why: String| NotPlayed::NotSeated { name: name.to_owned(), why };
                if let Some(fault) = bot.fault() {
                    return Err(not_seated(fault.came.clone()));
                }
                if let Some(runtime) = runtime.as_ref().filter(|runtime| **runtime != bot.runtime) {
                    return Err(not_seated(format!("expected {runtime}, found {}", bot.runtime)));
                }
                if let Part::Bot(plan) = &mut bot.part {
                    plan.compat = *compat;
                }
                Ok(bot)
            }
        }
    }

    fn bot(
        &self,
        name: &str,
        bundle: &str,
        order: &Order,
        fetch: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Contestant, NotPlayed> {
        // One at a time: who waits for a bot that is being built has it then.
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (bundle.to_owned(), name.to_owned());
        if let Some(bot) = built.get(&key) {
            return Ok(bot.clone());
        }
        let no_bundle = |why: String| NotPlayed::NoBundle { name: name.to_owned(), why };
        let bytes = fetch(bundle).map_err(no_bundle)?;
        let files = Bundle::from_bytes(bytes);
        if files.name() != bundle {
            return Err(no_bundle("what came are other files".into()));
        }
        let folder = tempfile::tempdir_in(self.workshop.path()).map_err(own)?.keep();
        let (from, to) = (folder.join("bundle"), folder.join("build"));
        let unpacked = |why: BundleError| NotPlayed::Own(why.to_string());
        std::fs::create_dir_all(&from).map_err(own)?;
        std::fs::create_dir_all(&to).map_err(own)?;
        let entrant = files.unpack(name, &from).map_err(unpacked)?;
        let builder = Workshop {
            tools: &self.tools,
            compile_ms: order.limits.compile_ms,
            glue: lobby::GLUE,
            sandbox: &self.sandbox,
            artefacts: Some(&self.artefacts),
        };
        let field = Field { entrants: vec![entrant], unfit: Vec::new() };
        let mut bots = lobby::gather(&field, &[], None, &builder, &to).map_err(own)?;
        if self.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(NotPlayed::Stopped);
        }
        let bot = bots.swap_remove(0);
        // A tool that is missing may be installed meanwhile.
        if bot.fault().is_none() {
            built.insert(key, bot.clone());
        }
        Ok(bot)
    }
}

fn own(why: io::Error) -> NotPlayed {
    NotPlayed::Own(why.to_string())
}
