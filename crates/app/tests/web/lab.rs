//! The laboratories: what they show is what the verbs print.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::client::{Events, links};
use crate::night::{Night, POKER};
use crate::server::Server;

/// A page weighs so much at most.
const WEIGHT_MAX: usize = 200_000;

fn served() -> (Night, Server) {
    let night = Night::new(POKER, &[]);
    let server = Server::start(&night, &[]);
    (night, server)
}

#[test]
fn every_laboratory_is_reached_from_every_page_and_is_light() {
    let (_night, server) = served();
    assert!(server.page("/").contains("href=\"/lab\""));
    let start = server.page("/lab");
    let assets = ["/assets/croupier.css", "/assets/croupier.js", "/assets/lab.css", "/assets/lab.js"];
    let assets: usize = assets.iter().map(|asset| server.page(asset).len()).sum();
    for room in ["/lab/blackjack", "/lab/poker", "/lab/camicia", "/lab/rullete"] {
        assert!(start.contains(&format!("href=\"{room}\"")), "{room}");
        let page = server.page(room);
        assert!(page.len() + assets < WEIGHT_MAX, "{room}: {} and {assets} bytes", page.len());
        assert!(!page.contains("<style") && !page.contains(" style="), "{room}: styles are files");
    }
}

/// Every cell, and the edge, as `croupier blackjack chart --json` has them.
#[test]
fn the_chart_of_a_shoe_is_that_of_the_verb() {
    let (night, server) = served();
    for shoe in ["40,40,40,40,40,40,40,40,40,160", "4,0,4,3,4,4,2,4,4,13"] {
        let told = night.croupier(&["blackjack", "chart", "--json", "--shoe", shoe]).json();
        let page = server.page(&format!("/lab/blackjack?shoe={shoe}"));
        let edge = 100.0 * told["best_ev"].as_f64().unwrap();
        assert!(page.contains(&format!("<dd id=\"edge\">{edge:+.3} %</dd>").replace('-', "−")), "{edge}");
        let mut cells = 0;
        for row in told["rows"].as_array().unwrap() {
            for cell in row["cells"].as_array().unwrap() {
                let up = match cell["up"].as_u64().unwrap() {
                    10 => "T".to_owned(),
                    11 => "A".to_owned(),
                    up => up.to_string(),
                };
                let (total, best) = (row["total"].as_str().unwrap(), cell["best"].as_str().unwrap());
                let [stand, hit] = ["stand", "hit"].map(|choice| signed(cell[choice].as_f64().unwrap()));
                let said = format!("aria-label=\"{total} against {up}: {best}. Stand {stand}, hit {hit}.\"");
                assert!(page.contains(&said), "{shoe}: {said}");
                cells += 1;
            }
        }
        assert_eq!(page.matches(" data-tell").count(), cells);
    }
    let cell = server.page("/lab/blackjack?packs=10&cell=16-T");
    let told = night.croupier(&["blackjack", "odds", "--packs", "10", "--up", "T", "--hand", "97", "--json"]);
    let [stand, hit] =
        ["stand", "hit"].map(|choice| format!("−{:.6}", -told.json()[choice].as_f64().unwrap()));
    let row = format!(
        "<th scope=\"row\">79</th><td>hit</td><td class=\"n\">{stand}</td><td class=\"n\">{hit}</td>"
    );
    assert!(cell.contains(&row), "{row}");
}

/// Five digits, and a sign unless it is 0.
fn signed(value: f64) -> String {
    let text = format!("{value:+.5}").replace('-', "−");
    if text.ends_with("0.00000") { "0.00000".to_owned() } else { text }
}

#[test]
fn a_shoe_that_cannot_be_played_keeps_its_cards_and_says_why() {
    let (_night, server) = served();
    let page = server.page("/lab/blackjack?shoe=1,1,1,1,1,1,1,1,1,0");
    assert!(page.contains("Too few cards: they have 45 points") && page.contains("id=\"more-A\""), "{page}");
    for (question, said) in [
        ("shoe=1,2", "The shoe: expected ten counts, aces first, as 4,4,4,4,4,4,4,4,4,16, found 2."),
        (
            "shoe=a,1,1,1,1,1,1,1,1,1",
            "The shoe: expected ten counts, aces first, as 4,4,4,4,4,4,4,4,4,16, found &#34;a&#34;.",
        ),
        ("packs=-1", "The packs: expected a whole number, found &#34;-1&#34;."),
        ("packs=4000000", "The shoe: 208000000 cards are too many: at most 52000000."),
    ] {
        let answer = server.get(&format!("/lab/blackjack?{question}"));
        assert_eq!((answer.status, answer.sentence()), (404, said));
    }
}

/// Fresh values come well within the tenth of a second that a click may take.
#[test]
fn a_click_is_answered_at_once() {
    let (_night, server) = served();
    server.page("/lab/blackjack");
    let begun = Instant::now();
    for left in 30..40 {
        server.page(&format!("/lab/blackjack?shoe=40,40,40,40,40,40,40,40,40,{left}"));
    }
    let mean = begun.elapsed() / 10;
    eprintln!("a chart takes {mean:?}");
    assert!(mean < Duration::from_secs(2), "{mean:?}");
}

/// Each table, as `croupier poker show --json` has it.
#[test]
fn what_the_equilibrium_does_is_what_the_verb_shows() {
    let (night, server) = served();
    let histories: [(&[&str], &str); 4] = [
        (&[], ""),
        (&["--bet1", "10,10,10"], "?bet1=10,10,10"),
        (&["--bet1", "10,37,40"], "?bet1=10&bet1=37&bet1=40"),
        (
            &["--bet1", "10,20,40", "--call1", "no,yes,-", "--bet2", "-,40,55"],
            "?bet1=10,20,40&call1=no,yes,-&bet2=-,40,55",
        ),
    ];
    for (options, question) in histories {
        let told = night.croupier(&[&["poker", "show", "--json"], options].concat()).json();
        let page = server.page(&format!("/lab/poker{question}"));
        for rows in told["seats"].as_array().unwrap() {
            for (card, chances) in rows["by_card"].as_array().unwrap().iter().enumerate() {
                let cells = chances.as_array().unwrap().iter().map(|chance| {
                    // The verb writes the single numbers that they are: more digits would round otherwise.
                    let chance: f32 = chance.to_string().parse().unwrap();
                    format!("<td class=\"n h{:.0}\">{:.1}</td>", (chance * 10.0).round(), 100.0 * chance)
                });
                let row = format!("<tr><th scope=\"row\">{card}</th>{}</tr>", cells.collect::<String>());
                assert!(page.contains(&row), "{question}: {row}");
            }
        }
    }
    let page = server.page("/lab/poker?bet1=300,300,300");
    assert!(page.contains("nobody is asked: everything is in"), "{page}");
}

#[test]
fn bids_that_are_none_are_refused_in_the_words_of_the_page() {
    let (_night, server) = served();
    for (question, said) in [
        ("bet1=10,20", "The bids of round 1: expected three by seat, found 2."),
        ("bet1=10,9,10", "The bids of round 1, seat 1: expected a bid from 10 to 300, found &#34;9&#34;."),
        ("bet1=10,10,10&call1=yes,no,-", "The first check: all bids are equal, so nobody is asked to pay."),
        (
            "bet1=10,10,20&bet2=20,20,20",
            "The bids of round 2 needs the first check: who pays in the first check.",
        ),
        (
            "bet1=10,10,20&call1=maybe,no,-",
            "The first check, seat 0: expected yes, no or -, found &#34;maybe&#34;.",
        ),
    ] {
        let answer = server.get(&format!("/lab/poker?{question}"));
        assert_eq!((answer.status, answer.sentence()), (404, said), "{question}");
    }
}

/// Both readings of rule 6; the hands of a value as `croupier rullete find` lists them.
#[test]
fn the_values_of_all_hands_are_those_of_the_census() {
    let (night, server) = served();
    for reading in ["121", "112"] {
        let told = night.croupier(&["rullete", "census", "--json", "--rule6", reading]).json();
        let page = server.page(&format!("/lab/rullete?rule6={reading}"));
        let values = told["histogram"].as_object().unwrap();
        assert_eq!(
            page.matches("<title>").count(),
            values.len() + 1,
            "a bar for each value, and the page's own"
        );
        for (value, hands) in values {
            let title = format!("<title>{value}: {} hands</title>", grouped(hands.as_u64().unwrap()));
            assert!(page.contains(&title), "{title}");
        }
    }
    let page = server.page("/lab/rullete?value=674");
    assert!(page.contains("384 hands have the value 674."), "{page}");
    let listed = night.croupier(&["rullete", "find", "674", "--limit", "8"]);
    for hand in listed.out.lines() {
        assert!(page.contains(&format!("aria-label=\"{hand} rule by rule\"")), "{hand}");
        let there = format!("/play/rullete?hand={}&step=0", hand.replace(' ', "."));
        assert!(page.contains(&there.replace('&', "&#38;")), "{page}");
        assert!(server.page(&there).contains("674"), "{hand}");
    }
    let none = server.page("/lab/rullete?value=12");
    assert!(none.contains("No hand has the value 12; the nearest are 11 and 16."), "{none}");
    for (question, said) in [
        ("rule6=113", "Rule 6 takes off 121 or 112."),
        ("value=x", "The value: expected a whole number, found &#34;x&#34;."),
    ] {
        let answer = server.get(&format!("/lab/rullete?{question}"));
        assert_eq!((answer.status, answer.sentence()), (404, said));
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap());
    groups.collect::<Vec<_>>().join(",")
}

/// A hunt that begins while the page is open appears there, with what it prints at its end.
#[test]
fn a_hunt_is_followed_from_its_first_save_to_its_last() {
    let (night, server) = served();
    let empty = server.page("/lab/camicia");
    assert!(
        empty.contains("No hunt was begun") && empty.contains("croupier camicia hunt --minutes"),
        "{empty}"
    );
    let mut events = Events::open(server.address, "/lab/camicia/events");
    let range = ["camicia", "hunt", "--pack", "26", "--range", "3..9", "--json"];
    let hunted = night.command(&range).stderr(Stdio::null()).output().unwrap();
    assert!(hunted.status.success());
    let told = String::from_utf8(hunted.stdout).unwrap();
    let told: serde_json::Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    let units = "<dt>units</dt><dd>6 of 6</dd>";
    let html = loop {
        let news = events.next();
        let html = news["html"].as_str().unwrap().to_owned();
        if html.contains(units) {
            break html;
        }
    };
    let best = told["hunt"]["best"].as_u64().unwrap();
    assert!(html.contains(&format!("<b>{} cards</b>", grouped(best))), "{html}");
    assert!(html.contains(&format!(
        "<dt>deals played</dt><dd>{}</dd>",
        grouped(told["hunt"]["deals"].as_u64().unwrap())
    )));
    let label = "hunt-26-seed-1-units-3-9";
    let page = server.page(&format!("/lab/camicia?hunt={label}"));
    assert!(page.contains(units), "{page}");
    // The longest game, and each of the others, is shown card by card.
    let there = links(&page, "/play/camicia?deal=");
    assert!(there.len() > 1, "{page}");
    assert!(server.page(&there[0]).contains(&format!("{} cards", grouped(best))));
    assert_eq!(server.get("/lab/camicia?hunt=../x").sentence(), "There is no hunt ../x in this data folder.");
    // A damaged checkpoint is said to be one, and left alone.
    night.write(&format!("croupier-data/camicia/{label}.checkpoint"), "{}\n0\n");
    let damaged = server.get("/lab/camicia");
    assert_eq!(
        (damaged.status, damaged.sentence()),
        (
            500,
            format!("The checkpoint of {label} is damaged or no checkpoint: its sum does not fit.").as_str()
        )
    );
}
