//! The equilibrium of poker, card by card, after bids that the reader chooses one after the other.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Response};
use croupier_rules::poker::SEATS;
use croupier_solve::poker::Policy;

use super::picture::part_of_page;
use super::question::{Asked, Question};
use super::{Lab, Refusal, rendered, worked};
use crate::cmd::poker::bars::Bars;
use crate::cmd::poker::show::{self, Answer, Rows};
use crate::web::refusal::sentence;

/// The names of what is done, in its order, and what they are called on the page.
const STAGES: [(&str, &str); 3] =
    [("bet1", "the bids of round 1"), ("call1", "the first check"), ("bet2", "the bids of round 2")];

#[derive(Template)]
#[template(path = "lab_poker.html")]
struct Page {
    stages: Vec<Stage>,
    asked: String,
    stakes: Option<String>,
    nobody: Option<&'static str>,
    tables: Vec<Table>,
    said: String,
    command: String,
}

/// A stage at which the reader says what is done.
struct Stage {
    name: &'static str,
    title: String,
    is_check: bool,
    /// What was done before, which the form passes on.
    before: Vec<(&'static str, String)>,
    /// The same as an address: from there it is done anew.
    back: Option<String>,
    seats: Vec<Seat>,
}

struct Seat {
    number: usize,
    /// What the seat does; nothing yet, or `-` if it is not asked.
    word: String,
    is_asked: bool,
    options: Vec<Chosen>,
}

struct Chosen {
    text: String,
    word: String,
    href: String,
    is_taken: bool,
}

/// What some seats do that play alike.
struct Table {
    title: String,
    choices: Vec<String>,
    rows: Vec<Vec<Cell>>,
    picture: String,
}

struct Cell {
    text: String,
    /// From 0 to 10.
    heat: u8,
}

pub(super) async fn page(State(lab): State<Arc<Lab>>, asked: Asked) -> Response {
    worked(lab, move |_| made(&Question::read(asked)?)).await
}

fn made(question: &Question) -> Result<Html<String>, Refusal> {
    let policy = Policy::shipped();
    let given = STAGES.map(|(name, _)| question.words(name));
    let [bet1, call1, bet2] = given.clone();
    let whole = show::Question { bet1, call1, bet2 };
    let answer = answered(&whole, policy)?;
    let stakes =
        (answer.stakes != [0; SEATS]).then(|| answer.stakes.map(|stake| stake.to_string()).join(", "));
    let tables = tables(&answer);
    let said = match answer.nobody {
        Some(nobody) => sentence(nobody),
        None => format!(
            "{}: {}.",
            sentence(&answer.asked.to_string()).trim_end_matches('.'),
            seats(&answer.seats)
        ),
    };
    let options: Vec<String> = STAGES
        .iter()
        .zip(&given)
        .filter(|(_, words)| !words.is_empty())
        .map(|((name, _), words)| format!(" --{name} {}", words.join(",")))
        .collect();
    rendered(&Page {
        stages: stages(&given, policy)?,
        asked: sentence(&answer.asked.to_string()).trim_end_matches('.').to_owned(),
        stakes,
        nobody: answer.nobody,
        tables,
        said,
        command: format!("croupier poker show{}", options.concat()),
    })
}

/// What the verb answers; where it names its options, the page says what they are.
fn answered(question: &show::Question, policy: &Policy) -> Result<Answer, Refusal> {
    question.answer(policy).map_err(|why| {
        let said = STAGES.iter().fold(why.message, |said, (name, title)| said.replace(&format!("--{name}"), title));
        Refusal::missing(sentence(&said)).hint("An address such as /lab/poker?bet1=10,20,40 has three bids by seat; /lab/poker alone begins anew.")
    })
}

/// The stages up to the one that is asked now.
fn stages(given: &[Vec<String>; 3], policy: &Policy) -> Result<Vec<Stage>, Refusal> {
    let mut stages = Vec::new();
    let mut question = show::Question::default();
    let mut before: Vec<(&'static str, String)> = Vec::new();
    loop {
        let answer = answered(&question, policy)?;
        let at = match answer.asked {
            show::Asked::FirstBids => 0,
            show::Asked::FirstCheck => 1,
            show::Asked::SecondBids => 2,
            show::Asked::LastCheck => break,
        };
        if answer.nobody.is_some() {
            break;
        }
        stages.push(Stage::new(at, &answer, &given[at], &before, policy));
        let words = given[at].clone();
        if words.is_empty() {
            break;
        }
        before.push((STAGES[at].0, words.join(",")));
        match at {
            0 => question.bet1 = words,
            1 => question.call1 = words,
            _ => question.bet2 = words,
        }
    }
    Ok(stages)
}

impl Stage {
    fn new(
        at: usize,
        answer: &Answer,
        given: &[String],
        before: &[(&'static str, String)],
        policy: &Policy,
    ) -> Self {
        let (name, title) = STAGES[at];
        let is_check = at == 1;
        let of_seat = |seat: usize| match &answer.seats[..] {
            // Before the first bid one row speaks for all.
            [all] if at == 0 => Some(all),
            seats => seats.iter().find(|rows| rows.seat == seat),
        };
        // What a seat does that was not told to do anything: the least.
        let least = |seat: usize| match (of_seat(seat), at) {
            (None, _) => "-".to_owned(),
            (Some(_), 0) => policy.grid().limits().min.to_string(),
            (Some(_), 1) => "no".to_owned(),
            (Some(_), _) => answer.stakes.iter().max().copied().unwrap_or_default().to_string(),
        };
        let words: [String; SEATS] =
            std::array::from_fn(|seat| given.get(seat).cloned().unwrap_or_else(|| least(seat)));
        let seat = |seat: usize| {
            let choices = of_seat(seat).map_or(&[][..], |rows| &rows.choices);
            let option = |text: &String| {
                let word = match text.as_str() {
                    "pay" => "yes",
                    "fold" => "no",
                    bid => bid,
                };
                let mut all = words.clone();
                word.clone_into(&mut all[seat]);
                let href = address(before.iter().cloned().chain([(name, all.join(","))]));
                let is_taken = given.get(seat).is_some_and(|given| given == word);
                Chosen { text: text.clone(), word: word.to_owned(), href, is_taken }
            };
            let is_asked = of_seat(seat).is_some();
            let word = if is_asked { given.get(seat).cloned().unwrap_or_default() } else { "-".to_owned() };
            Seat { number: seat, word, is_asked, options: choices.iter().map(option).collect() }
        };
        Self {
            name,
            title: sentence(title).trim_end_matches('.').to_owned(),
            is_check,
            before: before.to_vec(),
            back: (!given.is_empty()).then(|| address(before.iter().cloned())),
            seats: (0..SEATS).map(seat).collect(),
        }
    }
}

fn address(words: impl Iterator<Item = (&'static str, String)>) -> String {
    let words: Vec<String> = words.map(|(name, words)| format!("{name}={words}")).collect();
    if words.is_empty() { "/lab/poker".to_owned() } else { format!("?{}", words.join("&")) }
}

/// One table for all seats that play alike.
fn tables(answer: &Answer) -> Vec<Table> {
    let mut groups: Vec<(&Rows, Vec<usize>)> = Vec::new();
    for rows in &answer.seats {
        let same = |(first, _): &&mut (&Rows, Vec<usize>)| {
            (&first.choices, &first.by_card) == (&rows.choices, &rows.by_card)
        };
        match groups.iter_mut().find(same) {
            Some((_, seats)) => seats.push(rows.seat),
            None => groups.push((rows, vec![rows.seat])),
        }
    }
    let is_first = answer.stakes == [0; SEATS];
    let table = |(rows, seats): (&Rows, Vec<usize>)| {
        let title = if is_first { "every seat".to_owned() } else { named(&seats) };
        let picture = Bars { title: format!("{}, {title}", answer.asked), rows };
        Table {
            picture: part_of_page(&picture.to_string()),
            choices: rows.choices.clone(),
            rows: rows
                .by_card
                .iter()
                .map(|chances| chances.iter().copied().map(Cell::new).collect())
                .collect(),
            title,
        }
    };
    groups.into_iter().map(table).collect()
}

/// `seat 0`, `seats 0 and 2`, `seats 0, 1 and 2`.
fn named(seats: &[usize]) -> String {
    let numbers: Vec<String> = seats.iter().map(usize::to_string).collect();
    match &numbers[..] {
        [one] => format!("seat {one}"),
        [others @ .., last] => format!("seats {} and {last}", others.join(", ")),
        [] => "nobody".to_owned(),
    }
}

/// Who is asked, for a screen reader.
fn seats(rows: &[Rows]) -> String {
    let seats: Vec<usize> = rows.iter().map(|rows| rows.seat).collect();
    format!("{} {}", named(&seats), if seats.len() == 1 { "is asked" } else { "are asked" })
}

impl Cell {
    fn new(chance: f32) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10")]
        let heat = (chance * 10.0).round().clamp(0.0, 10.0) as u8;
        Self { text: format!("{:.1}", 100.0 * chance), heat }
    }
}
