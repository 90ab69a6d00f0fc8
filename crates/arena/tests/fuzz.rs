//! Whatever an organiser, an entrant or a bot writes: it is read or refused, and nothing panics.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use croupier_arena::contest::Contest;
use croupier_arena::entrant;
use croupier_arena::feed::{Turn, conversation};
use croupier_arena::game_kind::GameKind;
use croupier_arena::house;
use croupier_arena::protocol::{Message, Wire, read};
use croupier_rules::game::Game;
use croupier_rules::record::Record;
use croupier_rules::seat::Seat;
use croupier_rules::unseen::is_unseen;
use croupier_rules::{blackjack, poker};
use croupier_trial::fuzz::fuzz;

/// What is said of a bad input can be shown by a terminal as it is.
fn is_plain(said: &str) {
    assert!(!said.is_empty() && !said.chars().any(|c| is_unseen(c) && c != '\n'), "{said:?}");
}

#[test]
fn contest_files() {
    let good: [&[u8]; 3] = [
        include_bytes!("../../../contests/poker-league/contest.toml"),
        include_bytes!("../../../contests/blackjack-night/contest.toml"),
        include_bytes!("../../../contests/camicia-class/contest.toml"),
    ];
    let words =
        ["[rules]\n", "[[test]]\n", "seed = ", "true", "\"2 min\"", "{ per_bot = 3 }", "[200, 200]", "= []"];
    fuzz("contest file", &good, &words, |input| {
        match Contest::parse(Path::new("night/contest.toml"), input, house::names) {
            // What was read is written in one way only.
            Ok(contest) => assert!(!contest.settings.canonical().contains('\n')),
            Err(problems) => is_plain(&problems.to_string()),
        }
    });
}

#[test]
fn entrants_files() {
    let folder = tempfile::tempdir().unwrap();
    let good: [&[u8]; 3] = [
        b"command = [\"python3\", \"main.py\"]\nbuild = [\"cc\", \"-o\", \"bot\", \"bot.c\"]\n",
        b"kind = \"player\"\nmain = \"main.py\"\ncompat = \"strict\"\n",
        b"command = \"./bot\"\n",
    ];
    let bot = folder.path().join("bot");
    fs::create_dir(&bot).unwrap();
    fs::write(bot.join("main.py"), "class Player:\n    pass\n").unwrap();
    fuzz("bot.toml", &good, &["kind = ", "[\"sh\"]", "../", "\"/bin/sh\"", "build = "], |input| {
        fs::write(bot.join("bot.toml"), input).unwrap();
        for game in [GameKind::Poker, GameKind::Blackjack, GameKind::Camicia] {
            if let Err(problems) = entrant::find_one(&bot, game) {
                is_plain(&problems.to_string().replace(&*bot.to_string_lossy(), "bot"));
            }
        }
    });
}

fn answered<G: Wire>(questions: &[G::Choices], input: &[u8]) {
    match read(input) {
        Message::Answer(_, answer) => {
            for choices in questions {
                let _action_or_why = G::answer(choices, &answer);
            }
        }
        Message::Illegal(..) => {}
        Message::Garbled(expected) => is_plain(&expected),
    }
}

#[test]
fn lines_of_bots() {
    let good: [&[u8]; 5] = [
        b"{\"id\":17,\"bet\":40}",
        b"{\"id\":18,\"call\":true,\"note\":\"hm\"}",
        b"{\"id\":1,\"move\":\"hit\"}",
        b"{\"ready\":1,\"name\":\"a\"}",
        b"{\"id\":2,\"illegal\":\"cashIn before stand\"}",
    ];
    let rules = poker::Rules::default();
    let mut deal = rules.start();
    while let croupier_rules::game::Node::Chance = rules.node(&deal) {
        let draw = rules.drawn(&deal, 3);
        rules.apply(&mut deal, &croupier_rules::game::Step::Draw(draw)).unwrap();
    }
    let bids = [rules.choices(&deal, Seat(0))];
    let blackjack = blackjack::Rules::default();
    let bets = [blackjack.choices(&blackjack.start(), Seat(0))];
    fuzz("line of a bot", &good, &["\"id\":", "\"bet\":", "true", "1e400", "\\ud800"], |input| {
        answered::<poker::Rules>(&bids, input);
        answered::<blackjack::Rules>(&bets, input);
    });
}

const RECORD: &str = concat!(
    r#"{"record":1,"game":"poker","rules":1,"params":{},"seed":1,"match":"m","games":2,"seats":[{"name":"a","hash":""},{"name":"b","hash":"","compat":"first"},{"name":"c","hash":""}],"limits":{"move_ms":1000}}"#,
    "\n379 20,x,65 n-- = -20 -10 30\n",
    r#"!{"game":0,"step":3,"seat":1,"verdict":"late","asked":"bet1","came":"","expected":"a bid","out":false}"#,
    "\n379 20,50,65 ny- -,65,120 -y- = -20 -120 140\n",
    r#"{"games":2,"net":[-40,-130,170],"fouls":[0,1,0],"absent":[0,0,0],"verdicts":["ok","late","ok"]}"#,
    "\n"
);

/// `feed` derives what a bot was sent from a record that may be a stranger's.
#[test]
fn records_that_are_fed() {
    fuzz("fed record", &[RECORD.as_bytes()], &["\n", "= ", "x", "\"move_ms\":", "!{"], |input| {
        let hash = blake3::hash(input).to_hex();
        let sealed = [input, format!("{{\"blake3\":\"{hash}\"}}\n").as_bytes()].concat();
        let Ok(record) = Record::parse(sealed) else { return };
        for seat in 0..record.header.seats.len().min(3) {
            let seat = Seat(u8::try_from(seat).unwrap());
            let visit = &mut |_: Turn<'_, poker::Rules>| ControlFlow::Continue(());
            if let Err(error) = conversation::<poker::Rules>(&record, seat, visit) {
                is_plain(&error.to_string());
            }
        }
    });
}
