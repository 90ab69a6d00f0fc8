//! Tables played in a browser, by keyboard alone.

use super::driver::{Browser, ENTER, RIGHT};
use super::look;
use crate::play::table;

const BLACKJACK: &str = "/play/blackjack?table=7&rules=contest&money=1000&packs=2&shuffles=3";

#[test]
fn every_page_of_play_opens_without_an_error_on_large_and_small_screens() {
    let Some(browser) = Browser::open() else { return };
    let (_night, server) = table();
    let pages = [
        ("play", "/play".to_owned()),
        ("play-blackjack", "/play/blackjack".to_owned()),
        ("play-blackjack-bet", format!("{BLACKJACK}&coach=before")),
        ("play-blackjack-hand", format!("{BLACKJACK}&coach=before&moves=100")),
        ("play-blackjack-over", format!("{BLACKJACK}&coach=after&moves=100-s-400-s-q")),
        ("play-exam", "/play/blackjack?table=7&rules=exam&coach=before".to_owned()),
        ("play-poker", "/play/poker".to_owned()),
        ("play-poker-bid", "/play/poker?table=1&against=odds,equilibrium&coach=before".to_owned()),
        (
            "play-poker-over",
            "/play/poker?table=1&against=odds,equilibrium&coach=after&moves=300-q".to_owned(),
        ),
        ("play-camicia", "/play/camicia".to_owned()),
        (
            "play-camicia-loop",
            "/play/camicia?deal=---K---Q-KQAJ-----AAJ--J--%2F----------Q----KQ-J-----KA&step=200".to_owned(),
        ),
        ("play-camicia-drawn", "/play/camicia?seed=7&pack=52&step=20".to_owned()),
        ("play-rullete", "/play/rullete?hand=7C.2H".to_owned()),
        ("play-rullete-value", "/play/rullete?hand=7C.7D.7H.7S.2D&step=9".to_owned()),
    ];
    for (name, path) in pages {
        look(&browser, &server, name, &path);
    }
}

#[test]
fn a_hand_of_blackjack_is_played_by_keyboard_alone() {
    let Some(browser) = Browser::open() else { return };
    let (_night, server) = table();
    browser.goto(&server.url(&format!("{BLACKJACK}&coach=off")));
    browser.wait("return document.activeElement.id === 'bet'");
    // The focus is in the field: digits write, Enter bets.
    browser.keys(&format!("100{ENTER}"));
    browser.wait("return location.search.endsWith('&moves=100')");
    let mut moves = "100".to_owned();
    while browser.script("return document.getElementById('stand') !== null") == true {
        assert_eq!(browser.script("return document.activeElement.id"), "hit");
        browser.keys("s");
        moves.push_str("-s");
        browser.wait(&format!("return location.search.endsWith('&moves={moves}')"));
    }
    assert!(browser.text("#sentence").contains("comes back, money"), "{}", browser.text("#sentence"));
    browser.wait("return document.getElementById('announcer').textContent.includes('comes back')");
    browser.wait("return document.activeElement.id === 'bet'");
    // What the rules refuse is said; the table stays.
    browser.keys("5000");
    browser.script("document.querySelector('.bet-form').noValidate = true");
    browser.keys(ENTER);
    browser.wait("return document.getElementById('warning') !== null");
    assert!(browser.text("#warning").contains("is not from 0 to"));
    // Back by key, back by the browser, and a reload.
    let sentence = browser.text("#sentence");
    browser.keys("u");
    browser
        .wait("return document.getElementById('stand') !== null || location.search.endsWith('&coach=off')");
    browser.script("history.back()");
    browser.wait(&format!(
        "return location.search.endsWith('&moves={moves}') && !document.getElementById('stand')"
    ));
    browser.script("location.reload()");
    browser.wait("return document.readyState === 'complete' && document.activeElement.id === 'bet'");
    assert_eq!(browser.text("#sentence"), sentence);
    browser.keys("q");
    browser.wait("return document.getElementById('again') !== null");
    assert!(browser.text(".end .lead").contains("1 hand, money"), "{}", browser.text(".end"));
    browser.keys("g");
    // Another table: its number is drawn, and may well begin with a 7.
    browser.wait(
        "return document.activeElement.id === 'bet' \
         && new URLSearchParams(location.search).get('table') !== '7'",
    );
    assert_eq!(browser.errors(), Vec::<String>::new());
}

#[test]
fn a_deal_of_poker_is_played_by_keyboard_alone() {
    let Some(browser) = Browser::open() else { return };
    let (_night, server) = table();
    browser.goto(&server.url("/play/poker"));
    browser.wait("return document.readyState === 'complete'");
    // From the choice of a table on.
    browser.script("document.querySelector('.settings button').focus()");
    browser.keys(ENTER);
    browser.wait("return document.activeElement.id === 'bet'");
    assert!(browser.text("#sentence").starts_with("Bid 1, sealed, with seat 1 and seat 2"));
    browser.keys(&format!("60{ENTER}"));
    browser.wait("return location.search.includes('&moves=60')");
    for _ in 0..4 {
        browser.wait("return document.querySelector('[data-focus]') === document.activeElement");
        let asked = browser.script("return document.activeElement.id");
        let before = browser.script("return location.search");
        match asked.as_str().unwrap() {
            "bet" => browser.keys(ENTER),
            "pay" => browser.keys("y"),
            _ => break,
        }
        browser.wait(&format!("return location.search !== {before}"));
    }
    browser.wait("return document.getElementById('next') !== null");
    assert!(browser.text("#sentence").contains("your score"), "{}", browser.text("#sentence"));
    browser.keys("g");
    browser.wait("return document.querySelector('.facts').textContent.includes('deal 2 of')");
    browser.keys("q");
    browser.wait("return document.getElementById('review') !== null");
    browser.click("#review");
    browser.wait("return document.querySelector('.end').textContent.includes('Your choices cost')");
    assert_eq!(browser.errors(), Vec::<String>::new());
}

#[test]
fn a_loop_of_camicia_is_watched_going_round() {
    let Some(browser) = Browser::open() else { return };
    let (_night, server) = table();
    browser.goto(&server.url("/play/camicia?deal=J--%2F-J-&step=0"));
    browser.wait("return document.getElementById('watch')?.hidden === false");
    browser.keys(RIGHT);
    browser.wait("return document.getElementById('step').textContent.startsWith('step 1 of')");
    // It comes to its end and goes round, for as long as one likes to watch.
    browser.keys("w");
    browser.wait("return document.getElementById('on').textContent.includes('round again')");
    browser.wait("return !document.getElementById('on').textContent.includes('round again')");
    let place = browser.script("return document.querySelector('.here').getAttribute('cx')");
    browser.wait(&format!("return document.querySelector('.here').getAttribute('cx') !== {place}"));
    browser.keys("w");
    browser.wait("return document.getElementById('watch').getAttribute('aria-pressed') === 'false'");
    assert!(browser.text(".ring").contains("go round for ever"));
    assert_eq!(browser.errors(), Vec::<String>::new());
}

#[test]
fn five_cards_of_rullete_are_picked_and_valued() {
    let Some(browser) = Browser::open() else { return };
    let (_night, server) = table();
    browser.goto(&server.url("/play/rullete"));
    browser.wait("return document.readyState === 'complete'");
    for (at, card) in ["2D", "5D", "JD", "KC"].into_iter().enumerate() {
        browser.click(&format!("#card-{card}-pick"));
        browser.wait(&format!("return document.querySelectorAll('.picked a').length === {}", at + 1));
    }
    // The last one by key: the focus has stayed on the card that was picked.
    assert_eq!(browser.script("return document.activeElement.id"), "card-KC-pick");
    browser.script("document.getElementById('card-AC-pick').focus()");
    browser.keys(ENTER);
    browser.wait("return document.getElementById('value')?.textContent === '170'");
    assert!(browser.script("return location.search").as_str().unwrap().ends_with("hand=2D.5D.JD.KC.AC"));
    browser.keys("k");
    browser.wait("return document.getElementById('sentence').textContent.startsWith('Rule 13:')");
    let announced = "return document.getElementById('announcer').textContent.startsWith('Rule 13:')";
    browser.wait(announced);
    assert_eq!(browser.errors(), Vec::<String>::new());
}

/// What cannot be read is said above the cards: the page, its address and what was typed stay.
#[test]
fn a_hand_that_is_refused_is_said_within_the_page() {
    let Some(browser) = Browser::open() else { return };
    let (_night, server) = table();
    browser.goto(&server.url("/play/rullete?hand=2D.5D.JD.KC.AC"));
    browser.wait("return document.getElementById('trouble')?.hidden && document.readyState === 'complete'");
    let type_hand = |hand: &str| {
        browser.script("const field = document.getElementById('hand'); field.focus(); field.select()");
        browser.keys(&format!("{hand}{ENTER}"));
    };
    type_hand("2C 2C");
    browser.wait("return !document.getElementById('trouble').hidden");
    assert_eq!(
        browser.text("#trouble"),
        "2C is in the hand twice: a pack has it once. The page without the end of its address begins anew."
    );
    browser.wait("return document.getElementById('announcer').textContent.startsWith('2C is in the hand')");
    let is_seen = "const box = document.getElementById('trouble').getBoundingClientRect(); \
                   return box.top >= 0 && box.bottom <= innerHeight";
    assert_eq!(browser.script(is_seen), true);
    assert_eq!(browser.script("return document.getElementById('hand').value"), "2C 2C");
    assert_eq!(browser.script("return document.activeElement.id"), "hand");
    assert!(browser.script("return location.search").as_str().unwrap().ends_with("hand=2D.5D.JD.KC.AC"));
    assert_eq!(browser.text("#value"), "170");
    type_hand("7C 7D 7H 7S 2D");
    browser.wait("return document.getElementById('value').textContent === '16'");
    assert_eq!(browser.script("return document.getElementById('trouble').hidden"), true);
}

/// Where there is no way on, the focus stays: the next key leads back.
#[test]
fn the_focus_stays_on_a_button_that_leads_no_further() {
    let Some(browser) = Browser::open() else { return };
    let (_night, server) = table();
    let tables = ["/play/rullete?hand=2D.5D.JD.KC.AC&step=13", "/play/camicia?deal=2%2F3&step=1"];
    for table in tables {
        browser.goto(&server.url(table));
        browser.wait("return document.readyState === 'complete' && !!document.querySelector('#back[href]')");
        for button in ["last", "first"] {
            browser.script(&format!("document.getElementById('{button}').focus()"));
            browser.keys(ENTER);
            browser.wait(&format!("return !document.getElementById('{button}').hasAttribute('href')"));
            assert_eq!(browser.script("return document.activeElement.id"), button, "{table}");
        }
    }
    assert_eq!(browser.errors(), Vec::<String>::new());
}
