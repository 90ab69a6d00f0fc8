//! The page of a bot in a run: what it brought home, what went wrong, its matches and its log.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use croupier_arena::game_kind::GameKind;
use croupier_arena::sandbox::Layer;
use croupier_arena::store::{FinishedMatch, Run, RunState};
use croupier_rules::verdict::Verdict;

use super::figures::{chips, count, counted, first_line, segment, signed};
use super::matches::{PAGE, Part, Steps};
use super::run::measures;
use super::{Refusal, Site, answered, rendered};
use crate::shell;
use crate::terminal::one_line;
use crate::web::bot_review::Asked;
use crate::web::desk::Found;

#[derive(Template)]
#[template(path = "bot.html")]
struct Page {
    label: String,
    href: String,
    segment: String,
    name: String,
    kind: String,
    runtime: String,
    sandbox: String,
    hash: String,
    short: String,
    verdict: Verdict,
    reason: Option<String>,
    figures: Vec<(&'static str, String)>,
    troubles: Vec<Line>,
    lines: Vec<Line>,
    steps: Steps,
    /// What its matches tell, or how far the look at them is.
    review: Result<Arc<str>, String>,
    /// The command that tells the same of its first match.
    command: Option<String>,
}

struct Line {
    number: u32,
    seat: usize,
    others: String,
    score: String,
    fouls: String,
    absent: String,
    fuel: String,
    verdict: Verdict,
    reason: String,
    /// The bytes of its log, if it wrote any.
    log: Option<String>,
}

/// Matches that went wrong, listed before all others.
const TROUBLES: usize = 20;

pub(super) async fn page(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    names: Result<Path<(String, String)>, PathRejection>,
    part: Result<Query<Part>, QueryRejection>,
) -> Response {
    answered(site, move |site| made(site, &headers, &names?.0, &part?.0)).await
}

fn made(
    site: &Site,
    headers: &HeaderMap,
    (label, name): &(String, String),
    part: &Part,
) -> Result<Html<String>, Refusal> {
    let archive = site.archive()?;
    let run = archive.run(label)?;
    let entrant = archive.entrants(&run)?.into_iter().find(|entrant| entrant.name == *name);
    let finished = archive.finished(&run)?;
    let logs = archive.logged(&run, name)?;
    let played = seated(&finished, name);
    if entrant.is_none() && played.is_empty() {
        return Err(Refusal::missing(format!("Nobody called {} takes part in {label}.", one_line(name))));
    }
    let line = |&(finished, seat): &(&FinishedMatch, usize)| line(finished, seat, &logs);
    let is_bad =
        |(finished, seat): &&(&FinishedMatch, usize)| finished.seats[*seat].share.verdict != Verdict::Ok;
    let outcome = site.outcome(&archive, &run)?;
    let row = outcome.rows.iter().find(|row| row.name == *name);
    let (scores, means) = measures(run.game);
    let mut figures = Vec::new();
    if let Some(row) = row {
        figures.push(("rank", format!("{} of {}", row.rank, outcome.rows.len())));
        figures.push((scores, chips(row.score)));
        if let Some(mean) = row.mean {
            let text = format!("{} ± {:.3}", signed(mean.mean, 3), (mean.high - mean.low) / 2.0);
            figures.push((means, text));
        }
        if let Some(luckless) = row.luckless {
            figures.push(("mark without luck", format!("{:.2}", luckless.mark)));
        }
        figures.push(("fouls", count(row.fouls)));
        figures.push(("absent", count(row.absent)));
    }
    figures.push(("matches", count(played.len())));
    let unknown = "–".to_owned();
    let hash = entrant.as_ref().map_or_else(|| unknown.clone(), |entrant| entrant.hash.clone());
    let page = Page {
        href: segment(&run.label),
        segment: segment(name),
        name: one_line(name),
        kind: entrant.as_ref().map_or_else(|| unknown.clone(), |entrant| entrant.kind.clone()),
        runtime: entrant.as_ref().map_or_else(|| unknown.clone(), |entrant| one_line(&entrant.runtime)),
        sandbox: entrant.as_ref().and_then(|entrant| entrant.sandbox).map_or("–", Layer::name).to_owned(),
        short: hash.chars().take(12).collect(),
        hash,
        verdict: row.map(|row| row.verdict).or(entrant.map(|entrant| entrant.verdict)).unwrap_or_default(),
        reason: row.and_then(|row| row.reason.as_deref()).map(first_line),
        figures,
        troubles: played.iter().filter(is_bad).take(TROUBLES).map(line).collect(),
        lines: played.iter().skip(part.after).take(PAGE).map(line).collect(),
        steps: part.steps(played.len()),
        review: review(site, &run, &played, Duration::ZERO),
        command: command(&site.option(headers), &run, name, &played),
        label: run.label,
    };
    rendered(&page)
}

/// What its matches tell, as a part of the page, once it is made; till then how far that is.
pub(super) async fn part_of_review(
    State(site): State<Arc<Site>>,
    names: Result<Path<(String, String)>, PathRejection>,
) -> Response {
    let answer = move |site: &Site| {
        let Path((label, name)) = names?;
        let archive = site.archive()?;
        let run = archive.run(&label)?;
        let finished = archive.finished(&run)?;
        Ok(match review(site, &run, &seated(&finished, &name), PATIENCE) {
            Ok(part) => Html(part.to_string()).into_response(),
            Err(said) => (StatusCode::ACCEPTED, said).into_response(),
        })
    };
    answered(site, answer).await
}

/// How long a review is waited for, before it is said that it comes later.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// The matches of a bot, each with its seat there.
fn seated<'a>(finished: &'a BTreeMap<u32, FinishedMatch>, name: &str) -> Vec<(&'a FinishedMatch, usize)> {
    let seat = |finished: &FinishedMatch| finished.seats.iter().position(|seat| seat.entrant == name);
    finished.values().filter_map(|finished| Some((finished, seat(finished)?))).collect()
}

fn review(
    site: &Site,
    run: &Run,
    played: &[(&FinishedMatch, usize)],
    patience: Duration,
) -> Result<Arc<str>, String> {
    if matches!(run.game, GameKind::Camicia | GameKind::Rullete) {
        // Programs decide nothing: their tests say all.
        return Ok("".into());
    }
    let mut matches: Vec<_> = played.iter().map(|&(of, seat)| (of.clone(), seat)).collect();
    if run.state == RunState::Open {
        // A run that goes on has other matches each time that it is asked for: so many as stay the same for a while.
        matches.truncate(played.len().checked_ilog2().map_or(0, |power| 1 << power));
    }
    let (data, label) = (site.data().to_owned(), run.label.clone());
    let asked = Asked { data, run: label, game: run.game, played: played.len(), matches };
    match site.reviews().ask(&asked.key(), patience, move |work| asked.review(work)) {
        Found::Answer(part) => Ok(part),
        Found::Later(said) => Err(said),
        Found::Busy => Err("others are served before".to_owned()),
        Found::Broken => Ok("<p class=\"warning\">This failed: that is a bug of croupier.</p>".into()),
    }
}

fn command(option: &str, run: &Run, name: &str, played: &[(&FinishedMatch, usize)]) -> Option<String> {
    let first = played.first()?.0.number;
    let id = format!("{}/{first}", run.label);
    match run.game {
        GameKind::Poker => Some(format!(
            "croupier poker review {id} --bot {}{option}",
            shell::word(std::path::Path::new(name))
        )),
        GameKind::Blackjack => Some(format!("croupier blackjack review {id}{option}")),
        GameKind::Camicia | GameKind::Rullete => None,
    }
}

fn line(finished: &FinishedMatch, seat: usize, logs: &BTreeMap<u32, u64>) -> Line {
    let row = &finished.seats[seat];
    let others = finished.seats.iter().enumerate().filter(|(other, _)| *other != seat);
    let others: Vec<String> = others.map(|(_, other)| one_line(&other.entrant)).collect();
    Line {
        number: finished.number,
        seat,
        others: if others.is_empty() { one_line(&finished.label) } else { others.join(", ") },
        score: chips(row.share.score),
        fouls: count(row.share.fouls),
        absent: count(row.share.absent),
        fuel: row.fuel.map(count).unwrap_or_default(),
        verdict: row.share.verdict,
        reason: row.share.reason.as_deref().map(first_line).unwrap_or_default(),
        log: logs.get(&finished.number).map(|bytes| counted(*bytes, "byte")),
    }
}
