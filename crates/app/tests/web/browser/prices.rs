//! Prices beside the steps, dear mistakes by key, copies without rights, and the page of a bot.

use super::driver::Browser;
use super::look;
use crate::night::{BLACKJACK, Night};
use crate::played::{played, poker};
use crate::prices::at_last;
use crate::server::Server;

#[test]
fn a_price_stands_beside_its_step_and_m_leads_to_the_dear_ones() {
    let Some(browser) = Browser::open() else { return };
    let night = poker();
    let server = Server::start(&night, &[]);
    let dearest = at_last(&server, "/match/night/1/dearest").json();
    let first = dearest["dear"].as_array().unwrap().iter().find(|dear| dear["seat"] == 0).unwrap().clone();
    browser.goto(&server.url("/match/night/1"));
    browser.wait("return document.querySelectorAll('#dear-marks line').length > 0");
    assert!(browser.text("#dear-state").contains("marked on the curve"));
    browser.keys("m");
    let place = format!("deal {}, step {} of", first["deal"], first["step"].as_u64().unwrap() + 1);
    browser.wait(&format!("return document.getElementById('place').textContent.startsWith('{place}')"));
    browser.wait("return document.querySelector('#price .cost-said') !== null");
    let said = browser.text("#price .cost-said");
    assert!(said.contains(" chips; ") && said.contains("is best"), "{said}");
    browser.wait("return document.querySelector('#steps [aria-current] .cost.dear') !== null");
    browser.wait("return document.getElementById('announcer').textContent.includes('is best')");
    // What others hold is none of this seat's business: their prices are not shown.
    let seats = "return [...document.querySelectorAll('#price .cost-said')].length";
    assert_eq!(browser.script(seats), 1);
    browser.keys("M");
    browser.wait("return document.getElementById('announcer').textContent.includes('no dear mistake')");
    assert_eq!(browser.errors(), Vec::<String>::new());
}

#[test]
fn what_is_copied_stands_selected_in_a_field_where_the_browser_may_not_copy() {
    let Some(browser) = Browser::open() else { return };
    let night = poker();
    let server = Server::start(&night, &[]);
    browser.goto(&server.url("/match/night/1?deal=7&step=4"));
    browser.wait("return document.querySelectorAll('#steps [aria-current]').length === 1");
    browser.script(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject() } })",
    );
    for (kind, held) in [
        ("text", "night/1, deal 7"),
        ("json", "{\"deal\":7"),
        ("command", "croupier replay night/1 --game 7 --seat 0"),
        ("link", "/match/night/1?deal=7&step=4"),
    ] {
        browser.click(&format!("[data-copy={kind}]"));
        browser.wait(&format!(
            "return document.getElementById('copy-text').value.includes('{}')",
            held.replace('"', "\\\"")
        ));
        let selected = "const field = document.activeElement; return field.id === 'copy-text' && field.selectionStart === 0 \
             && field.selectionEnd === field.value.length";
        browser.wait(selected);
    }
    assert!(browser.text("#copy-said").contains("Ctrl+C"));
    look(&browser, &server, "match-price", "/match/night/1?deal=7&step=4");
}

#[test]
fn the_page_of_a_bot_fills_itself() {
    let Some(browser) = Browser::open() else { return };
    let night = poker();
    let server = Server::start(&night, &[]);
    browser.goto(&server.url("/bot/night/house%3Amaniac"));
    browser.wait("return document.getElementById('review').textContent.includes('Dearest mistakes')");
    look(&browser, &server, "bot-poker", "/bot/night/house%3Amaniac");
    // A mistake leads to its step.
    browser.click("#review td a, #review th a");
    browser.wait("return document.querySelectorAll('#steps [aria-current]').length === 1");
    browser.wait("return document.querySelector('#price .cost-said') !== null");
    assert!(browser.text("#price").contains("is best"));
    let night = played(Night::new(&BLACKJACK.replace("shuffles = 3\n", "shuffles = 60\n"), &[]));
    let server = Server::start(&night, &[]);
    at_last(&server, "/bot/night/house%3Atable/review");
    look(&browser, &server, "bot-blackjack", "/bot/night/house%3Atable");
    look(&browser, &server, "blackjack-price", "/match/night/1?deal=4&step=5");
}
