//! The laboratory of Camicia: `verify`, `extend`, `closure`, `name`.

use std::path::Path;

use crate::croupier::{croupier, file, text};

const ENDLESS: &str = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA";
const KLEBER: &str = "---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q";

/// The published deals lie with the tests of the rules.
fn published(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/testdata/camicia");
    folder.join(name).to_str().expect("the path is text").to_owned()
}

#[test]
fn all_published_cases_and_records_verify() {
    let files = [published("records.json"), published("cases.json")];
    let run = croupier(["camicia", "verify"]).args(&files).assert().success();
    let said = text(&run.get_output().stderr);
    assert_eq!(said, "87 of 87 claims hold, by the cards really put down\n");
    let answer = text(&run.get_output().stdout);
    assert_eq!(answer.lines().count(), 87);
    assert!(answer.lines().all(|line| line.starts_with("ok ")), "{answer}");
    assert!(answer.contains("finished 8344 1164  Nessler 2022\n"), "{answer}");
}

#[test]
fn claims_are_read_in_every_notation_and_what_is_wrong_is_shown() {
    let claims = "\
-J-/--J- finished 13 3
2 A 7 8 Q 10 / 3 4 5 6 K 9 J finished 14 1
{\"a\":\"J--\",\"b\":\"-J-\",\"status\":\"loop\",\"cards\":8,\"tricks\":3,\"cycle_tricks\":9}
J--/-J-
{\"a\":[\"2\",\"10\"],\"b\":[\"3\"],\"status\":\"loop\"}
";
    let run = croupier(["camicia", "verify"]).write_stdin(claims).assert().code(1);
    let run = run.stdout(
        "ok    -J-/--J- finished 13 3
FAILS -A--Q-/----K-J finished 13 1  cards: claimed 14, found 13
FAILS J--/-J- loop 8 3 (lead-in 1, cycle 2 tricks, 6 cards)  cycle_tricks: claimed 9, found 2
-     J--/-J- loop 8 3 (lead-in 1, cycle 2 tricks, 6 cards)
FAILS --/- finished 3 1  status: claimed loop, found finished
",
    );
    run.stderr("1 of 4 claims hold, by the cards really put down; 1 deals without a claim\n");
}

#[test]
fn a_certificate_is_json_with_the_name_and_the_convention() {
    let run = croupier(["camicia", "verify", "--json"]).write_stdin("J--/-J- loop 9 3\n").assert().code(1);
    run.stdout(
        "{\"a\":\"J--\",\"b\":\"-J-\",\"status\":\"loop\",\"cards\":8,\"tricks\":3,\"lead_in_tricks\":1,\
         \"cycle_tricks\":2,\"cycle_cards\":6,\"name\":\"d3+3+2+0+0+0-66\",\"place\":1,\
         \"convention\":{\"counting\":\"cards put down\",\"state\":\"decks and leader\"},\"ok\":false,\
         \"differs\":{\"cards\":{\"claimed\":\"9\",\"found\":\"8\"}}}\n",
    );
    // The literal reading sees the repeat at another moment.
    let run = croupier(["camicia", "verify", "--state", "decks"]).write_stdin("-J-/--J- loop 7 2\n").assert();
    run.success().stderr(
        "1 of 1 claims hold, by the cards really put down and a repeat of both decks alone, whoever leads\n",
    );
}

#[test]
fn what_cannot_be_read_is_listed_and_the_rest_is_verified() {
    let claims =
        "-J-/--J- finished 13 3\nnonsense\n-/- finished two 1\n{\"a\":\"-\",\"b\":3}\n{\"a\"\nd52-zz\n/\n";
    let run = croupier(["camicia", "verify"]).write_stdin(claims).assert().code(3);
    let run = run.stdout("ok    -J-/--J- finished 13 3\n\n\n\n\n\n\n");
    let said = text(&run.get_output().stderr);
    for part in [
        "error: standard input, line 2: expected two hands",
        "error: standard input, line 3: cards: expected a whole number, found `two`",
        "error: standard input, line 4: b: expected a hand, as text or as a list of cards",
        "error: standard input, line 5: no JSON: ",
        "error: standard input, line 6: `d52-zz`: ",
        "error: standard input, line 7: both hands are empty",
        "1 of 1 claims hold, by the cards really put down; 6 that cannot be read",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    croupier(["camicia", "verify", "nosuch.json"]).assert().code(3);
    let run = croupier(["camicia", "verify"]).write_stdin("{\"deals\": []}").assert().code(3);
    assert!(text(&run.get_output().stderr).contains("no claim in this JSON"));
    croupier(["camicia", "verify"]).write_stdin("").assert().success();
}

/// A document over several lines is told where its slip is, once; it is no list of lines.
/// The name of the record, under a short game; and a count under a key that nobody looks at.
#[test]
fn a_name_of_another_deal_and_a_misspelt_key_are_no_claims_that_hold() {
    let claim = |more: &str| {
        let line = format!(r#"{{"a":"-J-","b":"--J-","status":"finished",{more}}}"#);
        let run = croupier(["camicia", "verify"]).write_stdin(line).assert();
        let output = run.get_output();
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    assert_eq!(claim(r#""cards":13,"name":"mine""#).0, Some(0));
    let (code, told) = claim(r#""cards":13,"name":"d52-3x5rr7bdtrqt2h8""#);
    assert!(code == Some(1) && told.contains("name: claimed d52-3x5rr7bdtrqt2h8, found d3+4+"), "{told}");
    let (code, told) = claim(r#""Cards":8345"#);
    assert!(code == Some(3) && told.contains("unknown key `Cards`: did you mean `cards`?"), "{told}");
}

/// Of two values under one key a reader would see the last alone, and one who looks at the file perhaps the first.
#[test]
fn a_key_that_comes_twice_is_refused() {
    let line = r#"{"a":"-J-","b":"--J-","cards":1,"cards":13,"tricks":3}"#;
    for claims in [line.to_owned(), format!("{line}\n{line}\n"), format!("[\n{line}]")] {
        let run = croupier(["camicia", "verify"]).write_stdin(claims).assert().code(3);
        let said = text(&run.get_output().stderr);
        assert!(said.contains("the key `cards` comes twice"), "{said}");
        assert!(!said.contains("no JSON"), "{said}");
    }
}

#[test]
fn a_search_of_no_states_is_refused() {
    for verb in ["extend", "closure"] {
        let run = croupier(["camicia", verb, "--states-max", "0", "--", "-J-/--J-"]).assert().code(2);
        let said = text(&run.get_output().stderr);
        assert!(said.contains("--states-max") && said.contains("0 is not in 1.."), "{said}");
    }
}

#[test]
fn a_slip_in_a_document_is_told_where_it_is() {
    let pretty =
        "{\n  \"deals\": [\n    {\"a\": \"-J-\", \"b\": \"--J-\"},\n    {\"a\": \"-J-\", \"b\": }\n  ]\n}\n";
    let list = "[{\"a\": \"-J-\", \"b\": \"--J-\"}\n{\"a\": \"-\", \"b\": \"-\"}]\n";
    for (document, line) in [(pretty, 4), (list, 2), ("{\"deals\":\n", 2)] {
        let run = croupier(["camicia", "verify"]).write_stdin(document).assert().code(3);
        let said = text(&run.get_output().stderr);
        assert!(said.starts_with(&format!("error: standard input, line {line}: no JSON: ")), "{said}");
        assert!(
            said.ends_with("0 of 0 claims hold, by the cards really put down; 1 that cannot be read\n"),
            "{said}"
        );
    }
    // Lines are read one by one all the same.
    let lines = "{\"a\": \"-J-\", \"b\": }\n{\"a\": \"-J-\", \"b\": \"--J-\", \"cards\": 13}\n";
    let run = croupier(["camicia", "verify"]).write_stdin(lines).assert().code(3);
    let run = run.stdout("\nok    -J-/--J- finished 13 3\n");
    assert!(text(&run.get_output().stderr).starts_with("error: standard input, line 1: no JSON: "));
}

/// Whoever types what the help shows gets what it promises.
#[test]
fn the_examples_of_the_help_run() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(published("records.json"), folder.path().join("records.json")).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap().to_str().unwrap().to_owned();
    let path = format!("{binary}:{}", std::env::var("PATH").unwrap_or_default());
    let mut examples = 0;
    for verb in ["verify", "extend", "closure", "name", "picture"] {
        let run = croupier(["camicia", verb, "--help"]).assert().success();
        let help = text(&run.get_output().stdout);
        let (_, after) = help.split_once("Example").unwrap();
        for line in after.lines().skip(1).take_while(|line| !line.is_empty()) {
            // The hunt need not last two minutes.
            let line = line.trim().replace("--minutes 2", "--minutes 0.005");
            let mut shell = assert_cmd::Command::new("sh");
            let run = shell.args(["-c", &line]).env("PATH", &path).current_dir(folder.path()).assert();
            let output = run.get_output();
            assert!(output.status.success(), "{line}: {}", text(&output.stderr));
            let answer = line.split_once("> ").map(|(_, file)| folder.path().join(file));
            assert!(!output.stdout.is_empty() || answer.is_some_and(|file| file.exists()), "{line}");
            examples += 1;
        }
    }
    assert!(examples >= 9, "{examples}");
}

#[test]
fn decks_of_ten_thousand_cards_five_aces_and_endless_deals_are_verified() {
    let large = format!("{}A/{}J finished", "-".repeat(5000), "-2".repeat(2500));
    let (_folder, path) =
        file("deals.txt", format!("{}\n{ENDLESS}\nAAAAA/t10\n", &large[..large.len() - 9]).as_bytes());
    let run = croupier(["camicia", "verify"]).arg(path).assert().success();
    let answer = text(&run.get_output().stdout);
    let lines: Vec<&str> = answer.lines().collect();
    assert!(lines[0].contains(" finished "), "{}", lines[0]);
    assert!(lines[1].ends_with(" loop 474 66 (lead-in 4, cycle 62 tricks, 440 cards)"), "{}", lines[1]);
    assert_eq!(lines[2], "-     AAAAA/-- finished 3 1");
}

#[test]
fn a_family_is_printed_the_longest_first_with_its_end() {
    let run = croupier(["camicia", "extend", "--top", "2", KLEBER]).assert().success();
    let answer = text(&run.get_output().stdout);
    assert_eq!(answer.lines().count(), 2);
    assert!(answer.lines().next().unwrap().ends_with(" finished 5914 822"), "{answer}");
    let said = text(&run.get_output().stderr);
    assert!(said.contains(" deals; complete: "), "{said}");
    assert!(said.contains("the deal is not maximal: its family has a longer one"), "{said}");
    let record =
        croupier(["camicia", "extend", "--top", "1", "--json", "d52-3x5rr7bdtrqt2h8"]).assert().success();
    let answer = text(&record.get_output().stdout);
    assert!(answer.contains("\"cards\":8344,\"tricks\":1164"), "{answer}");
    assert!(answer.trim_end().ends_with("\"complete\":true,\"maximal\":true}}"), "{answer}");
    let cut = croupier(["camicia", "extend", "--states-max", "1000", KLEBER]).assert().success();
    assert!(text(&cut.get_output().stderr).contains("cut by --states-max after 1,"));
}

/// The ancestors of a game's later states are left out, so nothing is said about the whole family.
#[test]
fn a_family_that_is_cut_by_its_depth_is_neither_complete_nor_called_maximal() {
    let record = "d52-3x5rr7bdtrqt2h8";
    let run = croupier(["camicia", "extend", "--depth", "100", "--top", "1", record]).assert().success();
    let said = text(&run.get_output().stderr);
    assert!(said.contains(" deals; cut by --depth after "), "{said}");
    assert!(said.contains("no longer deal was found before the cut"), "{said}");
    assert!(!said.contains("complete") && !said.contains("maximal"), "{said}");
    let json = croupier(["camicia", "extend", "--depth", "100", "--top", "1", "--json", record]);
    let answer = text(&{ json }.assert().success().get_output().stdout);
    let last = answer.lines().last().unwrap();
    assert!(last.ends_with(",\"complete\":false,\"cut\":\"--depth\"}}"), "{last}");
    let deep = croupier(["camicia", "extend", "--depth", "8344", "--top", "1", record]).assert().success();
    assert!(text(&deep.get_output().stderr).contains("the deal is maximal"));
}

#[test]
fn a_closure_has_all_thirty_deals_and_a_deal_that_ends_has_none() {
    let run = croupier(["camicia", "closure", ENDLESS]).assert().success();
    let answer = text(&run.get_output().stdout);
    assert_eq!(answer.lines().count(), 30);
    assert!(answer.lines().all(|line| line.contains(" loop ")), "{answer}");
    assert!(answer.contains(&format!("{ENDLESS} loop 474 66\n")));
    let run = croupier(["camicia", "closure", "-J-/--J-"]).assert().code(1);
    run.stdout("").stderr("the deal ends: it reaches no cycle\n");
}

#[test]
fn families_of_odd_and_unequal_and_empty_hands_are_found() {
    croupier(["camicia", "extend", "J--/-J-"]).assert().success();
    croupier(["camicia", "extend", "/J"]).assert().success();
    croupier(["camicia", "extend", "----/---", "--hands", "3+4"]).assert().success();
    let run = croupier(["camicia", "extend", "-J-/--J-", "--hands", "3+3"]).assert().code(2);
    run.stderr("error: --hands 3+3 has 6 cards; the deal has 7\n");
    for bad in ["-J-", "/", "d52-zz", "A1/-"] {
        croupier(["camicia", "extend", bad]).assert().code(3);
    }
    let many = format!("{}/A", "-".repeat(63));
    let run = croupier(["camicia", "extend", &many]).assert().code(3);
    run.stderr("error: 64 cards with 1 faces: the laboratory takes at most 63 cards and 32 faces\n");
}

#[test]
fn names_and_deals_answer_each_other() {
    let record = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---";
    croupier(["camicia", "name", record]).assert().success().stdout("d52-3x5rr7bdtrqt2h8\n");
    croupier(["camicia", "name", "d52-3x5rr7bdtrqt2h8"]).assert().success().stdout(format!("{record}\n"));
    let run = croupier(["camicia", "name", "--json"]).write_stdin("j-- -j-\nd52-0\n").assert().code(3);
    let answer = text(&run.get_output().stdout);
    assert!(answer.starts_with(
        "{\"a\":\"J--\",\"b\":\"-J-\",\"name\":\"d3+3+2+0+0+0-66\",\"rank\":\"6\"}\n{\"line\":2,"
    ));
}

#[test]
fn a_game_is_drawn_as_a_curve_of_its_deck_sizes() {
    let run = croupier(["camicia", "picture", KLEBER]).assert().success();
    let picture = text(&run.get_output().stdout);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    assert!(picture.contains(&format!("<title>{KLEBER}: finished 5790 cards, 805 tricks</title>")));
    let points = picture.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
    // One after each of 805 tricks, and the start.
    assert_eq!(points.split(' ').count(), 806);
    for deal in ["/J", "-/-", ENDLESS] {
        croupier(["camicia", "picture", deal]).assert().success();
    }
}
