//! Camicia: a deal that is typed, drawn from a seed, or known from elsewhere, watched card by card.

mod famous;
mod number;
mod ring;
mod source;
mod walk;

use std::fmt;

use askama::Template;
use croupier_rules::camicia::{Card, Deal, Options, Outcome, Player, Status, play};

use self::famous::{FAMOUS, Famous};
use self::number::{cards, index, real, size, tricks};
use self::ring::Ring;
use self::source::Source;
use self::walk::Walk;
use super::super::figures::{count, segment};
use super::super::{Refusal, Site, rendered, rules};
use super::table::{Answer, Asked, Form, News};
use crate::web::curve::{Curves, HEIGHT, WIDTH};
use crate::web::play::Place;
use crate::web::refusal::sentence;

/// Cards of a game at most; the longest that is known has a tenth of it.
const GAME_CARDS_MAX: u64 = 100_000;

/// The choice of a deal.
#[derive(Template)]
#[template(path = "play/camicia_start.html")]
struct Start {
    seed: u32,
    famous: Vec<(&'static str, String, String)>,
}

/// The page with a game.
#[derive(Template)]
#[template(path = "play/camicia.html")]
struct Page {
    title: String,
    part: String,
}

/// A game at a step.
#[derive(Template)]
#[template(path = "play/camicia_part.html")]
struct Part {
    hidden: Vec<(&'static str, String)>,
    verdict: String,
    share: Option<String>,
    step: usize,
    last: usize,
    facts: Vec<String>,
    hands: [Hand; 2],
    pile: Vec<Mini>,
    owes: Option<String>,
    said: String,
    rule: (&'static str, String),
    first: Option<String>,
    back: Option<String>,
    on: Option<String>,
    trick: Option<String>,
    end: Option<String>,
    /// Whether on leads back to the beginning of the cycle.
    is_round: bool,
    path: String,
    cursor: String,
    width: f64,
    height: f64,
    low: String,
    high: String,
    heap: String,
    ring: Option<Ring>,
    command: String,
    text: String,
}

struct Hand {
    name: Player,
    count: String,
    cards: Vec<Mini>,
}

/// A card as small as a pile needs it.
struct Mini {
    shown: String,
    penalty: u8,
}

/// A deal, and where one comes from.
#[derive(Clone, Debug)]
struct Address {
    source: Source,
    step: usize,
}

/// Where a deal is shown card by card, from its first step; `None` if it has more cards than are shown.
pub(in crate::web::pages) fn first_step(deal: &Deal) -> Option<String> {
    let source = Source::Typed(deal.to_string());
    (deal.len() <= source::CARDS_MAX).then(|| Address { source, step: 0 }.to_string())
}

pub(super) fn made(_: &Site, asked: &Asked, form: Form) -> Result<Answer, Refusal> {
    let Some(address) = Address::read(asked)? else {
        let link = |famous: &Famous| {
            let there = Address { source: Source::Typed(famous.deal.to_owned()), step: 0 };
            let until = if famous.is_endless { " until it repeats" } else { "" };
            (famous.name, there.to_string(), format!("{} cards{until}", count(famous.cards)))
        };
        let start = Start { seed: Place::new_table(), famous: FAMOUS.iter().map(link).collect() };
        return Ok(Answer::Page(rendered(&start)?));
    };
    let deal = address.source.deal()?;
    let part = Part::new(&deal, &address);
    let html = rendered(&part)?.0;
    match form {
        Form::Part => {
            let address = Address { step: part.step, ..address }.to_string();
            Ok(Answer::News(News { html, said: part.said, address, events: Vec::new() }))
        }
        Form::Page => Ok(Answer::Page(rendered(&Page { title: part.verdict, part: html })?)),
    }
}

impl Address {
    fn read(asked: &Asked) -> Result<Option<Self>, Refusal> {
        let step = asked.number("step", &(0..=usize::MAX), 0)?;
        Ok(Source::read(asked)?.map(|source| Self { source, step }))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts =
            self.source.parts().into_iter().map(|(name, value)| format!("{name}={}", segment(&value)));
        write!(f, "/play/camicia?{}&step={}", parts.collect::<Vec<_>>().join("&"), self.step)
    }
}

impl Part {
    fn new(deal: &Deal, address: &Address) -> Self {
        let outcome = play(deal, Options { max_cards: Some(GAME_CARDS_MAX), ..Options::default() });
        let walk = Walk::new(deal, &outcome, address.step);
        let there = |step: usize| Address { step, ..address.clone() }.to_string();
        let (step, last, trick) = (walk.step, walk.last, walk.trick());
        let (said, rule) = walk.said(&outcome);
        let cycle = match outcome.status {
            Status::Loop(cycle) => Some(cycle),
            Status::Finished | Status::Limit => None,
        };
        // From the end of a loop it goes on where the same state was before.
        let round = cycle.and_then(|cycle| walk.tricks.get(index(cycle.lead_in_tricks)).copied());
        let is_round = step == last && round.is_some();
        let next = if step < last { Some(step + 1) } else { round.map(|begin| begin + 1) };
        let next_trick = walk.tricks.get(trick + 1).copied().or(round.filter(|_| step == last));
        let curves = Curves::new(std::slice::from_ref(&walk.sizes));
        let all = size(walk.tricks.len().saturating_sub(1).max(1));
        let title = rules::titles("camicia").remove(rule).unwrap_or_default();
        let hand = |player: Player| Hand {
            name: player,
            count: cards(walk.now.hand(player).len() as u64),
            cards: walk.now.hand(player).map(Mini::of).collect(),
        };
        Self {
            hidden: address.source.parts(),
            verdict: verdict(&outcome),
            share: share(deal, &outcome),
            step,
            last,
            facts: vec![
                format!("round {}", count(walk.now.round())),
                format!("{} cards put down", count(walk.now.cards())),
            ],
            hands: Player::BOTH.map(hand),
            pile: walk.now.pile().map(Mini::of).collect(),
            owes: walk.now.debt().map(|debt| format!("{} owes {}", debt.player, cards(debt.cards.into()))),
            said: sentence(&said),
            rule: (rule, title),
            first: (step > 0).then(|| there(0)),
            back: step.checked_sub(1).map(there),
            on: next.map(there),
            trick: next_trick.map(there),
            end: (step < last).then(|| there(last)),
            is_round,
            path: curves.paths.into_iter().next().unwrap_or_default(),
            cursor: format!("{:.1}", size(trick) / all * WIDTH),
            width: WIDTH,
            height: HEIGHT,
            low: format!("{:.0}", curves.low),
            high: format!("{:.0}", curves.high),
            heap: cards(walk.now.pile().len() as u64),
            ring: cycle.map(|cycle| Ring::new(&cycle, trick)),
            command: format!("croupier camicia play --trace '{deal}'"),
            text: format!("{deal} {} {} {}\n", outcome.status.name(), outcome.cards, outcome.tricks),
        }
    }
}

impl Mini {
    fn of(card: Card) -> Self {
        Self {
            shown: if card.rank().is_none() { "·".to_owned() } else { card.to_string() },
            penalty: card.penalty(),
        }
    }
}

fn verdict(outcome: &Outcome) -> String {
    let after = format!("{} and {}", cards(outcome.cards), tricks(outcome.tricks));
    match outcome.status {
        Status::Finished => format!("It ends after {after}."),
        Status::Loop(_) => format!("It never ends: a state comes again after {after}."),
        Status::Limit => format!("It was left after {after}: nothing is known of its end."),
    }
}

/// How long a game is beside the longest that is known.
fn share(deal: &Deal, outcome: &Outcome) -> Option<String> {
    let record = FAMOUS[0].cards;
    let is_comparable = outcome.status == Status::Finished && deal.len() == 52;
    is_comparable.then(|| {
        let percent = real(outcome.cards) / real(record) * 100.0;
        if outcome.cards == record {
            format!("No longer game of 52 cards is known: {} cards.", count(record))
        } else {
            format!(
                "The longest game of 52 cards that is known has {} cards: this one has {percent:.1} % of it.",
                count(record)
            )
        }
    })
}
