//! One bot at the table, built for WebAssembly or for this machine: its match, record and log.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use croupier_arena::bot::{Bot, Bounds, Clock, Greeting};
use croupier_arena::compat::Compat;
use croupier_arena::contestant::BotPlan;
use croupier_arena::dealer::Seeded;
use croupier_arena::entrant::{Runtime, find_one};
use croupier_arena::game_kind::GameKind;
use croupier_arena::glue;
use croupier_arena::guest::{self, Chair};
use croupier_arena::house::{self, Housed};
use croupier_arena::limits::Limits;
use croupier_arena::log::Log;
use croupier_arena::player::Player;
use croupier_arena::protocol::{Object, Wire};
use croupier_arena::referee::{Match, MatchEnd};
use croupier_arena::sandbox::Sandbox;
use croupier_arena::stop::Stop;
use croupier_arena::tools::Tools;
use croupier_arena::workshop::{Built, Glue, Start, Unbuilt, Workshop};
use croupier_rules::blackjack;
use croupier_rules::chance::Key;
use croupier_rules::poker;
use croupier_rules::record::{FORMAT, Header, Writer};
use croupier_rules::seat::Seat;
use croupier_rules::verdict::Verdict;

/// What came of a match.
#[derive(Debug, PartialEq)]
pub(crate) struct Played {
    pub(crate) end: MatchEnd,
    /// The whole record.
    pub(crate) record: Vec<u8>,
    pub(crate) log: Log,
}

impl Played {
    pub(crate) fn verdict(&self) -> Verdict {
        self.end.totals.verdicts[0]
    }

    /// What came in the place of an answer, at the first fault.
    pub(crate) fn came(&self) -> &str {
        self.end.faults[0].as_ref().map_or("", |line| &line.fault.came)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.log.kept).into_owned()
    }
}

/// Builds and seats bots.
pub(crate) struct Table {
    folder: tempfile::TempDir,
    tools: Tools,
    pub(crate) limits: Limits,
    /// What bots of blackjack are told of the order of calls.
    pub(crate) order: &'static str,
}

impl Table {
    /// `None` where a compiler is missing: the test is then skipped.
    pub(crate) fn open() -> Option<Self> {
        croupier_trial::compilers()?;
        croupier_trial::wasm_compilers()?;
        let limits = Limits { start_ms: 10_000, move_ms: 200, hard_ms: 200, strikes: 0, ..Limits::default() };
        let folder = tempfile::tempdir().unwrap();
        Some(Self { folder, tools: Tools::of_system(), limits, order: "strict" })
    }

    /// A file in the table's own folder.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn build(&self, bot: &Path, game: GameKind, runtime: Runtime) -> Result<Built, Unbuilt> {
        let mut entrant = find_one(bot, game).unwrap();
        if bot.extension().is_none_or(|suffix| suffix != "wasm") {
            entrant.runtime = Some(runtime);
        }
        let artefacts = self.folder.path().join("artefacts");
        let sandbox = Sandbox::trusted();
        let workshop = Workshop {
            sandbox: &sandbox,
            tools: &self.tools,
            compile_ms: 60_000,
            glue: Glue { header: glue::HEADER, unit: glue::GLUE },
            artefacts: Some(&artefacts),
        };
        workshop.build(&entrant, &tempfile::tempdir_in(self.folder.path()).unwrap().keep())
    }

    /// Two short evenings, three shoes each.
    pub(crate) fn blackjack(&self, bot: &Path, runtime: Runtime) -> Played {
        let built = self.build(bot, GameKind::Blackjack, runtime).unwrap_or_else(|error| panic!("{error}"));
        self.play_blackjack(&built)
    }

    /// The same for a bot that is built.
    pub(crate) fn play_blackjack(&self, built: &Built) -> Played {
        let rules = blackjack::Rules { money: 20_000, packs: 2, shuffles: 4, ..blackjack::Rules::default() };
        self.play(&rules, built, 2)
    }

    /// Two hundred deals against house players.
    pub(crate) fn poker(&self, bot: &Path, runtime: Runtime) -> Played {
        let built = self.build(bot, GameKind::Poker, runtime).unwrap_or_else(|error| panic!("{error}"));
        self.play(&poker::Rules::default(), &built, 200)
    }

    fn play<G: Wire + Housed>(&self, rules: &G, built: &Built, games: u32) -> Played {
        let mut players = vec![self.seat(rules, built, games)];
        for seat in 1..u8::try_from(rules.seats()).unwrap() {
            let chance = Key::new(3, "house").stream(seat.into());
            players.push(house::own("random", rules, Seat(seat), chance).unwrap());
        }
        let header = Header {
            record: FORMAT,
            game: G::NAME.into(),
            rules: G::VERSION,
            params: serde_json::Value::Null,
            seed: 7,
            label: "guests".into(),
            games,
            seats: Vec::new(),
            limits: serde_json::Value::Null,
            dealing: None,
        };
        let mut writer = Writer::new(Vec::new(), &header).unwrap();
        let mut dealer = Seeded::new(Key::new(7, "guests"));
        let end = Match {
            rules: std::slice::from_ref(rules),
            games,
            players: &mut players,
            stop: &AtomicBool::new(false),
        }
        .play(&mut dealer, &mut writer, &mut |_| ControlFlow::Continue(()))
        .unwrap();
        let (record, _) = writer.finish(&end.totals).unwrap();
        Played { end, record, log: players[0].log() }
    }

    fn seat<G: Wire>(&self, rules: &G, built: &Built, games: u32) -> Box<dyn Player<G>> {
        let mut more = Object::new();
        more.insert("order".into(), self.order.into());
        let greeting = Greeting { seat: Seat(0), seats: rules.seats(), games, bot_seed: 5, more };
        let limits = &self.limits;
        let clock = Clock::of(limits);
        if let Start::Guest(module) = &built.start {
            return guest::seat(module, rules, &Chair { greeting: &greeting, limits, clock });
        }
        let plan = BotPlan { built: built.clone(), adapter: PathBuf::new(), compat: Compat::Strict };
        let launch = plan.settle(&tempfile::tempdir_in(self.folder.path()).unwrap().keep(), 5).unwrap();
        let bytes = |bound: u64| usize::try_from(bound).unwrap();
        let (line, log) = (bytes(limits.line_bytes), bytes(limits.log_bytes));
        let bounds = Bounds { line, output: limits.output_bytes, log };
        match Bot::start(&launch, rules, &greeting, clock, bounds, &Stop::default()).unwrap() {
            Ok(bot) => Box::new(bot),
            Err(absent) => Box::new(absent),
        }
    }
}
