//! The organiser's and an entrant's pages: links, uploads, runs, by click.

use std::env;
use std::fs;
use std::path::Path;
use std::time::Duration;

use croupier_trial::{python3, skip};
use serde_json::json;

use super::driver::Browser;
use super::{SCREENS, look};
use crate::night::{LADDER, Night, POKER};
use crate::server::Server;

/// Chooses a file as a person would, and submits it.
fn submit(browser: &Browser, file: &str, source: &str) {
    browser.script(&format!(
        "const chosen = new DataTransfer(); chosen.items.add(new File([{}], {})); \
         const input = document.getElementById('file'); input.files = chosen.files; \
         input.dispatchEvent(new Event('change')); document.getElementById('send').click()",
        json!(source),
        json!(file)
    ));
}

/// Clicks on what may be put anew at any moment.
fn click(browser: &Browser, selector: &str) {
    browser.script(&format!("document.querySelector('{selector}').click()"));
}

/// Makes an entrant's link by the organiser's form, and returns its path.
fn invite(browser: &Browser, server: &Server, name: &str) -> String {
    browser.goto(&server.url("/organise"));
    browser.fill("#name", name);
    browser.click("#invite");
    browser.wait("return document.getElementById('secret') !== null");
    let address = browser.script("return document.getElementById('secret').value");
    picture(browser, "invited");
    address.as_str().unwrap().strip_prefix(&server.url("")).unwrap().to_owned()
}

/// Opens a link and waits for the clean address behind it.
fn enter(browser: &Browser, server: &Server, link: &str, path: &str) {
    browser.goto(&server.url(link));
    browser.wait(&format!("return location.pathname === '{path}' && document.readyState === 'complete'"));
}

/// Keeps pictures of the page as it is, which cannot be opened again.
fn picture(browser: &Browser, name: &str) {
    let Some(folder) = env::var_os("CROUPIER_SCREENS") else { return };
    for (screen, width, scheme) in SCREENS {
        browser.screen(width, 800, scheme);
        browser.picture(&Path::new(&folder).join(format!("{name}-{screen}.png")));
    }
}

/// A bot that looks for what it should not reach, says what it has found, and goes.
fn hostile(secrets: &[&str], port: u16) -> String {
    let secrets = json!(secrets);
    format!(
        "import os, socket, sys\nfound = []\n\
         for path in {secrets}:\n    try:\n        found.append(os.listdir(path))\n    except OSError:\n        pass\n\
         try:\n    socket.create_connection((\"127.0.0.1\", {port}), 2)\n    found.append(\"the server\")\n\
         except OSError:\n    pass\n\
         print(\"found:\", found, file=sys.stderr)\nsys.exit(7)\n"
    )
}

#[test]
fn an_entrant_submits_a_good_and_a_hostile_bot_and_a_killed_server_knows_him_still() {
    let Some(browser) = Browser::open() else { return };
    let Some(_) = python3() else { return };
    let night = Night::new(&POKER.replace("trust = true\n", ""), &[]);
    let server = Server::start(&night, &["night"]);
    let address = server.address.to_string();
    enter(&browser, &server, server.organiser(), "/organise");
    look(&browser, &server, "organise-empty", "/organise");
    let link = invite(&browser, &server, "anna");
    enter(&browser, &server, &link, "/submit");
    look(&browser, &server, "submit-empty", "/submit");
    // A file that is too large is told before it is sent.
    submit(&browser, "large.py", &"#".repeat(300_000));
    assert_eq!(browser.text("#large"), "This file has 293 KiB; 256 are taken.");
    submit(&browser, "../../anna.py", LADDER);
    browser.wait(
        "return document.querySelector('#latest .badge')?.textContent.match(/accepted|refused/) !== null",
    );
    if browser.text("main").contains("no sandbox") {
        let Some(()) = skip("no sandbox works") else { return };
    }
    assert!(browser.text("#office").contains("ok: no fault"), "{}", browser.text("main"));
    look(&browser, &server, "submit-accepted", "/submit");
    let data = night.path("croupier-data");
    let contest = night.path("night");
    let secrets = [data.to_str().unwrap(), contest.to_str().unwrap()];
    submit(&browser, "<img src=x onerror=alert(1)>.py", &hostile(&secrets, server.address.port()));
    browser.wait("return document.querySelector('#latest .badge')?.textContent === 'refused: crashed'");
    let page = browser.text("#office");
    assert!(page.contains("exit status 7") && page.contains("found: []"), "{page}");
    assert!(
        page.contains("Submission 1,") || page.contains("has not played yet"),
        "the former stays: {page}"
    );
    assert_eq!(fs::read_to_string(night.path("night/entrants/anna.py")).unwrap(), LADDER);
    look(&browser, &server, "submit-refused", "/submit");
    assert_eq!(server.signal("KILL"), None);
    let server = Server::start_at(&night, &address, &["night"]);
    browser.goto(&server.url("/submit"));
    assert!(browser.text("#office").contains("refused: crashed"));
    browser.goto(&server.url("/organise"));
    assert!(browser.text("#submissions").contains("Submissions"));
    look(&browser, &server, "organise", "/organise");
    // Two who must not see each other's things.
    let bob = invite(&browser, &server, "bob");
    enter(&browser, &server, &bob, "/submit");
    assert!(!browser.text("main").contains("anna"), "{}", browser.text("main"));
    assert_eq!(browser.errors(), Vec::<String>::new());
}

#[test]
fn the_organiser_starts_a_run_stops_it_and_goes_on_with_it_to_its_end() {
    let Some(browser) = Browser::open() else { return };
    let four = "[\"odds\", \"random\", \"rock\", \"maniac\"]";
    let contest = POKER.replace("[\"odds\", \"random\"]", four);
    let night = Night::new(&contest.replace("deals = 50", "deals = 20000\nrounds = 12"), &[]);
    let server = Server::start(&night, &["night"]);
    enter(&browser, &server, server.organiser(), "/organise");
    click(&browser, "#start");
    browser.wait("return document.querySelector('#office progress')?.value >= 2");
    picture(&browser, "organise-playing");
    click(&browser, "#stop");
    browser.wait(
        "return !!document.querySelector('.ended')?.textContent.startsWith('Run night was stopped after ')",
    );
    assert_eq!(browser.text("#start"), "Go on");
    look(&browser, &server, "organise-stopped", "/organise");
    click(&browser, "#start");
    browser.wait("return !!document.querySelector('#office a[href=\"/run/night\"]')");
    // Its end comes by itself, and is said.
    browser.wait(
        "return document.querySelector('.ended')?.textContent === 'Run night is finished: 48 matches.'",
    );
    browser
        .wait("return document.getElementById('announcer').textContent.startsWith('Run night is finished')");
    assert_eq!(browser.text("#start"), "Start");
    click(&browser, "#start");
    browser.wait("return !!document.querySelector('.ended')?.textContent.includes('finished already')");
    assert_eq!(browser.errors(), Vec::<String>::new());
}

/// A button that is held down while the page is kept up to date is still pressed.
#[test]
fn a_press_that_takes_long_is_not_lost() {
    let Some(browser) = Browser::open() else { return };
    let four = "[\"odds\", \"random\", \"rock\", \"maniac\"]";
    let contest = POKER.replace("[\"odds\", \"random\"]", four);
    let night = Night::new(&contest.replace("deals = 50", "deals = 20000\nrounds = 30"), &[]);
    let server = Server::start(&night, &["night"]);
    enter(&browser, &server, server.organiser(), "/organise");
    click(&browser, "#start");
    browser.wait("return document.querySelector('#office progress')?.value >= 1");
    browser.press("#stop", Duration::from_millis(2_500));
    browser.wait(
        "return !!document.querySelector('.ended')?.textContent.startsWith('Run night was stopped after ')",
    );
    assert_eq!(browser.errors(), Vec::<String>::new());
}

/// What is being typed stays while the page is kept up to date, and all is reached by keys.
#[test]
fn a_page_that_is_kept_up_to_date_leaves_alone_what_is_typed() {
    let Some(browser) = Browser::open() else { return };
    let four = "[\"odds\", \"random\", \"rock\", \"maniac\"]";
    let contest = POKER.replace("[\"odds\", \"random\"]", four).replace("trust = true\n", "");
    let night = Night::new(&contest.replace("deals = 50", "deals = 20000\nrounds = 30"), &[]);
    let server = Server::start(&night, &["night"]);
    enter(&browser, &server, server.organiser(), "/organise");
    click(&browser, "#start");
    browser.wait("return document.querySelector('#office progress') !== null");
    browser.script("const days = document.getElementById('days'); days.focus(); days.select()");
    browser.keys("30");
    browser.script("document.getElementById('name').focus()");
    browser.keys("an");
    let done = browser.script("return document.querySelector('#office progress')?.value ?? 0");
    browser.wait(&format!("return (document.querySelector('#office progress')?.value ?? 999) > {done}"));
    browser.keys("na");
    assert_eq!(browser.script("return document.getElementById('name').value"), "anna");
    assert_eq!(browser.script("return document.getElementById('days').value"), "30");
    browser.keys(super::driver::ENTER);
    browser.wait("return document.getElementById('secret') !== null");
    assert_eq!(browser.errors(), Vec::<String>::new());
}
