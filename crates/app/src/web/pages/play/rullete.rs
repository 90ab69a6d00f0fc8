//! Rullete: five cards are picked, and the fourteen rules go to work.

use std::fmt;

use askama::Template;
use croupier_rules::card::{Card, Rank, Suit};
use croupier_rules::chance::Key;
use croupier_rules::rullete::{Allowed, Hand, RULES, Rule6, WINNING_VALUE, explain, trace};

use super::super::{Refusal, Site, rendered, rules};
use super::table::{Answer, Asked, Form, News, bad};
use crate::web::cards;
use crate::web::play::Place;
use crate::web::refusal::sentence;

/// Cards of a hand.
const CARDS: usize = 5;

/// The page.
#[derive(Template)]
#[template(path = "play/rullete.html")]
struct Page {
    symbols: String,
    part: String,
}

/// The cards, and what the rules make of them.
#[derive(Template)]
#[template(path = "play/rullete_part.html")]
struct Part {
    picked: Vec<Picked>,
    missing: usize,
    rows: Vec<(&'static str, Vec<Picked>)>,
    clear: Option<String>,
    draw: String,
    value: Option<Value>,
    said: String,
    hand: String,
}

/// A card, and the address that picks it or puts it back.
struct Picked {
    card: String,
    spoken: String,
    there: Option<String>,
    is_on: bool,
}

/// What the rules make of a hand.
struct Value {
    rule6: &'static str,
    other: String,
    other_name: &'static str,
    has_four_sevens: bool,
    values: [i64; 2],
    sum: i64,
    steps: Vec<Step>,
    /// Rules that have been applied.
    step: usize,
    now: i64,
    cards_now: Vec<Picked>,
    path: Vec<(String, i64)>,
    is_win: bool,
    first: Option<String>,
    back: Option<String>,
    on: Option<String>,
    last: Option<String>,
}

struct Step {
    rule: usize,
    place: String,
    title: String,
    before: i64,
    after: i64,
    reason: String,
    is_changed: bool,
    is_now: bool,
    is_done: bool,
    there: String,
}

#[derive(Clone, Debug)]
struct Address {
    cards: Vec<Card>,
    rule6: Rule6,
    /// None: all rules.
    step: Option<usize>,
}

/// Where a hand is shown rule by rule, from its first step.
pub(in crate::web::pages) fn first_step(cards: &[Card], rule6: Rule6) -> String {
    Address { cards: cards.to_vec(), rule6, step: Some(0) }.to_string()
}

pub(super) fn made(_: &Site, asked: &Asked, form: Form) -> Result<Answer, Refusal> {
    let address = Address::read(asked)?;
    let part = Part::new(&address)?;
    let html = rendered(&part)?.0;
    match form {
        Form::Part => {
            let address = address.to_string();
            Ok(Answer::News(News { html, said: part.said, address, events: Vec::new() }))
        }
        Form::Page => {
            let names: Vec<String> = Card::pack().map(|card| card.to_string()).collect();
            let symbols = cards::suited(names.iter().map(String::as_str));
            Ok(Answer::Page(rendered(&Page { symbols, part: html })?))
        }
    }
}

impl Address {
    fn read(asked: &Asked) -> Result<Self, Refusal> {
        let words = asked.text("hand").unwrap_or_default().split([' ', ',', '.']);
        let cards: Result<Vec<Card>, _> = words.filter(|word| !word.is_empty()).map(str::parse).collect();
        let cards = cards.map_err(|why| bad(sentence(&format!("the hand of this address: {why}"))))?;
        if cards.len() > CARDS {
            return Err(bad(format!("A hand has {CARDS} cards: this address names {}.", cards.len())));
        }
        if let Some(twice) = cards.iter().enumerate().find(|(at, card)| cards[..*at].contains(card)) {
            return Err(bad(format!("{} is in the hand twice: a pack has it once.", twice.1)));
        }
        let rule6 = asked.one_of("rule6", &[("121", Rule6::Takes121), ("112", Rule6::Takes112)])?;
        let step = asked.text("step").is_some();
        let step = step.then(|| asked.number("step", &(0..=RULES), RULES)).transpose()?;
        Ok(Self { cards, rule6, step })
    }

    fn of(&self, cards: Vec<Card>) -> String {
        Self { cards, step: None, ..self.clone() }.to_string()
    }

    /// Picks a card, or puts it back; none if the hand is full.
    fn toggled(&self, card: Card) -> Option<String> {
        let mut cards = self.cards.clone();
        if let Some(at) = cards.iter().position(|other| *other == card) {
            cards.remove(at);
        } else if cards.len() < CARDS {
            cards.push(card);
        } else {
            return None;
        }
        Some(self.of(cards))
    }

    fn picked(&self, card: Card) -> Picked {
        let is_on = self.cards.contains(&card);
        Picked { card: card.to_string(), spoken: spoken(card), there: self.toggled(card), is_on }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<String> = self.cards.iter().map(Card::to_string).collect();
        write!(f, "/play/rullete?hand={}", cards.join("."))?;
        if self.rule6 == Rule6::Takes112 {
            f.write_str("&rule6=112")?;
        }
        match self.step {
            Some(step) => write!(f, "&step={step}"),
            None => Ok(()),
        }
    }
}

impl Part {
    fn new(address: &Address) -> Result<Self, Refusal> {
        let row = |suit: Suit| {
            let name = match suit {
                Suit::Clubs => "clubs",
                Suit::Diamonds => "diamonds",
                Suit::Hearts => "hearts",
                Suit::Spades => "spades",
            };
            let cards = Rank::ALL.iter().map(|rank| address.picked(Card::new(*rank, suit)));
            (name, cards.collect())
        };
        let value = (address.cards.len() == CARDS).then(|| Value::new(address)).transpose()?;
        let missing = CARDS - address.cards.len();
        let said = match &value {
            None => format!("{} of {CARDS} cards are picked.", address.cards.len()),
            Some(value) => value.said(),
        };
        let hand: Vec<String> = address.cards.iter().map(Card::to_string).collect();
        Ok(Self {
            picked: address.cards.iter().map(|card| address.picked(*card)).collect(),
            missing,
            rows: Suit::ALL.map(row).into_iter().collect(),
            clear: (!address.cards.is_empty()).then(|| address.of(Vec::new())),
            draw: address.of(drawn()),
            value,
            said,
            hand: hand.join(" "),
        })
    }
}

/// Five cards of a shuffled pack.
fn drawn() -> Vec<Card> {
    let mut pack: Vec<Card> = Card::pack().collect();
    Key::new(u64::from(Place::new_table()), "rullete/play").stream(0).shuffle(&mut pack);
    pack.truncate(CARDS);
    pack
}

impl Value {
    fn new(address: &Address) -> Result<Self, Refusal> {
        let hand = Hand::new(&address.cards, Allowed::FiveDifferent)
            .map_err(|why| bad(sentence(&why.to_string())))?;
        let told = explain(&hand, address.rule6);
        let now = address.step.unwrap_or(RULES);
        let there = |step: usize| Address { step: Some(step), ..address.clone() }.to_string();
        let titles = rules::titles("rullete");
        let step = |step: &croupier_rules::rullete::Step| {
            // Rule 1 is section R5 of the page of rules.
            let place = format!("R{}", step.rule + 4);
            let title = titles.get(&place).map_or("", String::as_str);
            let title = title.split_once(": ").map_or(title, |(_, title)| title).to_owned();
            Step {
                rule: step.rule,
                place,
                title,
                before: step.before,
                after: step.after,
                reason: step.reason.clone(),
                is_changed: step.before != step.after,
                is_now: address.step == Some(step.rule),
                is_done: step.rule <= now,
                there: there(step.rule),
            }
        };
        let steps: Vec<Step> = told.steps.iter().map(step).collect();
        let sum = told.trace.after[0];
        let changes = steps.iter().filter(|step| step.is_done && step.is_changed);
        let path = changes.map(|step| (format!("rule {}", step.rule), step.after)).collect();
        let hand_now = if now == 0 { &hand } else { &told.steps[now - 1].hand };
        let (rule6, other_name, other) = match address.rule6 {
            Rule6::Takes121 => ("121", "112", Rule6::Takes112),
            Rule6::Takes112 => ("112", "121", Rule6::Takes121),
        };
        Ok(Self {
            rule6,
            other: Address { rule6: other, ..address.clone() }.to_string(),
            other_name,
            has_four_sevens: hand.has_four_sevens(),
            values: [Rule6::Takes121, Rule6::Takes112].map(|rule6| trace(&hand, rule6).value()),
            sum,
            steps,
            step: now,
            now: told.trace.after[now],
            cards_now: hand_now
                .iter()
                .map(|card| Picked {
                    card: card.to_string(),
                    spoken: spoken(*card),
                    there: None,
                    is_on: true,
                })
                .collect(),
            path,
            is_win: told.trace.win && now == RULES,
            first: (now > 0).then(|| there(0)),
            back: now.checked_sub(1).map(there),
            on: (now < RULES).then(|| there(now + 1)),
            last: (now < RULES).then(|| there(RULES)),
        })
    }

    fn said(&self) -> String {
        match self.steps.iter().find(|step| step.is_now) {
            Some(step) if step.is_changed => {
                format!("Rule {}: {}; {} becomes {}.", step.rule, step.reason, step.before, step.after)
            }
            Some(step) => format!("Rule {}: {}; the value stays {}.", step.rule, step.reason, step.after),
            None if self.step == 0 => format!("The sum of the scores is {}.", self.sum),
            None if self.is_win => format!("The value is {}: you win.", self.now),
            None => format!("The value is {}; {WINNING_VALUE} wins.", self.now),
        }
    }
}

/// A card as it is read out.
fn spoken(card: Card) -> String {
    let rank = match card.rank {
        Rank::Jack => "jack",
        Rank::Queen => "queen",
        Rank::King => "king",
        Rank::Ace => "ace",
        Rank::Two
        | Rank::Three
        | Rank::Four
        | Rank::Five
        | Rank::Six
        | Rank::Seven
        | Rank::Eight
        | Rank::Nine
        | Rank::Ten => card.rank.symbol(),
    };
    let suit = match card.suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    };
    format!("{rank} of {suit}")
}
