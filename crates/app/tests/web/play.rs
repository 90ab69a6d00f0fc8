//! Tables for a person: the address alone leads to a state, and the state shows what the person may know.

use serde_json::Value;

use crate::night::{Night, POKER};
use crate::server::Server;

/// A server whose cards are always the same.
pub(crate) fn table() -> (Night, Server) {
    let night = Night::new(POKER, &[]);
    night.write("croupier-data/play.key", &"\u{7}".repeat(32));
    let server = Server::start(&night, &[]);
    (night, server)
}

const CONTEST: &str = "rules=contest&money=1000&packs=2&shuffles=3&coach=off";

fn part(server: &Server, game: &str, query: &str) -> Value {
    let answer = server.get(&format!("/play/{game}/part?{query}"));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

fn html(news: &Value) -> &str {
    news["html"].as_str().unwrap()
}

/// The address behind a choice of a part.
fn choice(html: &str, id: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!("id=\"{id}\" href=\""))?;
    Some(rest.split_once('"').unwrap().0.replace("&#38;", "&").replace("&amp;", "&"))
}

#[test]
fn there_are_four_games_to_play() {
    let (_night, server) = table();
    let page = server.page("/play");
    for game in ["blackjack", "poker", "camicia", "rullete"] {
        assert!(page.contains(&format!("href=\"/play/{game}\"")), "{game}");
        assert!(server.page(&format!("/play/{game}")).contains("<h1>"), "{game}");
    }
    assert!(server.page("/").contains("href=\"/play\""));
}

/// Without a script a bet is a form, whose answer is another address.
#[test]
fn a_hand_of_blackjack_is_played_by_addresses_alone() {
    let (_night, server) = table();
    let answer = server.get(&format!("/play/blackjack?table=7&{CONTEST}&moves=&move=100"));
    assert_eq!(answer.status, 303);
    let mut there = answer.header("location").unwrap().to_owned();
    assert_eq!(there, format!("/play/blackjack?table=7&{CONTEST}&moves=100"));
    let mut steps = 0;
    let page = loop {
        let page = server.page(&there);
        match choice(&page, "stand") {
            Some(stand) => there = stand,
            None => break page,
        }
        steps += 1;
        assert!(steps < 3, "who stands is asked no more");
    };
    assert!(page.contains("comes back, money"), "{page}");
    assert!(page.contains("name=\"move\""), "the next bet is asked for");
    // The same address leads to the same state, in another server too.
    assert_eq!(server.page(&there), page);
}

/// The lines of a table are those of the verb, for the same cards.
#[test]
fn a_table_says_what_the_verb_says() {
    let (_night, server) = table();
    let left = part(&server, "blackjack", &format!("table=3&{CONTEST}&moves=100-s-50-s-q"));
    let told = html(&left);
    assert!(told.contains("1000, 2 packs, the evening ends with shuffle 3"), "{told}");
    assert!(told.contains("hand 1: bet 100") && told.contains("(quit)"), "{told}");
    assert!(left["said"].as_str().unwrap().contains("2 hands, money"), "{left}");
}

#[test]
fn a_move_that_is_not_allowed_is_said_at_the_table() {
    let (_night, server) = table();
    let refused = server.page(&format!("/play/blackjack?table=7&{CONTEST}&moves=&move=1001"));
    assert!(refused.contains("A bet of 1001 is not from 0 to 1000."), "{refused}");
    let refused = server.page(&format!("/play/blackjack?table=7&{CONTEST}&moves=&move=%3Cb%3E"));
    assert!(refused.contains("Expected a number or a letter."), "{refused}");
    for (query, said) in [
        ("moves=100-x", "Move 2 of this address, x, is refused: `x` is no move: expected h, s or q."),
        (
            "moves=100-s-%3Cb%3E",
            "Move 3 of this address, &lt;b&gt;, is refused: expected a number or a letter.",
        ),
        (
            "moves=100&money=-5",
            "The value of money in this address is not understood: expected a whole number from 1 to 1000000.",
        ),
        ("coach=loud", "The value of coach in this address is not understood: expected off, after, before."),
    ] {
        let answer = server.get(&format!("/play/blackjack?table=7&{query}"));
        assert_eq!(answer.status, 400, "{query}");
        let sentence = answer.sentence().replace("&#60;", "&lt;").replace("&#62;", "&gt;");
        assert_eq!(sentence, said);
    }
}

/// The script of a table is told so in JSON, and can say it on the page.
#[test]
fn a_part_that_is_refused_is_refused_in_json() {
    let (_night, server) = table();
    for (path, said) in [
        (
            "/play/blackjack/part?table=7&moves=100-x",
            "Move 2 of this address, x, is refused: `x` is no move: expected h, s or q.",
        ),
        (
            "/play/poker/part?table=7&moves=5",
            "Move 1 of this address, 5, is refused: a bid of 5 is not from 10 to 300.",
        ),
        (
            "/play/camicia/part?deal=J",
            "Expected two hands with `/` or `|` between them, or exactly two words; found 1 word.",
        ),
        ("/play/rullete/part?hand=7C.7C", "7C is in the hand twice: a pack has it once."),
    ] {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.header("content-type")), (400, Some("application/json")), "{path}");
        let told = answer.json();
        assert_eq!(told["error"], said, "{path}");
        assert_eq!(told["hint"], "The page without the end of its address begins anew.", "{path}");
        let page = server.get(&path.replace("/part", ""));
        assert!(page.body.contains("<p class=\"lead\">"), "a page says it for people: {page:?}");
    }
}

/// A shoe of which nothing was dealt is whole.
#[test]
fn cards_that_were_not_seen_are_told_before_the_first_bet() {
    let (_night, server) = table();
    let query = "table=7&rules=contest&money=1000&packs=2&shuffles=3";
    let unseen = |moves: &str| -> u32 {
        let dealt = part(&server, "blackjack", &format!("{query}{moves}"));
        let (_, list) = html(&dealt).split_once("cards not seen, by value").unwrap();
        let list = list.split_once("</ol>").unwrap().0;
        let counts = list.split("<span>").skip(1).map(|rest| rest.split_once('<').unwrap().0);
        counts.map(|count| count.parse::<u32>().unwrap()).sum()
    };
    assert_eq!(unseen(""), 104);
    assert!((90..=101).contains(&unseen("&moves=100")), "three cards at least lie on the table");
}

/// Of the exam's dealer nothing is sent but the first card until the hand is over.
#[test]
fn the_dealers_second_card_stays_on_the_server() {
    let (_night, server) = table();
    for number in 0..20 {
        let dealt = part(&server, "blackjack", &format!("table={number}&rules=exam&coach=before"));
        if choice(html(&dealt), "hit").is_none() {
            continue;
        }
        assert_eq!(html(&dealt).matches("#card-back").count(), 1, "{dealt}");
        let events = dealt["events"].as_array().unwrap();
        let hand = events.iter().find(|event| event["event"] == "hand").unwrap();
        assert!(hand["up"].is_u64() && events.iter().all(|event| event["event"] != "over"), "{dealt}");
        let over = part(&server, "blackjack", &format!("table={number}&rules=exam&coach=before&moves=s"));
        assert_eq!(html(&over).matches("#card-back").count(), 0);
    }
}

#[test]
fn the_coach_says_what_the_laboratory_says() {
    let (night, server) = table();
    let mut compared = 0;
    for number in 0..8 {
        let dealt = part(&server, "blackjack", &format!("table={number}&rules=exam&ace=11&coach=before"));
        let events = dealt["events"].as_array().unwrap();
        let Some(hand) = events.iter().find(|event| event["event"] == "hand") else { continue };
        let letter = |told: &Value| match told.as_u64().unwrap() {
            11 => "A".to_owned(),
            10 => "T".to_owned(),
            other => other.to_string(),
        };
        let cards: String = hand["cards"].as_array().unwrap().iter().map(letter).collect();
        let up = letter(&hand["up"]);
        let odds = night.croupier(&[
            "blackjack",
            "odds",
            "--rules",
            "exam",
            "--up",
            &up,
            "--hand",
            &cards,
            "--json",
        ]);
        let odds = odds.json();
        let said = format!(
            "{}, by {:.4} of the bet",
            odds["best"].as_str().unwrap(),
            odds["gain"].as_f64().unwrap()
        );
        assert!(html(&dealt).contains(&said), "{said}: {dealt}");
        compared += 1;
    }
    assert!(compared > 4);
}

/// A whole table: every mistake is priced, and the end says the dearest.
#[test]
fn a_table_that_is_left_says_what_the_choices_cost() {
    let (_night, server) = table();
    let bold = part(
        &server,
        "blackjack",
        "table=7&rules=contest&money=1000&packs=2&shuffles=3&coach=after&moves=900-s-q",
    );
    assert!(html(&bold).contains("The dearest") && html(&bold).contains("one Kelly is"), "{bold}");
    let off = part(&server, "blackjack", &format!("table=7&{CONTEST}&moves=900-s-q"));
    assert!(html(&off).contains("what does the coach say?") && !html(&off).contains("one Kelly"), "{off}");
    let closed = server.get(&format!("/play/blackjack?table=7&{CONTEST}&moves=900-s-q-100"));
    assert_eq!(
        (closed.status, closed.sentence()),
        (400, "Move 4 of this address, 100, is refused: the table is closed.")
    );
}

/// Nobody's card is sent but one's own, until cards are shown.
#[test]
fn other_seats_cards_stay_on_the_server() {
    let (_night, server) = table();
    let (mut shown, mut unseen) = (0, 0);
    for number in 0..20 {
        let mut query = format!("table={number}&against=odds,random&coach=before");
        let dealt = part(&server, "poker", &query);
        assert_eq!(html(&dealt).matches("#card-back").count(), 2, "{dealt}");
        query.push_str("&moves=30");
        for _ in 0..4 {
            let now = part(&server, "poker", &query);
            let is_over = html(&now).contains("result: ");
            let hidden = html(&now).matches("#card-back").count();
            if is_over && html(&now).contains("showdown: ") {
                shown += 1;
                assert!(hidden < 2, "{now}");
                break;
            }
            assert_eq!(hidden, 2, "{now}");
            if is_over {
                unseen += 1;
                break;
            }
            let word = if choice(html(&now), "pay").is_some() { "y" } else { "30" };
            // The least bid of round 2 is the level.
            let least = html(&now)
                .split_once("name=\"move\" min=\"")
                .map(|(_, rest)| rest.split_once('"').unwrap().0);
            query = format!("{query}-{}", least.unwrap_or(word));
        }
    }
    assert!(shown > 5 && shown + unseen >= 18, "{shown} {unseen}");
}

/// Another table, other cards; and the number alone does not tell them.
#[test]
fn cards_follow_from_the_secret_and_the_number() {
    let (_night, server) = table();
    let card = |server: &Server, number: u32| {
        part(server, "poker", &format!("table={number}"))["said"].as_str().unwrap().to_owned()
    };
    let here: Vec<String> = (0..12).map(|number| card(&server, number)).collect();
    let night = Night::new(POKER, &[]);
    let other = Server::start(&night, &[]);
    let there: Vec<String> = (0..12).map(|number| card(&other, number)).collect();
    assert!(here != there && here.iter().any(|said| *said != here[0]));
    drop(other);
    let again = Server::start(&night, &[]);
    assert_eq!((0..12).map(|number| card(&again, number)).collect::<Vec<_>>(), there, "the secret is kept");
}

#[test]
fn the_coach_of_poker_prices_each_choice() {
    let (_night, server) = table();
    let dealt = part(&server, "poker", "table=1&against=odds,equilibrium&coach=before");
    assert!(html(&dealt).contains("against the equilibrium it is best to bid"), "{dealt}");
    let mut moves = "300".to_owned();
    let played =
        part(&server, "poker", &format!("table=1&against=odds,equilibrium&coach=after&moves={moves}"));
    assert!(html(&played).contains("bid 300") && html(&played).contains("the equilibrium"), "{played}");
    moves.push_str("-q");
    let left = part(&server, "poker", &format!("table=1&against=odds,equilibrium&coach=after&moves={moves}"));
    assert!(html(&left).contains("Your choices cost"), "{left}");
    let unknown = server.get("/play/poker?table=1&against=odds,nobody");
    assert_eq!(unknown.status, 400);
    assert!(
        unknown.sentence().starts_with("No house player of poker is called nobody: there are odds, random")
    );
}

#[test]
fn a_game_of_camicia_is_told_step_by_step() {
    let (_night, server) = table();
    let first = part(&server, "camicia", "deal=2+A+7+8+Q+10+/+3+4+5+6+K+9+J");
    assert!(html(&first).contains("It ends after 13 cards and 1 trick."), "{first}");
    let last = part(&server, "camicia", "deal=2+A+7+8+Q+10+/+3+4+5+6+K+9+J&step=99");
    assert!(last["said"].as_str().unwrap().contains("has all cards"), "{last}");
    let endless = part(&server, "camicia", "deal=J--/-J-&step=99");
    assert!(
        html(&endless).contains("go round for ever") && html(&endless).contains("round again"),
        "{endless}"
    );
    assert!(last["address"].as_str().unwrap().ends_with("&step=14"), "{last}");
    let known = part(&server, "camicia", "deal=d52-3x5rr7bdtrqt2h8");
    assert!(html(&known).contains("It ends after 8,344 cards"), "{known}");
    assert_eq!(
        html(&part(&server, "camicia", "seed=7&pack=52")),
        html(&part(&server, "camicia", "seed=7&pack=52"))
    );
    let wrong = server.get("/play/camicia?deal=2+X+/+3");
    assert_eq!(wrong.status, 400);
    assert!(wrong.sentence().starts_with("Hand A, card 2"), "{wrong:?}");
    let long = format!("/play/camicia?deal={}/J", "-".repeat(200));
    assert_eq!(server.get(&long).sentence(), "A deal of 120 cards at most is shown here.");
}

#[test]
fn five_cards_of_rullete_have_the_value_that_the_verb_tells() {
    let (_night, server) = table();
    let told = part(&server, "rullete", "hand=2D.5D.JD.KC.AC");
    assert_eq!(told["said"], "The value is 170; 674 wins.");
    let step = part(&server, "rullete", "hand=2D.5D.JD.KC.AC&step=9");
    assert!(
        step["said"].as_str().unwrap().starts_with("Rule 9: 3 diamonds: 1 more; ranks swapped"),
        "{step}"
    );
    let sevens = part(&server, "rullete", "hand=7C.7D.7H.7S.2D");
    assert!(html(&sevens).contains("121 off gives <b>16</b>, 112 off gives <b>34</b>"), "{sevens}");
    let three = part(&server, "rullete", "hand=7C.7D.7H");
    assert_eq!(three["said"], "3 of 5 cards are picked.");
    for (hand, said) in [
        ("7C.7C", "7C is in the hand twice: a pack has it once."),
        ("2C.3C.4C.5C.6C.7C", "A hand has 5 cards: this address names 6."),
    ] {
        assert_eq!(server.get(&format!("/play/rullete?hand={hand}")).sentence(), said);
    }
    assert_eq!(server.get("/play/rullete?hand=2C.1X").status, 400);
}

/// Pages weigh little, and come at once.
#[test]
fn a_page_of_a_table_is_light() {
    let (_night, server) = table();
    for path in [
        format!("/play/blackjack?table=7&{CONTEST}&moves=100-s-50-s"),
        "/play/poker?table=7&coach=before".to_owned(),
        "/play/camicia?deal=d52-3x5rr7bdtrqt2h8&step=8000".to_owned(),
        "/play/rullete?hand=2D.5D.JD.KC.AC".to_owned(),
    ] {
        let all: usize =
            ["/assets/croupier.css", "/assets/croupier.js", "/assets/play.css", "/assets/play.js", &path]
                .iter()
                .map(|path| server.page(path).len())
                .sum();
        assert!(all < 200_000, "{path}: {all}");
    }
}
