//! Addresses that are none, servers that are none, workers that do not fit.

use std::thread;
use std::time::Duration;

use croupier_queue::{Make, Organiser};
use croupier_trial::nats::NatsServer;
use croupier_trial::python3;

use crate::crew::{Running, access, make, organise, work};
use crate::night::{LADDER, Night, POKER};

fn houses() -> Night {
    Night::new(&POKER.replace("\"random\"]", "\"random\", \"rock\"]"), &[])
}

#[test]
fn what_is_no_queue_is_refused_with_what_to_do() {
    let night = houses();
    for (address, code, said) in [
        ("127.0.0.1:4222", 2, "no address of a queue"),
        ("nats://queue.example:4222", 2, "without credentials and TLS"),
        ("nats://127.0.0.1:1", 3, "no NATS server answers"),
    ] {
        for words in [vec!["run", "night", "--queue", address], vec!["work", "--trust", "--queue", address]] {
            let done = night.croupier(&words);
            assert_eq!(done.code, code, "{done:?}");
            assert!(done.err.contains(said), "{done:?}");
        }
    }
    let none = night.croupier(&["work", "--trust"]);
    assert_eq!(none.code, 2, "{none:?}");
    let Some(plain) = NatsServer::start_with(&[]) else { return };
    let done = night.croupier(&["run", "night", "--queue", &plain.address()]);
    assert_eq!(done.code, 3, "{done:?}");
    assert!(done.err.contains("without JetStream") && done.err.contains("--jetstream"), "{done:?}");
}

#[test]
fn a_worker_of_other_rules_stops_and_says_so() {
    let night = houses();
    let Some(server) = NatsServer::start() else { return };
    let other = Make::new("poker rules 99".into(), "other".into());
    let _organiser =
        Organiser::open(&access(&server), &other, "run1", "night", Duration::from_secs(2)).unwrap();
    let done = work(&night, &server, "1").done();
    assert_eq!(done.code, 3, "{done:?}");
    assert!(done.err.contains("poker rules 99") && done.err.contains(make().text()), "{done:?}");
}

#[test]
fn a_worker_that_lacks_an_interpreter_stops_and_another_plays() {
    let Some(_) = python3() else { return };
    let night = Night::new(POKER, &[("ladder.py", LADDER), ("second.py", LADDER)]);
    let here = night.play(&["--data", "here"]);
    let Some(server) = NatsServer::start() else { return };
    let organiser = organise(&night, &server, &["--data", "away"]);
    let mut words = night.command(&["work", "--trust", "--jobs", "1", "--queue", &server.address()]);
    let lacking = Running::new(words.env("PATH", night.path("nothing"))).done();
    assert_eq!(lacking.code, 3, "{lacking:?}");
    assert!(
        lacking.err.contains("3 jobs were for bots that cannot be seated on this machine"),
        "{lacking:?}"
    );
    assert!(
        lacking.err.contains("python3 is missing") && lacking.err.contains("croupier doctor"),
        "{lacking:?}"
    );
    let _other = work(&night, &server, "1");
    let away = organiser.done();
    assert_eq!((away.code, away.out.as_str()), (0, here.out.as_str()), "{}", away.err);
}

#[test]
fn a_worker_waits_for_its_organiser_and_stops_when_nothing_comes() {
    let night = houses();
    let Some(server) = NatsServer::start() else { return };
    let done = night.croupier(&["work", "--trust", "--idle", "2", "--queue", &server.address()]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.err.contains("nobody has opened a queue") && done.err.contains("waiting"), "{done:?}");
}

#[test]
fn an_organiser_that_is_to_be_quiet_is() {
    let night = houses();
    night.enter("broken.py", "class Player(:\n");
    let Some(server) = NatsServer::start() else { return };
    let organiser = organise(&night, &server, &["--quiet"]);
    // After five seconds without a worker it would say so.
    thread::sleep(Duration::from_secs(6));
    let mut worker = work(&night, &server, "1");
    let done = organiser.done();
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{done:?}");
    assert!(done.row("broken")["verdict"] != "ok", "{done:?}");
    worker.kill();
}
