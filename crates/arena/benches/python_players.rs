//! A match of 1,000 deals among three Python players: 12,000 questions, start-up not counted.

use std::ops::ControlFlow;
use std::path::Path;

use croupier_arena::bot::{Bot, Bounds, Clock, Greeting};
use croupier_arena::cores;
use croupier_arena::dealer::Seeded;
use croupier_arena::player::Player;
use croupier_arena::protocol::Object;
use croupier_arena::python;
use croupier_arena::referee::{Match, NoRecord};
use croupier_arena::stop::Stop;
use croupier_arena::tools::{PYTHON, Tools};
use croupier_rules::chance::Key;
use croupier_rules::poker::Rules;
use croupier_rules::seat::Seat;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    cores::stay_on(cores::available()[0]);
    divan::main();
}

const DEALS: u32 = 1_000;

/// Every deal goes through all four stages: the seats bid differently and pay up each time. The two
/// seats below the level are asked to call, the third is not: ten questions a deal; 1,200 deals are
/// 12,000 questions.
const QUESTIONS: u32 = 12_000;
const PLAYED: u32 = QUESTIONS / 10;

const PLAYER: &str = r"
class Player:
    def name(self, i): self.seat = i
    def hand(self, card): self.card = card
    def bet1(self, min): return min + self.seat
    def bet1_info(self, bets): self.bets = bets
    def call1(self, to_call): return True
    def call1_info(self, live): self.live = live
    def bet2(self, min): return min + self.seat
    def bet2_info(self, bets): self.bets = bets
    def call2(self, to_call): return True
    def call2_info(self, live): self.live = live
    def showdown(self, cards): self.cards = cards
    def result(self, winnings): self.winnings = winnings
";

fn seat(interpreter: &Path, folder: &Path, seat: u8) -> Box<dyn Player<Rules>> {
    let adapter = folder.join(python::PLAYER_ADAPTER_FILE);
    std::fs::write(&adapter, python::PLAYER_ADAPTER).expect("a temporary folder");
    std::fs::write(folder.join("bot.py"), PLAYER).expect("a temporary folder");
    let launch = python::player(interpreter, &adapter, folder, "bot.py", 1);
    let greeting = Greeting { seat: Seat(seat), seats: 3, games: DEALS, bot_seed: 1, more: Object::new() };
    let bounds = Bounds { line: 1 << 16, output: 1 << 24, log: 1 << 16 };
    let clock = Clock::new(30_000, 1_000, 30_000);
    match Bot::start(&launch, &Rules::default(), &greeting, clock, bounds, &Stop::default())
        .expect("processes can be started")
    {
        Ok(bot) => Box::new(bot),
        Err(absent) => panic!("{}", absent.fault),
    }
}

/// Questions a second; the time is that of 12,000 questions.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn twelve_thousand_questions(bencher: Bencher<'_, '_>) {
    let python = Tools::of_system().python(PYTHON).expect("Python 3");
    let folder = tempfile::tempdir().expect("a temporary folder");
    bencher
        .with_inputs(|| (0..3).map(|index| seat(&python.program, folder.path(), index)).collect::<Vec<_>>())
        .counter(ItemsCount::new(QUESTIONS))
        .bench_refs(|players| {
            Match {
                rules: &[Rules::default()],
                games: PLAYED,
                players: players.as_mut_slice(),
                stop: &Stop::default(),
            }
            .play(&mut Seeded::new(Key::new(1, "bench")), &mut NoRecord, &mut |_| ControlFlow::Continue(()))
            .expect("three bots play")
        });
}
