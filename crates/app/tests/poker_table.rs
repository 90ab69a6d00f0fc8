//! `croupier poker play` through piped answers, and `croupier poker review` of matches.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[expect(dead_code, reason = "tests of other verbs use the rest")]
mod croupier;
#[path = "../../rules/tests/golden/mod.rs"]
mod golden;
#[expect(dead_code, reason = "tests of other verbs use the rest")]
mod night;

use croupier::{croupier, file, text};
use night::Night;
use serde_json::Value;

/// Exit code, standard output, standard error.
fn play(args: &[&str], answers: &str) -> (i32, String, String) {
    let out = croupier(["poker", "play"]).args(args).write_stdin(answers).output().unwrap();
    (out.status.code().unwrap(), text(&out.stdout), text(&out.stderr))
}

/// Two deals and a part of a third; prices are asked for after the first.
const ANSWERS: &str = "10\ny\n40\n?\n25\n25\n25\n";

#[test]
fn a_session_is_told_line_by_line_with_prices_on_request() {
    let (code, out, err) = play(&["--seed", "7"], ANSWERS);
    golden::check("poker_play.txt", &out);
    assert_eq!((code, err.as_str()), (0, "seed 7 (the same deals again: --seed 7)\n"));
    assert_eq!(play(&["--seed", "7"], ANSWERS).1, out);
    let (_, coached, _) = play(&["--seed", "7", "--coach"], ANSWERS);
    assert!(coached.matches("prices against the equilibrium").count() > out.matches("prices").count());
}

#[test]
fn the_house_players_and_the_seat_may_be_chosen() {
    let (code, out, _) = play(&["--seed", "7", "--against", "house:odds,random", "--seat", "1"], "q\n");
    assert_eq!(code, 0);
    assert!(out.starts_with("you are seat 1, seat 0 is odds, seat 2 is random\n"), "{out}");
    let (_, both, _) = play(&["--seed", "7", "--against", "odds"], "");
    assert!(both.starts_with("you are seat 0, seat 1 is odds, seat 2 is odds\n"), "{both}");
}

#[test]
fn the_end_of_input_and_q_end_the_session_and_an_unfinished_deal_does_not_count() {
    for (answers, reason) in
        [("10\n", "end of input"), ("10\nq\n", "quit"), ("quit\n", "quit"), ("", "end of input")]
    {
        let (code, out, _) = play(&["--seed", "7"], answers);
        assert!(
            code == 0 && out.ends_with(&format!("\n0 deals, score 0 ({reason})\n")),
            "{answers:?}: {out}"
        );
    }
    // A second deal would begin with a bid.
    let (code, out, _) = play(&["--seed", "7", "--deals", "1"], "10\nn\n300\n");
    assert!(code == 0 && out.contains("deal 1 of 1") && out.ends_with(" (over)\n"), "{out}");
}

#[test]
fn a_wrong_answer_in_a_pipe_is_bad_input_with_its_line() {
    for (answers, why) in [
        ("x\n", "line 1: `x` is no bid: expected a whole number from 10 to 300, or q"),
        ("?\n", "line 1: `?` is no bid: expected a whole number from 10 to 300, or q"),
        ("9\n", "line 1: a bid of 9 is not from 10 to 300"),
        ("301\n", "line 1: a bid of 301 is not from 10 to 300"),
        ("10.0\n", "line 1: `10.0` is no bid: expected a whole number from 10 to 300, or q"),
        ("10\n\n15\n", "line 3: `15` is no answer: expected y to pay, n to fold, or q"),
    ] {
        let (code, _, err) = play(&["--seed", "7"], answers);
        assert_eq!((code, err.lines().last()), (3, Some(format!("error: standard input, {why}").as_str())));
    }
}

#[test]
fn what_cannot_be_seated_is_refused() {
    let (code, _, err) = play(&["--against", "odd"], "");
    let why = "error: poker has no built-in player `odd`\nhint: did you mean house:odds?\n";
    assert_eq!((code, err.as_str()), (3, why));
    let (code, _, err) = play(&["--against", "odds,odds,odds"], "");
    assert_eq!((code, err.as_str()), (2, "error: --against: expected one or two names, found 3\n"));
    for args in [["--seat", "3"], ["--deals", "0"]] {
        assert_eq!(play(&args, "").0, 2, "{args:?}");
    }
}

#[test]
fn with_json_every_event_is_a_line_of_json() {
    let (code, out, _) = play(&["--seed", "7", "--json", "--coach"], ANSWERS);
    assert_eq!(code, 0);
    let events: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |name: &str| events.iter().filter(|event| event["event"] == name).collect::<Vec<_>>();
    assert_eq!(events[0]["seats"], serde_json::json!([null, "equilibrium", "equilibrium"]));
    let (deals, overs, prices, end) = (of("deal"), of("over"), of("prices"), of("end")[0]);
    assert!(deals.len() >= 2 && !overs.is_empty() && prices.len() >= overs.len());
    let won: f64 = overs.iter().map(|over| over["winnings"][0].as_f64().unwrap()).sum();
    assert_eq!(end["score"].as_f64(), Some(won));
    let first = &prices[0]["choices"][0];
    assert_eq!((&first["ask"], &first["did"]), (&"bet1".into(), &10.into()));
    assert!(first["price"].as_f64().unwrap() >= 0.0);
}

/// A match of house players.
fn matched(deals: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let players = ["house:odds", "house:equilibrium", "house:equilibrium"];
    croupier(["match", "--game", "poker", "--deals", deals, "--seed", "3", "--json", "--quiet"])
        .args(players)
        .arg("--data")
        .arg(folder.path())
        .assert()
        .success();
    folder
}

fn review(data: &std::path::Path, args: &[&str]) -> (i32, String, String) {
    let run = croupier(["poker", "review"]).args(args).arg("--data").arg(data).output().unwrap();
    (run.status.code().unwrap(), text(&run.stdout), text(&run.stderr))
}

#[test]
fn a_review_says_where_chips_were_lost_and_an_equilibrium_loses_few() {
    let folder = matched("300");
    let (code, told, err) = review(folder.path(), &["match-poker/1", "--bot", "odds", "--mistakes", "5"]);
    assert_eq!((code, err.as_str()), (0, ""));
    golden::check("poker_review.txt", &told);

    let json = |args: &[&str]| -> Value {
        let (code, out, _) = review(folder.path(), &[args, &["--json"]].concat());
        assert!(code == 0 && out.lines().count() == 1, "{out}");
        serde_json::from_str(&out).unwrap()
    };
    let odds = json(&["match-poker/1", "--seat", "0", "--mistakes", "3"]);
    assert_eq!(odds["mistakes"].as_array().unwrap().len(), 3);
    let sum = |name: &str| -> f64 {
        odds[name].as_array().unwrap().iter().map(|part| part["price"].as_f64().unwrap()).sum()
    };
    let price = odds["price"].as_f64().unwrap();
    assert!((sum("stages") - price).abs() < 1e-6 && (sum("cards") - price).abs() < 1e-6);

    let equilibrium = json(&["match-poker/1", "--seat", "1"]);
    let part = |name: &str| equilibrium[name].as_f64().unwrap();
    let sure = part("price") - part("guessed");
    assert!((0.0..0.05 * 300.0).contains(&sure), "{sure} chips in 300 deals");
    assert!(price > 300.0 * 0.5, "odds loses more: {price}");
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let folder = matched("5");
    let data = folder.path();
    let seats =
        "hint: say --seat N: its seats are 0 house:odds, 1 house:equilibrium, 2 house:equilibrium 2\n";
    for (args, code, why) in [
        (
            &["match-poker/1"][..],
            2,
            format!("error: whose decisions are looked at? no seat fits alone\n{seats}"),
        ),
        (
            &["match-poker/1", "--seat", "3"],
            3,
            "error: there is no seat 3: the match has seats 0 to 2\n".into(),
        ),
        (
            &["match-poker/1", "--bot", "ladder"],
            3,
            "error: nobody is called ladder in the match\n\
             hint: its seats are 0 house:odds, 1 house:equilibrium, 2 house:equilibrium 2\n"
                .into(),
        ),
    ] {
        assert_eq!(review(data, args), (code, String::new(), why));
    }
    let (code, _, err) = review(data, &["nobody/1", "--seat", "0"]);
    assert!(code == 3 && err.contains("hint: a match is RUN/NUMBER"), "{err}");

    let record = std::fs::read_dir(data.join("matches/match-poker")).unwrap().next().unwrap().unwrap().path();
    let (_, stdout, _) = review(data, &[record.to_str().unwrap(), "--seat", "0"]);
    assert!(stdout.starts_with("house:odds at seat 0, 5 deals, verdict ok\n"), "{stdout}");
}

#[test]
fn damaged_records_and_other_games_are_refused() {
    let good = include_bytes!("testdata/poker_record.txt");
    let review = |record: &[u8]| {
        let (_folder, path) = file("record", record);
        let run = croupier(["poker", "review", path.to_str().unwrap(), "--seat", "0"]).output().unwrap();
        let said = text(&run.stderr).replace(path.to_str().unwrap(), "record");
        (run.status.code().unwrap(), said)
    };
    assert_eq!(review(good).0, 0);
    let cut = &good[..good.len() / 2];
    assert_eq!(review(cut).1, "error: record: the last line holds no hash: the record is cut short\n");
    let changed = text(good).replacen("10,", "11,", 1);
    assert!(review(changed.as_bytes()).1.contains("the record was changed"));
    assert_eq!(review(b"").0, 3);
}

/// Bids less than is allowed with a bad card, and says nothing good in a check.
const FOULER: &str = "\
class Player:
    def name(self, seat): pass
    def hand(self, card): self.card = card
    def bet1(self, minimum): return minimum if self.card > 4 else 3
    def bet1_info(self, bets): pass
    def call1(self, level): return True
    def call1_info(self, live): pass
    def bet2(self, minimum): return minimum
    def bet2_info(self, bets): pass
    def call2(self, level): return False
    def call2_info(self, live): pass
    def showdown(self, cards): pass
    def result(self, winnings): pass
";

#[test]
fn the_only_bot_is_reviewed_without_a_name_and_its_fouls_are_told() {
    let contest = night::POKER.replace("\"random\"", "\"equilibrium\"");
    let night = Night::new(&contest, &[("fouler.py", FOULER)]);
    night.play(&[]);
    let done = night.croupier(&["poker", "review", "night/1"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert!(done.out.starts_with("fouler at seat "), "{}", done.out);
    assert!(done.out.contains("\nfouls: ") && done.out.contains("bid 1: fouls "), "{}", done.out);
    assert!(done.out.contains("illegal: asked bet1"), "{}", done.out);
}
