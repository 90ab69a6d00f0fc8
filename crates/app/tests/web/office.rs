//! Organising and submitting: who is let in, what is taken, and what becomes of it.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use croupier_trial::{compilers, python3, skip};

use crate::client::{ask, ask_bytes};
use crate::night::{LADDER, Night, POKER};
use crate::played::poker;
use crate::server::Server;
use crate::visitor::{Visitor, multipart};

/// A program that ends at once.
pub(crate) const CRASHES: &str = "import sys\nsys.exit(3)\n";

/// A contest that takes submissions: it trusts nobody. `None` counts the test as skipped.
pub(crate) fn night() -> Option<Night> {
    static CONFINES: OnceLock<bool> = OnceLock::new();
    let night = confined(POKER);
    let tried = || {
        let bot = confined(POKER);
        bot.write("anna.py", LADDER);
        let tried = bot.croupier(&["check", "anna.py", "--game", "poker"]);
        !(tried.code == 3 && tried.err.contains("sandbox"))
    };
    if *CONFINES.get_or_init(tried) { Some(night) } else { skip("no sandbox works here") }
}

/// A contest without trust, in a folder that every user may enter: a bot may run as any.
fn confined(contest: &str) -> Night {
    let night = Night::new(&contest.replace("trust = true\n", ""), &[]);
    for folder in ["", "night"] {
        fs::set_permissions(night.path(folder), fs::Permissions::from_mode(0o755)).unwrap();
    }
    night
}

pub(crate) fn start(night: &Night) -> (Server, Visitor) {
    let server = Server::start(night, &["night"]);
    let link = server.organiser().to_owned();
    let organiser = Visitor::of(&server, &link);
    (server, organiser)
}

#[test]
fn the_organisers_link_opens_his_page_and_leads_to_a_clean_address() {
    let Some(night) = night() else { return };
    let server = Server::start(&night, &["night"]);
    let link = server.organiser().to_owned();
    let stranger = Visitor::stranger(&server);
    assert_eq!(stranger.get("/organise").status, 403);
    let opened = stranger.get(&link);
    let cookie = opened.header("set-cookie").unwrap();
    assert!(cookie.starts_with("croupier-organiser-"), "{cookie}");
    assert!(cookie.ends_with("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"), "{cookie}");
    assert!(opened.body.contains("content=\"0; url=/organise\""), "{}", opened.body);
    assert_eq!(opened.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(
        stranger.get("/organise").header("referrer-policy"),
        Some("same-origin"),
        "forms say their origin"
    );
    let page = stranger.page("/organise");
    assert!(page.contains("Nothing was played yet") && page.contains("Start</button>"), "{page}");
    // Of secrets there are only hashes on the disk.
    let secret = link.rsplit('/').next().unwrap();
    assert_eq!(secret.len(), 64);
    let found = Command::new("grep").args(["-r", secret, "."]).current_dir(night.path("")).output().unwrap();
    assert!(found.stdout.is_empty(), "{found:?}");
    assert!(!cookie.contains(secret));
}

/// Whoever is led to a link by another site says first that he is its holder.
#[test]
fn another_site_makes_nobody_somebody_else() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let (link, host) = (organiser.invite("mallory"), server.address);
    let led = |from: &str| {
        ask(
            host,
            &format!(
                "GET {link} HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: {from}\r\nConnection: close\r\n\r\n"
            ),
        )
    };
    for from in ["cross-site", "same-site"] {
        let asked = led(from);
        assert_eq!((asked.status, asked.header("set-cookie")), (200, None), "{from}");
        assert!(
            asked.body.contains("Go on as mallory") && asked.body.contains(&format!("href=\"{link}\"")),
            "{asked:?}"
        );
    }
    for from in ["same-origin", "none"] {
        assert!(led(from).header("set-cookie").is_some(), "{from}");
    }
}

#[test]
fn a_server_without_a_contest_is_to_be_read_only() {
    let Some(night) = night() else { return };
    let server = Server::start(&night, &[]);
    assert_eq!(server.get("/organise").status, 404);
    assert_eq!(server.get("/submit").status, 404);
    for path in ["/organise", "/submit"] {
        let host = server.address;
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
        assert_eq!(ask(host, &request).status, 405, "{path}");
    }
    assert!(!night.path("croupier-data/submissions").exists());
}

#[test]
fn a_second_server_of_a_contest_is_to_be_read_only() {
    let Some(night) = night() else { return };
    let (_first, organiser) = start(&night);
    let second = Server::start(&night, &["night"]);
    assert_eq!(second.get("/organise").status, 404);
    organiser.page("/organise");
}

#[test]
fn a_form_needs_its_origin_its_session_and_what_the_session_was_given() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let other = Visitor::of(&server, server.organiser());
    let urlencoded = "application/x-www-form-urlencoded";
    let foreign = format!("form={}&do=invite&name=eve", other.form("/organise"));
    let refused = organiser.post("/organise", urlencoded, foreign.as_bytes());
    assert_eq!(
        (refused.status, refused.sentence()),
        (403, "This form is not of your session: nothing was changed.")
    );
    for form in ["", "form=", "form=00", "do=start"] {
        assert_eq!(organiser.post("/organise", urlencoded, form.as_bytes()).status, 403, "{form}");
    }
    let form = organiser.form("/organise");
    let own = format!("form={form}&do=invite&name=eve");
    let stranger = Visitor::stranger(&server);
    assert_eq!(stranger.post("/organise", urlencoded, own.as_bytes()).status, 403);
    let host = server.address;
    for origin in ["", "Origin: null\r\n", "Origin: http://croupier.example\r\n"] {
        let refused = organiser.post_from(origin, "/organise", urlencoded, own.as_bytes());
        assert_eq!(refused.status, 403, "{origin}");
    }
    for method in ["PUT", "DELETE", "PATCH"] {
        let request = format!(
            "{method} /organise HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
        assert_eq!(ask(host, &request).status, 405, "{method}");
    }
    assert_eq!(organiser.change("do=dance").status, 400);
    assert!(!organiser.page("/organise").contains("eve"));
}

#[test]
fn a_good_bot_takes_part_and_a_bad_one_is_told_why() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    assert!(anna.page("/submit").contains("None of yours takes part yet"));
    let sent = anna.upload("../../../<b>evil</b>.py", LADDER.as_bytes());
    assert_eq!((sent.status, sent.header("location")), (303, Some("/submit")), "{sent:?}");
    let page = anna.wait("/submit", "accepted");
    assert!(page.contains("ok: no fault") && page.contains("takes part in the next run"), "{page}");
    assert!(!page.contains("<b>evil"));
    let seated = night.path("night/entrants/anna.py");
    assert_eq!(fs::read_to_string(&seated).unwrap(), LADDER);
    let names: Vec<_> =
        fs::read_dir(night.path("night/entrants")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["anna.py"]);
    // A bad one changes nothing.
    anna.upload("mine.py", CRASHES.as_bytes());
    let page = anna.wait("/submit", "refused");
    assert!(page.contains("refused: crashed") && page.contains("hint:"), "{page}");
    assert_eq!(fs::read_to_string(&seated).unwrap(), LADDER);
    let list = organiser.page("/organise");
    assert!(list.contains("accepted") && list.contains("refused: crashed"), "{list}");
    // The next run has it, and says its rank.
    assert_eq!(organiser.change("do=start").status, 303);
    organiser.wait("/organise", "Run night is finished: 1 match.");
    let page = anna.page("/submit");
    assert!(page.contains("Rank <strong>") && page.contains("href=\"/bot/night/anna\""), "{page}");
    let quarantine = only_folder(&night, "croupier-data/submissions", "quarantine");
    assert_eq!(fs::read_dir(quarantine).unwrap().count(), 0);
}

#[test]
fn a_compilers_words_are_told_and_shown_as_text() {
    let Some(()) = compilers() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let bob = Visitor::of(&server, &organiser.invite("bob"));
    bob.upload("bob.cpp", b"int main() { return <script>alert(1)</script>; }");
    let page = bob.wait("/submit", "refused: compile");
    assert!(page.contains("error:") && !page.contains("<script>alert"), "{page}");
    assert!(!page.contains("/submissions/"), "no path of the machine: {page}");
    assert!(!night.path("night/entrants/bob.cpp").exists());
}

#[test]
fn a_file_of_another_kind_an_empty_one_and_a_large_one_are_refused() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    let long = format!("{}.sh", "a".repeat(9_000));
    for file in ["bot.sh", "bot", "bot.py\0", "bot.py/..", long.as_str()] {
        let refused = anna.upload(file, b"print()");
        assert_eq!(refused.status, 400, "{file}: {refused:?}");
        assert!(refused.body.len() < 4_000);
    }
    assert_eq!(anna.upload("", b"print()").sentence(), "No file was chosen.");
    assert_eq!(anna.upload("bot.py", b"").sentence(), "The file is empty.");
    let most = 256 << 10;
    let large = anna.upload("bot.py", &vec![b'#'; most + 1]);
    assert_eq!((large.status, large.sentence()), (413, "Expected at most 256 KiB, found more."));
    assert_eq!(anna.upload("bot.py", &vec![b'#'; most]).status, 303, "exactly as much is taken");
    for body in ["", "--XX", "--XX\r\n\r\n--XX--"] {
        let garbled = anna.post("/submit", "multipart/form-data; boundary=XX", body.as_bytes());
        assert_eq!(garbled.status, 400, "{body:?}");
    }
    assert_eq!(anna.post("/submit", "text/plain", b"bot").status, 400);
}

/// 100 MB, told beforehand and not: it is refused, and none of it is kept.
#[test]
fn an_upload_of_100_mb_is_refused_while_it_is_read() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    // What the laboratories prepare when the server starts is there by then.
    server.page("/lab");
    let memory = server.peak_kib();
    let huge = anna.upload("bot.py", &vec![b'#'; 100 << 20]);
    assert_eq!((huge.status, huge.sentence()), (413, "Expected at most 256 KiB, found more."));
    assert!(server.peak_kib() < memory + (64 << 10), "{memory} KiB, then {}", server.peak_kib());
    // A stranger is refused before anything of it is read.
    let stranger = Visitor::stranger(&server);
    let refused =
        stranger.post("/submit", "multipart/form-data; boundary=XX", &multipart("", "bot.py", b"#"));
    assert_eq!(refused.status, 403);
    assert!(anna.page("/submit").contains("12 of 12 an hour are left"));
}

#[test]
fn uploads_of_an_hour_are_counted_also_over_a_restart() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    for _ in 0..12 {
        assert_eq!(anna.upload("bot.py", b"class Player: x = (").status, 303);
    }
    let refused = anna.upload("bot.py", b"class Player: x = (");
    assert_eq!(refused.status, 409);
    assert!(refused.sentence().starts_with("12 files an hour are taken of each entrant"));
    server.signal("KILL");
    let server = Server::start(&night, &["night"]);
    let anna = anna.at(&server);
    assert_eq!(anna.upload("bot.py", b"class Player: x = (").status, 409);
    assert!(anna.page("/submit").contains("within an hour"));
}

#[test]
fn a_thousand_wrong_links_open_nothing_and_keep_the_right_one_out_for_no_moment() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let right = organiser.invite("anna");
    let begun = Instant::now();
    let asked: Vec<u16> = std::thread::scope(|scope| {
        let wrong = |part: usize| {
            let address = server.address;
            move || {
                let one = |number: usize| {
                    let path = format!("/submit/{:064x}", part * 1_000 + number);
                    crate::client::get(address, &path).status
                };
                (0..50).map(one).collect::<Vec<u16>>()
            }
        };
        let threads: Vec<_> = (0..20).map(|part| scope.spawn(wrong(part))).collect();
        std::thread::sleep(Duration::from_millis(500));
        let opening = Instant::now();
        assert_eq!(Visitor::stranger(&server).get(&right).status, 200);
        assert!(opening.elapsed() < Duration::from_secs(5));
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(begun.elapsed() >= Duration::from_secs(10), "each answer comes late");
    assert_eq!(asked.len(), 1_000);
    assert!(asked.iter().all(|status| [404, 429].contains(status)));
    let (tried, minutes) = (asked.iter().filter(|status| **status == 404), begun.elapsed().as_secs() / 60);
    assert!(tried.count() as u64 <= 30 * (1 + minutes));
    for path in ["/organise/x", "/submit/x", "/organise/%00", "/submit/..%2Forganise"] {
        assert!([404, 429].contains(&server.get(path).status), "{path}");
    }
}

#[test]
fn two_entrants_see_nothing_of_each_other() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let [anna, bob] = ["anna", "bob"].map(|name| Visitor::of(&server, &organiser.invite(name)));
    let talks = format!("import sys\nprint('annas own log', file=sys.stderr)\n{LADDER}");
    anna.upload("anna.py", talks.as_bytes());
    anna.wait("/submit", "accepted");
    bob.upload("bob.py", LADDER.as_bytes());
    bob.wait("/submit", "accepted");
    assert!(!bob.page("/submit").contains("anna") && !anna.page("/submit").contains("bob"));
    organiser.change("do=start");
    organiser.wait("/organise", "Run night is finished");
    let stranger = Visitor::stranger(&server);
    let seat = |visitor: &Visitor, name: &str| {
        let page = visitor.page("/match/night/1");
        let (_, film) = page.split_once("\"seats\":[").unwrap();
        film.split_once(']').unwrap().0.split(',').position(|seat| seat.contains(name)).unwrap()
    };
    let of_anna = format!("/log/night/1/{}", seat(&organiser, "anna"));
    assert!(anna.page(&of_anna).contains("annas own log"));
    assert!(organiser.page(&of_anna).contains("annas own log"));
    for other in [&bob, &stranger] {
        let refused = other.get(&of_anna);
        assert_eq!(refused.status, 403, "{refused:?}");
        assert!(refused.sentence().starts_with("A log is for the organiser"));
    }
    for (visitor, status) in [(&organiser, 200), (&anna, 403), (&bob, 403), (&stranger, 403)] {
        assert_eq!(visitor.get("/match/night/1/record").status, status);
    }
    for path in ["/", "/run/night"] {
        assert!(organiser.page(path).contains("seed 7"), "{path}");
        assert!(!stranger.page(path).contains("seed 7") && !anna.page(path).contains("seed 7"), "{path}");
    }
    // Standings, matches and steps are for all; an entrant's session is none of the organiser's.
    for path in ["/run/night", "/run/night/matches", "/match/night/1", "/match/night/1/deals?from=1&count=2"]
    {
        stranger.page(path);
    }
    assert_eq!(anna.get("/organise").status, 403);
    assert_eq!(organiser.get("/submit").status, 403);
    // A server that reads only keeps it so.
    drop(server);
    let server = Server::start(&night, &[]);
    assert_eq!(server.get(&of_anna).status, 403);
    assert_eq!(server.get("/match/night/1/record").status, 403);
}

#[test]
fn without_links_logs_and_records_are_for_all_as_before() {
    let night = poker();
    let (server, _organiser) = start(&night);
    server.page("/log/night/1/0");
    server.page("/match/night/1/record");
    assert!(server.page("/run/night").contains("seed 7"));
}

#[test]
fn a_link_that_is_withdrawn_opens_nothing_and_ends_its_sessions() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let link = organiser.invite("anna");
    let anna = Visitor::of(&server, &link);
    let again = organiser.change("do=invite&name=anna");
    assert_eq!((again.status, again.sentence()), (409, "anna has a link already: withdraw it first."));
    assert_eq!(organiser.withdraw("anna").status, 303);
    assert_eq!(anna.get("/submit").status, 403);
    assert_eq!(Visitor::stranger(&server).get(&link).status, 404);
    let anew = organiser.invite("anna");
    assert_ne!(anew, link);
    for name in ["..%2Fanna", "%00", "a%2Fb", "house%3Aodds", ".anna", "", &"a".repeat(101)] {
        assert_eq!(organiser.change(&format!("do=invite&name={name}")).status, 400, "{name}");
    }
    organiser.change("do=leave");
    assert_eq!(organiser.get("/organise").status, 403);
}

#[test]
fn a_killed_server_keeps_sessions_and_checks_what_waited() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let link = organiser.invite("anna");
    let anna = Visitor::of(&server, &link);
    let slow = format!("import time\ntime.sleep(1)\n{LADDER}");
    anna.upload("anna.py", slow.as_bytes());
    server.signal("KILL");
    let server = Server::start(&night, &["night"]);
    let (anna, organiser) = (anna.at(&server), organiser.at(&server));
    anna.wait("/submit", "accepted");
    assert!(organiser.page("/organise").contains("accepted"));
    assert_eq!(fs::read_to_string(night.path("night/entrants/anna.py")).unwrap(), slow);
    Visitor::of(&server, &link);
}

#[test]
fn an_accepted_bot_starts_a_run_by_itself_if_the_organiser_says_so() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    assert_eq!(organiser.change("do=runs&on=yes").status, 303);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    anna.upload("anna.py", LADDER.as_bytes());
    anna.wait("/submit", "Rank <strong>");
    organiser.wait("/organise", "Run night is finished");
    let better = format!("# better\n{LADDER}");
    anna.upload("anna.py", better.as_bytes());
    // Runs of submissions are some time apart.
    organiser.wait("/organise", "begins soon");
    anna.wait("/submit", "/run/night-2");
    let page = organiser.wait("/organise", "Run night-2 is finished");
    assert!(page.contains("starts a run by itself"));
    let kept = only_folder(&night, "croupier-data/submissions", "kept/anna");
    assert_eq!(fs::read_dir(kept).unwrap().count(), 2);
}

#[test]
fn a_stop_forgets_the_run_that_submissions_asked_for() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    organiser.change("do=runs&on=yes");
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    anna.upload("anna.py", LADDER.as_bytes());
    organiser.wait("/organise", "Run night is finished");
    anna.upload("anna.py", format!("# better\n{LADDER}").as_bytes());
    organiser.wait("/organise", "begins soon");
    assert_eq!(organiser.change("do=stop").status, 303);
    let page = organiser.page("/organise");
    assert!(!page.contains("begins soon"), "{page}");
    assert!(page.contains("An accepted submission waits for the next run"), "{page}");
    assert_eq!(organiser.change("do=stop").status, 409, "nothing goes on");
}

#[test]
fn a_contest_that_was_changed_meanwhile_is_not_started_by_two_readings() {
    let Some(night) = night() else { return };
    let (_server, organiser) = start(&night);
    night.write("night/contest.toml", &POKER.replace("seed = 7", "seed = 8"));
    let refused = organiser.change("do=start");
    assert_eq!(refused.status, 409);
    assert!(refused.sentence().starts_with("contest.toml has changed since the server began"), "{refused:?}");
}

#[test]
fn runs_of_another_contest_with_the_same_title_are_not_its_own() {
    let Some(night) = night() else { return };
    night.write("other/contest.toml", &POKER.replace("\"odds\", ", "\"odds\", \"rock\", "));
    fs::create_dir_all(night.path("other/entrants")).unwrap();
    let done = night.croupier(&["run", "other", "--json"]);
    assert_eq!(done.code, 0, "{done:?}");
    let (_server, organiser) = start(&night);
    let page = organiser.page("/organise");
    assert!(page.contains("Nothing was played yet"), "{page}");
}

/// A build that takes long, and an upload that waits for its end.
#[test]
fn ctrl_c_waits_for_no_build() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    night.enter("slow/main.py", LADDER);
    night.enter("slow/bot.toml", "command = [\"python3\", \"main.py\"]\nbuild = [[\"sleep\", \"25\"]]\n");
    let (server, organiser) = start(&night);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    assert_eq!(organiser.change("do=start").status, 303);
    anna.upload("anna.py", LADDER.as_bytes());
    // It has been checked, and waits for its place.
    std::thread::sleep(Duration::from_secs(4));
    let page = organiser.page("/organise");
    assert!(page.contains("The entrants are being built"), "{page}");
    let asked = Instant::now();
    assert_eq!(server.signal("INT"), Some(0));
    assert!(asked.elapsed() < Duration::from_secs(8), "{:?}", asked.elapsed());
}

/// A contest that takes a while.
fn long() -> Night {
    let four = "[\"odds\", \"random\", \"rock\", \"maniac\"]";
    Night::new(
        &POKER.replace("[\"odds\", \"random\"]", four).replace("deals = 50", "deals = 20000\nrounds = 100"),
        &[],
    )
}

#[test]
fn a_run_is_stopped_and_gone_on_with_and_two_at_a_time_are_refused() {
    let night = long();
    let (server, organiser) = start(&night);
    assert_eq!(organiser.change("do=start").status, 303);
    let stored = || {
        let records = night.records("croupier-data", "night");
        records.keys().filter(|name| Path::new(name).extension().is_some_and(|end| end == "match")).count()
    };
    let some = || {
        let begun = Instant::now();
        while stored() < 2 {
            assert!(begun.elapsed() < Duration::from_mins(1), "matches are stored");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    organiser.wait("/organise", "is played");
    some();
    let second = organiser.change("do=start");
    assert_eq!(
        (second.status, second.sentence()),
        (409, "A run of this contest goes on already: stop it first.")
    );
    // Another process is refused as well.
    let other = night.play(&[]);
    assert!(other.code == 3 && other.err.contains("another croupier uses the data folder"), "{other:?}");
    assert_eq!(organiser.change("do=stop").status, 303);
    let page = organiser.wait("/organise", "Run night was stopped after");
    assert!(page.contains("Go on</button>"), "{page}");
    assert_eq!(organiser.change("do=stop").status, 409);
    // It goes on; the server is killed, and the run goes on again with another one.
    organiser.change("do=start");
    organiser.wait("/organise", "is played");
    server.signal("KILL");
    let server = Server::start(&night, &["night"]);
    let organiser = organiser.at(&server);
    assert!(organiser.page("/organise").contains("Go on</button>"));
    let before = stored();
    organiser.change("do=start");
    organiser.wait("/organise", "is played");
    // Ctrl-C ends server and run.
    assert_eq!(server.signal("INT"), Some(0));
    assert!(before > 0 && stored() >= before);
    let listed = night.croupier(&["list", "--json"]);
    assert!(listed.out.contains("\"night\"") && !listed.out.contains("night-2"), "{listed:?}");
}

#[test]
fn a_run_of_another_process_is_said_in_a_sentence() {
    let night = long();
    let mut playing = night.command(&["run", "night", "--jobs", "1"]);
    let mut playing = playing.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (server, organiser) = start(&night);
    let begun = Instant::now();
    while server.get("/run/night").status != 200 {
        assert!(begun.elapsed() < Duration::from_mins(1));
        std::thread::sleep(Duration::from_millis(20));
    }
    let page = organiser.wait("/organise", "Another croupier uses the data folder: process");
    assert!(page.contains("plays run night"), "{page}");
    organiser.change("do=start");
    let page = organiser.wait("/organise", "Another croupier uses the data folder: process");
    assert!(!page.contains("croupier-data"), "{page}");
    playing.kill().unwrap();
    playing.wait().unwrap();
}

/// A body that comes a byte at a time ends with its time, and keeps nobody waiting meanwhile.
#[test]
fn a_slow_body_keeps_nobody_waiting_and_ends() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    let slow = (0..50).map(|_| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let host = server.address;
        write!(
            stream,
            "POST /submit HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 99\r\n"
        )
        .unwrap();
        write!(stream, "Content-Type: multipart/form-data; boundary=XX\r\n{}\r\n-", anna.cookie_line())
            .unwrap();
        stream
    });
    // And heads that never end.
    let heads = (0..50).map(|_| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        write!(stream, "POST /organise HTTP/1.1\r\nHost: ").unwrap();
        stream
    });
    let heads: Vec<TcpStream> = heads.collect();
    let slow: Vec<TcpStream> = slow.collect();
    let asked = Instant::now();
    anna.page("/submit");
    assert_eq!(anna.upload("bot.py", b"class Player: x = (").status, 303);
    assert!(asked.elapsed() < Duration::from_secs(10));
    for mut stream in heads {
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let mut answer = Vec::new();
        // It is closed, with an answer or without.
        let _closed = stream.read_to_end(&mut answer);
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 408"), "{answer:?}");
    }
    for mut stream in slow {
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
}

#[test]
fn behind_a_proxy_cookies_are_secure_and_links_are_of_the_proxy() {
    let Some(night) = night() else { return };
    let server = Server::start_at(&night, "0.0.0.0:0", &["night", "--public-behind-proxy"]);
    let here = (std::net::Ipv4Addr::LOCALHOST, server.address.port()).into();
    let link = server.organiser().to_owned();
    let opened =
        ask(here, &format!("GET {link} HTTP/1.1\r\nHost: croupier.example\r\nConnection: close\r\n\r\n"));
    let cookie = opened.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-croupier-organiser-") && cookie.ends_with("; Secure"), "{cookie}");
    let pair = cookie.split_once(';').unwrap().0;
    let page = ask(
        here,
        &format!(
            "GET /organise HTTP/1.1\r\nHost: croupier.example\r\nCookie: {pair}\r\nConnection: close\r\n\r\n"
        ),
    );
    let form =
        page.body.split_once("name=\"form\" value=\"").unwrap().1.split_once('"').unwrap().0.to_owned();
    let body = format!("form={form}&do=invite&name=anna");
    let made = ask_bytes(
        here,
        format!(
            "POST /organise HTTP/1.1\r\nHost: croupier.example\r\nOrigin: https://croupier.example\r\nCookie: {pair}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .as_bytes(),
    );
    assert!(made.body.contains("value=\"https://croupier.example/submit/"), "{made:?}");
}

#[test]
fn a_damaged_register_is_said_and_nothing_is_lost() {
    let Some(night) = night() else { return };
    let (server, _organiser) = start(&night);
    drop(server);
    let file = only_folder(&night, "croupier-data/submissions", "register.json");
    fs::write(&file, "{ \"version\": 1, ").unwrap();
    let done = night.croupier(&["serve", "night", "--listen", "127.0.0.1:0"]);
    assert_eq!(done.code, 3);
    assert!(
        done.err.contains("register.json is damaged") && done.err.contains("move it away"),
        "{}",
        done.err
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "{ \"version\": 1, ");
}

/// A path in the only folder of a folder.
pub(crate) fn only_folder(night: &Night, folder: &str, path: &str) -> PathBuf {
    let mut entries = fs::read_dir(night.path(folder)).unwrap().map(|entry| entry.unwrap().path());
    let only = entries.next().unwrap();
    assert_eq!(entries.next(), None, "{folder} has one folder");
    only.join(path)
}

/// Submissions run in the sandbox or not at all, whatever the contest says of its bots.
#[test]
fn a_contest_that_trusts_its_bots_takes_none_of_strangers() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let anna = organiser.invite("anna");
    assert_eq!(server.signal("INT"), Some(0));
    let contest = fs::read_to_string(night.path("night/contest.toml")).unwrap();
    night.write("night/contest.toml", &format!("trust = true\n{contest}"));
    let (server, organiser) = start(&night);
    let said = "would run without a sandbox";
    let page = organiser.page("/organise");
    assert!(page.contains(said) && !page.contains("id=\"invite\""), "{page}");
    for change in ["do=invite&name=bob", "do=start"] {
        let refused = organiser.change(change);
        assert!(refused.status == 409 && refused.body.contains(said), "{change}: {refused:?}");
    }
    let anna = Visitor::of(&server, &anna);
    let refused = anna.upload("anna.py", LADDER.as_bytes());
    assert!(refused.status == 409 && refused.body.contains(said), "{refused:?}");
}
