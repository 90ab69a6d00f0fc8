//! `croupier rullete score`: arguments, files, streams, and what is said about bad lines.

mod croupier;
#[path = "../../rules/tests/splitmix/mod.rs"]
mod splitmix;

use croupier::{croupier, file, text};
use serde_json::Value;
use splitmix::SplitMix;

const SAMPLES: &str = "2D 5D JD KC AC\nQC 8D JD 10S 9D\n";
const FIRST_JSON: &str = "{\"hand\":\"2D 5D JD KC AC\",\"value\":170,\
    \"after\":[37,40,80,80,81,81,81,83,83,84,84,84,85,170,170],\"changed\":[1,2,4,7,9,12,13],\"win\":false}\n";

#[test]
fn five_cards_a_quoted_hand_and_several_are_scored() {
    for (arguments, answer) in [
        (&["2D", "5D", "JD", "KC", "AC"][..], "170\n"),
        (&["2d 5d jd kc ac"], "170\n"),
        (&["2D,5D,JD,KC,AC"], "170\n"),
        (&["2D 5D JD KC AC", "QC 8D JD T♠ 9D"], "170\n126\n"),
    ] {
        let run = croupier(["rullete", "score"]).args(arguments).assert().success();
        run.stdout(answer).stderr("");
    }
}

#[test]
fn json_has_the_keys_of_the_contract_in_their_order() {
    let run = croupier(["rullete", "score", "--json", "2D", "5D", "JD", "KC", "AC"]).assert().success();
    run.stdout(FIRST_JSON).stderr("");
    let run = croupier(["rullete", "score", "--json", "JC JD JH JS 2D"]).assert().success();
    assert!(text(&run.get_output().stdout).ends_with("\"changed\":[1,2,3,4,7,12,13],\"win\":true}\n"));
}

#[test]
fn explain_tells_each_rule_and_with_json_adds_keys_at_the_end() {
    let run = croupier(["rullete", "score", "--explain", "2D 5D JD KC AC"]).assert().success();
    let page = text(&run.get_output().stdout);
    assert_eq!(page.lines().count(), 1 + 1 + 14 + 1, "{page}");
    assert!(page.contains("rule  7   81 ->  83  the lowest card 2D scores 2\n"), "{page}");
    assert!(page.contains("rule  8   83         not negative\n"), "{page}");
    assert!(page.ends_with("value 170\n"), "{page}");
    let run = croupier(["rullete", "score", "--explain", "--json", "2D 5D JD KC AC"]).assert().success();
    let line = text(&run.get_output().stdout);
    assert!(line.starts_with(FIRST_JSON.trim_end().trim_end_matches('}')), "{line}");
    assert!(line.contains("\"win\":false,\"rule_12_repeats\":9,\"reasons\":[\"5 cards"), "{line}");
}

/// Field report A 15, 16 and 17.
#[test]
fn a_mark_cr_lf_empty_lines_and_a_missing_newline_are_fine() {
    for input in [
        SAMPLES.to_owned(),
        SAMPLES.replace('\n', "\r\n"),
        format!("\u{feff}{SAMPLES}"),
        format!("\n\n{}\n \r\n\n", SAMPLES.replace('\n', "\n\n")),
        SAMPLES.trim_end().to_owned(),
        format!("{}\r", SAMPLES.trim_end()),
    ] {
        for by in [&[][..], &["-"]] {
            let run = croupier(["rullete", "score"]).args(by).write_stdin(input.clone()).assert().success();
            run.stdout("170\n126\n").stderr("");
        }
        let (_folder, path) = file("hands.txt", input.as_bytes());
        croupier(["rullete", "score"]).arg(path).assert().success().stdout("170\n126\n").stderr("");
    }
}

/// Field report A 15 and 17.
#[test]
fn empty_input_is_a_warning() {
    for input in ["", "\n \n", "\u{feff}"] {
        let run = croupier(["rullete", "score", "--json"]).write_stdin(input).assert().success();
        run.stdout("").stderr("warning: standard input is empty: nothing to answer\n");
    }
}

/// Field report A 15.
#[test]
fn utf_16_is_named() {
    let bytes: Vec<u8> = "\u{feff}2D 5D\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (_folder, path) = file("hands.txt", &bytes);
    let run = croupier(["rullete", "score"]).arg(&path).assert().code(3).stdout("");
    let said = text(&run.get_output().stderr);
    assert!(said.contains("hands.txt is UTF-16 (little endian); expected UTF-8\nhint: "), "{said}");
}

/// Field report A 12, 13, 18, 19 and 20.
#[test]
fn good_lines_are_answered_in_place_and_bad_ones_are_all_listed() {
    let lines: [(&[u8], &str); 8] = [
        (b"2D 5D JD KC AC", ""),
        ("2D\u{200b} 5D JD KC AC".as_bytes(), "`2D<U+200B>` holds U+200B (zero width space)"),
        ("6\u{441} TC 9H 2D 3D".as_bytes(), "`6\u{441}` holds U+0441 (Cyrillic, looks like `c`)"),
        (
            b"nothing dealt",
            "`nothing` is not a card: \
             expected a rank (2..10, J, Q, K, A) and then a suit (C, D, H, S), such as 10H",
        ),
        (b"SA HK D10 S8 C2", "`SA` has the suit first: write AS"),
        (b"1OH 5D JD KC AC", "`1OH` has a letter in place of a digit: write 10H"),
        (b"2D 5D \xff JD KC", "byte 7 (0xFF) is not UTF-8"),
        (b"2D 5D JD KC 2d", "2D is in the hand twice; a pack has it once"),
    ];
    let input = lines.map(|line| line.0).join(&b'\n');
    let said: Vec<String> = (1..)
        .zip(lines)
        .filter(|(_, line)| !line.1.is_empty())
        .map(|(number, line)| format!("error: standard input, line {number}: {}\n", line.1))
        .collect();
    let said = said.concat() + "error: 7 bad lines\n";

    let run = croupier(["rullete", "score"]).write_stdin(input.clone()).assert().code(3);
    run.stdout(format!("170\n{}", "\n".repeat(7))).stderr(said.clone());

    let run = croupier(["rullete", "score", "--json"]).write_stdin(input).assert().code(3).stderr(said);
    let answers = text(&run.get_output().stdout);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers[0], FIRST_JSON.trim_end());
    assert_eq!(answers[4], r#"{"line":5,"error":"`SA` has the suit first: write AS"}"#);
    assert_eq!(answers.len(), 8);
}

#[test]
fn a_flood_of_bad_lines_is_listed_up_to_a_thousand_and_counted() {
    let run = croupier(["rullete", "score"]).write_stdin("x\n".repeat(1200)).assert().code(3);
    let said = text(&run.get_output().stderr);
    assert_eq!(said.lines().count(), 1001);
    assert!(said.ends_with("error: 1200 bad lines; the first 1000 are listed\n"));
    assert_eq!(run.get_output().stdout.len(), 1200);
}

/// Section A of the field reports, and ordinary cards, as somebody may write them.
const TOKENS: [&str; 40] = [
    "2D",
    "5D",
    "JD",
    "KC",
    "AC",
    "10H",
    "TS",
    "th",
    "4h",
    "Qs",
    "9c",
    "3S",
    "8H",
    "6D",
    "7C",
    "7D",
    "7H",
    "7S",
    "6♠",
    "6♠\u{fe0f}",
    "10♥",
    "K♡",
    "3♢",
    "JK",
    "Joker",
    "\u{1f0cf}",
    "\u{1f0a0}",
    "6\u{441}",
    "2D\u{200b}",
    "2D\u{feff}",
    "nothing",
    "ASH",
    "2DD",
    "SA",
    "D10",
    "S8",
    "1OH",
    "l0H",
    "1S",
    "5\u{a0}D",
];

/// Mostly hands as a file has them, some of them spoiled.
fn lines_of_all_kinds(source: &mut SplitMix) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..40_000 {
        let spoiled = source.below(20) == 0;
        let cards = if spoiled { source.below(7) } else { 5 };
        // Most hands from the first 18 are of five different cards.
        let mut tokens: Vec<&str> = TOKENS[..if spoiled { TOKENS.len() } else { 18 }].to_vec();
        source.shuffle(&mut tokens);
        let joint = if spoiled { [" ", "  ", ",", "\t"][source.below(4)] } else { " " };
        let mut line = tokens[..cards].join(joint).into_bytes();
        if spoiled && !line.is_empty() && source.below(2) == 0 {
            let place = source.below(line.len());
            line[place] = b"\0\xff\r 1A"[source.below(6)];
        }
        text.extend(line);
        text.extend_from_slice([&b"\n"[..], b"\r\n"][usize::from(source.below(9) == 0)]);
    }
    text.truncate(text.len() - source.below(3));
    text
}

/// With `--json` every line goes the plain way.
#[test]
fn values_of_many_lines_are_those_of_the_lines_one_by_one() {
    for seed in [83, 84] {
        println!("seed {seed}");
        let (_folder, path) = file("hands.txt", &lines_of_all_kinds(&mut SplitMix(seed)));
        let run = |arguments: &[&str]| {
            let run = croupier(["rullete", "score"]).args(arguments).arg(&path).assert().code(3);
            (text(&run.get_output().stdout), text(&run.get_output().stderr))
        };
        let ((values, said), (answers, said_plainly)) = (run(&[]), run(&["--json"]));
        assert_eq!(said, said_plainly);
        assert_eq!(values.lines().count(), answers.lines().count());
        for (value, answer) in values.lines().zip(answers.lines()) {
            let answer: Value = serde_json::from_str(answer).expect("JSON");
            assert_eq!(value, answer.get("value").map_or(String::new(), Value::to_string), "{answer}");
        }
        assert!(values.lines().filter(|value| value.is_empty()).count() > 1000, "some lines are wrong");
        assert!(values.lines().filter(|value| !value.is_empty()).count() > 30_000, "most lines are hands");
    }
}

/// Ruling 18.
#[test]
fn four_sevens_print_one_note_that_names_both_readings() {
    let sevens = "7C 7D 7H 7S 2D\n7C 7D 7H 7S 3H\n";
    for (rule6, values) in
        [(&[][..], "16\n11\n"), (&["--rule6", "121"], "16\n11\n"), (&["--rule6", "112"], "34\n20\n")]
    {
        let run = croupier(["rullete", "score"]).args(rule6).write_stdin(sevens).assert().success();
        let run = run.stdout(values);
        let said = text(&run.get_output().stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("note: ") && said.contains("121") && said.contains("112"), "{said}");
    }
}

/// Ruling 21.
#[test]
fn any_hand_lifts_the_five_different_cards() {
    croupier(["rullete", "score", "2D"]).assert().code(3).stdout("");
    croupier(["rullete", "score", "--any-hand", "2D"]).assert().success().stdout("14\n");
    croupier(["rullete", "score", "--any-hand", "7C", "7C", "7C", "7C", "2S"])
        .assert()
        .success()
        .stdout("108\n");
    let many = "JC ".repeat(61);
    let run = croupier(["rullete", "score", "--any-hand"]).write_stdin(many).assert().code(3);
    run.stderr("error: standard input, line 1: a hand has 1 to 60 cards, found 61\n");
}

#[test]
fn what_was_not_understood_is_said() {
    let (folder, _path) = file("hands.txt", SAMPLES.as_bytes());
    for (arguments, code, said) in [
        (&["2D", "5D", "JD", "KC"][..], 3, "error: a hand has 5 cards, found 4\n"),
        (&["2D 5D JD KC AC", "2D"], 3, "error: argument 2: a hand has 5 cards, found 1\n"),
        (&["nosuch.txt"], 3, "error: `nosuch.txt` is neither a file nor a hand of five cards\nhint: "),
        (&["."], 3, "error: cannot read .: "),
        (
            &["hands.txt", "hands.txt"],
            2,
            "error: `hands.txt` is a file among other arguments\nhint: give one file",
        ),
        (&["--rule6", "113", "2D"], 2, "error: invalid value '113' for '--rule6 <AMOUNT>'"),
        (&["--jsn", "2D"], 2, "error: unexpected argument '--jsn' found"),
    ] {
        let run =
            croupier(["rullete", "score"]).current_dir(folder.path()).args(arguments).assert().code(code);
        let found = text(&run.get_output().stderr);
        assert!(found.starts_with(said), "{arguments:?}: {found}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let (_folder, path) = file("hands.txt", SAMPLES.repeat(200_000).as_bytes());
    croupier::close_pipe_after_one_line(["rullete", "score"], &path, "170");
}

#[test]
fn a_program_that_asks_line_by_line_is_answered_at_once() {
    croupier::ask_and_wait(["rullete", "score"], &[("2D 5D JD KC AC", "170"), ("QC 8D JD 10S 9D", "126")]);
}
