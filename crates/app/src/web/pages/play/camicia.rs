//! Camicia: a deal that is typed, drawn from a seed, or known from elsewhere, watched card by card.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use croupier_rules::camicia::{Card, Cycle, Deal, Options, Outcome, Player, Rounds, Status, play};
use croupier_rules::card::Rank;
use croupier_rules::chance::Key;

use super::super::figures::{count, segment};
use super::super::{Refusal, Site, rendered, rules};
use super::table::{Answer, Asked, Form, News, answer, bad};
use crate::cmd::camicia::deals::read_any;
use crate::web::curve::{Curves, HEIGHT, WIDTH};
use crate::web::play::Place;
use crate::web::refusal::sentence;

/// A deal that was published by its finder.
#[derive(Clone, Copy, Debug)]
struct Famous {
    name: &'static str,
    deal: &'static str,
    /// Cards that are put down; of an endless game, until it is seen to repeat.
    cards: u64,
    is_endless: bool,
}

/// Deals that were published by their finders, the longest first; they are checked by a test.
const FAMOUS: [Famous; 8] = [
    famous(
        "Nessler 2022, the longest game of 52 cards that is known",
        "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
        8_344,
    ),
    famous(
        "Collins 2006, extended backwards",
        "--J--Q--A---KQ-A-----AQJQ-/--K---------------JJAK--K-",
        7_544,
    ),
    famous("Mann and Wu 2007", "K-KK----K-A-----JAA--Q--J-/---Q---Q-J-----J------AQ--", 7_157),
    famous("Kleber 1999", "---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q", 5_790),
    famous("40 cards, without aces", "-JK--QKK-QQ---K--J--/------J-----------QJ", 4_663),
    endless(
        "Casella 2024, the first endless game of 52 cards",
        "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
        474,
    ),
    endless("40 cards, endless", "-------Q-KJ------J--/Q-QK-Q-K---J--K---J-", 566),
    endless("five cards, endless", "J--/-J-", 8),
];

const fn famous(name: &'static str, deal: &'static str, cards: u64) -> Famous {
    Famous { name, deal, cards, is_endless: false }
}

const fn endless(name: &'static str, deal: &'static str, cards: u64) -> Famous {
    Famous { name, deal, cards, is_endless: true }
}

/// Cards of a deal that is shown at most.
const CARDS_MAX: usize = 120;

/// Cards of a game at most; the longest that is known has a tenth of it.
const GAME_CARDS_MAX: u64 = 100_000;

/// Tricks of a cycle that have a dot of their own.
const DOTS_MAX: u64 = 400;

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

/// A loop as a line that leads into a circle.
struct Ring {
    said: String,
    tail: bool,
    dots: String,
    x: String,
    y: String,
}

/// A deal, and where one comes from.
#[derive(Clone, Debug)]
struct Address {
    source: Source,
    step: usize,
}

#[derive(Clone, Debug)]
enum Source {
    Typed(String),
    Drawn { seed: u64, pack: Pack },
}

/// What is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pack {
    /// Four of each of thirteen ranks.
    French,
    /// Forty cards: four jacks, queens and kings each, no ace.
    Italian,
}

pub(in super::super) async fn page(
    State(site): State<Arc<Site>>,
    asked: Result<Query<BTreeMap<String, String>>, QueryRejection>,
) -> Response {
    answer(site, asked, Form::Page, made).await
}

pub(in super::super) async fn part(
    State(site): State<Arc<Site>>,
    asked: Result<Query<BTreeMap<String, String>>, QueryRejection>,
) -> Response {
    answer(site, asked, Form::Part, made).await
}

fn made(_: &Site, asked: &Asked, form: Form) -> Result<Answer, Refusal> {
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
        let source = if let Some(deal) = asked.text("deal") {
            Source::Typed(deal.to_owned())
        } else if asked.text("seed").is_some() {
            let seed = asked.number("seed", &(0..=u64::MAX), 0)?;
            Source::Drawn {
                seed,
                pack: asked.one_of("pack", &[("52", Pack::French), ("40", Pack::Italian)])?,
            }
        } else {
            return Ok(None);
        };
        Ok(Some(Self { source, step }))
    }

    fn parts(&self) -> Vec<(&'static str, String)> {
        match &self.source {
            Source::Typed(deal) => vec![("deal", deal.clone())],
            Source::Drawn { seed, pack } => {
                let pack = match pack {
                    Pack::French => "52",
                    Pack::Italian => "40",
                };
                vec![("seed", seed.to_string()), ("pack", pack.to_owned())]
            }
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts().into_iter().map(|(name, value)| format!("{name}={}", segment(&value)));
        write!(f, "/play/camicia?{}&step={}", parts.collect::<Vec<_>>().join("&"), self.step)
    }
}

impl Source {
    fn deal(&self) -> Result<Deal, Refusal> {
        match self {
            Self::Typed(text) => {
                let deal = read_any(text).map_err(|why| bad(sentence(&why.to_string())))?;
                if deal.len() > CARDS_MAX {
                    let said = format!("A deal of {CARDS_MAX} cards at most is shown here.");
                    return Err(bad(said));
                }
                Ok(deal)
            }
            Self::Drawn { seed, pack } => Ok(pack.draw(*seed)),
        }
    }
}

impl Pack {
    /// The deal of a seed.
    fn draw(self, seed: u64) -> Deal {
        let faces = [Rank::Jack, Rank::Queen, Rank::King];
        let mut cards: Vec<Card> = match self {
            Self::French => Rank::ALL.iter().flat_map(|rank| [Card::of(*rank); 4]).collect(),
            Self::Italian => faces.iter().flat_map(|rank| [Card::of(*rank); 4]).collect(),
        };
        if self == Self::Italian {
            cards.resize(40, Card::ANY_NUMBER);
        }
        Key::new(seed, "camicia/play").stream(0).shuffle(&mut cards);
        let other = cards.split_off(cards.len() / 2);
        Deal::new(cards, other).expect("a pack has cards")
    }
}

/// A game gone through to its end, as far as a step needs it.
struct Walk {
    /// The game at the step, and at the one before.
    now: Rounds,
    before: Option<Rounds>,
    /// The step at which each trick begins.
    tricks: Vec<usize>,
    /// How many cards A has then.
    sizes: Vec<f64>,
    step: usize,
    last: usize,
}

impl Walk {
    fn new(deal: &Deal, outcome: &Outcome, wanted: usize) -> Self {
        let mut rounds = Rounds::new(deal, outcome);
        let (mut now, mut before) = (rounds.clone(), None);
        let (mut tricks, mut sizes) = (vec![0], vec![size(rounds.hand(Player::A).len())]);
        let (mut step, mut last) = (0, 0);
        loop {
            let earlier = (last < wanted).then(|| rounds.clone());
            let round = rounds.round();
            if !rounds.advance() {
                return Self { now, before, tricks, sizes, step, last };
            }
            last += 1;
            if earlier.is_some() {
                before = earlier;
                now = rounds.clone();
                step = last;
            }
            if rounds.round() != round {
                tricks.push(last);
                sizes.push(size(rounds.hand(Player::A).len()));
            }
        }
    }

    /// The tricks before the step.
    fn trick(&self) -> usize {
        self.tricks.partition_point(|&begin| begin <= self.step).saturating_sub(1)
    }

    /// What happened in the step, and the rule that made it.
    fn said(&self, outcome: &Outcome) -> (String, &'static str) {
        let Some(before) = &self.before else {
            let [a, b] = Player::BOTH.map(|player| self.now.hand(player).len());
            return (format!("A has {a} cards, B has {b}; A leads"), "C1");
        };
        let is_last = self.step == self.last;
        if self.now.round() != before.round() {
            let collector = if self.now.hand(Player::A).len() > before.hand(Player::A).len() {
                Player::A
            } else {
                Player::B
            };
            let cards = before.pile().len();
            let rule = if before.debt().is_some() { "C9" } else { "C8" };
            let taken = format!("{collector} takes the pile of {cards}");
            return match outcome.status {
                Status::Finished if is_last => {
                    (format!("{taken} and has all cards: the game is over"), "C10")
                }
                Status::Loop(_) if is_last => {
                    (format!("{taken}: this has been before, the game never ends"), "C11")
                }
                Status::Finished | Status::Loop(_) | Status::Limit => (taken, rule),
            };
        }
        let player =
            if self.now.hand(Player::A).len() < before.hand(Player::A).len() { Player::A } else { Player::B };
        let card = self.now.pile().last().expect("a card was put down");
        let name = named(card);
        match (card.penalty(), before.debt()) {
            (penalty @ 1.., debt) => {
                let owes =
                    format!("{player} puts down {name}: {} owes {}", player.other(), cards(penalty.into()));
                if debt.is_some() { (owes, "C7") } else { (owes, "C6") }
            }
            (0, Some(_)) => match self.now.debt() {
                Some(debt) => {
                    (format!("{player} pays {name} and owes {} more", cards(debt.cards.into())), "C6")
                }
                None => (format!("{player} pays {name}: all is paid"), "C6"),
            },
            (0, None) => (format!("{player} puts down {name}"), "C5"),
        }
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
            hidden: address.parts(),
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

/// Where the line ends and the circle begins, in units of the picture.
const MIDDLE: (f64, f64, f64) = (150.0, 80.0, 60.0);
const TAIL: (f64, f64) = (10.0, 90.0);

impl Ring {
    fn new(cycle: &Cycle, trick: usize) -> Self {
        let Cycle { lead_in_tricks, cycle_tricks, cycle_cards } = *cycle;
        let place = |trick: u64| {
            let (x, y, radius) = MIDDLE;
            if trick < lead_in_tricks {
                let part = real(trick) / real(lead_in_tricks);
                return (TAIL.0 + (TAIL.1 - TAIL.0) * part, y);
            }
            // The circle begins where the line meets it, and goes round clockwise.
            let angle = TAU / 2.0 + TAU * real((trick - lead_in_tricks) % cycle_tricks) / real(cycle_tricks);
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        let mut dots = String::new();
        let lead = if lead_in_tricks <= DOTS_MAX { 0..lead_in_tricks } else { 0..0 };
        let round =
            if cycle_tricks <= DOTS_MAX { lead_in_tricks..lead_in_tricks + cycle_tricks } else { 0..0 };
        for (x, y) in lead.chain(round).map(place) {
            let _infallible = write!(dots, "M{x:.1} {y:.1}h0");
        }
        let (x, y) = place(u64::try_from(trick).unwrap_or(0));
        let lead = if lead_in_tricks == 0 {
            String::new()
        } else {
            format!("{} lead into it; ", tricks(lead_in_tricks))
        };
        Self {
            said: format!("{lead}{} and {} go round for ever", tricks(cycle_tricks), cards(cycle_cards)),
            tail: lead_in_tricks > 0,
            dots,
            x: format!("{x:.1}"),
            y: format!("{y:.1}"),
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

fn named(card: Card) -> String {
    match (card.rank(), card.penalty()) {
        (None, _) => "a number card".to_owned(),
        (Some(_), 1) => "a jack".to_owned(),
        (Some(_), 2) => "a queen".to_owned(),
        (Some(_), 3) => "a king".to_owned(),
        (Some(_), 4) => "an ace".to_owned(),
        (Some(rank), _) => format!("{} {rank}", if rank == Rank::Eight { "an" } else { "a" }),
    }
}

fn cards(number: u64) -> String {
    if number == 1 { "1 card".to_owned() } else { format!("{} cards", count(number)) }
}

fn tricks(number: u64) -> String {
    if number == 1 { "1 trick".to_owned() } else { format!("{} tricks", count(number)) }
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
fn size(number: usize) -> f64 {
    number as f64
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
fn real(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use croupier_rules::camicia::{Deal, Options, Status, play};

    use super::{FAMOUS, Pack, Walk};
    use crate::web::pages::rules::titles;

    #[test]
    fn deals_that_are_known_are_as_long_as_is_said() {
        for famous in FAMOUS {
            let outcome = play(&famous.deal.parse().unwrap(), Options::default());
            let is_endless = matches!(outcome.status, Status::Loop(_));
            assert_eq!((outcome.cards, is_endless), (famous.cards, famous.is_endless), "{}", famous.name);
        }
    }

    #[test]
    fn a_seed_draws_a_whole_pack() {
        for (pack, faces) in [(Pack::French, 16), (Pack::Italian, 12)] {
            let deal = pack.draw(7);
            assert_eq!(deal, pack.draw(7));
            let text = deal.to_string();
            assert_eq!(text.matches(['J', 'Q', 'K', 'A']).count(), faces);
        }
    }

    #[test]
    fn every_step_of_a_game_is_said_by_a_rule() {
        let titles = titles("camicia");
        for famous in FAMOUS.iter().filter(|famous| famous.cards < 1_000) {
            let deal: Deal = famous.deal.parse().unwrap();
            let outcome = play(&deal, Options::default());
            let last = Walk::new(&deal, &outcome, 0).last;
            for step in 0..=last {
                let walk = Walk::new(&deal, &outcome, step);
                let (said, rule) = walk.said(&outcome);
                assert!(titles.contains_key(rule), "{said}: {rule}");
                assert_eq!(rule == "C11", step == last, "{said}");
            }
        }
    }
}
