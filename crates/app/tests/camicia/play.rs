//! `croupier camicia play`: arguments, files, streams, and what is said about bad lines.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::croupier::{self, croupier, file, text};

const SAMPLES: &str = "2 A 7 8 Q 10 / 3 4 5 6 K 9 J\nJ--/-J-\n";
const LOOP_JSON: &str = "{\"a\":\"J--\",\"b\":\"-J-\",\"status\":\"loop\",\"cards\":8,\"tricks\":3,\
    \"lead_in_tricks\":1,\"cycle_tricks\":2,\"cycle_cards\":6}\n";

#[test]
fn deals_are_played_from_the_command_line() {
    for (arguments, answer) in [
        (&["2A78Q10/3456K9J"][..], "finished 13 1\n"),
        (&["2 A 7 8 Q 10 / 3 4 5 6 K 9 J"], "finished 13 1\n"),
        (&["2", "A", "7", "8", "Q", "10", "/", "3", "4", "5", "6", "K", "9", "J"], "finished 13 1\n"),
        (&["J--", "-J-"], "loop 8 3\n"),
        (&["J-- -J-", "2A78Q10|3456K9J"], "loop 8 3\nfinished 13 1\n"),
        (&["-", "-"], "finished 2 1\n"),
        (&["/J"], "finished 0 1\n"),
    ] {
        croupier(["camicia", "play"]).args(arguments).assert().success().stdout(answer).stderr("");
    }
}

#[test]
fn deals_may_begin_with_a_dash_before_and_after_options() {
    for arguments in [
        &["-J-/--J-", "--state", "decks"][..],
        &["--state=decks", "-J-/--J-"],
        &["-J-", "--J-", "--state", "decks"],
        &["--state", "decks", "--", "-J-/--J-"],
        &["-J- --J-", "--state", "decks"],
    ] {
        croupier(["camicia", "play"]).args(arguments).assert().success().stdout("loop 7 2\n").stderr("");
    }
    croupier(["camicia", "play", "-J-/--J-", "--J/J---"])
        .assert()
        .success()
        .stdout("finished 13 3\nfinished 19 5\n");
}

#[test]
fn names_of_deals_are_played_too() {
    let name = "d52-3x5rr7bdtrqt2h8";
    let record = "finished 8344 1164\n";
    let twice = record.repeat(2);
    croupier(["camicia", "play", name]).assert().success().stdout(record);
    croupier(["camicia", "play", name, name]).assert().success().stdout(twice.clone());
    croupier(["camicia", "play"]).write_stdin(format!("{name}\n{name}\n")).assert().success().stdout(twice);
    let run = croupier(["camicia", "play", "d52-3x5rr7bdtrqt2h9"]).assert().code(3);
    assert!(!run.get_output().stderr.is_empty());
}

#[test]
fn a_lone_dash_or_nothing_is_standard_input() {
    for by in [&[][..], &["-"], &["--file", "-"]] {
        let run = croupier(["camicia", "play"]).args(by).write_stdin(SAMPLES).assert().success();
        run.stdout("finished 13 1\nloop 8 3\n").stderr("");
    }
}

#[test]
fn json_has_the_keys_of_the_contract_in_their_order_and_compact_hands() {
    let run = croupier(["camicia", "play", "--json"]).write_stdin(SAMPLES).assert().success();
    let finished = "{\"a\":\"-A--Q-\",\"b\":\"----K-J\",\"status\":\"finished\",\"cards\":13,\"tricks\":1}\n";
    run.stdout(format!("{finished}{LOOP_JSON}")).stderr("");
}

#[test]
fn status_limit_comes_only_with_max_cards() {
    let run =
        croupier(["camicia", "play", "--max-cards", "12", "--json"]).write_stdin(SAMPLES).assert().success();
    let limit = "{\"a\":\"-A--Q-\",\"b\":\"----K-J\",\"status\":\"limit\",\"cards\":12,\"tricks\":0}\n";
    run.stdout(format!("{limit}{LOOP_JSON}"));
    for number in ["-1", "1.5", "many"] {
        let refused = croupier(["camicia", "play", "--max-cards", number, "J/J"]).assert().code(2);
        let said = text(&refused.get_output().stderr);
        let why = format!("invalid value '{number}' for '--max-cards <N>': expected a whole number from 0");
        assert!(said.contains(&why), "{said}");
    }
}

#[test]
fn the_value_of_an_option_may_begin_with_a_dash() {
    let (folder, _) = file("-deals.txt", b"J--/-J-\n");
    for arguments in [&["--file", "-deals.txt"][..], &["--file=-deals.txt"]] {
        let mut command = croupier(["camicia", "play"]);
        command.current_dir(folder.path()).args(arguments).assert().success().stdout("loop 8 3\n").stderr("");
    }
}

#[test]
fn input_that_may_never_end_is_told() {
    let refused = croupier(["camicia", "play", "--file", "/dev/zero"]).assert().code(3);
    let said = text(&refused.get_output().stderr);
    assert!(said.contains("note: /dev/zero is a device: it may have no end\n"), "{said}");
    assert!(said.contains("error: /dev/zero, line 1 has no end after "), "{said}");
}

#[test]
fn a_pipe_that_nobody_writes_to_is_told_and_read_when_somebody_does() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(["camicia", "play", "--file"]).arg(&pipe).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
    assert_eq!(said, format!("note: {} is a pipe that nobody writes to yet: waiting\n", pipe.display()));
    fs::write(&pipe, "J--/-J-\n").unwrap();
    assert_eq!(text(&child.wait_with_output().unwrap().stdout), "loop 8 3\n");
}

#[test]
fn trace_prints_the_round_table() {
    let table = "\
round  A        B        pile   owes
1      J 2 3    4 J 5    -      -
1      2 3      4 J 5    J      B: 1
1      2 3      J 5      J 4    -
2      2 3 J 4  J 5      -      -
2      3 J 4    J 5      2      -
2      3 J 4    5        2 J    A: 1
2      J 4      5        2 J 3  -
3      J 4      5 2 J 3  -      -
3      J 4      2 J 3    5      -
3      4        2 J 3    5 J    B: 1
3      4        J 3      5 J 2  -
4      4 5 J 2  J 3      -      -
loop 8 3
";
    croupier(["camicia", "play", "--trace", "J 2 3 / 4 J 5"]).assert().success().stdout(table);
}

#[test]
fn trace_with_json_prints_a_row_a_line_and_then_the_outcome() {
    let run = croupier(["camicia", "play", "--trace", "--json", "2 A / 10"]).assert().success();
    run.stdout(
        "{\"round\":1,\"a\":\"2A\",\"b\":\"10\",\"pile\":\"\",\"debt\":null}\n\
         {\"round\":1,\"a\":\"A\",\"b\":\"10\",\"pile\":\"2\",\"debt\":null}\n\
         {\"round\":1,\"a\":\"A\",\"b\":\"\",\"pile\":\"210\",\"debt\":null}\n\
         {\"round\":1,\"a\":\"\",\"b\":\"\",\"pile\":\"210A\",\"debt\":{\"player\":\"B\",\"cards\":4}}\n\
         {\"round\":2,\"a\":\"210A\",\"b\":\"\",\"pile\":\"\",\"debt\":null}\n\
         {\"a\":\"-A\",\"b\":\"-\",\"status\":\"finished\",\"cards\":3,\"tricks\":1}\n",
    );
}

/// Field report A 15, 16 and 17.
#[test]
fn a_mark_cr_lf_empty_lines_and_a_missing_newline_are_fine() {
    let input = format!("\u{feff}\r\n{}\r\n\r\nJ-- -J-", "2A78Q10|3456K9J");
    let (_folder, path) = file("deals.txt", input.as_bytes());
    let run = croupier(["camicia", "play", "--file"]).arg(path).assert().success();
    run.stdout("finished 13 1\nloop 8 3\n").stderr("");
    let run = croupier(["camicia", "play"]).write_stdin("").assert().success();
    run.stdout("").stderr("warning: standard input is empty: nothing to answer\n");
}

#[test]
fn good_lines_are_answered_in_place_and_bad_ones_are_all_listed() {
    let input = "J-- -J-\n-J- -J- -J-\n-J\u{200b}-/-\n/\n2A78Q10/3456K9J\n2 1O / A";
    let (_folder, path) = file("deals.txt", input.as_bytes());
    let run = croupier(["camicia", "play", "--file"]).arg(&path).assert().code(3);
    let run = run.stdout("loop 8 3\n\n\n\nfinished 13 1\n\n");
    let said = text(&run.get_output().stderr);
    let said: Vec<&str> =
        said.lines().map(|line| line.split_once("deals.txt, ").map_or(line, |(_, said)| said)).collect();
    assert_eq!(
        said,
        [
            "line 2: expected two hands with `/` or `|` between them, or exactly two words; found 3 words",
            "line 3: hand A, `-J<U+200B>-`, character 3: U+200B (zero width space) is no card; \
             expected 2..10, J, Q, K, A, or - for any number card",
            "line 4: both hands are empty: there is nothing to play",
            "line 6: hand A, card 2: `1O` has a letter in place of a digit: write 10 (or - for any number card)",
            "error: 4 bad lines",
        ]
    );
    let run = croupier(["camicia", "play", "--json"]).write_stdin(input).assert().code(3);
    let answers = text(&run.get_output().stdout);
    let fourth = answers.lines().nth(3);
    assert_eq!(fourth, Some(r#"{"line":4,"error":"both hands are empty: there is nothing to play"}"#));
}

#[test]
fn what_was_not_understood_is_said() {
    let (folder, _path) = file("deals.txt", SAMPLES.as_bytes());
    for (arguments, code, said) in [
        (
            &["-J-"][..],
            3,
            "error: expected two hands with `/` or `|` between them, or exactly two words; found 1 word\n",
        ),
        (
            &["deals.txt"],
            2,
            "error: `deals.txt` is a file\nhint: write: croupier camicia play --file deals.txt\n",
        ),
        (&["--file", "nosuch.txt"], 3, "error: cannot read nosuch.txt: "),
        (
            &["--file", "deals.txt", "J/J"],
            2,
            "error: the argument '--file <FILE>' cannot be used with '[DEAL]...'",
        ),
        (&["--jsn", "J/J"], 2, "error: unexpected argument '--jsn' found"),
        (&["--state", "deck", "J/J"], 2, "error: invalid value 'deck' for '--state <KEY>'"),
    ] {
        let run =
            croupier(["camicia", "play"]).current_dir(folder.path()).args(arguments).assert().code(code);
        let found = text(&run.get_output().stderr);
        assert!(found.starts_with(said), "{arguments:?}: {found}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let (_folder, path) = file("deals.txt", "J--/-J-\n".repeat(200_000).as_bytes());
    croupier::close_pipe_after_one_line(["camicia", "play", "--file"], &path, "loop 8 3");
}

#[test]
fn a_program_that_asks_line_by_line_is_answered_at_once() {
    croupier::ask_and_wait(["camicia", "play"], &[("/J", "finished 0 1"), ("J--/-J-", "loop 8 3")]);
}
