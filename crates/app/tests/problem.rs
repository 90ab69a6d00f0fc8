//! Problem packages: test data that tell misreadings, packages made and run here, packages of other people, and
//! what a broken one is told.

#![expect(clippy::unwrap_used, reason = "a test says what failed by its line")]

#[path = "../../rules/tests/golden/mod.rs"]
mod golden;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use croupier_rules::batch::{Misreading, Task};
use croupier_rules::camicia::StateKey;
use croupier_rules::rullete::Rule6;
use croupier_trial::{compilers, python3, typesetters, verifyproblem};
use serde_json::Value;
use tempfile::TempDir;

/// A folder to work in.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(self.path(path).parent().unwrap()).unwrap();
        fs::write(self.path(path), text).unwrap();
    }

    /// Runs croupier with these words, checks the exit code, and returns standard output and standard error.
    fn run(&self, line: &str, code: i32) -> (String, String) {
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        let output = command.current_dir(self.0.path()).args(words).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(code), "croupier {line}\n{out}{err}");
        (out, err)
    }

    /// The submissions that an import judged, by name: the verdict, and the reason.
    fn judged(&self, package: &str, code: i32) -> Vec<(String, String, String)> {
        let (out, _) = self.run(&format!("problem import --json {package}"), code);
        let word = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
        out.lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|line| (word(&line, "submission"), word(&line, "verdict"), word(&line, "reason")))
            .collect()
    }

    /// A package of other people: add two numbers.
    fn write_addition(&self, settings: &str) {
        self.write("sum/problem.yaml", settings);
        self.write("sum/data/sample/1.in", "1 2\n");
        self.write("sum/data/sample/1.ans", "3\n");
        self.write("sum/data/secret/big/1.in", "70 2\n");
        self.write("sum/data/secret/big/1.ans", "72\n");
        self.write("sum/submissions/accepted/right.py", "print(sum(map(int, input().split())))\n");
    }
}

#[test]
fn test_data_fail_each_misreading_three_times() {
    let desk = Desk::new();
    let (out, _) = desk.run("problem tests rullete r --seed 7 --count 24", 0);
    golden::check("rullete_tests.txt", &out);
    assert_eq!(fs::read_to_string(desk.path("r/sample/1.ans")).unwrap(), "170\n");
    assert!(desk.path("r/secret/24.in").is_file());
    let (json, _) = desk.run("problem tests camicia c --count 12 --json", 0);
    let told: Value = serde_json::from_str(&json).unwrap();
    let told = told["told"].as_object().unwrap().clone();
    assert_eq!(told.len(), 8);
    assert!(told.values().all(|count| count.as_u64() >= Some(3)), "{told:?}");
    let (_, err) = desk.run("problem tests rullete r", 3);
    assert_eq!(err, "error: r is there and not empty: expected a new or empty folder\n");
    let (_, err) = desk.run("problem tests camicia d --rule6 112", 2);
    assert_eq!(err, "error: --rule6 is an option of rullete: leave it out for camicia\n");
    let (_, err) = desk.run("problem tests poker d", 2);
    assert!(err.contains("croupier problem export poker DIR"), "{err}");
}

#[test]
fn a_package_of_ours_is_judged_as_its_folders_say() {
    let (Some(()), Some(_)) = (compilers(), python3()) else { return };
    let desk = Desk::new();
    for (game, more) in [("rullete", "--rule6 112"), ("camicia", "--seed 3")] {
        let (out, _) = desk.run(&format!("problem export {game} {game} --count 16 --json {more}"), 0);
        let made: Value = serde_json::from_str(&out).unwrap();
        assert!(
            made["samples"] == 2 && made["secret"].as_u64() >= Some(16) && made["game"] == game,
            "{made}"
        );
        let judged = desk.judged(game, 0);
        assert!(judged.len() > 12 && made["submissions"] == judged.len(), "{judged:?}, {made}");
        let count = |word: &str| judged.iter().filter(|(_, verdict, _)| verdict == word).count();
        assert_eq!(
            (count("accepted"), count("judge_error"), count("compile_error")),
            (2, 0, 0),
            "{judged:?}"
        );
    }
}

/// Poker with all its tests; blackjack without its longest, but in the long run.
#[test]
fn an_interactive_package_of_ours_is_judged_as_its_folders_say() {
    let (Some(()), Some(_)) = (compilers(), python3()) else { return };
    let desk = Desk::new();
    for game in ["poker", "blackjack"] {
        desk.run(&format!("problem export {game} {game}"), 0);
        if game == "blackjack" && !croupier_trial::is_long() {
            for end in ["in", "ans"] {
                fs::remove_file(desk.path(&format!("blackjack/data/secret/4.{end}"))).unwrap();
            }
        }
        let judged = desk.judged(game, 0);
        let count = |word: &str| judged.iter().filter(|(_, verdict, _)| verdict == word).count();
        assert!(judged.len() >= 18 && count("accepted") >= 2, "{judged:?}");
        assert_eq!((count("judge_error"), count("compile_error")), (0, 0), "{judged:?}");
    }
}

/// The wrong programs of a package are the misreadings that they are named after: each fails the tests that tell its
/// misreading, three or more, and no others.
#[test]
fn each_wrong_program_fails_the_tests_that_tell_its_misreading() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    for task in [Task::Rullete(Rule6::Takes121), Task::Camicia(StateKey::default())] {
        let game = task.game();
        desk.run(&format!("problem export {game} {game} --count 16"), 0);
        let folders = ["wrong_answer", "time_limit_exceeded", "run_time_error"];
        for misreading in Misreading::of(task) {
            let program = folders
                .map(|folder| desk.path(&format!("{game}/submissions/{folder}/{}.py", misreading.name())))
                .into_iter()
                .find(|path| path.is_file())
                .unwrap_or_else(|| panic!("{game} has no {}", misreading.name()));
            let mut failed = 0;
            for entry in fs::read_dir(desk.path(&format!("{game}/data/secret"))).unwrap() {
                let input = entry.unwrap().path();
                if input.extension().is_none_or(|end| end != "in") {
                    continue;
                }
                let text = fs::read_to_string(&input).unwrap();
                let is_told = misreading.is_told_by(task, &text).unwrap();
                // A program that misses a loop never ends.
                let patience = if is_told { 3 } else { 60 };
                let run = Command::new("python3")
                    .arg(&program)
                    .timeout(Duration::from_secs(patience))
                    .write_stdin(text)
                    .output();
                let answer = fs::read_to_string(input.with_extension("ans")).unwrap();
                let is_right = run.is_ok_and(|run| {
                    run.status.success()
                        && String::from_utf8_lossy(&run.stdout)
                            .split_whitespace()
                            .eq(answer.split_whitespace())
                });
                assert_eq!(is_right, !is_told, "{game}: {} on {}", misreading.name(), input.display());
                failed += usize::from(is_told);
            }
            assert!(failed >= 3, "{game}: {} fails {failed}", misreading.name());
        }
    }
}

/// The makers of the format check it.
#[test]
fn packages_of_ours_pass_problemtools() {
    let (Some(checker), Some(())) = (verifyproblem(), compilers()) else { return };
    let parts = ["config", "data", "submissions", "validators"];
    check_packages(&checker, &parts);
}

/// Their statements too, which are set in print and as pages.
#[test]
fn statements_of_ours_pass_problemtools() {
    let (Some(checker), Some(())) = (verifyproblem(), typesetters()) else { return };
    check_packages(&checker, &["statement"]);
}

/// Has these parts of each package of ours checked. The longest test of blackjack, as long as the statement of the contest has
/// it, is left to the long run.
fn check_packages(checker: &Path, parts: &[&str]) {
    let desk = Desk::new();
    for (game, more) in
        [("rullete", " --count 12"), ("camicia", " --count 12"), ("poker", ""), ("blackjack", "")]
    {
        desk.run(&format!("problem export {game} {game}{more}"), 0);
        let mut command = std::process::Command::new(checker);
        if game == "blackjack" && !croupier_trial::is_long() {
            command.args(["-d", "sample|secret/[1-3]"]);
        }
        let output = command.arg("-p").args(parts).arg("--").arg(desk.path(game)).output().unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(said.contains(&format!("{game} tested: 0 errors, 0 warnings")), "{said}");
    }
}

#[test]
fn a_validator_of_other_people_has_the_last_word() {
    let (Some(()), Some(_)) = (compilers(), python3()) else { return };
    let desk = Desk::new();
    desk.write_addition("name: Sum\nvalidation: custom\nvalidator_flags: most 80\n");
    desk.write(
        "sum/output_validators/check/check.cpp",
        "#include <cstring>\n#include <fstream>\n#include <iostream>\n#include <string>\n\
         int main(int count, char** words) {\n\
         std::ifstream answer(words[2]); long right, found; answer >> right;\n\
         std::ofstream said(std::string(words[3]) + \"judgemessage.txt\");\n\
         if (count != 6 || std::strcmp(words[4], \"most\")) return 1;\n\
         if (!(std::cin >> found)) { said << \"no number\"; return 43; }\n\
         said << \"expected \" << right << \", found \" << found; return found == right ? 42 : 43; }\n",
    );
    desk.write(
        "sum/input_validators/check.py",
        "import sys\nsys.exit(42 if len(input().split()) == 2 else 43)\n",
    );
    desk.write("sum/submissions/wrong_answer/one_more.py", "print(sum(map(int, input().split())) + 1)\n");
    desk.write("sum/submissions/wrong_answer/silent.c", "int main(void) { return 0; }\n");
    desk.write("sum/submissions/run_time_error/bound.py", "import sys\nprint(3)\nsys.exit(7)\n");
    desk.write("sum/submissions/rejected/garbled.cpp", "int main() { return 0 }\n");
    let judged = desk.judged("sum", 1);
    let said: Vec<String> =
        judged.iter().map(|(name, verdict, why)| format!("{name} {verdict} {why}")).collect();
    assert_eq!(said[0], "accepted/right.py accepted ");
    assert!(said[1].starts_with("rejected/garbled.cpp compile_error "), "{said:?}");
    assert_eq!(
        said[2..],
        [
            "run_time_error/bound.py run_time_error ended with exit status 7",
            "wrong_answer/one_more.py wrong_answer expected 3, found 4",
            "wrong_answer/silent.c wrong_answer no number",
        ]
    );
}

/// A judge and a program that talk: the number is told by halves.
#[test]
fn an_interactive_problem_of_other_people_is_run() {
    let (Some(()), Some(_)) = (compilers(), python3()) else { return };
    let desk = Desk::new();
    desk.write_addition("problem_format_version: 2023-07-draft\nname: {en: Guess}\ntype: interactive\n");
    desk.write(
        "sum/output_validator/judge.py",
        "import sys\nfirst, second = open(sys.argv[1]).read().split()\n\
         for word in [first, second]:\n    print(word, flush=True)\n    said = sys.stdin.readline()\n\
         \x20   if said.strip() != word:\n        open(sys.argv[3] + 'judgemessage.txt', 'w').write('came %r' % said)\n\
         \x20       sys.exit(43)\nsys.exit(42)\n",
    );
    desk.write("sum/submissions/accepted/right.py", "for _ in range(2):\n    print(input(), flush=True)\n");
    desk.write("sum/submissions/wrong_answer/once.py", "print(input(), flush=True)\n");
    desk.write("sum/submissions/wrong_answer/deaf.py", "print(5, flush=True)\ninput()\ninput()\n");
    // What comes before the reason is as long as that of a recursion without an end.
    let dies = "import sys\ninput()\nsys.stderr.write('again\\n' * 50_000)\nraise ValueError\n";
    desk.write("sum/submissions/run_time_error/dies.py", dies);
    desk.write("sum/submissions/time_limit_exceeded/no_flush.py", "print(input())\ninput()\ninput()\n");
    let judged = desk.judged("sum", 0);
    let said: Vec<String> =
        judged.iter().map(|(name, verdict, why)| format!("{name} {verdict} {why}")).collect();
    assert_eq!(
        said,
        [
            "accepted/right.py accepted ",
            "run_time_error/dies.py run_time_error ended with exit status 1: ValueError",
            "time_limit_exceeded/no_flush.py time_limit_exceeded the judge waited more than 3 s for it: does it flush what it prints?",
            "wrong_answer/deaf.py wrong_answer came '5\\n'",
            "wrong_answer/once.py wrong_answer came ''",
        ]
    );
}

/// Whatever a validator does: it is never the submission's fault.
#[test]
fn a_broken_validator_is_a_judge_error() {
    let Some(_) = python3() else { return };
    for (script, why) in [
        ("import sys\nsys.exit(0)\n", "the validator ended with exit status 0: expected 42 or 43"),
        ("raise ValueError('mine')\n", "ValueError: mine"),
        ("import os\nos.kill(os.getpid(), 11)\n", "expected 42 or 43"),
    ] {
        let desk = Desk::new();
        desk.write_addition("validation: custom\n");
        desk.write("sum/output_validators/check.py", script);
        desk.write("sum/submissions/wrong_answer/four.py", "print(4)\n");
        let judged = desk.judged("sum", 1);
        for (name, verdict, reason) in judged {
            assert_eq!(verdict, "judge_error", "{name}");
            assert!(reason.contains(why), "{name}: {reason}");
        }
    }
}

/// An interactive problem whose judge is this script, with a submission that it accepts.
fn write_talk(desk: &Desk, settings: &str, judge: &str, accepted: &str) {
    desk.write_addition(&format!("validation: custom interactive\n{settings}"));
    fs::remove_dir_all(desk.path("sum/data/secret")).unwrap();
    desk.write("sum/output_validators/judge.py", judge);
    desk.write("sum/submissions/accepted/right.py", accepted);
}

impl Desk {
    /// Name and verdict of what an import judged.
    fn verdicts(&self, code: i32) -> Vec<String> {
        self.judged("sum", code)
            .into_iter()
            .map(|(name, verdict, why)| format!("{name} {verdict} {why}"))
            .collect()
    }
}

/// The judge has said 43: whatever the program does then, it is wrong, and it is stopped at once.
#[test]
fn a_judge_that_said_no_first_is_not_overruled() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    write_talk(
        &desk,
        "limits: {time_limit: 20}\n",
        "import sys\nsys.exit(42 if sys.stdin.readline() == '3\\n' else 43)\n",
        "print(3, flush=True)\n",
    );
    for (name, then) in [
        ("loops", "while True: pass"),
        ("sleeps", "import time; time.sleep(1000)"),
        ("prints", "while True: print(5)"),
        ("crashes", "import time; time.sleep(1); raise ValueError"),
    ] {
        let script = format!("print(4, flush=True)\n{then}\n");
        desk.write(&format!("sum/submissions/wrong_answer/{name}.py"), &script);
    }
    let started = Instant::now();
    let judged = desk.judged("sum", 0);
    assert_eq!(judged.iter().filter(|(_, verdict, _)| verdict == "wrong_answer").count(), 4, "{judged:?}");
    assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
}

/// What nobody reads any more vanishes.
#[test]
fn a_program_may_say_more_than_the_judge_wants_to_hear() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    write_talk(
        &desk,
        "",
        "import sys\nsys.exit(42 if sys.stdin.readline() == '3\\n' else 43)\n",
        "print(3, flush=True)\nfor _ in range(1000): print('x' * 1000, flush=True)\n",
    );
    desk.write("sum/submissions/run_time_error/dies.py", "print(3, flush=True)\nraise ValueError\n");
    assert_eq!(
        desk.verdicts(0),
        [
            "accepted/right.py accepted ",
            "run_time_error/dies.py run_time_error ended with exit status 1: ValueError"
        ]
    );
}

/// A judge that is slow to start, and slow between two words.
#[test]
fn a_slow_judge_makes_no_program_late() {
    let Some(_) = python3() else { return };
    for slow in ["time.sleep(1.6)", "while time.process_time() < until: pass"] {
        let desk = Desk::new();
        write_talk(
            &desk,
            "limits: {time_limit: 0.5}\n",
            &format!(
                "import sys, time\nfor turn in range(3):\n    until = time.process_time() + 1.6\n    {slow}\n\
                 \x20   print(turn, flush=True)\n    if sys.stdin.readline() != '%d\\n' % turn: sys.exit(43)\n\
                 sys.exit(42)\n"
            ),
            "for _ in range(3): print(input(), flush=True)\n",
        );
        desk.write("sum/submissions/time_limit_exceeded/loops.py", "input()\nwhile True: pass\n");
        desk.write(
            "sum/submissions/time_limit_exceeded/sleeps.py",
            "import time\ninput()\ntime.sleep(1000)\n",
        );
        let judged = desk.verdicts(0);
        assert_eq!(judged[0], "accepted/right.py accepted ", "{slow}");
        assert_eq!(
            judged[1],
            "time_limit_exceeded/loops.py time_limit_exceeded more than 0.5 s of processor time"
        );
        assert!(
            judged[2].ends_with("the judge waited more than 1.5 s for it: does it flush what it prints?")
        );
    }
}

/// Only processor time bounds the judge while it waits; then it is a judge error.
#[test]
fn a_judge_waits_as_long_as_a_program_may_think() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    write_talk(
        &desk,
        "limits: {time_limit: 2, validation_time: 0.5}\n",
        "import sys\nif sys.stdin.readline() == '4\\n':\n    while True: pass\nsys.exit(42)\n",
        "import time\ntime.sleep(3)\nprint(3, flush=True)\n",
    );
    desk.write("sum/submissions/wrong_answer/four.py", "print(4, flush=True)\ninput()\n");
    assert_eq!(
        desk.verdicts(1),
        [
            "accepted/right.py accepted ",
            "wrong_answer/four.py judge_error the validator took more than 0.5 s of processor time",
        ]
    );
}

/// A judge that prints on when the program is gone sees the end of its input, and nothing else.
#[test]
fn a_program_that_is_gone_does_not_break_the_judge() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    write_talk(
        &desk,
        "",
        "import sys, time\nsaid = sys.stdin.readline()\nif said == '3\\n': sys.exit(42)\n\
         for n in range(20):\n    print(n, flush=True)\n    time.sleep(0.02)\n\
         assert sys.stdin.read() == ''\nsys.exit(43)\n",
        "print(3, flush=True)\n",
    );
    desk.write("sum/submissions/wrong_answer/leaves.py", "print(4, flush=True)\n");
    desk.write("sum/submissions/run_time_error/crashes.py", "print(4, flush=True)\nraise ValueError\n");
    assert_eq!(
        desk.verdicts(0),
        [
            "accepted/right.py accepted ",
            "run_time_error/crashes.py run_time_error ended with exit status 1: ValueError",
            "wrong_answer/leaves.py wrong_answer ",
        ]
    );
}

#[test]
fn a_program_that_talks_is_held_to_its_output() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    write_talk(
        &desk,
        "limits: {output: 1}\n",
        "import sys\nfor line in sys.stdin:\n    if line == 'done\\n': sys.exit(42)\nsys.exit(43)\n",
        "print('done', flush=True)\n",
    );
    desk.write("sum/submissions/run_time_error/prints.py", "while True: print('x' * 1000)\n");
    let judged = desk.verdicts(0);
    assert_eq!(judged[1], "run_time_error/prints.py output_limit_exceeded more than 1 MiB of output");
}

/// A child that a program leaves behind keeps no import waiting.
#[test]
fn a_child_that_holds_the_pipe_is_not_waited_for() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    write_talk(
        &desk,
        "",
        "import sys\nprint(3, flush=True)\nsys.exit(42 if sys.stdin.read() == '3\\n' else 43)\n",
        "import subprocess\nsubprocess.Popen(['sleep', '60'], start_new_session=True)\nprint(input(), flush=True)\n",
    );
    let started = Instant::now();
    let (out, _) = desk.run("problem import --trust sum", 0);
    assert!(out.contains("1 of 1 submission judged as expected"), "{out}");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

/// The compiler would go on for its thirty seconds, and what it has not compiled is no submission's fault.
#[test]
fn a_wish_to_stop_does_not_wait_for_a_compiler() {
    let (Some(()), Some(_)) = (compilers(), python3()) else { return };
    let desk = Desk::new();
    desk.write_addition("name: Sum\n");
    let slow = "\
        constexpr long once(long n) { for (long i = 0; i < 200000; ++i) n ^= i; return n; }\n\
        constexpr long often(long n) { for (long i = 0; i < 20; ++i) n ^= once(n); return n; }\n\
        template <long N> struct Sum { static constexpr long value = often(N) + Sum<N - 1>::value; };\n\
        template <> struct Sum<0> { static constexpr long value = 0; };\n\
        int main() { return Sum<500>::value; }\n";
    desk.write("sum/submissions/accepted/slow.cpp", slow);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.current_dir(desk.path("")).args(["problem", "import", "--trust", "sum"]);
    let mut import = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(import.stdout.take().unwrap()).lines();
    // The first is judged; the compiler is at the second soon.
    assert!(lines.any(|line| line.unwrap().contains("ok  accepted/right.py")));
    std::thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    let pid = import.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(import.wait().unwrap().code(), Some(130));
    assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
    assert_eq!(lines.map(Result::unwrap).collect::<Vec<_>>(), Vec::<String>::new());
}

/// What a validator does to its folder of messages, and what it leaves undone, is a judge error or no message.
#[test]
fn a_validator_that_does_not_start_is_a_judge_error_of_its_test() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.write_addition("validation: custom\n");
    desk.write("sum/output_validators/check/run", "\u{7f}ELF is no program by itself");
    let run = desk.path("sum/output_validators/check/run");
    fs::set_permissions(&run, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    desk.write("sum/submissions/wrong_answer/four.py", "print(4)\n");
    let judged = desk.judged("sum", 1);
    assert_eq!(judged.len(), 2);
    assert!(judged.iter().all(|(_, verdict, _)| verdict == "judge_error"), "{judged:?}");
}

#[test]
fn what_is_not_run_here_is_named_and_counted() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.write_addition("name: Sum\n");
    desk.write("sum/submissions/accepted/right.kt", "fun main() {}\n");
    desk.write("sum/submissions/accepted/also.py3", "print(sum(map(int, input().split())))\n");
    desk.write("sum/submissions/brute_force/slow.py", "print(1)\n");
    desk.write("sum/submissions/partially_accepted/half.py", "print(1)\n");
    desk.write("sum/input_validators/sum.ctd", "INT(0, 100) SPACE INT(0, 100) NEWLINE EOF\n");
    desk.write("sum/output_validators/check.py", "raise ValueError\n");
    let (out, err) = desk.run("problem import sum", 0);
    assert!(out.contains("--  accepted/right.kt                            not run"), "{out}");
    assert!(out.contains("the language of .kt is not run here"), "{out}");
    assert!(out.ends_with("2 of 2 submissions judged as expected, 1 not run\n"), "{out}");
    for said in [
        "brute_force: is passed over",
        "partially_accepted: is passed over",
        "sum.ctd: is passed over: checks in the language of .ctd are not run here",
        "output_validators: is passed over: problem.yaml asks for no validator of its own",
    ] {
        assert!(err.contains(said), "expected `{said}` in:\n{err}");
    }
}

/// The flags of problem.yaml come before those of the group, and an input validator has its own.
#[test]
fn flags_go_to_the_validators_that_they_are_for() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.write_addition("validation: custom\nvalidator_flags: a b\n");
    desk.write(
        "sum/data/secret/testdata.yaml",
        "output_validator_flags: c\ninput_validator_flags: small 7\n",
    );
    desk.write("sum/data/secret/big/1.yaml", "output_validator_args: [d]\n");
    desk.write("sum/data/secret/2.in", "1 2\n");
    desk.write("sum/data/secret/2.ans", "3\n");
    desk.write(
        "sum/output_validators/check.py",
        "import sys\nopen(sys.argv[3] + 'judgemessage.txt', 'w').write(' '.join(sys.argv[4:]))\n\
         sys.exit(43 if 'open' in sys.stdin.read() else 42)\n",
    );
    desk.write(
        "sum/input_validators/check.py",
        "import sys\nright = [['small', '7'], []][sys.stdin.read() == '1 2\\n' and len(sys.argv) == 1]\n\
         sys.exit(42 if sys.argv[1:] == right else 43)\n",
    );
    for (name, tests) in [("first", "1 2"), ("big", "70 2")] {
        let script = format!("print('open' if input() == '{tests}' else 3)\n");
        desk.write(&format!("sum/submissions/wrong_answer/{name}.py"), &script);
    }
    desk.write(
        "sum/submissions/wrong_answer/second.py",
        "import os\nprint('open' if input() == '1 2' else 3)\n",
    );
    let judged = desk.verdicts(0);
    assert_eq!(judged[1], "wrong_answer/big.py wrong_answer a b d");
    assert_eq!(judged[2], "wrong_answer/first.py wrong_answer a b");
}

#[test]
fn no_link_of_a_package_leads_out_of_it() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.write_addition("name: Sum\n");
    desk.write("secret.py", "print(3)\n");
    std::os::unix::fs::symlink(desk.path("secret.py"), desk.path("sum/submissions/accepted/out.py")).unwrap();
    let judged = desk.verdicts(1);
    assert_eq!(judged[0], "accepted/out.py judge_error cannot be read: a link that leads out of the package");
    std::os::unix::fs::symlink("/dev/zero", desk.path("sum/data/secret/2.in")).unwrap();
    std::os::unix::fs::symlink(".", desk.path("sum/data/secret/round")).unwrap();
    let (_, err) = desk.run("problem import sum", 3);
    assert!(err.contains("2.in: cannot be read: a link that leads out of the package"), "{err}");
    assert_eq!(err.matches("sum/data/secret/2.in: ").count(), 1, "{err}");
    assert!(err.contains("expected groups at most 12 deep, found more"), "{err}");
}

#[test]
fn what_is_passed_over_is_told_with_what_was_probably_meant() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.write_addition("name: Sum\nvalidatoin: custom\nlimits: {time_mutiplier: 9}\n");
    desk.write("sum/data/secret/2.IN", "1 2\n");
    desk.write("sum/data/testdata.yaml", "on_rejct: break\n");
    desk.write("sum/submissions/wrong_anwser/one_more.py", "print(1)\n");
    let (_, err) = desk.run("problem import sum", 0);
    for said in [
        "problem.yaml: the key `validatoin` is unknown and passed over: did you mean `validation`?",
        "problem.yaml: limits: the key `time_mutiplier` is unknown and passed over: did you mean `time_multiplier`?",
        "testdata.yaml: the key `on_rejct` is unknown and passed over: did you mean `on_reject`?",
        "2.IN: is passed over: tests are files .in with a file .ans beside each",
        "wrong_anwser: is passed over: its name is none of accepted, wrong_answer, time_limit_exceeded, \
         run_time_error, rejected; did you mean wrong_answer?",
    ] {
        assert!(err.contains(said), "expected `{said}` in:\n{err}");
    }
}

#[test]
fn python_that_does_not_compile_is_a_compile_error_and_a_crash_says_why() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    desk.write_addition("name: Sum\n");
    desk.write("sum/submissions/rejected/open.py", "print((\n");
    desk.write("sum/submissions/run_time_error/nothing.py", "print(None + 1)\n");
    desk.write("sum/submissions/time_limit_exceeded/sleeps.py", "import time\ntime.sleep(100)\n");
    let (out, _) = desk.run("problem import --json --time-limit 0.5 sum", 1);
    let judged: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |name: &str| judged.iter().find(|judged| judged["submission"] == name).unwrap();
    let open = of("rejected/open.py");
    assert_eq!(open["verdict"], "compile_error");
    assert!(open["reason"].as_str().unwrap().contains("open.py, line 1"), "{open}");
    let nothing = of("run_time_error/nothing.py");
    let why = nothing["reason"].as_str().unwrap();
    assert!(why.starts_with("ended with exit status 1: TypeError: "), "{why}");
    // It slept: of processor time there was next to none.
    let sleeps = of("time_limit_exceeded/sleeps.py");
    assert!(sleeps["cpu_ms"].as_u64().unwrap() < 500, "{sleeps}");
}

/// What another program wrote, or a hand slipped in: line, what was expected, what was found.
#[test]
fn settings_that_are_no_yaml_are_told_by_their_line() {
    let desk = Desk::new();
    desk.write_addition("");
    for (text, said) in [
        (
            &b"name: Sum\nlimits: many\n"[..],
            "problem.yaml:2: expected keys with values, a line `key: value` each, found `limits: many`",
        ),
        (
            b"name: Sum: a hard one\n",
            "problem.yaml:1: expected YAML, a line `key: value` for each setting, found `name: Sum: a hard one`: \
             put a value that has a colon in it in quotation marks",
        ),
        (
            b"limits:\n  memory: much\n",
            "problem.yaml:2: expected a whole number, 0 or more, found `memory: much`",
        ),
        (
            b"limits:\n\tmemory: 64\n",
            "problem.yaml:2: expected YAML, a line `key: value` for each setting, found `memory: 64`: indent by \
             blanks, YAML takes no tabs",
        ),
        (b"name: Sum\nname: Total\n", "problem.yaml:2: the key `name` is given twice: leave one of them out"),
        (
            b"name: Sum\nauthor: Ren\xe9e\n",
            "problem.yaml:2: this is not UTF-8 text: found the byte 0xE9; save it as UTF-8",
        ),
        (b"\xff\xfen\0", "problem.yaml: this is UTF-16 text: save it as UTF-8"),
    ] {
        fs::write(desk.path("sum/problem.yaml"), text).unwrap();
        let (_, err) = desk.run("problem import sum", 3);
        assert_eq!(err, format!("error: sum/{said}\n"));
    }
}

#[test]
fn what_a_package_lacks_is_told_at_once() {
    let Some(_) = python3() else { return };
    let desk = Desk::new();
    let told = |said: &str| {
        let (_, err) = desk.run("problem import sum", 3);
        assert!(err.contains(said), "expected `{said}` in:\n{err}");
    };
    told("sum: cannot be read");
    desk.write("sum", "PK");
    told("sum: is a file: expected the folder of a package, and of a packed one the folder it unpacks to");
    fs::remove_file(desk.path("sum")).unwrap();
    desk.write("sum/problem.yml", "name: Sum\n");
    told("problem.yaml: is not there, but problem.yml is: the format's name is problem.yaml");
    fs::remove_file(desk.path("sum/problem.yml")).unwrap();
    desk.write("sum/data/sample/1.in", "");
    told("problem.yaml: is not there: a problem package has this file at its top");
    desk.write_addition("name: Sum\nvalidation: custom\n");
    fs::remove_file(desk.path("sum/data/sample/1.ans")).unwrap();
    told("output_validators: no validator is there: problem.yaml asks for one");
    told("1.ans: is not there: expected the answer to 1.in");
    desk.write("sum/data/sample/2.in/3.in", "");
    told("2.in: expected a file, found a folder");
    fs::remove_dir_all(desk.path("sum")).unwrap();
    desk.write_addition("name: Sum\n");
    desk.write("sum/input_validators/check.py", "import sys\nprint('two numbers below 50')\nsys.exit(43)\n");
    told("judge error: sample/1: the input validator check.py refuses it: two numbers below 50");
    desk.write("sum/input_validators/check.py", "import sys\nsys.exit(0)\n");
    told("judge error: sample/1: the input validator check.py ended with exit status 0: expected 42 or 43");
    desk.write("sum/input_validators/check.py", "import sys\nsys.exit(42)\n");
    desk.write("sum/problem.yaml", "name: Sum\nvalidator_flags: fuzzy\n");
    told("the default validator has no flag `fuzzy`");
}
