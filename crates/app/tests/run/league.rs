//! Poker leagues in rounds: they end once the order is decided, whatever the threads, and after a stop too.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use croupier_trial::python3;

use crate::golden;
use crate::night::{Night, POKER, keys};

/// Four house players whose order shows soon.
const LEAGUE: &str = "name = \"Night\"\ngame = \"poker\"\nseed = 7\ntrust = true\n\
    house = [\"odds\", \"random\", \"rock\", \"maniac\"]\n\
    [rules]\ndeals = 100\nrounds = 12\nstop = \"decided\"\n";

#[test]
fn a_league_stops_when_its_order_is_decided_and_says_so() {
    let night = Night::new(LEAGUE, &[]);
    let done = night.croupier(&["run", "night"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    golden::check("run/league.txt", &done.out);
    assert_eq!(night.croupier(&["run", "night"]).out, done.out, "a run that is over is told again");
    let json = night.play(&[]).json();
    assert_eq!(keys(&json["rounds"]), ["played", "of", "decided", "percent"]);
    let played = json["rounds"]["played"].as_u64().unwrap();
    assert!((1..12).contains(&played), "{json}");
    assert_eq!((&json["rounds"]["decided"], &json["rounds"]["percent"]), (&true.into(), &95.into()));
    assert_eq!(json["matches"].as_u64(), Some(4 * played));
    for row in json["standings"].as_array().unwrap() {
        let chances: f64 =
            row["ranks"].as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap()).sum();
        assert!((chances - 1.0).abs() < 0.003, "{row}");
        let of = |feed: &&serde_json::Value| feed["to"] == row["name"];
        let feeds = json["feeds"].as_array().unwrap().iter().filter(of);
        let taken: f64 = feeds.map(|feed| feed["chips"].as_f64().unwrap()).sum();
        assert!((taken - row["score"].as_f64().unwrap()).abs() < 1e-9, "{row}");
    }
}

#[test]
fn it_stops_after_the_same_round_whatever_the_threads_and_stops() {
    let night = Night::new(LEAGUE, &[]);
    let play = |jobs: &str, data: &str| {
        let done = night.play(&["--jobs", jobs, "--data", data]);
        assert_eq!(done.code, 0, "{done:?}");
        (done.out, night.records(data, "night"))
    };
    let one = play("1", "one");
    assert!(one == play("3", "three"));
    // Wherever it is killed, the same command comes to the same end.
    for wait in [20, 60, 120] {
        let data = format!("killed {wait}");
        let mut killed = night
            .command(&["run", "night", "--quiet", "--data", &data])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(wait));
        killed.kill().unwrap();
        killed.wait().unwrap();
        assert!(play("2", &data) == one, "killed after {wait} ms");
    }
    let whole = fs::read_to_string(night.path("night/contest.toml")).unwrap();
    night.write("night/contest.toml", &whole.replace("stop = \"decided\"", "stop = \"never\""));
    let (all, records) = play("2", "all");
    assert_eq!(records.len(), 48);
    assert!(all.contains("\"rounds\":{\"played\":12,\"of\":12,\"decided\":null,\"percent\":null}"), "{all}");
    for (number, record) in &one.1 {
        assert!(records[number] == *record, "{number}: a rule of stopping changes no match");
    }
}

#[test]
fn the_seal_of_a_league_that_was_decided_is_opened() {
    let night = Night::new(LEAGUE, &[]);
    let seal = night.croupier(&["seal", "night"]).out.trim_end().to_owned();
    let matches = night.play(&[]).json()["matches"].clone();
    let done = night.croupier(&["seal", "night", "--check", &seal, "--run", "night"]);
    assert!(done.code == 0 && done.out.contains(&format!("all {matches} records")), "{done:?}");
}

/// A table with its added columns, and a page with who feeds whom.
#[test]
fn the_files_of_a_league_hold_chances_and_feeds() {
    let night = Night::new(&LEAGUE.replace("rounds = 12\nstop = \"decided\"\n", ""), &[]);
    assert_eq!(night.croupier(&["run", "night", "--csv", "a.csv", "--html", "a.html"]).code, 0);
    let table = fs::read_to_string(night.path("a.csv")).unwrap();
    let head = table.lines().next().unwrap();
    assert!(
        head.ends_with(",raw_mean_high,chance_of_rank_1,chance_of_rank_2,chance_of_rank_3,chance_of_rank_4")
    );
    let cells = head.split(',').count();
    assert!(table.lines().all(|line| line.split(',').count() == cells), "{table}");
    let page = fs::read_to_string(night.path("a.html")).unwrap();
    assert!(page.contains("<h2>Who feeds whom</h2>") && page.contains("<th>house:maniac</th>"), "{page}");
}

#[test]
fn bots_are_told_how_cards_are_dealt() {
    let Some(_) = python3() else { return };
    let bot = "import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if 'hello' in message:
        print(message.get('dealing', 'as usual'), file=sys.stderr)
        print(json.dumps({'ready': 1, 'name': 'told'}), flush=True)
    elif 'ask' in message:
        answer = {'bet': message['min']} if 'min' in message else {'call': False}
        print(json.dumps({'id': message['id'], **answer}), flush=True)
";
    for (rule, told) in [("dealing = \"stratified\"\n", "stratified\n"), ("", "as usual\n")] {
        let contest = POKER.replace("deals = 50\n", &format!("deals = 5\n{rule}"));
        let night = Night::new(&contest, &[("told.py", bot)]);
        assert_eq!(night.play(&[]).row("told")["verdict"], "ok");
        let log = night.croupier(&["log", "night/1"]);
        assert!(log.code == 0 && log.out.contains(told), "{log:?}");
        let record = &night.records("croupier-data", "night")["1.match"];
        let is_noted = String::from_utf8_lossy(record).contains("\"dealing\"");
        assert_eq!(is_noted, !rule.is_empty(), "the usual way has the bytes that it had");
    }
}
