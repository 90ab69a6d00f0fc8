//! `croupier blackjack play` through piped answers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;

/// Exit code, standard output, standard error.
fn play(args: &[&str], answers: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("croupier").unwrap();
    let out = command.args(["blackjack", "play"]).args(args).write_stdin(answers).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap(), text(out.stdout), text(out.stderr))
}

/// The first night of statement 000, by answers.
#[test]
fn a_hand_from_scripted_cards_is_told_line_by_line() {
    let (code, out, err) = play(&["--cards", "9 A 10 5 6"], "100\nstand\n");
    assert_eq!(
        out,
        "\
money 20000, 10 packs, the evening ends with shuffle 200
hand 1: bet 100
dealer 9, you A T (soft 21)
stand
dealer 9 5 6 (20), you A T (soft 21)
win: 200 comes back, money 20100
1 hand, money 20100, net +100 (end of cards)
"
    );
    assert_eq!((code, err.as_str()), (0, ""), "a script has no seed, a pipe no prompts");
}

#[test]
fn with_json_every_event_is_a_line_of_json() {
    let (code, out, _) = play(&["--cards", "TT94T", "--money", "2000", "--json"], "100\nh\n");
    assert_eq!(
        out,
        r#"{"event":"start","rules":"contest","seed":null,"money":2000,"packs":10,"shuffles":200}
{"event":"bet","bet":100,"money":1900}
{"event":"hand","up":10,"cards":[10,9],"total":19,"soft":false}
{"event":"move","move":"hit"}
{"event":"dealer","cards":[10,10],"total":20,"hand":[10,9,4],"yours":23}
{"event":"pay","outcome":"lose","payout":0,"money":1900}
{"event":"end","reason":"end of cards","hands":1,"money":1900,"net":-100}
"#
    );
    assert_eq!(code, 0);
}

#[test]
fn the_same_seed_gives_the_same_cards_and_the_seed_is_told() {
    let (_, first, said) = play(&["--seed", "7"], "1\ns\n1\ns\n");
    let (_, again, _) = play(&["--seed", "7"], "1\ns\n1\ns\n");
    let (_, other, _) = play(&["--seed", "8"], "1\ns\n1\ns\n");
    assert_eq!(first, again);
    assert_ne!(first, other);
    assert_eq!(said, "seed 7 (the same cards again: --seed 7)\n");
    let (code, _, chosen) = play(&[], "");
    assert_eq!((code, chosen.starts_with("seed ")), (0, true), "{chosen}");
}

#[test]
fn the_end_of_input_and_q_end_the_session_and_an_unfinished_hand_does_not_count() {
    for (answers, reason) in
        [("100\n", "end of input"), ("100\nq\n", "quit"), ("q\n", "quit"), ("", "end of input")]
    {
        let (code, out, _) = play(&["--seed", "7"], answers);
        let end = format!("0 hands, money 20000, net +0 ({reason})\n");
        assert!(code == 0 && out.ends_with(&end), "{answers:?}: {out}");
    }
}

#[test]
fn a_wrong_answer_in_a_pipe_is_bad_input_with_its_line() {
    let cases = [
        ("x\n", "line 1: `x` is no bet: expected a whole number from 0 to 20000, or q"),
        ("20001\n", "line 1: a bet of 20001 is not from 0 to 20000"),
        ("-1\n", "line 1: a bet of -1 is not from 0 to 20000"),
        ("1.5\n", "line 1: `1.5` is no bet: expected a whole number from 0 to 20000, or q"),
        ("100\n\nhitt\n", "line 3: `hitt` is no move: expected h, s or q"),
        (
            "1\u{4E0}\n",
            "line 1: `1\u{4E1}` (with U+04E1) is no bet: expected a whole number from 0 to 20000, or q",
        ),
    ];
    for (answers, why) in cases {
        let (code, _, err) = play(&["--cards", "9AT56"], answers);
        assert_eq!((code, err.as_str()), (3, format!("error: standard input, {why}\n").as_str()));
    }
}

#[test]
fn line_ends_of_the_other_system_and_a_byte_order_mark_are_fine() {
    let (code, out, _) = play(&["--cards", "9AT56"], "\u{FEFF}100\r\n\r\nS");
    assert_eq!((code, out.contains("win: 200 comes back")), (0, true), "{out}");
}

#[test]
fn a_script_that_runs_dry_in_a_hand_is_bad_input() {
    let (code, out, err) = play(&["--cards", "9AT5"], "100\ns\n");
    assert_eq!(code, 3);
    assert!(!out.contains("shuffled"));
    assert_eq!(err, "error: the script ends after 4 draws and another is due\n");
    let (code, _, err) = play(&["--cards", "9AX"], "");
    assert_eq!(code, 3);
    assert_eq!(err, "error: --cards: `X` at column 3 is no card: expected A, 2 to 9, 10, T, J, Q or K\n");
}

#[test]
fn free_play_takes_any_values_but_the_impossible() {
    let (code, out, _) = play(&["--money", "1", "--packs", "1", "--shuffles", "2", "--seed", "1"], "");
    assert_eq!(code, 0);
    assert!(out.starts_with("money 1, 1 pack,"), "{out}");
    let (code, _, err) = play(&["--packs", "0"], "");
    assert_eq!((code, err.as_str()), (2, "error: packs = 0 is not from 1 to 1000000\n"));
}

#[test]
fn an_evening_ends_with_its_last_shuffle() {
    let (code, out, _) = play(&["--packs", "1", "--shuffles", "2", "--seed", "5"], &"0\ns\n".repeat(20));
    assert_eq!(code, 0);
    assert!(out.ends_with("(over)\n"), "{out}");
}

#[test]
fn the_exam_is_played_hand_by_hand_and_its_ace_may_be_1() {
    let (code, out, _) = play(&["--rules", "exam", "--cards", "AT T9, AT T9"], "s\nh\n");
    assert_eq!(code, 3, "the second hand wants a card that the script has not");
    assert!(out.contains("dealer T 9 (19), you A T (soft 21): win\n"), "{out}");

    let (code, out, _) = play(&["--rules", "exam", "--ace", "1", "--cards", "AT T9"], "s\n");
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "\
one pack for each hand, an ace is 1
dealer T and a hidden card, you A T (11)
stand
dealer T 9 (19), you A T (11): lose
0 won, 0 drawn, 1 lost (end of cards)
"
    );
}

#[test]
fn options_of_the_other_game_are_refused() {
    let (code, _, err) = play(&["--ace", "1"], "");
    assert_eq!((code, err.as_str()), (2, "error: --ace belongs to --rules exam: the contest has 1 or 11\n"));
    let (code, _, err) = play(&["--rules", "exam", "--money", "5"], "");
    assert_eq!(code, 2);
    assert_eq!(err, "error: --money belongs to --rules contest: the exam has one pack and no money\n");
}
