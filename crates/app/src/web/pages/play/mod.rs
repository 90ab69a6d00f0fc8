//! What there is to play.

pub(super) mod blackjack;
pub(super) mod camicia;
pub(super) mod poker;
pub(super) mod rullete;
mod table;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::response::{Html, Response};
use axum::routing::get;

use super::{Refusal, Site, answered, rendered};
use axum::extract::State;

#[derive(Template)]
#[template(path = "play/index.html")]
struct Page;

/// The addresses of the pages, and those of their changing parts.
pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/play", get(page))
        .route("/play/blackjack", get(blackjack::page))
        .route("/play/blackjack/part", get(blackjack::part))
        .route("/play/poker", get(poker::page))
        .route("/play/poker/part", get(poker::part))
        .route("/play/camicia", get(camicia::page))
        .route("/play/camicia/part", get(camicia::part))
        .route("/play/rullete", get(rullete::page))
        .route("/play/rullete/part", get(rullete::part))
}

async fn page(State(site): State<Arc<Site>>) -> Response {
    answered(site, |_| -> Result<Html<String>, Refusal> { rendered(&Page) }).await
}
