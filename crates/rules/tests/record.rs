//! Records whose hash fits and whose lines do not: they are refused, whatever they say.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use croupier_rules::game::Game;
use croupier_rules::record::{Record, RecordError};
use croupier_rules::{blackjack, poker};

const POKER: [&str; 5] = [
    r#"{"record":1,"game":"poker","rules":1,"params":{},"seed":1,"match":"m","games":2,"seats":[{"name":"a","hash":""},{"name":"b","hash":""},{"name":"c","hash":""}],"limits":{}}"#,
    "379 20,x,65 n-- = -20 -10 30",
    r#"!{"game":0,"step":3,"seat":1,"verdict":"late","asked":"bet1","came":"","expected":"a bid","out":false}"#,
    "379 20,50,65 ny- -,65,120 -y- = -20 -120 140",
    r#"{"games":2,"net":[-40,-130,170],"fouls":[0,1,0],"absent":[0,0,0],"verdicts":["ok","late","ok"]}"#,
];

const BLACKJACK: [&str; 5] = [
    r#"{"record":1,"game":"blackjack","rules":1,"params":{},"seed":1,"match":"m","games":1,"seats":[{"name":"a","hash":""}],"limits":{}}"#,
    "100 2T4 h5 s T6",
    "100 9T5",
    r#"!{"game":0,"step":13,"seat":0,"verdict":"late","asked":"play","came":"","expected":"a move","out":true}"#,
    r#"{"games":0,"net":[0],"fouls":[1],"absent":[0],"verdicts":["late"]}"#,
];

/// A record of these lines under a hash that fits.
fn sealed(lines: &[impl AsRef<str>]) -> Vec<u8> {
    let body: String = lines.iter().map(|line| line.as_ref().to_owned() + "\n").collect();
    format!("{body}{{\"blake3\":\"{}\"}}\n", blake3::hash(body.as_bytes()).to_hex()).into_bytes()
}

/// Reads and replays a record of either game.
fn replay(bytes: Vec<u8>) -> Result<(), RecordError> {
    fn by<G: Game>(record: &Record) -> Result<(), RecordError> {
        record.replay(&record.rules::<G>()?, &mut |_| {})
    }
    let record = Record::parse(bytes)?;
    let _faults = record.faults();
    let _games = record.games_begun();
    if record.header.game == poker::Rules::NAME {
        by::<poker::Rules>(&record)
    } else {
        by::<blackjack::Rules>(&record)
    }
}

/// What is said when the text is put in place of another.
fn said(lines: &[&str], from: &str, to: &str) -> String {
    let changed: Vec<String> = lines.iter().map(|line| line.replacen(from, to, 1)).collect();
    assert_ne!(changed, lines, "`{from}` is there");
    replay(sealed(&changed)).unwrap_err().to_string()
}

#[test]
fn records_as_they_are_written_are_borne_out() {
    for lines in [POKER, BLACKJACK] {
        assert_eq!(replay(sealed(&lines)), Ok(()));
    }
}

#[test]
fn totals_speak_of_the_seats_of_the_header() {
    for (from, to, name, found) in [
        ("[-40,-130,170]", "[-40,-130]", "net", 2),
        ("[0,1,0]", "[]", "fouls", 0),
        ("[0,0,0]", "[0,0,0,0]", "absent", 4),
        (r#"["ok","late","ok"]"#, r#"["ok"]"#, "verdicts", 1),
    ] {
        let expected = format!("line 5, column 1: expected `{name}` of 3 seats, found {found}");
        assert_eq!(said(&POKER, from, to), expected);
    }
}

#[test]
fn seats_fit_the_game() {
    let mut lines = POKER.map(str::to_owned);
    lines[0] = lines[0].replace("\"game\":\"poker\"", "\"game\":\"blackjack\"");
    let error = replay(sealed(&lines)).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 1: expected 1 seats at blackjack, found 3");
    assert_eq!(said(&POKER, "\"seat\":1", "\"seat\":3"), "line 3, column 1: there is no seat 3");
}

#[test]
fn what_the_header_and_the_totals_count_is_compared_with_the_games() {
    for (from, to, what) in [
        ("\"games\":2,\"net\"", "\"games\":3,\"net\"", "the record holds 2 games, the totals say 3"),
        ("\"games\":2,\"seats\"", "\"games\":3,\"seats\"", "the record holds 2 games, the header says 3"),
        ("\"games\":2,\"seats\"", "\"games\":1,\"seats\"", "the record holds 2 games, the header says 1"),
        (
            "[-40,-130,170]",
            "[-40,-130.5,170.5]",
            "the games give `net` -40, -130, 170, the totals say -40, -130.5, 170.5",
        ),
        ("[0,1,0]", "[1,0,0]", "the games give `fouls` 0, 1, 0, the totals say 1, 0, 0"),
        ("[0,0,0]", "[0,0,1]", "the games give `absent` 0, 0, 0, the totals say 0, 0, 1"),
        (
            r#"["ok","late","ok"]"#,
            r#"["ok","illegal","ok"]"#,
            "the games give `verdicts` ok, late, ok, the totals say ok, illegal, ok",
        ),
    ] {
        assert_eq!(said(&POKER, from, to), format!("line 5, column 1: {what}"));
    }
    // A fault breaks a match off, and so does money that gives the full mark.
    assert_eq!(
        said(&BLACKJACK, "\"games\":0", "\"games\":1"),
        "line 5, column 1: the record holds 0 games, the totals say 1"
    );
    let rich = BLACKJACK[0]
        .replace("{}", r#"{"money":1,"max_money":2,"shuffles":9}"#)
        .replace(":1,\"seats", ":10,\"seats");
    let totals = r#"{"games":1,"net":[1],"fouls":[0],"absent":[0],"verdicts":["ok"]}"#;
    assert_eq!(replay(sealed(&[&rich, "1 2T9 s T6 = 1", totals])), Ok(()));
    let poor = rich.replace("\"max_money\":2", "\"max_money\":3");
    replay(sealed(&[&poor, "1 2T9 s T6 = 1", totals])).unwrap_err();
}

#[test]
fn faults_are_of_seats_that_were_asked_and_had_no_answer() {
    for (from, to, what) in [
        ("\"step\":3", "\"step\":2", "line 3, column 1: seat 1 was not asked at game 0, step 2"),
        ("\"step\":3", "\"step\":6", "line 3, column 1: seat 1 was not asked at game 0, step 6"),
        (
            "\"game\":0,\"step\":3",
            "\"game\":1,\"step\":3",
            "line 3, column 1: seat 1 was not asked at game 1, step 3",
        ),
        (
            "\"seat\":1",
            "\"seat\":2",
            "line 2, column 4: seat 2 failed here, and bid 65 is not what the rules play for it",
        ),
        (
            "\"out\":false",
            "\"out\":true",
            "line 4, column 4: seat 1 is asked no more, and bid 50 is not what the rules play for it",
        ),
    ] {
        assert_eq!(said(&POKER, from, to), what);
    }
    let mut lines = POKER.map(str::to_owned);
    lines[2] = lines[2].replace("false", "true");
    lines[3] = lines[1].clone();
    lines[4] = lines[4].replace("[-40,-130,170]", "[-40,-20,60]").replace("[0,0,0]", "[0,1,0]");
    assert_eq!(replay(sealed(&lines)), Ok(()), "a seat that is out is absent from the next deal");
}

#[test]
fn parameters_out_of_range_are_refused_before_they_are_used() {
    for (params, what) in [
        (r#"{"packs":0}"#, "packs = 0 is not from 1 to 1000000"),
        (r#"{"packs":4294967295}"#, "packs = 4294967295 is not from 1 to 1000000"),
        (r#"{"money":-1}"#, "money = -1 is not from 0 to 1000000000"),
        (r#"{"money":9223372036854775807}"#, "money = 9223372036854775807 is not from 0 to 1000000000"),
        (r#"{"shuffles":0}"#, "shuffles = 0 is not from 1 to 1000000000"),
        (r#"{"max_money":0}"#, "max_money = 0 is not from 1 to 1000000000"),
        (r#"[{},{"packs":0}]"#, "packs = 0 is not from 1 to 1000000"),
        ("[]", "the list is empty"),
    ] {
        let found = said(&BLACKJACK, "\"params\":{}", &format!("\"params\":{params}"));
        assert_eq!(found, format!("line 1, column 1: parameters of blackjack: {what}"));
    }
    for (min, max) in [(0, 10), (301, 300)] {
        let params = format!(r#""params":{{"min_bid":{min},"max_bid":{max}}}"#);
        let found = said(&POKER, "\"params\":{}", &params);
        assert!(found.ends_with(&format!("expected a min_bid from 1 to max_bid, found {min} and {max}")));
    }
}

#[test]
fn the_game_that_a_fault_broke_off_was_begun() {
    let begun = |lines: &[&str]| Record::parse(sealed(lines)).unwrap().games_begun();
    assert_eq!(begun(&BLACKJACK), 1);
    assert_eq!(begun(&[BLACKJACK[0], BLACKJACK[1], BLACKJACK[4]]), 1);
    assert_eq!(begun(&[BLACKJACK[0], BLACKJACK[4]]), 0);
    assert_eq!(begun(&POKER), 2);
}

#[test]
fn no_change_of_a_record_makes_a_replay_panic() {
    let bytes = *b"0123456789,-=! xynhsATi{}[]\"\n\xc3";
    let mut state: u64 = 7;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % end
    };
    let mut refused = 0;
    for round in 0..20_000 {
        let lines: &[&str] = if round % 2 == 0 { &POKER } else { &BLACKJACK };
        let mut body = lines.join("\n").into_bytes();
        for _ in 0..=below(3) {
            let at = below(body.len());
            match below(3) {
                0 => body[at] = bytes[below(bytes.len())],
                1 => body.insert(at, bytes[below(bytes.len())]),
                _ => drop(body.remove(at)),
            }
        }
        let body = String::from_utf8_lossy(&body).into_owned();
        refused += u32::from(replay(sealed(&[body])).is_err());
    }
    assert!(refused > 10_000, "{refused} of 20,000 were refused");
}
