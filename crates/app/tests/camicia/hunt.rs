//! `croupier camicia hunt`: the same bytes whatever the threads, and nothing lost or counted twice.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::croupier::{croupier, text};
use crate::search::{self, kill_beyond, next_unit, on_a_full_disk};

/// A hunt in a small pack with a low threshold: a unit takes moments and has many finds, some of them endless.
const SMALL: [&str; 4] = ["--pack", "20+20+1+1+1+1", "--seed", "7"];

fn hunt(data: &Path, arguments: &[&str]) -> assert_cmd::Command {
    let mut command = croupier(["camicia", "hunt", "--data"]);
    command.arg(data).args(SMALL).args(arguments);
    if !arguments.contains(&"--faces") {
        command.args(["--faces", "60"]);
    }
    command
}

fn answer(data: &Path, arguments: &[&str]) -> String {
    let run = hunt(data, arguments).assert().success();
    text(&run.get_output().stdout)
}

fn file(data: &Path, ending: &str) -> PathBuf {
    search::file(data, ending).unwrap_or_else(|| panic!("a file {ending}"))
}

#[test]
fn a_seed_plays_the_same_whatever_the_threads_and_the_engine() {
    let answers =
        [&["--jobs", "1"][..], &["--jobs", "3"], &["--jobs", "2", "--engine", "scalar"]].map(|how| {
            let data = tempfile::tempdir().unwrap();
            let answer = answer(data.path(), &[&["--range", "3..7", "--json"], how].concat());
            let record = fs::read_to_string(file(data.path(), ".jsonl")).unwrap();
            assert!(answer.starts_with(&record), "the record file has the finds that are printed");
            let verified =
                croupier(["camicia", "verify"]).arg(file(data.path(), ".jsonl")).assert().success();
            assert!(text(&verified.get_output().stderr).starts_with("507 of 507 claims hold"));
            answer
        });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
    assert!(answers[0].contains(
        "\"found_by\":\"croupier camicia hunt 0.1.0\",\"pack\":\"20+20+1+1+1+1\",\"seed\":7,\"unit\":"
    ));
    let last = answers[0].lines().last().unwrap();
    assert!(
        last.starts_with(
            "{\"hunt\":{\"pack\":\"20+20+1+1+1+1\",\"seed\":7,\"units\":[3,7],\"next\":7,\"deals\":"
        ),
        "{last}"
    );
}

/// Killed again and again, a hunt goes on from its checkpoint, and comes to what one that was left alone comes to.
#[test]
fn a_killed_hunt_goes_on_and_counts_nothing_twice() {
    let undisturbed = tempfile::tempdir().unwrap();
    let range = ["--range", "0..23", "--faces", "40", "--jobs", "2"];
    let expected = answer(undisturbed.path(), &range);
    let data = tempfile::tempdir().unwrap();
    let mut next = 0;
    for _ in 0..2 {
        let later = kill_beyond(next, "hunt", data.path(), &[&SMALL[..], &range].concat());
        assert!(next < later && later < 23, "killed between the first and the last unit: {later}");
        next = later;
    }
    let run = hunt(data.path(), &range).assert().success();
    assert!(text(&run.get_output().stderr).contains(" deals were played before"));
    assert_eq!(text(&run.get_output().stdout), expected);
    assert_eq!(answer(data.path(), &range), expected, "a hunt that is over prints its results again");
    let record = |folder: &Path| fs::read(file(folder, ".jsonl")).unwrap();
    assert!(record(data.path()) == record(undisturbed.path()), "the record files are the same");
}

/// A friend gets the whole record file, whatever became of the one that lay there.
#[test]
fn the_record_file_of_a_finished_hunt_is_made_again_when_it_is_lost_or_damaged() {
    let data = tempfile::tempdir().unwrap();
    let printed = answer(data.path(), &["--range", "0..1"]);
    let path = file(data.path(), ".jsonl");
    let whole = fs::read(&path).unwrap();
    for damage in [None, Some(&b""[..]), Some(&whole[..whole.len() / 2])] {
        fs::remove_file(&path).unwrap();
        if let Some(bytes) = damage {
            fs::write(&path, bytes).unwrap();
        }
        assert_eq!(answer(data.path(), &["--range", "0..1"]), printed);
        assert!(fs::read(&path).unwrap() == whole, "the record file is whole again");
    }
}

#[test]
fn who_goes_on_with_a_hunt_is_not_named_as_the_finder_of_what_was_found_before() {
    let data = tempfile::tempdir().unwrap();
    hunt(data.path(), &["--jobs", "1", "--until", "1", "--finder", "Anna"]).assert().success();
    let next = next_unit(data.path()).unwrap();
    hunt(data.path(), &["--until", "1500", "--finder", "Bruno"]).assert().success();
    let record = fs::read_to_string(file(data.path(), ".jsonl")).unwrap();
    let mut finders = BTreeSet::new();
    for line in record.lines() {
        let find: serde_json::Value = serde_json::from_str(line).unwrap();
        let finder = if find["unit"].as_u64().unwrap() < next { "Anna" } else { "Bruno" };
        assert_eq!(find["finder"], finder, "{line}");
        finders.insert(finder);
    }
    assert_eq!(finders.len(), 2);
}

#[test]
fn a_hunt_stops_after_its_time_or_at_its_aim_and_says_how_to_go_on() {
    let data = tempfile::tempdir().unwrap();
    let run = hunt(data.path(), &["--minutes", "0.01"]).assert().success();
    let said = text(&run.get_output().stderr);
    assert!(said.contains("the same command goes on from here"), "{said}");
    assert!(said.contains(" cards, "), "new bests are told: {said}");
    let told = text(&run.get_output().stdout);
    assert!(told.contains("tail from ") && told.contains("families"), "{told}");
    let picture = data.path().join("tail.svg");
    let aim = ["--until", "1000", "--picture", picture.to_str().unwrap()];
    let run = hunt(data.path(), &aim).assert().success();
    let drawn = fs::read_to_string(&picture).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.contains(">families<") && drawn.contains(">fit<"), "{drawn}");
    assert!(text(&run.get_output().stderr).contains("deals were played before"));
}

#[test]
fn a_damaged_or_foreign_checkpoint_is_refused_and_left_as_it_is() {
    let data = tempfile::tempdir().unwrap();
    answer(data.path(), &["--range", "0..1"]);
    let checkpoint = file(data.path(), ".checkpoint");
    let whole = fs::read(&checkpoint).unwrap();
    let half = &whole[..whole.len() / 2];
    for bytes in [half, b"", b"a letter to a friend\n"] {
        fs::write(&checkpoint, bytes).unwrap();
        let run = hunt(data.path(), &["--range", "0..1"]).assert().code(3);
        let said = text(&run.get_output().stderr);
        assert!(said.contains("is damaged or no checkpoint: its sum does not fit\nhint: "), "{said}");
        assert!(fs::read(&checkpoint).unwrap() == bytes, "it is left as it is");
    }
    fs::write(&checkpoint, &whole).unwrap();
    let run = hunt(data.path(), &["--range", "0..1", "--faces", "70"]).assert().code(3);
    let said = text(&run.get_output().stderr);
    assert!(said.contains("is of another search: --faces is 60 there and 70 here"), "{said}");
    assert!(fs::read(&checkpoint).unwrap() == whole, "it is left as it is");
    hunt(data.path(), &["--range", "0..1", "--faces", "70", "--fresh"]).assert().success();
}

/// Finds of several hunts lie in one database; one that is busy costs nothing.
#[test]
fn the_database_keeps_the_finds_of_all_hunts() {
    let data = tempfile::tempdir().unwrap();
    let finds = |arguments: &[&str]| {
        let mut command = croupier(["camicia", "finds", "--data"]);
        let run = command.arg(data.path()).args(arguments).assert().success();
        text(&run.get_output().stdout)
    };
    let mut command = croupier(["camicia", "finds", "--data"]);
    let run = command.arg(data.path()).assert().code(3);
    assert!(text(&run.get_output().stderr).contains("hint: croupier camicia hunt makes one"));
    let first = answer(data.path(), &["--range", "0..1", "--finder", "Anna", "--json"]);
    let second = answer(data.path(), &["--range", "1..2", "--json"]);
    let all = finds(&["--top", "100000", "--json"]);
    // Both hunts met some families; a deal is there once, as Anna found it first.
    let lines = |answer: &str| -> BTreeSet<String> {
        answer.lines().filter(|line| !line.starts_with("{\"hunt\"")).map(str::to_owned).collect()
    };
    assert!(lines(&first).len() > 20 && lines(&first).is_subset(&lines(&all)));
    let of_second = &lines(&all) - &lines(&first);
    assert!(!of_second.is_empty() && of_second.is_subset(&lines(&second)), "{of_second:?}");
    assert_eq!(all.lines().count(), lines(&all).len());
    croupier(["camicia", "verify"]).write_stdin(all.clone()).assert().success();
    let best = finds(&["--top", "3", "--pack", "20+20+1+1+1+1"]);
    assert_eq!(best.lines().count(), 3);
    assert_eq!(finds(&["--pack", "52"]), "");
    // Another process writes there: the lock is held by this one.
    let held = fs::OpenOptions::new().write(true).open(data.path().join("croupier.lock")).unwrap();
    held.lock().unwrap();
    let run = hunt(data.path(), &["--range", "2..3"]).assert().success();
    let said = text(&run.get_output().stderr);
    assert!(
        said.contains("the finds are in the record file, and the same command stores them later"),
        "{said}"
    );
    drop(held);
    answer(data.path(), &["--range", "2..3"]);
    assert!(finds(&["--top", "100000"]).lines().count() > lines(&all).len());
}

/// At 520 faces, which are many at 52 cards, the half pack has no game at all.
#[test]
fn the_half_pack_is_hunted_without_options() {
    let data = tempfile::tempdir().unwrap();
    let mut command = croupier(["camicia", "hunt", "--pack", "26", "--range", "0..1", "--json", "--data"]);
    let run = command.arg(data.path()).assert().success();
    let answer = text(&run.get_output().stdout);
    let last: serde_json::Value = serde_json::from_str(answer.lines().last().unwrap()).unwrap();
    let [seeds, best] = ["seeds", "best"].map(|key| last["hunt"][key].as_u64().unwrap());
    assert!(seeds >= 16 && best > 300, "{last}");
    assert!(answer.lines().count() > 10, "{answer}");
}

/// As many seeds as there are deals, two million in a unit: what is not kept is not held.
#[test]
fn a_hunt_of_everything_stays_within_200_megabytes() {
    let data = tempfile::tempdir().unwrap();
    // A limit in KiB of all memory that is asked for, used or not; so the allocator may not reserve any for each thread.
    let line = r#"ulimit -v 195312; exec "$0" "$@""#;
    let run = assert_cmd::Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_croupier"), "camicia", "hunt", "--data"])
        .arg(data.path())
        .args(["--pack", "7+7+2+2+2+1", "--faces", "0", "--jobs", "2", "--json"])
        .env("MALLOC_ARENA_MAX", "1")
        .assert()
        .success();
    let answer = text(&run.get_output().stdout);
    let last: serde_json::Value = serde_json::from_str(answer.lines().last().unwrap()).unwrap();
    assert!(last["hunt"]["seeds"].as_u64().unwrap() > 2_000_000, "{last}");
}

/// No faces, one card, one-sided: nothing to find, and no trouble.
#[test]
fn packs_without_long_games_are_hunted_to_their_end() {
    let data = tempfile::tempdir().unwrap();
    for (pack, deals) in
        [("3+3+0+0+0+0", "1 deals, "), ("1+0+0+0+0+1", "1 deals, "), ("6+0+2+2+0+0", "90 deals, ")]
    {
        let mut command = croupier(["camicia", "hunt", "--pack", pack, "--data"]);
        let run = command.arg(data.path()).assert().success();
        assert!(text(&run.get_output().stdout).starts_with(deals), "{pack}");
    }
}

/// A file may grow to one block only: the checkpoint cannot be written, as on a full disk.
#[test]
fn a_full_disk_is_said_and_the_old_checkpoint_stays() {
    let data = tempfile::tempdir().unwrap();
    answer(data.path(), &["--range", "0..1"]);
    let name = file(data.path(), ".checkpoint");
    let before = fs::read(&name).unwrap();
    let arguments = [&SMALL[..], &["--range", "0..1", "--faces", "60", "--fresh"]].concat();
    let run = on_a_full_disk("hunt", data.path(), &arguments).assert().code(3);
    let said = text(&run.get_output().stderr);
    assert!(said.contains("cannot be written: "), "{said}");
    assert!(text(&run.get_output().stdout).contains(" deals, "), "the results are printed all the same");
    assert!(fs::read(&name).unwrap() == before, "the old checkpoint stays");
    let left: Vec<_> = fs::read_dir(data.path().join("camicia")).unwrap().collect();
    assert_eq!(left.len(), 3, "nothing unfinished is left: {left:?}");
}

#[test]
fn after_a_full_disk_the_same_command_stores_the_finds() {
    let data = tempfile::tempdir().unwrap();
    let range = ["--range", "0..1"];
    let arguments = [&SMALL[..], &range, &["--faces", "60"]].concat();
    on_a_full_disk("hunt", data.path(), &arguments).assert().code(3);
    let finds = || {
        let mut command = croupier(["camicia", "finds", "--top", "1", "--data"]);
        command.arg(data.path()).assert()
    };
    let run = finds().code(3);
    let said = text(&run.get_output().stderr);
    assert!(said.contains("no hunt has stored its finds there yet"), "{said}");
    answer(data.path(), &range);
    let run = finds().success();
    assert!(text(&run.get_output().stdout).contains(" loop "), "an endless deal comes first");
}

/// Forty threads share the cores, so a unit of each takes far longer than the time that was asked for.
#[test]
fn a_hunt_of_many_threads_keeps_to_its_time() {
    let data = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let arguments =
        ["camicia", "hunt", "--seed", "1", "--minutes", "0.01", "--jobs", "40", "--engine", "scalar"];
    let run = croupier(arguments).arg("--data").arg(data.path()).assert().success();
    let time = started.elapsed();
    // In a build for tests, 40 units are over a minute of two cores.
    assert!(time < Duration::from_secs(20), "{time:?}");
    assert!(text(&run.get_output().stderr).contains("the same command goes on from here"));
}

#[test]
fn a_checkpoint_that_is_a_pipe_or_a_folder_is_refused_at_once() {
    let data = tempfile::tempdir().unwrap();
    answer(data.path(), &["--range", "0..1"]);
    let checkpoint = file(data.path(), ".checkpoint");
    fs::remove_file(&checkpoint).unwrap();
    let refuses = || {
        let run = hunt(data.path(), &["--range", "0..1"]).timeout(Duration::from_secs(30)).assert().code(3);
        let said = text(&run.get_output().stderr);
        assert!(said.contains("is no regular file"), "{said}");
        assert_eq!(said.matches("error: ").count(), 1, "{said}");
    };
    assert!(Command::new("mkfifo").arg(&checkpoint).status().unwrap().success());
    refuses();
    fs::remove_file(&checkpoint).unwrap();
    fs::create_dir(&checkpoint).unwrap();
    refuses();
}

#[test]
fn a_data_folder_without_finds_says_so() {
    let data = tempfile::tempdir().unwrap();
    answer(data.path(), &["--range", "0..1"]);
    let finds = |arguments: &[&str]| {
        let mut command = croupier(["camicia", "finds", "--data"]);
        let run = command.arg(data.path()).args(arguments).assert().success();
        assert!(run.get_output().stdout.is_empty());
        text(&run.get_output().stderr)
    };
    let said = finds(&["--pack", "40"]);
    assert!(said.starts_with("no finds of the pack 40 in "), "{said}");
    assert_eq!(finds(&["--pack", "40", "--json"]), "");
}

#[test]
fn what_was_not_understood_is_said() {
    let data = tempfile::tempdir().unwrap();
    for (arguments, said) in [
        (&["--range", "7"][..], "expected two numbers, the first below the second"),
        (&["--range", "0..24"], "there are "),
        (&["--minutes", "-1"], "expected a number of minutes"),
        (&["--minutes", "soon"], "expected a number of minutes"),
        (&["--engine", "abacus"], "this processor has: "),
        (&["--jobs", "0"], "--jobs"),
        (&["--faces", "4000000000"], "is not in 0..=20000"),
    ] {
        let run = hunt(data.path(), arguments).assert().code(2);
        let found = text(&run.get_output().stderr);
        assert!(found.contains(said), "{arguments:?}: {found}");
    }
    let (_folder, path) = crate::croupier::file("data", b"a file, no folder");
    let run = hunt(&path, &[]).assert().code(3);
    assert!(text(&run.get_output().stderr).contains("cannot be written"));
}
