//! Bots in WebAssembly from the command line: the table, a module that is handed in, a match run again.

use std::fs;
use std::process::Command;

use croupier_trial::{compilers, wasm_compilers};

use crate::night::{BLACKJACK, FLAT, Night};

/// Compiles a C program of JSON Lines to a module, as its author would.
fn module(night: &Night, source: &str, name: &str) {
    night.write("module.c", source);
    let out = Command::new("clang-19")
        .args(["--target=wasm32-wasi", "-O2", "-o"])
        .args([night.path(name), night.path("module.c")])
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn the_standings_say_what_each_bot_ran_in_and_the_records_do_not() {
    let (Some(()), Some(())) = (compilers(), wasm_compilers()) else { return };
    let night = Night::new(BLACKJACK, &[("flat.cpp", FLAT)]);
    let wasm = night.play(&["--data", "wasm"]);
    assert_eq!(wasm.code, 0, "{wasm:?}");
    let runtime = wasm.row("flat")["runtime"].as_str().unwrap().to_owned();
    assert!(runtime.starts_with("WebAssembly, clang "), "{runtime}");

    fs::remove_file(night.path("night/entrants/flat.cpp")).unwrap();
    night.enter("flat/main.cpp", FLAT);
    night.enter("flat/bot.toml", "runtime = \"native\"\n");
    let native = night.play(&["--data", "native"]);
    let runtime = native.row("flat")["runtime"].as_str().unwrap().to_owned();
    assert!(!runtime.starts_with("WebAssembly"), "{runtime}");
    assert_eq!(wasm.row("flat")["score"], native.row("flat")["score"]);
    let events = |data: &str| {
        let records = night.records(data, "night");
        let lines = |record: &Vec<u8>| {
            let text = String::from_utf8_lossy(record).into_owned();
            // The header has the hash of the files, which is another.
            let lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
            lines[..lines.len() - 1].join("\n")
        };
        records.values().map(lines).collect::<Vec<_>>()
    };
    assert_eq!(events("wasm"), events("native"));
}

#[test]
fn a_match_is_run_again_and_compared() {
    let (Some(()), Some(())) = (compilers(), wasm_compilers()) else { return };
    let night = Night::new(BLACKJACK, &[("flat.cpp", FLAT)]);
    assert_eq!(night.play(&[]).code, 0);
    let again =
        |bot: &str, more: &[&str]| night.croupier(&[&["replay", "night/2", "--rerun", bot], more].concat());
    let same = again("night/entrants/flat.cpp", &[]);
    assert_eq!((same.code, same.err.as_str()), (0, ""), "{same:?}");
    assert!(same.out.contains("all as recorded") && same.out.contains("as noted"), "{same:?}");
    let json = again("night/entrants/flat.cpp", &["--json"]).json();
    assert_eq!((&json["same"], &json["fuel"]), (&true.into(), &json["noted_fuel"]));

    // The same answers by another way cost other fuel.
    night.write(
        "slow.cpp",
        &FLAT.replace(
            "money = placeBet",
            "for (volatile int i = 0; i < 9; i = i + 1) {}\n    money = placeBet",
        ),
    );
    let slow = again("slow.cpp", &[]);
    assert_eq!(slow.code, 1, "{slow:?}");
    assert!(slow.out.contains("all as recorded") && slow.out.contains("was noted"), "{slow:?}");
    assert!(slow.err.contains("these are not the files of flat"), "{slow:?}");

    night.write("bold.cpp", &FLAT.replace("startMoney / 100", "startMoney / 50"));
    let bold = again("bold.cpp", &[]);
    assert_eq!(bold.code, 1, "{bold:?}");
    assert!(
        bold.out.contains("0 answers fit, then one does not\ngame 1, step 1: the record has bet 20"),
        "{bold:?}"
    );

    night.write("lines.py", "import sys\n");
    let python = again("lines.py", &[]);
    assert_eq!(python.code, 3, "{python:?}");
    assert!(python.err.contains("only bots in WebAssembly"), "{python:?}");
    assert_eq!(again("night/entrants/flat.cpp", &["--seat", "1"]).code, 2);
}

#[test]
fn a_fault_is_found_again() {
    let (Some(()), Some(())) = (compilers(), wasm_compilers()) else { return };
    let twice = include_str!("../../../../bots/illegal/blackjack/stands_twice.cpp");
    let thinks = include_str!("../../../../bots/late/blackjack/thinks_for_ever.cpp");
    let night = Night::new(BLACKJACK, &[("twice.cpp", twice)]);
    night.write("night/contest.toml", &format!("{BLACKJACK}[limits]\nmove = \"50 ms\"\n"));
    night.enter("thinks.cpp", thinks);
    let done = night.play(&[]);
    assert_eq!(done.row("twice")["verdict"], "illegal", "{done:?}");
    assert_eq!(done.row("thinks")["verdict"], "late", "{done:?}");
    for (number, bot) in [("2", "thinks"), ("3", "twice")] {
        let bot = format!("night/entrants/{bot}.cpp");
        let same = night.croupier(&["replay", &format!("night/{number}"), "--rerun", &bot]);
        assert_eq!(same.code, 0, "{same:?}");
    }
}

#[test]
fn a_module_that_is_handed_in_is_checked_and_plays() {
    let Some(()) = wasm_compilers() else { return };
    let night = Night::new(BLACKJACK, &[]);
    module(&night, include_str!("../../src/templates/poker/bot.c"), "good.wasm");
    let good = night.croupier(&["check", "good.wasm", "--game", "poker"]);
    assert_eq!(good.code, 0, "{good:?}");
    assert!(
        good.out.contains("built, runs in WebAssembly\n") && good.out.ends_with("ok: no fault\n"),
        "{good:?}"
    );
    for (name, bytes, what) in [
        ("text.wasm", "(module)", "the text form of WebAssembly"),
        ("script.wasm", "#!/bin/sh\n", "this is no WebAssembly"),
        ("cut.wasm", "\0asm\u{1}\0\0\0\u{1}", "the module is not valid"),
        ("empty.wasm", "\0asm\u{1}\0\0\0", "exports no function _start"),
    ] {
        night.write(name, bytes);
        let bad = night.croupier(&["check", name, "--game", "poker"]);
        assert_eq!(bad.code, 1, "{bad:?}");
        assert!(bad.out.contains("compile: ") && bad.out.contains(what), "{bad:?}");
    }
}

#[test]
fn doctor_says_whether_webassembly_is_there() {
    let doctor = Night::new(BLACKJACK, &[]).croupier(&["doctor"]);
    let line = doctor.out.lines().find(|line| line.contains("C and C++ for WebAssembly")).unwrap();
    let said =
        if wasm_compilers().is_some() { "blackjack functions run in it" } else { "apt-get install clang-19" };
    assert!(line.contains(said), "{line}");
}
