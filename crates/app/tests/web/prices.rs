//! What choices cost, on the page of a match and on that of a bot.

use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::client::Answer;
use crate::night::{BLACKJACK, Night};
use crate::played::{blackjack, played, poker, strange};
use crate::server::Server;

/// Asks till the answer is there.
pub(crate) fn at_last(server: &Server, path: &str) -> Answer {
    for _ in 0..1_200 {
        let answer = server.get(path);
        if answer.status != 202 {
            return answer;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("{path} never came");
}

fn list<'a>(json: &'a Value, name: &str) -> &'a [Value] {
    json[name].as_array().unwrap_or_else(|| panic!("no {name}: {json}"))
}

/// The same engine on the page and at the command: the same price of each mistake, at a step where the seat acts.
#[test]
fn prices_at_poker_are_those_of_the_review() {
    let night = poker();
    let server = Server::start(&night, &[]);
    let dearest = at_last(&server, "/match/night/1/dearest").json();
    let deals = server.get("/match/night/1/deals?from=1&count=50").json();
    for seat in 0..3 {
        let args =
            ["poker", "review", "night/1", "--seat", &seat.to_string(), "--mistakes", "1000", "--json"];
        let review = night.croupier(&args).json();
        let dear = list(&review, "mistakes").iter().filter(|told| told["price"].as_f64() >= Some(0.5));
        let mut dear: Vec<&Value> = dear.collect();
        dear.truncate(100);
        let own: Vec<&Value> =
            list(&dearest, "dear").iter().filter(|dear| dear["seat"].as_u64() == Some(seat)).collect();
        assert_eq!(own.len(), dear.len());
        for told in dear {
            let same = |one: &&&Value| one["sentence"] == told["sentence"];
            let one = own.iter().find(same).unwrap_or_else(|| panic!("{told}"));
            assert_eq!((&one["cost"], &one["deal"]), (&told["price"], &told["deal"]));
            let deal = one["deal"].as_u64().unwrap();
            let priced = at_last(&server, &format!("/match/night/1/prices?deal={deal}")).json();
            let price = list(&priced, "prices")
                .iter()
                .find(|price| (&price["step"], &price["seat"]) == (&one["step"], &one["seat"]));
            let price = price.unwrap();
            assert_eq!(price["cost"], one["cost"]);
            let worths: Vec<f64> =
                list(price, "choices").iter().map(|choice| choice["worth"].as_f64().unwrap()).collect();
            assert!(worths.is_sorted_by(|a, b| a >= b), "the best comes first: {price}");
            let chosen = list(price, "choices").iter().find(|choice| choice["is_own"] == true).unwrap();
            let margin = worths[0] - chosen["worth"].as_f64().unwrap();
            assert!((margin - one["cost"].as_f64().unwrap()).abs() < 1e-9, "{price}");
            let step = usize::try_from(one["step"].as_u64().unwrap()).unwrap();
            let frame = &deals["deals"][usize::try_from(deal).unwrap() - 1]["frames"][step];
            assert!(frame["table"]["acts"][usize::try_from(seat).unwrap()].is_string(), "{frame}");
        }
    }
}

/// Every decision of a test has a price, in the order of play, at the step where it was made.
#[test]
fn prices_at_blackjack_are_those_of_the_review() {
    let night = blackjack();
    let server = Server::start(&night, &[]);
    let every = night.croupier(&["blackjack", "review", "night/2", "--every"]).out;
    let mut every = every.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut priced = 0;
    for deal in 1..=40 {
        let answer = at_last(&server, &format!("/match/night/2/prices?deal={deal}")).json();
        let frames = server.get(&format!("/match/night/2/deals?from={deal}&count=1")).json();
        for price in list(&answer, "prices") {
            let told = every.next().unwrap();
            let step = usize::try_from(price["step"].as_u64().unwrap()).unwrap();
            let act = &frames["deals"][0]["frames"][step]["table"]["act"];
            if let Some(chosen) = told["chosen"].as_str() {
                let own = list(price, "choices").iter().find(|choice| choice["is_own"] == true).unwrap();
                assert_eq!(own["choice"], chosen);
                assert_eq!(own["worth"], told[chosen]);
                assert_eq!(act, &format!("{chosen}s"));
            } else {
                assert_eq!((&price["cost"], &price["unit"]), (&told["nats"], &"nats".into()));
                assert_eq!(act, &format!("bets {}", told["bet"]));
            }
            priced += 1;
        }
    }
    assert!(priced > 80, "a bet and a choice each hand: {priced}");
    let review = night.croupier(&["blackjack", "review", "night/2", "--mistakes", "100", "--json"]).json();
    let dearest = at_last(&server, "/match/night/2/dearest").json();
    assert_eq!(list(&dearest, "dear").len(), list(&review, "mistakes").len());
    for dear in list(&dearest, "dear") {
        let told = list(&review, "mistakes").iter().find(|told| told["sentence"] == dear["sentence"]);
        assert_eq!(told.unwrap()["nats"], dear["cost"]);
        let place = format!("/match/night/2/prices?deal={}", dear["deal"]);
        let prices = at_last(&server, &place).json();
        assert!(list(&prices, "prices").iter().any(|price| price["step"] == dear["step"]), "{dear}");
    }
}

#[test]
fn prices_of_what_is_not_there_are_refused() {
    let night = poker();
    let server = Server::start(&night, &[]);
    for (path, status) in [
        ("/match/night/1/prices?deal=0", 404),
        ("/match/night/1/prices?deal=51", 404),
        ("/match/night/9/prices?deal=1", 404),
        ("/match/night/1/prices", 404),
        ("/match/night/1/prices?deal=x", 404),
        ("/match/nobody/1/dearest", 404),
        ("/bot/nobody/rock/review", 404),
    ] {
        assert_eq!(server.get(path).status, status, "{path}");
    }
}

/// A bot's page says what its matches tell, and each mistake leads to a step that is there.
#[test]
fn a_bot_of_poker_is_shown_by_its_bids_cards_and_mistakes() {
    let night = poker();
    let server = Server::start(&night, &[]);
    let part = at_last(&server, "/bot/night/house%3Amaniac/review").body;
    for said in [
        "All its 3 matches were looked through.",
        "Dearest mistakes",
        "What it shows by its first bid",
        "What it does with each card",
        "Where its choices lost chips",
    ] {
        assert!(part.contains(said), "{said}: {part}");
    }
    let links: Vec<&str> =
        part.split("href=\"/match/").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
    assert!(links.len() > 5, "{part}");
    for link in &links {
        server.page(&format!("/match/{}", link.replace("&#38;", "&")));
    }
    let page = server.page("/bot/night/house%3Amaniac");
    assert!(page.contains("Dearest mistakes"), "what is made stands in the page");
    assert!(page.contains("croupier poker review night/"), "{page}");
}

#[test]
fn a_bot_of_blackjack_has_its_bank_before_the_fan_of_the_exact_player() {
    let night = played(Night::new(&BLACKJACK.replace("shuffles = 3\n", "shuffles = 30\n"), &[]));
    let server = Server::start(&night, &[]);
    let part = at_last(&server, "/bot/night/house%3Atable/review").body;
    assert!(part.contains("<svg class=\"chart\""), "{part}");
    assert_eq!(part.matches("class=\"band\"").count(), 2 * 3, "three bands for each of two tests");
    assert!(part.contains("exact, median") && part.contains("lost by bets"));
    assert!(!part.contains("style="), "a page's policy allows none");
}

/// A record that was changed on disk is named; the others are looked through.
#[test]
fn a_damaged_match_of_a_bot_is_named_and_the_rest_is_told() {
    let night = poker();
    let path = night.path("croupier-data/matches/night/2.match");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let server = Server::start(&night, &[]);
    let damaged = |part: &str| part.contains("match 2: damaged: ");
    let names = ["odds", "random", "rock", "maniac"];
    let parts = names.map(|name| at_last(&server, &format!("/bot/night/house%3A{name}/review")).body);
    assert_eq!(parts.iter().filter(|part| damaged(part)).count(), 3, "three sat there");
    assert!(parts.iter().all(|part| part.contains("Where its choices lost chips")));
    assert!(parts.iter().filter(|part| damaged(part)).all(|part| part.contains("2 of its 3 matches")));
}

/// Fouls are told by kind, with the way to the step; what a bot sent is text.
#[test]
fn fouls_are_told_by_kind_with_the_way_to_their_steps() {
    let night = strange();
    let server = Server::start(&night, &[]);
    let part = at_last(&server, "/bot/night/%3Cb%20onclick%3Dalert%281%29%3E/review").body;
    assert!(part.contains("Fouls by kind") && part.contains("v-crashed"), "{part}");
    assert!(part.contains("href=\"/match/night/1?deal=1&#38;step="), "{part}");
    assert!(!part.contains("<script") && !part.contains("<b onclick"), "{part}");
}

/// Nothing was dealt to a bot that fails at its first bet: there is nothing to price, and no fault of the page.
#[test]
fn a_test_that_ended_at_its_first_bet_has_no_prices() {
    let night = Night::new(BLACKJACK, &[]);
    night.enter("gone/bot.toml", "command = [\"false\"]");
    let night = played(night);
    let server = Server::start(&night, &[]);
    let paths = (1..=6).map(|number| format!("/match/night/{number}"));
    let path =
        paths.into_iter().find(|path| server.page(path).contains("v-crashed")).expect("it left at once");
    let prices = at_last(&server, &format!("{path}/prices?deal=1"));
    assert_eq!((prices.status, &prices.json()["prices"]), (200, &Value::Array(Vec::new())));
}
