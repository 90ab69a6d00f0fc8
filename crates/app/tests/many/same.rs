//! The same standings and the same records, byte for byte, on a queue as on threads.

use croupier_trial::nats::NatsServer;
use croupier_trial::{compilers, python3, wasm_compilers};

use crate::crew::{organise, work};
use crate::night::{BLACKJACK, FLAT, LADDER, LINES, Night, POKER};

/// Plays on threads and on a queue, each in a data folder of its own.
pub(crate) fn assert_same(night: &Night) {
    let Some(server) = NatsServer::start() else { return };
    let here = night.play(&["--data", "here"]);
    assert_eq!(here.code, 0, "{here:?}");
    let mut worker = work(night, &server, "2");
    let away = organise(night, &server, &["--data", "away"]).done();
    assert_eq!(away.code, 0, "{away:?}");
    assert_eq!(away.out, here.out);
    assert!(night.records("here", "night") == night.records("away", "night"));
    worker.kill();
    // It is finished: nobody is needed to print it again.
    let again = organise(night, &server, &["--data", "away"]).done();
    assert!(
        again.err.contains("is finished already, and no worker was asked; --fresh plays it anew"),
        "{again:?}"
    );
    assert_eq!((again.code, again.out), (0, here.out));
}

#[test]
fn a_poker_contest_in_rounds_is_the_same() {
    let Some(_) = python3() else { return };
    let rounds = POKER.replace("deals = 50", "deals = 50\nrounds = 3\nstop = \"decided\"");
    assert_same(&Night::new(&rounds, &[("ladder.py", LADDER)]));
}

#[test]
fn a_blackjack_contest_in_webassembly_and_python_is_the_same() {
    let (Some(()), Some(()), Some(_)) = (compilers(), wasm_compilers(), python3()) else { return };
    assert_same(&Night::new(BLACKJACK, &[("flat.cpp", FLAT), ("lines.py", LINES)]));
}

#[test]
fn a_contest_of_programs_is_the_same() {
    let Some(_) = python3() else { return };
    let contest = "name = \"Class\"\ngame = \"rullete\"\nseed = 7\ntrust = true\n\
                   [[test]]\ngenerate = 5\npoints = 2\n";
    let night = Night::with_limits(contest, "");
    night.enter("one.py", "import sys\nprint(len(sys.stdin.read()))\n");
    night.enter("crash.py", "import sys\nsys.stderr.write('no idea\\n')\nsys.exit(3)\n");
    assert_same(&night);
}
