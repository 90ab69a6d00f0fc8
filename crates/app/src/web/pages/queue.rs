//! The page of a run that is played on other machines: jobs, workers, their rates, and what went wrong.

use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, Response};
use croupier_arena::store::{JobState, PlannedJob, RunState, WorkerRow, WorkerState};

use super::figures::{count, counted, first_line, segment};
use super::{Refusal, Site, answered, rendered};
use crate::terminal::one_line;
use crate::web::site::Sight;

/// The most jobs that are shown of those that failed.
const SHOWN: usize = 50;

#[derive(Template)]
#[template(path = "queue.html")]
struct Page {
    label: String,
    href: String,
    is_open: bool,
    due: String,
    done: String,
    aside: String,
    workers: Vec<Worker>,
    failures: Vec<Failed>,
    hidden: Option<String>,
}

/// Somebody who works, or has worked.
struct Worker {
    name: String,
    state: &'static str,
    is_working: bool,
    busy: String,
    jobs: String,
    rate: String,
    failures: String,
    reason: String,
}

/// A job that was tried in vain.
struct Failed {
    matches: String,
    tries: String,
    state: &'static str,
    worker: String,
    reason: String,
}

pub(super) async fn page(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    label: Result<Path<String>, PathRejection>,
) -> Response {
    answered(site, move |site| made(site, &headers, &label?.0)).await
}

fn made(site: &Site, headers: &HeaderMap, label: &str) -> Result<Html<String>, Refusal> {
    let archive = site.archive()?;
    let run = archive.run(label)?;
    if site.sight(headers) != Sight::All {
        let said = "The machines that play are shown to the organiser.";
        return Err(Refusal::new(StatusCode::FORBIDDEN, said));
    }
    let Some(counts) = archive.job_counts(&run)? else {
        return Err(Refusal::missing(format!("{label} is not played on other machines.")));
    };
    let mut failed = archive.jobs(&run, JobState::Aside)?;
    failed.extend(archive.jobs(&run, JobState::Due)?.into_iter().filter(|job| job.reason.is_some()));
    let hidden = failed.len().saturating_sub(SHOWN);
    let page = Page {
        href: segment(&run.label),
        is_open: run.state == RunState::Open,
        due: counted(counts.due, "job"),
        done: count(counts.done),
        aside: count(counts.aside),
        workers: archive.workers(&run)?.iter().map(|row| Worker::of(row, run.state)).collect(),
        failures: failed.iter().take(SHOWN).map(Failed::of).collect(),
        hidden: (hidden > 0).then(|| count(hidden)),
        label: run.label,
    };
    rendered(&page)
}

impl Worker {
    /// As it was noted last; of a run that is finished nobody notes any more.
    fn of(row: &WorkerRow, run: RunState) -> Self {
        let is_done = run == RunState::Finished && row.state == WorkerState::Working;
        Self {
            name: one_line(&row.name),
            state: if is_done { "done" } else { row.state.name() },
            is_working: !is_done && row.state == WorkerState::Working,
            busy: if is_done { "–".to_owned() } else { format!("{} of {}", row.busy, row.slots) },
            jobs: count(row.stored),
            rate: rate(row),
            failures: count(row.failures),
            reason: row.reason.as_deref().map_or_else(String::new, first_line),
        }
    }
}

impl Failed {
    fn of(job: &PlannedJob) -> Self {
        let matches = match job.matches.as_slice() {
            [one] => one.to_string(),
            [first, .., last] => format!("{first} to {last}"),
            [] => String::new(),
        };
        Self {
            matches,
            tries: count(job.tries),
            state: if job.state == JobState::Aside { "set aside" } else { "tried again" },
            worker: job.worker.as_deref().map_or_else(String::new, one_line),
            reason: job.reason.as_deref().map_or_else(String::new, first_line),
        }
    }
}

/// Jobs a minute of all its hands, while they play.
#[expect(clippy::cast_precision_loss, reason = "a rate is rougher than 53 bits")]
fn rate(row: &WorkerRow) -> String {
    if row.jobs == 0 || row.busy_ms == 0 {
        return "–".to_owned();
    }
    let minutes = row.busy_ms as f64 / 60_000.0 / f64::from(row.slots.max(1));
    format!("{:.1}", row.jobs as f64 / minutes)
}

#[cfg(test)]
mod tests {
    use croupier_arena::store::{RunState, WorkerRow, WorkerState};

    use super::{Worker, rate};

    fn anna() -> WorkerRow {
        WorkerRow {
            name: "anna".into(),
            state: WorkerState::Working,
            slots: 2,
            busy: 2,
            jobs: 60,
            stored: 62,
            failures: 0,
            busy_ms: 240_000,
            reason: None,
            seen: 0,
        }
    }

    #[test]
    fn a_rate_counts_all_hands() {
        // Two hands have played for two minutes.
        assert_eq!(rate(&anna()), "30.0");
        assert_eq!(rate(&WorkerRow { jobs: 0, ..anna() }), "–");
    }

    /// Its last sign may have come before its last answers, and before the end.
    #[test]
    fn nobody_works_for_a_run_that_is_finished() {
        let told = [RunState::Open, RunState::Finished].map(|run| {
            let worker = Worker::of(&anna(), run);
            (worker.state, worker.is_working, worker.busy, worker.jobs)
        });
        let [open, finished] = [("working", true, "2 of 2"), ("done", false, "–")]
            .map(|(state, is_working, busy)| (state, is_working, busy.to_owned(), "62".to_owned()));
        assert_eq!(told, [open, finished]);
        let gone = Worker::of(&WorkerRow { state: WorkerState::Gone, ..anna() }, RunState::Finished);
        assert_eq!(gone.state, "gone");
    }
}
