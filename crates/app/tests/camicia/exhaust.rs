//! `croupier camicia exhaust`.

use std::fs;
use std::path::Path;

use crate::croupier::{croupier, text};
use crate::search::{file, kill_beyond, on_a_full_disk};

fn exhaust(data: &Path, arguments: &[&str]) -> assert_cmd::Command {
    let mut command = croupier(["camicia", "exhaust", "--data"]);
    command.arg(data).args(arguments);
    command
}

#[test]
fn a_small_pack_is_told_whole() {
    let data = tempfile::tempdir().unwrap();
    let run = exhaust(data.path(), &["--pack", "3+3+2+0+0+0"]).assert().success();
    let answer = text(&run.get_output().stdout);
    let expected = "\
hands of 3 and 3 cards; 2 J, 0 Q, 0 K, 0 A
deals     15 (all of them)
";
    assert!(answer.starts_with(expected), "{answer}");
    assert!(answer.contains("cycle     2 tricks, 6 cards, reached by "), "{answer}");
    // The same again, from the checkpoint.
    let again = exhaust(data.path(), &["--pack", "3+3+2+0+0+0"]).assert().success();
    assert_eq!(text(&again.get_output().stdout), answer);
}

#[test]
fn penalties_make_another_pack_and_cards_that_ask_alike_are_alike() {
    let data = tempfile::tempdir().unwrap();
    let counts = |arguments: &[&str]| {
        let run = exhaust(data.path(), arguments).arg("--json").assert().success();
        text(&run.get_output().stdout)
    };
    let plain = counts(&["--pack", "4+4+1+1+1+0"]);
    assert_eq!(counts(&["--pack", "4+4+0+1+1+1", "--penalties", "4,1,2,3"]), plain);
    assert!(plain.starts_with(
        "{\"exhaust\":{\"pack\":\"4+4+1+1+1+0\",\"units\":[0,1],\"complete\":true,\"deals\":336,"
    ));
}

#[test]
fn ranges_add_up_whatever_the_threads() {
    let data = tempfile::tempdir().unwrap();
    let json = |arguments: &[&str]| {
        let run = exhaust(data.path(), arguments).arg("--json").assert().success();
        let line: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        line["exhaust"].clone()
    };
    let pack = ["--pack", "7+7+2+2+2+2", "--jobs"];
    let whole = json(&[&pack[..], &["1"]].concat());
    assert_eq!((whole["complete"].as_bool(), whole["deals"].as_u64()), (Some(true), Some(7_567_560)));
    assert_eq!(json(&[&pack[..], &["3", "--fresh"]].concat()), whole);
    let parts = ["0..1", "1..3"].map(|range| json(&[&pack[..], &["2", "--range", range]].concat()));
    let sum = |key: &str| parts.iter().map(|part| part[key].as_u64().unwrap()).sum::<u64>();
    for key in ["deals", "finished", "endless", "cards", "tricks"] {
        assert_eq!(Some(sum(key)), whole[key].as_u64(), "{key}");
    }
    let bytes = |value: &serde_json::Value| {
        let hex = value["checksum"].as_str().unwrap().to_owned();
        (0..64)
            .step_by(2)
            .map(move |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
            .collect::<Vec<u8>>()
    };
    let both: Vec<u8> =
        bytes(&parts[0]).iter().zip(bytes(&parts[1])).map(|(one, other)| one ^ other).collect();
    assert_eq!(both, bytes(&whole));
}

/// Killed twice, a count comes to what one that was left alone comes to.
#[test]
fn a_killed_count_goes_on_and_counts_nothing_twice() {
    let undisturbed = tempfile::tempdir().unwrap();
    let pack = ["--pack", "8+8+2+2+2+2", "--range", "0..6", "--jobs", "1"];
    let answer = |data: &Path| {
        let run = exhaust(data, &pack).arg("--json").assert().success();
        text(&run.get_output().stdout)
    };
    let data = tempfile::tempdir().unwrap();
    let first = kill_beyond(0, "exhaust", data.path(), &pack);
    assert!(0 < first && first < 6, "unit {first}");
    let second = kill_beyond(first, "exhaust", data.path(), &pack);
    assert!(first < second && second < 6, "unit {second}");
    assert_eq!(answer(data.path()), answer(undisturbed.path()));
}

#[test]
fn a_damaged_or_foreign_checkpoint_is_refused_and_left_as_it_is() {
    let data = tempfile::tempdir().unwrap();
    exhaust(data.path(), &["--pack", "6+6+1+1+1+1"]).assert().success();
    let checkpoint = file(data.path(), ".checkpoint").unwrap();
    let whole = fs::read(&checkpoint).unwrap();
    let mut slip = whole.clone();
    slip[whole.len() / 3] ^= 1;
    for bytes in [&whole[..whole.len() / 2], &slip, b"", b"a letter to a friend\n"] {
        fs::write(&checkpoint, bytes).unwrap();
        let run = exhaust(data.path(), &["--pack", "6+6+1+1+1+1"]).assert().code(3);
        let said = text(&run.get_output().stderr);
        assert!(said.contains("is damaged or no checkpoint: its sum does not fit\nhint: "), "{said}");
        assert!(fs::read(&checkpoint).unwrap() == bytes, "it is left as it is");
    }
    // A checkpoint of another pack under this one's name.
    exhaust(data.path(), &["--pack", "5+5+1+1+1+1"]).assert().success();
    let other = data.path().join("camicia/exhaust-5+5+1+1+1+1-units-0-1.checkpoint");
    fs::copy(&other, &checkpoint).unwrap();
    let run = exhaust(data.path(), &["--pack", "6+6+1+1+1+1"]).assert().code(3);
    let said = text(&run.get_output().stderr);
    assert!(
        said.contains("is of another search: the pack is 5+5+1+1+1+1 there and 6+6+1+1+1+1 here"),
        "{said}"
    );
    assert!(fs::read(&checkpoint).unwrap() == fs::read(&other).unwrap(), "it is left as it is");
    exhaust(data.path(), &["--pack", "6+6+1+1+1+1", "--fresh"]).assert().success();
    assert!(fs::read(&checkpoint).unwrap() == whole);
}

/// The count is there, and only its checkpoint is lost.
#[test]
fn on_a_full_disk_the_answer_is_printed_and_the_trouble_is_said_once() {
    let [roomy, full] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    // Some seconds on one core: time for several saves.
    let pack = ["--pack", "8+8+2+2+2+2"];
    let expected = exhaust(roomy.path(), &pack).assert().success();
    let run =
        on_a_full_disk("exhaust", full.path(), &[&pack[..], &["--jobs", "1"]].concat()).assert().code(3);
    assert_eq!(text(&run.get_output().stdout), text(&expected.get_output().stdout));
    let said = text(&run.get_output().stderr);
    assert_eq!(said.matches("warning: ").count(), 1, "{said}");
    assert!(
        said.lines().any(|line| line.starts_with("error: ") && line.contains("cannot be written: ")),
        "{said}"
    );
    assert_eq!(file(full.path(), ".checkpoint"), None);
}

#[test]
fn what_was_not_understood_is_said() {
    let data = tempfile::tempdir().unwrap();
    for (arguments, said) in [
        (&["--pack", "53"][..], "expected 52, 40, 26, or six numbers"),
        (&["--pack", "26", "--penalties", "1,2,3,9"], "expected four numbers from 0 to 4"),
        (&["--pack", "26", "--range", "5..3"], "expected two numbers, the first below the second"),
        (&["--pack", "26", "--range", "0..999999"], "--range 0..999999: there are "),
        (&["--pack", "32+31+8+8+8+8"], "groups of deals, more than"),
        (&[], "--pack"),
    ] {
        let run = exhaust(data.path(), arguments).assert().code(2);
        let found = text(&run.get_output().stderr);
        assert!(found.contains(said), "{arguments:?}: {found}");
    }
}
