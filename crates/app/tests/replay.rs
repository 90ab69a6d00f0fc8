//! `croupier replay MATCH`: the built program on matches that it has played.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../rules/tests/golden/mod.rs"]
mod golden;
#[expect(dead_code, reason = "the tests of `run` use the rest")]
mod night;

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::Command;

use croupier_trial::python3;
use night::{BLACKJACK, Done, LADDER, LINES, Night, POKER, keys};
use serde_json::Value;

/// A poker contest of a bot that fouls in its third deal and two house players, three deals long.
fn poker() -> Option<Night> {
    python3()?;
    let ladder = LADDER.replace(
        "def bet1(self, minimum):",
        "deals = 0\n\n    def bet1(self, minimum):\n        self.deals += 1\n        if self.deals == 3: return 5",
    );
    let night = Night::new(&POKER.replace("deals = 50", "deals = 4"), &[("ladder.py", &ladder)]);
    assert_eq!(night.play(&[]).code, 0);
    Some(night)
}

fn blackjack() -> Night {
    let night = Night::new(BLACKJACK, &[]);
    assert_eq!(night.play(&[]).code, 0);
    night
}

/// The record with the hash of the bot left out: it is that of a file on disk.
fn without_hashes(text: &str) -> String {
    let word = |word: &str| match word.len() {
        64 if word.chars().all(|c| c.is_ascii_hexdigit()) => "…".to_owned(),
        _ => word.to_owned(),
    };
    text.lines().map(|line| line.split(' ').map(word).collect::<Vec<_>>().join(" ") + "\n").collect()
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_poker_match_is_told_deal_by_deal() {
    let Some(night) = poker() else { return };
    let done = night.croupier(&["replay", "night/1"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    golden::check("replay/poker.txt", &without_hashes(&done.out));
}

#[test]
fn a_seat_is_told_what_it_knew() {
    let Some(night) = poker() else { return };
    let done = night.croupier(&["replay", "night/1", "--seat", "1"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    golden::check("replay/poker_seat_1.txt", &without_hashes(&done.out));
    let all = json_lines(&night.croupier(&["replay", "night/1", "--json"]).out);
    let own = json_lines(&night.croupier(&["replay", "night/1", "--json", "--seat", "1"]).out);
    let deals =
        |lines: &[Value]| lines.iter().filter(|line| line["deal"].is_number()).cloned().collect::<Vec<_>>();
    for (all, own) in deals(&all).iter().zip(deals(&own)) {
        assert_eq!(own["cards"][1], all["cards"][1], "its own card");
        let shown = all["end"] == "showdown";
        assert!(shown || (own["cards"][0].is_null() && own["cards"][2].is_null()), "{own}");
        assert_eq!((&own["bet1"], &own["winnings"]), (&all["bet1"], &all["winnings"]));
    }
}

#[test]
fn one_game_of_a_match_is_told_alone() {
    let Some(night) = poker() else { return };
    let lines = json_lines(&night.croupier(&["replay", "night/1", "--game", "3", "--json"]).out);
    let keys_of: Vec<&str> = lines.iter().map(|line| keys(line)[0]).collect();
    assert_eq!(keys_of, ["match", "deal", "fault", "totals", "blake3"], "{lines:?}");
    assert_eq!((&lines[2]["fault"]["verdict"], &lines[1]["deal"]), (&"illegal".into(), &3.into()));
    for (flag, number, said) in [
        ("--game", "0", "error: there is no game 0: the match has games 1 to 4\n"),
        ("--game", "5", "error: there is no game 5: the match has games 1 to 4\n"),
        ("--seat", "3", "error: there is no seat 3: the match has seats 0 to 2\n"),
    ] {
        let done = night.croupier(&["replay", "night/1", flag, number]);
        assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (2, "", said));
    }
}

#[test]
fn every_match_is_told_as_json_lines_and_verified() {
    let Some(poker) = poker() else { return };
    for (night, matches, line) in [
        (poker, 1, ["deal", "cards", "bet1", "call1", "bet2", "call2", "winnings", "end"].as_slice()),
        (
            blackjack(),
            6,
            &[
                "evening",
                "hand",
                "bet",
                "up",
                "cards",
                "moves",
                "dealer",
                "total",
                "dealer_total",
                "payout",
                "money",
            ],
        ),
    ] {
        for number in 1..=matches {
            let id = format!("night/{number}");
            let told = night.croupier(&["replay", &id, "--json"]);
            assert_eq!((told.code, told.err.as_str()), (0, ""));
            let lines = json_lines(&told.out);
            assert_eq!((keys(&lines[0]), keys(&lines[lines.len() - 2])), (vec!["match"], vec!["totals"]));
            assert_eq!(keys(&lines[1]), line, "{id}");
            let hash = &lines[lines.len() - 1]["blake3"];
            let verified = night.croupier(&["replay", &id, "--verify", "--json"]);
            assert_eq!((verified.code, verified.err.as_str()), (0, ""));
            assert_eq!(json_lines(&verified.out), [serde_json::json!({"verified": true, "blake3": hash})]);
            // The record by its path is the same match.
            let path = format!("croupier-data/matches/night/{number}.match");
            assert_eq!(night.croupier(&["replay", &path, "--json"]).out, told.out);
        }
    }
}

#[test]
fn a_blackjack_match_is_told_hand_by_hand() {
    let night = blackjack();
    let done = night.croupier(&["replay", "night/2", "--game", "10"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    golden::check("replay/blackjack.txt", &without_hashes(&done.out));
}

#[test]
fn an_unknown_match_is_bad_input_with_a_hint() {
    let night = blackjack();
    for (name, said) in [
        ("night/7", "error: run `night` has no finished match 7\n"),
        ("nigth/1", "error: no run is called `nigth`; did you mean `night`?\n"),
        ("night", "error: `night` names no match: expected a run and a number"),
        ("night/one", "error: `night/one` names no match"),
    ] {
        let done = night.croupier(&["replay", name]);
        assert_eq!((done.code, done.out.as_str()), (3, ""));
        assert!(done.err.starts_with(said), "{}", done.err);
        assert!(done.err.contains("\nhint: a match is RUN/NUMBER"), "{}", done.err);
    }
    let done = night.croupier(&["replay", "night/1", "--data", "nowhere"]);
    assert_eq!(done.code, 3);
    assert!(
        done.err.starts_with("error: no results in nowhere") && done.err.contains("\nhint: "),
        "{}",
        done.err
    );
}

#[test]
fn a_damaged_record_is_never_half_told() {
    let night = blackjack();
    let path = night.path("croupier-data/matches/night/1.match");
    let whole = fs::read(&path).unwrap();
    let middle = whole.len() / 2;
    let mut changed = whole.clone();
    changed[middle] = if changed[middle] == b'5' { b'6' } else { b'5' };
    let mut no_text = whole.clone();
    no_text[middle] = 0xff;
    for damaged in [&changed[..], &no_text, &whole[..middle], &whole[..whole.len() - 5], b"", b"{}\n"] {
        fs::write(&path, damaged).unwrap();
        let told = night.croupier(&["replay", "night/1"]);
        assert_eq!((told.code, told.out.as_str()), (3, ""), "{}", told.err);
        assert!(told.err.starts_with("error: croupier-data/matches/night/1.match: "), "{}", told.err);
        let verified = night.croupier(&["replay", "night/1", "--verify"]);
        assert_eq!((verified.code, verified.out.as_str()), (1, ""), "{}", verified.err);
        assert!(verified.err.starts_with("croupier-data/matches/night/1.match: "), "{}", verified.err);
    }
    // The other matches are as they were.
    assert_eq!(night.croupier(&["replay", "night/2", "--verify"]).code, 0);
}

#[test]
fn a_record_that_breaks_the_rules_is_refused_though_its_hash_fits() {
    let night = blackjack();
    let path = night.path("croupier-data/matches/night/1.match");
    let record = String::from_utf8(fs::read(&path).unwrap()).unwrap();
    // Another sum of money than the rules give, under a hash that fits.
    let totals = record.lines().rev().nth(1).unwrap();
    let other = totals.replacen("\"net\":[", "\"net\":[1", 1);
    let body = record[..record.rfind("{\"blake3\"").unwrap()].replace(totals, &other);
    let hash = blake3::hash(body.as_bytes()).to_hex();
    let forged = format!("{body}{{\"blake3\":\"{hash}\"}}\n");
    fs::write(&path, forged).unwrap();
    assert_eq!(night.croupier(&["replay", "night/1", "--verify"]).code, 1);
    assert_eq!(night.croupier(&["replay", "night/1"]).code, 3);
}

/// A record with these lines and a hash that fits.
fn forged(lines: &[&str]) -> String {
    let body = lines.join("\n") + "\n";
    format!("{body}{{\"blake3\":\"{}\"}}\n", blake3::hash(body.as_bytes()).to_hex())
}

#[test]
fn a_hostile_record_is_bad_input_though_its_hash_fits() {
    let seat = r#"{"name":"a","hash":""}"#;
    let header = |game: &str, params: &str, seats: &str| {
        format!(
            r#"{{"record":1,"game":"{game}","rules":1,"params":{params},"seed":1,"match":"m","games":1,"seats":[{seats}],"limits":{{}}}}"#
        )
    };
    let totals =
        |net: &str| format!(r#"{{"games":0,"net":[{net}],"fouls":[0],"absent":[0],"verdicts":["ok"]}}"#);
    let blackjack = |params: &str| header("blackjack", params, seat);
    let night = Night::new(BLACKJACK, &[]);
    for (header, totals, said) in [
        (blackjack("{}"), totals(""), "line 2, column 1: expected `net` of 1 seats, found 0"),
        (header("blackjack", "{}", ""), totals("0"), "line 2, column 1: expected `net` of 0 seats, found 1"),
        (header("poker", "{}", seat), totals("0"), "line 1, column 1: expected 3 seats at poker, found 1"),
        (
            blackjack(r#"{"packs":4000000000}"#),
            totals("0"),
            "line 1, column 1: parameters of blackjack: packs = 4000000000 is not from 1 to 1000000",
        ),
        (
            blackjack(r#"{"money":-5}"#),
            totals("0"),
            "line 1, column 1: parameters of blackjack: money = -5 is not from 0 to 1000000000",
        ),
        (blackjack("[]"), totals("0"), "line 1, column 1: parameters of blackjack: the list is empty"),
        (
            header("poker", r#"{"min_bid":300,"max_bid":10}"#, seat),
            totals("0"),
            "line 1, column 1: parameters of poker: expected a min_bid from 1 to max_bid, found 300 and 10",
        ),
    ] {
        night.write("forged.match", &forged(&[&header, &totals]));
        for args in [&["replay", "forged.match"][..], &["feed", "forged.match", "--seat", "0"]] {
            let done = night.croupier(args);
            if done.code == 2 {
                assert!(done.err.starts_with("error: there is no seat 0"), "{}", done.err);
                continue;
            }
            assert_eq!((done.code, done.out.as_str()), (3, ""), "{args:?}: {}", done.err);
            assert_eq!(done.err, format!("error: forged.match: {said}\n"), "{args:?}");
        }
    }
}

#[test]
fn the_game_in_which_a_match_was_broken_off_is_told() {
    let Some(_) = python3() else { return };
    // It bets on the third hand of its second evening, and is gone when it is asked to play.
    let counting = "    games += message.get('tell') == 'start'
    bets += games == 2 and message.get('ask') == 'bet'
    if bets == 3 and message.get('ask') == 'play':
        sys.exit(3)
    if \"hello\" in message:";
    let leaver = LINES
        .replace("for line in sys.stdin:", "bets = games = 0\nfor line in sys.stdin:")
        .replace("    if \"hello\" in message:", counting);
    let night = Night::new(BLACKJACK, &[("leaver.py", &leaver)]);
    assert_eq!(night.play(&[]).code, 0);
    let broken = night.croupier(&["replay", "night/2", "--game", "2"]);
    assert_eq!((broken.code, broken.err.as_str()), (0, ""));
    golden::check("replay/blackjack_broken_off.txt", &without_hashes(&broken.out));
    let lines = json_lines(&night.croupier(&["replay", "night/2", "--game", "2", "--json"]).out);
    let keys_of: Vec<&str> = lines.iter().map(|line| keys(line)[0]).collect();
    assert_eq!(keys_of, ["match", "evening", "evening", "evening", "fault", "totals", "blake3"], "{lines:?}");
    assert!(lines[3].get("payout").is_none(), "{}", lines[3]);
    let beyond = night.croupier(&["replay", "night/2", "--game", "3"]);
    assert_eq!(beyond.err, "error: there is no game 3: the match has games 1 to 2\n");
}

#[test]
fn a_record_that_is_gone_is_said_to_be_unreadable() {
    let night = blackjack();
    fs::remove_file(night.path("croupier-data/matches/night/1.match")).unwrap();
    for args in [&["replay", "night/1"][..], &["feed", "night/1", "--seat", "0"]] {
        let done = night.croupier(args);
        assert_eq!((done.code, done.out.as_str()), (3, ""));
        let said = "error: croupier-data/matches/night/1.match: cannot be read: ";
        assert!(done.err.starts_with(said), "{}", done.err);
    }
}

#[test]
fn a_record_under_the_name_of_another_match_is_said() {
    let night = blackjack();
    let record = |number| night.path(&format!("croupier-data/matches/night/{number}.match"));
    fs::copy(record(3), record(2)).unwrap();
    for args in [&["replay", "night/2", "--verify"][..], &["replay", "night/2", "--verify", "--json"]] {
        let done = night.croupier(args);
        assert_eq!((done.code, done.out.as_str()), (1, ""));
        let said =
            "croupier-data/matches/night/2.match: the record of another match: night/2 was stored with hash ";
        assert!(done.err.starts_with(said), "{}", done.err);
    }
    let path = record(2);
    assert_eq!(
        night.croupier(&["replay", path.to_str().unwrap(), "--verify"]).code,
        0,
        "it is a sound record"
    );
}

#[test]
fn a_record_of_another_match_is_told_with_a_warning() {
    let night = blackjack();
    let record = |number| night.path(&format!("croupier-data/matches/night/{number}.match"));
    fs::copy(record(3), record(2)).unwrap();
    let said =
        "warning: croupier-data/matches/night/2.match: the record of another match: night/2 was stored with ";
    for args in [&["replay", "night/2", "--json"][..], &["feed", "night/2", "--seat", "0"]] {
        let done = night.croupier(args);
        assert!(done.code == 0 && !done.out.is_empty(), "{args:?}: {done:?}");
        assert!(done.err.starts_with(said) && done.err.lines().count() == 1, "{}", done.err);
    }
    // A run of a program in place of a match of bots.
    let class = Night::with_limits("name = 'Class'\ngame = 'rullete'\n[[test]]\ngenerate = 1\n", "");
    class.enter("one.py", "print(1)\n");
    assert_eq!(class.croupier(&["run", "night", "--trust", "--quiet"]).code, 0);
    fs::copy(class.path("croupier-data/matches/night/1.match"), record(2)).unwrap();
    let done = night.croupier(&["replay", "night/2"]);
    assert!(done.code == 0 && done.err.starts_with(said), "{done:?}");
}

#[test]
fn what_is_no_file_in_place_of_a_record_is_said_and_not_waited_for() {
    let night = blackjack();
    let record = night.path("croupier-data/matches/night/1.match");
    let run = |command: &mut Command| assert!(command.status().unwrap().success());
    let is_there = || fs::symlink_metadata(&record).is_ok();
    for found in ["a pipe", "a socket", "a device", "a folder"] {
        if is_there() {
            fs::remove_file(&record).unwrap();
        }
        match found {
            "a pipe" => run(Command::new("mkfifo").arg(&record)),
            "a socket" => drop(std::os::unix::net::UnixListener::bind(&record).unwrap()),
            "a device" => std::os::unix::fs::symlink("/dev/zero", &record).unwrap(),
            _ => fs::create_dir(&record).unwrap(),
        }
        let path = "croupier-data/matches/night/1.match";
        let mut names = vec!["night/1"];
        if found != "a folder" {
            names.push(path);
        }
        for name in names {
            for args in [&["replay", name][..], &["replay", name, "--verify"], &["feed", name, "--seat", "0"]]
            {
                let done = night.croupier(args);
                let said = format!("error: {path}: expected the record of a match, found {found}\n");
                assert_eq!((done.code, &done.err), (3, &said), "{args:?}");
            }
        }
    }
}

#[test]
fn a_record_may_come_on_standard_input() {
    let night = blackjack();
    let found = night.records("croupier-data", "night");
    let (file, record) = found.iter().next().unwrap();
    let path = format!("croupier-data/matches/night/{file}");
    for verb in [
        &["replay"][..],
        &["replay", "--verify"],
        &["blackjack", "review", "--json"],
        &["feed", "--seat", "0"],
    ] {
        let mut piped = night.command(verb);
        piped.arg("-").stdin(fs::File::open(night.path(&path)).unwrap());
        let (named, piped) = (night.croupier(&[verb, &[&path]].concat()), Done::of(&mut piped));
        assert!(
            piped.code == 0 && piped.err.is_empty() && piped.out == named.out,
            "{verb:?}: {piped:?}, {named:?}"
        );
    }
    let (cut, mut half) = (night.path("half"), night.command(&["replay", "-"]));
    fs::write(&cut, &record[..record.len() / 2]).unwrap();
    let half = Done::of(half.stdin(fs::File::open(cut).unwrap()));
    assert!(half.code == 3 && half.err.starts_with("error: standard input: "), "{half:?}");
    let pause = night.croupier(&["feed", "-", "--seat", "0", "--pause", "--", "cat"]);
    assert!(pause.code == 2 && pause.err.contains("\nhint: give the path of the record"), "{pause:?}");
}

/// A user of the system with no rights of its own.
const NOBODY: u32 = 65_534;

#[test]
fn results_that_may_not_be_written_to_are_read() {
    let Some(night) = poker() else { return };
    let set =
        |path: &str, mode| fs::set_permissions(night.path(path), fs::Permissions::from_mode(mode)).unwrap();
    let program = night.path("croupier");
    fs::copy(env!("CARGO_BIN_EXE_croupier"), &program).unwrap();
    set("temporary", 0o777);
    for folder in
        ["", "croupier-data/matches/night", "croupier-data/matches", "croupier-data/work", "croupier-data"]
    {
        set(folder, 0o555);
    }
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    for args in [
        &["list"][..],
        &["list", "night"],
        &["replay", "night/1"],
        &["replay", "night/1", "--verify"],
        &["log", "night/1"],
        &["feed", "night/1", "--seat", "0"],
    ] {
        let mut command = Command::new(&program);
        command.args(args).current_dir(night.path("")).env("TMPDIR", night.path("temporary"));
        if is_root {
            // Nothing is read-only for root.
            command.uid(NOBODY).gid(NOBODY);
        }
        let done = Done::of(&mut command);
        assert!(done.code == 0 && !done.out.is_empty() && done.err.is_empty(), "{args:?}: {done:?}");
    }
    set("croupier-data", 0o000);
    let mut command = Command::new(&program);
    command.args(["replay", "night/1"]).current_dir(night.path("")).env("TMPDIR", night.path("temporary"));
    if is_root {
        command.uid(NOBODY).gid(NOBODY);
    }
    let done = Done::of(&mut command);
    let said = "error: croupier-data/croupier.db: Permission denied (os error 13)\nhint: --data names another data folder, \
                which you may read\n";
    assert_eq!((done.code, done.err.as_str()), (3, said));
    // Else the folder could not be removed.
    set("", 0o755);
    for folder in ["croupier-data", "croupier-data/matches", "croupier-data/matches/night"] {
        set(folder, 0o755);
    }
}
