//! What the system refuses us, and that nothing we started outlives us. One test: both change the state
//! of the whole process.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod seats;

use std::path::Path;
use std::time::Duration;

use croupier_arena::bot::{Bot, Child, Clock, Launch};
use croupier_arena::group;
use croupier_arena::stop::Stop;
use croupier_rules::poker::Rules;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use seats::{BOUNDS, greeting};

fn shell(script: &str, folder: &Path) -> Launch {
    Launch::new(Path::new("/bin/sh").into(), ["-c".into(), script.into()].into(), folder)
}

#[test]
fn our_own_failure_is_no_fault_of_a_bot_and_all_groups_end_with_us() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(&shell("sleep 60 & sleep 60", folder.path()), BOUNDS, &Stop::default()).unwrap();

    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: Some(3), ..limit }).unwrap();
    let clock = Clock::new(1_000, 1_000, 1_000);
    let refused = Bot::start(
        &shell("exit", folder.path()),
        &Rules::default(),
        &greeting(0),
        clock,
        BOUNDS,
        &Stop::default(),
    );
    setrlimit(Resource::Nofile, limit).unwrap();
    let text = refused.unwrap_err().to_string();
    assert!(text.starts_with("a bot cannot be started: Too many open files"), "{text}");

    group::end_all();
    let (id, stat) = (child.id(), format!("/proc/{}/stat", child.id()));
    // From now on nothing can be ended the usual way.
    std::mem::forget(child);
    for _ in 0..1_000 {
        if std::fs::read_to_string(&stat).unwrap().contains(") Z ") {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{id} lives on");
}
