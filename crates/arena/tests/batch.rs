//! Programs of batch games: what is seen of a run, and how it is judged.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_arena::batch::{Bounds, Judgement, judge, run};
use croupier_arena::bot::Launch;
use croupier_arena::python;
use croupier_rules::verdict::Verdict;

const MIB: u64 = 1 << 20;

const BOUNDS: Bounds =
    Bounds { time: Duration::from_millis(300), memory: 128 * MIB, output: 10_000, log: 100 };

/// Room enough for a machine that does much else.
const GENEROUS: Bounds = Bounds { time: Duration::from_secs(20), ..BOUNDS };

/// Runs a script of the shell on an input; the answer is 170.
fn script(script: &str, input: &str, bounds: &Bounds) -> (Judgement, String) {
    let folder = tempfile::tempdir().unwrap();
    let args = ["-c".into(), script.into()].into();
    let launch = Launch::new(Path::new("/bin/sh").into(), args, folder.path());
    let run = run(&launch, input.as_bytes(), bounds, &AtomicBool::new(false)).unwrap().unwrap();
    let log = String::from_utf8(run.log.kept.clone()).unwrap();
    (judge(&run, "170\n", bounds), log)
}

fn verdict(text: &str, bounds: &Bounds) -> (Verdict, String) {
    let (judgement, _) = script(text, "", bounds);
    (judgement.verdict, judgement.reason.unwrap_or_default())
}

#[test]
fn a_program_reads_its_input_to_the_end_and_is_judged_by_its_output() {
    let (judgement, log) = script("cat; echo bye >&2", "1\n70", &GENEROUS);
    assert_eq!((judgement.verdict, log.as_str()), (Verdict::Wrong, "bye\n"));
    assert_eq!(judgement.reason.unwrap(), "line 1, token 1: expected `170`, found `1`");
    assert_eq!(judgement.output.unwrap().text, "1\n70");
    let input = "x".repeat(1_000_000);
    let (judgement, _) = script("wc -c >&2; echo 170", &input, &GENEROUS);
    assert_eq!(judgement.verdict, Verdict::Ok);
}

/// The function form of Camicia, with a file beside it; what it prints is its log.
const SIMULATION: &str = "import beside\ndef simulate_game(a, b):\n    print('%d cards' % len(a))\n    return {'status': beside.STATUS, 'cards': len(a) + len(b), 'tricks': 1}\n";

#[test]
fn the_function_form_of_camicia_runs_under_both_pythons() {
    for interpreter in [croupier_trial::python3(), croupier_trial::python2()].into_iter().flatten() {
        let folder = tempfile::tempdir().unwrap();
        let adapter = folder.path().join(python::SIMULATION_ADAPTER_FILE);
        std::fs::write(&adapter, python::SIMULATION_ADAPTER).unwrap();
        std::fs::write(folder.path().join("bot.py"), SIMULATION).unwrap();
        std::fs::write(folder.path().join("beside.py"), "STATUS = 'finished'\n").unwrap();
        let launch = python::simulation(&interpreter, &adapter, folder.path(), Path::new("bot.py"), 1);
        let run = run(&launch, b"A 2 3\n4 K\n", &GENEROUS, &AtomicBool::new(false)).unwrap().unwrap();
        let log = String::from_utf8_lossy(&run.log.kept);
        assert_eq!(String::from_utf8_lossy(&run.output), "finished 5 1\n", "{interpreter:?}: {log}");
        assert_eq!(log, "3 cards\n");
    }
}

#[test]
fn the_end_of_a_program_goes_before_its_answer() {
    for (text, reason) in [
        ("echo 170; exit 3", "ended with exit status 3"),
        ("echo 0; exit 1", "ended with exit status 1"),
        ("echo 170; kill -SEGV $$", "ended with signal 11 (memory that is not the program's)"),
        ("exec /nowhere/at/all 2>&-", "ended with exit status 127"),
    ] {
        assert_eq!(verdict(text, &GENEROUS), (Verdict::Crashed, reason.to_owned()), "{text}");
    }
}

#[test]
fn a_wrong_answer_and_an_exit_status_give_the_same_verdict_every_time() {
    for _ in 0..100 {
        assert_eq!(verdict("echo 0; exit 1", &GENEROUS).0, Verdict::Crashed);
    }
}

#[test]
fn output_beyond_its_bound_is_a_verdict_whether_it_ends_or_not() {
    let said = (Verdict::Output, "more than 10000 bytes of output".to_owned());
    assert_eq!(verdict("head -c 10001 /dev/zero", &GENEROUS), said);
    assert_eq!(verdict("yes 170", &GENEROUS), said);
    assert_eq!(verdict("head -c 10000 /dev/zero", &GENEROUS).0, Verdict::Wrong);
}

#[test]
fn standard_error_is_kept_to_its_bound_and_holds_nobody_up() {
    let (judgement, log) = script("yes no | head -c 3000000 >&2; echo 170", "", &GENEROUS);
    assert_eq!((judgement.verdict, log.len()), (Verdict::Ok, 100));
}

#[test]
fn memory_is_seen_though_a_program_ends_at_once() {
    // 200 MiB are resident for some milliseconds only.
    let said = (Verdict::Memory, "more than 128 MiB of memory".to_owned());
    assert_eq!(verdict("exec dd if=/dev/zero of=/dev/null bs=200M count=1", &GENEROUS), said);
    assert_eq!(verdict("dd if=/dev/zero of=/dev/null bs=200M count=1; echo 170", &GENEROUS), said);
    assert_eq!(verdict("dd if=/dev/zero of=/dev/null bs=50M count=1; echo 170", &GENEROUS).0, Verdict::Ok);
}

#[test]
fn what_a_program_leaves_behind_is_ended_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let text = format!("(sleep 2; touch {}) & echo 170", mark.display());
    let started = std::time::Instant::now();
    assert_eq!(verdict(&text, &GENEROUS).0, Verdict::Ok);
    assert!(started.elapsed() < Duration::from_secs(2), "a child held the pipe open");
    std::thread::sleep(Duration::from_millis(2_500));
    assert!(!mark.exists(), "a child has outlived its program");
}

#[test]
fn a_run_is_broken_off_when_it_is_to_stop() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["-c".into(), "sleep 1000".into()].into();
    let launch = Launch::new(Path::new("/bin/sh").into(), args, folder.path());
    assert_eq!(run(&launch, b"", &GENEROUS, &AtomicBool::new(true)).unwrap(), None);
}

mod clocks {
    use super::*;

    #[test]
    fn time_is_that_of_the_processor_and_in_the_end_that_of_the_clock() {
        let said = (Verdict::Late, "more than 300 ms of processor time, or 900 ms on the clock".to_owned());
        assert_eq!(verdict("while :; do :; done", &BOUNDS), said);
        assert_eq!(verdict("(while :; do :; done) & wait", &BOUNDS), said);
        assert_eq!(verdict("sleep 1000", &BOUNDS), said);
        // Asleep for longer than its time, and still in time.
        assert_eq!(verdict("sleep 0.5; echo 170", &BOUNDS).0, Verdict::Ok);
    }

    #[test]
    fn the_first_cause_wins() {
        assert_eq!(verdict("yes 170 | cat; sleep 1000", &BOUNDS).0, Verdict::Output);
        assert_eq!(verdict("echo 170; sleep 1000", &BOUNDS).0, Verdict::Late);
        let (judgement, _) = script("echo 0; sleep 1000", "", &BOUNDS);
        assert_eq!((judgement.verdict, judgement.output), (Verdict::Late, None));
    }
}
