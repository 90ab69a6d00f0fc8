//! Traps that were found by trying, and what must go on working in spite of them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_arena::batch::{self, Bounds, End, Excess, Run};
use croupier_arena::bot::{Exit, Launch};
use croupier_arena::sandbox::{Allowance, Freedom, Layer};

use crate::ground::{Ground, ground};

const LAYERS: [Layer; 3] = [Layer::BubblewrapCgroup, Layer::Bubblewrap, Layer::Landlock];

pub(crate) const BOUNDS: Bounds =
    Bounds { time: Duration::from_secs(10), memory: 256 << 20, output: 1 << 20, log: 1 << 16 };

/// Runs a Python program in a fresh folder with these files beside it.
pub(crate) fn python(ground: &Ground, text: &str, change: impl FnOnce(&mut Launch, &Path)) -> Run {
    let place = tempfile::tempdir_in(&ground.work).unwrap();
    let place = place.path().canonicalize().unwrap();
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).unwrap();
    let folder = place.join("seat");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("bot.py"), text).unwrap();
    let mut launch = croupier_arena::python::program(&ground.python, Path::new("bot.py"), &folder, 1);
    launch.freedom = Freedom::Threads;
    change(&mut launch, &place);
    confined(ground, launch)
}

fn shell(ground: &Ground, script: &str) -> Run {
    let folder = tempfile::tempdir_in(&ground.work).unwrap();
    let folder = folder.path().canonicalize().unwrap();
    confined(ground, Launch::new("/bin/sh".into(), ["-c".into(), script.into()].into(), &folder))
}

fn confined(ground: &Ground, launch: Launch) -> Run {
    let launch = ground.sandbox.confine(launch, Allowance::bot(BOUNDS.memory)).unwrap();
    batch::run(&launch, b"one line\n", &BOUNDS, &AtomicBool::new(false)).unwrap().unwrap()
}

pub(crate) fn said(run: &Run) -> String {
    assert_eq!(run.end, End::Exited(Exit::Status(0)), "{}", String::from_utf8_lossy(&run.log.kept));
    String::from_utf8_lossy(&run.output).trim_end().to_owned()
}

#[test]
fn signals_are_told_from_exit_statuses() {
    for ground in LAYERS.into_iter().filter_map(ground) {
        let layer = ground.sandbox.layer();
        assert_eq!(shell(&ground, "exit 3").end, End::Exited(Exit::Status(3)), "{layer}");
        let aborted = python(&ground, "import os; os.abort()", |_, _| {});
        let expected = if layer == Layer::Landlock { [6, 11] } else { [6, 6] };
        assert!(
            expected.map(|signal| End::Exited(Exit::Signal(signal))).contains(&aborted.end),
            "{layer}: {:?}",
            aborted.end
        );
        let missing = Launch::new("/nowhere/bot".into(), Vec::new(), Path::new("/"));
        let refused = ground.sandbox.confine(missing, Allowance::bot(BOUNDS.memory));
        if let Ok(launch) = refused {
            let error = batch::run(&launch, b"", &BOUNDS, &AtomicBool::new(false)).unwrap_err();
            assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{layer}");
        }
    }
}

#[test]
fn time_and_memory_are_those_of_the_program() {
    let text = "kept = bytearray(b'x') * (60 << 20)\n\
                import time\n\
                while time.process_time() < 0.4: pass\n";
    for ground in LAYERS.into_iter().filter_map(ground) {
        let layer = ground.sandbox.layer();
        let within = |memory: u64, time: u64| {
            let bounds = Bounds { memory, time: Duration::from_millis(time), ..BOUNDS };
            let place = tempfile::tempdir_in(&ground.work).unwrap();
            let folder = place.path().canonicalize().unwrap();
            fs::write(folder.join("bot.py"), text).unwrap();
            let launch = croupier_arena::python::program(&ground.python, Path::new("bot.py"), &folder, 1);
            let launch = ground.sandbox.confine(launch, Allowance::bot(1 << 30)).unwrap();
            batch::run(&launch, b"", &bounds, &AtomicBool::new(false)).unwrap().unwrap().end
        };
        assert_eq!(within(100 << 20, 5_000), End::Exited(Exit::Status(0)), "{layer}");
        assert_eq!(within(50 << 20, 5_000), End::Passed(Excess::Memory), "{layer}");
        assert_eq!(within(100 << 20, 300), End::Passed(Excess::Time), "{layer}");
    }
}

/// What passes between two looks is in the status of the process that ended.
#[test]
fn a_short_peak_of_memory_is_seen() {
    for ground in LAYERS.into_iter().filter_map(ground) {
        let layer = ground.sandbox.layer();
        let run = python(
            &ground,
            "import mmap\nm = mmap.mmap(-1, 300 << 20)\nfor at in range(0, 300 << 20, 4096): m[at] = 1\n",
            |_, _| {},
        );
        assert_eq!(run.end, End::Passed(Excess::Memory), "{layer}");
    }
}

#[test]
fn a_program_of_many_processes_is_held_to_its_memory_as_a_whole() {
    // Nobody reads what each `tail` holds: it keeps its memory until the sleep is over.
    let script = "for n in 1 2 3 4 5; do head -c 80000000 /dev/zero | tail -c 79000000 | sleep 3 & done; wait; echo lived";
    for ground in LAYERS.into_iter().filter_map(ground) {
        let run = shell(&ground, script);
        assert_eq!(run.end, End::Passed(Excess::Memory), "{}", ground.sandbox.layer());
    }
}

#[test]
fn a_bot_writes_into_its_folder_and_finds_its_files_unharmed() {
    let text = "open('new', 'w').write('x' * 1000)\n\
                print(len(open('new').read()), open('data.txt').read())\n\
                try: open('data.txt', 'w')\n\
                except OSError: print('kept')\n";
    for layer in [Layer::BubblewrapCgroup, Layer::Bubblewrap] {
        let Some(ground) = ground(layer) else { continue };
        let run = python(&ground, text, |launch, _| {
            fs::write(launch.folder.join("data.txt"), "own").unwrap();
        });
        assert_eq!(said(&run), "1000 own\nkept", "{layer}");
    }
}

#[test]
fn a_link_in_the_folder_shows_nothing_private() {
    let text =
        "print(open('fine').read())\ntry: print(open('link').read())\nexcept OSError: print('closed')\n";
    for ground in LAYERS.into_iter().filter_map(ground) {
        let run = python(&ground, text, |launch, place| {
            fs::write(place.join("secret"), "a queen").unwrap();
            std::os::unix::fs::symlink(place.join("secret"), launch.folder.join("link")).unwrap();
            std::os::unix::fs::symlink("bot.py", launch.folder.join("fine")).unwrap();
        });
        assert!(said(&run).ends_with("closed"), "{}", ground.sandbox.layer());
    }
}

#[test]
fn the_environment_is_the_launchs_own() {
    for ground in LAYERS.into_iter().filter_map(ground) {
        let run = python(&ground, "import os; print(sorted(os.environ))", |_, _| {});
        let said = said(&run);
        assert!(!said.contains("CARGO") && said.contains("PYTHONHASHSEED"), "{said}");
    }
}

/// Started by root, a program is nobody: the limit of processes counts, and root's files are closed.
#[test]
fn root_is_not_the_user_of_a_bot() {
    if !rustix::process::geteuid().is_root() {
        let _: Option<()> = croupier_trial::skip("these tests are not run by root");
        return;
    }
    let text = "import os\nprint(os.getuid() > 1000, os.getgroups(), open('/proc/self/status').read())";
    for layer in [Layer::BubblewrapCgroup, Layer::Bubblewrap] {
        let Some(ground) = ground(layer) else { continue };
        let said = said(&python(&ground, text, |_, _| {}));
        assert!(said.starts_with("True []"), "{said}");
        for line in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
            assert!(said.contains(&format!("{line}:\t0000000000000000")), "{layer}: {said}");
        }
        assert!(said.contains("NoNewPrivs:\t1"), "{layer}: {said}");
    }
}

/// Whoever started the referee may have left files open: no layer hands them on.
#[test]
fn no_descriptor_of_the_referee_reaches_a_bot() {
    let text = "import os\nopen_now = []\nfor fd in range(3, 256):\n    try: os.fstat(fd); open_now.append(fd)\n    except OSError: pass\nprint(open_now)";
    let file = tempfile::tempfile().unwrap();
    rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty()).unwrap();
    for ground in LAYERS.into_iter().chain([Layer::Trusted]).filter_map(ground) {
        assert_eq!(said(&python(&ground, text, |_, _| {})), "[]", "{}", ground.sandbox.layer());
    }
}

/// A status of 128 and the number of a signal is that signal, so that a verdict says the same on each layer.
#[test]
fn one_status_has_one_wording_on_every_layer() {
    for ground in LAYERS.into_iter().chain([Layer::Trusted]).filter_map(ground) {
        let layer = ground.sandbox.layer();
        for (status, exit) in [(137, Exit::Signal(9)), (128, Exit::Status(128)), (193, Exit::Status(193))] {
            let run = python(&ground, &format!("import sys; sys.exit({status})"), |_, _| {});
            assert_eq!(run.end, End::Exited(exit), "{layer}");
        }
    }
}

/// A sandbox that cannot start a program is our failure, whatever the program would have done.
#[test]
fn a_sandbox_that_fails_is_not_the_bots_fault() {
    for layer in [Layer::BubblewrapCgroup, Layer::Bubblewrap] {
        let Some(ground) = ground(layer) else { continue };
        let folder = tempfile::tempdir_in(&ground.work).unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let gone = folder.join("gone");
        fs::write(&gone, "").unwrap();
        let mut launch = Launch::new("/bin/sh".into(), ["-c".into(), "exit 1".into()].into(), &folder);
        launch.reads.push(gone.clone());
        let launch = ground.sandbox.confine(launch, Allowance::bot(BOUNDS.memory)).unwrap();
        let run = || batch::run(&launch, b"", &BOUNDS, &AtomicBool::new(false));
        assert_eq!(run().unwrap().unwrap().end, End::Exited(Exit::Status(1)), "{layer}");
        fs::remove_file(&gone).unwrap();
        let why = run().unwrap_err().to_string();
        assert!(why.starts_with("the sandbox does not start the program: bwrap: "), "{layer}: {why}");
    }
}

#[test]
fn a_bot_of_very_many_files_starts() {
    let text = "import os; print(len(os.listdir('.')), open('data-2999').read())";
    for ground in LAYERS.into_iter().filter_map(ground) {
        let run = python(&ground, text, |launch, _| {
            for number in 0..3_000 {
                fs::write(launch.folder.join(format!("data-{number}")), number.to_string()).unwrap();
            }
        });
        assert_eq!(said(&run), "3001 2999", "{}", ground.sandbox.layer());
    }
}

/// A process whose parent has ended counts on, also in a session of its own.
#[test]
fn an_orphan_counts_to_its_program() {
    let text = "import os, time\n\
                end, other = os.pipe()\n\
                if os.fork() == 0:\n\
                \x20   if os.fork() == 0:\n\
                \x20       try: os.setsid()\n\
                \x20       except OSError: pass\n\
                \x20       kept = bytearray(b'x') * (350 << 20)\n\
                \x20       time.sleep(5); os.write(other, b'x')\n\
                \x20   os._exit(0)\n\
                os.wait(); os.close(other); os.read(end, 1); print('lived')\n";
    for ground in LAYERS.into_iter().filter_map(ground) {
        let run = python(&ground, text, |launch, _| launch.freedom = Freedom::Processes);
        assert_eq!(run.end, End::Passed(Excess::Memory), "{}", ground.sandbox.layer());
    }
}
