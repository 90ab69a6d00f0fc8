//! Addresses that are none, servers that are none, workers that do not fit.

use std::time::Duration;

use croupier_queue::{Make, Organiser};
use croupier_trial::nats::NatsServer;

use crate::crew::{access, make, work};
use crate::night::{Night, POKER};

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
fn a_worker_waits_for_its_organiser_and_stops_when_nothing_comes() {
    let night = houses();
    let Some(server) = NatsServer::start() else { return };
    let done = night.croupier(&["work", "--trust", "--idle", "2", "--queue", &server.address()]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.err.contains("nobody has opened a queue") && done.err.contains("waiting"), "{done:?}");
}
