//! The laboratories in the browser: a click is answered without a reload, and the address says all.

use std::process::Stdio;

use super::driver::{Browser, ENTER};
use super::look;
use crate::night::{Night, POKER};
use crate::server::Server;

#[test]
fn every_laboratory_opens_without_an_error() {
    let Some(browser) = Browser::open() else { return };
    let night = Night::new(POKER, &[]);
    let server = Server::start(&night, &[]);
    look(&browser, &server, "lab", "/lab");
    look(&browser, &server, "lab-blackjack", "/lab/blackjack");
    look(&browser, &server, "lab-blackjack-cell", "/lab/blackjack?shoe=4,4,4,4,2,3,4,4,4,12&cell=16-T");
    look(&browser, &server, "lab-blackjack-few", "/lab/blackjack?shoe=1,1,1,0,0,0,0,0,0,0");
    look(&browser, &server, "lab-poker", "/lab/poker");
    look(&browser, &server, "lab-poker-check", "/lab/poker?bet1=10,37,40");
    look(&browser, &server, "lab-poker-last", "/lab/poker?bet1=10,20,40&call1=no,yes,-&bet2=-,40,55");
    look(&browser, &server, "lab-rullete", "/lab/rullete");
    look(&browser, &server, "lab-rullete-value", "/lab/rullete?rule6=112&value=126");
    look(&browser, &server, "lab-camicia-none", "/lab/camicia");
    let hunt = ["camicia", "hunt", "--pack", "26", "--range", "0..30", "--json"];
    assert_eq!(night.croupier(&hunt).code, 0);
    look(&browser, &server, "lab-camicia", "/lab/camicia");
}

#[test]
fn a_card_that_is_clicked_away_changes_the_chart() {
    let Some(browser) = Browser::open() else { return };
    let night = Night::new(POKER, &[]);
    let server = Server::start(&night, &[]);
    browser.goto(&server.url("/lab/blackjack"));
    browser.wait("return document.readyState === 'complete'");
    // It goes on where a page without script would be loaded anew.
    browser.script("window.isSame = true");
    let fresh = browser.text("#edge");
    browser.script("document.getElementById('less-5').focus()");
    browser.keys(ENTER);
    browser.wait("return location.search === '?shoe=40,40,40,40,39,40,40,40,40,160'");
    let without = browser.text("#edge");
    assert_ne!(fresh, without);
    browser.wait("return document.getElementById('announcer').textContent.startsWith('519 cards are left.')");
    // The focus has stayed, so that the next card goes by the same key; Back brings cards back.
    assert_eq!(browser.script("return document.activeElement.id"), "less-5");
    browser.keys(ENTER);
    browser.wait("return location.search === '?shoe=40,40,40,40,38,40,40,40,40,160'");
    browser.script("history.back()");
    browser.wait("return document.querySelector('#less-5').getAttribute('aria-label').includes('39 left')");
    assert_eq!(browser.text("#edge"), without);
    browser.click("#more-5");
    browser.wait("return location.search === '?shoe=40,40,40,40,40,40,40,40,40,160'");
    assert_eq!(browser.text("#edge"), fresh);
    // A cell tells its values when it is pointed at, and its hands when it is clicked.
    browser.script("document.getElementById('c-16-T').focus()");
    assert!(browser.text("#tell").starts_with("16 against T: hit. Stand"), "{}", browser.text("#tell"));
    browser.keys(ENTER);
    browser.wait("return document.querySelector('#detail tbody th')?.textContent === '6T'");
    assert_eq!(browser.script("return window.isSame"), true);
    assert_eq!(browser.errors(), Vec::<String>::new());
}

#[test]
fn a_bid_that_is_typed_changes_the_table() {
    let Some(browser) = Browser::open() else { return };
    let night = Night::new(POKER, &[]);
    let server = Server::start(&night, &[]);
    browser.goto(&server.url("/lab/poker"));
    browser.wait("return document.readyState === 'complete'");
    browser.script("window.isSame = true");
    browser.click("#bet1-1-25");
    browser.wait("return location.search === '?bet1=10,25,10'");
    browser.wait("return document.querySelectorAll('#call1-0, #call1-2').length === 2");
    assert!(browser.text("#asked").starts_with("The first check"), "{}", browser.text("#asked"));
    let before = browser.text(".policy tbody");
    // Another bid is typed over the one that was clicked.
    browser.script("document.getElementById('bet1-1').select(); document.getElementById('bet1-1').focus()");
    browser.keys("37");
    browser.keys(ENTER);
    browser.wait("return location.search === '?bet1=10,37,10'");
    browser.wait("return document.querySelector('#asked').textContent.includes('10, 37, 10')");
    assert_ne!(browser.text(".policy tbody"), before);
    assert_eq!(browser.script("return document.activeElement.id"), "bet1-1");
    // What is no bid is refused in a sentence, and the table stays.
    browser.goto(&server.url("/lab/poker?bet1=10,10,10"));
    browser.wait("return document.readyState === 'complete'");
    browser.script(
        "document.getElementById('bet2-0').value = '5'; document.getElementById('bet2-1').value = '10'",
    );
    browser.script("document.getElementById('bet2-2').value = '10'; document.getElementById('bet2-2').form.requestSubmit()");
    browser.wait("return !document.getElementById('refused').hidden");
    assert!(
        browser.text("#refused").contains("seat 0: expected a bid from 10 to 300"),
        "{}",
        browser.text("#refused")
    );
    assert_eq!(browser.script("return location.search"), "?bet1=10,10,10");
}

#[test]
fn a_bar_of_the_histogram_opens_its_hands() {
    let Some(browser) = Browser::open() else { return };
    let night = Night::new(POKER, &[]);
    let server = Server::start(&night, &[]);
    browser.goto(&server.url("/lab/rullete"));
    browser.wait("return document.readyState === 'complete'");
    // The click comes from a pixel of the picture, wherever its bar begins.
    browser.script(
        "const bar = document.querySelector('#values a[href$=\"value=674\"] path').getBoundingClientRect(); \
         document.elementFromPoint(bar.x + bar.width / 2, bar.y + 2) \
         .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))",
    );
    browser
        .wait("return document.querySelector('#found h2')?.textContent === '384 hands have the value 674.'");
    assert_eq!(browser.script("return document.querySelectorAll('#found .hands li').length"), 8);
    browser.script("document.getElementById('value').value = '126'; document.getElementById('value').form.requestSubmit()");
    browser.wait(
        "return document.querySelector('#found h2')?.textContent === '3,659,448 hands have the value 126.'",
    );
    assert_eq!(browser.script("return location.search"), "?rule6=121&value=126");
    assert_eq!(browser.errors(), Vec::<String>::new());
}

#[test]
fn a_hunt_that_begins_appears_on_the_page_that_waits_for_it() {
    let Some(browser) = Browser::open() else { return };
    let night = Night::new(POKER, &[]);
    let server = Server::start(&night, &[]);
    browser.goto(&server.url("/lab/camicia"));
    browser.wait("return document.readyState === 'complete'");
    let mut hunt = night.command(&["camicia", "hunt", "--pack", "26", "--range", "0..400", "--json"]);
    let mut hunt = hunt.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    browser.wait("return document.querySelector('#live .badge.open') !== null");
    browser.wait("return /million a second/.test(document.getElementById('live').textContent)");
    hunt.kill().unwrap();
    hunt.wait().unwrap();
    assert_eq!(browser.errors(), Vec::<String>::new());
}
