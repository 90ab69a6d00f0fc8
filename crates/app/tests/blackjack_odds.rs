//! `croupier blackjack odds` and `chart`: what they print, and what they refuse.

#[expect(dead_code, reason = "tests of other verbs use the rest")]
mod croupier;

use croupier::{croupier, text};

#[test]
fn a_fresh_shoe_is_worth_what_the_reference_says() {
    let run = croupier(["blackjack", "odds", "--packs", "10"]).assert().success().stderr("");
    let told = text(&run.get_output().stdout);
    assert!(
        told.starts_with(
            "a shoe of 520 cards, by the best play\n  gain +0.006812082   win 0.412994892   push 0.180822299   \
             lose 0.406182809\nby the best table of totals: gain +0.006787989\n"
        ),
        "{told}"
    );
    let run = croupier(["blackjack", "odds", "--json", "--removal"]).assert().success().stderr("");
    let answer: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(answer["upcards"].as_array().unwrap().len(), 10);
    assert!((answer["removal"][4].as_f64().unwrap() - 15.34e-5).abs() < 1e-7, "{answer}");
}

#[test]
fn a_hand_is_told_by_both_choices() {
    let odds = |args: &str| {
        let mut command = croupier(["blackjack", "odds"]);
        let run = command.args(args.split(' ')).assert().success().stderr("");
        text(&run.get_output().stdout)
    };
    let told = odds("--up T --hand 97");
    assert!(told.starts_with("97 (16) against T: hit, by 0.1"), "{told}");
    // A king counts ten, and so does a jack; small letters are letters.
    assert_eq!(odds("--up K --hand 9,7"), told);
    assert_eq!(odds("--up j --hand 97"), told);
    assert_eq!(odds("--up 10 --hand 9,7"), told);
    // Counts of a shoe are told without the cards on the table.
    let counts = "--shoe 40,40,40,40,40,40,39,40,39,159";
    assert_eq!(odds(&format!("{counts} --up T --hand 97")), told);
    let last = odds("--shoe 1,1,1,1,1,1,1,1,1,1 --up 2 --hand 10,10");
    assert!(last.starts_with("TT (20) against 2: stand"), "{last}");
    let json: serde_json::Value = serde_json::from_str(&odds("--up T --hand 97 --json")).unwrap();
    let gains = [&json["stand"], &json["hit"]].map(|gain| gain.as_f64().unwrap());
    assert!(gains[0] < gains[1] && json["choices"]["hit"]["push"].is_number(), "{json}");
    assert!(odds("--up A").starts_with("against A, by the best play\n  gain -0.2960"), "{}", odds("--up A"));
}

/// Whoever busts has lost in the exam, so seventeen stands.
#[test]
fn the_switches_change_the_play() {
    let chart = |args: &[&str]| {
        let run = croupier(["blackjack", "chart"]).args(args).assert().success().stderr("");
        text(&run.get_output().stdout)
    };
    let line = |chart: &str, total: &str| -> String {
        let line = chart.lines().find(|line| line.starts_with(total)).unwrap();
        line.chars().filter(|letter| ['H', 'S'].contains(letter)).collect()
    };
    assert_eq!(line(&chart(&[]), "17 "), "SSSSSSHHHH");
    assert_eq!(line(&chart(&["--both-bust", "lose"]), "17 "), "SSSSSSSSSS");
    assert_eq!(line(&chart(&["--rules", "exam"]), "13 "), "SSSSSHHHHH");
    let exam = chart(&["--rules", "exam", "--ace", "1"]);
    assert!(exam.starts_with("a shoe of 52 cards") && !exam.contains("soft"), "{exam}");
    let one = chart(&["--packs", "1", "--exceptions", "3"]);
    assert!(one.contains("\n57 exceptions of up to 3 cards\n"), "{one}");
    // A total that no two cards make against an upcard has a blank there.
    let few = chart(&["--packs", "1", "--seen", "222AA"]);
    let row = few.lines().find(|line| line.starts_with("soft 13")).unwrap();
    assert!(row.starts_with("soft 13         - "), "{few}");
    let picture = chart(&["--svg"]);
    assert!(
        picture.starts_with("<svg ") && picture.ends_with("</svg>\n") && picture.contains(">S 0.6<"),
        "{picture}"
    );
}

/// As bots are told them: 11 is an ace, 10 a ten, jack, queen or king (ruling 5).
#[test]
fn cards_are_numbers_in_json() {
    let json = |args: &str| -> serde_json::Value {
        let mut command = croupier(["blackjack"]);
        let run = command.args(args.split(' ')).assert().success().stderr("");
        serde_json::from_slice(&run.get_output().stdout).unwrap()
    };
    let hand = json("odds --up K --hand A7 --json");
    assert_eq!([&hand["up"], &hand["hand"]], [&serde_json::json!(10), &serde_json::json!([11, 7])]);
    let chart = json("chart --packs 1 --exceptions 3 --json");
    let upcards = chart["rows"][0]["cells"].as_array().unwrap().iter().map(|cell| &cell["up"]);
    assert_eq!(upcards.collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    for exception in chart["exceptions"].as_array().unwrap() {
        let cards = exception["hand"].as_array().unwrap();
        let lawful = |card: &serde_json::Value| (2..=11).contains(&card.as_i64().unwrap());
        assert!(lawful(&exception["up"]) && (2..=3).contains(&cards.len()), "{exception}");
        assert!(cards.iter().all(lawful), "{exception}");
    }
}

#[test]
fn what_has_no_meaning_is_refused_in_a_line() {
    for (args, why) in [
        ("odds --shoe 1,2,3", "--shoe: expected ten counts, aces first, as 4,4,4,4,4,4,4,4,4,16, found 3"),
        (
            "odds --shoe 4,4,4,-1,4,4,4,4,4,16",
            "--shoe: expected ten counts, aces first, as 4,4,4,4,4,4,4,4,4,16, found \"-1\"",
        ),
        (
            "odds --shoe 4,4,4,4,4,4,4,4,4,4294967295",
            "--shoe: 4294967331 cards are too many: at most 52000000",
        ),
        ("odds --packs 4000000000", "--packs: 208000000000 cards are too many"),
        (
            "odds --shoe 5,5,1,0,0,0,0,0,0,0",
            "too few cards: they have 18 points, an ace as 1, and a round may take 48",
        ),
        ("odds --packs 0", "too few cards: they have 0 points, an ace as 1, and a round may take 48"),
        ("odds --seen 55555 --packs 1", "--seen: no 5 is left in the shoe"),
        ("odds --up 5 --seen 5555 --packs 1", "--up: no 5 is left in the shoe"),
        ("odds --up TT", "--up: expected one card, found \"TT\""),
        ("odds --up 1", "--up: expected cards by the letters A23456789TJQK, found \"1\""),
        ("odds --up T --hand T", "--hand: expected two cards or more"),
        ("odds --up T --hand TTT", "TTT is over 21: there is nothing to decide"),
        ("odds --up T --hand 222222222222222222222222", "--hand: expected at most 22 cards"),
        (
            "chart --rules exam --both-bust push",
            "--rules exam --both-bust push has no meaning: in the exam a hand over 21 has lost, before the dealer \
             draws",
        ),
    ] {
        let refused = croupier(["blackjack"]).args(args.split(' ')).assert().code(3).stdout("");
        let said = text(&refused.get_output().stderr);
        assert!(said.starts_with(&format!("error: {why}")), "{args}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
