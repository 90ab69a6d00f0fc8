//! A contest in parts, without a queue.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use croupier_trial::python3;

use crate::crew::{PATIENCE, Running};
use crate::night::{Done, LADDER, Night, POKER};

#[test]
fn parts_that_are_joined_are_the_same_as_the_whole() {
    let Some(_) = python3() else { return };
    let rounds = POKER.replace("deals = 50", "deals = 50\nrounds = 2");
    let night = Night::new(&rounds, &[("ladder.py", LADDER), ("second.py", LADDER)]);
    let here = night.play(&["--data", "here"]);
    assert_eq!(here.code, 0, "{here:?}");
    for part in ["1/3", "3/3"] {
        let done = night.croupier(&["run", "night", "--shard", part]);
        assert_eq!(done.code, 0, "{done:?}");
        assert!(done.out.starts_with(&format!("part {}: ", part.replace('/', "-of-"))), "{done:?}");
    }
    let merge = |more: &[&str]| night.croupier(&[&["merge", "night", "--json"], more].concat());
    let early = merge(&[]);
    assert_eq!(early.code, 1, "{early:?}");
    // No round is whole, and all that is there counts.
    assert!(early.err.contains("3 of 8 matches are in no file: 2, 5, 8;"), "{early:?}");
    let table = early.json();
    assert_eq!(
        (&table["played"], &table["matches"], &table["rounds"]["played"]),
        (&5.into(), &8.into(), &0.into())
    );
    assert_eq!(night.croupier(&["run", "night", "--shard", "2/3"]).code, 0);
    // Again, nothing is played: the file is written again.
    assert_eq!(night.croupier(&["run", "night", "--shard", "2/3"]).code, 0);
    let whole = merge(&[]);
    assert_eq!((whole.code, whole.out.as_str()), (0, here.out.as_str()), "{}", whole.err);
    assert!(night.records("here", "night") == night.records("croupier-data", "night"));
}

#[test]
fn a_file_that_is_not_of_the_contest_is_refused() {
    let night = Night::new(&POKER.replace("\"random\"]", "\"random\", \"rock\"]"), &[]);
    let none = night.croupier(&["merge", "night"]);
    assert_eq!(none.code, 3, "{none:?}");
    assert!(none.err.contains("no file of a part is there"), "{none:?}");
    assert_eq!(night.croupier(&["run", "night", "--shard", "1/1"]).code, 0);
    let file = night.path("croupier-data/shards/night/1-of-1.matches");
    let whole = fs::read(&file).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let done = night.croupier(&["merge", "night", "--data", "other", file.to_str().unwrap()]);
        assert_eq!(done.code, 3, "{done:?}");
        done.err
    };
    assert!(refused(b"standings\n").contains("expected a file that `croupier run --shard` has written"));
    // At the end of a match, in its length, and at its beginning.
    let head = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for (bytes, sound) in
        [(&whole[..whole.len() - 1], head), (&whole[..head + 3], head), (&whole[..head + 8], head)]
    {
        let said = refused(bytes);
        assert!(
            said.contains(&format!("damaged after byte {sound}: ")) && said.contains("they are cut"),
            "{said}"
        );
        assert!(
            said.contains("hint: play the part again: croupier run night --shard 1/1 --data other"),
            "{said}"
        );
    }
    let mut other = whole.clone();
    let at = whole.len() - 300;
    other[at] ^= 1;
    let said = refused(&other);
    assert_eq!(said.matches("match 1").count(), 1, "{said}");
    assert!(said.contains("1-of-1.matches: match 1: ") && said.contains("--shard 1/1"), "{said}");
    let seed = POKER.replace("\"random\"]", "\"random\", \"rock\"]").replace("seed = 7", "seed = 8");
    night.write("night/contest.toml", &seed);
    let said = refused(&whole);
    assert!(said.contains("this is part 1/1 of another run of `Night`: expected seed 8, found 7"), "{said}");
    let named = |file: &str| night.croupier(&["merge", "night", file]);
    let folder = named("night");
    assert!(folder.err.contains("night: expected a file of a part") && folder.err.contains("found a folder"));
    let absent = named("absent.matches");
    assert!(
        absent.err.contains("absent.matches: ") && absent.err.contains("hint: croupier merge night takes")
    );
    assert_eq!((folder.code, absent.code), (3, 3));
    // A pipe would have to be written to first.
    let pipe = night.path("croupier-data/shards/night/9-of-9.matches");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let piped = night.croupier(&["merge", "night"]);
    assert_eq!(piped.code, 3, "{piped:?}");
    assert!(piped.err.contains("9-of-9.matches: expected a file, found something else"), "{piped:?}");
}

#[test]
fn a_part_is_asked_for_in_one_way_and_may_be_empty() {
    let night = Night::new(&POKER.replace("\"random\"]", "\"random\", \"rock\"]"), &[]);
    for wrong in ["3/2", "0/2", "+1/2", "01/02", "1/0", "1"] {
        let done = night.croupier(&["run", "night", "--shard", wrong]);
        assert_eq!(done.code, 2, "{done:?}");
        assert!(done.err.contains("expected a part such as 3/16"), "{done:?}");
    }
    let empty = night.croupier(&["run", "night", "--shard", "30/40"]);
    assert_eq!(empty.code, 0, "{empty:?}");
    assert!(empty.err.contains("nothing falls to part 30/40: the contest has 1 match\n"), "{empty:?}");
    let quiet = night.croupier(&["run", "night", "--shard", "30/40", "--quiet"]);
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
}

#[test]
fn a_contest_whose_rounds_hang_on_each_other_is_refused_at_its_line() {
    let decided = POKER.replace("deals = 50", "deals = 50\nrounds = 2\nstop = \"decided\"");
    let night = Night::new(&decided.replace("\"random\"]", "\"random\", \"rock\"]"), &[]);
    let text = fs::read_to_string(night.path("night/contest.toml")).unwrap();
    let line = text.lines().position(|line| line.starts_with("stop")).unwrap() + 1;
    let done = night.croupier(&["run", "night", "--shard", "1/2"]);
    assert_eq!(done.code, 2, "{done:?}");
    assert!(done.err.contains(&format!("night/contest.toml:{line}: expected stop = \"never\"")), "{done:?}");
}

#[test]
fn a_part_that_was_stopped_goes_on() {
    let Some(_) = python3() else { return };
    let long = POKER.replace("deals = 50", "deals = 300\nseatings = \"all\"");
    let night = Night::new(&long, &[("ladder.py", LADDER), ("second.py", LADDER)]);
    let words = ["run", "night", "--shard", "1/1", "--jobs", "1"];
    let mut part = Running::new(&mut night.command(&words));
    let begun = Instant::now();
    while night.records("croupier-data/shards/night/1-of-1", "night").len() < 2 {
        assert!(begun.elapsed() < PATIENCE && !part.has_ended(), "it plays no match");
        thread::sleep(Duration::from_millis(10));
    }
    part.signal("INT");
    let stopped = part.done();
    assert_eq!(stopped.code, 130, "{stopped:?}");
    let whole = night.croupier(&words);
    assert!(whole.out.starts_with("part 1-of-1: 24 matches"), "{whole:?}");
    assert_eq!(night.croupier(&["merge", "night"]).code, 0);
}

#[test]
fn a_file_that_may_not_grow_is_told_and_does_not_end_the_program() {
    let night = Night::new(&POKER.replace("\"random\"]", "\"random\", \"rock\"]"), &[]);
    // Blocks of 512 bytes.
    let script = "ulimit -f 40; exec \"$0\" run night";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_croupier")]).current_dir(night.path(""));
    let done = Done::of(&mut command);
    assert_eq!(done.code, 3, "{done:?}");
    assert!(done.err.contains("croupier.db") && done.err.contains("hint: ulimit -f"), "{done:?}");
    assert_eq!(night.play(&[]).code, 0);
}

#[test]
fn parts_of_other_bots_are_passed_over_and_those_of_other_contests_are_apart() {
    let night = Night::new(&POKER.replace("\"random\"]", "\"random\", \"rock\"]"), &[]);
    assert_eq!(night.croupier(&["run", "night", "--shard", "1/1"]).code, 0);
    // Another contest in the same data folder.
    fs::create_dir_all(night.path("other/entrants")).unwrap();
    night.write("other/contest.toml", &POKER.replace("\"random\"]", "\"maniac\", \"rock\"]"));
    assert_eq!(night.croupier(&["run", "other", "--shard", "1/1"]).code, 0);
    // The first has other settings now, and one part more.
    night.write("night/contest.toml", &POKER.replace("\"random\"]", "\"maniac\", \"random\"]"));
    for part in ["1/2", "2/2"] {
        assert_eq!(night.croupier(&["run", "night", "--shard", part]).code, 0);
    }
    let merged = night.croupier(&["merge", "night", "--json"]);
    assert_eq!(merged.code, 0, "{merged:?}");
    let said = "passed over: croupier-data/shards/night/1-of-1.matches: this is part 1/1 of another run of `Night`: expected \
                `house:maniac` among its contestants; remove the file, or play the part again";
    assert!(merged.err.contains(said), "{merged:?}");
    // Whoever names the file means it.
    let named = night.croupier(&["merge", "night", "croupier-data/shards/night/1-of-1.matches"]);
    assert_eq!(named.code, 3, "{named:?}");
    assert!(named.err.contains("hint: play the part again: croupier run night --shard 1/1\n"), "{named:?}");
    let here = night.play(&["--data", "here"]);
    assert_eq!(merged.out, here.out);
    assert_eq!(night.croupier(&["merge", "other", "--json"]).code, 0);
    // The same part of other settings takes the place of the first, and says so; once.
    let anew = night.croupier(&["run", "night", "--shard", "1/1"]);
    let said = "note: croupier-data/shards/night/1-of-1.matches held part 1/1 of another run of `Night`: it is written anew";
    assert!(anew.code == 0 && anew.err.contains(said), "{anew:?}");
    assert!(anew.out.starts_with("part 1-of-1: 1 match in "), "{anew:?}");
    assert_eq!(night.croupier(&["run", "night", "--shard", "1/1", "--quiet"]).err, "");
}
