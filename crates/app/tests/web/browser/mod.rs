//! What only a browser can tell: scripts, keys, screens, and connections that come back.

mod driver;
mod followed;
mod lab;
mod office;
mod play;
mod prices;
mod proxy;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use croupier_arena::store::{JobState, PlannedJob, Store, WorkerRow, WorkerState};
use serde_json::json;

use crate::night::{Night, POKER};
use crate::played::{blackjack, played, poker, strange};
use crate::server::Server;
use driver::{Browser, DOWN, ENTER, LEFT, RIGHT, TAB};

/// Screens of each page: a name, the width, the scheme of colours.
const SCREENS: [(&str, u32, &str); 3] =
    [("light", 1200, "light"), ("dark", 1200, "dark"), ("small", 320, "light")];

/// What somebody would stumble at who looks at a page.
const EYE: &str = include_str!("eye.js");

/// Opens a page on every screen: nothing is wrong in the console, nothing is wider than the screen, and nothing is too pale,
/// cut off or without a name. With `CROUPIER_SCREENS`, a picture of each is kept there.
fn look(browser: &Browser, server: &Server, name: &str, path: &str) {
    let kept = env::var_os("CROUPIER_SCREENS").map(PathBuf::from);
    for (screen, width, scheme) in SCREENS {
        browser.screen(width, 800, scheme);
        browser.goto(&server.url(path));
        browser.wait("return document.readyState === 'complete'");
        if path.starts_with("/match/") && browser.script("return !!document.getElementById('player')") == true
        {
            browser.wait("return document.querySelectorAll('#steps [aria-current]').length === 1");
        }
        if path.starts_with("/bot/") {
            browser.wait("return document.querySelector('[data-later]') === null");
        }
        if name.ends_with("-price") {
            browser.wait("return document.querySelector('#price .cost-said') !== null");
        }
        assert_eq!(browser.errors(), Vec::<String>::new(), "{path}, {screen}");
        let wide = browser.script("return document.documentElement.scrollWidth");
        assert!(wide.as_u64() <= Some(width.into()), "{path}, {screen}: {wide} wide");
        assert_eq!(browser.script(EYE), json!([]), "{path}, {screen}");
        if let Some(folder) = &kept {
            browser.picture(&folder.join(format!("{name}-{screen}.png")));
        }
    }
}

#[test]
fn every_page_opens_without_an_error_on_large_and_small_screens() {
    let Some(browser) = Browser::open() else { return };
    let night = poker();
    let server = Server::start(&night, &["night"]);
    look(&browser, &server, "runs", "/");
    look(&browser, &server, "run", "/run/night");
    look(&browser, &server, "matches", "/run/night/matches");
    look(&browser, &server, "match", "/match/night/1?deal=7&step=5");
    look(&browser, &server, "match-all", "/match/night/1?deal=7&step=99&view=all");
    look(&browser, &server, "bot", "/bot/night/house%3Aodds");
    look(&browser, &server, "log", "/log/night/1/0");
    look(&browser, &server, "rules", "/rules/poker#P7");
    with_machines(&night);
    look(&browser, &server, "machines", "/run/night/queue");
    let night = blackjack();
    let server = Server::start(&night, &[]);
    look(&browser, &server, "blackjack-run", "/run/night");
    look(&browser, &server, "blackjack-match", "/match/night/2?deal=3&step=6&view=all");
    let night = strange();
    let server = Server::start(&night, &[]);
    look(&browser, &server, "strange-run", "/run/night");
    look(&browser, &server, "strange-match", "/match/night/1?deal=2&step=4");
    look(&browser, &server, "strange-bot", "/bot/night/%3Cb%20onclick%3Dalert%281%29%3E");
    assert_eq!(browser.script("return document.querySelectorAll('main b[onclick], main i').length"), 0);
}

/// Notes machines that play a run, and what went wrong there.
fn with_machines(night: &Night) {
    let mut store = Store::open(&night.path("croupier-data")).unwrap();
    let run = store.archive().run("night").unwrap();
    store.queue_of(&run).unwrap();
    let worker = |name: &str, state, busy, reason: Option<&str>| WorkerRow {
        name: name.to_owned(),
        state,
        slots: 8,
        busy,
        jobs: 1_200,
        stored: 0,
        failures: u64::from(reason.is_some()),
        busy_ms: 3_600_000,
        reason: reason.map(str::to_owned),
        seen: 0,
    };
    let workers = [
        worker("anna", WorkerState::Working, 8, None),
        worker(
            "a-machine-with-a-long-name.example.org",
            WorkerState::ShutOut,
            0,
            Some("its answer for match 3 is another than that of anna"),
        ),
    ];
    store.note_workers(&run, &workers).unwrap();
    for (matches, state, reason) in [
        (&[1][..], JobState::Aside, Some("python3 is not there: no such file or directory")),
        (&[2, 3], JobState::Due, Some("it was not heard of for 30 s")),
        (&[4], JobState::Due, None),
    ] {
        let key = store.plan_job(&run, matches).unwrap();
        let (worker, reason) = (Some("anna".to_owned()), reason.map(str::to_owned));
        let job = PlannedJob { key, matches: matches.to_vec(), state, worker, tries: 3, reason };
        store.note_job(&run, &job).unwrap();
    }
}

/// Contests of programs, whose languages this machine may not have: each page all the same.
#[test]
fn every_page_of_programs_opens_without_an_error() {
    let Some(browser) = Browser::open() else { return };
    let Some(_) = croupier_trial::python3() else { return };
    let contests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contests/rullete-class");
    let night = Night::new(
        "name = \"Class\"\ngame = \"rullete\"\ntrust = true\n[[test]]\nname = \"mixed\"\ngenerate = 20\n",
        &[],
    );
    night.write(
        "night/contest.toml",
        "name = \"Class\"\ngame = \"rullete\"\ntrust = true\n[[test]]\nname = \"mixed\"\ngenerate = 20\n",
    );
    for entry in std::fs::read_dir(contests.join("entrants")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "py") {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            night.enter(&name, &std::fs::read_to_string(&path).unwrap());
        }
    }
    let night = played(night);
    let server = Server::start(&night, &[]);
    look(&browser, &server, "class-run", "/run/night");
    look(&browser, &server, "class-match", "/match/night/1");
}

/// Nothing of the standings is to be scrolled for: rank, name, score, interval and verdict.
#[test]
fn standings_are_seen_whole_on_a_small_screen() {
    let Some(browser) = Browser::open() else { return };
    for (night, parts) in [(poker(), 4 * 5), (blackjack(), 2 * 5)] {
        let server = Server::start(&night, &[]);
        browser.screen(320, 800, "light");
        browser.goto(&server.url("/run/night"));
        browser.wait("return document.readyState === 'complete'");
        let seen = "const parts = '.standings :is(.rank, th[scope=row] a, .score, .interval, .badge)'; \
                    return [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect()) \
                    .filter((box) => box.width > 0 && box.left >= 0 && box.right <= 320).length";
        assert_eq!(browser.script(seen), parts);
    }
}

#[test]
fn a_match_is_stepped_through_to_its_last_step_by_keys() {
    let Some(browser) = Browser::open() else { return };
    let night = poker();
    let server = Server::start(&night, &[]);
    browser.goto(&server.url("/match/night/1?deal=49&step=0"));
    browser.wait("return document.querySelectorAll('#steps [aria-current]').length === 1");
    assert_eq!(browser.text("#sentence"), "deal 49: each seat has 300 chips");
    // Another seat's card is hidden till it is shown; its own is not.
    browser.keys(&RIGHT.repeat(3));
    let cards =
        "return [...document.querySelectorAll('.seats .card use')].map((use) => use.getAttribute('href'))";
    let known = browser.script(cards);
    assert_eq!((&known[1], &known[2]), (&"#card-back".into(), &"#card-back".into()), "{known}");
    assert_ne!(known[0], "#card-back");
    browser.keys("2");
    assert_eq!(browser.script(cards)[0], "#card-back");
    browser.keys("a");
    assert!(!browser.script(cards).to_string().contains("back"));
    browser.keys(LEFT);
    assert!(browser.text("#place").starts_with("deal 49, step 3 of"), "{}", browser.text("#place"));
    // To the end of the match, and no further.
    browser.keys(DOWN);
    browser.wait("return document.querySelector('#steps li:last-child [aria-current]') !== null");
    browser.keys(RIGHT);
    browser.wait("return document.getElementById('place').textContent.startsWith('deal 50, step 1 of')");
    browser.keys(RIGHT);
    assert!(browser.text("#place").starts_with("deal 50, step 2 of"), "{}", browser.text("#place"));
    browser.keys(&"j".repeat(20));
    browser.wait("return document.querySelector('#steps li:last-child [aria-current]') !== null");
    browser
        .wait("return location.search.startsWith('?deal=50&step=') && location.search.endsWith('&view=all')");
    assert!(browser.text("#place").starts_with("deal 50, step"));
    let here = browser.script("return location.href");
    let sentence = browser.text("#sentence");
    browser.wait("return document.getElementById('announcer').textContent.startsWith('step ')");
    // The address alone leads back to the same step.
    browser.goto(here.as_str().unwrap());
    browser.wait("return document.querySelectorAll('#steps [aria-current]').length === 1");
    assert_eq!(browser.text("#sentence"), sentence);
    assert_eq!(browser.errors(), Vec::<String>::new());
}

#[test]
fn by_tab_and_enter_alone_one_comes_from_the_runs_to_a_step() {
    let Some(browser) = Browser::open() else { return };
    let night = poker();
    let server = Server::start(&night, &[]);
    browser.goto(&server.url("/"));
    let reach = |selector: &str| {
        for _ in 0..60 {
            browser.keys(TAB);
            if browser.script(&format!("return document.activeElement.matches('{selector}')")) == true {
                let outline = browser.script("return getComputedStyle(document.activeElement).outlineStyle");
                assert_eq!(outline, "solid", "{selector}: the focus is to be seen");
                browser.keys(ENTER);
                return;
            }
        }
        panic!("no Tab leads to {selector} on {}", browser.script("return location.href"));
    };
    reach("a[href=\"/run/night\"]");
    browser.wait("return location.pathname === '/run/night'");
    reach("a[href=\"/run/night/matches\"]");
    browser.wait("return location.pathname === '/run/night/matches'");
    reach("a[href=\"/match/night/1\"]");
    browser.wait("return document.querySelectorAll('#steps [aria-current]').length === 1");
    reach("button[data-go=on]");
    browser.wait("return document.getElementById('place').textContent.startsWith('deal 1, step 2 of')");
}

/// A contest long enough to be watched.
fn long_night() -> Night {
    let four = "[\"odds\", \"random\", \"rock\", \"maniac\"]";
    let contest =
        POKER.replace("[\"odds\", \"random\"]", four).replace("deals = 50", "deals = 6000\nrounds = 12");
    Night::new(&contest, &[])
}

fn until_there_is(server: &Server, path: &str) {
    let begun = Instant::now();
    while server.get(path).status != 200 {
        assert!(begun.elapsed() < Duration::from_mins(1), "{path} never came");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_run_is_watched_to_its_end_in_the_browser() {
    let Some(browser) = Browser::open() else { return };
    let night = long_night();
    let server = Server::start(&night, &[]);
    let mut run = night.command(&["run", "night", "--json", "--jobs", "1"]);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until_there_is(&server, "/run/night");
    browser.goto(&server.url("/run/night"));
    browser.wait("return document.getElementById('live').textContent.includes('finished')");
    browser.wait(
        "return document.getElementById('announcer').textContent === 'The run is finished: 48 matches.'",
    );
    assert!(browser.text("#live").contains("house:maniac"));
    assert_eq!(browser.errors(), Vec::<String>::new());
    assert!(run.wait().unwrap().success());
}

#[test]
fn a_page_finds_its_server_again_that_was_killed() {
    let Some(browser) = Browser::open() else { return };
    let night = followed::stopped_night();
    let server = Server::start(&night, &[]);
    let address = server.address.to_string();
    browser.goto(&server.url("/run/night"));
    browser.wait("return document.getElementById('announcer').textContent.includes('matches played')");
    assert_eq!(server.signal("KILL"), None);
    browser.wait("return !document.getElementById('link').hidden");
    let server = Server::start_at(&night, &address, &[]);
    browser.wait("return document.getElementById('link').hidden");
    server.page("/run/night");
}
