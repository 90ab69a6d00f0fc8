//! Pages that follow what goes on: what is open, typed or has the focus there stays, and no more is said than helps.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use croupier_arena::store::{Store, WorkerRow, WorkerState};
use serde_json::{Value, json};

use super::driver::{Browser, ENTER};
use super::proxy::{Proxy, answer, news};
use super::{long_night, until_there_is, with_machines};
use crate::client::{Events, get};
use crate::night::Night;
use crate::played::{played, poker};
use crate::prices::at_last;
use crate::server::Server;

/// A night with a run that was stopped: it stays open.
pub(super) fn stopped_night() -> Night {
    let night = long_night();
    let mut run = night.command(&["run", "night", "--json", "--jobs", "1"]);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let server = Server::start(&night, &[]);
    until_there_is(&server, "/run/night");
    let stop = format!("kill -INT {}", run.id());
    assert!(Command::new("sh").args(["-c", &stop]).status().unwrap().success());
    run.wait().unwrap();
    night
}

#[test]
fn a_page_whose_news_are_refused_asks_anew() {
    let Some(browser) = Browser::open() else { return };
    let night = stopped_night();
    let server = Server::start(&night, &[]);
    let is_refused = AtomicBool::new(false);
    let proxy = Proxy::start(server.address, move |path| {
        let is_first = path.ends_with("/events") && !is_refused.swap(true, SeqCst);
        is_first.then(|| answer("502 Bad Gateway", "text/html", "<p>not yet</p>"))
    });
    browser.goto(&proxy.url("/run/night"));
    browser.wait("return /asks again in [23] seconds/.test(document.getElementById('link').textContent)");
    browser.wait("return document.getElementById('announcer').textContent.includes('matches played')");
    assert_eq!(browser.script("return document.getElementById('link').hidden"), true);
}

/// Whoever joins hears what was told last, and may have the next already.
#[test]
fn news_that_are_older_than_the_page_are_left_out() {
    let Some(browser) = Browser::open() else { return };
    let night = stopped_night();
    let server = Server::start(&night, &[]);
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&asked);
    let proxy = Proxy::start(server.address, move |path| {
        seen.lock().unwrap().push(path.to_owned());
        let part = |done: i32, name: &str| {
            let html = format!("<p id=\"{name}\"><img src=\"/{name}.svg\" alt=\"\"></p>");
            json!({ "html": html, "said": name, "over": false, "done": done, "matches": 48 })
        };
        path.ends_with("/events").then(|| news(&[part(-1, "older"), part(47, "newer")]))
    });
    browser.goto(&proxy.url("/run/night"));
    browser.wait("return document.getElementById('newer') !== null");
    let is_shown = |name: &str| asked.lock().unwrap().iter().any(|path| path == name);
    let begun = std::time::Instant::now();
    while !is_shown("/newer.svg") {
        assert!(begun.elapsed() < std::time::Duration::from_mins(3), "{:?}", asked.lock().unwrap());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(!is_shown("/older.svg"), "{:?}", asked.lock().unwrap());
}

/// A night of programs, the names of whose tests are folded away.
fn programs() -> Night {
    let contest =
        "name = \"Class\"\ngame = \"rullete\"\ntrust = true\n[[test]]\nname = \"mixed\"\ngenerate = 3\n";
    let night = Night::new(contest, &[]);
    night.write("night/contest.toml", contest);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contests/rullete-class/entrants");
    let sources = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for path in sources.filter(|path| path.extension().is_some_and(|end| end == "py")).take(2) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        night.enter(&name, &fs::read_to_string(&path).unwrap());
    }
    played(night)
}

#[test]
fn what_is_open_and_what_has_the_focus_stay_as_news_come() {
    let Some(browser) = Browser::open() else { return };
    let Some(_) = croupier_trial::python3() else { return };
    let night = programs();
    let server = Server::start(&night, &[]);
    // The run goes on for ever, as far as the page knows.
    let told = Events::open(server.address, "/run/night/events").next();
    let html = told["html"].as_str().unwrap().to_owned();
    let (address, number) = (server.address, AtomicU64::new(0));
    let proxy = Proxy::start(address, move |path| match path {
        "/run/night" => {
            let followed = "<div id=\"live\" data-events=\"/run/night/events\" data-done=\"0\">";
            let page = get(address, path).body.replace("<div id=\"live\">", followed);
            Some(answer("200 OK", "text/html", &page))
        }
        "/run/night/events" => {
            let number = number.fetch_add(1, SeqCst);
            let html = html.replacen("</section>", &format!("<b id=\"news\">{number}</b></section>"), 1);
            Some(news(&[
                json!({ "html": html, "said": "", "over": false, "done": number, "matches": 1 << 20 }),
            ]))
        }
        _ => None,
    });
    browser.goto(&proxy.url("/run/night"));
    let hear = || {
        let number = browser.script("return Number(document.getElementById('news')?.textContent ?? -1)");
        browser
            .wait(&format!("return Number(document.getElementById('news')?.textContent ?? -1) > {number}"));
    };
    hear();
    browser.script("document.querySelector('#live summary').focus()");
    browser.keys(ENTER);
    hear();
    hear();
    assert_eq!(browser.script("return document.querySelector('#live details').open"), true);
    assert_eq!(browser.script("return document.activeElement.tagName"), "SUMMARY");
    // Links of the same bot stand in several tables.
    browser.script("document.querySelector('[aria-labelledby=tests] tbody tr:last-child th a').focus()");
    let place = "const link = document.activeElement; return [link.closest('section')?.getAttribute('aria-labelledby'), link.textContent]";
    let before = browser.script(place);
    hear();
    hear();
    assert_eq!(before[0], "tests");
    assert_eq!(browser.script(place), before);
}

#[test]
fn a_screen_reader_is_told_seldom_how_far_a_run_is_and_always_its_end() {
    let Some(browser) = Browser::open() else { return };
    let night = stopped_night();
    let server = Server::start(&night, &[]);
    let goes_on = Arc::new(AtomicBool::new(false));
    let (goes, done) = (Arc::clone(&goes_on), AtomicU64::new(0));
    let proxy = Proxy::start(server.address, move |path| {
        if !path.ends_with("/events") {
            return None;
        }
        let done = if goes.load(SeqCst) { done.fetch_add(4, SeqCst) } else { 0 };
        let is_over = done >= 48;
        let said = if is_over { "The end.".to_owned() } else { format!("{done} played.") };
        let done = 100 + 40 * done;
        Some(news(&[json!({ "html": "", "said": said, "over": is_over, "done": done, "matches": 2_020 })]))
    });
    browser.goto(&proxy.url("/run/night"));
    browser.wait("return document.getElementById('announcer').textContent === '0 played.'");
    browser.script(
        "window.heard = []; const line = document.getElementById('announcer'); \
         new MutationObserver(() => heard.push(line.textContent)).observe(line, { childList: true })",
    );
    goes_on.store(true, SeqCst);
    browser.wait("return document.getElementById('announcer').textContent === 'The end.'");
    let heard = browser.script("return window.heard");
    let heard: Vec<&Value> = heard.as_array().unwrap().iter().collect();
    // One more where this took longer than it is quiet.
    assert!(heard.len() <= 2, "{heard:?}");
}

#[test]
fn the_page_of_the_machines_keeps_itself_up_to_date_without_a_reload() {
    let Some(browser) = Browser::open() else { return };
    let night = stopped_night();
    with_machines(&night);
    let server = Server::start(&night, &[]);
    browser.goto(&server.url("/run/night/queue"));
    browser.wait("return document.readyState === 'complete'");
    browser.script("window.isSame = true");
    let mut store = Store::open(&night.path("croupier-data")).unwrap();
    let run = store.archive().run("night").unwrap();
    let bertha = WorkerRow {
        name: "bertha".into(),
        state: WorkerState::Working,
        slots: 2,
        busy: 1,
        jobs: 1,
        stored: 0,
        failures: 0,
        busy_ms: 1,
        reason: None,
        seen: 0,
    };
    store.note_workers(&run, &[bertha]).unwrap();
    browser.wait("return document.querySelector('main').textContent.includes('bertha')");
    assert_eq!(browser.script("return window.isSame"), true);
    assert_eq!(browser.errors(), Vec::<String>::new());
}

#[test]
fn prices_that_cannot_be_told_are_asked_for_again_by_a_button() {
    let Some(browser) = Browser::open() else { return };
    let night = poker();
    let server = Server::start(&night, &[]);
    let dearest = at_last(&server, "/match/night/1/dearest").json();
    let first = &dearest["dear"][0];
    let fails = Arc::new(AtomicBool::new(true));
    let is_failing = Arc::clone(&fails);
    let proxy = Proxy::start(server.address, move |path| {
        let is_failed = path.contains("/prices?") && is_failing.load(SeqCst);
        is_failed
            .then(|| answer("500 Internal Server Error", "application/json", "{\"error\":\"on purpose\"}"))
    });
    browser
        .goto(&proxy.url(&format!("/match/night/1?deal={}&step={}&view=all", first["deal"], first["step"])));
    browser
        .wait("return document.getElementById('price').textContent.includes('cannot be told: on purpose.')");
    fails.store(false, SeqCst);
    browser.click("#price button");
    browser.wait("return document.querySelector('#price .cost-said') !== null");
    assert!(!browser.text("#price").contains("cannot be told"));
}
