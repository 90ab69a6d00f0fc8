//! What choices cost, as JSON for the page of a match.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::watched_match::check_deal;
use super::{Refusal, Site, answered};
use crate::web::desk::{Desk, Found, Work};
use crate::web::film::Film;
use crate::web::prices;
use crate::web::site::{Content, Shown};

/// How long an answer is waited for, before it is said that it comes later.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Of which deal.
#[derive(Debug, Deserialize)]
pub(super) struct Of {
    deal: u32,
}

/// The prices of the decisions of a deal.
pub(super) async fn of_deal(
    State(site): State<Arc<Site>>,
    place: Result<Path<(String, u32)>, PathRejection>,
    of: Result<Query<Of>, QueryRejection>,
) -> Response {
    let answer = move |site: &Site| {
        let (Path(place), Query(Of { deal })) = (place?, of?);
        let (id, shown) = opened(site, &place)?;
        check_deal(film(&shown)?, &id, deal)?;
        let key = format!("{id} {} {deal}", shown.hash);
        let made = move |film: &Film, _: &Work| {
            let prices = prices::of_deal(film, deal).map_err(|why| why.to_string())?;
            Ok(json!({ "match": id, "deal": deal, "prices": prices }))
        };
        Ok(asked(site.prices(), &key, shown, made))
    };
    answered(site, answer).await
}

/// The dearest mistakes of a match.
pub(super) async fn dearest(
    State(site): State<Arc<Site>>,
    place: Result<Path<(String, u32)>, PathRejection>,
) -> Response {
    let answer = move |site: &Site| {
        let Path(place) = place?;
        let (id, shown) = opened(site, &place)?;
        film(&shown)?;
        let key = format!("{id} {}", shown.hash);
        let made = move |film: &Film, work: &Work| {
            let dear = prices::dearest(film, work).map_err(|why| why.to_string())?;
            Ok(json!({ "match": id, "dear": dear }))
        };
        Ok(asked(site.reviews(), &key, shown, made))
    };
    answered(site, answer).await
}

fn opened(site: &Site, (label, number): &(String, u32)) -> Result<(String, Arc<Shown>), Refusal> {
    let id = format!("{label}/{number}");
    let shown = site.shown(&site.archive()?, &id)?;
    Ok((id, shown))
}

fn film(shown: &Shown) -> Result<&Film, Refusal> {
    match &shown.content {
        Content::Match(film) => Ok(film),
        Content::Run(_) => Err(Refusal::missing("A run of a program has no choices that could be priced.")),
    }
}

fn asked(
    desk: &Desk,
    key: &str,
    shown: Arc<Shown>,
    make: impl FnOnce(&Film, &Work) -> Result<Value, String> + Send + 'static,
) -> Response {
    let task = move |work: &Work| {
        let made = match &shown.content {
            Content::Match(film) => make(film, work),
            Content::Run(_) => Err("a run of a program".to_owned()),
        };
        made.unwrap_or_else(|why| json!({ "error": why })).to_string()
    };
    let (status, body) = match desk.ask(key, PATIENCE, task) {
        Found::Answer(answer) => (StatusCode::OK, answer.to_string()),
        Found::Later(said) => (StatusCode::ACCEPTED, json!({ "later": said }).to_string()),
        Found::Busy => {
            let said = "others are served before";
            (StatusCode::SERVICE_UNAVAILABLE, json!({ "later": said }).to_string())
        }
        Found::Broken => {
            let why = "this failed: that is a bug of croupier";
            (StatusCode::INTERNAL_SERVER_ERROR, json!({ "error": why }).to_string())
        }
    };
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
