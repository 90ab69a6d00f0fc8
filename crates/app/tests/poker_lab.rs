//! `croupier poker solve` and `show`: what they print, what they keep, and what they refuse.

#[expect(dead_code, reason = "tests of other verbs use the rest")]
mod croupier;

use std::sync::Mutex;

use croupier::{croupier, text};
use croupier_solve::poker::{Grid, Limits, Plan, Saved, Step};
use serde_json::Value;

/// A policy of three bids, solved in a moment.
const SMALL: [&str; 12] = [
    "poker",
    "solve",
    "--sizes",
    "10,50,300",
    "--raises",
    "5",
    "--columns",
    "20,100",
    "--passes",
    "300",
    "--column-passes",
    "40",
];

#[test]
fn both_gains_are_told_together() {
    let run = croupier(SMALL).args(["--measure", "some", "--json"]).assert().success();
    let answer: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    let gain = |key: &str| answer["gain"][key].as_f64().unwrap();
    assert!(gain("grid") < 1.0 && gain("grid") <= gain("any_in_round_2"), "{answer}");
    assert!(gain("any_in_round_2") <= gain("any") && gain("any_in_round_1") <= gain("any"), "{answer}");
    assert_eq!((answer["columns"].as_u64(), answer["every_size"].as_bool()), (Some(2), Some(false)));
    let run = croupier(SMALL).args(["--measure", "some"]).assert().success();
    let told = text(&run.get_output().stdout);
    for line in
        ["with these bids only", "with any bid in both", "two seats that play together are not measured"]
    {
        assert!(told.contains(line), "{told}");
    }
}

#[test]
fn a_policy_is_the_same_bytes_on_any_number_of_threads_and_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    for (name, jobs) in [("one", "1"), ("two", "2")] {
        let mut command = croupier(SMALL);
        command.args(["--measure", "some", "--jobs", jobs, "--out"]).arg(file(name)).assert().success();
    }
    let bytes = std::fs::read(file("one")).unwrap();
    assert!(bytes == std::fs::read(file("two")).unwrap());
    let measured = |policy: &str| {
        let mut command = croupier(["poker", "solve", "--measure", "some", "--policy"]);
        let run = command.arg(file(policy)).assert();
        (run.get_output().status.code(), text(&run.get_output().stdout), text(&run.get_output().stderr))
    };
    let (code, out, _) = measured("one");
    assert_eq!(code, Some(0));
    assert!(out.contains(&format!("policy             {} bytes", bytes.len())), "{out}");
    std::fs::write(file("damaged"), &bytes[..bytes.len() / 2]).unwrap();
    let (code, out, err) = measured("damaged");
    assert_eq!((code, out.as_str()), (Some(3), ""));
    assert!(err.contains("damaged: the policy file is damaged") && err.contains("hint: "), "{err}");
    let run = croupier(["poker", "show", "--policy"]).arg(file("one")).assert().success().stderr("");
    assert!(
        text(&run.get_output().stdout)
            .starts_with("bids of round 1, in percent; every seat plays alike\ncard     10")
    );
}

#[test]
fn work_that_is_kept_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    let solve = |more: &[&str]| {
        let mut command = croupier(SMALL);
        command.args(["--measure", "some", "--save"]).arg(&work).args(more).assert()
    };
    // The file is of another plan, or of none.
    std::fs::write(&work, "my notes").unwrap();
    let run = solve(&[]).code(3).stdout("");
    assert!(text(&run.get_output().stderr).contains("this is no saved work"));
    // Cut after the third look at the grid.
    let grid = Grid::new(Limits { min: 10, max: 300 }, &[10, 50, 300], &[5.0], &[5.0]).unwrap();
    let plan = Plan { grid, passes: 300, columns: vec![20, 100], column_passes: 40, ..Plan::shipped() };
    let (looks, saved) = (Mutex::new(0), Mutex::new(Saved::default()));
    let tell = |step: Step| {
        if step == Step::Pass {
            return true;
        }
        *looks.lock().unwrap() += 1;
        *looks.lock().unwrap() < 3
    };
    assert!(plan.go_on(Saved::default(), &tell, &|now| *saved.lock().unwrap() = now()).is_none());
    std::fs::write(&work, saved.into_inner().unwrap().to_bytes(&plan)).unwrap();
    let run = solve(&["--out", folder.path().join("policy").to_str().unwrap()]).success();
    let said = text(&run.get_output().stderr);
    assert!(said.contains("going on after 45 passes and 0 columns"), "{said}");
    let whole = plan.solve(&|_| true).unwrap().to_bytes(&plan);
    assert!(std::fs::read(folder.path().join("policy")).unwrap() == whole);
    // Another plan does not go on with it.
    let run = solve(&["--gate-passes", "7"]).code(3).stdout("");
    assert!(text(&run.get_output().stderr).contains("belongs to another plan"));
}

#[test]
fn other_games_come_to_their_values() {
    let run = croupier(["poker", "solve", "--game", "kuhn", "--seats", "2", "--seconds", "0.5", "--json"])
        .assert()
        .success();
    let told = text(&run.get_output().stdout);
    let last: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert!((last["values"][0].as_f64().unwrap() + 1.0 / 18.0).abs() < 1e-3, "{last}");
    assert!(last["nash_conv"].as_f64().unwrap() < 1e-3, "{last}");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let refused = |args: &[&str]| {
        let run = croupier(["poker", "solve"]).args(args).assert().failure().stdout("");
        (run.get_output().status.code(), text(&run.get_output().stderr))
    };
    for (args, said) in [
        (&["--sizes", "10,200"][..], "must hold the least bid 10 and the greatest 300, found 10,200"),
        (&["--sizes", "10,10,300"], "found 10 after 10"),
        (&["--sizes", "10,301,300"], "found 301 after 10"),
        (&["--sizes", "10,300", "--raises", "0.5"], "found 0.5"),
        (&["--sizes", "10,300", "--columns", "5"], "expected sizes from 10 to 300, found 5"),
        (&["--policy", "no-such-file"], "no-such-file: cannot be read"),
    ] {
        let (code, err) = refused(args);
        assert!(code == Some(3) && err.contains(said), "{args:?}: {err}");
    }
    assert_eq!(refused(&["--game", "leduc", "--seats", "4"]).0, Some(2));
    for (args, said) in [
        (&["--raises", "2"][..], "raises go with --sizes"),
        (&["--raises-of-three", "2"], "raises go with --sizes"),
        (&["--seats", "2"], "--seats is of kuhn and leduc"),
        (&["--seconds", "3"], "--seconds is of kuhn and leduc"),
        (&["--game", "kuhn", "--sizes", "10,300"], "--sizes is of poker"),
        (&["--game", "kuhn", "--raises", "2"], "--raises is of poker"),
        (&["--game", "kuhn", "--columns", "none"], "--columns is of poker"),
        (&["--game", "kuhn", "--measure", "some"], "--measure is of poker"),
        (&["--game", "kuhn", "--jobs", "2"], "--jobs is of poker"),
        (&["--game", "kuhn", "--gate-passes", "9"], "--gate-passes is of poker"),
        (&["--jobs", "4000"], "expected a whole number from 1 to 1024"),
        (&["--out", "-"], "expected the name of a file"),
        (&["--sizes", "10,300", "--raises", "1e300"], "invalid value '1e300'"),
    ] {
        let (code, err) = refused(args);
        assert!(code == Some(2) && err.contains(said), "{args:?}: {err}");
    }
}

/// What cannot be written is said before anything is solved.
#[test]
fn a_file_that_cannot_be_written_is_told_first() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for option in ["--out", "--save"] {
        for place in [inside("no-such-folder/file"), inside("")] {
            let run = croupier(["poker", "solve", "--passes", "1000000", option, &place])
                .assert()
                .code(3)
                .stdout("");
            let said = text(&run.get_output().stderr);
            assert!(
                said.contains("cannot be written") && !said.contains("passes"),
                "{option} {place}: {said}"
            );
        }
    }
    let files = ["--out", &inside("policy"), "--save", &inside("work")];
    croupier(SMALL).args(["--measure", "some"]).args(files).assert().success();
    let work = std::fs::read(inside("work")).unwrap();
    assert!(work.starts_with(b"croupier-poker-work 1\n"), "a short solve is kept, too");
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// The shipped policy after some bids: who is asked, and rows that sum to one.
#[test]
fn a_policy_is_shown_by_history() {
    let show = |args: &str| {
        let run =
            croupier(["poker", "show", "--json"]).args(args.split_whitespace()).assert().success().stderr("");
        serde_json::from_slice::<Value>(&run.get_output().stdout).unwrap()
    };
    for (args, asked, seats) in [
        ("", "bids of round 1", vec![0]),
        ("--bet1 10,20,40", "the first check", vec![0, 1]),
        ("--bet1 10,17,10", "the first check", vec![0, 2]),
        ("--bet1 10,20,40 --call1 no,yes,-", "bids of round 2", vec![1, 2]),
        ("--bet1 10,17,10 --call1 yes,-,yes --bet2 17,200,33", "the last check", vec![0, 2]),
        ("--bet1 10,10,10 --bet2 10,37,10", "the last check", vec![0, 2]),
        ("--bet1 299,298,297 --call1 -,yes,yes", "bids of round 2", vec![0, 1, 2]),
        ("--bet1 10,10,20 --call1 yes,no,- --bet2 20,-,20", "the last check", vec![]),
        ("--bet1 300,300,300", "bids of round 2", vec![]),
        ("--bet1 300,300,300 --bet2 300,300,300", "the last check", vec![]),
        ("--bet1 10,20,40 --call1 no,no,-", "bids of round 2", vec![]),
    ] {
        let answer = show(args);
        let rows = answer["seats"].as_array().unwrap();
        let who: Vec<u64> = rows.iter().map(|rows| rows["seat"].as_u64().unwrap()).collect();
        assert_eq!((answer["asked"].as_str().unwrap(), who), (asked, seats), "{args}");
        for chances in rows.iter().flat_map(|rows| rows["by_card"].as_array().unwrap()) {
            let sum: f64 = chances.as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-3, "{args}: {chances}");
        }
    }
    for (args, said) in [
        ("--bet1 300,300,300", "bids of round 2; stakes 300, 300, 300\nnobody is asked: everything is in"),
        (
            "--bet1 10,10,20 --call1 yes,no,- --bet2 20,-,20",
            "the last check; stakes 20, 10, 20\nnobody is asked: all bids are equal",
        ),
        ("--bet1 10,20,40 --call1 no,no,-", "nobody is asked: one seat is left"),
    ] {
        let run = croupier(["poker", "show"]).args(args.split_whitespace()).assert().success();
        let told = text(&run.get_output().stdout);
        assert!(told.contains(said) && !told.contains("percent"), "{args}: {told}");
    }
    let run = croupier(["poker", "show", "--svg"]).assert().success();
    let picture = text(&run.get_output().stdout);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
}

#[test]
fn a_history_that_cannot_be_is_refused() {
    for (args, said) in [
        ("--bet1 10,20", "--bet1: expected three by seat, found 2"),
        ("--bet1 10,20,9", "--bet1, seat 2: expected a bid from 10 to 300, found \"9\""),
        ("--bet1 10,20,-", "--bet1: expected a bid of each seat"),
        ("--bet1 10,20,40 --call1 no,yes,yes", "--call1, seat 2: expected -"),
        ("--bet1 10,20,40 --call1 no,maybe,-", "expected yes, no or -, found \"maybe\""),
        ("--bet1 10,10,10 --call1 yes,-,-", "nobody is asked to pay"),
        ("--bet1 10,20,40 --bet2 40,40,40", "--bet2 needs --call1"),
        ("--bet1 10,20,40 --call1 no,no,- --bet2 -,-,40", "--bet2: one seat is left"),
        ("--bet1 10,20,40 --call1 no,yes,- --bet2 40,40,40", "--bet2, seat 0: expected -"),
        ("--bet1 10,20,40 --call1 no,yes,- --bet2 -,39,40", "--bet2, seat 1: expected a bid from 40 to 300"),
    ] {
        let run = croupier(["poker", "show"]).args(args.split_whitespace()).assert().code(3).stdout("");
        let err = text(&run.get_output().stderr);
        assert!(err.contains(said), "{args}: {err}");
    }
}
