//! The clock of a bot on a quiet and on a busy machine, and verdicts that are the same in every run.

#![expect(clippy::unwrap_used, reason = "a test says what failed by its line")]

mod seats;

mod clocks {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread::{self, JoinHandle};

    use croupier_arena::bot::{Bot, Clock, Company};
    use croupier_arena::cores;
    use croupier_arena::player::Player;
    use croupier_arena::referee::MatchEnd;
    use croupier_arena::sandbox::{Allowance, Sandbox};
    use croupier_arena::stop::Stop;
    use croupier_rules::poker::Rules;
    use croupier_rules::verdict::Verdict;
    use croupier_trial::{is_long, python3, skip};

    use crate::seats::{BOUNDS, greeting, house_player, play as play_all, poker_match, program, rude};

    const GAMES: u32 = 4;

    fn play(python: &Path, source: &str, clock: Clock) -> (MatchEnd, String) {
        let folder = tempfile::tempdir().unwrap();
        let (end, log) = poker_match(&program(python, folder.path(), source), clock, BOUNDS, GAMES);
        (end, String::from_utf8(log.kept).unwrap())
    }

    /// Threads that never rest, on the core of the thread that starts them.
    struct Load {
        over: Arc<AtomicBool>,
        threads: Vec<JoinHandle<()>>,
    }

    impl Load {
        fn of(threads: usize) -> Self {
            let over = Arc::new(AtomicBool::new(false));
            let spin = |_| {
                let over = Arc::clone(&over);
                thread::spawn(move || while !over.load(Ordering::Relaxed) {})
            };
            Self { threads: (0..threads).map(spin).collect(), over }
        }
    }

    impl Drop for Load {
        fn drop(&mut self) {
            self.over.store(true, Ordering::Relaxed);
            for thread in self.threads.drain(..) {
                thread.join().unwrap();
            }
        }
    }

    /// A bot that uses so many milliseconds of a core for its second answer.
    fn thinker(ms: u32) -> String {
        rude(&format!(
            "spent = time.process_time() + {ms} / 1000\n    while turn == 2 and time.process_time() < spent: pass"
        ))
    }

    #[test]
    fn a_slow_answer_is_a_strike_and_the_third_is_late() {
        let Some(python) = python3() else { return };
        let clock = Clock::new(20_000, 150, 20_000).with_strikes(5_000, 2);
        let (end, log) = play(&python, &rude("if turn in (2, 3, 5): time.sleep(0.3)"), clock);
        let fault = &end.faults[0].as_ref().expect("the third is late").fault;
        assert_eq!((fault.verdict, end.totals.fouls[0], end.totals.absent[0]), (Verdict::Late, 1, 0));
        let strikes: Vec<&str> = log.lines().filter(|line| line.contains("a strike")).collect();
        assert_eq!(strikes.len(), 2, "{log}");
        assert!(
            strikes[0].starts_with("croupier: answer 2 took ") && strikes[0].ends_with("1 left"),
            "{log}"
        );
    }

    #[test]
    fn what_other_programs_cost_is_not_charged() {
        let Some(python) = python3() else { return };
        cores::stay_on(cores::available()[0]);
        let _load = Load::of(2);
        let (end, log) = play(&python, &thinker(350), Clock::new(60_000, 500, 60_000));
        assert_eq!(end.totals.verdicts[0], Verdict::Ok, "{:?}\n{log}", end.faults[0]);
    }

    /// The opponent's thread works on while it waits for its next question, on the same core.
    #[test]
    fn a_pondering_opponent_costs_its_neighbour_nothing() {
        let Some(python) = python3() else { return };
        cores::stay_on(cores::available()[0]);
        let pondering = rude(
            "import threading\n    def ponder():\n        while True: pass\n    \
             if turn == 1: threading.Thread(target=ponder, daemon=True).start()",
        );
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let mut players: Vec<Box<dyn Player<Rules>>> = Vec::new();
        for (seat, (source, folder)) in (0..).zip([thinker(700), pondering].iter().zip(&folders)) {
            let launch = program(&python, folder.path(), source);
            let clock = Clock::new(60_000, 1_000, 60_000);
            let bot =
                Bot::start(&launch, &Rules::default(), &greeting(seat), clock, BOUNDS, &Stop::default());
            players.push(Box::new(bot.unwrap().unwrap()));
        }
        players.push(house_player(2));
        let end = play_all(&mut players, GAMES);
        assert_eq!(end.totals.verdicts[..2], [Verdict::Ok; 2], "{:?}", end.faults);
    }

    /// The opponent has a process in each of thirty sessions: each of them gets as much of the core as its
    /// neighbour.
    #[test]
    fn an_opponent_of_many_sessions_costs_its_neighbour_nothing() {
        let Some(python) = python3() else { return };
        cores::stay_on(cores::available()[0]);
        let many = rude(
            "if turn == 1:\n        for _ in range(30):\n            if os.fork() == 0:\n                \
             os.setsid(); os.close(1); bot = os.getppid()\n                \
             while os.getppid() == bot: pass\n                os._exit(0)",
        );
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let company = Company::default();
        let mut players: Vec<Box<dyn Player<Rules>>> = Vec::new();
        for (seat, (source, folder)) in (0..).zip([thinker(300), many].iter().zip(&folders)) {
            let launch = program(&python, folder.path(), source);
            // Ten times the limit is waited for at most: thirty times its own time would be too long.
            let (rules, clock) = (Rules::default(), Clock::new(60_000, 500, 60_000));
            let (greeting, stop) = (greeting(seat), Stop::default());
            let bot = Bot::start_among(&company, &launch, &rules, &greeting, clock, BOUNDS, &stop);
            players.push(Box::new(bot.unwrap().unwrap()));
        }
        players.push(house_player(2));
        let end = play_all(&mut players, GAMES);
        // The opponent itself waits for its own processes: what it pays for that is its affair.
        assert_eq!(end.totals.verdicts[0], Verdict::Ok, "{:?}", end.faults);
    }

    #[test]
    fn answers_at_nine_tenths_of_the_limit_are_in_time_however_many_matches_are_played() {
        let Some(python) = python3() else { return };
        let cores = cores::available();
        for matches in [cores.len(), 2 * cores.len()] {
            thread::scope(|scope| {
                for (core, python) in cores.iter().cycle().take(matches).zip(std::iter::repeat(&python)) {
                    scope.spawn(move || {
                        cores::stay_on(*core);
                        let source = rude("if turn in (2, 3): time.sleep(0.9)");
                        let (end, log) = play(python, &source, Clock::new(60_000, 1_000, 60_000));
                        assert_eq!(end.totals.verdicts[0], Verdict::Ok, "{:?}\n{log}", end.faults[0]);
                    });
                }
            });
        }
    }

    #[test]
    fn a_bot_that_thinks_for_too_long_or_sleeps_is_late_on_a_busy_machine_too() {
        let Some(python) = python3() else { return };
        cores::stay_on(cores::available()[0]);
        let _load = Load::of(2);
        for source in [thinker(900), rude("if turn == 2: time.sleep(0.9)")] {
            let (end, _) = play(&python, &source, Clock::new(60_000, 400, 60_000));
            assert_eq!(end.totals.verdicts[0], Verdict::Late);
        }
    }

    /// Processes of its own, which end before the answer, keep a bot waiting for the core that they share.
    #[test]
    fn a_bot_that_keeps_itself_waiting_is_late() {
        let Some(python) = python3() else { return };
        cores::stay_on(cores::available()[0]);
        let source = rude(
            "import os\n    def think(ms):\n        spent = time.process_time() + ms / 1000\n        \
             while time.process_time() < spent: pass\n    \
             if turn == 2:\n        workers = []\n        \
             for _ in range(12):\n            child = os.fork()\n            \
             if child == 0: think(60); os._exit(0)\n            workers.append(child)\n        \
             think(60)\n        for child in workers: os.waitpid(child, 0)",
        );
        let (end, log) = play(&python, &source, Clock::new(60_000, 400, 60_000));
        assert_eq!(end.totals.verdicts[0], Verdict::Late, "{log}");
    }

    /// Bots whose fault could be taken for another one: the first cause in the referee's time decides.
    #[test]
    fn the_same_bot_gets_the_same_verdict_in_every_run_on_a_busy_machine() {
        let Some(python) = python3() else { return };
        let load = cores::available().into_iter().map(|core| {
            cores::stay_on(core);
            Load::of(1)
        });
        let _load: Vec<Load> = load.collect();
        for (rudeness, verdict, came) in [
            (
                "if turn == 3: answer['bet'] = -1; print(json.dumps(answer), flush=True); sys.exit(1)",
                Verdict::Illegal,
                "-1",
            ),
            (
                "if turn == 3: print(json.dumps(answer), flush=True); sys.exit(0)",
                Verdict::Crashed,
                "exit status 0",
            ),
            (
                "if turn == 3: print('{\"id\":', end='', flush=True); os._exit(1)",
                Verdict::Crashed,
                "exit status 1",
            ),
            ("if turn == 3: print('hm', flush=True); os._exit(1)", Verdict::Protocol, "`hm`"),
            ("if turn == 3: print('x' * 300_000, flush=True); os._exit(1)", Verdict::Output, "a line beyond"),
            ("if turn == 3: time.sleep(0.9); os._exit(1)", Verdict::Late, "nothing within the time"),
        ] {
            for run in 0..runs() {
                let (end, _) = play(&python, &rude(rudeness), Clock::new(60_000, 600, 60_000));
                assert_judged(&end, run, rudeness, verdict, came);
            }
        }
    }

    fn runs() -> u32 {
        if is_long() { 100 } else { 5 }
    }

    fn assert_judged(end: &MatchEnd, run: u32, rudeness: &str, verdict: Verdict, came: &str) {
        let fault = &end.faults[0].as_ref().expect("the bot fails").fault;
        assert!(fault.verdict == verdict && fault.came.contains(came), "run {run}: {rudeness}: {fault}");
    }

    /// The same in the best sandbox that works here, with memory and strikes.
    #[test]
    fn the_same_confined_bot_gets_the_same_verdict_in_every_run_on_a_busy_machine() {
        let Some(python) = python3() else { return };
        let of_system = Path::new("/usr/bin/python3");
        let python = if of_system.is_file() { of_system } else { &python };
        let place = tempfile::tempdir().unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let sandbox = match Sandbox::choose(place.path()) {
            Ok(sandbox) => sandbox,
            Err(why) => return skip(&why.to_string()).unwrap_or_default(),
        };
        let load = cores::available().into_iter().map(|core| {
            cores::stay_on(core);
            Load::of(1)
        });
        let _load: Vec<Load> = load.collect();
        for (rudeness, verdict, came) in [
            (
                "if turn == 3: kept = bytearray(b'x') * (300 << 20); time.sleep(5)",
                Verdict::Memory,
                "more memory than allowed",
            ),
            ("if turn in (2, 3, 4): time.sleep(0.9)", Verdict::Late, "nothing within the time"),
            ("if turn == 3: os.kill(os.getpid(), 9)", Verdict::Crashed, "signal 9"),
            ("if turn == 3: sys.exit(3)", Verdict::Crashed, "exit status 3"),
            ("if turn == 3: answer['bet'] = -1", Verdict::Illegal, "-1"),
        ] {
            for run in 0..runs() {
                let folder = tempfile::tempdir_in(place.path()).unwrap();
                fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
                let folder = folder.path().canonicalize().unwrap();
                let launch = program(python, &folder, &rude(rudeness));
                let launch = sandbox.confine(launch, Allowance::bot(128 << 20)).unwrap();
                let clock = Clock::new(60_000, 600, 60_000).with_strikes(3_000, 2);
                let (end, log) = poker_match(&launch, clock, BOUNDS, GAMES);
                assert_judged(&end, run, rudeness, verdict, came);
                let strikes = String::from_utf8_lossy(&log.kept).matches("a strike").count();
                assert_eq!(strikes, if verdict == Verdict::Late { 2 } else { 0 }, "run {run}: {rudeness}");
            }
        }
    }
}
