//! Seating the contestants of one match: each bot freshly started, in a folder of its own.

use std::io;

use croupier_rules::seat::Seat;
use tempfile::TempDir;

use crate::bot::{Bot, Bounds, Clock, Company, Greeting};
use crate::contestant::{BotPlan, Contestant, Part, bot_seed, own_key};
#[cfg(feature = "wasm")]
use crate::guest::{self, Chair};
use crate::house::{Housed, Houses, Invitation};
use crate::limits::Limits;
use crate::log::Log;
use crate::player::{Absent, Player};
use crate::protocol::{Object, Wire};
use crate::sandbox::{Allowance, Sandbox};
use crate::stop::Stop;
use crate::store::WorkFolders;
#[cfg(feature = "wasm")]
use crate::workshop::Start;

/// The players of a match, and the folders they live in until it ends.
pub(super) struct Table<G: Wire> {
    pub(super) players: Vec<Box<dyn Player<G>>>,
    /// The bots that are processes.
    company: Company,
    folders: Vec<TempDir>,
}

/// What all seats of a match share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a, G> {
    /// The rules of the first game; what bots are told of them is the same in all.
    pub(super) rules: &'a G,
    /// The seed of the match.
    pub(super) seed: u64,
    /// The label of the match.
    pub(super) label: &'a str,
    /// How many games are played.
    pub(super) games: u32,
    pub(super) limits: &'a Limits,
    /// What bots run in.
    pub(super) sandbox: &'a Sandbox,
    /// Further fields of every bot's `hello`.
    pub(super) more: &'a Object,
    /// The house players.
    pub(super) houses: &'a Houses,
    /// Where bots have their folders.
    pub(super) work: &'a WorkFolders,
    /// Set when the run is to stop.
    pub(super) stop: &'a Stop,
}

impl<G: Wire + Housed> Table<G> {
    /// Seats the contestants in order.
    ///
    /// # Errors
    /// When the system refuses a folder or a process for a bot. A bot that does not start by its own
    /// fault is absent, which is no error.
    pub(super) fn seat(contestants: &[&Contestant], setting: &Setting<'_, G>) -> io::Result<Self> {
        let mut table = Self::empty();
        for contestant in contestants {
            table.take_seat(contestant, setting)?;
        }
        Ok(table)
    }

    /// A table at which nobody sits yet.
    pub(super) fn empty() -> Self {
        Self { players: Vec::new(), company: Company::default(), folders: Vec::new() }
    }

    /// Puts a contestant at the next seat.
    ///
    /// # Errors
    /// See [`Table::seat`].
    pub(super) fn take_seat(&mut self, contestant: &Contestant, setting: &Setting<'_, G>) -> io::Result<()> {
        let seat = Seat(u8::try_from(self.players.len()).expect("a table has at most eight seats"));
        let own = own_key(setting.seed, setting.label, seat, &contestant.name);
        let player: Box<dyn Player<G>> = match &contestant.part {
            Part::House(name) => {
                let (chance, rules, told) = (own.stream(0), setting.rules, setting.more);
                let invitation = Invitation { name, seat, chance, rules, told };
                (G::house(setting.houses).seat)(invitation).expect("a contest lists known house players only")
            }
            Part::Bot(plan) => {
                let greeting = Greeting {
                    seat,
                    seats: setting.rules.seats(),
                    games: setting.games,
                    bot_seed: bot_seed(&own),
                    more: contestant.told(setting.more),
                };
                self.start(plan, greeting, setting)?
            }
            Part::Out(fault) => Box::new(Absent { fault: fault.clone(), log: Log::default() }),
            Part::Noted => unreachable!("matches of a finished run are not played"),
        };
        self.players.push(player);
        Ok(())
    }

    fn start(
        &mut self,
        plan: &BotPlan,
        greeting: Greeting,
        setting: &Setting<'_, G>,
    ) -> io::Result<Box<dyn Player<G>>> {
        #[cfg(feature = "wasm")]
        if let Start::Guest(module) = &plan.built.start {
            let limits = setting.limits;
            let clock = Clock::of(limits);
            let chair = Chair { greeting: &greeting, limits, clock };
            return Ok(guest::seat(module, setting.rules, &chair));
        }
        let folder = setting.work.begin("seat")?;
        let launch = plan.settle(folder.path(), greeting.bot_seed)?;
        self.folders.push(folder);
        let limits = setting.limits;
        let launch = setting.sandbox.confine(launch, Allowance::bot(limits.memory_bytes))?;
        let clock = Clock::of(limits);
        let bounds = Bounds {
            line: usize::try_from(limits.line_bytes).unwrap_or(usize::MAX),
            output: limits.output_bytes,
            log: usize::try_from(limits.log_bytes).unwrap_or(usize::MAX),
        };
        let (rules, stop) = (setting.rules, setting.stop);
        Ok(match Bot::start_among(&self.company, &launch, rules, &greeting, clock, bounds, stop)? {
            Ok(bot) => Box::new(bot),
            Err(absent) => Box::new(absent),
        })
    }
}
