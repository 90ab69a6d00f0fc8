//! Bots that misbehave: the referee goes on, and says what was wrong. Tests whose result hangs on a
//! clock are in [`clocks`] and run one at a time.

#![expect(clippy::unwrap_used, reason = "a test says what failed by its line")]

mod seats;

use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use croupier_arena::bot::{Bot, Bounds, Clock, Launch};
use croupier_arena::dealer::Seeded;
use croupier_arena::player::Player;
use croupier_arena::referee::{Match, MatchEnd, NoRecord};
use croupier_arena::stop::Stop;
use croupier_rules::chance::Key;
use croupier_rules::poker::{Action, Choices, News, Rules};
use croupier_rules::verdict::{Fault, Verdict};
use croupier_trial::python3;
use seats::{BOUNDS, greeting, house_player, poker_match, program, rude};

/// Limits that any machine keeps: no clock decides.
fn patient() -> Clock {
    Clock::new(60_000, 60_000, 600_000)
}

fn play(python: &Path, source: &str) -> MatchEnd {
    play_with(python, source, patient())
}

fn play_with(python: &Path, source: &str, clock: Clock) -> MatchEnd {
    let folder = tempfile::tempdir().unwrap();
    poker_match(&program(python, folder.path(), source), clock, BOUNDS, 20).0
}

fn first_fault(end: &MatchEnd) -> &Fault {
    &end.faults[0].as_ref().expect("the bot fails").fault
}

#[test]
fn a_polite_bot_has_no_fault() {
    let Some(python) = python3() else { return };
    let end = play(&python, &rude("pass"));
    assert_eq!((end.totals.verdicts[0], end.totals.fouls[0], end.totals.games), (Verdict::Ok, 0, 20));
}

/// Each line: the rudeness at the first question, the verdict, and what the record says that came.
#[test]
fn garbled_and_illegal_answers_are_told_apart() {
    let Some(python) = python3() else { return };
    for (rudeness, verdict, came) in [
        ("print('thinking...')", Verdict::Protocol, "thinking..."),
        ("print('')", Verdict::Protocol, "``"),
        ("print('\\f')", Verdict::Protocol, "\\u{c}"),
        ("print('[]')", Verdict::Protocol, "`[]`"),
        ("answer['id'] += 1", Verdict::Protocol, "(id 2)"),
        ("answer['id'] = '1'", Verdict::Protocol, "\"1\""),
        ("answer = {'id': 1, 'bid': 20}", Verdict::Protocol, "bid"),
        ("answer['bet'] = 20.0", Verdict::Illegal, "20.0"),
        ("answer['bet'] = True", Verdict::Illegal, "true"),
        ("answer['bet'] = None", Verdict::Illegal, "null"),
        ("answer['bet'] = '20'", Verdict::Illegal, "\"20\""),
        ("answer['bet'] = -1", Verdict::Illegal, "-1"),
        ("answer['bet'] = 9", Verdict::Illegal, "9"),
        ("answer['bet'] = 301", Verdict::Illegal, "301"),
        ("answer['bet'] = 2**31", Verdict::Illegal, "2147483648"),
        ("answer['bet'] = 2**64 + 20", Verdict::Illegal, "18446744073709551636"),
        ("answer['bet'] = float('nan')", Verdict::Protocol, "NaN"),
        ("print('{\"id\":1,\"bet\":0x14}')", Verdict::Protocol, "0x14"),
        ("print('{\"id\":1,\"bet\":020}')", Verdict::Protocol, "020"),
        ("print('{\"id\":1,\"bet\":20};')", Verdict::Protocol, "};"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n')", Verdict::Protocol, "`"),
    ] {
        let end = play(&python, &rude(&format!("if turn == 1: {rudeness}")));
        let fault = first_fault(&end);
        assert_eq!(fault.verdict, verdict, "{rudeness}: {fault}");
        assert!(fault.came.contains(came), "{rudeness}: {fault}");
        assert!(fault.asked.starts_with("bet1: a whole number from 10 to 300"), "{fault}");
        assert_eq!((end.totals.fouls[0], end.totals.games), (1, 20), "{rudeness}: play goes on");
    }
}

#[test]
fn blanks_and_carriage_returns_round_an_answer_are_fine() {
    let Some(python) = python3() else { return };
    for rudeness in [
        "sys.stdout.write('  '); sys.stdout.flush()",
        "answer = dict(answer); print(json.dumps(answer) + ' \\t\\r', flush=True); continue",
        "sys.stdout.write(json.dumps(answer)); sys.stdout.flush(); time.sleep(0.001); print(flush=True); continue",
        "sys.stdout.write(json.dumps(answer) + '\\r'); sys.stdout.flush(); time.sleep(0.001); print(flush=True); continue",
    ] {
        assert_eq!(play(&python, &rude(rudeness)).totals.verdicts[0], Verdict::Ok, "{rudeness}");
    }
}

#[test]
fn a_fault_is_one_foul_and_the_bot_plays_on() {
    let Some(python) = python3() else { return };
    let end = play(&python, &rude("if turn == 3: print('thinking...', flush=True); continue"));
    assert_eq!((end.totals.fouls[0], end.totals.absent[0]), (1, 0));
}

#[test]
fn the_answer_after_a_garbled_line_is_passed_over() {
    let Some(python) = python3() else { return };
    for rudeness in ["print('thinking...')", "print('thinking...'); print(json.dumps(answer))"] {
        let end = play(&python, &rude(&format!("if turn == 1: {rudeness}")));
        assert_eq!((first_fault(&end).verdict, end.totals.fouls[0]), (Verdict::Protocol, 1), "{rudeness}");
    }
    let end = play(&python, &rude("if turn == 1: print('{\"id\":1,\"bet\":-5.5}')"));
    assert_eq!((first_fault(&end).verdict, end.totals.fouls[0]), (Verdict::Illegal, 1));
}

#[test]
fn a_report_of_the_bots_own_is_cut_and_escaped() {
    let Some(python) = python3() else { return };
    let report = "answer = {'id': 1, 'illegal': '\\x1b[31m' + 'x' * 1000}";
    let end = play(&python, &rude(&format!("if turn == 1: {report}")));
    let fault = first_fault(&end);
    assert_eq!((fault.verdict, end.totals.fouls[0]), (Verdict::Illegal, 1));
    assert!(fault.came.starts_with("\\u{1b}[31mxxx") && fault.came.ends_with("x…"), "{fault}");
    assert!(fault.came.chars().count() < 220, "{fault}");
}

#[test]
fn a_program_that_is_no_program_is_absent_by_its_own_fault() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot");
    for source in ["#!/of/no/such/interpreter\n", "no program\n"] {
        std::fs::write(&file, source).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        let launch = Launch::new(file.clone(), Vec::new(), folder.path());
        let (end, _) = poker_match(&launch, patient(), BOUNDS, 1);
        assert_eq!(first_fault(&end).verdict, Verdict::Crashed, "{source}");
    }
}

/// A seat that is out: its process is gone while the match goes on, and its log is kept.
#[test]
fn a_bot_that_is_out_ends_at_once() {
    let Some(python) = python3() else { return };
    let folder = tempfile::tempdir().unwrap();
    let source = rude(
        "if turn == 2:\n        print('my last words', file=sys.stderr, flush=True)\n        open('pid', 'w').write(str(os.getpid()))\n        os.close(1)\n        time.sleep(60)",
    );
    let launch = program(&python, folder.path(), &source);
    let bot = Bot::start(&launch, &Rules::default(), &greeting(0), patient(), BOUNDS, &Stop::default())
        .unwrap()
        .unwrap();
    let mut players: Vec<Box<dyn Player<Rules>>> = vec![Box::new(bot), house_player(1), house_player(2)];
    let mut games_without = 0;
    let end = Match { rules: &[Rules::default()], games: 5, players: &mut players, stop: &Stop::default() }
        .play(&mut Seeded::new(Key::new(7, "test")), &mut NoRecord, &mut |_| {
            if let Ok(pid) = std::fs::read_to_string(folder.path().join("pid")) {
                assert!(!Path::new("/proc").join(&pid).exists(), "process {pid} lives on");
                games_without += 1;
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((first_fault(&end).verdict, end.totals.fouls[0]), (Verdict::Crashed, 1));
    assert!(games_without >= 4, "{games_without}");
    assert_eq!(players[0].log().kept, b"my last words\n");
}

/// Is out with its first answer, and wants to hear nothing afterwards.
#[derive(Default)]
struct Leaver {
    has_left: bool,
}

impl Player<Rules> for Leaver {
    fn game_starts(&mut self) {
        assert!(!self.has_left, "told of a game after it left");
    }

    fn learn(&mut self, news: &News) {
        assert!(!self.has_left, "told after it left: {news:?}");
    }

    fn choose(&mut self, _: &Choices) -> Result<Action, Fault> {
        let none = String::new;
        Err(Fault { verdict: Verdict::Crashed, asked: none(), came: none(), expected: none(), out: true })
    }

    fn leave(&mut self) {
        self.has_left = true;
    }
}

#[test]
fn a_seat_that_is_out_is_told_nothing_more() {
    let end = seats::play(&mut [Box::new(Leaver::default()), house_player(1), house_player(2)], 5);
    assert_eq!((end.totals.fouls[0], end.totals.games), (1, 5));
}

#[test]
fn an_answer_before_the_end_still_counts() {
    let Some(python) = python3() else { return };
    let source = rude("if turn == 2: print(json.dumps(answer), flush=True); os._exit(1)");
    for _ in 0..5 {
        let end = play(&python, &source);
        let line = end.faults[0].as_ref().unwrap();
        assert_eq!((line.fault.verdict, end.totals.fouls[0]), (Verdict::Crashed, 1), "{line:?}");
    }
}

#[test]
fn a_full_standard_error_blocks_nobody_and_is_cut() {
    let Some(python) = python3() else { return };
    let folder = tempfile::tempdir().unwrap();
    let source = rude("sys.stderr.write('x' * (1 << 20)); sys.stderr.flush()");
    let launch = program(&python, folder.path(), &source);
    let bounds = Bounds { log: 1000, ..BOUNDS };
    let (end, log) = poker_match(&launch, patient(), bounds, 5);
    assert_eq!(log.kept.len(), 1000);
    assert!(log.dropped >= 5 * (1 << 20) - 1000, "{} bytes were dropped", log.dropped);
    assert_eq!(end.totals.verdicts[0], Verdict::Ok, "{:?}", end.faults);
}

#[test]
fn endless_output_is_cut() {
    let Some(python) = python3() else { return };
    for rudeness in [
        "while True: sys.stdout.write('5')",
        "while True: print(json.dumps(answer))",
        "sys.stdout.write('[' * (1 << 22))",
        // A line of 1 GiB.
        "for _ in range(1 << 14): sys.stdout.write('5' * (1 << 16))",
    ] {
        let end = play(&python, &rude(&format!("if turn == 2:\n        {rudeness}")));
        let verdict = first_fault(&end).verdict;
        assert!([Verdict::Output, Verdict::Protocol].contains(&verdict), "{rudeness}: {:?}", end.faults);
        assert_eq!(end.totals.games, 20);
    }
    // The referee holds a few times the bound of a line, however much is written.
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: u64 = peak.trim().split(' ').next().unwrap().parse().unwrap();
    assert!(kib < 256 << 10, "{kib} KiB");
}

/// Late, slow and sleeping bots.
mod clocks {
    use std::time::{Duration, Instant};

    use croupier_arena::bot::Clock;
    use croupier_arena::hint::hint;
    use croupier_rules::verdict::Verdict;
    use croupier_trial::python3;

    use super::{first_fault, patient, play, play_with};
    use crate::seats::{BOUNDS, poker_match, program, rude};

    #[test]
    fn a_late_answer_is_passed_over_when_it_arrives() {
        let Some(python) = python3() else { return };
        let end = play_with(&python, &rude("if turn == 2: time.sleep(0.6)"), Clock::new(20_000, 400, 20_000));
        assert_eq!(first_fault(&end).verdict, Verdict::Late);
        assert_eq!((end.totals.fouls[0], end.totals.absent[0]), (1, 0), "{:?}", end.faults);
    }

    #[test]
    fn a_carriage_return_alone_ends_no_line() {
        let Some(python) = python3() else { return };
        let source = rude("sys.stdout.write(json.dumps(answer) + '\\r'); sys.stdout.flush(); continue");
        let end = play_with(&python, &source, Clock::new(20_000, 300, 20_000));
        let fault = first_fault(&end);
        assert_eq!((fault.verdict, end.totals.fouls[0]), (Verdict::Late, 3), "{fault}");
        assert!(fault.came.ends_with("}\\r` without the end of a line"), "{fault}");
        assert!(hint(fault).contains("a carriage return alone"), "{}", hint(fault));
    }

    #[test]
    fn three_late_answers_in_a_row_and_the_seat_is_asked_no_more() {
        let Some(python) = python3() else { return };
        let started = Instant::now();
        let end = play_with(&python, &rude("if turn >= 2: time.sleep(60)"), Clock::new(20_000, 150, 20_000));
        assert_eq!((end.totals.verdicts[0], end.totals.fouls[0]), (Verdict::Late, 3));
        assert!(end.totals.absent[0] >= 16, "{end:?}");
        assert_eq!(first_fault(&end).came, "nothing within the time");
        assert!(started.elapsed() < Duration::from_secs(10), "a sleeper must not hold the match");
    }

    #[test]
    fn a_spent_bank_ends_the_asking() {
        let Some(python) = python3() else { return };
        let end = play_with(&python, &rude("time.sleep(0.1)"), Clock::new(20_000, 2_000, 450));
        assert_eq!((end.totals.verdicts[0], end.totals.fouls[0]), (Verdict::Late, 1));
        assert!(end.totals.absent[0] >= 10, "{end:?}");
    }

    #[test]
    fn a_bot_that_never_says_ready_is_late_at_the_start() {
        let Some(python) = python3() else { return };
        let end = play_with(&python, "import time; time.sleep(60)", Clock::new(300, 1000, 1000));
        assert_eq!(first_fault(&end).verdict, Verdict::Late);
        assert_eq!(end.totals.games, 20);
    }

    #[test]
    fn ends_and_closed_pipes_are_crashes_with_their_status() {
        let Some(python) = python3() else { return };
        for (rudeness, came) in [
            ("sys.exit(3)", "exit status 3"),
            ("os._exit(0)", "exit status 0"),
            ("os.kill(os.getpid(), 9)", "signal 9"),
            ("raise ValueError('my fault')", "exit status 1"),
            ("os.close(1); time.sleep(60)", "the end of its output"),
            ("os.close(0); os.close(1); sys.exit(0)", "exit status"),
        ] {
            let end = play(&python, &rude(&format!("if turn == 4: {rudeness}")));
            let fault = first_fault(&end);
            assert_eq!(fault.verdict, Verdict::Crashed, "{rudeness}: {fault}");
            assert!(fault.came.contains(came), "{rudeness}: {fault}");
            assert!(end.totals.absent[0] > 10, "{rudeness}: a bot that crashed is asked no more");
        }
    }

    #[test]
    fn a_bot_that_does_not_read_is_no_trouble() {
        let Some(python) = python3() else { return };
        let source = "import time\nprint('{\"ready\":1,\"name\":\"deaf\"}', flush=True)\ntime.sleep(60)";
        let end = play_with(&python, source, Clock::new(20_000, 100, 1_000));
        assert_eq!(first_fault(&end).verdict, Verdict::Late);
    }

    #[test]
    fn a_child_in_the_background_does_not_hold_the_match() {
        let Some(python) = python3() else { return };
        let started = Instant::now();
        let end = play(&python, &rude("if turn == 2: os.system('sleep 30 &'); os._exit(0)"));
        assert_eq!(first_fault(&end).verdict, Verdict::Crashed);
        assert!(started.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn the_whole_group_ends_with_the_match() {
        let Some(python) = python3() else { return };
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        let source = rude(
            "if turn == 1:\n        for _ in range(2):\n            pid = os.fork()\n            if pid == 0: time.sleep(60)\n            open('pids', 'a').write('%d\\n' % pid)",
        );
        let launch = program(&python, folder.path(), &source);
        poker_match(&launch, patient(), BOUNDS, 3);
        let pids = std::fs::read_to_string(pids).unwrap();
        assert_eq!(pids.lines().count(), 2);
        for pid in pids.lines() {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            assert!(stat.is_empty() || stat.contains(") Z "), "process {pid} lives on: {stat}");
        }
    }

    #[test]
    fn a_bot_that_sleeps_after_the_last_move_is_not_waited_for() {
        let Some(python) = python3() else { return };
        let started = Instant::now();
        let source =
            rude("pass").replace("if \"bye\" in message: break", "if \"bye\" in message: time.sleep(60)");
        let end = play(&python, &source);
        assert_eq!(end.totals.verdicts[0], Verdict::Ok);
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}
