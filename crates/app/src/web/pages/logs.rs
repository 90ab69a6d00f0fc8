//! What a bot wrote to its standard error in a match.

use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{Html, Response};

use super::figures::{counted, segment};
use super::{Refusal, Site, answered, rendered};
use crate::terminal::{lines, one_line};

/// Of a log, the page shows so many bytes.
const SHOWN_BYTES: usize = 128 << 10;

#[derive(Template)]
#[template(path = "log.html")]
struct Page {
    label: String,
    href: String,
    number: u32,
    seat: u8,
    name: String,
    bot: String,
    text: String,
    bytes: String,
    hidden: Option<String>,
    /// What prints all of it.
    command: String,
    dropped: Option<String>,
}

pub(super) async fn page(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    place: Result<Path<(String, u32, u8)>, PathRejection>,
) -> Response {
    answered(site, move |site| made(site, &headers, &place?.0)).await
}

fn made(
    site: &Site,
    headers: &HeaderMap,
    (label, number, seat): &(String, u32, u8),
) -> Result<Html<String>, Refusal> {
    let archive = site.archive()?;
    let run = archive.run(label)?;
    let names = archive.seated(&run, *number)?;
    let Some(name) = names.get(usize::from(*seat)) else {
        return Err(Refusal::missing(format!(
            "There is no seat {seat}: match {label}/{number} has seats 0 to {}.",
            names.len() - 1
        )));
    };
    site.check_log(headers, &run, name)?;
    let log = archive.log(&run, *number, *seat)?;
    let shown = &log.kept[..log.kept.len().min(SHOWN_BYTES)];
    let hidden = log.kept.len() - shown.len();
    let page = Page {
        href: segment(&run.label),
        number: *number,
        seat: *seat,
        name: one_line(name),
        bot: format!("/bot/{}/{}", segment(&run.label), segment(name)),
        text: lines(&String::from_utf8_lossy(shown)),
        bytes: counted(log.kept.len(), "byte"),
        hidden: (hidden > 0).then(|| counted(hidden, "byte")),
        command: format!("croupier log {label}/{number} --seat {seat}{}", site.option(headers)),
        dropped: (log.dropped > 0).then(|| counted(log.dropped, "byte")),
        label: run.label,
    };
    rendered(&page)
}
