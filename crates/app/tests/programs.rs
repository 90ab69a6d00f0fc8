//! Contests of programs from the command line: the table, the line of JSON, and a run told again.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// A contest of camicia among programs in the shell.
fn contest() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let class = folder.path().join("class");
    fs::create_dir_all(class.join("entrants")).unwrap();
    let write = |name: &str, text: &str| {
        let file = class.join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    };
    write(
        "contest.toml",
        "name = 'Class'\ngame = 'camicia'\nseed = 3\ntrust = true\n[limits]\nrun = 20\n\
         [[test]]\nname = 'ends'\ninput = 'ends.in'\n\
         [[test]]\nname = 'loop'\ngroup = 'hard'\npoints = 5\ninput = 'loop.in'\n",
    );
    write("ends.in", "2 A 7 8 Q 10\n3 4 5 6 K 9 J\n");
    write("loop.in", "J 2 3\n4 J 5\n");
    write(
        "entrants/knows.sh",
        "#!/bin/sh\nread a\ncase $a in J*) echo loop 8 3;; *) echo finished 13 1;; esac\n",
    );
    write("entrants/guesses.sh", "#!/bin/sh\necho finished 13 1\n");
    write("entrants/falls.sh", "#!/bin/sh\nexit 2\n");
    folder
}

/// Exit code, standard output, standard error.
fn croupier(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("croupier").unwrap();
    let out = command.current_dir(folder).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap(), text(out.stdout), text(out.stderr))
}

#[test]
fn a_contest_prints_points_letters_groups_and_reasons() {
    let folder = contest();
    let (code, out, _) = croupier(folder.path(), &["run", "class", "--quiet"]);
    assert_eq!(
        out,
        "\
Class: 2 tests, 6 runs, a state is decks and leader, seed 3

rank  name         points       tests ok  verdict   sandbox            runs in
   1  knows             6         2 of 2  ok        none               ./knows.sh
   2  guesses           1         1 of 2  wrong     none               ./guesses.sh
   3  falls             0         0 of 2  crashed   none               ./falls.sh

by test: . ok, W wrong, L late, M memory, O output, C crashed, - not run
      knows    ..
      guesses  .W
      falls    CC

points by group; a group counts if all its tests are ok
      knows    no group 1, hard 5
      guesses  no group 1, hard 0
      falls    no group 0, hard 0

guesses: wrong: test loop: line 1, token 1: expected `loop`, found `finished`
falls: crashed: test ends: ended with exit status 2

bots ran without a sandbox: the contest trusts them
look closer: croupier replay class/1
"
    );
    assert_eq!(code, 0);
    let (code, again, _) = croupier(folder.path(), &["run", "class", "--quiet", "--strict"]);
    assert_eq!((code, again), (1, out), "a finished contest prints its table again");
}

#[test]
fn the_line_of_json_has_standings_and_tests() {
    let folder = contest();
    let (code, out, _) = croupier(folder.path(), &["run", "class", "--quiet", "--json"]);
    let line: serde_json::Value = serde_json::from_str(&out).unwrap();
    let first = &line["standings"][0];
    assert_eq!((&first["rank"], &first["name"], &first["score"]), (&1.into(), &"knows".into(), &6.into()));
    assert_eq!(
        (&first["low"], &first["matches"], &first["fouls"]),
        (&serde_json::Value::Null, &2.into(), &0.into())
    );
    let failed = line["tests"].as_array().unwrap().iter().find(|test| test["verdict"] == "wrong").unwrap();
    assert_eq!(
        failed.to_string(),
        r#"{"test":"loop","group":"hard","name":"guesses","match":4,"verdict":"wrong","points":0,"reason":"line 1, token 1: expected `loop`, found `finished`"}"#
    );
    assert_eq!((code, &line["played"], &line["matches"]), (0, &6.into(), &6.into()));
}

#[test]
fn a_run_is_told_and_verified_without_the_program() {
    let folder = contest();
    croupier(folder.path(), &["run", "class", "--quiet"]);
    let (code, out, _) = croupier(folder.path(), &["replay", "class/4"]);
    let (told, hash) = out.rsplit_once("hash ").unwrap();
    assert_eq!(
        told,
        "\
camicia {\"state\":\"leader\"}: guesses, test loop, group hard, 5 points

input
  J 2 3
  4 J 5

expected, by the rules
  loop 8 3

found, 14 bytes
  finished 13 1

wrong: line 1, token 1: expected `loop`, found `finished`
"
    );
    assert_eq!((code, hash.trim().len()), (0, 64));
    let (code, out, _) = croupier(folder.path(), &["replay", "class/4", "--verify"]);
    assert_eq!((code, out), (0, format!("answer and verdict fit; hash {hash}")));
    let (code, out, _) = croupier(folder.path(), &["replay", "class/4", "--json"]);
    let kinds: Vec<String> = out.lines().map(|line| line.split('"').nth(1).unwrap().to_owned()).collect();
    assert_eq!((code, kinds.join(" ")), (0, "match input answer output verdict blake3".to_owned()));
    let record = folder.path().join("croupier-data/matches/class/4.match");
    let changed = fs::read_to_string(&record).unwrap().replace("finished 13", "finished 12");
    fs::write(&record, changed).unwrap();
    let (code, _, err) = croupier(folder.path(), &["replay", "class/4", "--verify"]);
    assert_eq!(code, 1);
    assert!(err.contains("the record was changed"), "{err}");
    let (code, ..) = croupier(folder.path(), &["replay", "class/4"]);
    assert_eq!(code, 3);
}
