//! The matches of a run, a hundred a page.

use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::{Html, Response};
use croupier_arena::store::FinishedMatch;
use croupier_rules::verdict::Verdict;
use serde::Deserialize;

use super::figures::{chips, segment};
use super::{Refusal, Site, answered, rendered};
use crate::terminal::one_line;

/// Matches on a page.
pub(super) const PAGE: usize = 100;

#[derive(Template)]
#[template(path = "matches.html")]
struct Page {
    label: String,
    href: String,
    lines: Vec<Line>,
    steps: Steps,
}

/// A match in a list.
struct Line {
    number: u32,
    seats: Vec<Seated>,
}

struct Seated {
    name: String,
    href: String,
    score: String,
    verdict: Verdict,
}

/// Which part of a list is shown.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Part {
    /// Entries before it.
    #[serde(default)]
    pub(super) after: usize,
}

/// Where a list goes on.
#[derive(Debug)]
pub(super) struct Steps {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) of: usize,
    pub(super) before: Option<usize>,
    pub(super) next: Option<usize>,
}

impl Part {
    /// The steps of a list of so many.
    pub(super) fn steps(&self, of: usize) -> Steps {
        let after = self.after.min(of);
        let to = after.saturating_add(PAGE).min(of);
        Steps {
            from: (after + 1).min(of),
            to,
            of,
            before: (after > 0).then(|| after.saturating_sub(PAGE)),
            next: (to < of).then_some(to),
        }
    }
}

pub(super) async fn page(
    State(site): State<Arc<Site>>,
    label: Result<Path<String>, PathRejection>,
    part: Result<Query<Part>, QueryRejection>,
) -> Response {
    answered(site, move |site| made(site, &label?.0, &part?.0)).await
}

fn made(site: &Site, label: &str, part: &Part) -> Result<Html<String>, Refusal> {
    let archive = site.archive()?;
    let run = archive.run(label)?;
    let finished = archive.finished(&run)?;
    let href = segment(&run.label);
    let line = |finished: &FinishedMatch| Line {
        number: finished.number,
        seats: finished
            .seats
            .iter()
            .map(|seat| Seated {
                name: one_line(&seat.entrant),
                href: format!("/bot/{href}/{}", segment(&seat.entrant)),
                score: chips(seat.share.score),
                verdict: seat.share.verdict,
            })
            .collect(),
    };
    let lines = finished.values().skip(part.after).take(PAGE).map(line).collect();
    rendered(&Page { label: run.label.clone(), lines, steps: part.steps(finished.len()), href: href.clone() })
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn a_list_goes_on_where_it_ended() {
        let steps = Part { after: 100 }.steps(250);
        assert_eq!((steps.from, steps.to, steps.before, steps.next), (101, 200, Some(0), Some(200)));
        let steps = Part { after: 0 }.steps(0);
        assert_eq!((steps.from, steps.to, steps.before, steps.next), (0, 0, None, None));
        let steps = Part { after: usize::MAX }.steps(7);
        assert_eq!((steps.from, steps.to, steps.next), (7, 7, None));
    }
}
