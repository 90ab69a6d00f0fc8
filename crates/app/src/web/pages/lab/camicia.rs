//! The hunt for long games, as it goes on.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::{Html, IntoResponse as _, Response};
use croupier_solve::camicia::DealName;

use super::hunts::Hunt;
use super::picture::part_of_page;
use super::question::{Asked, Question};
use super::{Lab, Refusal, done, rendered, worked};
use crate::cmd::camicia::hunt::{finds, ladder};
use crate::cmd::camicia::picture::chart;
use crate::date;
use crate::web::broadcast;
use crate::web::door::Stay;
use crate::web::pages::figures::{count, segment};
use crate::web::pages::play::camicia::first_step;

/// So many finds are listed.
const FINDS: usize = 10;

#[derive(Template)]
#[template(path = "lab_camicia.html")]
struct Page {
    hunts: Vec<Link>,
    events: String,
    live: String,
    /// When it was saved, as the news count it.
    done: u64,
    is_empty: bool,
    command: String,
    option: String,
}

struct Link {
    label: String,
    href: String,
    is_shown: bool,
}

/// What changes while a hunt goes on.
#[derive(Template)]
#[template(path = "lab_hunt.html")]
struct Part {
    label: String,
    runs: bool,
    saved: String,
    facts: Vec<(&'static str, String)>,
    fit: Option<String>,
    wait: Option<String>,
    rungs: Vec<Rung>,
    tail: Option<String>,
    record: Option<Record>,
    finds: Vec<Find>,
    endless: u64,
    cut: u64,
}

struct Rung {
    cards: String,
    forward: String,
    forward_expected: String,
    families: String,
    families_expected: String,
}

/// The longest game, drawn.
struct Record {
    deal: String,
    steps: Option<String>,
    cards: String,
    tricks: String,
    picture: String,
}

struct Find {
    name: String,
    steps: Option<String>,
    cards: String,
    tricks: String,
    unit: String,
}

pub(super) async fn page(State(lab): State<Arc<Lab>>, asked: Asked) -> Response {
    worked(lab, move |lab| made(lab, &Question::read(asked)?)).await
}

fn made(lab: &Lab, question: &Question) -> Result<Html<String>, Refusal> {
    let label = question.word("hunt");
    let hunt = lab.hunts.hunt(label)?;
    if let (Some(label), None) = (label, &hunt) {
        return Err(unknown(label));
    }
    let shown = hunt.as_ref().map(|hunt| hunt.label.clone());
    let link = |found: String| Link {
        href: format!("?hunt={}", segment(&found)),
        is_shown: shown.as_ref() == Some(&found),
        label: found,
    };
    let of_label = label.map(|label| format!("?hunt={}", segment(label))).unwrap_or_default();
    rendered(&Page {
        hunts: lab.hunts.labels().into_iter().map(link).collect(),
        events: format!("/lab/camicia/events{of_label}"),
        live: hunt.as_ref().map(part).unwrap_or_default(),
        done: hunt.as_ref().map_or(0, Hunt::saved_ms),
        is_empty: hunt.is_none(),
        command: format!("croupier camicia hunt --minutes 10{}", lab.option),
        option: lab.option.clone(),
    })
}

fn unknown(label: &str) -> Refusal {
    Refusal::missing(format!("There is no hunt {label} in this data folder."))
        .hint("/lab/camicia shows the one that was saved last.")
}

/// The news of a hunt, as server-sent events; without a name, of the one that is saved last.
pub(super) async fn events(
    State(lab): State<Arc<Lab>>,
    Extension(stay): Extension<Stay>,
    asked: Asked,
) -> Response {
    let found = done(&lab, move |lab| {
        let question = Question::read(asked)?;
        let label = question.word("hunt");
        match label {
            Some(label) if !lab.hunts.labels().iter().any(|found| found == label) => Err(unknown(label)),
            _ => Ok(lab.hunts.join(label)),
        }
    });
    match found.await {
        Ok(news) => broadcast::events(news, stay),
        Err(refusal) => refusal.into_response(),
    }
}

/// The changing part of the page.
pub(super) fn part(hunt: &Hunt) -> String {
    Part::new(hunt).render().unwrap_or_else(|why| format!("the hunt cannot be shown: {why}"))
}

impl Part {
    fn new(hunt: &Hunt) -> Self {
        let (harvest, plan) = (&hunt.progress.harvest, &hunt.plan);
        let fit = ladder::fit(harvest, plan);
        let next = ladder::next_rung(harvest);
        let wait = hunt.rate.and_then(|rate| ladder::wait(harvest, plan, next, rate));
        let unknown = || "–".to_owned();
        let rate = hunt.rate.map_or_else(
            || if hunt.runs { "with the next save".to_owned() } else { unknown() },
            |rate| format!("{:.2} million a second", rate / 1e6),
        );
        let rung = |rung: ladder::Rung| Rung {
            cards: count(rung.cards),
            forward: count(rung.forward),
            forward_expected: format!("{:.1}", rung.forward_expected),
            families: rung.families.map_or_else(unknown, count),
            families_expected: rung
                .families_expected
                .map_or_else(unknown, |families| format!("{families:.1}")),
        };
        let judged = harvest
            .finds
            .iter()
            .take(FINDS)
            .filter_map(|(&key, origin)| Some((key.1, finds::judge(key).ok()?, origin.unit)));
        let judged: Vec<_> = judged.collect();
        let record = judged.first().map(|(state, outcome, _)| Record {
            deal: state.deal().to_string(),
            steps: first_step(&state.deal()),
            cards: count(outcome.cards),
            tricks: count(outcome.tricks),
            picture: part_of_page(&chart(&state.deal()).to_string()),
        });
        let find = |(state, outcome, unit): &(_, croupier_rules::camicia::Outcome, u64)| Find {
            name: DealName::of(state).to_string(),
            steps: first_step(&state.deal()),
            cards: count(outcome.cards),
            tricks: count(outcome.tricks),
            unit: count(*unit),
        };
        let saved = hunt.saved.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
        Self {
            label: hunt.label.clone(),
            runs: hunt.runs,
            saved: date::to_the_minute(i64::try_from(saved).unwrap_or_default()),
            facts: vec![
                ("deals played", count(harvest.deals)),
                ("rate", rate),
                (
                    "longest game",
                    harvest.best().map_or_else(unknown, |cards| format!("{} cards", count(cards))),
                ),
                ("long games", count(harvest.seeds)),
                ("their ancestors", count(harvest.states)),
                (
                    "units",
                    format!(
                        "{} of {}",
                        count(hunt.progress.next - hunt.progress.units.start),
                        count(hunt.progress.units.end - hunt.progress.units.start)
                    ),
                ),
            ],
            fit: fit.map(|fit| {
                format!(
                    "From {} cards on, the number of games falls by e in {:.1} ± {:.1} cards ({} games).",
                    count(fit.from_cards),
                    fit.e_fold_cards,
                    fit.standard_error,
                    count(fit.games)
                )
            }),
            wait: wait.map(|waits| {
                let [least, mean, most] = waits.map(ladder::waiting);
                format!("{} cards are to be expected in {mean} ({least} to {most}), by the fit.", count(next))
            }),
            rungs: ladder::rungs(harvest, plan).into_iter().map(rung).collect(),
            tail: fit.map(|_| part_of_page(&ladder::picture(harvest, plan).to_string())),
            record,
            finds: judged.iter().map(find).collect(),
            endless: harvest.endless_games,
            cut: harvest.cut_trees,
        }
    }
}
