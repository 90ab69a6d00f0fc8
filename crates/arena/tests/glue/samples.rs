//! The sample bots of `contests/blackjack-night` at the arena's own table.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use croupier_arena::bot::{Bot, Bounds, Clock, Greeting, Launch};
use croupier_arena::dealer::Seeded;
use croupier_arena::player::Player;
use croupier_arena::protocol::Object;
use croupier_arena::python;
use croupier_arena::referee::{Match, MatchEnd, NoRecord};
use croupier_arena::stop::Stop;
use croupier_rules::blackjack::Rules;
use croupier_rules::chance::Key;
use croupier_rules::seat::Seat;
use croupier_rules::verdict::Verdict;

use crate::compiler::Workshop;

const EVENINGS: u32 = 2;
const RULES: Rules =
    Rules { money: 20_000, packs: 10, shuffles: 11, first_shuffle_counts: true, max_money: 1_000_000_000 };

fn entrant(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contests/blackjack-night/entrants").join(name)
}

/// What two evenings come to, and the hands that were played in them.
fn play(launch: &Launch) -> (MatchEnd, u32) {
    let greeting = Greeting { seat: Seat(0), seats: 1, games: EVENINGS, bot_seed: 5, more: Object::new() };
    let bounds = Bounds { line: 1 << 16, output: 1 << 24, log: 1 << 16 };
    let clock = Clock::new(30_000, 10_000, 60_000);
    let bot = Bot::start(launch, &RULES, &greeting, clock, bounds, &Stop::default()).unwrap().unwrap();
    let mut players: [Box<dyn Player<Rules>>; 1] = [Box::new(bot)];
    let mut hands = 0;
    let end = Match { rules: &[RULES], games: EVENINGS, players: &mut players, stop: &Stop::default() }
        .play(&mut Seeded::new(Key::new(7, "samples")), &mut NoRecord, &mut |evening| {
            hands += evening.hands();
            ControlFlow::Continue(())
        })
        .unwrap();
    (end, hands)
}

/// A match of one hand, which ends it by its money: the calls in lenient order.
pub(crate) fn one_hand(program: &Path, calls: &str) -> MatchEnd {
    const HAND: Rules = Rules { money: 100, packs: 1, shuffles: 2, first_shuffle_counts: true, max_money: 1 };
    let folder = tempfile::tempdir().unwrap();
    let mut launch = Launch::new(program.into(), Vec::new(), folder.path());
    launch.env.extend([("BET".to_owned(), "1".into()), ("HAND".to_owned(), calls.into())]);
    let more = Object::from_iter([("order".to_owned(), "lenient".into())]);
    let greeting = Greeting { seat: Seat(0), seats: 1, games: 1, bot_seed: 5, more };
    let bounds = Bounds { line: 1 << 16, output: 1 << 24, log: 1 << 16 };
    let clock = Clock::new(30_000, 10_000, 60_000);
    let bot = Bot::start(&launch, &HAND, &greeting, clock, bounds, &Stop::default()).unwrap().unwrap();
    let mut players: [Box<dyn Player<Rules>>; 1] = [Box::new(bot)];
    Match { rules: &[HAND], games: 1, players: &mut players, stop: &Stop::default() }
        .play(&mut Seeded::new(Key::new(7, "one hand")), &mut NoRecord, &mut |_| ControlFlow::Continue(()))
        .unwrap()
}

fn plays_whole_evenings(name: &str, launch: &Launch) {
    let (end, hands) = play(launch);
    assert_eq!(
        (end.totals.games, &end.totals.verdicts[..]),
        (EVENINGS, &[Verdict::Ok][..]),
        "{name}: {end:?}"
    );
    // Ten shoes an evening, about 82 hands each.
    assert!((1_500..1_750).contains(&hands), "{name}: {hands} hands");
}

#[test]
fn the_sample_bots_in_cpp_play_whole_evenings() {
    let Some(workshop) = Workshop::open() else { return };
    for name in ["flat.cpp", "counter.cpp"] {
        let program = workshop.build(&entrant(name));
        plays_whole_evenings(name, &Launch::new(program, Vec::new(), &workshop.path("")));
    }
}

#[test]
fn the_sample_bot_of_json_lines_plays_whole_evenings() {
    let Some(python) = croupier_trial::python3() else { return };
    let folder = tempfile::tempdir().unwrap();
    plays_whole_evenings("lines.py", &python::program(&python, &entrant("lines.py"), folder.path(), 1));
}
