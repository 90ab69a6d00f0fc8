//! What the pages show.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use croupier_trial::python3;
use serde_json::Value;

use crate::client::links;
use crate::night::{Night, POKER};
use crate::played::{blackjack, played, poker};
use crate::server::Server;

#[test]
fn an_empty_data_folder_says_how_a_run_is_made() {
    let night = Night::new(POKER, &[]);
    let server = Server::start(&night, &["night"]);
    let page = server.page("/");
    assert!(page.contains("<h1>Night</h1>") && page.contains("croupier run night"), "{page}");
    assert!(page.contains("Nothing was played"), "{page}");
    assert_eq!(server.get("/run/night").status, 404);
}

/// With all that is on it. The times are those of `cargo xtask bench page` with room for a machine that has other work.
#[test]
fn the_first_page_and_a_long_match_are_light_and_come_at_once() {
    let four = POKER.replace("[\"odds\", ", "[\"odds\", \"rock\", ").replace("deals = 50", "deals = 1000");
    let night = played(Night::new(&four, &[]));
    let server = Server::start(&night, &[]);
    let page = server.page("/");
    let parts = page.split("=\"/assets/").skip(1).map(|rest| rest.split_once('"').unwrap().0);
    let parts: BTreeSet<String> = parts.map(|name| format!("/assets/{name}")).collect();
    assert!(parts.len() >= 3, "{parts:?}");
    let all = page.len() + parts.iter().map(|part| server.page(part).len()).sum::<usize>();
    assert!(all < 200_000, "{all} bytes");
    for (path, most) in [("/", 500), ("/match/night/1", 1_500), ("/match/night/1?deal=901", 500)] {
        let asked = Instant::now();
        server.page(path);
        assert!(asked.elapsed() < Duration::from_millis(most), "{path}: {:?}", asked.elapsed());
    }
}

#[test]
fn a_run_shows_what_the_run_has_printed() {
    let night = poker();
    let printed = night.play(&[]).json();
    let server = Server::start(&night, &[]);
    assert!(server.page("/").contains("href=\"/run/night\""));
    let page = server.page("/run/night");
    for row in printed["standings"].as_array().unwrap() {
        let name = row["name"].as_str().unwrap();
        assert!(
            page.contains(&format!("href=\"/bot/night/{}\">{name}<", name.replace(':', "%3A"))),
            "{name}"
        );
    }
    for title in ["Standings", "Chance of each rank", "Who feeds whom"] {
        assert!(page.contains(title), "{title}");
    }
    assert!(page.contains("<span class=\"badge\">finished</span> 4 matches"), "{page}");
    assert_eq!(page.matches("class=\"interval\"").count(), 4);
    assert!(!page.contains("data-events"), "a finished run is not followed");
    let matches = server.page("/run/night/matches");
    assert!((1..=4).all(|number| matches.contains(&format!("href=\"/match/night/{number}\""))));
}

#[test]
fn a_bot_has_its_matches_and_a_log() {
    let night = poker();
    let server = Server::start(&night, &[]);
    let page = server.page("/bot/night/house%3Aodds");
    assert!(page.contains("<dt>rank</dt>") && page.contains("1 to 3 of 3"), "{page}");
    assert!(server.page("/log/night/1/0").contains("It wrote nothing."));
    let missing = server.get("/bot/night/nobody");
    assert_eq!((missing.status, missing.sentence()), (404, "Nobody called nobody takes part in night."));
}

/// Every deal of a match: its frames lead from the first card to the result that the record has.
#[test]
fn a_match_is_a_film_whose_ends_are_the_results_of_the_record() {
    let night = poker();
    let server = Server::start(&night, &[]);
    let film = film(&server.page("/match/night/1?deal=7&step=2"));
    assert_eq!(
        (&film["deals"], &film["step"], &film["first"][0]["deal"]),
        (&50.into(), &2.into(), &7.into())
    );
    let told = night.croupier(&["replay", "night/1", "--json"]);
    let told: Vec<Value> = told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let deals = server.get("/match/night/1/deals?from=1&count=50").json();
    let deals = deals["deals"].as_array().unwrap();
    assert_eq!(deals.len(), 50);
    for (deal, told) in deals.iter().zip(told.iter().filter(|line| line.get("deal").is_some())) {
        let frames = deal["frames"].as_array().unwrap();
        let table = &frames.last().unwrap()["table"];
        assert_eq!((&deal["deal"], &table["net"]), (&told["deal"], &told["winnings"]));
        assert_eq!(table["cards"], told["cards"]);
    }
}

/// What a seat knows is its own card until cards are shown; no step tells more than `replay --seat` does.
#[test]
fn a_seat_knows_its_own_card_and_what_was_shown() {
    let night = poker();
    let server = Server::start(&night, &[]);
    let deals = server.get("/match/night/2/deals?from=1&count=50").json();
    for seat in 0..3_usize {
        let told = night.croupier(&["replay", "night/2", "--json", "--seat", &seat.to_string()]);
        let told: Vec<Value> = told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let told = told.iter().filter(|line| line.get("deal").is_some());
        for (deal, told) in deals["deals"].as_array().unwrap().iter().zip(told) {
            let frames = deal["frames"].as_array().unwrap();
            assert_eq!(frames.last().unwrap()["table"]["known"][seat], told["cards"], "{deal}");
            let dealt = &frames[3];
            for other in 0..3_usize {
                assert_eq!(dealt["table"]["known"][seat][other].is_null(), other != seat);
                let is_hidden = dealt["seen"].get(seat).is_some_and(|seen| seen == "seat 2 is dealt a card");
                assert_eq!(is_hidden, seat != 2);
            }
        }
    }
}

#[test]
fn a_match_of_blackjack_is_shown_hand_by_hand() {
    let night = blackjack();
    let server = Server::start(&night, &[]);
    let page = server.page("/match/night/1");
    let all = film(&page)["deals"].as_u64().unwrap();
    let told = night.croupier(&["replay", "night/1", "--json"]);
    let told: Vec<Value> = told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<&Value> = told.iter().filter(|line| line.get("bet").is_some()).collect();
    assert_eq!(told.len(), usize::try_from(all).unwrap());
    let deals = server.get("/match/night/1/deals?from=1&count=200").json();
    for (deal, told) in deals["deals"].as_array().unwrap().iter().zip(&told) {
        let frames = deal["frames"].as_array().unwrap();
        let table = &frames.last().unwrap()["table"];
        assert_eq!(
            (&table["payout"], &table["money"], &table["bet"]),
            (&told["payout"], &told["money"], &told["bet"])
        );
        assert_eq!(deal["place"], format!("evening {}, hand {}", told["evening"], told["hand"]));
        // Before the end the player was told the upcard only.
        assert!(
            frames[..frames.len() - 2].iter().all(|frame| frame["table"]["told"].as_u64() <= Some(1)),
            "{deal}"
        );
    }
    let last = server.get(&format!("/match/night/1/deals?from={all}&count=9")).json();
    assert_eq!(last["deals"].as_array().unwrap().len(), 1);
}

#[test]
fn rules_are_there_by_their_numbers() {
    let night = Night::new(POKER, &[]);
    let server = Server::start(&night, &[]);
    assert!(server.page("/rules/poker").contains("<h3 id=\"P7\""));
    for game in ["blackjack", "camicia", "rullete"] {
        assert!(server.page(&format!("/rules/{game}")).contains("<h1>"));
    }
    assert_eq!(server.get("/rules/bridge").status, 404);
}

/// What a program was asked is also shown as the rules see it.
#[test]
fn the_input_of_a_program_is_shown_step_by_step() {
    let Some(_) = python3() else { return };
    for (game, more, link) in [
        ("rullete", "[rules]\nrule6 = 112\n", "/play/rullete?hand="),
        ("camicia", "", "/play/camicia?deal="),
        ("camicia", "[rules]\nstate = \"decks\"\n", ""),
    ] {
        let contest = format!(
            "name = \"Night\"\ngame = \"{game}\"\nseed = 1\ntrust = true\n{more}[[test]]\nname = \"one\"\ngenerate = 1\n"
        );
        let night = Night::with_limits(&contest, "");
        night.enter("zero.py", "print(0)");
        assert_eq!(night.play(&[]).code, 0);
        let server = Server::start(&night, &[]);
        let page = server.page("/match/night/1");
        let there = links(&page, "/play/");
        if link.is_empty() {
            assert_eq!(there, Vec::<String>::new(), "other rules than those of the tables");
            continue;
        }
        assert!(there.len() == 1 && there[0].starts_with(link), "{page}");
        assert_eq!(there[0].contains("rule6=112"), game == "rullete");
        let (_, expected) = page.split_once("aria-label=\"expected output\">").unwrap();
        let expected = expected.split_once('<').unwrap().0;
        let last = there[0].replace("&step=0", "");
        let shown = server.page(&last);
        let word = expected.split(' ').nth(usize::from(game == "camicia")).unwrap();
        assert!(shown.contains(word), "{expected}: {shown}");
    }
}

/// The film inside of a page.
fn film(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"film\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}
