//! What can be wrong with a contest or an entrant: it is said with what to do, and the others play.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::Command;

use croupier_trial::{compilers, python3};

use crate::night::{BLACKJACK, Done, FLAT, LADDER, Night, POKER};

#[test]
fn a_bot_that_does_not_compile_is_not_seated_and_the_others_play() {
    let Some(()) = compilers() else { return };
    let night =
        Night::new(BLACKJACK, &[("flat.cpp", FLAT), ("broken.cpp", &FLAT.replace("int money = 0;", ""))]);
    let done = night.play(&[]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.err.starts_with("not seated: broken: "), "{}", done.err);
    let row = done.row("broken");
    assert_eq!((&row["verdict"], &row["matches"], &row["score"]), (&"compile".into(), &0.into(), &0.into()));
    let reason = row["reason"].as_str().unwrap();
    assert!(reason.contains("broken.cpp:") && reason.contains("error:"), "{reason}");
    assert!(!reason.contains(env::temp_dir().to_str().unwrap()), "{reason}");
    assert_eq!(done.row("flat")["matches"], 2);
    // The run is finished: it is printed again, with the same reason, without a compiler.
    let again = Done::of(night.command(&["run", "night", "--json"]).env("PATH", ""));
    assert_eq!((again.code, again.out), (0, done.out));
    assert_eq!(night.play(&["--strict"]).code, 1);
}

#[test]
fn a_bot_without_its_interpreter_waits_until_that_is_there() {
    let Some(python) = python3() else { return };
    let night = Night::new(POKER, &[("ladder.py", LADDER)]);
    night.enter("exotic/main.py", &format!("{LADDER}# an entrant of its own\n"));
    night.enter("exotic/bot.toml", "interpreter = \"python9.9\"\n");
    let done = night.play(&[]);
    let why = "python9.9 is missing: install it, or name another in bot.toml";
    assert_eq!((done.code, &done.err), (0, &format!("not seated: exotic: {why}\n")));
    let row = done.row("exotic");
    assert_eq!(
        (&row["verdict"], &row["reason"], &row["matches"]),
        (&"referee".into(), &why.into(), &0.into())
    );
    assert_eq!(done.row("ladder")["matches"], 1);
    let records = night.records("croupier-data", "night");
    assert_eq!(records.len(), 1);
    // Matches keep their numbers: that of the three who play is the fourth.
    let table = night.croupier(&["run", "night"]).out;
    assert!(table.ends_with("look closer: croupier replay night/4\n"), "{table}");
    assert_eq!(night.croupier(&["replay", "night/4"]).code, 0);

    let tools = night.path("tools");
    fs::create_dir(&tools).unwrap();
    let shim = tools.join("python9.9");
    fs::write(&shim, format!("#!/bin/sh\nexec {} \"$@\"\n", python.display())).unwrap();
    fs::set_permissions(&shim, fs::Permissions::from_mode(0o755)).unwrap();
    let mut path = OsString::from(&tools);
    path.push(":");
    path.push(env::var_os("PATH").unwrap());
    let then = Done::of(night.command(&["run", "night", "--json"]).env("PATH", path));
    assert_eq!(then.code, 0, "{then:?}");
    assert_eq!(then.json()["run"], "night", "the same run goes on");
    assert_eq!(then.json()["matches"], 4);
    let row = then.row("exotic");
    assert_eq!((&row["verdict"], &row["matches"]), (&"ok".into(), &3.into()));
    let later = night.records("croupier-data", "night");
    assert_eq!(later.len(), 4);
    assert!(records.iter().all(|(number, record)| later[number] == *record), "what was played stays");
    // Finished now: the tool is asked for no more.
    let last = night.play(&[]);
    assert_eq!((last.code, last.out, last.err.as_str()), (0, then.out, ""));
}

#[test]
fn a_bot_whose_interpreter_has_gone_keeps_what_it_has_played() {
    let Some(_) = python3() else { return };
    let night = Night::new(POKER, &[("ladder.py", LADDER)]);
    night.enter("exotic/main.py", LADDER);
    night.enter("exotic/bot.toml", "interpreter = \"python9.9\"\n");
    assert_eq!(night.play(&[]).row("ladder")["matches"], 1);
    // Now Python 3 is missing too: two house players are too few, and that is said.
    let done = Done::of(night.command(&["run", "night", "--json"]).env("PATH", ""));
    assert_eq!((done.code, done.out.as_str()), (3, ""));
    assert!(done.err.contains("not seated: ladder: python3 is missing"), "{}", done.err);
    assert!(
        done.err.contains("error: 2 of 4 can be seated; a contest of poker needs at least 3\nhint: "),
        "{}",
        done.err
    );
    assert_eq!(night.play(&[]).row("ladder")["matches"], 1);
}

#[test]
fn two_entrants_of_one_name_stop_the_run() {
    let night = Night::new(POKER, &[("ladder.py", LADDER), ("ladder/main.py", LADDER)]);
    let done = night.play(&[]);
    assert_eq!((done.code, done.out.as_str()), (3, ""));
    assert!(done.err.contains("ladder.py") && done.err.contains("is called"), "{}", done.err);
    assert!(!night.path("croupier-data").exists(), "nothing was begun");
}

#[test]
fn a_contest_of_programs_without_tests_is_bad_input() {
    for game in ["camicia", "rullete"] {
        let night = Night::new(&format!("name = \"Night\"\ngame = \"{game}\"\n"), &[]);
        let done = night.play(&[]);
        assert_eq!((done.code, done.out.as_str()), (3, ""));
        assert!(done.err.contains("[[test]] is missing: "), "{}", done.err);
    }
}

#[test]
fn a_bad_contest_file_is_told_with_line_and_key() {
    let night = Night::new("name = \"Night\"\ngame = \"pokre\"\nhous = []\n", &[]);
    let done = night.play(&[]);
    assert_eq!((done.code, done.out.as_str()), (3, ""));
    assert!(done.err.contains("night/contest.toml:2: `game`: expected"), "{}", done.err);
    assert!(done.err.contains("did you mean \"poker\"?"), "{}", done.err);
    assert!(
        done.err.contains("night/contest.toml:3: unknown key `hous`; did you mean `house`?"),
        "{}",
        done.err
    );
}

#[test]
fn a_folder_that_holds_no_contest_is_told() {
    let night = Night::new(POKER, &[]);
    for folder in ["nowhere", "night/entrants"] {
        let done = night.croupier(&["run", folder]);
        assert_eq!((done.code, done.out.as_str()), (3, ""));
        assert!(done.err.starts_with("error: ") && done.err.contains(folder), "{}", done.err);
    }
}

#[test]
fn too_few_players_are_told() {
    let done = Night::new(POKER, &[]).play(&[]);
    assert_eq!((done.code, done.out.as_str()), (3, ""));
    assert!(done.err.contains("a contest of poker needs at least 3\nhint: add entrants"), "{}", done.err);
}

/// A user of the system with no rights of its own: no limit binds root.
const NOBODY: u32 = 65_534;

#[test]
fn a_system_that_gives_no_thread_is_told() {
    let night = Night::new(POKER, &[]);
    let program = night.path("croupier");
    fs::copy(env!("CARGO_BIN_EXE_croupier"), &program).unwrap();
    fs::set_permissions(night.path(""), fs::Permissions::from_mode(0o777)).unwrap();
    let mut command = Command::new("prlimit");
    command.arg("--nproc=1").arg(&program).args(["match", "--game", "poker", "house:odds", "--deals", "2"]);
    command.current_dir(night.path(""));
    if fs::metadata("/proc/self").unwrap().uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    let done = Done::of(&mut command);
    assert_eq!((done.code, done.out.as_str()), (3, ""), "{done:?}");
    let said = "error: the system gives no thread that waits for Ctrl-C: ";
    let line = done.err.lines().find(|line| line.starts_with("error: "));
    assert!(
        line.is_some_and(|line| line.starts_with(said)) && done.err.contains("hint: ulimit -u"),
        "{done:?}"
    );
}
