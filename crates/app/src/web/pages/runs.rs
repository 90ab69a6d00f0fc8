//! The first page: the runs of the data folder.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{Html, Response};
use croupier_arena::contest::Contest;
use croupier_arena::store::{Archive, Run, RunState, StoreError};

use super::figures::{count, segment};
use super::{Refusal, Site, answered, rendered};
use crate::date;
use crate::shell;
use crate::terminal::one_line;
use crate::web::office::Role;
use crate::web::site::Sight;

#[derive(Template)]
#[template(path = "runs.html")]
struct Page {
    contest: Option<Heading>,
    runs: Vec<Line>,
    command: String,
    /// Whether who asks organises this contest.
    organises: bool,
    /// Whether who asks submits to it.
    submits: bool,
}

/// The contest that the server was started with.
struct Heading {
    name: String,
    game: &'static str,
    /// None for those who are not to know it.
    seed: Option<u64>,
    /// None for those who are not to know where its folder is.
    command: Option<String>,
}

struct Line {
    href: String,
    label: String,
    contest: String,
    game: &'static str,
    is_open: bool,
    played: String,
    begun: String,
    /// Whether it is of the contest that the server was started with.
    is_own: bool,
}

pub(super) async fn page(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    answered(site, move |site| made(site, &headers)).await
}

fn made(site: &Site, headers: &HeaderMap) -> Result<Html<String>, Refusal> {
    let runs = match site.archive() {
        Ok(archive) => lines(&archive, site)?,
        // Nothing was played yet.
        Err(StoreError::Missing(_)) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let option = site.option(headers);
    let shows_paths = site.shows_paths(headers);
    let heading = |contest: &Contest| Heading {
        name: one_line(&contest.name),
        game: contest.game().name(),
        seed: (site.sight(headers) == Sight::All).then_some(contest.seed),
        command: shows_paths.then(|| format!("croupier run {}{option}", shell::word(&contest.folder))),
    };
    let contest = site.contest().map(heading);
    let has = |role| site.office().is_some_and(|office| office.visitor(headers, role).is_some());
    let command = format!("croupier run CONTEST{option}");
    rendered(&Page { contest, runs, command, organises: has(Role::Organiser), submits: has(Role::Entrant) })
}

/// The runs, the latest first; those of the contest before all others.
fn lines(archive: &Archive, site: &Site) -> Result<Vec<Line>, StoreError> {
    let line = |run: Run| {
        Ok(Line {
            href: format!("/run/{}", segment(&run.label)),
            contest: one_line(&run.contest),
            game: run.game.name(),
            is_open: run.state == RunState::Open,
            played: count(archive.played(&run)?),
            begun: date::to_the_minute(run.created),
            is_own: site.is_own(&run),
            label: run.label,
        })
    };
    let mut lines = archive.runs()?.into_iter().rev().map(line).collect::<Result<Vec<_>, StoreError>>()?;
    lines.sort_by_key(|line| !line.is_own);
    Ok(lines)
}
