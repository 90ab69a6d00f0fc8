//! `croupier blackjack bankroll`, `review` and `selfcheck`, and the house players that ask a solver.

#[expect(dead_code, reason = "tests of other verbs use the rest")]
mod croupier;
#[path = "../../rules/tests/golden/mod.rs"]
mod golden;

use std::path::Path;

use croupier::{croupier, text};
use serde_json::Value;

fn bankroll(args: &str) -> String {
    let run = croupier(["blackjack", "bankroll"]).args(args.split(' ')).assert().success().stderr("");
    text(&run.get_output().stdout)
}

/// A few small shoes.
const SMALL: &str = "--packs 2 --shuffles 20 --shoes 20 --tests 6 --seed 3 --bets 1,flat,goal --goal 150000";

/// The same with a committee on shoes of its own.
const APART: &str =
    "--packs 2 --shuffles 20 --shoes 20 --tests 6 --seed 3 --bets 1,trim --goal 150000 --own-shoes";

#[test]
fn the_same_seed_tells_the_same_for_any_number_of_threads() {
    let told = bankroll(SMALL);
    golden::check("bankroll.txt", &told);
    golden::check("bankroll_apart.txt", &bankroll(APART));
    assert_eq!(bankroll(&format!("{SMALL} --jobs 1")), told);
    assert_eq!(bankroll(&format!("{SMALL} --jobs 5")), told);
    assert_ne!(bankroll(&SMALL.replace("--seed 3", "--seed 4")), told);
}

#[test]
fn a_committee_of_one_kelly_gives_itself_the_full_mark_on_the_same_shoes() {
    let marks = |more: &str| -> Vec<f64> {
        let told: Value = serde_json::from_str(&bankroll(&format!("{SMALL} --json{more}"))).unwrap();
        let ways = told["ways"].as_array().unwrap();
        ways.iter().map(|way| way["mark"]["mean"].as_f64().unwrap()).collect()
    };
    assert!((marks("")[0] - 10.0).abs() < 1e-12);
    assert!(marks(" --own-shoes")[0] < 10.0);
}

#[test]
fn the_fan_is_a_picture() {
    let picture = bankroll(&format!("{SMALL} --svg"));
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    for quantile in ["1 %", "50 %", "99 %"] {
        assert!(picture.contains(&format!(">{quantile}<")), "{quantile}: {picture}");
    }
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    for (args, code, why) in [
        ("bankroll --money 5 --goal 5", 3, "--money 5 is not below --goal 5"),
        ("bankroll --bets kelly", 2, "expected flat, goal, trim, or a multiple of the Kelly bet"),
        ("bankroll --bets 1,trim", 2, "--own-shoes gives the committee shoes of its own"),
        ("bankroll --packs 1000 --shoes 1001", 2, "at most 1000000 packs in all"),
        ("bankroll --bets nan", 2, "expected flat, goal, trim, or a multiple of the Kelly bet"),
        ("bankroll --packs 1001", 2, "1001 is not in 1..=1000"),
        ("bankroll --shuffles 1", 2, "1 is not in 2..=100000"),
        ("selfcheck --hands 1", 2, "1 is not in 100000..=10000000000"),
        ("review nobody/1", 3, "no-data"),
    ] {
        let mut command = croupier(["blackjack"]);
        if args.starts_with("review") {
            command.args(["review", "nobody/1", "--data", "no-data"]);
        } else {
            command.args(args.split(' '));
        }
        let run = command.assert().code(code);
        let said = text(&run.get_output().stderr);
        assert!(said.contains(why), "{args}: {said}");
    }
}

#[test]
fn the_solver_checks_itself() {
    let run = croupier(["blackjack", "selfcheck", "--hands", "100000", "--packs", "1"]).assert().success();
    let told = text(&run.get_output().stdout);
    assert_eq!(told.lines().filter(|line| line.starts_with("ok ")).count(), 4, "{told}");
}

/// A duel of house players in a data folder.
fn duel(data: &Path, players: &[&str]) -> Value {
    let run = croupier([
        "match",
        "--game",
        "blackjack",
        "--packs",
        "2",
        "--shuffles",
        "12",
        "--seed",
        "5",
        "--json",
    ])
    .args(players)
    .arg("--data")
    .arg(data)
    .assert()
    .success();
    serde_json::from_slice(&run.get_output().stdout).expect("a match tells JSON")
}

/// On the committee's shoes `trim` plays as the committee, and has its money.
#[test]
fn house_players_ask_the_solver_and_are_reviewed_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let told =
        duel(folder.path(), &["house:exact", "house:goal", "house:trim", "house:flat", "house:exact-0.5"]);
    let tests = told["tests"].as_array().unwrap();
    let of = |name: &str| tests.iter().find(|test| test["name"] == name).unwrap();
    for name in ["house:exact", "house:trim"] {
        assert_eq!((&of(name)["mark"], &of(name)["money"]), (&10.into(), &of("house:exact")["money"]));
    }
    // Half the bets lose and win half as fast: other money on the same cards.
    assert_ne!(of("house:exact-0.5")["money"], of("house:exact")["money"]);
    for row in told["standings"].as_array().unwrap() {
        assert!(row["luckless"]["mark"].is_number(), "{row}");
        assert_eq!(row["verdict"], "ok", "{row}");
    }
    let review = |number: u32| {
        let run = croupier([
            "blackjack",
            "review",
            &format!("match-blackjack/{number}"),
            "--mistakes",
            "3",
            "--data",
        ])
        .arg(folder.path())
        .assert()
        .success()
        .stderr("");
        text(&run.get_output().stdout)
    };
    // The committee is match 1, the entrants follow.
    let exact = review(2);
    assert!(exact.contains(", 0 of them the worse\n") && !exact.contains("the dearest"), "{exact}");
    golden::check("review.txt", &review(5));
    let run = croupier(["blackjack", "review", "match-blackjack/5", "--every", "--data"])
        .arg(folder.path())
        .assert()
        .success()
        .stderr("");
    let every = text(&run.get_output().stdout);
    let decisions: Vec<Value> = every.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let plays = decisions.iter().filter(|decision| decision["chosen"].is_string());
    let wrong = plays.clone().filter(|play| play["nats"].as_f64().unwrap() > 0.0).count();
    let (told, count) = (review(5), plays.clone().count());
    assert!(told.contains(&format!(" {count} times hit or stand, {wrong} of them the worse")), "{told}");
    for play in plays {
        let points = play["cards"].as_array().unwrap().iter().map(|card| card.as_i64().unwrap());
        assert!(
            play["up"].is_i64()
                && points.map(|points| if points == 11 { 1 } else { points }).sum::<i64>() <= 21,
            "{play}"
        );
    }
    assert!(every.contains("the better, by ") && every.contains(" gains "), "{every}");
}
