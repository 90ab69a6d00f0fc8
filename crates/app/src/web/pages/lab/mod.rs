//! The laboratories: what the engines of the verbs say to a question that stands in the address.

mod blackjack;
mod camicia;
mod hunts;
mod picture;
mod poker;
mod question;
mod rullete;
mod start;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use croupier_rules::rullete::Rule6;
use croupier_solve::rullete::Census;
use tokio::sync::Semaphore;

use super::{Refusal, Site, done, rendered};
use hunts::Hunts;

/// What the laboratories keep between two questions.
#[derive(Debug)]
struct Lab {
    /// What names the data folder in a command, for those who may know it.
    option: String,
    hunts: Hunts,
    census_121: OnceLock<Census>,
    census_112: OnceLock<Census>,
    start: OnceLock<String>,
}

/// So many questions are worked out at a time; others wait for their turn.
static PLACES: Semaphore = Semaphore::const_new(2);

/// The addresses of the laboratories.
pub(super) fn router(data: &Path, option: String) -> Router<Arc<Site>> {
    let lab = Arc::new(Lab {
        option,
        hunts: Hunts::new(data),
        census_121: OnceLock::new(),
        census_112: OnceLock::new(),
        start: OnceLock::new(),
    });
    start::prepare(Arc::clone(&lab));
    Router::new()
        .route("/lab", get(start::page))
        .route("/lab/blackjack", get(blackjack::page))
        .route("/lab/poker", get(poker::page))
        .route("/lab/camicia", get(camicia::page))
        .route("/lab/camicia/events", get(camicia::events))
        .route("/lab/rullete", get(rullete::page))
        .with_state(lab)
}

impl Lab {
    /// The values of all hands, counted when they are first asked for.
    fn census(&self, rule6: Rule6) -> &Census {
        let place = match rule6 {
            Rule6::Takes121 => &self.census_121,
            Rule6::Takes112 => &self.census_112,
        };
        place.get_or_init(|| Census::new(rule6))
    }
}

/// Works an answer out in a thread of its own.
async fn worked<A: IntoResponse + Send + 'static>(
    lab: Arc<Lab>,
    work: impl FnOnce(&Lab) -> Result<A, Refusal> + Send + 'static,
) -> Response {
    let place = PLACES.acquire().await;
    // Whoever asked may go away meanwhile: the place is taken until the work is done.
    let work = move |lab: &Lab| {
        let _place = place;
        work(lab)
    };
    super::answered(lab, work).await
}
