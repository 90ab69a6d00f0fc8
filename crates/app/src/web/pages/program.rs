//! A run of a program: what it read, what it should have printed, what it did.

use askama::Template;
use axum::response::Html;
use croupier_rules::batch::{AnswerBy, RunRecord, Task};
use croupier_rules::camicia::StateKey;
use croupier_rules::card::Card;
use croupier_rules::rullete::{Allowed, Hand};
use croupier_rules::verdict::Verdict;

use super::figures::{counted, first_line, segment};
use super::{Refusal, play, rendered};
use crate::terminal::{lines, one_line};
use crate::web::cards;

/// How much of a text is shown.
const SHOWN_LINES: usize = 200;

#[derive(Template)]
#[template(path = "program.html")]
struct Page {
    label: String,
    href: String,
    number: u32,
    odd: Option<String>,
    game: String,
    test: String,
    group: Option<String>,
    points: u32,
    name: String,
    bot: String,
    verdict: Verdict,
    reason: Option<String>,
    input: String,
    expected: String,
    by: &'static str,
    found: Option<String>,
    bytes: String,
    symbols: String,
    cards: Vec<String>,
    /// Where the input is shown step by step.
    steps: Option<String>,
    command: String,
    hash: String,
}

/// What the page says besides the record.
pub(super) struct Place<'a> {
    pub(super) label: &'a str,
    pub(super) number: u32,
    pub(super) odd: Option<&'a str>,
    pub(super) option: &'a str,
    pub(super) hash: &'a str,
}

pub(super) fn page(run: &RunRecord, place: &Place<'_>) -> Result<Html<String>, Refusal> {
    let href = segment(place.label);
    let cards = hand(run);
    let page = Page {
        label: place.label.to_owned(),
        number: place.number,
        odd: place.odd.map(str::to_owned),
        game: run.header.game.clone(),
        test: one_line(&run.header.test),
        group: run.header.group.as_deref().map(one_line),
        points: run.header.points,
        name: one_line(&run.header.entrant.name),
        bot: format!("/bot/{href}/{}", segment(&run.header.entrant.name)),
        verdict: run.verdict,
        reason: run.reason.as_deref().map(first_line),
        input: shown(&run.input),
        expected: shown(&run.answer),
        by: match run.answer_by {
            AnswerBy::Rules => "by the rules",
            AnswerBy::File => "by the contest's file",
        },
        found: run.output.as_ref().map(|output| shown(&output.text)),
        bytes: run.output.as_ref().map(|output| counted(output.bytes, "byte")).unwrap_or_default(),
        symbols: cards::suited(cards.iter().map(String::as_str)),
        cards,
        steps: steps(run),
        command: format!("croupier replay {}/{}{}", place.label, place.number, place.option),
        hash: place.hash.to_owned(),
        href,
    };
    rendered(&page)
}

/// The cards of a hand of Rullete, to be drawn; of Camicia's, whose suits nobody needs, none.
fn hand(run: &RunRecord) -> Vec<String> {
    if run.header.game != "rullete" {
        return Vec::new();
    }
    run.input
        .split_whitespace()
        .take(5)
        .filter_map(|word| word.parse::<Card>().ok())
        .map(|card| card.to_string())
        .collect()
}

/// Where the rules go to work on the input, if it is one of the game and they do it so at the tables.
fn steps(run: &RunRecord) -> Option<String> {
    match Task::of(&run.header.game, &run.header.params)? {
        Task::Rullete(rule6) => {
            let hand = Hand::parse(&run.input, Allowed::FiveDifferent).ok()?;
            Some(play::rullete::first_step(&hand, rule6))
        }
        Task::Camicia(StateKey::Leader) => {
            let [one, other] = run.input.lines().collect::<Vec<_>>().try_into().ok()?;
            play::camicia::first_step(&format!("{one}/{other}").parse().ok()?)
        }
        Task::Camicia(StateKey::Decks) => None,
    }
}

fn shown(text: &str) -> String {
    let all = text.lines().count();
    let shown = text.lines().take(SHOWN_LINES).collect::<Vec<_>>().join("\n");
    if all > SHOWN_LINES {
        return format!("{}\n… and {} lines more", lines(&shown), all - SHOWN_LINES);
    }
    lines(&shown)
}
