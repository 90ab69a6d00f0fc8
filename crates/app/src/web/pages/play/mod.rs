//! What there is to play.

mod blackjack;
pub(super) mod camicia;
mod played;
mod poker;
pub(super) mod rullete;
mod table;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{Html, Response};
use axum::routing::get;

use self::table::table;
use super::{Refusal, Site, answered, rendered};

#[derive(Template)]
#[template(path = "play/index.html")]
struct Page;

/// The addresses of the pages, and those of their changing parts.
pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/play", get(page))
        .merge(table("/play/blackjack", blackjack::made))
        .merge(table("/play/poker", poker::made))
        .merge(table("/play/camicia", camicia::made))
        .merge(table("/play/rullete", rullete::made))
}

async fn page(State(site): State<Arc<Site>>) -> Response {
    answered(site, |_| -> Result<Html<String>, Refusal> { rendered(&Page) }).await
}
