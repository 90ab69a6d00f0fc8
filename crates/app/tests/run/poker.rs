//! Poker contests from end to end.

use croupier_trial::python3;

use crate::golden;
use crate::night::{LADDER, Night, POKER, WATCHER, keys, without_versions};

#[test]
fn the_standings_are_one_line_of_json_with_the_keys_of_the_contract() {
    let Some(_) = python3() else { return };
    let night = Night::new(POKER, &[("ladder.py", LADDER), ("watcher.py", WATCHER)]);
    let done = night.play(&[]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let json = done.json();
    assert_eq!(keys(&json), ["standings", "run", "played", "matches", "feeds", "cycles"]);
    assert_eq!((&json["run"], &json["played"], &json["matches"]), (&"night".into(), &4.into(), &4.into()));
    let rows = json["standings"].as_array().unwrap();
    for (row, rank) in rows.iter().zip(1..) {
        let contract = ["rank", "name", "score", "low", "high", "matches", "fouls", "verdict"];
        let more = ["absent", "reason", "runtime", "sandbox", "mean", "raw", "ranks"];
        assert_eq!(keys(row), [&contract[..], &more].concat());
        assert_eq!((&row["rank"], &row["matches"], &row["verdict"]), (&rank.into(), &3.into(), &"ok".into()));
    }
    let mut names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["house:odds", "house:random", "ladder", "watcher"]);
    let sum: f64 = rows.iter().map(|row| row["score"].as_f64().unwrap()).sum();
    assert!(sum.abs() < f64::EPSILON, "chips go round: {json}");
    assert!(!done.out.contains('/'), "no path: {}", done.out);
}

#[test]
fn the_table_stands_alone_on_standard_output() {
    let Some(_) = python3() else { return };
    let night = Night::new(POKER, &[("ladder.py", LADDER), ("watcher.py", WATCHER)]);
    let done = night.croupier(&["run", "night"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    golden::check("run/poker.txt", &without_versions(&done.out));
}

#[test]
fn every_triple_meets_for_the_deals_of_the_contest() {
    let night = Night::new(&POKER.replace("deals = 50", "deals = 5\nseatings = \"all\""), &[]);
    night.enter("third/bot.toml", "command = \"false\"");
    let done = night.play(&[]);
    // One triple in its six orders; who ends at once is absent.
    assert_eq!((done.code, done.json()["matches"].as_u64()), (0, Some(6)));
    let row = done.row("third");
    assert_eq!((&row["verdict"], &row["matches"]), (&"crashed".into(), &6.into()), "{row}");
    assert!(row["absent"].as_u64().unwrap() > 0, "{row}");
    let totals = r#"{"games":5,"#;
    for (name, record) in night.records("croupier-data", "night") {
        assert!(String::from_utf8(record).unwrap().contains(totals), "{name}");
    }
}

#[test]
fn a_foul_is_one_under_strict() {
    let Some(_) = python3() else { return };
    let foul = LADDER.replace("def bet1(self, minimum):", "def bet1(self, minimum):\n        return 5");
    let night = Night::new(POKER, &[("ladder.py", &foul)]);
    let strict = night.play(&["--strict"]);
    assert_eq!(strict.code, 1, "{strict:?}");
    let row = strict.row("ladder");
    assert_eq!((&row["verdict"], &row["fouls"]), (&"illegal".into(), &50.into()));
    let reason = row["reason"].as_str().unwrap();
    assert!(reason.starts_with("game 1, step 4: asked bet1: a whole number from 10 to 300"), "{reason}");
    assert_eq!(night.play(&[]).code, 0);
    let table = night.croupier(&["run", "night"]).out;
    assert!(table.contains(&format!("ladder: illegal: {reason}\n")), "{table}");
}
