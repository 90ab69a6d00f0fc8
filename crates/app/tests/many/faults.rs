//! Whoever is killed: the contest ends, nothing is lost, nothing counted twice, the bytes are the same.

use std::thread;
use std::time::{Duration, Instant};

use croupier_trial::nats::NatsServer;
use croupier_trial::{is_long, python3};

use crate::crew::{PATIENCE, Running, SLOW, organise, work};
use crate::night::{Night, POKER};

/// The next number of a plain sequence (Knuth's MMIX), for who is killed and when.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn workers_server_and_organiser_are_killed_and_the_bytes_are_the_same() {
    let Some(_) = python3() else { return };
    let (workers, servers, organisers, rounds) = if is_long() { (50, 5, 5, 60) } else { (3, 1, 1, 3) };
    let contest = POKER.replace("deals = 50", &format!("deals = 10\nseatings = \"all\"\nrounds = {rounds}"));
    let night = Night::new(&contest, &[("slow.py", SLOW), ("also.py", SLOW)]);
    let here = night.play(&["--data", "here"]);
    assert_eq!(here.code, 0, "{here:?}");

    let Some(mut server) = NatsServer::start() else { return };
    let mut state = u64::from(std::process::id());
    println!("seed {state}");
    let mut hands = [work(&night, &server, "1"), work(&night, &server, "1")];
    let mut organiser = organise(&night, &server, &["--data", "away"]);
    // Who is killed: 0 a worker, 1 the server, 2 the organiser.
    let mut victims = vec![0; workers];
    victims.extend(vec![1; servers]);
    victims.extend(vec![2; organisers]);
    for place in (1..victims.len()).rev() {
        victims.swap(place, usize::try_from(next(&mut state)).unwrap() % (place + 1));
    }
    let mut killed = [0; 3];
    for victim in victims {
        thread::sleep(Duration::from_millis(700 + next(&mut state) % 900));
        if organiser.has_ended() {
            break;
        }
        killed[victim] += 1;
        match victim {
            0 => {
                let hand = usize::try_from(next(&mut state)).unwrap() % 2;
                hands[hand].kill();
                hands[hand] = work(&night, &server, "1");
            }
            1 => {
                server.kill();
                thread::sleep(Duration::from_millis(300));
                server.go_on();
            }
            _ => {
                organiser.kill();
                organiser = organise(&night, &server, &["--data", "away"]);
            }
        }
    }
    println!("killed: {} workers, {} servers, {} organisers", killed[0], killed[1], killed[2]);
    assert_eq!(killed, [workers, servers, organisers], "the contest was over too soon");
    let away = organiser.done_while(|| night.records("away", "night").len());
    assert_eq!(away.code, 0, "{away:?}");
    assert_eq!(away.out, here.out);
    assert!(night.records("here", "night") == night.records("away", "night"));
}

#[test]
fn a_server_that_has_lost_everything_is_given_the_plan_again() {
    let Some(_) = python3() else { return };
    let contest = POKER.replace("deals = 50", "deals = 10\nseatings = \"all\"");
    let night = Night::new(&contest, &[("slow.py", SLOW)]);
    let here = night.play(&["--data", "here"]);
    let Some(mut server) = NatsServer::start() else { return };
    let _worker = work(&night, &server, "2");
    let organiser = organise(&night, &server, &["--data", "away"]);
    let begun = Instant::now();
    while night.records("away", "night").len() < 2 {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(50));
    }
    server.lose_everything();
    server.go_on();
    let away = organiser.done();
    assert_eq!((away.code, away.out.as_str()), (0, here.out.as_str()), "{}", away.err);
    assert!(night.records("here", "night") == night.records("away", "night"));
}

#[test]
fn ctrl_c_at_either_end_loses_nothing() {
    let Some(_) = python3() else { return };
    let contest = POKER.replace("deals = 50", "deals = 10\nseatings = \"all\"");
    let night = Night::new(&contest, &[("slow.py", SLOW)]);
    let here = night.play(&["--data", "here"]);
    let Some(server) = NatsServer::start() else { return };
    let first = work(&night, &server, "1");
    let organiser = organise(&night, &server, &["--data", "away"]);
    let begun = Instant::now();
    while night.records("away", "night").is_empty() {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(50));
    }
    first.signal("INT");
    let stopped = first.done();
    assert_eq!(stopped.code, 130, "{stopped:?}");
    organiser.signal("INT");
    let stopped = organiser.done();
    assert_eq!(stopped.code, 130, "{stopped:?}");
    assert!(stopped.err.contains("the same command goes on"), "{stopped:?}");
    let _second = work(&night, &server, "2");
    let away = organise(&night, &server, &["--data", "away"]).done();
    assert_eq!((away.code, away.out.as_str()), (0, here.out.as_str()), "{}", away.err);
}

#[test]
fn a_worker_whose_disk_is_full_stops_and_others_play() {
    let night = Night::new(&POKER.replace("\"random\"]", "\"random\", \"rock\"]"), &[]);
    let here = night.play(&["--data", "here"]);
    let Some(queue) = NatsServer::start() else { return };
    let organiser = organise(&night, &queue, &["--data", "away"]);
    // No file may grow beyond a block.
    let line = r#"ulimit -f 1; trap '' XFSZ; exec "$0" work --trust --jobs 1 --queue "$1""#;
    let mut full = std::process::Command::new("sh");
    full.args(["-c", line, env!("CARGO_BIN_EXE_croupier"), &queue.address()]);
    full.env("TMPDIR", night.path("temporary"));
    let stopped = Running::new(&mut full).done();
    assert_eq!(stopped.code, 3, "{stopped:?}");
    assert!(stopped.err.contains("File too large"), "{stopped:?}");
    let _other = work(&night, &queue, "1");
    let away = organiser.done();
    assert_eq!((away.code, away.out.as_str()), (0, here.out.as_str()), "{}", away.err);
}
