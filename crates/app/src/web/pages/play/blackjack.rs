//! Blackjack against the dealer: the betting contest, and the exam.

use std::fmt;

use askama::Template;
use croupier_rules::blackjack::exam::Rules as ExamRules;
use croupier_rules::blackjack::{Ace, Limits, Outcome, Rules};
use croupier_rules::chips::Chips;

use super::super::figures::segment;
use super::super::{Refusal, Site, rendered};
use super::played::{Played, played};
use super::table::{Answer, Asked, Coach, Face, Form, News, bad};
use crate::standings::thousands;
use crate::web::cards;
use crate::web::play::{Advice, Asks, HANDS_MAX, Judged, Kind, Moves, Place, Play, Refused, Seated, Worth};
use crate::web::refusal::sentence;

/// Mistakes that are told in the end.
const DEAREST: usize = 5;

/// The page with the table, or with the choice of one.
#[derive(Template)]
#[template(path = "play/blackjack.html")]
struct Page {
    symbols: String,
    part: String,
    title: &'static str,
}

/// The choice of a table.
#[derive(Template)]
#[template(path = "play/blackjack_start.html")]
struct Start {
    table: u32,
    hands_max: usize,
}

/// The table.
#[derive(Template)]
#[template(path = "play/blackjack_part.html")]
struct Part {
    hidden: Vec<(&'static str, String)>,
    facts: Vec<String>,
    dealer: Vec<Face>,
    dealer_total: String,
    hand: Vec<Face>,
    total: String,
    outcome: Option<&'static str>,
    bet: Option<String>,
    said: String,
    warning: Option<String>,
    asks: Asks,
    /// What the field for a bet holds.
    proposed: i64,
    hit: String,
    stand: String,
    next: String,
    leave: String,
    back: Option<String>,
    coaches: Vec<(&'static str, String, bool)>,
    advice: Option<AdviceView>,
    judged: Vec<JudgedView>,
    lines: Vec<String>,
    earlier: Vec<(usize, String)>,
    unseen: Vec<(String, u32)>,
    end: Option<End>,
    text: String,
}

struct AdviceView {
    sentence: String,
    rows: Vec<[String; 5]>,
    best: Vec<bool>,
}

struct JudgedView {
    hand: usize,
    price: String,
    sentence: String,
    is_free: bool,
}

struct End {
    line: String,
    cost: Option<String>,
    dearest: Vec<JudgedView>,
    again: String,
    review: String,
}

/// A table and the moves so far.
#[derive(Clone, Debug)]
struct Address {
    which: Which,
    table: u32,
    coach: Coach,
    moves: Moves,
}

#[derive(Clone, Copy, Debug)]
enum Which {
    Contest(Rules),
    Exam(ExamRules),
}

pub(super) fn made(site: &Site, asked: &Asked, form: Form) -> Result<Answer, Refusal> {
    if asked.text("table").is_none() {
        let start = Start { table: Place::new_table(), hands_max: HANDS_MAX };
        return Ok(Answer::Page(rendered(&start)?));
    }
    played(&Address::read(asked)?, site.play(), asked, form)
}

impl Address {
    fn read(asked: &Asked) -> Result<Self, Refusal> {
        let table = asked.number("table", &(0..=Place::TABLES - 1), 0)?;
        let is_exam = asked.one_of("rules", &[("contest", false), ("exam", true)])?;
        let which = if is_exam {
            let ace = asked.one_of("ace", &[("11", Ace::OneOrEleven), ("1", Ace::One)])?;
            Which::Exam(ExamRules { ace })
        } else {
            let rules = Rules {
                money: asked.number("money", &(1..=1_000_000), 1_000)?,
                packs: asked.number("packs", &(1..=20), 2)?,
                shuffles: asked.number("shuffles", &(2..=200), 4)?,
                ..Rules::default()
            };
            Limits::Free.check(&rules).map_err(|why| bad(sentence(&why.to_string())))?;
            Which::Contest(rules)
        };
        let moves = Moves::parse(asked.text("moves").unwrap_or_default())?;
        Ok(Self { which, table, coach: asked.coach()?, moves })
    }

    fn place(&self) -> Place {
        Place { table: self.table, is_coached: self.coach != Coach::Off }
    }

    /// The parts of the address but its moves.
    fn parts(&self) -> Vec<(&'static str, String)> {
        let mut parts = vec![("table", self.table.to_string())];
        match self.which {
            Which::Contest(Rules { money, packs, shuffles, .. }) => parts.extend([
                ("rules", "contest".to_owned()),
                ("money", money.to_string()),
                ("packs", packs.to_string()),
                ("shuffles", shuffles.to_string()),
            ]),
            Which::Exam(ExamRules { ace }) => {
                let ace = if ace == Ace::One { "1" } else { "11" };
                parts.extend([("rules", "exam".to_owned()), ("ace", ace.to_owned())]);
            }
        }
        parts.push(("coach", self.coach.word().to_owned()));
        parts
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
        match self.which {
            Which::Contest(rules) => play.contest(&self.place(), rules, &self.moves, |_| ()),
            Which::Exam(rules) => play.exam(&self.place(), rules, &self.moves, |_| ()),
        }
    }

    fn shown(&self, play: &Play, warning: Option<String>, form: Form) -> Result<Answer, Refusal> {
        let (place, moves) = (self.place(), &self.moves);
        let (part, events) = match self.which {
            Which::Contest(rules) => {
                play.contest(&place, rules, moves, |seated| Part::new(seated, self, warning))?
            }
            Which::Exam(rules) => {
                play.exam(&place, rules, moves, |seated| Part::new(seated, self, warning))?
            }
        };
        let html = rendered(&part)?.0;
        match form {
            Form::Part => {
                let said = part.spoken();
                Ok(Answer::News(News { html, said, address: self.to_string(), events }))
            }
            Form::Page => {
                let title = match self.which {
                    Which::Contest(_) => "Blackjack",
                    Which::Exam(_) => "Blackjack, the exam",
                };
                Ok(Answer::Page(rendered(&Page { symbols: cards::plain(), part: html, title })?))
            }
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts().into_iter().map(|(name, value)| format!("{name}={}", segment(&value)));
        write!(f, "/play/blackjack?{}", parts.collect::<Vec<_>>().join("&"))?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, "&moves={}", self.moves) }
    }
}

impl Part {
    fn new<K: Kind>(
        seated: &Seated<K>,
        address: &Address,
        warning: Option<String>,
    ) -> (Self, Vec<serde_json::Value>) {
        let (cards, asks, told) = (seated.cards(), seated.asks(), seated.told());
        let is_contest = matches!(address.which, Which::Contest(_));
        let over = usize::from(asks == Asks::Nothing);
        let current = &told[told.len() - 1 - over];
        let price = |judged: &Judged| JudgedView::new(judged, is_contest);
        let hand = seated.hands();
        let faces = |letters: &[String]| letters.iter().map(|letter| Face::of(letter)).collect();
        let money = match asks {
            Asks::Bet { money } => money,
            Asks::Move | Asks::Next | Asks::Nothing => 0,
        };
        let proposed = if cards.bet > 0 { cards.bet } else { (money / 20).max(1) };
        let coaches = Coach::ALL.map(|coach| {
            let there = Address { coach, ..address.clone() }.to_string();
            (coach.word(), there, coach == address.coach)
        });
        let mut hidden = address.parts();
        hidden.push(("moves", address.moves.to_string()));
        let lines: Vec<&str> = told.iter().flat_map(|told| &told.lines).map(String::as_str).collect();
        let part = Self {
            hidden,
            facts: cards.facts,
            dealer: faces(&cards.dealer),
            dealer_total: if hand == 0 { String::new() } else { cards.dealer_total },
            hand: faces(&cards.hand),
            total: if hand == 0 { String::new() } else { cards.total },
            outcome: cards.outcome.map(|outcome| match outcome {
                Outcome::Win => "win",
                Outcome::Push => "push",
                Outcome::Lose => "lose",
            }),
            bet: (is_contest && hand > 0).then(|| thousands(Chips::whole(cards.bet))),
            said: current.lines.last().cloned().unwrap_or_default(),
            warning,
            asks,
            proposed: proposed.min(money),
            hit: address.after("h"),
            stand: address.after("s"),
            next: address.after("g"),
            leave: address.after("q"),
            back: address.back(),
            coaches: coaches.to_vec(),
            advice: (address.coach == Coach::Before)
                .then(|| seated.advice().map(|advice| AdviceView::new(&advice)))
                .flatten(),
            judged: seated.judged().iter().filter(|judged| judged.hand == hand).map(price).collect(),
            lines: current.lines.clone(),
            earlier: told[1..]
                .iter()
                .take(hand.saturating_sub(1))
                .enumerate()
                .rev()
                .map(|(at, told)| (at + 1, told.lines.last().cloned().unwrap_or_default()))
                .collect(),
            unseen: (0..10)
                .map(|at| (if at == 0 { "A".to_owned() } else { (at + 1).to_string() }, cards.unseen[at]))
                .collect(),
            end: (asks == Asks::Nothing).then(|| End::new(seated, address, is_contest)),
            text: format!("{}\n", lines.join("\n")),
        };
        (part, current.events.clone())
    }

    /// What a screen reader says.
    fn spoken(&self) -> String {
        if let Some(warning) = &self.warning {
            return warning.clone();
        }
        let end = self.end.as_ref().map(|end| end.line.clone());
        let coach = self.advice.as_ref().map(|advice| advice.sentence.clone());
        [Some(self.said.clone()), end, coach].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

impl AdviceView {
    fn new(advice: &Advice) -> Self {
        let row = |worth: &Worth| {
            let spread = worth.spread;
            let chance = |chance: f64| format!("{:.2} %", chance.max(0.0) * 100.0);
            [
                worth.choice.to_owned(),
                format!("{:+.4}", spread.ev()).replace('-', "−"),
                chance(spread.win),
                chance(spread.push),
                chance(spread.lose),
            ]
        };
        Self {
            sentence: advice.sentence.clone(),
            rows: advice.rows.iter().map(row).collect(),
            best: advice.rows.iter().map(|worth| worth.is_best).collect(),
        }
    }
}

impl JudgedView {
    fn new(judged: &Judged, is_contest: bool) -> Self {
        let price = priced(judged.price, is_contest);
        let is_free = judged.price < 5e-6;
        Self { hand: judged.hand, price, sentence: judged.sentence.clone(), is_free }
    }
}

/// A price with its unit.
fn priced(price: f64, is_contest: bool) -> String {
    if is_contest { format!("{price:.5} nats") } else { format!("{price:.4} of a hand") }
}

impl End {
    fn new<K: Kind>(seated: &Seated<K>, address: &Address, is_contest: bool) -> Self {
        let mut dearest: Vec<&Judged> =
            seated.judged().iter().filter(|judged| judged.price >= 5e-6).collect();
        dearest.sort_by(|a, b| b.price.total_cmp(&a.price));
        let is_coached = address.coach != Coach::Off;
        let cost: f64 = seated.judged().iter().map(|judged| judged.price).sum();
        let again = Address { table: Place::new_table(), moves: Moves::default(), ..address.clone() };
        let review = Address { coach: Coach::After, ..address.clone() };
        Self {
            line: seated.told().last().and_then(|told| told.lines.last()).cloned().unwrap_or_default(),
            cost: is_coached.then(|| priced(cost, is_contest)),
            dearest: dearest.iter().take(DEAREST).map(|judged| JudgedView::new(judged, is_contest)).collect(),
            again: again.to_string(),
            review: review.to_string(),
        }
    }
}
