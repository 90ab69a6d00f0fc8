//! `croupier rullete census` and `find`: what they print, the picture, and exit codes.

#[expect(dead_code, reason = "tests of other verbs use the rest")]
mod croupier;
#[path = "../../rules/tests/golden/mod.rs"]
mod golden;

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use croupier::{croupier, text};
use serde_json::{Map, Value};

fn census(arguments: &[&str]) -> String {
    let run = croupier(["rullete", "census"]).args(arguments).assert().success().stderr("");
    text(&run.get_output().stdout)
}

fn find(arguments: &[&str], code: i32) -> (String, String) {
    let run = croupier(["rullete", "find"]).args(arguments).assert().code(code);
    let output = run.get_output();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_census_is_told_as_text() {
    golden::check("rullete/census.txt", &census(&["--paths"]));
    assert!(census(&[]).ends_with("1 2 4 7 10\n"));
}

/// Source: the count of `crates/solve/tests/rullete/census.rs`.
#[test]
fn json_has_the_keys_of_the_count_and_then_sum_and_histogram() {
    let line = census(&["--json"]);
    let answer: Map<String, Value> = serde_json::from_str(&line).unwrap();
    let counted: Map<String, Value> =
        serde_json::from_str(include_str!("../../solve/tests/rullete/testdata/census.json")).unwrap();
    for (key, count) in &counted {
        assert_eq!(answer[key], *count, "{key}");
    }
    let keys = counted.keys().map(String::as_str).chain(["sum", "histogram", "rule6"]);
    assert!(answer.keys().eq(keys), "{line}");
    let histogram = answer["histogram"].as_object().unwrap();
    let values =
        histogram.iter().map(|(value, hands)| (value.parse::<u64>().unwrap(), hands.as_u64().unwrap()));
    let (hands, sum) = values.fold((0, 0), |(all, sum), (value, hands)| (all + hands, sum + value * hands));
    assert_eq!((answer["ordered_hands"].as_u64(), answer["sum"].as_u64()), (Some(hands), Some(sum)));
    assert!(line.contains("\"histogram\":{\"11\":480,\"16\":960,"), "{line}");
}

#[test]
fn the_printed_reading_and_the_paths_are_told_on_request() {
    let answer: Value = serde_json::from_str(&census(&["--json", "--paths", "--rule6", "112"])).unwrap();
    assert_eq!(answer["reading"], "rule 6 takes 112 off");
    // 720 hands without four 7s, and the 480 of four 7s with a 2.
    assert_eq!(answer["histogram"]["34"], 720 + 480);
    assert_eq!(answer["paths"].as_object().unwrap().len(), 12);
    assert_eq!(answer["paths"]["1 2 3 4 6 7"], 5280);
    croupier(["rullete", "census", "--rule6", "113"]).assert().code(2).stdout("");
}

#[test]
fn the_picture_has_a_bar_for_each_value_inside_its_axes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.svg");
    let told = census(&["--json", "--svg", path.to_str().unwrap()]);
    assert!(told.starts_with("{\"reading\""));
    let picture = std::fs::read_to_string(&path).unwrap();
    assert_eq!(picture, census(&["--svg", "-"]));
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    for label in [
        "prefers-color-scheme: dark",
        "value after all fourteen rules",
        ">674 wins<",
        "<title>82: 4,826,592 hands",
    ] {
        assert!(picture.contains(label), "{label}");
    }
    let bars: Vec<&str> = picture.lines().filter(|line| line.starts_with("<rect")).collect();
    assert_eq!(bars.len(), 333);
    for bar in bars {
        let number = |key: &str| -> f64 {
            let from = bar.find(&format!(" {key}=\"")).unwrap() + key.len() + 3;
            bar[from..].split('"').next().unwrap().parse().unwrap()
        };
        assert!(number("x") > 90.0 && number("x") < 880.0, "{bar}");
        assert!(number("y") >= 62.0 && number("height") > 0.0, "{bar}");
        assert!((number("y") + number("height") - 370.0).abs() < 0.11, "{bar}");
    }
    for (open, close) in
        [("<text", "</text>"), ("<title>", "</title>"), ("<rect", "</rect>"), ("<svg", "</svg>")]
    {
        assert_eq!(picture.matches(open).count(), picture.matches(close).count(), "{open}");
    }
    let run = croupier(["rullete", "census", "--svg"]).arg(folder.path()).assert().code(3).stdout("");
    assert!(text(&run.get_output().stderr).contains("cannot be written"));
}

#[test]
fn hands_of_a_value_are_listed_counted_and_cut() {
    let (hands, said) = find(&["674"], 0);
    assert_eq!((hands.lines().count(), said.as_str()), (384, "384 hands have the value 674\n"));
    assert!(
        hands.starts_with("JC 2C JD JH JS\nJC 2C JD JS JH\n") && hands.ends_with("JS JH JD JC 2S\n"),
        "{hands}"
    );
    let (hands, said) = find(&["126", "--limit", "2", "--json"], 0);
    assert_eq!(
        hands,
        "{\"hand\":\"6C 2C 2D 2H JC\",\"value\":126}\n{\"hand\":\"6C 2C 2D JC 2H\",\"value\":126}\n"
    );
    assert_eq!(said, "3,659,448 hands have the value 126; the first 2 of them\n");
    assert_eq!(find(&["674", "--count"], 0), ("384\n".to_owned(), String::new()));
    let (count, _) = find(&["34", "--count", "--json", "--rule6", "112"], 0);
    assert_eq!(count, "{\"value\":34,\"rule6\":112,\"hands\":1200}\n");
}

#[test]
fn all_hands_that_are_found_score_what_was_asked_for() {
    let (hands, _) = find(&["40", "--rule6", "112"], 0);
    let run = croupier(["rullete", "score", "--rule6", "112"]).write_stdin(hands.clone()).assert().success();
    let values = text(&run.get_output().stdout);
    assert!(values.lines().all(|value| value == "40"));
    assert_eq!(values.lines().count(), hands.lines().count());
}

#[test]
fn a_value_without_a_hand_ends_with_code_1_and_names_the_nearest() {
    for (value, said) in [
        ("675", "no hand has the value 675; 674 is the greatest\n"),
        ("-4", "no hand has the value -4; 11 is the lowest\n"),
        ("12", "no hand has the value 12; the nearest are 11 and 16\n"),
        ("9000000000", "no hand has the value 9000000000; 674 is the greatest\n"),
    ] {
        assert_eq!(find(&[value], 1), (String::new(), said.to_owned()));
        assert_eq!(find(&[value, "--count"], 1), ("0\n".to_owned(), said.to_owned()));
    }
    for wrong in [&["x"][..], &["674", "--limit", "0"], &["674", "--limit", "3", "--count"], &[]] {
        assert_eq!(find(wrong, 2).0, "", "{wrong:?}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["rullete", "find", "82"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut hands = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    hands.read_line(&mut first).unwrap();
    assert_eq!(first.split(' ').count(), 5, "{first}");
    drop(hands);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "4,826,592 hands have the value 82\n");
}
