//! The verbs that a newcomer meets first: new, check, match, list, log, feed, and what they say when
//! something is wrong.

#![expect(clippy::unwrap_used, reason = "a test says what failed by its line")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use croupier_arena::sandbox::Sandbox;
use croupier_trial::{answers, compilers, python3, skip};
use tempfile::TempDir;

/// A folder to work in.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.path().join(path)).unwrap()
    }

    /// Runs croupier with these words and checks the exit code.
    fn run(&self, line: &str, code: i32) -> Said {
        let words: Vec<&str> = line.split(' ').collect();
        let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .current_dir(self.0.path())
            .args(words)
            .output()
            .unwrap();
        let said = Said::from(output);
        assert_eq!(said.code, code, "croupier {line}\n{}{}", said.out, said.err);
        said
    }
}

struct Said {
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Whether all languages of the templates are there; `None` counts the test as skipped.
fn languages() -> Option<()> {
    python3()?;
    compilers()?;
    match ["rustc", "javac", "java"].into_iter().find(|program| !answers(program)) {
        Some(missing) => skip(&format!("no `{missing}` answers")),
        None => Some(()),
    }
}

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// A bot that notes every line it is sent in its log, and plays the least.
const ECHO: &str = r#"
import json, sys
print('{"ready":1,"name":"echo"}', flush=True)
for line in sys.stdin:
    sys.stderr.write(line)
    sys.stderr.flush()
    message = json.loads(line)
    if "ask" not in message: continue
    answer = {"id": message["id"]}
    if "level" in message: answer["call"] = message["id"] % 3 == 0
    elif "min" in message: answer["bet"] = message["min"] + message["id"] % 5
    elif "up" in message: answer["move"] = "hit" if message["total"] < 15 else "stand"
    else: answer["bet"] = message["money"] // 100
    {rude}
    print(json.dumps(answer), flush=True)
"#;

fn echo(rude: &str) -> String {
    ECHO.replace("{rude}", rude)
}

/// The lines without the time that was left, which a record does not hold.
fn without_times(lines: &str) -> Vec<String> {
    let strip = |line: &str| line.split(",\"left_ms\"").next().unwrap_or_default().to_owned();
    lines.lines().map(strip).collect()
}

#[test]
fn a_verb_of_a_verb_is_led_home() {
    let desk = Desk::new();
    for (line, home) in
        [("export rullete r", "problem export"), ("census", "rullete census"), ("solve", "poker solve")]
    {
        let said = desk.run(line, 2);
        assert!(said.err.contains(home), "{line}: {}", said.err);
    }
}

#[test]
fn a_contest_in_this_folder_is_named_after_it() {
    let desk = Desk::new();
    desk.run("new contest --game poker .", 0);
    let folder = desk.0.path().canonicalize().unwrap();
    let name = format!("name = \"{}\"", folder.file_name().unwrap().to_str().unwrap());
    assert!(desk.read("contest.toml").contains(&name), "{}", desk.read("contest.toml"));
}

#[test]
fn five_commands_lead_from_nothing_to_a_ranked_bot() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.run("new contest --game poker friday", 0);
    let made = desk.run("new bot --game poker friday/entrants/anna", 0);
    assert!(made.out.contains("next: croupier check friday/entrants/anna.py --game poker"), "{}", made.out);
    assert!(desk.run("check friday/entrants/anna.py --game poker", 0).out.contains("ok: no fault"));
    desk.run("match --game poker friday/entrants/anna.py --deals 100", 0);
    let ranked = desk.run("run friday --json --quiet", 0);
    let standings = &json(&ranked.out)["standings"];
    let names: Vec<&str> =
        standings.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"anna") && names.contains(&"first"), "{names:?}");
    assert!(standings.as_array().unwrap().iter().all(|row| row["verdict"] == "ok"), "{standings}");
}

/// The words of a command that a shell reads in a line of the output.
fn copied(desk: &Desk, line: &str) -> Vec<String> {
    let line = line.trim_start_matches("next:").trim().strip_prefix("croupier").unwrap();
    let words = shell(desk.0.path(), &format!("for word in {line}; do echo \"$word\"; done"), "");
    words.lines().map(str::to_owned).collect()
}

#[test]
fn what_to_do_next_is_written_for_a_shell() {
    let desk = Desk::new();
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        Said::from(command.current_dir(desk.0.path()).args(words).output().unwrap())
    };
    for name in ["it's $HOME", "-dash", "a b"] {
        let made = run(&["new", "bot", "--game", "poker", "--", name]);
        assert_eq!(made.code, 0, "{}", made.err);
        let next = copied(&desk, made.out.lines().nth(1).unwrap());
        assert_eq!(next[0], "check");
        assert!(desk.0.path().join(&next[1]).is_file() && !next[1].starts_with('-'), "{next:?}");
    }
    let made = run(&["new", "contest", "--game", "poker", "my league"]);
    let next = made.out.lines().skip(2).map(|line| copied(&desk, line));
    assert_eq!(
        next.collect::<Vec<_>>(),
        [vec!["run", "my league"], vec!["new", "bot", "--game", "poker", "my league/entrants/second"]]
    );
}

#[test]
fn names_that_cannot_take_part_are_refused_before_anything_is_written() {
    let desk = Desk::new();
    let long = "x".repeat(101);
    for (name, why) in [
        (".anna", "files that begin with a dot take no part"),
        ("..", "files that begin with a dot take no part"),
        ("an\u{1b}na", "expected a name without characters that cannot be seen, found U+001B in it"),
        ("house:odds", "names that begin with \"house:\" belong to built-in players"),
        ("an\\na", "expected a name without path separators, found one in it"),
        ("anna/", "anna/ is a folder: expected the name of a bot"),
        (&long, "expected a name of 1 to 100 characters, found 101"),
    ] {
        let said = desk.run(&format!("new bot --game poker {name}"), 2);
        assert!(said.err.contains(why) && !said.err.contains('\u{1b}'), "{}", said.err);
    }
    for name in ["house:odds", "friday\u{7}", ".hidden"] {
        desk.run(&format!("new contest --game poker {name}"), 2);
    }
    assert_eq!(fs::read_dir(desk.0.path()).unwrap().count(), 0);
}

#[test]
fn each_new_contest_has_a_seed_that_nobody_guesses() {
    let desk = Desk::new();
    let seeds = ["a", "b"].map(|name| {
        desk.run(&format!("new contest --game blackjack {name}"), 0);
        let settings = desk.read(&format!("{name}/contest.toml"));
        let seed = settings.lines().find_map(|line| line.strip_prefix("seed = ")).unwrap();
        seed.parse::<u64>().unwrap()
    });
    assert!(seeds[0] != seeds[1] && seeds.iter().all(|&seed| seed > 1 << 32 && seed < 1 << 63), "{seeds:?}");
}

#[test]
fn every_template_that_is_seated_plays_without_a_fault() {
    let Some(()) = languages() else { return };
    let desk = Desk::new();
    for (game, langs) in [
        ("poker", &["python", "python-lines", "c", "cpp", "rust"][..]),
        ("blackjack", &["c", "cpp", "python", "rust"]),
    ] {
        for lang in langs {
            let name = format!("{game}-{}", lang.replace('-', "_"));
            let made = desk.run(&format!("new bot --game {game} --lang {lang} {name}"), 0);
            let file = made.out.split(':').next().unwrap();
            let checked = desk.run(&format!("check {file} --game {game} --json"), 0);
            assert_eq!(json(&checked.out)["verdict"], "ok", "{game} {lang}");
        }
    }
}

#[test]
fn every_contest_template_runs_at_once() {
    let Some(()) = languages() else { return };
    if let Err(why) = Sandbox::choose(&std::env::temp_dir()) {
        return skip(&why.to_string()).unwrap_or_default();
    }
    let desk = Desk::new();
    for game in ["poker", "blackjack"] {
        desk.run(&format!("new contest --game {game} {game}"), 0);
        let ranked = desk.run(&format!("run {game} --json --quiet --strict"), 0);
        assert_eq!(json(&ranked.out)["standings"].as_array().unwrap().len(), 3, "{}", ranked.out);
    }
    for (game, langs) in [("rullete", &["c", "java"][..]), ("camicia", &["cpp", "java", "rust"])] {
        desk.run(&format!("new contest --game {game} {game}"), 0);
        for lang in langs {
            desk.run(&format!("new bot --game {game} --lang {lang} {game}/entrants/in_{lang}"), 0);
        }
        let ranked = json(&desk.run(&format!("run {game} --json --quiet"), 0).out);
        for row in ranked["standings"].as_array().unwrap() {
            // What is missing of a template of Rullete is the author's part.
            assert_eq!(row["verdict"], if game == "rullete" { "wrong" } else { "ok" }, "{row}");
        }
        let run = format!("feed {game}/1 --seat 0");
        assert!(desk.run(&run, 2).err.contains("hint: croupier replay"));
    }
}

/// Each program with its build, given a hand or a deal.
#[test]
fn every_template_of_a_batch_game_builds_and_answers() {
    let Some(()) = languages() else { return };
    let desk = Desk::new();
    for (game, question, answer) in [
        ("rullete", "2D 5D JD KC AC\n", "74\n"),
        ("camicia", "2 A 7 8 Q 10\n3 4 5 6 K 9 J\n", "finished 13 1\n"),
    ] {
        for (lang, build, start) in [
            ("python", None, "python3 x.py"),
            ("c", Some("gcc -O2 -Wall -Wextra -Werror -o x x.c"), "./x"),
            ("cpp", Some("g++ -std=gnu++17 -O2 -Wall -Wextra -Werror -o x x.cpp"), "./x"),
            ("java", Some("javac x.java"), "java x"),
            ("rust", Some("rustc --edition=2021 -D warnings -o x x.rs"), "./x"),
        ] {
            desk.run(&format!("new bot --game {game} --lang {lang} --force x"), 0);
            if let Some(line) = build {
                shell(desk.0.path(), line, "");
            }
            assert_eq!(shell(desk.0.path(), start, question), answer, "{game} {lang}");
        }
    }
    assert_eq!(
        shell(desk.0.path(), "./x", "J 2 3\n4 J 5\n"),
        "loop 8 3\n",
        "the statement's second example never ends"
    );
}

fn shell(folder: &Path, line: &str, input: &str) -> String {
    let output =
        Command::new("sh").args(["-c", line]).current_dir(folder).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_file_that_is_there_is_kept() {
    let desk = Desk::new();
    desk.write("anna.py", "mine\n");
    let said = desk.run("new bot --game poker anna", 3);
    assert!(said.err.contains("anna.py is there already\nhint: --force"), "{}", said.err);
    assert_eq!(desk.read("anna.py"), "mine\n");
    desk.run("new bot --game poker anna.py --force", 0);
    assert!(desk.read("anna.py").contains("class Player"));
    assert!(desk.run("new bot --game poker --lang pyhton x", 2).err.contains("did you mean --lang python?"));
    assert!(desk.run("new bot --game pokr x", 2).err.contains("did you mean poker?"));
}

#[test]
fn a_match_is_kept_and_replays() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.write("echo.py", &echo("pass"));
    let said = desk.run("match --game poker echo.py --deals 30 --seed 4 --json --quiet", 0);
    let line = json(&said.out);
    assert_eq!((&line["run"], &line["played"]), (&"match-poker".into(), &1.into()));
    let names: Vec<&str> =
        line["standings"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    for name in ["echo", "house:odds", "house:odds 2"] {
        assert!(names.contains(&name), "{names:?}");
    }
    desk.run("replay match-poker/1 --verify", 0);
    assert_eq!(
        desk.run("match --game poker echo.py --deals 30 --seed 4 --json --quiet", 0).out,
        said.out.replace("match-poker", "match-poker-2")
    );
    let records = [1, 2].map(|run| {
        let run = if run == 1 { "match-poker" } else { "match-poker-2" };
        desk.read(&format!("croupier-data/matches/{run}/1.match"))
    });
    assert_eq!(records[0], records[1], "same seed, same bytes");
    let listed = desk.run("list", 0).out;
    assert!(listed.contains("match-poker-2") && listed.contains("finished"), "{listed}");
    assert!(desk.run("list match-poker", 0).out.starts_with("match-poker/1  echo "));
    let log = json(desk.run("log match-poker/1 --seat 0 --json", 0).out.trim());
    assert!(log["log"].as_str().unwrap().starts_with("{\"hello\":1,\"game\":\"poker\",\"seat\":0"));
}

#[test]
fn a_match_of_built_in_players_needs_no_bot() {
    let desk = Desk::new();
    let said = desk.run("match --game poker house:odds house:random --deals 50", 0);
    assert!(said.err.contains("house:odds takes the seat that is left"), "{}", said.err);
    desk.run("match --game blackjack house:flat --shuffles 3", 0);
    desk.run("replay match-blackjack/2 --verify", 0);
}

/// The way stands in the header of the record, and its cards are drawn again by it.
#[test]
fn a_match_is_dealt_as_the_option_says() {
    let desk = Desk::new();
    // Nobody draws: only cards are luck.
    let players = "match --game poker house:odds house:rock --quiet --json";
    for (options, way, matches) in [
        ("--deals 1000 --dealing stratified", Some("stratified"), 1),
        ("--deals 20 --dealing common --all-seatings", Some("common"), 6),
        ("--deals 20 --dealing random --rounds 3", None, 3),
    ] {
        let told = json(&desk.run(&format!("{players} {options}"), 0).out);
        let run = told["run"].as_str().unwrap();
        assert_eq!(told["matches"].as_u64(), Some(matches), "{told}");
        let record = desk.run(&format!("replay {run}/1 --json"), 0).out;
        let header = json(record.lines().next().unwrap());
        assert_eq!(header["match"]["dealing"].as_str(), way, "{header}");
        desk.run(&format!("replay {run}/1 --verify"), 0);
        for row in told["standings"].as_array().unwrap().iter().filter(|_| way == Some("stratified")) {
            let off = row["mean"]["mean"].as_f64().unwrap() - row["score"].as_f64().unwrap() / 1_000.0;
            assert!(off.abs() < 1e-3, "the sum of a whole block stays: {row}");
        }
    }
}

#[test]
fn options_of_the_other_game_are_refused() {
    let desk = Desk::new();
    assert!(
        desk.run("match --game blackjack house:flat --deals 5", 2).err.contains("--deals goes with poker")
    );
    assert!(
        desk.run("match --game poker house:odds --shuffles 5", 2)
            .err
            .contains("--shuffles goes with blackjack")
    );
    assert!(
        desk.run("match --game blackjack house:flat --dealing stratified", 2)
            .err
            .contains("--dealing goes with poker")
    );
    assert!(
        desk.run("match --game poker house:odds --dealing common", 2)
            .err
            .contains("goes with --all-seatings")
    );
    assert!(
        desk.run("match --game poker house:odds --dealing even", 2)
            .err
            .contains("possible values: random, common, stratified")
    );
    desk.run("match --game rullete x", 2);
    assert!(desk.run("match --game poker house:ods", 3).err.contains("did you mean house:odds?"));
    assert!(!desk.0.path().join("croupier-data").exists(), "nothing was begun");
}

/// What a bot was sent in the match, told by its own log, against what the record gives.
#[test]
fn feed_gives_the_very_lines_that_the_referee_sent() {
    let Some(_) = python3() else { return };
    for (game, options, number, rude) in [
        ("poker", "--deals 40", 1, "pass"),
        ("poker", "--deals 40", 1, "if message['id'] % 7 == 0: answer['id'] = 0"),
        ("poker", "--deals 40", 1, "if message['id'] == 9: sys.exit(3)"),
        ("poker", "--deals 40 --all-seatings", 4, "pass"),
        ("blackjack", "--shuffles 2", 2, "pass"),
        (
            "blackjack",
            "--shuffles 2",
            2,
            "if 'move' in answer and message['id'] > 200: answer['move'] = 'fold'",
        ),
        ("blackjack", "--shuffles 2", 2, "if message['id'] == 1: answer['bet'] = -1"),
    ] {
        let desk = Desk::new();
        desk.write("echo.py", &echo(rude));
        desk.run(&format!("match --game {game} echo.py {options} --seed 9 --quiet"), 0);
        let id = format!("match-{game}/{number}");
        let seats = json(desk.run(&format!("replay {id} --json"), 0).out.lines().next().unwrap());
        let seats = seats["match"]["seats"].as_array().unwrap().clone();
        let seat = seats.iter().position(|seat| seat["name"] == "echo").unwrap();
        let sent = desk.run(&format!("log {id} --seat {seat}"), 0).out;
        let fed = desk.run(&format!("feed {id} --seat {seat}"), 0).out;
        let (sent, mut fed) = (without_times(&sent), without_times(&fed));
        if rude.contains("exit") {
            // It was sent nothing after its end.
            fed.truncate(sent.len());
        }
        assert!(sent.len() > 3, "{game} {rude}");
        assert_eq!(sent, fed, "{game} {rude}");
    }
}

#[test]
fn feed_compares_the_answers_of_a_bot() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.write("echo.py", &echo("pass"));
    desk.write("other.py", &echo("if message['id'] == 3: answer = {'id': 3, 'bet': 299}"));
    desk.run("match --game poker echo.py --deals 20 --seed 2 --quiet", 0);
    let same = desk.run("feed match-poker/1 --seat 0 -- python3 echo.py", 0);
    assert!(same.out.starts_with("> {\"hello\":1,") && same.err.contains(" 0 differ"), "{}", same.err);
    // The bot itself, built and seated as in the match.
    desk.run("feed match-poker/1 --seat 0 --quiet -- echo.py", 0);
    let other = desk.run("feed match-poker/1 --seat 0 --quiet -- python3 other.py", 1);
    assert!(other.out.contains("! recorded: "), "{}", other.out);
    let ended = desk.run("feed match-poker/1 --seat 0 --quiet -- false", 1);
    assert!(ended.out.contains("the bot has ended: exit status 1"), "{}", ended.out);
    // One that never stops writing is left alone in time.
    let floods = desk.run("feed match-poker/1 --seat 0 --quiet -- yes", 1);
    assert!(floods.err.contains(" differ from the record"), "{}", floods.err);
    assert!(desk.run("feed match-poker/1 --seat 0 -- no-such-program", 3).err.contains("does not start"));
    assert!(desk.run("feed match-poker/1 --seat 3", 2).err.contains("the match has seats 0 to 2"));
    assert!(desk.run("feed match-poker/7 --seat 0", 3).err.contains("hint: "));
    let one = desk.run("feed match-poker/1 --seat 0 --until 1", 0).out;
    assert_eq!(one.matches("\"tell\":\"hand\"").count(), 1, "{one}");
}

/// Bots that speak no JSON Lines by themselves are seated by their adapter, and answer as in the match.
#[test]
fn feed_seats_a_class_and_functions_as_the_match_did() {
    let Some(()) = languages() else { return };
    let desk = Desk::new();
    desk.run("new bot --game poker anna", 0);
    desk.run("match --game poker anna.py --deals 20 --quiet", 0);
    desk.run("feed match-poker/1 --seat 0 --quiet -- anna.py", 0);
    desk.run("new bot --game blackjack bela", 0);
    desk.run("match --game blackjack bela.cpp --shuffles 2 --quiet", 0);
    desk.run("feed match-blackjack/2 --seat 0 --quiet -- bela.cpp", 0);
}

#[test]
fn check_says_what_is_wrong_and_how_to_mend_it() {
    let Some(()) = languages() else { return };
    let desk = Desk::new();
    desk.write("loud.py", &echo("print('thinking...')"));
    let said = desk.run("check loud.py --game poker", 1).out;
    for part in
        ["protocol (", "came      `thinking...`", "hint: print to standard error", "standard error:\n"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    let line = json(&desk.run("check loud.py --game poker --json", 1).out);
    assert_eq!(line["verdict"], "protocol");
    assert_eq!(line["faults"][0]["came"], "`thinking...`");
    desk.write("broken.c", "int main(void) { return 0 }\n");
    let said = desk.run("check broken.c --game poker", 1).out;
    assert!(said.contains("compile: ") && said.contains("hint: mend the first error"), "{said}");
    desk.write("greedy.py", &echo("answer['bet'] = 10 ** 9"));
    let said = desk.run("check greedy.py --game blackjack", 1).out;
    assert!(said.contains("illegal") && said.contains("hint: "), "{said}");
    assert!(
        desk.run("check nobody.py --game poker", 3)
            .err
            .contains("expected a folder or a file here, found nothing")
    );
    assert_eq!(json(&desk.run("check broken.c --game camicia --json", 1).out)["verdict"], "compile");
    desk.write("raises.py", &echo("raise KeyError('\x1b[2J\"é\"')"));
    let said = desk.run("check raises.py --game poker", 1).out;
    for part in
        ["hint: the reason is in the bot's log\n", "\n  Traceback (most", "\n    File \"", "\n  KeyError: "]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("croupier log") && !said.contains('\x1b'), "nothing was kept: {said}");
    desk.write(
        "half_player.py",
        "class Player:\n    def bet1(self, minimum): return minimum\n    def hand(self, card): pass\n",
    );
    let said = desk.run("check half_player.py --game poker", 1).out;
    let missing = "class Player has no name, bet1_info, call1, call1_info, bet2, bet2_info, call2, call2_info, showdown, result\n";
    assert!(said.contains(missing) && said.contains("hint: write the methods that are named"), "{said}");
    desk.run("new bot --game rullete half", 0);
    let said = desk.run("check half.py --game rullete", 1).out;
    assert!(
        said.contains("played 16 tests of our own") && said.contains("hint: go through the test"),
        "{said}"
    );
}

#[test]
fn a_match_ends_with_hints_for_those_that_failed() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.write("loud.py", &echo("print('thinking...')"));
    let said = desk.run("match --game poker loud.py --deals 5 --trust", 0);
    assert!(said.err.contains("hint: loud: print to standard error"), "{}", said.err);
    let log = "its log: croupier log match-poker/1; again: croupier feed match-poker/1 --seat 0\n";
    assert!(said.err.contains(log), "{}", said.err);
    assert!(!said.err.contains("sandbox"), "{}", said.err);
    desk.run("match --game poker loud.py --deals 5 --quiet --strict", 1);
    desk.write("broken.py/bot.toml", "build = \"false\"\ncommand = \"./bot\"\n");
    let said = desk.run("match --game poker broken.py --quiet", 3);
    assert!(
        said.err.contains("not seated: broken.py: the build step `false` ended with exit status 1"),
        "{}",
        said.err
    );
    assert!(said.err.contains("hint: croupier check BOT"), "{}", said.err);
}

/// What is wrong with an entrant is said before the first match; the others play.
#[test]
fn entrants_that_cannot_be_seated_are_named_and_the_others_play() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.run("new contest --game poker friday", 0);
    for (path, text, mode) in [
        ("no_run_bit.sh", "#!/bin/sh\n", 0o644),
        ("bad_first_line.sh", "#!/no/such/interpreter\n", 0o755),
        ("no_interpreter.sh", "#!/usr/bin/env no-such-interpreter\n", 0o755),
        ("empty/notes.txt", "nothing\n", 0o644),
        ("wrong_path/bot.toml", "main = \"bott.py\"\n", 0o644),
        ("wrong_path/bot.py", "import sys\n", 0o644),
    ] {
        let path = format!("friday/entrants/{path}");
        desk.write(&path, text);
        fs::set_permissions(desk.0.path().join(&path), fs::Permissions::from_mode(mode)).unwrap();
    }
    let said = desk.run("run friday --json", 0);
    for (name, what) in [
        ("no_run_bit", "chmod +x it"),
        (
            "bad_first_line",
            "/no/such/interpreter, which the first line of ./bad_first_line.sh names, is missing",
        ),
        ("no_interpreter", "no-such-interpreter is missing"),
        ("empty", "no bot found in this folder"),
        ("wrong_path", "did you mean \"bot.py\"?"),
    ] {
        let line = said.err.lines().find(|line| line.starts_with(&format!("not seated: {name}: ")));
        assert!(line.is_some_and(|line| line.contains(what)), "{name}: {}", said.err);
    }
    let standings = json(&said.out)["standings"].clone();
    let verdict = |name: &str| {
        standings.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap()["verdict"].clone()
    };
    assert_eq!(verdict("first"), "ok");
    assert_eq!(
        (verdict("no_run_bit"), verdict("empty"), verdict("no_interpreter")),
        ("compile".into(), "compile".into(), "referee".into())
    );
    // The run bit alone makes a new run, in which the bot is seated.
    desk.write("friday/entrants/no_run_bit.sh", "#!/bin/sh\n");
    fs::set_permissions(
        desk.0.path().join("friday/entrants/no_run_bit.sh"),
        fs::Permissions::from_mode(0o755),
    )
    .unwrap();
    let again = desk.run("run friday --json --quiet", 0);
    assert_eq!(json(&again.out)["run"], "friday-2");
}

#[test]
fn lists_and_logs_of_what_is_not_there_say_so() {
    let desk = Desk::new();
    assert!(desk.run("list", 3).err.contains("hint: croupier run CONTEST"));
    desk.run("match --game poker house:odds --deals 1 --quiet", 0);
    assert!(desk.run("list match-pokr", 3).err.contains("match-poker"));
    assert!(desk.run("log match-poker/2", 3).err.contains("hint: croupier list"));
    assert!(desk.run("log match-poker", 3).err.contains("hint: "));
    assert!(desk.run("log match-poker/1 --seat 9", 2).err.contains("seats 0 to 2"));
}

#[test]
fn completions_pages_and_version_are_printed() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish"] {
        assert!(desk.run(&format!("completions {shell}"), 0).out.contains("match"), "{shell}");
    }
    desk.run("completions tcsh", 2);
    assert!(desk.run("man", 0).out.contains(".TH croupier 1"));
    assert!(desk.run("man blackjack play", 0).out.contains(".TH croupier-blackjack-play 1"));
    let foot = format!("\"croupier {}\"", env!("CARGO_PKG_VERSION"));
    assert!(desk.run("man problem import", 0).out.contains(&foot), "the page says which program it is of");
    assert!(desk.run("man whist", 2).err.contains("there is no verb `whist`"));
    desk.run("man --out pages", 0);
    assert!(desk.0.path().join("pages/croupier-match.1").is_file());
    let page = std::fs::read_to_string(desk.0.path().join("pages/croupier-problem-import.1")).unwrap();
    assert!(page.contains(&foot), "{page}");
    assert!(desk.run("--version", 0).out.starts_with("croupier 0."));
}

#[test]
fn the_doctor_tries_each_language() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    let line = json(&desk.run("doctor --json", 0).out);
    assert!(line["cores"].as_u64().unwrap() >= 1);
    for layer in line["sandbox"]["layers"].as_array().unwrap() {
        let attacks = layer["attacks"].as_array().unwrap();
        let open = attacks.iter().filter(|attack| attack["outcome"] == "OPEN");
        assert_eq!(open.collect::<Vec<_>>(), [] as [&serde_json::Value; 0], "{layer}");
        assert!(layer["works"] == false || attacks.len() > 10, "{layer}");
    }
    let python =
        line["bots"].as_array().unwrap().iter().find(|bot| bot["what"] == "poker: a class Player").unwrap();
    assert_eq!(python["works"], true, "{python}");
    assert!(python["found"].as_str().unwrap().starts_with("Python 3"), "{python}");
}

/// The page shows what these commands print; here they run in its order.
#[test]
fn the_commands_of_the_page_on_bots_run() {
    let Some(_) = python3() else { return };
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(repository.join("docs/bots.md")).unwrap();
    let desk = Desk::new();
    let loud = fs::read_to_string(repository.join("bots/protocol/poker/thinks_aloud.py")).unwrap();
    desk.write("loud.py", &loud);
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("$ croupier ")).collect();
    assert_eq!(commands.len(), 7, "{commands:?}");
    let seed = page.lines().find_map(|line| line.strip_prefix("friday: ")?.rsplit_once("seed ")).unwrap().1;
    for command in commands {
        let said = desk.run(command, i32::from(command.contains("loud.py")));
        if command.starts_with("new contest") {
            // Every contest has a seed of its own: that of the page.
            let settings = desk.read("friday/contest.toml");
            let own = settings.lines().find(|line| line.starts_with("seed = ")).unwrap();
            desk.write("friday/contest.toml", &settings.replace(own, &format!("seed = {seed}")));
        }
        let first = said.out.lines().next().unwrap();
        assert!(page.contains(first), "croupier {command} does not print what the page shows: {first}");
    }
}

#[test]
fn a_place_for_temporary_files_that_is_not_there_is_named() {
    let mut respond = Command::new(env!("CARGO_BIN_EXE_croupier"));
    respond.args(["poker", "respond", "house:odds"]).env("TMPDIR", "/nowhere/at/all");
    let said = Said::from(respond.output().unwrap());
    assert_eq!(
        (said.code, said.err.as_str()),
        (
            3,
            "error: no folder to work in can be made in /nowhere/at/all: No such file or directory (os error 2)\n\
             hint: TMPDIR names another place for temporary files\n"
        )
    );
}

#[test]
fn help_that_cannot_be_written_is_no_success() {
    for args in [&["--help"][..], &["run", "--help"], &["--version"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"));
        let output = command.args(args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.starts_with("error: cannot write: "), "{said}");
    }
}

#[test]
fn options_that_make_no_sense_are_usage_errors() {
    let desk = Desk::new();
    for verb in ["run friday", "match --game poker house:odds"] {
        let said = desk.run(&format!("{verb} --jobs 0"), 2).err;
        assert!(said.contains("expected a whole number from 1"), "{said}");
    }
    let said = desk.run("run friday --csv table --html table", 2).err;
    assert!(said.contains("--csv and --html name the same file"), "{said}");
}
