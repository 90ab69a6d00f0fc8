//! A run that goes on, followed by spectators.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::client::Events;
use crate::night::{Night, POKER};
use crate::played::poker;
use crate::server::Server;

fn signal(process: &Child, signal: &str) {
    let sent = Command::new("kill").args([format!("-{signal}"), process.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Spectators of a run that nobody plays yet hear of each match, and that it is over.
#[test]
fn spectators_follow_a_run_to_its_end() {
    let contest = POKER
        .replace("[\"odds\", \"random\"]", "[\"odds\", \"random\", \"rock\", \"maniac\"]")
        .replace("deals = 50", "deals = 4000\nrounds = 10");
    let night = Night::new(&contest, &[]);
    let mut playing = night.command(&["run", "night", "--json", "--jobs", "1"]);
    let mut playing = playing.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let server = Server::start(&night, &[]);
    let begun = Instant::now();
    while server.get("/run/night").status != 200 {
        assert!(begun.elapsed() < Duration::from_mins(1), "the run begins");
        thread::sleep(Duration::from_millis(20));
    }
    // It stands still until all have heard how far it is.
    signal(&playing, "STOP");
    // A thousand places are there; the long run takes half of them.
    let many = if croupier_trial::is_long() { 500 } else { 50 };
    let spectators = (0..many).map(|_| Events::open(server.address, "/run/night/events"));
    let mut spectators: Vec<Events> = spectators.collect();
    for spectator in &mut spectators {
        let news = spectator.next();
        assert_eq!(news["over"], false, "{news}");
    }
    signal(&playing, "CONT");
    let watching = spectators.into_iter().map(|mut events| {
        thread::spawn(move || {
            loop {
                let news = events.next();
                if news["over"] == true {
                    return news;
                }
            }
        })
    });
    let watching: Vec<_> = watching.collect();
    for spectator in watching {
        let news = spectator.join().unwrap();
        assert_eq!(news["said"], "The run is finished: 40 matches.");
        assert!(news["html"].as_str().unwrap().contains("house:maniac"));
    }
    assert!(playing.wait().unwrap().success());
}

#[test]
fn a_server_that_was_killed_starts_again_at_the_same_address_with_all_that_there_was() {
    let night = poker();
    let server = Server::start(&night, &[]);
    let (address, before) = (server.address, server.page("/run/night"));
    let match_before = server.page("/match/night/3?deal=9");
    assert_eq!(server.signal("KILL"), None);
    let server = Server::start_at(&night, &address.to_string(), &[]);
    assert_eq!(server.page("/run/night"), before);
    assert_eq!(server.page("/match/night/3?deal=9"), match_before);
}

#[test]
fn a_stream_of_a_run_that_is_not_there_is_refused() {
    let night = poker();
    let server = Server::start(&night, &[]);
    assert_eq!(server.get("/run/nobody/events").status, 404);
    let mut events = Events::open(server.address, "/run/night/events");
    assert_eq!(events.next()["over"], true, "a finished run says so at once");
}
