//! Blackjack contests from end to end.

use croupier_trial::{compilers, python3};
use serde_json::Value;

use crate::golden;
use crate::night::{BLACKJACK, Done, FLAT, LINES, Night, keys, without_versions};

/// The result of a contestant in a test.
fn test(done: &Done, test: &str, name: &str) -> Value {
    let json = done.json();
    let tests = json["tests"].as_array().unwrap();
    let found = tests.iter().find(|row| row["test"] == test && row["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {test}: {json}")).clone()
}

#[test]
fn a_night_of_bots_in_cpp_and_json_lines_is_marked() {
    let Some(()) = compilers() else { return };
    let Some(_) = python3() else { return };
    let night = Night::new(BLACKJACK, &[("flat.cpp", FLAT), ("lines.py", LINES)]);
    let done = night.play(&[]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let json = done.json();
    assert_eq!(keys(&json), ["standings", "tests", "run", "played", "matches"]);
    assert_eq!((&json["played"], &json["matches"]), (&10.into(), &10.into()));
    assert!(!done.out.contains('/'), "no path: {}", done.out);
    for name in ["flat", "lines", "house:table", "house:mimic"] {
        let marks = ["two packs", "one pack"].map(|of| {
            let result = test(&done, of, name);
            assert_eq!(keys(&result), ["test", "name", "money", "trimmed_sum", "committee_sum", "mark"]);
            assert_eq!(result["money"].as_array().unwrap().len(), 10, "{result}");
            result["mark"].as_u64().unwrap()
        });
        let row = done.row(name);
        assert_eq!((&row["verdict"], &row["matches"]), (&"ok".into(), &2.into()), "{row}");
        assert_eq!(row["score"].as_u64(), Some(marks[0] + marks[1]), "the result is the sum of the marks");
    }
    let table = night.croupier(&["run", "night"]);
    golden::check("run/blackjack.txt", &without_versions(&table.out));
}

#[test]
fn the_committee_gets_the_same_shoes_as_the_entrants() {
    let common = Night::new(BLACKJACK, &[]).play(&[]);
    let own =
        Night::new(&BLACKJACK.replace("[rules]\n", "[rules]\ncommon_shuffles = false\n"), &[]).play(&[]);
    let sums = |done: &Done, of: &str| {
        let result = test(done, of, "house:table");
        (result["trimmed_sum"].clone(), result["committee_sum"].clone(), result["mark"].clone())
    };
    for of in ["two packs", "one pack"] {
        let (sum, committee, mark) = sums(&common, of);
        assert_eq!((&sum, &mark), (&committee, &10.into()), "the same player on the same shoes");
        let (sum, committee, _) = sums(&own, of);
        assert_ne!(sum, committee, "each has shoes of its own");
    }
}

/// Bets everything, and draws to 17.
const BOLD: &str = "import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if 'hello' in message: answer = {'ready': 1, 'name': 'bold'}
    elif message.get('ask') == 'bet': answer = {'id': message['id'], 'bet': message['money']}
    elif message.get('ask') == 'play': answer = {'id': message['id'], 'move': 'hit' if message['total'] < 17 else 'stand'}
    else: continue
    print(json.dumps(answer), flush=True)
";

#[test]
fn money_of_a_billion_ends_the_test_with_the_full_mark() {
    let Some(_) = python3() else { return };
    let rich = "name = \"Night\"\ngame = \"blackjack\"\nseed = 1\ntrust = true\n[rules]\nfree_limits = true\n\
                [[test]]\nmoney = 999999999\npacks = 10\nshuffles = 3\n";
    // A bet of one chip passes the billion with the first hand that is won.
    let night = Night::new(rich, &[("bold.py", &BOLD.replace("message['money']", "1"))]);
    let done = night.play(&[]);
    let result = test(&done, "1", "bold");
    assert_eq!((&result["money"], &result["mark"]), (&serde_json::json!([1_000_000_000_u64]), &10.into()));
    // The committee plays on: each of its evenings ends with its own money.
    let committee = &night.records("croupier-data", "night")["1.match"];
    assert!(String::from_utf8_lossy(committee).contains(r#"{"games":10,"#));
}

#[test]
fn a_fault_ends_the_test_and_games_not_finished_count_0() {
    let Some(_) = python3() else { return };
    // Over its money in the third evening: each begins with 2,000.
    let greedy = LINES.replace("message = json.loads(line)", "message = json.loads(line)\n    evenings = globals().get('evenings', 0) + (message.get('tell') == 'start')")
        .replace("min(50, message[\"money\"])", "min(50, message[\"money\"]) + (5000 if evenings == 3 else 0)");
    let night = Night::new(BLACKJACK, &[("greedy.py", &greedy)]);
    let done = night.play(&[]);
    let result = test(&done, "two packs", "greedy");
    assert_eq!(result["money"].as_array().unwrap().len(), 2, "{result}");
    assert_eq!((&result["trimmed_sum"], &result["mark"]), (&0.into(), &0.into()));
    let row = done.row("greedy");
    assert_eq!((&row["verdict"], &row["fouls"], &row["score"]), (&"illegal".into(), &2.into(), &0.into()));
    let reason = row["reason"].as_str().unwrap();
    assert!(reason.starts_with("game 3, step 1: asked bet: a whole number from 0 to 2000; came"), "{reason}");
    let replay = night.croupier(&["replay", "night/4", "--verify"]);
    assert_eq!(replay.code, 0, "{replay:?}");
}
