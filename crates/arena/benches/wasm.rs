//! The largest test of statement 000 with a bot in C++: in WebAssembly, and over a process; and the start
//! of a seat.
//!
//! Ten evenings of 499 shoes of 20 packs. Referee, shoe and record are included.

#![expect(clippy::print_stdout, reason = "a benchmark tells how many calls a test has")]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use croupier_arena::bot::{Bot, Bounds, Clock, Greeting, Launch};
use croupier_arena::cores;
use croupier_arena::dealer::Seeded;
use croupier_arena::entrant::find_one;
use croupier_arena::game_kind::GameKind;
use croupier_arena::glue;
use croupier_arena::guest::{self, Chair, Module};
use croupier_arena::limits::Limits;
use croupier_arena::player::Player;
use croupier_arena::protocol::Object;
use croupier_arena::referee::Match;
use croupier_arena::sandbox::Sandbox;
use croupier_arena::stop::Stop;
use croupier_arena::tools::Tools;
use croupier_arena::workshop::{Glue, Start, Workshop};
use croupier_rules::blackjack::{Evening, News, Rules};
use croupier_rules::chance::Key;
use croupier_rules::game::Game;
use croupier_rules::record::{FORMAT, Header, Writer};
use croupier_rules::seat::Seat;
use croupier_rules::verdict::{Fault, Verdict};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    cores::stay_on(cores::available()[0]);
    divan::main();
}

const EVENINGS: u32 = 10;

const LARGEST: Rules =
    Rules { money: 100_000, packs: 20, shuffles: 500, first_shuffle_counts: true, max_money: 1_000_000_000 };

/// The sample bot that plays by a table, built twice.
struct Builds {
    _folder: tempfile::TempDir,
    guest: Module,
    native: PathBuf,
}

/// `None` where there is no compiler for WebAssembly.
fn builds() -> Option<&'static Builds> {
    static BUILDS: OnceLock<Option<Builds>> = OnceLock::new();
    BUILDS
        .get_or_init(|| {
            let folder = tempfile::tempdir().expect("a temporary folder can be made");
            let (artefacts, tools) = (folder.path().join("artefacts"), Tools::of_system());
            let glue = Glue { header: glue::HEADER, unit: glue::GLUE };
            let source = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../../contests/blackjack-night/entrants/flat.cpp");
            let bot = find_one(&source, GameKind::Blackjack).expect("the sample is a bot");
            let build = |name: &str, artefacts: Option<&Path>| {
                Workshop { tools: &tools, compile_ms: 60_000, glue, sandbox: &Sandbox::trusted(), artefacts }
                    .build(&bot, &folder.path().join(name))
                    .expect("the sample compiles")
                    .start
            };
            let Start::Guest(guest) = build("guest", Some(&artefacts)) else {
                println!("skipped: no compiler for WebAssembly");
                return None;
            };
            let Start::Executable { program, .. } = build("native", None) else {
                panic!("without a folder for artefacts a bot is an executable")
            };
            Some(Builds { _folder: folder, guest, native: program })
        })
        .as_ref()
}

fn greeting() -> Greeting {
    Greeting { seat: Seat(0), seats: 1, games: EVENINGS, bot_seed: 5, more: Object::new() }
}

fn clock() -> Clock {
    Clock::new(30_000, 1_000, 30_000)
}

fn seat(module: &Module) -> Box<dyn Player<Rules>> {
    let (greeting, limits) = (greeting(), Limits::default());
    guest::seat(module, &LARGEST, &Chair { greeting: &greeting, limits: &limits, clock: clock() })
}

fn process(program: &Path) -> Box<dyn Player<Rules>> {
    let launch = Launch::new(program.to_owned(), Vec::new(), program.parent().expect("a file has a folder"));
    let bounds = Bounds { line: 1 << 16, output: 1 << 30, log: 1 << 16 };
    Box::new(
        Bot::start(&launch, &LARGEST, &greeting(), clock(), bounds, &Stop::default())
            .expect("it starts")
            .expect("it is ready"),
    )
}

/// Plays the test and returns the hash of its record, with the hands that were played.
fn play(player: Box<dyn Player<Rules>>) -> (String, u32) {
    let header = Header {
        record: FORMAT,
        game: Rules::NAME.into(),
        rules: Rules::VERSION,
        params: serde_json::Value::Null,
        seed: 1,
        label: "bench".into(),
        games: EVENINGS,
        seats: Vec::new(),
        limits: serde_json::Value::Null,
        dealing: None,
    };
    let mut writer = Writer::new(Vec::new(), &header).expect("memory can be written to");
    let mut hands = 0;
    let end =
        Match { rules: &[LARGEST], games: EVENINGS, players: &mut [player], stop: &AtomicBool::new(false) }
            .play(&mut Seeded::new(Key::new(1, "bench")), &mut writer, &mut |evening: &Evening| {
                hands += evening.hands();
                ControlFlow::Continue(())
            })
            .expect("the match ends");
    assert_eq!((end.totals.games, end.totals.verdicts[0]), (EVENINGS, Verdict::Ok), "{:?}", end.faults);
    let (_, hash) = writer.finish(&end.totals).expect("memory can be written to");
    (hash, hands)
}

/// Counts the grader's calls that a hand stands for.
struct Counter(Box<dyn Player<Rules>>, u64);

impl Player<Rules> for Counter {
    fn game_starts(&mut self) {
        self.0.game_starts();
    }

    fn learn(&mut self, news: &News) {
        if let News::Dealer { dealer, hand } = news {
            // placeBet, getDealerCard, stand, cashIn; a getCard a card; a getOutcome a draw, and the 0.
            self.1 += 4 + hand.len() as u64 + dealer.len() as u64;
        }
        self.0.learn(news);
    }

    fn choose(&mut self, choices: &<Rules as Game>::Choices) -> Result<<Rules as Game>::Action, Fault> {
        self.0.choose(choices)
    }

    fn finish(&mut self) -> Result<(), Fault> {
        println!("    {} calls of the grader", self.1);
        self.0.finish()
    }
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn largest_test_in_webassembly(bencher: Bencher<'_, '_>) {
    let Some(builds) = builds() else { return };
    let (_, hands) = play(Box::new(Counter(seat(&builds.guest), 0)));
    bencher.counter(ItemsCount::new(hands)).bench_local(|| play(seat(&builds.guest)));
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn largest_test_over_a_process(bencher: Bencher<'_, '_>) {
    let Some(builds) = builds() else { return };
    let guest = play(seat(&builds.guest));
    bencher.counter(ItemsCount::new(guest.1)).bench_local(|| {
        assert_eq!(play(process(&builds.native)), guest, "the record does not tell what a bot ran in");
    });
}

/// From a compiled module to a bot that is ready, and its end.
#[divan::bench]
fn start_of_a_seat(bencher: Bencher<'_, '_>) {
    let Some(builds) = builds() else { return };
    bencher.bench_local(|| seat(&builds.guest));
}
