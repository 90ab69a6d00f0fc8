//! The first page: the runs of the data folder.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Response};
use croupier_arena::contest::Contest;
use croupier_arena::store::{Archive, Run, RunState, StoreError};

use super::figures::{count, segment};
use super::{Refusal, Site, answered, rendered};
use crate::date;
use crate::shell;
use crate::standings;
use crate::terminal::one_line;

#[derive(Template)]
#[template(path = "runs.html")]
struct Page {
    contest: Option<Heading>,
    runs: Vec<Line>,
    command: String,
}

/// The contest that the server was started with.
struct Heading {
    name: String,
    game: &'static str,
    seed: u64,
    command: String,
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

pub(super) async fn page(State(site): State<Arc<Site>>) -> Response {
    answered(site, made).await
}

fn made(site: &Site) -> Result<Html<String>, Refusal> {
    let runs = match site.archive() {
        Ok(archive) => lines(&archive, site.contest())?,
        // Nothing was played yet.
        Err(StoreError::Missing(_)) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let option = standings::option(site.data());
    let heading = |contest: &Contest| Heading {
        name: one_line(&contest.name),
        game: contest.game().name(),
        seed: contest.seed,
        command: format!("croupier run {}{option}", shell::word(&contest.folder)),
    };
    let contest = site.contest().map(heading);
    rendered(&Page { contest, runs, command: format!("croupier run CONTEST{option}") })
}

/// The runs, the latest first; those of the contest before all others.
fn lines(archive: &Archive, contest: Option<&Contest>) -> Result<Vec<Line>, StoreError> {
    let line = |run: Run| {
        let is_own =
            |contest: &Contest| (contest.name.as_str(), contest.game()) == (run.contest.as_str(), run.game);
        Ok(Line {
            href: format!("/run/{}", segment(&run.label)),
            contest: one_line(&run.contest),
            game: run.game.name(),
            is_open: run.state == RunState::Open,
            played: count(archive.played(&run)?),
            begun: date::to_the_minute(run.created),
            is_own: contest.is_some_and(is_own),
            label: run.label,
        })
    };
    let mut lines = archive.runs()?.into_iter().rev().map(line).collect::<Result<Vec<_>, StoreError>>()?;
    lines.sort_by_key(|line| !line.is_own);
    Ok(lines)
}
