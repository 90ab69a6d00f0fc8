//! What laboratories there are, with a small picture of each.

use std::fmt::Write as _;
use std::sync::Arc;
use std::thread;

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Response};
use croupier_rules::camicia::{Options, Player, Rounds, play};
use croupier_rules::rullete::Rule6;
use croupier_solve::blackjack::{Round, Switches, Unseen};
use croupier_solve::camicia::DealName;
use croupier_solve::poker::Policy;

use super::{Lab, Refusal, rendered, worked};
use crate::cmd::blackjack::chart::Answer;

#[derive(Template)]
#[template(path = "lab.html")]
struct Page {
    rooms: Vec<Room>,
}

struct Room {
    href: &'static str,
    name: &'static str,
    line: &'static str,
    picture: String,
}

/// The longest game that is known: 8,344 cards.
const RECORD: &str = "d52-3x5rr7bdtrqt2h8";

/// The size of a picture.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 120.0;

pub(super) async fn page(State(lab): State<Arc<Lab>>) -> Response {
    worked(lab, shown).await
}

/// Has the page made before somebody asks for it: the policy of poker alone takes a tenth of a second to read.
pub(super) fn prepare(lab: Arc<Lab>) {
    // Without a thread the first to ask waits.
    let _started = thread::Builder::new().name("laboratories".into()).spawn(move || drop(shown(&lab)));
}

fn shown(lab: &Lab) -> Result<Html<String>, Refusal> {
    if let Some(page) = lab.start.get() {
        return Ok(Html(page.clone()));
    }
    let Html(page) = made(lab)?;
    Ok(Html(lab.start.get_or_init(|| page).clone()))
}

fn made(lab: &Lab) -> Result<Html<String>, Refusal> {
    let room = |href, name, line, picture| Room { href, name, line, picture: framed(picture) };
    rendered(&Page {
        rooms: vec![
            room(
                "/lab/blackjack",
                "Blackjack",
                "The best play and the edge of a shoe that you change card by card, counted exactly.",
                chart(),
            ),
            room("/lab/poker", "Poker", "What an equilibrium does with each card, after any bids.", bids()),
            room(
                "/lab/camicia",
                "Camicia",
                "The hunt for the longest game, as it goes on: its finds, and what is to be expected.",
                game(),
            ),
            room(
                "/lab/rullete",
                "Rullete",
                "The values of all 311,875,200 hands, and the hands of each value.",
                values(lab),
            ),
        ],
    })
}

fn framed(inside: String) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" aria-hidden=\"true\">{inside}</svg>")
}

/// Hit and stand with ten fresh packs.
fn chart() -> String {
    let mut svg = String::new();
    let round = Unseen::of_packs(10).and_then(|unseen| Round::solve(&unseen, &Switches::default()));
    let Ok(round) = round else { return svg };
    let answer = Answer::new(&round, 0);
    let (columns, rows) = (size(answer.columns().len().max(1)), size(answer.rows.len().max(1)));
    for (at, row) in answer.rows.iter().enumerate() {
        for (column, cell) in row.cells.iter().enumerate() {
            let _infallible = write!(
                svg,
                "<rect class=\"{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                cell.best,
                size(column) * WIDTH / columns,
                size(at) * HEIGHT / rows,
                WIDTH / columns - 2.0,
                HEIGHT / rows - 1.5
            );
        }
    }
    svg
}

/// The bids of round 1 by card.
fn bids() -> String {
    let mut svg = String::new();
    let policy = Policy::shipped();
    let rows = policy.first_bids();
    let cards = rows.first().map_or(1, |row| row.len().max(1));
    for card in 0..cards {
        let mut x = 0.0;
        for (choice, row) in rows.iter().enumerate() {
            let wide = f64::from(row[card]) * WIDTH;
            let _infallible = write!(
                svg,
                "<rect class=\"part\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" fill-opacity=\"{:.2}\"/>",
                size(card) * HEIGHT / size(cards),
                HEIGHT / size(cards) - 2.0,
                0.2 + 0.8 * size(choice) / size(rows.len().max(2) - 1)
            );
            x += wide;
        }
    }
    svg
}

/// The cards of A after each trick of the longest game that is known.
fn game() -> String {
    let Ok(name) = RECORD.parse::<DealName>() else { return String::new() };
    let deal = name.state().deal();
    let outcome = play(&deal, Options::default());
    let mut rounds = Rounds::new(&deal, &outcome);
    let mut sizes = vec![rounds.hand(Player::A).len()];
    let mut round = rounds.round();
    while rounds.advance() {
        if rounds.round() != round {
            round = rounds.round();
            sizes.push(rounds.hand(Player::A).len());
        }
    }
    // Two units wide is a point: more would not be seen.
    let step = (sizes.len() / 160).max(1);
    let mut svg = "<polyline class=\"line s0\" points=\"".to_owned();
    for (at, cards) in sizes.iter().enumerate().step_by(step) {
        let _infallible = write!(
            svg,
            "{:.1},{:.1} ",
            size(at) * WIDTH / size(sizes.len()),
            HEIGHT - size(*cards) * HEIGHT / size(deal.len().max(1))
        );
    }
    svg + "\"/>"
}

/// The hands by value, in steps of ten.
fn values(lab: &Lab) -> String {
    const STEP: u32 = 10;
    let census = lab.census(Rule6::default());
    let bars: Vec<u64> =
        (0..68).map(|bar| (bar * STEP..(bar + 1) * STEP).map(|value| census.hands_of(value)).sum()).collect();
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 hands")]
    let height = |hands: u64| (hands.max(1) as f64).log10() / 8.0 * HEIGHT;
    let mut svg = String::new();
    for (at, hands) in bars.iter().enumerate() {
        let height = height(*hands);
        let _infallible = write!(
            svg,
            "<rect class=\"part\" x=\"{:.1}\" y=\"{:.1}\" width=\"3.6\" height=\"{height:.1}\"/>",
            size(at) * WIDTH / size(bars.len()),
            HEIGHT - height
        );
    }
    svg
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
fn size(number: usize) -> f64 {
    number as f64
}
