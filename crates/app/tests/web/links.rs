//! Links: how long they are good, whose name they have, and where they lead.

use std::thread;
use std::time::{Duration, Instant};

use crate::client::ask;
use crate::night::{Night, POKER};
use crate::office::{night, start};
use crate::server::Server;
use crate::visitor::Visitor;

#[test]
fn a_link_is_good_for_as_long_as_the_organiser_says_and_is_renewed() {
    let Some(night) = night() else { return };
    let (_server, organiser) = start(&night);
    for days in ["0", "3651", "-1", "soon"] {
        assert_eq!(organiser.change(&format!("do=invite&name=anna&days={days}")).status, 400, "{days}");
    }
    assert_eq!(organiser.change("do=invite&name=anna&days=1").status, 200);
    let page = organiser.page("/organise");
    let (before, _) = page.split_once("Let the link of anna be good for 180 days from now").unwrap();
    let ends = |page: &str| {
        let (_, row) = page.split_once("<th scope=\"row\">anna</th>").unwrap();
        row.split_once("data-label=\"ends\">").unwrap().1.split_once('<').unwrap().0.to_owned()
    };
    let first = ends(&page);
    let number = before.rsplit_once("name=\"number\" value=\"").unwrap().1.split_once('"').unwrap().0;
    assert_eq!(organiser.change(&format!("do=renew&number={number}")).status, 303);
    let later = ends(&organiser.page("/organise"));
    assert!(later > first, "{first}, then {later}");
    assert_eq!(organiser.change("do=renew&number=999").status, 409);
}

#[test]
fn names_that_look_alike_are_refused() {
    let Some(night) = night() else { return };
    night.enter("carol.py", "");
    let (_server, organiser) = start(&night);
    organiser.invite("Zo%C3%A9");
    let refused = organiser.change("do=invite&name=zoe%CC%81");
    assert_eq!(refused.status, 409);
    assert!(refused.sentence().contains("looks like Zoé"), "{refused:?}");
    let refused = organiser.change("do=invite&name=CAROL");
    assert_eq!(refused.status, 400, "{refused:?}");
    organiser.invite("carol");
}

#[test]
fn many_sessions_that_nobody_has_are_told_to_wait_and_the_right_one_is_let_in() {
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let name =
        organiser.cookie_line().trim().trim_start_matches("Cookie: ").split_once('=').unwrap().0.to_owned();
    let bring = &|path: &str, secret: &str| {
        let host = server.address;
        let cookie = if secret.is_empty() { String::new() } else { format!("Cookie: {name}={secret}\r\n") };
        let asked = Instant::now();
        let answer =
            ask(host, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{cookie}Connection: close\r\n\r\n"));
        (answer.status, asked.elapsed())
    };
    let asked: Vec<(u16, Duration)> = thread::scope(|scope| {
        let wrong = |number: usize| scope.spawn(move || bring("/organise", &format!("{number:064x}")));
        let trying: Vec<_> = (0..40).map(wrong).collect();
        trying.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let many = |wanted: u16| asked.iter().filter(|(status, _)| *status == wanted).count();
    assert_eq!((many(403), many(429)), (30, 10), "{asked:?}");
    assert!(asked.iter().all(|(_, time)| *time >= Duration::from_millis(250)), "each comes late: {asked:?}");
    // Who brings none is told at once, and a page for all is shown to everybody.
    let none = (0..3).map(|_| bring("/organise", "")).min_by_key(|(_, time)| *time).unwrap();
    assert!(none.0 == 403 && none.1 < Duration::from_millis(200), "{none:?}");
    assert_eq!(bring("/", &format!("{:064x}", 41)).0, 200);
    organiser.page("/organise");
}

fn behind_proxy(night: &Night, more: &[&str]) -> Server {
    Server::start_at(night, "0.0.0.0:0", &[&["night", "--public-behind-proxy"], more].concat())
}

#[test]
fn behind_a_proxy_the_organisers_link_is_that_of_the_proxy_and_no_other_name_is_answered() {
    let Some(night) = night() else { return };
    let server = behind_proxy(&night, &["--origin", "https://contest.example"]);
    assert_eq!(
        server.invitation().unwrap(),
        format!("for the organiser: https://contest.example{}", server.organiser())
    );
    let here = (std::net::Ipv4Addr::LOCALHOST, server.address.port()).into();
    let status = |host: &str| {
        ask(here, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).status
    };
    assert_eq!((status("contest.example"), status("evil.example"), status("127.0.0.1")), (200, 403, 403));
    drop(server);
    let server = behind_proxy(&night, &[]);
    let said = format!("for the organiser, at the address of your proxy: {}", server.organiser());
    assert_eq!(server.invitation().unwrap(), said);
    drop(server);
    let done = night.croupier(&["serve", "night", "--origin", "https://contest.example"]);
    assert_eq!(done.code, 2, "{}", done.err);
    for origin in ["contest.example", "https://contest.example/page"] {
        let done = night.croupier(&["serve", "night", "--public-behind-proxy", "--origin", origin]);
        assert_eq!(done.code, 2, "{}", done.err);
    }
}

/// A night that house players have played, in a data folder of a name of its own.
fn played_in(data: &str) -> Night {
    let contest = POKER.replace("trust = true\n", "");
    let night = Night::new(&contest.replace("[\"odds\", ", "[\"odds\", \"rock\", "), &[]);
    let done = night.croupier(&["run", "night", "--data", data, "--json"]);
    assert_eq!(done.code, 0, "{done:?}");
    night
}

#[test]
fn folders_of_the_machine_are_told_to_the_organiser_alone() {
    let night = played_in("hidden-data");
    let server = Server::start(&night, &["night", "--data", "hidden-data"]);
    let organiser = Visitor::of(&server, server.organiser());
    organiser.invite("anna");
    let stranger = Visitor::stranger(&server);
    for path in ["/", "/run/night", "/match/night/1", "/bot/night/house%3Aodds"] {
        assert!(organiser.page(path).contains("--data hidden-data"), "{path}");
        let page = stranger.page(path);
        assert!(!page.contains("hidden-data"), "{path}: {page}");
    }
    assert!(!stranger.page("/").contains("croupier run night"));
}

#[test]
fn the_command_that_stands_for_a_script_names_the_data_folder() {
    let night = played_in("other-data");
    let server = Server::start(&night, &["--data", "other-data"]);
    let page = server.page("/match/night/1");
    assert!(page.contains("<code>croupier replay night/1 --data other-data</code>"), "{page}");
    let hunt = ["camicia", "hunt", "--pack", "26", "--range", "0..30", "--json", "--data", "other-data"];
    assert_eq!(night.croupier(&hunt).code, 0);
    let page = server.page("/lab/camicia");
    assert!(page.contains("<code>croupier camicia finds --data other-data</code>"), "{page}");
    // A log of which the page shows the beginning alone.
    let loud = "command = [\"sh\", \"-c\", \"head -c 200000 /dev/zero | tr '\\\\0' x >&2\"]";
    night.enter("loud/bot.toml", loud);
    let done = night.croupier(&["run", "night", "--data", "other-data", "--json", "--fresh"]);
    assert_eq!(done.code, 0, "{done:?}");
    let page = server.page("/log/night-2/1/0");
    assert!(page.contains("<code>croupier log night-2/1 --seat 0 --data other-data</code>"), "{page}");
}
