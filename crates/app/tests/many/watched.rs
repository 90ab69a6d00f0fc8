//! What the page says of the machines that play.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_queue::Worker;
use croupier_trial::nats::NatsServer;
use croupier_trial::python3;

use crate::crew::{PATIENCE, Running, SLOW, access, make, organise};
use crate::night::{Night, POKER};
use crate::server::Server;

/// Waits until the page says all of these.
fn wait_for(server: &Server, path: &str, said: &[&str]) -> String {
    let begun = Instant::now();
    loop {
        let answer = server.get(path);
        if answer.status == 200 && said.iter().all(|said| answer.body.contains(said)) {
            return answer.body;
        }
        assert!(begun.elapsed() < PATIENCE, "{said:?} is not said: {answer:?}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn jobs_workers_and_failures_are_shown() {
    let Some(_) = python3() else { return };
    let contest = POKER.replace("deals = 50", "deals = 50\nseatings = \"all\"\nrounds = 3");
    let night = Night::new(&contest, &[("slow.py", SLOW)]);
    let Some(queue) = NatsServer::start() else { return };
    let organiser = organise(&night, &queue, &["--data", "away"]);
    let begun = Instant::now();
    while !night.path("away/croupier.db").exists() {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(50));
    }
    let site = Server::start(&night, &["--data", "away"]);
    wait_for(&site, "/run/night/queue", &["No worker has come yet", "waiting or in play"]);
    wait_for(&site, "/run/night", &["/run/night/queue"]);
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let broken = Worker::join(&access(&queue), &make(), "broken", 1).unwrap();
            let job = loop {
                if let Ok(Some(job)) = broken.take(Duration::from_millis(300)) {
                    break job;
                }
                assert!(begun.elapsed() < PATIENCE, "no job comes");
            };
            broken.fail(&job, "no <b>compiler</b> here").unwrap();
            // It stays for a while, so that it is seen.
            while !over.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(50));
            }
        });
        let failed = wait_for(&site, "/run/night/queue", &["What went wrong", "tried again"]);
        assert!(failed.contains("no &#60;b&#62;compiler&#60;/b&#62; here"), "{failed}");
        let named = ["work", "--trust", "--jobs", "2", "--name", "anna", "--queue", &queue.address()];
        let _anna = Running::new(&mut night.command(&named));
        let both = ["<th scope=\"row\">anna</th>", "<th scope=\"row\">broken</th>", "working", "of 2"];
        wait_for(&site, "/run/night/queue", &both);
        over.store(true, Ordering::Relaxed);
        let done = organiser.done();
        assert_eq!(done.code, 0, "{done:?}");
    });
    let end = wait_for(&site, "/run/night/queue", &["<span>0 jobs waiting or in play</span>", "anna"]);
    let words: Vec<&str> = end.split(['<', '>']).collect();
    let stored =
        words.iter().find_map(|word| word.strip_suffix(" stored")).unwrap_or_else(|| panic!("{end}"));
    let anna = words.iter().position(|word| *word == "anna").unwrap();
    assert!(words[anna..].contains(&"done") && !words.contains(&"working"), "{end}");
    assert!(words[anna..].contains(&stored), "each job that is stored was hers: {end}");
    assert!(!end.contains("http-equiv=\"refresh\""), "a run that is over does not change: {end}");
    let here = night.play(&["--data", "here"]);
    assert_eq!(here.code, 0, "{here:?}");
    let none = Server::start(&night, &["--data", "here"]).get("/run/night/queue");
    assert_eq!(none.status, 404, "{none:?}");
    assert!(none.sentence().contains("is not played on other machines"), "{none:?}");
}
