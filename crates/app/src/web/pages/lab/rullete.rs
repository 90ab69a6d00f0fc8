//! The values of all hands of Rullete, and the hands of a value.

use std::fmt::Write as _;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Response};
use croupier_rules::rullete::{Hand, Rule6, WINNING_VALUE, explain};
use croupier_solve::rullete::{Census, HANDS, find};

use super::question::{Asked, Question};
use super::{Lab, Refusal, rendered, worked};
use crate::cmd::rullete::census::{by_hands, in_thousandths, percent};
use crate::cmd::rullete::find::nearest;
use crate::cmd::rullete::rule6;
use crate::line_chart::Axis;
use crate::web::cards;
use crate::web::pages::figures::count;
use crate::web::pages::play::rullete::first_step;
use crate::web::pages::rules::titles;
use crate::web::refusal::sentence;

/// So many hands of a value are drawn.
const HANDS_DRAWN: usize = 8;

#[derive(Template)]
#[template(path = "lab_rullete.html")]
struct Page {
    readings: Vec<Reading>,
    amount: i64,
    hands: String,
    facts: Vec<(&'static str, String)>,
    picture: String,
    wanted: String,
    found: Option<Found>,
    symbols: String,
    values: Vec<Line>,
    rules: Vec<Rule>,
    paths: Vec<(String, String, String)>,
    said: String,
    command: String,
}

/// A reading of rule 6.
struct Reading {
    amount: i64,
    href: String,
    is_taken: bool,
}

/// A value and its hands.
struct Line {
    value: u32,
    hands: String,
    percent: String,
    href: String,
}

struct Rule {
    number: usize,
    anchor: String,
    title: String,
    hands: String,
    percent: String,
}

/// What a value was looked up for.
struct Found {
    title: String,
    hands: Vec<Drawn>,
    steps: Vec<Step>,
    before: Option<String>,
    after: Option<String>,
    command: String,
}

/// A hand that is drawn, and where it is shown rule by rule.
struct Drawn {
    steps: String,
    cards: Vec<String>,
}

/// What a rule does to the first hand.
struct Step {
    rule: usize,
    before: i64,
    after: i64,
    changes: bool,
    reason: String,
}

pub(super) async fn page(State(lab): State<Arc<Lab>>, asked: Asked) -> Response {
    worked(lab, move |lab| made(lab, &Question::read(asked)?)).await
}

fn made(lab: &Lab, question: &Question) -> Result<Html<String>, Refusal> {
    let reading = question.word("rule6").map_or(Ok(Rule6::Takes121), rule6);
    let reading = reading.map_err(|why| {
        Refusal::missing(sentence(&why)).hint("/lab/rullete?rule6=112 is the statement as it is printed.")
    })?;
    let wanted = question.word("value").map(|word| word.parse::<i64>().map_err(|_| word)).transpose();
    let wanted = wanted.map_err(|word| {
        Refusal::missing(format!("The value: expected a whole number, found \"{}\".", word.escape_debug()))
            .hint("Values are from 11 to 674, as in /lab/rullete?value=126.")
    })?;
    let census = lab.census(reading);
    let found = wanted.map(|wanted| Found::new(census, wanted));
    let drawn = found.iter().flat_map(|found| found.hands.iter().flat_map(|hand| &hand.cards));
    let mut drawn: Vec<&str> = drawn.map(String::as_str).collect();
    drawn.sort_unstable();
    drawn.dedup();
    let said =
        found.as_ref().map_or_else(|| "The values of all hands.".to_owned(), |found| found.title.clone());
    let line = |(value, hands)| Line {
        value,
        hands: count(hands),
        percent: percent(hands).trim().to_owned(),
        href: address(reading, Some(value.into())),
    };
    let path = |(path, hands): (String, u64)| (path, count(hands), percent(hands).trim().to_owned());
    rendered(&Page {
        readings: [Rule6::Takes121, Rule6::Takes112]
            .map(|each| Reading {
                amount: each.amount(),
                href: address(each, wanted),
                is_taken: each == reading,
            })
            .into(),
        amount: reading.amount(),
        hands: count(HANDS),
        facts: facts(census),
        picture: picture(census, wanted),
        wanted: wanted.map(|wanted| wanted.to_string()).unwrap_or_default(),
        symbols: cards::suited(drawn.into_iter()),
        found,
        values: census.histogram().map(line).collect(),
        rules: rules(census),
        paths: by_hands(census.paths().iter().map(|(path, &hands)| (path.to_string(), hands)))
            .into_iter()
            .map(path)
            .collect(),
        said,
        command: format!("croupier rullete census --rule6 {}", reading.amount()),
    })
}

/// An address of this page.
fn address(reading: Rule6, value: Option<i64>) -> String {
    let value = value.map(|value| format!("&value={value}")).unwrap_or_default();
    format!("?rule6={}{value}", reading.amount())
}

fn facts(census: &Census) -> Vec<(&'static str, String)> {
    let values = census.histogram().count();
    let [low, median, high] = [0.05, 0.5, 0.95].map(|share| census.quantile(share));
    vec![
        ("hands", count(HANDS)),
        ("values", count(values)),
        ("mean", in_thousandths(census.sum(), HANDS)),
        ("median", median.to_string()),
        ("nine in ten between", format!("{low} and {high}")),
        ("hands that win", count(census.winners())),
    ]
}

fn rules(census: &Census) -> Vec<Rule> {
    let titles = titles("rullete");
    let rule = |(number, hands): (usize, u64)| {
        let heading = titles
            .iter()
            .find_map(|(anchor, title)| Some((anchor, title.strip_prefix(&format!("Rule {number}: "))?)));
        let (anchor, title) =
            heading.map_or_else(Default::default, |(anchor, title)| (anchor.clone(), title.to_owned()));
        let percent = if hands == 0 { "never".to_owned() } else { percent(hands).trim().to_owned() };
        Rule { number, anchor, title, hands: count(hands), percent }
    };
    (1..).zip(census.changes()).map(rule).collect()
}

impl Found {
    fn new(census: &Census, wanted: i64) -> Self {
        let rule6 = census.rule6();
        let value = u32::try_from(wanted).ok();
        let hands = value.map_or(0, |value| census.hands_of(value));
        let title = match hands {
            0 => format!("No hand has the value {wanted}; {}.", nearest(wanted, census)),
            1 => format!("One hand has the value {wanted}."),
            _ => format!("{} hands have the value {wanted}.", count(hands)),
        };
        let listed = value.filter(|_| hands > 0).map(|value| find(value, rule6).take(HANDS_DRAWN));
        let listed: Vec<_> = listed.into_iter().flatten().collect();
        let steps = listed.first().map(|hand| explain(hand, rule6).steps).unwrap_or_default();
        let step = |step: croupier_rules::rullete::Step| Step {
            rule: step.rule,
            before: step.before,
            after: step.after,
            changes: step.before != step.after,
            reason: step.reason,
        };
        let drawn = |hand: &Hand| Drawn {
            steps: first_step(hand, rule6),
            cards: hand.iter().map(ToString::to_string).collect(),
        };
        let href = |value: u32| address(rule6, Some(value.into()));
        let before = census.histogram().rev().find(|&(value, _)| i64::from(value) < wanted);
        let after = census.histogram().find(|&(value, _)| i64::from(value) > wanted);
        Self {
            title,
            hands: listed.iter().map(drawn).collect(),
            steps: steps.into_iter().map(step).collect(),
            before: before.map(|(value, _)| href(value)),
            after: after.map(|(value, _)| href(value)),
            command: format!(
                "croupier rullete find {wanted} --rule6 {} --limit {HANDS_DRAWN}",
                rule6.amount()
            ),
        }
    }
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 30.0;
/// A bar may be this wide; what can be clicked reaches to the next one.
const BAR: f64 = 1.5;
const REACH: f64 = 6.0;
const VALUES: Axis = Axis { name: "value", from: 0.0, to: 700.0, is_log: false };
const COUNTS: Axis = Axis { name: "hands", from: 10.0, to: 1e7, is_log: true };

fn x(value: f64) -> f64 {
    LEFT + VALUES.place(value) * (WIDTH - LEFT - RIGHT)
}

fn y(hands: f64) -> f64 {
    HEIGHT - BOTTOM - COUNTS.place(hands) * (HEIGHT - TOP - BOTTOM)
}

/// A bar for each value, which leads to its hands. The keys have a form and a table for it, so no Tab stops here.
fn picture(census: &Census, wanted: Option<i64>) -> String {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" class=\"values\" id=\"values\">");
    for tick in VALUES.ticks() {
        let _infallible = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>",
            x(tick),
            bottom + 20.0
        );
    }
    for tick in COUNTS.ticks() {
        let at = y(tick);
        #[expect(clippy::cast_possible_truncation, reason = "a power of ten")]
        let hands = count(tick.round() as i64);
        let _infallible = write!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{hands}</text>",
            LEFT - 8.0,
            at + 4.0
        );
    }
    let places: Vec<f64> = census.histogram().map(|(value, _)| x(value.into())).collect();
    for (at, (value, hands)) in census.histogram().enumerate() {
        let place = places[at];
        let before = at.checked_sub(1).map_or(place - REACH, |before| f64::midpoint(places[before], place));
        let after = places.get(at + 1).map_or(place + REACH, |after| f64::midpoint(*after, place));
        let (before, after) = (before.max(place - REACH), after.min(place + REACH));
        #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 hands")]
        let top = y(hands as f64);
        let class = if wanted == Some(value.into()) {
            " class=\"taken\""
        } else if i64::from(value) == WINNING_VALUE {
            " class=\"win\""
        } else {
            ""
        };
        let _infallible = write!(
            svg,
            "<a href=\"{}\" tabindex=\"-1\"{class}><title>{value}: {} hands</title>\
             <path d=\"M{before:.1} {TOP}H{after:.1}V{bottom}H{before:.1}z\"/>\
             <path d=\"M{place:.1} {top:.1}V{bottom}\" stroke-width=\"{BAR}\"/></a>",
            address(census.rule6(), Some(value.into())).replace('&', "&amp;"),
            count(hands)
        );
    }
    let _infallible = write!(
        svg,
        "<text x=\"8\" y=\"16\">hands; each line is ten times the one below</text>\
         <text x=\"{right}\" y=\"16\" text-anchor=\"end\">{WINNING_VALUE} wins</text></svg>"
    );
    svg
}
