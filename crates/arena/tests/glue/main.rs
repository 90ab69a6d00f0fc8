//! Bots in C and C++ behind the glue, against a small referee.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod compiler;
mod referee;
mod samples;

use std::path::{Path, PathBuf};

use compiler::Workshop;
use croupier_arena::glue;
use croupier_rules::blackjack::{Broken, Call, Calls, Order, Outside, Rules};
use croupier_rules::chance::{Key, Stream};
use croupier_rules::verdict::Verdict;
use referee::{End, Table};

/// A source in `tests/glue/bots`.
fn bot(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/glue/bots").join(name)
}

/// Compares with `tests/glue/transcripts/{name}`; `UPDATE=1` writes it anew.
fn golden(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/glue/transcripts").join(name);
    if std::env::var_os("UPDATE").is_some_and(|update| update == "1") {
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(expected == actual, "{name} differs (UPDATE=1 rewrites it)\n{actual}");
}

#[test]
fn declared_by_hand_or_by_header_in_c_or_in_cpp_a_bot_plays_the_same() {
    let Some(workshop) = Workshop::open() else { return };
    let names = ["by_hand.cpp", "by_hand.c", "by_header.cpp", "by_header.c", "own_main.cpp"];
    for (glue, name) in
        ["glue.o", "glue_as_cpp.o"].into_iter().flat_map(|glue| names.map(|name| (glue, name)))
    {
        let program = workshop.build_with(glue, &bot(name));
        // The second night of the statement, and a hand that stands.
        let rules = Rules { money: 2_000, ..Rules::default() };
        let session = Table { rules, shoe: "10 10 9 4 10, 9 A 10 5 6", ..Table::default() }.play(&program);
        assert_eq!((&session.end, session.money), (&End::Bye, 2_000), "{glue}, {name}: {session:?}");
        golden("two_hands.txt", &session.lines);
        assert_eq!(session.log, "", "{glue}, {name}");
    }
}

#[test]
fn the_glue_compiles_without_warnings() {
    let Some(workshop) = Workshop::open() else { return };
    let compilers =
        ["cc", "gcc", "clang", "clang-19"].into_iter().filter(|name| croupier_trial::answers(name));
    for name in compilers {
        for (language, standard) in
            [("c", "-std=c11"), ("c", "-std=gnu17"), ("c++", "-std=c++17"), ("c++", "-std=gnu++20")]
        {
            let mut command = workshop.command(name);
            command.args([
                "-x",
                language,
                standard,
                "-Wall",
                "-Wextra",
                "-Wpedantic",
                "-Wshadow",
                "-Werror",
                "-O2",
                "-c",
            ]);
            compiler::run(command.args(["-o", "warnings.o", glue::GLUE_FILE]));
            println!("{name} {standard}: no warnings");
        }
    }
}

#[test]
fn a_session_has_ten_evenings_with_the_bots_globals_kept() {
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("puppet.c"));
    let env = vec![("BET", "100".into()), ("HAND", "pdccsoooh".into())];
    let rules = Rules { packs: 1, shuffles: 3, ..Rules::default() };
    let shoe = "9 A 10 5 6, 9 A 10 5 6, 8 A 10 5 7";
    let session = Table { rules, evenings: 10, shoe, env, ..Table::default() }.play(&program);
    assert_eq!((session.end, session.money), (End::Bye, 20_300));
    let evening = "start 20000 1 p19900 d9 c11 c10 s o5 o6 o0 h200 p20000 d9 c11 c10 s o5 o6 o0 h200 \
                   shuffle p20100 d8 c11 c10 s o5 o7 o0 h200 ";
    assert_eq!(session.log, evening.repeat(10));
}

/// What a puppet's session ends with.
fn puppet(program: &Path, order: &str, env: &[(&str, &str)]) -> End {
    let mut env: Vec<(&str, String)> = env.iter().map(|&(name, value)| (name, value.into())).collect();
    if !env.iter().any(|(name, _)| *name == "BET") {
        env.push(("BET", "100".into()));
    }
    // Upcard 9, hand 10 5, then 3 and 8.
    Table { order, shoe: "9 10 5 3 8 10", hands: 1, env, ..Table::default() }.play(program).end
}

fn illegal(id: u64, what: &str) -> End {
    End::Illegal(Some(id), what.into())
}

#[test]
fn a_broken_order_is_reported_in_the_place_of_the_answer() {
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("puppet.c"));
    let end = |hand| puppet(&program, "strict", &[("HAND", hand)]);
    assert_eq!(end("d"), illegal(1, "getDealerCard before placeBet"));
    assert_eq!(end(""), illegal(1, "playHand returned before cashIn"));
    assert_eq!(end("pp"), illegal(2, "placeBet twice"));
    assert_eq!(end("pdccch"), illegal(3, "cashIn before stand"));
    // After the last answer of a hand no question waits.
    assert_eq!(end("pdccccc"), End::Illegal(None, "getCard after 21 was passed".into()));
    assert_eq!(end("pdccss"), End::Illegal(None, "stand twice".into()));
}

#[test]
fn calls_outside_play_hand_are_reported() {
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("puppet.c"));
    let end = |place| puppet(&program, "strict", &[(place, "c"), ("HAND", "pdccsoooh")]);
    assert_eq!(end("CONSTRUCTOR"), End::Illegal(None, "getCard before startGame".into()));
    assert_eq!(end("START"), End::Illegal(None, "getCard inside startGame".into()));
    assert_eq!(end("DESTRUCTOR"), End::Illegal(None, "getCard after the end".into()));
    let rules = Rules { packs: 1, shuffles: 3, ..Rules::default() };
    let env = vec![("BET", "1".into()), ("HAND", "pdccsooh".into()), ("SHUFFLE", "c".into())];
    let shoe = "7 10 9 10, 7 10 9 10, 7 10 9 10";
    let session = Table { rules, shoe, env, ..Table::default() }.play(&program);
    assert_eq!(session.end, End::Illegal(None, "getCard inside reshuffle".into()), "{session:?}");
}

#[test]
fn a_bet_is_passed_on_and_judged_by_the_referee() {
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("puppet.c"));
    for bet in ["-5", "20001", "-2147483648", "2147483647"] {
        let end = puppet(&program, "strict", &[("BET", bet), ("HAND", "p")]);
        assert_eq!(end, End::Refused(format!("a bet of {bet} is not from 0 to 20000")));
    }
}

#[test]
fn exit_in_a_hand_is_the_end_of_its_output() {
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("puppet.c"));
    assert_eq!(puppet(&program, "strict", &[("HAND", "pdx")]), End::Closed);
    assert_eq!(puppet(&program, "strict", &[("CONSTRUCTOR", "x")]), End::Closed);
    // In the last hand too, when nothing is asked any more.
    assert_eq!(puppet(&program, "strict", &[("HAND", "pdccsooohx")]), End::Closed);
    assert_eq!(puppet(&program, "strict", &[("HAND", "pdccsoooh")]), End::Bye);
}

#[test]
fn exit_in_the_last_hand_of_a_test_is_a_crash() {
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("puppet.c"));
    for (hand, verdict) in
        [("pdccsh", Verdict::Ok), ("pdccshx", Verdict::Crashed), ("pdccsx", Verdict::Crashed)]
    {
        let end = samples::one_hand(&program, hand);
        assert_eq!((end.totals.games, end.totals.verdicts[0]), (1, verdict), "{hand}: {end:?}");
    }
}

#[test]
fn in_lenient_order_the_first_night_of_the_statement_is_played() {
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("puppet.c"));
    for hand in ["pdcchooo", "pdcc", "pdccohs", "pdccs"] {
        let env = vec![("BET", "100".into()), ("HAND", hand.into())];
        let table = Table { order: "lenient", shoe: "9 A 10 5 6", env, ..Table::default() };
        let session = table.play(&program);
        assert_eq!((&session.end, session.money), (&End::Bye, 20_100), "{hand}: {session:?}");
        if hand == "pdcchooo" {
            assert_eq!(session.log, "start 20000 10 p19900 d9 c11 c10 h200 o5 o6 o0 ");
        }
    }
    let strict = puppet(&program, "strict", &[("HAND", "pdcchooo")]);
    assert_eq!(strict, illegal(2, "cashIn before stand"));
}

/// What the rules' own `Calls` say of a hand of letters, on the shoe that [`puppet`] plays.
fn twin(order: Order, letters: &str) -> Result<(), Broken> {
    /// After no, one or two hits the dealer draws so many cards.
    const DRAWS: [usize; 3] = [2, 1, 1];
    let mut calls = Calls::new(order);
    let (mut cards, mut outcomes) = (0, 0);
    for letter in letters.chars() {
        let call = Call::ALL["pdcsoh".find(letter).unwrap()];
        calls.take(call)?;
        cards += usize::from(call == Call::GetCard);
        outcomes += usize::from(call == Call::GetOutcome);
        if cards == 4 {
            calls.bust();
        }
        if outcomes > 0 && outcomes > DRAWS[cards - 2] {
            calls.end_of_outcome();
        }
    }
    calls.leave()
}

#[test]
fn glue_and_rules_find_the_same_fault_in_random_calls() {
    const SEED: u64 = 11;
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("puppet.c"));
    println!("seed {SEED}");
    let mut broken = 0;
    for number in 0..400 {
        let mut stream = Key::new(SEED, "random calls").stream(number);
        let (name, order) =
            if number % 2 == 0 { ("strict", Order::Strict) } else { ("lenient", Order::Lenient) };
        // Mostly in order, so that many hands get far.
        let mut letters: Vec<u8> = b"pdcc".to_vec();
        letters.extend((0..stream.below(3)).map(|_| b'c'));
        letters.extend(b"sooh".iter().copied());
        for _ in 0..stream.below(4) {
            let place = |stream: &mut Stream| stream.below(u32::try_from(letters.len()).unwrap()) as usize;
            let (at, other) = (place(&mut stream), place(&mut stream));
            match stream.below(3) {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, b"pdcsoh"[stream.below(6) as usize]),
                _ => letters.swap(at, other),
            }
        }
        let hand = String::from_utf8(letters).unwrap();
        let expected = twin(order, &hand).map_err(|broken| broken.to_string());
        let found = match puppet(&program, name, &[("HAND", &hand)]) {
            End::Bye => Ok(()),
            End::Illegal(_, what) => Err(what),
            other @ (End::Refused(_) | End::Closed) => panic!("{name} {hand}: {other:?}"),
        };
        broken += u32::from(found.is_err());
        assert_eq!(found, expected, "{name} order, calls {hand}, number {number} of seed {SEED}");
    }
    assert!((100..350).contains(&broken), "{broken} of 400 were out of order");
}

#[test]
fn the_words_for_places_outside_a_hand_are_those_of_the_rules() {
    for place in [Outside::Program, Outside::StartGame, Outside::Reshuffle, Outside::End] {
        let said = Broken::Outside { call: Call::GetCard, place }.to_string();
        let place = said.strip_prefix("getCard").unwrap();
        assert!(glue::GLUE.contains(&format!("\"{place}\"")), "{place}");
    }
}

#[test]
fn what_a_bot_prints_is_its_log_and_standard_input_is_empty() {
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("chatty.cpp"));
    let session = Table { shoe: "9 A 10 5 6", ..Table::default() }.play(&program);
    assert_eq!((&session.end, session.money), (&End::Bye, 20_100));
    let dots = ".".repeat(100_000);
    // Two streams that are flushed at different times: only the lines count.
    let log = session.log.replace(&dots, "…");
    let mut lines: Vec<&str> = log.lines().collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "20000 10",
            "91110…",
            "I have 19900",
            "back 200",
            "constructed",
            "destroyed",
            "input is empty",
            "stood",
            "thinking...",
            r#"{"id":1,"bet":5}"#,
        ]
    );
}

#[test]
fn a_source_without_one_of_the_three_functions_is_named() {
    let Some(workshop) = Workshop::open() else { return };
    let program = workshop.build(&bot("no_reshuffle.cpp"));
    let end = Table::default().play(&program).end;
    assert_eq!(end, End::Illegal(None, "the source does not define reshuffle()".into()));
}
