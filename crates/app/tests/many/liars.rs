//! Workers that lie or fail: found, shut out, and what they sent is played again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_arena::house::Houses;
use croupier_arena::run::away::{Order, Parcel, Seated, Station};
use croupier_arena::stop::Stop;
use croupier_arena::store::Archive;
use croupier_queue::Worker;
use croupier_rules::poker::Rules;
use croupier_rules::record::{FaultLine, Record, Totals};
use croupier_rules::verdict::{Fault, Verdict};
use croupier_trial::nats::NatsServer;
use croupier_trial::python3;

use crate::crew::{PATIENCE, Running, access, make, organise, work};
use crate::night::{Night, POKER};

const LOOK: Duration = Duration::from_millis(300);

/// Nobody at the table is a process, and nothing counts that is in no record: beside an exploiter draws do not.
fn houses() -> Night {
    house("\"odds\", \"rock\", \"exploiter\"")
}

/// A table at which draws count.
fn drawing() -> Night {
    house("\"odds\", \"random\", \"rock\"")
}

fn house(names: &str) -> Night {
    let contest = POKER.replace("\"odds\", \"random\"", names);
    Night::new(&contest.replace("deals = 50", "deals = 50\nseatings = \"all\""), &[])
}

/// What a liar does to what it is asked, and to what it answers; what the contest comes to is in the folder `here`.
type Before = fn(&mut Order);
type After = fn(&Night, &mut Vec<Parcel>);

/// Plays whatever comes, after `lie` has had its way with it, until it is shut out.
fn serve(night: &Night, server: &NatsServer, before: Before, after: After) {
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
        after(night, &mut parcels);
        worker.answer(&job, Parcel::pack(&parcels)).unwrap();
    }
}

fn assert_found(night: &Night, before: Before, after: After, said: &str) {
    let Some(server) = NatsServer::start() else { return };
    let here = night.play(&["--data", "here"]);
    assert_eq!(here.code, 0, "{here:?}");
    let organiser = organise(night, &server, &["--data", "away"]);
    serve(night, &server, before, after);
    let mut honest = work(night, &server, "1");
    let away = organiser.done();
    assert_eq!((away.code, away.out.as_str()), (0, here.out.as_str()), "{}", away.err);
    assert!(away.err.contains("liar is shut out") && away.err.contains(said), "{}", away.err);
    assert!(night.records("here", "night") == night.records("away", "night"));
    honest.kill();
}

/// A record that the rules bear out, of a match that somebody else has played.
#[test]
fn a_worker_that_has_another_play_is_found_by_playing_again() {
    assert_found(&houses(), all_random, |_, _| {}, "otherwise");
}

#[test]
fn a_worker_that_alters_a_record_is_found_by_its_hash() {
    let after = |_: &Night, parcels: &mut Vec<Parcel>| {
        let record = &mut parcels[0].record;
        let at = record.len() / 2;
        record[at] ^= 1;
    };
    assert_found(&drawing(), |_| {}, after, "hash");
}

/// What house players have drawn is in no record.
#[test]
fn a_worker_that_lies_about_draws_is_found_by_playing_again() {
    let after = |night: &Night, parcels: &mut Vec<Parcel>| {
        for parcel in parcels {
            let mut result = honest(night, parcel.number);
            let luckless = &mut result["luckless"][0][0];
            *luckless = (luckless.as_f64().unwrap() + 1.0).into();
            parcel.result = Some(result);
        }
    };
    assert_found(&drawing(), |_| {}, after, "otherwise");
}

#[test]
fn a_worker_whose_draws_are_more_than_the_stakes_is_found_at_once() {
    let after = |night: &Night, parcels: &mut Vec<Parcel>| {
        let mut result = honest(night, parcels[0].number);
        result["luckless"][0][0] = 1e6.into();
        parcels[0].result = Some(result);
    };
    assert_found(&drawing(), |_| {}, after, "does not fit its record");
}

#[test]
fn a_worker_whose_result_is_not_its_records_is_found() {
    let after = |night: &Night, parcels: &mut Vec<Parcel>| {
        let mut result = honest(night, parcels[0].number);
        let won = &mut result["blocks"][0][0];
        *won = (won.as_i64().unwrap() + 2).into();
        parcels[0].result = Some(result);
    };
    assert_found(&drawing(), |_| {}, after, "does not fit its record");
}

#[test]
fn a_worker_that_has_house_players_break_rules_is_found() {
    let after = |_: &Night, parcels: &mut Vec<Parcel>| {
        let record = String::from_utf8(parcels[0].record.clone()).unwrap();
        parcels[0].record = with_fault(&record);
    };
    assert_found(&houses(), all_random, after, "breaks a rule");
}

/// Everybody is played by another player.
fn all_random(order: &mut Order) {
    for seated in order.seated.values_mut() {
        *seated = Seated::House("random".into());
    }
}

/// What a match comes to.
fn honest(night: &Night, number: u32) -> serde_json::Value {
    let archive = Archive::open(&night.path("here")).unwrap();
    archive.finished(&archive.run("night").unwrap()).unwrap()[&number].result.clone()
}

/// A record with a fault of the first seat in the last game, which the rules bear out.
fn with_fault(record: &str) -> Vec<u8> {
    let record = record.rsplit_once("{\"blake3\"").unwrap().0;
    let (games, totals) = record.trim_end().rsplit_once('\n').unwrap();
    let mut totals: Totals = serde_json::from_str(totals).unwrap();
    totals.fouls[0] = 1;
    totals.verdicts[0] = Verdict::Illegal;
    let totals = serde_json::to_string(&totals).unwrap();
    let said = |what: &str| what.to_owned();
    let (asked, came, expected) = (said("bet1"), said("9"), said("10 to 300"));
    let fault = Fault { verdict: Verdict::Illegal, asked, came, expected, out: false };
    (0..50)
        .map(|step| {
            let fault = FaultLine { game: 49, step, seat: 0, fault: fault.clone() };
            let fault = serde_json::to_string(&fault).unwrap();
            let body = format!("{games}\n!{fault}\n{totals}\n");
            format!("{body}{{\"blake3\":\"{}\"}}\n", blake3::hash(body.as_bytes()).to_hex()).into_bytes()
        })
        .find(|record| {
            Record::parse(record.clone()).unwrap().replay::<Rules>(&[Rules::default()], &mut |_| {}).is_ok()
        })
        .unwrap()
}

#[test]
fn a_worker_that_sends_another_match_is_found() {
    let after = |_: &Night, parcels: &mut Vec<Parcel>| parcels[0].number += 1;
    assert_found(&houses(), all_random, after, "is due");
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
    assert!(
        away.err.contains("set aside: 6 matches in 6 jobs that nobody could do; the same command tries"),
        "{away:?}"
    );
    let mut honest = work(&night, &server, "1");
    let again = organise(&night, &server, &["--data", "away"]).done();
    assert_eq!((again.code, again.out.as_str()), (0, here.out.as_str()), "{}", again.err);
    honest.kill();
}

/// What it sent before the organiser was killed is forgotten, too.
#[test]
fn a_worker_that_lies_after_a_restart_is_shut_out_and_all_of_its_runs_are_made_again() {
    let Some(_) = python3() else { return };
    let contest = "name = \"Class\"\ngame = \"rullete\"\nseed = 7\ntrust = true\n[[test]]\ngenerate = 20\n";
    let night = Night::with_limits(contest, "");
    night.enter("slow.py", "import sys, time\ntime.sleep(0.2)\nprint(len(sys.stdin.read()))\n");
    let here = night.play(&["--data", "here"]);
    let Some(server) = NatsServer::start() else { return };
    let mut organiser = organise(&night, &server, &["--data", "away"]);
    let words = ["work", "--trust", "--jobs", "1", "--name", "anna", "--queue", &server.address()];
    let mut anna = Running::new(&mut night.command(&words));
    let begun = Instant::now();
    while night.records("away", "night").len() < 3 {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(20));
    }
    organiser.kill();
    anna.kill();
    let organiser = organise(&night, &server, &["--data", "away"]);
    let liar = Worker::join(&access(&server), &make(), "anna", 1).unwrap();
    while !liar.notices().iter().any(|notice| notice.shut_out == ["anna"]) {
        assert!(begun.elapsed() < PATIENCE, "nobody has found it");
        if let Ok(Some(job)) = liar.take(LOOK) {
            liar.answer(&job, b"no parcel".to_vec()).unwrap();
        }
    }
    let _honest = work(&night, &server, "1");
    let away = organiser.done();
    assert_eq!((away.code, away.out.as_str()), (0, here.out.as_str()), "{}", away.err);
    assert!(night.records("here", "night") == night.records("away", "night"));
}
