//! Workers that lie or fail: found, shut out, and what they sent is played again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_arena::house::Houses;
use croupier_arena::run::away::{Order, Parcel, Seated, Station};
use croupier_arena::stop::Stop;
use croupier_queue::Worker;
use croupier_trial::nats::NatsServer;

use crate::crew::{PATIENCE, access, make, organise, work};
use crate::night::{Night, POKER};

const LOOK: Duration = Duration::from_millis(300);

/// Nobody at the table is a process.
fn houses() -> Night {
    Night::new(
        &POKER
            .replace("\"random\"]", "\"random\", \"rock\"]\n")
            .replace("deals = 50", "deals = 50\nseatings = \"all\""),
        &[],
    )
}

/// Plays whatever comes, after `lie` has had its way with it, until it is shut out.
fn serve(night: &Night, server: &NatsServer, before: fn(&mut Order), after: fn(&mut Vec<Parcel>)) {
    let stop = Stop::default();
    let station = Station::open(&night.path("liar"), true, Houses::OWN, &stop).unwrap();
    let worker = Worker::join(&access(server), &make(), "liar", 1).unwrap();
    let begun = Instant::now();
    while !worker.notices().iter().any(|notice| notice.shut_out == ["liar"]) {
        assert!(begun.elapsed() < PATIENCE, "nobody has found it");
        let Ok(Some(job)) = worker.take(LOOK) else { continue };
        let mut task: serde_json::Value = serde_json::from_slice(&job.body).unwrap();
        let mut order: Order = serde_json::from_value(task["matches"].take()).unwrap();
        before(&mut order);
        let mut parcels = station.play(&order, &|_| unreachable!("no bot is a file")).unwrap();
        after(&mut parcels);
        worker.answer(&job, Parcel::pack(&parcels)).unwrap();
    }
}

fn assert_found(before: fn(&mut Order), after: fn(&mut Vec<Parcel>), said: &str) {
    let night = houses();
    let Some(server) = NatsServer::start() else { return };
    let here = night.play(&["--data", "here"]);
    assert_eq!(here.code, 0, "{here:?}");
    let organiser = organise(&night, &server, &["--data", "away"]);
    serve(&night, &server, before, after);
    let mut honest = work(&night, &server, "1");
    let away = organiser.done();
    assert_eq!((away.code, away.out.as_str()), (0, here.out.as_str()), "{}", away.err);
    assert!(away.err.contains("liar is shut out") && away.err.contains(said), "{}", away.err);
    assert!(night.records("here", "night") == night.records("away", "night"));
    honest.kill();
}

/// A record that the rules bear out, of a match that somebody else has played.
#[test]
fn a_worker_that_has_another_play_is_found_by_playing_again() {
    let before = |order: &mut Order| {
        for seated in order.seated.values_mut() {
            *seated = Seated::House("random".into());
        }
    };
    assert_found(before, |_| {}, "otherwise");
}

#[test]
fn a_worker_that_alters_a_record_is_found_by_its_hash() {
    let after = |parcels: &mut Vec<Parcel>| {
        let record = &mut parcels[0].record;
        let at = record.len() / 2;
        record[at] ^= 1;
    };
    assert_found(|_| {}, after, "match");
}

#[test]
fn a_worker_that_sends_another_match_is_found() {
    let after = |parcels: &mut Vec<Parcel>| parcels[0].number += 1;
    assert_found(|_| {}, after, "is due");
}

#[test]
fn a_job_that_nobody_can_do_is_set_aside_and_tried_by_the_same_command() {
    let night = houses();
    let Some(server) = NatsServer::start() else { return };
    let here = night.play(&["--data", "here"]);
    let organiser = organise(&night, &server, &["--data", "away"]);
    let over = AtomicBool::new(false);
    let away = thread::scope(|scope| {
        scope.spawn(|| {
            let worker = Worker::join(&access(&server), &make(), "broken", 1).unwrap();
            while !over.load(Ordering::Relaxed) {
                if let Ok(Some(job)) = worker.take(LOOK) {
                    worker.fail(&job, "the disk is full").unwrap();
                }
            }
        });
        let away = organiser.done();
        over.store(true, Ordering::Relaxed);
        away
    });
    assert_eq!(away.code, 1, "{away:?}");
    assert!(
        away.err.contains("set aside after 5 tries") && away.err.contains("the disk is full"),
        "{away:?}"
    );
    let mut honest = work(&night, &server, "1");
    let again = organise(&night, &server, &["--data", "away"]).done();
    assert_eq!((again.code, again.out.as_str()), (0, here.out.as_str()), "{}", again.err);
    honest.kill();
}
