//! A sandbox that lasts for a series: nothing of a run is seen by the next, each is judged alone, and what one
//! does to the sandbox brings nobody a good verdict.
//!
//! The program runs what it reads, so each input is an attack.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_arena::batch::{self, Bounds, End, Excess, Run};
use croupier_arena::bot::{Exit, Launch};
use croupier_arena::python;
use croupier_arena::sandbox::{Allowance, Freedom, Layer, Series};
use tempfile::TempDir;

use crate::ground::lasting_ground;
use crate::traps::{BOUNDS, said};

/// What the program is, with what several attacks use.
const PROGRAM: &str = include_str!("runs_its_input.py");

/// A program in a sandbox that lasts.
struct Stage {
    series: Series,
    launch: Launch,
    layer: Layer,
    _place: TempDir,
}

impl Stage {
    /// A stage on each layer that works here.
    fn all(freedom: Freedom) -> impl Iterator<Item = Self> {
        [Layer::BubblewrapCgroup, Layer::Bubblewrap].into_iter().filter_map(move |layer| {
            let ground = lasting_ground(layer)?;
            let place = tempfile::tempdir_in(&ground.work).unwrap();
            let folder = place.path().canonicalize().unwrap();
            fs::write(folder.join("bot.py"), PROGRAM).unwrap();
            fs::write(folder.join("data.txt"), "own").unwrap();
            let mut launch = python::program(&ground.python, &folder.join("bot.py"), &folder, 1);
            launch.freedom = freedom;
            let series = ground.sandbox.series(&launch, Allowance::bot(BOUNDS.memory)).unwrap().unwrap();
            Some(Self { series, launch, layer, _place: place })
        })
    }

    fn within(&mut self, bounds: Bounds, text: &str) -> Run {
        let stop = AtomicBool::new(false);
        batch::run_again(&mut self.series, &self.launch, text.as_bytes(), &bounds, &stop).unwrap().unwrap()
    }

    fn run(&mut self, text: &str) -> Run {
        self.within(BOUNDS, text)
    }

    /// What a run says that ends well.
    fn said(&mut self, text: &str) -> String {
        let layer = self.layer;
        let run = self.run(text);
        assert_eq!(
            run.end,
            End::Exited(Exit::Status(0)),
            "{layer}: {text}: {:?}",
            String::from_utf8_lossy(&run.log.kept)
        );
        said(&run)
    }
}

/// What a run sees of the sandbox: files, processes, numbers, shared objects, its own limits.
const SEEN: &str = "print(seen())";

/// What each attack leaves behind, or does to what is around it.
const LEFT: [(&str, &str); 14] = [
    ("a file in its folder", "open('left', 'w').write('queen')"),
    ("a file in the temporary folder", "open('/tmp/left', 'w').write('queen')"),
    ("many files", "for n in range(2000): open(f'left{n}', 'w').close()"),
    ("a locked folder", "os.makedirs('a/b/c'); os.chmod('a/b', 0); os.chmod('a', 0)"),
    ("a tree deeper than a path", "for n in range(3000): os.mkdir('deep'); os.chdir('deep')"),
    ("a full file system", "fill('full'); fill('/tmp/full')"),
    ("a process in a session of its own", "daemon()"),
    ("several processes", "for n in range(8): daemon()"),
    ("shared memory", "shared_memory(150 << 20)"),
    ("semaphores and a message queue", "semaphores(); message_queue()"),
    (
        "signals to all",
        "try_all(lambda: os.kill(-1, 9), lambda: os.kill(1, 9), lambda: os.kill(os.getppid(), 9), lambda: os.killpg(0, 0))",
    ),
    (
        "a trace of the first process",
        "try_all(lambda: trace(1), lambda: open('/proc/1/mem', 'r+b').read(1), lambda: os.listdir('/proc/1/fd'))",
    ),
    ("limits of the first process", "limit_others()"),
    ("strange descriptors", "strange_descriptors()"),
];

#[test]
fn nothing_of_a_run_is_seen_by_the_next() {
    for mut stage in Stage::all(Freedom::Processes) {
        let layer = stage.layer;
        let before = stage.said(SEEN);
        for (what, text) in LEFT {
            let run = stage.run(text);
            assert_eq!(
                run.end,
                End::Exited(Exit::Status(0)),
                "{layer}: {what}: {:?}",
                String::from_utf8_lossy(&run.log.kept)
            );
            assert_eq!(stage.said(SEEN), before, "{layer}: {what}");
        }
    }
}

/// With what the others leave still counted, or their tree still there, this one would not live.
#[test]
fn each_has_the_whole_memory_for_itself() {
    for mut stage in Stage::all(Freedom::Processes) {
        for (what, text) in LEFT {
            stage.run(text);
            let said = stage.said("kept = bytearray(b'x') * (220 << 20); print(len(kept) >> 20)");
            assert_eq!(said, "220", "{}: {what}", stage.layer);
        }
    }
}

#[test]
fn each_is_judged_alone() {
    for mut stage in Stage::all(Freedom::Threads) {
        let layer = stage.layer;
        let ok = End::Exited(Exit::Status(0));
        let small = Bounds { memory: 100 << 20, output: 1_000, time: Duration::from_millis(1_500), ..BOUNDS };
        for (text, end) in [
            ("kept = bytearray(b'x') * (60 << 20)", ok),
            ("burn(0.8)", ok),
            ("burn(0.8)", ok),
            ("kept = bytearray(b'x') * (150 << 20)", End::Passed(Excess::Memory)),
            ("print('x' * 900)", ok),
            ("print('x' * 900)", ok),
            ("burn(100)", End::Passed(Excess::Time)),
            ("print('x' * 2000)", End::Passed(Excess::Output)),
            ("time.sleep(100)", End::Passed(Excess::Clock)),
            ("sys.exit(3)", End::Exited(Exit::Status(3))),
            ("os.abort()", End::Exited(Exit::Signal(6))),
            ("os.kill(os.getpid(), 9)", End::Exited(Exit::Signal(9))),
            ("pass", ok),
        ] {
            let run = stage.within(small, text);
            assert_eq!(run.end, end, "{layer}: {text}");
            assert!(text.contains("burn") || run.time < Duration::from_millis(700), "{layer}: {text}");
        }
    }
}

#[test]
fn a_run_that_takes_all_memory_ends_alone() {
    let text = "for n in range(30):\n    if os.fork() == 0:\n        kept = bytearray(b'x') * (60 << 20); time.sleep(20); os._exit(0)\ntime.sleep(20)";
    for mut stage in Stage::all(Freedom::Processes) {
        for _ in 0..3 {
            assert_eq!(stage.run(text).end, End::Passed(Excess::Memory), "{}", stage.layer);
            assert!(stage.series.is_sound(), "{}", stage.layer);
            assert_eq!(stage.said("print(len(processes()))"), "2");
        }
    }
}

/// A program may write beside its files, which stay as they are.
#[test]
fn a_program_finds_its_folder_as_it_is() {
    for mut stage in Stage::all(Freedom::Threads) {
        let text = "print(open('data.txt').read(), len(open('new', 'x').write('y' * 100) * 'z'))\n\
                    try: open('data.txt', 'w')\n\
                    except OSError: print('kept')\n\
                    print(os.getcwd() == os.environ['HOME'], os.getuid() != 0)";
        for _ in 0..3 {
            assert_eq!(stage.said(text), "own 100\nkept\nTrue True", "{}", stage.layer);
        }
    }
}

#[test]
fn a_run_that_is_broken_off_makes_the_series_unsound() {
    for mut stage in Stage::all(Freedom::Threads) {
        let stop = AtomicBool::new(true);
        let run = batch::run_again(&mut stage.series, &stage.launch, b"time.sleep(100)", &BOUNDS, &stop);
        assert_eq!(run.unwrap(), None);
        assert!(!stage.series.is_sound());
    }
}

#[test]
fn a_program_that_is_gone_is_refused_by_the_system() {
    for ground in [Layer::BubblewrapCgroup, Layer::Bubblewrap].into_iter().filter_map(lasting_ground) {
        let place = tempfile::tempdir_in(&ground.work).unwrap();
        let folder = place.path().canonicalize().unwrap();
        let program = folder.join("program");
        fs::copy("/bin/true", &program).unwrap();
        let launch = Launch::new(program.clone(), Vec::new(), &folder);
        let allowance = Allowance::bot(BOUNDS.memory);
        let mut series = ground.sandbox.series(&launch, allowance).unwrap().unwrap();
        fs::write(&program, "#!/nowhere/at/all\n").unwrap();
        let stop = AtomicBool::new(false);
        let why = batch::run_again(&mut series, &launch, b"", &BOUNDS, &stop).unwrap_err();
        assert_eq!(why.kind(), std::io::ErrorKind::NotFound);
        assert!(series.is_sound());
    }
}
