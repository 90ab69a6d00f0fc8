//! The page of a match: a table drawn with cards, stepped through; the curve of chips or money.

use std::sync::Arc;

use askama::Template;
use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse as _, Response};
use croupier_rules::verdict::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::figures::{amount, chips, count, counted, segment};
use super::{Refusal, Site, answered, program, rendered, rules};
use crate::terminal::one_line;
use crate::web::cards;
use crate::web::curve::{Curves, HEIGHT, WIDTH};
use crate::web::film::{Deal, Film};
use crate::web::site::{Content, recorded};

/// Deals that are asked for at a time, at most.
const DEALS_MAX: u32 = 200;
/// Deals with faults that are named.
const TROUBLES: usize = 12;

#[derive(Template)]
#[template(path = "match.html")]
struct Page {
    label: String,
    href: String,
    number: u32,
    title: String,
    odd: Option<String>,
    is_poker: bool,
    deals: u32,
    deals_said: String,
    /// The deals with the word for them.
    played: String,
    seats: Vec<Seat>,
    troubles: Vec<u32>,
    troubles_more: usize,
    evenings: Vec<Evening>,
    curves: Vec<Curve>,
    low: String,
    high: String,
    zero: Option<String>,
    width: f64,
    height: f64,
    symbols: String,
    film: String,
    hash: String,
    /// What names the data folder in a command.
    option: String,
}

struct Seat {
    number: usize,
    name: String,
    href: String,
    net: String,
    fouls: u32,
    absent: u32,
    verdict: Verdict,
}

struct Evening {
    number: usize,
    deal: u32,
}

struct Curve {
    seat: usize,
    name: String,
    path: String,
}

/// Where in a match.
#[derive(Debug, Deserialize)]
pub(super) struct At {
    #[serde(default = "one")]
    deal: u32,
    /// Kept for the script.
    #[serde(default)]
    step: u32,
}

/// Which deals.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    #[serde(default = "one")]
    from: u32,
    #[serde(default = "one")]
    count: u32,
}

/// An answer to those who ask for deals.
#[derive(Debug, Serialize)]
struct Deals {
    #[serde(rename = "match")]
    id: String,
    of: u32,
    #[serde(rename = "deals")]
    cut: Vec<Deal>,
}

fn one() -> u32 {
    1
}

pub(super) async fn page(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    place: Result<Path<(String, u32)>, PathRejection>,
    at: Result<Query<At>, QueryRejection>,
) -> Response {
    answered(site, move |site| made(site, &headers, &place?.0, &at?.0)).await
}

pub(super) async fn deals(
    State(site): State<Arc<Site>>,
    place: Result<Path<(String, u32)>, PathRejection>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Response {
    let answer = move |site: &Site| {
        let (Path((label, number)), Query(wanted)) = (place?, wanted?);
        let id = format!("{label}/{number}");
        let shown = site.shown(&site.archive()?, &id)?;
        let Content::Match(film) = &shown.content else {
            return Err(Refusal::missing(format!("{id} is a run of a program: it has no deals.")));
        };
        check_deal(film, &id, wanted.from)?;
        let cut = cut(film, wanted.from, wanted.count.clamp(1, DEALS_MAX))?;
        Ok(Json(Deals { id, of: film.deals, cut }))
    };
    answered(site, answer).await
}

/// The record as it was written, whether it is whole or not.
pub(super) async fn record(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    place: Result<Path<(String, u32)>, PathRejection>,
) -> Response {
    let answer = move |site: &Site| {
        let Path((label, number)) = place?;
        site.check_record(&headers)?;
        let (bytes, _) = recorded(&site.archive()?, &format!("{label}/{number}"))?;
        Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], bytes).into_response())
    };
    answered(site, answer).await
}

fn made(
    site: &Site,
    headers: &HeaderMap,
    (label, number): &(String, u32),
    at: &At,
) -> Result<Html<String>, Refusal> {
    let archive = site.archive()?;
    let id = format!("{label}/{number}");
    let shown = site.shown(&archive, &id)?;
    let option = site.option(headers);
    match &shown.content {
        Content::Run(run) => {
            let hash = archive.find_match(&id)?.hash;
            let place = program::Place {
                label,
                number: *number,
                odd: shown.odd.as_deref(),
                option: &option,
                hash: &hash,
            };
            program::page(run, &place)
        }
        Content::Match(film) => {
            check_deal(film, &id, at.deal)?;
            page_of(film, shown.odd.as_deref(), (label, *number), at, &option)
        }
    }
}

fn page_of(
    film: &Film,
    odd: Option<&str>,
    (label, number): (&str, u32),
    at: &At,
    option: &str,
) -> Result<Html<String>, Refusal> {
    let record = film.record();
    let totals = &record.totals;
    let href = segment(label);
    let names: Vec<String> = record.header.seats.iter().map(|seat| one_line(&seat.name)).collect();
    let curves = Curves::new(&film.sums);
    let first = if film.deals > 0 { cut(film, at.deal, 1)? } else { Vec::new() };
    let id = format!("{label}/{number}");
    let told = json!({
        "match": id,
        "game": record.header.game,
        "seats": names,
        "max": record.header.params.get("max_bid"),
        "deals": film.deals,
        "evenings": film.evenings,
        "troubled": film.troubled,
        "rules": rules::titles(&record.header.game),
        "command": format!("croupier replay {id}{option}"),
        "first": first,
        "step": at.step,
    });
    let seat = |(seat, name): (usize, &String)| Seat {
        number: seat,
        name: name.clone(),
        href: format!("/bot/{href}/{}", segment(&record.header.seats[seat].name)),
        net: chips(totals.net[seat]),
        fouls: totals.fouls[seat],
        absent: totals.absent[seat],
        verdict: totals.verdicts[seat],
    };
    let page = Page {
        label: label.to_owned(),
        number,
        title: names.join(", "),
        odd: odd.map(str::to_owned),
        is_poker: film.is_poker(),
        deals: film.deals,
        deals_said: count(film.deals),
        played: counted(film.deals, if film.is_poker() { "deal" } else { "hand" }),
        seats: names.iter().enumerate().map(seat).collect(),
        troubles: film.troubled.iter().take(TROUBLES).copied().collect(),
        troubles_more: film.troubled.len().saturating_sub(TROUBLES),
        evenings: film.evenings.iter().zip(1..).map(|(&deal, number)| Evening { number, deal }).collect(),
        curves: curves
            .paths
            .into_iter()
            .zip(&names)
            .enumerate()
            .map(|(seat, (path, name))| Curve { seat, name: name.clone(), path })
            .collect(),
        low: amount(curves.low, 0),
        high: amount(curves.high, 0),
        zero: curves.zero.map(|zero| format!("{zero:.1}")),
        width: WIDTH,
        height: HEIGHT,
        symbols: cards::plain(),
        film: for_script(&told),
        hash: record.hash.clone(),
        option: option.to_owned(),
        href,
    };
    rendered(&page)
}

pub(super) fn check_deal(film: &Film, id: &str, deal: u32) -> Result<(), Refusal> {
    if deal == 0 || deal > film.deals.max(1) {
        return Err(Refusal::missing(format!(
            "Match {id} has deals 1 to {}: there is no deal {deal}.",
            film.deals
        )));
    }
    Ok(())
}

fn cut(film: &Film, from: u32, count: u32) -> Result<Vec<Deal>, Refusal> {
    film.deals(from, count).map_err(|why| Refusal::damaged(format!("The record is damaged: {why}.")))
}

/// JSON inside of an element `script`: no name may end it.
fn for_script(told: &serde_json::Value) -> String {
    told.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::for_script;

    #[test]
    fn no_name_ends_the_element_that_holds_the_film() {
        let told = json!({ "seats": ["</script><script>alert(1)//"] });
        let text = for_script(&told);
        assert!(!text.contains('<'));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), told);
    }
}
