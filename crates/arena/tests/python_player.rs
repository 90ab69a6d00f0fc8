//! `class Player` bots behind the adapter, as the statement describes them.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

use croupier_arena::bot::{Bot, Bounds, Clock, Greeting};
use croupier_arena::dealer::Seeded;
use croupier_arena::player::Player;
use croupier_arena::python;
use croupier_arena::referee::{Match, MatchEnd, NoRecord};
use croupier_rules::chance::Key;
use croupier_rules::poker::Rules;
use croupier_rules::seat::Seat;

fn interpreter() -> PathBuf {
    let out = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
    PathBuf::from(String::from_utf8(out.stdout).unwrap().trim())
}

fn seat(adapter: &Path, folder: &Path, main: &str, seat: u8) -> Box<dyn Player<Rules>> {
    let launch = python::player(&interpreter(), adapter, folder, main, u64::from(seat));
    let greeting =
        Greeting { seat: Seat(seat), seats: 3, games: 1000, bot_seed: 5, more: Default::default() };
    let bounds = Bounds { line: 1 << 16, output: 1 << 24, log: 1 << 19 };
    Box::new(
        Bot::start(&launch, &Rules::default(), &greeting, Clock::new(30_000, 1000, 30_000), bounds)
            .map_err(|(fault, log)| format!("{fault} {}", String::from_utf8_lossy(&log.kept)))
            .unwrap(),
    )
}

#[test]
fn three_player_classes_play_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let adapter = folder.path().join(python::PLAYER_ADAPTER_FILE);
    std::fs::write(&adapter, python::PLAYER_ADAPTER).unwrap();
    let entrants = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contests/poker-league/entrants");
    let mut players: Vec<_> = ["ladder.py", "bluffer.py", "watcher.py"]
        .into_iter()
        .zip(0..)
        .map(|(main, index)| seat(&adapter, &entrants, main, index))
        .collect();
    let started = std::time::Instant::now();
    let end: MatchEnd = Match { rules: &Rules::default(), games: 1000, players: &mut players }
        .play(&mut Seeded::new(Key::new(7, "test")), &mut NoRecord, &mut |_| ControlFlow::Continue(()))
        .unwrap();
    println!("{:?} {end:?}", started.elapsed());
    assert_eq!(end.totals.fouls, [0, 0, 0]);
}
