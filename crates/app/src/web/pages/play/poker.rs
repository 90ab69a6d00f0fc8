//! Poker against two house players.

use std::fmt;

use askama::Template;
use croupier_arena::game_kind::GameKind;
use croupier_rules::poker::Action;

use super::super::{Refusal, Site, rendered};
use super::played::{Played, played};
use super::table::{Answer, Asked, Coach, Face, Form, News, bad};
use crate::house;
use crate::review::poker::decisions::{did, to_do};
use crate::review::poker::priced::Priced;
use crate::web::cards;
use crate::web::play::{Coached, DEALS_MAX, Guests, Moves, Place, Play, PokerTable, Refused, Waits};
use crate::web::refusal::sentence;

/// Mistakes that are told in the end.
const DEAREST: usize = 5;

/// A price that is nothing by the digits that are shown, in chips.
const NOTHING: f64 = 0.005;

/// The page with the table.
#[derive(Template)]
#[template(path = "play/poker.html")]
struct Page {
    symbols: String,
    part: String,
}

/// The choice of a table.
#[derive(Template)]
#[template(path = "play/poker_start.html")]
struct Start {
    table: u32,
    deals_max: u32,
    names: &'static [&'static str],
}

/// The table.
#[derive(Template)]
#[template(path = "play/poker_part.html")]
struct Part {
    hidden: Vec<(&'static str, String)>,
    deal: u32,
    deals_max: u32,
    score: String,
    pot: u16,
    level: u16,
    seats: Vec<Seat>,
    said: String,
    warning: Option<String>,
    waits: Waits,
    yes: String,
    no: String,
    next: String,
    leave: String,
    back: Option<String>,
    coaches: Vec<(&'static str, String, bool)>,
    advice: Option<Advice>,
    judged: Vec<Judged>,
    lines: Vec<String>,
    earlier: Vec<(usize, String)>,
    end: Option<End>,
    text: String,
}

struct Seat {
    name: String,
    is_own: bool,
    is_live: bool,
    face: Face,
    act: String,
    stake: u16,
}

struct Advice {
    sentence: String,
    rows: Vec<(String, String, String, bool)>,
}

/// A decision that was priced.
struct Judged {
    place: String,
    did: String,
    worth: String,
    price: String,
    is_free: bool,
    best: String,
    mix: String,
    sentence: String,
}

struct End {
    line: String,
    cost: Option<String>,
    dearest: Vec<Judged>,
    again: String,
    review: String,
}

/// A table and the moves so far.
#[derive(Clone, Debug)]
struct Address {
    table: u32,
    guests: Guests,
    coach: Coach,
    moves: Moves,
}

pub(super) fn made(site: &Site, asked: &Asked, form: Form) -> Result<Answer, Refusal> {
    if asked.text("table").is_none() {
        let start =
            Start { table: Place::new_table(), deals_max: DEALS_MAX, names: house::names(GameKind::Poker) };
        return Ok(Answer::Page(rendered(&start)?));
    }
    played(&Address::read(asked)?, site.play(), asked, form)
}

impl Address {
    fn read(asked: &Asked) -> Result<Self, Refusal> {
        let table = asked.number("table", &(0..=Place::TABLES - 1), 0)?;
        let known = house::names(GameKind::Poker);
        let guest = |name: &str| {
            let found = known.iter().find(|known| **known == name.trim());
            found.copied().ok_or_else(|| {
                bad(format!("No house player of poker is called {name}: there are {}.", known.join(", ")))
            })
        };
        // The form of the page names each by itself.
        let both = asked.text("against").unwrap_or("equilibrium");
        let (first, second) = both.split_once(',').unwrap_or((both, both));
        let (first, second) = (asked.text("first").unwrap_or(first), asked.text("second").unwrap_or(second));
        let moves = Moves::parse(asked.text("moves").unwrap_or_default())?;
        Ok(Self { table, guests: [guest(first)?, guest(second)?], coach: asked.coach()?, moves })
    }

    fn place(&self) -> Place {
        Place { table: self.table, is_coached: self.coach != Coach::Off }
    }

    fn parts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("table", self.table.to_string()),
            ("against", self.guests.join(",")),
            ("coach", self.coach.word().to_owned()),
        ]
    }
}

impl Played for Address {
    fn moves(&self) -> &Moves {
        &self.moves
    }

    fn with(&self, moves: Moves) -> Self {
        Self { moves, ..self.clone() }
    }

    fn check(&self, play: &Play) -> Result<(), Refused> {
        play.poker(&self.place(), self.guests, &self.moves, |_| ())
    }

    fn shown(&self, play: &Play, warning: Option<String>, form: Form) -> Result<Answer, Refusal> {
        let see = |table: &PokerTable| {
            let coached = (self.coach == Coach::Before).then(|| table.coached(play)).flatten();
            Part::new(table, self, coached.as_ref(), warning)
        };
        let part = play.poker(&self.place(), self.guests, &self.moves, see)?;
        let html = rendered(&part)?.0;
        match form {
            Form::Part => {
                let (said, address) = (part.spoken(), self.to_string());
                Ok(Answer::News(News { html, said, address, events: Vec::new() }))
            }
            Form::Page => Ok(Answer::Page(rendered(&Page { symbols: cards::plain(), part: html })?)),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts().into_iter().map(|(name, value)| format!("{name}={value}"));
        write!(f, "/play/poker?{}", parts.collect::<Vec<_>>().join("&"))?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, "&moves={}", self.moves) }
    }
}

impl Part {
    fn new(
        table: &PokerTable,
        address: &Address,
        coached: Option<&Coached>,
        warning: Option<String>,
    ) -> Self {
        let (waits, told, deal) = (table.waits(), table.told(), table.deal());
        let (pot, level) = table.pot();
        let seats = table.sights().into_iter().map(|sight| Seat {
            name: sight.name,
            is_own: sight.is_own,
            is_live: sight.is_live,
            face: Face::of(&sight.face),
            act: sight.act,
            stake: sight.stake,
        });
        let said = match &waits {
            Waits::Bid { line, .. } | Waits::Call { line, .. } => sentence(line),
            Waits::Next | Waits::Nothing => {
                let last = table.told_last();
                sentence(&last[last.len().saturating_sub(2)..].join("; "))
            }
        };
        let coaches = Coach::ALL.map(|coach| {
            let there = Address { coach, ..address.clone() }.to_string();
            (coach.word(), there, coach == address.coach)
        });
        let mut hidden = address.parts();
        hidden.push(("moves", address.moves.to_string()));
        let is_closed = matches!(waits, Waits::Nothing);
        let finished = usize::try_from(deal).unwrap_or(0).saturating_sub(1);
        let lines: Vec<&str> = told.iter().flatten().map(String::as_str).collect();
        Self {
            hidden,
            deal,
            deals_max: DEALS_MAX,
            score: table.score().replace('-', "−"),
            pot,
            level,
            seats: seats.collect(),
            said,
            warning,
            waits,
            yes: address.after("y"),
            no: address.after("n"),
            next: address.after("g"),
            leave: address.after("q"),
            back: address.back(),
            coaches: coaches.to_vec(),
            advice: coached.map(Advice::new),
            judged: table.priced().iter().filter(|priced| priced.deal == deal).map(Judged::new).collect(),
            lines: table.told_last().to_vec(),
            earlier: told[1..]
                .iter()
                .take(finished)
                .enumerate()
                .rev()
                .map(|(at, told)| (at + 1, told.last().cloned().unwrap_or_default()))
                .collect(),
            end: is_closed.then(|| End::new(table, address)),
            text: format!("{}\n", lines.join("\n")),
        }
    }

    /// What a screen reader says.
    fn spoken(&self) -> String {
        if let Some(warning) = &self.warning {
            return warning.clone();
        }
        let card =
            self.seats.iter().find(|seat| seat.is_own).map(|seat| format!("your {}", seat.face.spoken));
        let opened = self.lines.iter().rfind(|line| line.starts_with("opened: ")).cloned();
        let end = self.end.as_ref().map(|end| end.line.clone());
        [card, opened, Some(self.said.clone()), end].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

impl Advice {
    fn new(coached: &Coached) -> Self {
        let row = |choice: &croupier_solve::poker::Choice| {
            let name = match choice.action {
                Action::Bid(bid) => format!("bid {bid}"),
                Action::Call(true) => "pay".to_owned(),
                Action::Call(false) => "fold".to_owned(),
                Action::Foul => "foul".to_owned(),
            };
            let worth = format!("{:+.2}", choice.worth).replace('-', "−");
            let chance = format!("{:.0} %", choice.chance * 100.0);
            (name, worth, chance, choice.action == coached.best)
        };
        let guess = if coached.is_guess { "; a guess, since another seat did what it does not" } else { "" };
        let best = coached.choices.iter().find(|choice| choice.action == coached.best);
        let worth = format!("{:.2}", best.map_or(0.0, |best| best.worth)).replace('-', "−");
        Self {
            sentence: format!(
                "against the equilibrium it is best {}, worth {worth} chips{guess}",
                to_do(coached.best)
            ),
            rows: coached.choices.iter().map(row).collect(),
        }
    }
}

impl Judged {
    fn new(priced: &Priced) -> Self {
        let is_free = priced.did == priced.best || priced.price < NOTHING;
        let best = if is_free {
            "the best".to_owned()
        } else {
            format!("{} is worth {:.2}", to_do(priced.best), priced.best_worth).replace('-', "−")
        };
        let guess = if priced.is_guess { " (a guess)" } else { "" };
        Self {
            place: priced.place.to_string(),
            did: did(priced.did),
            worth: format!("{:.2}", priced.worth).replace('-', "−"),
            price: format!("{:.2}", priced.price),
            is_free,
            best: format!("{best}{guess}"),
            mix: priced.mix(),
            sentence: priced.sentence.clone(),
        }
    }
}

impl End {
    fn new(table: &PokerTable, address: &Address) -> Self {
        let mut dearest: Vec<&Priced> =
            table.priced().iter().filter(|priced| priced.price >= NOTHING).collect();
        dearest.sort_by(|a, b| b.price.total_cmp(&a.price));
        let is_coached = address.coach != Coach::Off;
        let cost: f64 = table.priced().iter().map(|priced| priced.price).sum();
        let again = Address { table: Place::new_table(), moves: Moves::default(), ..address.clone() };
        let review = Address { coach: Coach::After, ..address.clone() };
        Self {
            line: table.told().last().and_then(|told| told.last()).cloned().unwrap_or_default(),
            cost: is_coached.then(|| format!("{cost:.2} chips")),
            dearest: dearest.iter().take(DEAREST).map(|priced| Judged::new(priced)).collect(),
            again: again.to_string(),
            review: review.to_string(),
        }
    }
}
