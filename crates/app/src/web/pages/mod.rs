//! The pages, one file each, and the addresses they have.

mod bot;
pub(super) mod figures;
mod lab;
mod link;
mod logs;
mod matches;
mod organise;
mod play;
mod prices;
mod program;
mod queue;
mod rules;
pub(super) mod run;
mod runs;
mod session;
mod submission;
mod submit;
mod watched_match;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};

use super::assets;
use super::crowd::{Turns, in_turn};
use super::refusal::Refusal;
use super::site::Site;

/// All addresses.
pub(super) fn router(site: Arc<Site>) -> Router {
    // Tables and laboratories have few places, for all.
    let turns = Turns::default();
    Router::new()
        .route("/", get(runs::page))
        .route("/run/{run}", get(run::page))
        .route("/run/{run}/events", get(run::events))
        .route("/run/{run}/matches", get(matches::page))
        .route("/run/{run}/queue", get(queue::page))
        .route("/match/{run}/{number}", get(watched_match::page))
        .route("/match/{run}/{number}/deals", get(watched_match::deals))
        .route("/match/{run}/{number}/prices", get(prices::of_deal))
        .route("/match/{run}/{number}/dearest", get(prices::dearest))
        .route("/match/{run}/{number}/record", get(watched_match::record))
        .route("/bot/{run}/{name}", get(bot::page))
        .route("/bot/{run}/{name}/review", get(bot::part_of_review))
        .route("/log/{run}/{number}/{seat}", get(logs::page))
        .route("/rules/{game}", get(rules::page))
        .route("/organise", get(organise::page).post(organise::change))
        .route("/organise/{secret}", get(link::enter))
        .route("/submit", get(submit::page).post(submit::upload))
        .route("/submit/leave", post(submit::leave))
        .route("/submit/{secret}", get(link::enter))
        .merge(play::router().layer(from_fn_with_state(turns.clone(), in_turn)))
        .merge(lab::router(site.data(), site.option_for_all()).layer(from_fn_with_state(turns, in_turn)))
        .merge(assets::router())
        .fallback(async || Refusal::missing("There is no page at this address."))
        .with_state(site)
}

/// Makes an answer where it may wait for the disk.
async fn answered<S: Send + Sync + 'static, A: IntoResponse + Send + 'static>(
    site: Arc<S>,
    answer: impl FnOnce(&S) -> Result<A, Refusal> + Send + 'static,
) -> Response {
    match done(&site, answer).await {
        Ok(answer) => answer.into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

/// Does what reads files, or thinks, beside the threads that answer.
async fn done<S: Send + Sync + 'static, A: Send + 'static>(
    site: &Arc<S>,
    answer: impl FnOnce(&S) -> Result<A, Refusal> + Send + 'static,
) -> Result<A, Refusal> {
    let site = Arc::clone(site);
    tokio::task::spawn_blocking(move || answer(&site)).await.unwrap_or_else(|_| Err(Refusal::bug()))
}

fn rendered(page: &impl Template) -> Result<Html<String>, Refusal> {
    page.render().map(Html).map_err(|why| Refusal::damaged(format!("The page cannot be made: {why}.")))
}

/// A part of an address that is none, such as a match without a number.
impl From<PathRejection> for Refusal {
    fn from(_: PathRejection) -> Self {
        Self::missing("There is no page at this address.")
    }
}

impl From<QueryRejection> for Refusal {
    fn from(_: QueryRejection) -> Self {
        Self::missing("The end of this address is not understood: expected numbers, such as ?deal=3&step=2.")
    }
}
