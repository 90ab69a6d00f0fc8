//! Who asks: the holder of a session, whose forms alone are read.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;

use super::{Refusal, Site, done};
use crate::web::office::{self, Fields, Office, Secret, Tried, Unchanged};

/// The office, if this server has one.
pub(super) fn office_of(site: &Site) -> Result<&Arc<Office>, Refusal> {
    site.office().ok_or_else(|| {
        Refusal::missing("This page is to be read only.").hint("croupier serve CONTEST organises a contest.")
    })
}

/// Reads a form of somebody who is known. Nothing is read for anybody else: a body may come slowly.
pub(super) async fn form(
    site: &Arc<Site>,
    request: Request,
    known: impl FnOnce(&Site) -> Result<(), Refusal> + Send + 'static,
) -> Result<Fields, Refusal> {
    done(site, known).await?;
    office::form(request).await
}

/// Refuses somebody who is not known: late if he brought a session that nobody has, and otherwise if there were too many.
pub(super) fn stranger(brought: Option<Tried>, unknown: Refusal) -> Refusal {
    match brought {
        None => unknown,
        Some(Tried::Few) => unknown.late(),
        Some(Tried::TooMany) => Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many wrong links and sessions were tried: wait a minute.",
        )
        .hint("Open your link again.")
        .late(),
    }
}

/// Lets a form through that this session was given.
pub(super) fn check_form(fields: &Fields, session: &Secret) -> Result<(), Refusal> {
    if fields.get("form").is_some_and(|form| session.made(form)) {
        return Ok(());
    }
    let said = "This form is not of your session: nothing was changed.";
    Err(Refusal::new(StatusCode::FORBIDDEN, said).hint("Load the page again and send it once more."))
}

impl From<Unchanged> for Refusal {
    fn from(why: Unchanged) -> Self {
        match why {
            Unchanged::Refused(said) => Self::new(StatusCode::CONFLICT, said),
            Unchanged::Unwritten(why) => {
                Self::damaged(format!("Nothing can be noted in the data folder: {}.", why.kind()))
            }
        }
    }
}
