//! The queue with a real server, which each test starts for itself.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;
use std::time::{Duration, Instant};

use croupier_queue::{Access, Job, Make, Organiser, Outcome, QueueError, TRIES, Worker};
use croupier_trial::nats::NatsServer;

const LEASE: Duration = Duration::from_secs(2);
const SOON: Duration = Duration::from_secs(10);
const NOW: Duration = Duration::from_millis(300);

fn make() -> Make {
    Make::new("rules 1, engine 2".into(), "make1".into())
}

fn access(server: &NatsServer) -> Access {
    Access::plain(server.address().parse().unwrap())
}

fn organiser(server: &NatsServer) -> Organiser {
    Organiser::open(&access(server), &make(), "run1", "night", LEASE).unwrap()
}

fn worker(server: &NatsServer, name: &str) -> Worker {
    Worker::join(&access(server), &make(), name, 1).unwrap()
}

fn jobs(keys: &[&str]) -> Vec<(String, Vec<u8>)> {
    keys.iter().map(|key| ((*key).to_owned(), key.as_bytes().to_vec())).collect()
}

/// Takes a job, however long the server needs to be there again.
fn taken(worker: &Worker) -> Job {
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < 2 * SOON, "no job comes");
        if let Ok(Some(job)) = worker.take(NOW) {
            return job;
        }
    }
}

/// The next answer, however long the server needs to be there again.
fn answer(organiser: &mut Organiser) -> croupier_queue::Answer {
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < 2 * SOON, "no answer comes");
        if let Ok(Some(answer)) = organiser.answer(NOW) {
            return answer;
        }
    }
}

#[test]
fn jobs_go_out_and_answers_come_back() {
    let Some(server) = NatsServer::start() else { return };
    let mut organiser = organiser(&server);
    let worker = worker(&server, "anna");
    organiser.put(jobs(&["a", "b"])).unwrap();
    organiser.put(jobs(&["b"])).unwrap();
    assert_eq!(organiser.keys().unwrap(), ["a".to_owned(), "b".to_owned()].into());
    for key in ["a", "b"] {
        let job = taken(&worker);
        assert_eq!((job.run.as_str(), job.key.as_str(), job.taken), ("run1", key, 1));
        assert_eq!(job.body, key.as_bytes());
        worker.answer(&job, format!("{key} is done").into_bytes()).unwrap();
    }
    assert!(worker.take(NOW).unwrap().is_none());
    // Until they are stored, the answers are among the keys.
    assert_eq!(organiser.keys().unwrap().len(), 2);
    for key in ["a", "b"] {
        let answer = answer(&mut organiser);
        assert_eq!((answer.key.as_str(), answer.worker.as_str()), (key, "anna"));
        assert_eq!(
            (answer.outcome, answer.body.as_slice()),
            (Outcome::Done, format!("{key} is done").as_bytes())
        );
        organiser.done(&answer).unwrap();
    }
    assert!(organiser.keys().unwrap().is_empty());
    let staff = organiser.staff();
    assert_eq!(staff[0].0.name, "anna");
    organiser.close().unwrap();
}

#[test]
fn what_is_too_long_for_a_message_is_an_object() {
    let Some(server) = NatsServer::start() else { return };
    let mut organiser = organiser(&server);
    let worker = worker(&server, "anna");
    let long: Vec<u8> = (0..3_000_000_u32).map(|byte| byte.to_le_bytes()[1]).collect();
    organiser.put(vec![("a".into(), long.clone())]).unwrap();
    organiser.store("bot/1", || long.clone()).unwrap();
    organiser.store("bot/1", || unreachable!("it is there")).unwrap();
    let job = taken(&worker);
    assert!(job.body == long);
    assert!(worker.fetch("bot/1").unwrap().is_some_and(|bytes| bytes == long));
    assert!(worker.fetch("bot/2").unwrap().is_none());
    worker.answer(&job, long.clone()).unwrap();
    let answer = answer(&mut organiser);
    assert!(answer.body == long);
    organiser.done(&answer).unwrap();
    assert!(organiser.keys().unwrap().is_empty());
}

#[test]
fn a_job_is_kept_by_signs_of_life_and_lost_by_silence() {
    let Some(server) = NatsServer::start() else { return };
    let mut organiser = organiser(&server);
    let (anna, bert) = (worker(&server, "anna"), worker(&server, "bert"));
    organiser.put(jobs(&["a"])).unwrap();
    let job = taken(&anna);
    let begun = Instant::now();
    while begun.elapsed() < 3 * LEASE {
        assert!(bert.take(NOW).unwrap().is_none(), "the job is held");
    }
    // Dropped without a word, as by a worker that is killed.
    drop(job);
    let job = taken(&bert);
    assert_eq!((job.key.as_str(), job.taken), ("a", 2));
    // Given back, it comes at once, and that counts as no try.
    bert.give_back(&job).unwrap();
    drop(job);
    let begun = Instant::now();
    let job = taken(&anna);
    assert_eq!(job.taken, 1);
    assert!(begun.elapsed() < LEASE);
    anna.answer(&job, Vec::new()).unwrap();
    assert_eq!(answer(&mut organiser).taken, 1);
}

#[test]
fn a_job_that_is_given_back_or_refused_again_and_again_is_done_by_whoever_can() {
    let Some(server) = NatsServer::start() else { return };
    let mut organiser = organiser(&server);
    let (anna, bert) = (worker(&server, "anna"), worker(&server, "bert"));
    let long = vec![7; 3_000_000];
    organiser.put(vec![("a".into(), long.clone())]).unwrap();
    for _ in 0..=TRIES {
        let job = taken(&anna);
        anna.give_back(&job).unwrap();
        let job = taken(&anna);
        anna.refuse(&job, "no python3").unwrap();
        let refused = answer(&mut organiser);
        assert_eq!((refused.outcome, refused.body.as_slice()), (Outcome::Failed, &b"no python3"[..]));
        organiser.done(&refused).unwrap();
    }
    let job = taken(&bert);
    assert!(job.body == long, "it is the same job");
    bert.answer(&job, b"done".to_vec()).unwrap();
    let done = answer(&mut organiser);
    assert_eq!((done.outcome, done.worker.as_str()), (Outcome::Done, "bert"));
    organiser.done(&done).unwrap();
    assert!(organiser.keys().unwrap().is_empty());
}

#[test]
fn a_job_is_kept_though_another_organiser_shortens_the_lease() {
    let Some(server) = NatsServer::start() else { return };
    let long = Duration::from_mins(1);
    let mut patient = Organiser::open(&access(&server), &make(), "run1", "night", long).unwrap();
    let (anna, bert) = (worker(&server, "anna"), worker(&server, "bert"));
    patient.put(jobs(&["a"])).unwrap();
    let job = taken(&anna);
    let hasty = Duration::from_millis(1);
    let _hasty = Organiser::open(&access(&server), &make(), "run2", "other", hasty).unwrap();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(5) {
        assert!(bert.take(NOW).unwrap().is_none(), "the job is held");
    }
    anna.answer(&job, Vec::new()).unwrap();
    assert_eq!(answer(&mut patient).taken, 1);
}

#[test]
fn a_server_of_small_messages_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("server.conf");
    std::fs::write(&settings, "max_payload: 8192\n").unwrap();
    let arguments = ["--jetstream", "-c", &settings.display().to_string()];
    let Some(server) = NatsServer::start_with(&arguments) else { return };
    let refused = Organiser::open(&access(&server), &make(), "run1", "night", LEASE).unwrap_err();
    assert!(matches!(refused, QueueError::Small { found: 8192, expected: 262_144, .. }), "{refused}");
    assert!(!refused.is_passing());
    let refused = Worker::join(&access(&server), &make(), "anna", 1).unwrap_err();
    assert!(refused.to_string().contains("8192 bytes at most (max_payload)"), "{refused}");
}

#[test]
fn a_job_that_fails_five_times_is_set_aside_with_its_reason() {
    let Some(server) = NatsServer::start() else { return };
    let mut organiser = organiser(&server);
    let worker = worker(&server, "anna");
    organiser.put(jobs(&["a"])).unwrap();
    for time in 1..=TRIES {
        let job = taken(&worker);
        assert_eq!(job.taken, time);
        worker.fail(&job, "no compiler").unwrap();
        let answer = answer(&mut organiser);
        let expected = if time < TRIES { Outcome::Failed } else { Outcome::Aside };
        assert_eq!((answer.outcome, answer.body.as_slice()), (expected, &b"no compiler"[..]));
        organiser.done(&answer).unwrap();
    }
    assert!(worker.take(NOW).unwrap().is_none());
    assert!(organiser.keys().unwrap().is_empty());
}

#[test]
fn a_job_whose_takers_all_fall_silent_is_set_aside() {
    let Some(server) = NatsServer::start() else { return };
    let mut organiser = organiser(&server);
    let worker = worker(&server, "anna");
    organiser.put(jobs(&["a"])).unwrap();
    for _ in 0..TRIES {
        drop(taken(&worker));
    }
    let begun = Instant::now();
    while organiser.keys().unwrap().contains("a") && begun.elapsed() < 2 * SOON {
        assert!(worker.take(NOW).unwrap().is_none());
        if let Some(answer) = organiser.answer(Duration::from_millis(50)).unwrap() {
            assert_eq!(answer.outcome, Outcome::Aside);
            let why = String::from_utf8(answer.body.clone()).unwrap();
            assert_eq!(why, "it was taken 5 times, and nobody came back with it");
            organiser.done(&answer).unwrap();
            return;
        }
    }
    panic!("nobody set it aside");
}

#[test]
fn nothing_is_lost_when_the_server_is_killed() {
    let Some(mut server) = NatsServer::start() else { return };
    let mut organiser = organiser(&server);
    let worker = worker(&server, "anna");
    organiser.put(jobs(&["a", "b"])).unwrap();
    let job = taken(&worker);
    worker.answer(&job, b"1".to_vec()).unwrap();
    drop(job);
    server.kill();
    assert!(matches!(organiser.keys(), Err(error) if error.is_passing()));
    server.go_on();
    // What a server had not written down yet comes again: then it is answered again.
    let job = loop {
        let job = taken(&worker);
        if job.key == "b" {
            break job;
        }
        let _again = worker.answer(&job, b"1".to_vec());
    };
    let first = answer(&mut organiser);
    assert_eq!((first.key.as_str(), first.body.as_slice()), ("a", &b"1"[..]));
    organiser.done(&first).unwrap();
    let begun = Instant::now();
    while worker.answer(&job, b"2".to_vec()).is_err() {
        assert!(begun.elapsed() < SOON);
    }
    loop {
        let answer = answer(&mut organiser);
        organiser.done(&answer).unwrap();
        if answer.key == "b" {
            break;
        }
        assert_eq!((answer.key.as_str(), answer.body.as_slice()), ("a", &b"1"[..]));
    }
}

#[test]
fn a_lost_queue_is_seen_and_made_again() {
    let Some(mut server) = NatsServer::start() else { return };
    let mut organiser = organiser(&server);
    let worker = worker(&server, "anna");
    organiser.put(jobs(&["a"])).unwrap();
    assert_eq!(taken(&worker).key, "a");
    server.lose_everything();
    server.go_on();
    let begun = Instant::now();
    let keys = loop {
        match organiser.keys() {
            Ok(keys) => break keys,
            Err(error) => assert!(error.is_passing() && begun.elapsed() < SOON, "{error}"),
        }
    };
    assert!(keys.is_empty());
    organiser.put(jobs(&["a"])).unwrap();
    let job = taken(&worker);
    assert_eq!((job.key.as_str(), job.taken), ("a", 1));
}

#[test]
fn an_organiser_that_comes_back_has_the_answers_at_once() {
    let Some(server) = NatsServer::start() else { return };
    let mut first = organiser(&server);
    let worker = worker(&server, "anna");
    first.put(jobs(&["a"])).unwrap();
    worker.answer(&taken(&worker), b"1".to_vec()).unwrap();
    // It is killed with the answer in its hand.
    let answer_in_hand = answer(&mut first);
    drop((answer_in_hand, first));
    let mut second = organiser(&server);
    assert_eq!(second.keys().unwrap(), ["a".to_owned()].into());
    assert_eq!(answer(&mut second).key, "a");
}

#[test]
fn a_worker_of_another_make_gets_nothing_and_is_seen() {
    let Some(server) = NatsServer::start() else { return };
    let mut organiser = organiser(&server);
    organiser.put(jobs(&["a"])).unwrap();
    let other = Make::new("rules 2, engine 2".into(), "make2".into());
    let stranger = Worker::join(&access(&server), &other, "old", 1).unwrap();
    assert!(matches!(stranger.take(NOW), Err(QueueError::NotOpened { .. })));
    let begun = Instant::now();
    while stranger.notices().is_empty() || organiser.staff().is_empty() {
        assert!(begun.elapsed() < SOON);
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(stranger.notices()[0].make, "rules 1, engine 2");
    assert_eq!(organiser.staff()[0].0.make, "rules 2, engine 2");
    organiser.shut_out("old");
    while stranger.notices()[0].shut_out != ["old"] {
        assert!(begun.elapsed() < SOON);
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_worker_may_come_before_the_organiser() {
    let Some(server) = NatsServer::start() else { return };
    let worker = worker(&server, "anna");
    assert!(matches!(worker.take(NOW), Err(QueueError::NotOpened { .. })));
    organiser(&server).put(jobs(&["a"])).unwrap();
    assert_eq!(taken(&worker).key, "a");
}

#[test]
fn a_server_that_is_none_is_refused_with_its_reason() {
    let nobody = Access::plain("nats://127.0.0.1:1".parse().unwrap());
    let refused = |access: &Access| Organiser::open(access, &make(), "run1", "night", LEASE).unwrap_err();
    assert!(matches!(refused(&nobody), QueueError::NoServer { .. }));
    let Some(plain) = NatsServer::start_with(&[]) else { return };
    assert!(matches!(refused(&access(&plain)), QueueError::NoJetStream { .. }));
    let Some(locked) = NatsServer::start_with(&["--jetstream", "--user", "anna", "--pass", "secret"]) else {
        return;
    };
    assert!(matches!(refused(&access(&locked)), QueueError::Refused { .. }));
    let inside = locked.address().replace("nats://", "nats://anna:secret@");
    Organiser::open(&Access::plain(inside.parse().unwrap()), &make(), "run1", "night", LEASE).unwrap();
    let file = Access { creds: Some("no/such/file".into()), ..access(&locked) };
    assert!(matches!(refused(&file), QueueError::File { .. }));
}

#[test]
fn a_stream_that_is_not_ours_is_left_alone() {
    let Some(server) = NatsServer::start() else { return };
    other_stream(&server);
    let error = Organiser::open(&access(&server), &make(), "run1", "night", LEASE).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("CROUPIER_JOBS") && said.contains("`of somebody else`"), "{said}");
}

/// Makes a stream of our name as another program would, by plain lines of the protocol.
fn other_stream(server: &NatsServer) {
    use std::io::{Read, Write};
    let address = server.address().replace("nats://", "");
    let mut socket = std::net::TcpStream::connect(address).unwrap();
    let config = r#"{"name":"CROUPIER_JOBS","subjects":["other.>"],"retention":"limits","storage":"file","max_consumers":-1,"max_msgs":-1,"max_bytes":-1,"discard":"old","num_replicas":1,"description":"of somebody else"}"#;
    let subject = "$JS.API.STREAM.CREATE.CROUPIER_JOBS";
    write!(
        socket,
        "CONNECT {{\"verbose\":false}}\r\nSUB inbox 1\r\nPUB {subject} inbox {}\r\n{config}\r\n",
        config.len()
    )
    .unwrap();
    let mut said = String::new();
    let mut bytes = [0; 4096];
    while !said.contains("stream_create_response") {
        let count = socket.read(&mut bytes).unwrap();
        assert!(count > 0, "{said}");
        said.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    assert!(!said.contains("\"error\""), "{said}");
}

#[test]
fn tls_needs_the_right_authority_and_is_used_when_it_is_named() {
    let folder = std::env::temp_dir().join(format!("croupier-tls-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let at = |name: &str| folder.join(name).display().to_string();
    let settings = "[req]\ndistinguished_name = name\nx509_extensions = own\nprompt = no\n[name]\nCN = localhost\n\
                    [own]\nbasicConstraints = CA:FALSE\nsubjectAltName = DNS:localhost, IP:127.0.0.1\n";
    std::fs::write(at("settings"), settings).unwrap();
    let made = |name: &str| {
        let (key, certificate) = (at(&format!("{name}.key")), at(&format!("{name}.pem")));
        let status = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
            .args(["-config", &at("settings"), "-days", "2", "-keyout", &key, "-out", &certificate])
            .stderr(std::process::Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    };
    if !made("own") || !made("other") {
        let _none: Option<()> = croupier_trial::skip("no `openssl` makes certificates");
        return;
    }
    let arguments = ["--jetstream", "--tls", "--tlscert", &at("own.pem"), "--tlskey", &at("own.key")];
    let Some(server) = NatsServer::start_with(&arguments) else { return };
    let with = |ca: Option<&str>| {
        let access = Access { ca: ca.map(|name| at(name).into()), ..access(&server) };
        Organiser::open(&access, &make(), "run1", "night", LEASE)
    };
    with(Some("own.pem")).unwrap();
    for wrong in [None, Some("other.pem")] {
        let error = with(wrong).unwrap_err();
        assert!(matches!(error, QueueError::Tls { .. }), "{error}");
    }
    assert!(matches!(with(Some("none.pem")).unwrap_err(), QueueError::File { .. }));
    // A key is no certificate, and a server that answers without TLS is no server that is not there.
    let key = with(Some("own.key")).unwrap_err();
    assert!(matches!(&key, QueueError::File { why, .. } if why.contains("in PEM")), "{key}");
    let Some(plain) = NatsServer::start() else { return };
    let ca = Some(folder.join("own.pem"));
    let access = Access { ca, ..access(&plain) };
    let error = Organiser::open(&access, &make(), "run1", "night", LEASE).unwrap_err();
    assert!(matches!(&error, QueueError::Tls { why, .. } if why.contains("without TLS")), "{error}");
    let _gone = std::fs::remove_dir_all(&folder);
}

/// Two contests on one server: what the first that ends leaves behind is removed, and nothing of the other's.
#[test]
fn a_run_that_ends_takes_nothing_from_another() {
    let Some(server) = NatsServer::start() else { return };
    let open = |run| Organiser::open(&access(&server), &make(), run, "night", LEASE).unwrap();
    let (mut other, mut organiser) = (open("run2"), open("run1"));
    let worker = worker(&server, "anna");
    other.put(jobs(&["a", "b", "c"])).unwrap();
    let job = taken(&worker);
    worker.answer(&job, b"done".to_vec()).unwrap();
    // The last of all jobs and of all answers are of the run that ends.
    organiser.put(jobs(&["x", "y"])).unwrap();
    let more: Vec<Job> = (0..2).map(|_| taken(&worker)).collect();
    for job in &more {
        worker.answer(job, b"done".to_vec()).unwrap();
    }
    organiser.close().unwrap();
    assert!(organiser.keys().unwrap().is_empty());
    assert_eq!(other.keys().unwrap().len(), 3);
    let mut keys: Vec<String> = (0..3).map(|_| answer(&mut other)).map(|answer| answer.key).collect();
    keys.sort();
    assert_eq!(keys, ["a", "b", "c"]);
}

/// The same with jobs that nobody has taken yet.
#[test]
fn a_run_that_ends_leaves_others_their_jobs() {
    let Some(server) = NatsServer::start() else { return };
    let open = |run| Organiser::open(&access(&server), &make(), run, "night", LEASE).unwrap();
    let (mut other, mut organiser) = (open("run2"), open("run1"));
    other.put(jobs(&["a", "b", "c"])).unwrap();
    organiser.put(jobs(&["x"])).unwrap();
    organiser.close().unwrap();
    let worker = worker(&server, "anna");
    let keys = ["a", "b", "c"].map(|_| taken(&worker)).map(|job| (job.run.clone(), job.key.clone()));
    assert_eq!(keys, ["a", "b", "c"].map(|key| ("run2".to_owned(), key.to_owned())));
    assert!(worker.take(NOW).unwrap().is_none(), "what is left of the first is gone");
}
