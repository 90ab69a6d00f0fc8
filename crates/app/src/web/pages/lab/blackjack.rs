//! The best play of a shoe that the reader changes card by card.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Response};
use croupier_rules::blackjack::{Ace, Card, Hand};
use croupier_solve::blackjack::{Choice, Round, Spread, Switches, Unseen, law};

use super::question::{Asked, Question};
use super::{Lab, Refusal, rendered, worked};
use crate::cmd::blackjack::chart::{Against, Answer, Row};
use crate::cmd::blackjack::shoe::parse_counts;
use crate::web::cards;
use crate::web::pages::figures::{count, signed};
use crate::web::refusal::sentence;

/// A fresh shoe of a contest.
const PACKS: u32 = 10;
/// A hand that the table plays otherwise than its very cards ask for is told when it has so many cards at most.
const CARDS_MAX: u32 = 3;
/// So many of these are told.
const EXCEPTIONS_MAX: usize = 12;
/// A price at which a cell has its full colour, of a bet.
const DEAR: f64 = 0.25;

#[derive(Template)]
#[template(path = "lab_blackjack.html")]
struct Page {
    symbols: String,
    shoe: String,
    cards: String,
    packs: Option<u32>,
    values: Vec<Value>,
    answer: Result<Sheet, String>,
    said: String,
    command: String,
}

/// The cards of a value that are left.
struct Value {
    letter: char,
    name: String,
    left: u32,
    /// The shoe without one of them.
    less: Option<String>,
    /// The shoe with one more.
    more: String,
}

/// What a shoe is worth, and how it is played.
struct Sheet {
    edge: String,
    by_table: String,
    win: String,
    push: String,
    lose: String,
    bet: String,
    columns: Vec<char>,
    rows: Vec<Line>,
    exceptions: Vec<Excepted>,
    exceptions_left: usize,
    cell: Option<Detail>,
}

struct Line {
    total: String,
    cells: Vec<Option<Square>>,
}

struct Square {
    id: String,
    letter: char,
    price: String,
    class: String,
    said: String,
    href: String,
    is_open: bool,
}

struct Excepted {
    hand: String,
    up: char,
    best: &'static str,
    gain: String,
}

/// A cell that was clicked.
struct Detail {
    name: String,
    said: String,
    hands: Vec<OfHand>,
    dealer: Vec<(&'static str, String)>,
}

/// Two cards that make a total.
struct OfHand {
    hand: String,
    best: &'static str,
    stand: String,
    hit: String,
    gain: String,
}

pub(super) async fn page(State(lab): State<Arc<Lab>>, asked: Asked) -> Response {
    worked(lab, move |_| made(&Question::read(asked)?)).await
}

fn made(question: &Question) -> Result<Html<String>, Refusal> {
    let unseen = unseen(question)?;
    let counts = unseen.counts();
    let shoe = text(counts);
    let answer = Round::solve(&unseen, &Switches::default());
    let answer = answer.map(|round| Sheet::new(&round, question.word("cell")));
    let answer = answer.map_err(|why| sentence(&why.to_string()));
    let cards = unseen.cards();
    let said = match &answer {
        Ok(sheet) => sheet.cell.as_ref().map_or_else(
            || {
                format!(
                    "{} cards are left. The edge is {} %; the best bet is {}.",
                    count(cards),
                    sheet.edge,
                    sheet.bet
                )
            },
            |cell| cell.said.clone(),
        ),
        Err(why) => why.clone(),
    };
    let packs = Some(cards / 52).filter(|&packs| Unseen::of_packs(packs) == Ok(unseen));
    rendered(&Page {
        symbols: cards::plain(),
        cards: count(cards),
        packs: packs.filter(|&packs| packs > 0),
        values: Card::ALL.into_iter().map(|card| Value::new(counts, card)).collect(),
        answer,
        said,
        command: format!("croupier blackjack chart --shoe {shoe}"),
        shoe,
    })
}

/// The shoe that is asked for: `shoe` as the verbs take it, or `packs`.
fn unseen(question: &Question) -> Result<Unseen, Refusal> {
    let refused = |said: String| {
        Refusal::missing(said).hint("Ten counts, as 40,40,40,40,40,40,40,40,40,160, are ten packs; /lab/blackjack alone has them too.")
    };
    let unseen = match (question.word("packs"), question.word("shoe")) {
        (Some(packs), _) => {
            let packs = packs.parse().map_err(|_| {
                refused(format!("The packs: expected a whole number, found \"{}\".", packs.escape_debug()))
            })?;
            Unseen::of_packs(packs)
        }
        (None, Some(shoe)) => {
            Unseen::new(parse_counts(shoe).map_err(|why| refused(format!("The shoe: {why}.")))?)
        }
        (None, None) => Unseen::of_packs(PACKS),
    };
    unseen.map_err(|why| refused(format!("The shoe: {why}.")))
}

fn text(counts: [u32; 10]) -> String {
    counts.map(|count| count.to_string()).join(",")
}

impl Value {
    fn new(counts: [u32; 10], card: Card) -> Self {
        let left = counts[card.index()];
        let with = |left: u32| {
            let mut counts = counts;
            counts[card.index()] = left;
            format!("?shoe={}", text(counts))
        };
        let name = match card {
            Card::ACE => "ace".to_owned(),
            Card::TEN => "card that counts ten".to_owned(),
            _ => card.to_string(),
        };
        Self {
            letter: char::from(card.letter()),
            name,
            left,
            less: left.checked_sub(1).map(with),
            more: with(left.saturating_add(1)),
        }
    }
}

impl Sheet {
    fn new(round: &Round, opened: Option<&str>) -> Self {
        let answer = Answer::new(round, CARDS_MAX);
        let spread = round.spread();
        let columns = answer.columns();
        let shoe = text(answer.shoe);
        let line = |row: &Row| Line {
            total: row.total.clone(),
            cells: columns
                .iter()
                .map(|&up| row.against(up).map(|against| Square::new(row, against, &shoe, opened)))
                .collect(),
        };
        let mut exceptions: Vec<_> = answer.exceptions.iter().collect();
        exceptions.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        let told = exceptions.iter().take(EXCEPTIONS_MAX).map(|exception| Excepted {
            hand: exception.hand.to_string(),
            up: char::from(exception.up.letter()),
            best: exception.best,
            gain: hundredths(exception.gain, 3),
        });
        Self {
            edge: signed(100.0 * answer.best_ev, 3),
            by_table: signed(100.0 * answer.ev, 3),
            win: percent(spread.win),
            push: percent(spread.push),
            lose: percent(spread.lose),
            bet: bet(&spread),
            rows: answer.rows.iter().map(line).collect(),
            exceptions: told.collect(),
            exceptions_left: exceptions.len().saturating_sub(EXCEPTIONS_MAX),
            cell: opened.and_then(|opened| Detail::new(round, &answer, opened)),
            columns: columns.iter().map(|up| char::from(up.letter())).collect(),
        }
    }
}

/// The share of the money at which it grows fastest: the edge over the chance that a hand is decided.
fn bet(spread: &Spread) -> String {
    let kelly = spread.ev() / (spread.win + spread.lose);
    if kelly > 0.0 {
        format!("{:.2} % of the money", 100.0 * kelly)
    } else {
        "the least that is allowed".to_owned()
    }
}

fn percent(chance: f64) -> String {
    format!("{:.2} %", 100.0 * chance.max(0.0))
}

fn hundredths(amount: f64, decimals: usize) -> String {
    format!("{:.decimals$}", 100.0 * amount)
}

/// How an address names a cell: `16-T`, `soft-17-9`.
fn address(row: &Row, up: Card) -> String {
    format!("{}-{up}", row.total.replace(' ', "-"))
}

impl Square {
    fn new(row: &Row, against: &Against, shoe: &str, opened: Option<&str>) -> Self {
        let address = address(row, against.up);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 5")]
        let strength = (against.price / DEAR * 5.0).ceil().clamp(1.0, 5.0) as u8;
        Self {
            letter: against.letter(),
            price: hundredths(against.price, 1),
            class: format!("{} p{strength}", against.best),
            said: said(row, against),
            href: format!("?shoe={shoe}&cell={address}"),
            is_open: opened == Some(&address),
            id: format!("c-{address}"),
        }
    }
}

fn said(row: &Row, against: &Against) -> String {
    format!(
        "{} against {}: {}. Stand {}, hit {}.",
        row.total,
        against.up,
        against.best,
        signed(against.stand, 5),
        signed(against.hit, 5)
    )
}

impl Detail {
    fn new(round: &Round, answer: &Answer, opened: &str) -> Option<Self> {
        let all = answer.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
        let (row, against) = all.into_iter().find(|(row, cell)| address(row, cell.up) == opened)?;
        let up = against.up;
        let left = round.unseen().without(&[up]).ok()?;
        let dealer = law(&left, up, Ace::OneOrEleven);
        let names = ["17", "18", "19", "20", "21"];
        let totals = names.into_iter().zip(dealer.totals.map(|chance| hundredths(chance.max(0.0), 2)));
        Some(Self {
            name: format!("{} against {up}", row.total),
            said: said(row, against),
            hands: hands(round, &row.total, up),
            dealer: totals.chain([("bust", hundredths(dealer.bust.max(0.0), 2))]).collect(),
        })
    }
}

/// The pairs of cards that make a total, by their very cards.
fn hands(round: &Round, total: &str, up: Card) -> Vec<OfHand> {
    let Some(play) = round.play(up) else { return Vec::new() };
    let pairs =
        Card::ALL.into_iter().flat_map(|one| Card::ALL[one.index()..].iter().map(move |&other| [one, other]));
    let of_total = pairs.filter_map(|pair| {
        let hand: Hand = pair.into_iter().collect();
        let decision = play.decision(&pair).filter(|_| hand.total().to_string() == total)?;
        let [stand, hit] = [decision.stand.ev(), decision.hit.ev()];
        Some(OfHand {
            hand: hand.to_string(),
            best: if decision.best() == Choice::Hit { "hit" } else { "stand" },
            stand: signed(stand, 6),
            hit: signed(hit, 6),
            gain: hundredths((hit - stand).abs(), 3),
        })
    });
    of_total.collect()
}
