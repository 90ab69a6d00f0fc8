//! Seats for tests: bots in Python, and a poker match of one bot among house players.
#![expect(dead_code, reason = "each test file uses its part")]

use std::ops::ControlFlow;
use std::path::Path;

use croupier_arena::bot::{Bot, Bounds, Clock, Greeting, Launch};
use croupier_arena::dealer::Seeded;
use croupier_arena::house;
use croupier_arena::log::Log;
use croupier_arena::player::Player;
use croupier_arena::protocol::Object;
use croupier_arena::python;
use croupier_arena::referee::{Match, MatchEnd, NoRecord};
use croupier_arena::stop::Stop;
use croupier_rules::chance::Key;
use croupier_rules::poker::Rules;
use croupier_rules::seat::Seat;

pub(crate) const BOUNDS: Bounds = Bounds { line: 1 << 16, output: 1 << 20, log: 1 << 16 };

pub(crate) fn greeting(seat: u8) -> Greeting {
    Greeting { seat: Seat(seat), seats: 3, games: 1000, bot_seed: 5, more: Object::new() }
}

/// A `class Player` in a folder, behind the adapter.
pub(crate) fn class_player(
    interpreter: &Path,
    folder: &Path,
    main: &str,
    seat: u8,
    compat: &str,
) -> Result<Bot, String> {
    let adapter = folder.join(python::PLAYER_ADAPTER_FILE);
    std::fs::write(&adapter, python::PLAYER_ADAPTER).unwrap();
    let launch = python::player(interpreter, &adapter, folder, main, u64::from(seat));
    let mut greeting = greeting(seat);
    greeting.more.insert("compat".into(), compat.into());
    Bot::start(
        &launch,
        &Rules::default(),
        &greeting,
        Clock::new(60_000, 60_000, 600_000),
        BOUNDS,
        &Stop::default(),
    )
    .unwrap()
    .map_err(|absent| format!("{}\n{}", absent.fault, String::from_utf8_lossy(&absent.log.kept)))
}

/// A JSON Lines program in Python, given as text, with its folder.
pub(crate) fn program(python: &Path, folder: &Path, source: &str) -> Launch {
    let main = folder.join("bot.py");
    std::fs::write(&main, source).unwrap();
    python::program(python, &main, folder, 1)
}

/// What became of a match of `games` deals: its end, and the log of the bot at seat 0.
pub(crate) fn poker_match(launch: &Launch, clock: Clock, bounds: Bounds, games: u32) -> (MatchEnd, Log) {
    let rules = Rules::default();
    let bot: Box<dyn Player<Rules>> =
        match Bot::start(launch, &rules, &greeting(0), clock, bounds, &Stop::default()).unwrap() {
            Ok(bot) => Box::new(bot),
            Err(absent) => Box::new(absent),
        };
    let mut players = vec![bot, house_player(1), house_player(2)];
    (play(&mut players, games), players[0].log())
}

pub(crate) fn house_player(seat: u8) -> Box<dyn Player<Rules>> {
    house::poker::named("random", Seat(seat), Key::new(3, "house").stream(seat.into())).unwrap()
}

pub(crate) fn play(players: &mut [Box<dyn Player<Rules>>], games: u32) -> MatchEnd {
    Match { rules: &[Rules::default()], games, players, stop: &Stop::default() }
        .play(&mut Seeded::new(Key::new(7, "test")), &mut NoRecord, &mut |_| ControlFlow::Continue(()))
        .unwrap()
}

/// A polite bot of six lines; `{rude}` stands where each test puts its rudeness, before an answer.
const BOT: &str = r#"
import json, os, sys, time
print('{"ready":1,"name":"rude"}', flush=True)
turn = 0
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message: break
    if "ask" not in message: continue
    turn += 1
    answer = {"id": message["id"], "call": True} if "level" in message else {"id": message["id"], "bet": message["min"]}
    {rude}
    print(json.dumps(answer), flush=True)
"#;

pub(crate) fn rude(rude: &str) -> String {
    BOT.replace("{rude}", rude)
}
