//! Where a link leads: it opens a session for whoever brings its secret.

use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};

use super::session::office_of;
use super::{Refusal, Site, done, rendered};
use crate::terminal::one_line;
use crate::web::office::{Admission, Holder, Role, Tried, Way};

/// What leads from a link to its page. A redirection would not bring the cookie along, if the link was followed from
/// another site.
#[derive(Template)]
#[template(path = "arrival.html")]
struct Arrival {
    to: &'static str,
}

/// Asks whoever was led to a link by another site whether he is its holder.
#[derive(Template)]
#[template(path = "doorstep.html")]
struct Doorstep {
    contest: String,
    name: String,
    to: String,
}

/// Opens a session for whoever brings the secret of a link.
pub(super) async fn enter(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    secret: Result<Path<String>, PathRejection>,
) -> Response {
    let admit = move |site: &Site| {
        let office = office_of(site)?;
        let Path(secret) = secret?;
        // A browser that says nothing is an old one, or an entrant's own script.
        let is_own = |from: &HeaderValue| from == "same-origin" || from == "none";
        let is_foreign = headers.get("sec-fetch-site").is_some_and(|from| !is_own(from));
        let admission = office.admit(&secret, if is_foreign { Way::Foreign } else { Way::Own })?;
        let (holder, session) = match admission {
            Admission::Open(holder, session) => (holder, session),
            Admission::Ask(holder) => return Ok(Ok(doorstep(site, &holder, &secret)?.into_response())),
            Admission::Wrong(tried) => return Ok(Err(tried)),
        };
        let to = match holder {
            Holder::Organiser => "/organise",
            Holder::Entrant(_) => "/submit",
        };
        let cookie = office.cookies().set(Role::from(&holder), &session);
        Ok(Ok(([(header::SET_COOKIE, cookie)], rendered(&Arrival { to })?).into_response()))
    };
    let (status, said) = match done(&site, admit).await {
        Ok(Ok(response)) => return response,
        Err(refusal) => return refusal.into_response(),
        Ok(Err(Tried::TooMany)) => {
            (StatusCode::TOO_MANY_REQUESTS, "Too many wrong links were tried: wait a minute.")
        }
        Ok(Err(Tried::Few)) => {
            (StatusCode::NOT_FOUND, "This link opens nothing: it was withdrawn, or it is not whole.")
        }
    };
    Refusal::new(status, said).hint("Ask the organiser for another one.").late().into_response()
}

fn doorstep(site: &Site, holder: &Holder, secret: &str) -> Result<Html<String>, Refusal> {
    let (name, to) = match holder {
        Holder::Organiser => ("the organiser".to_owned(), format!("/organise/{secret}")),
        Holder::Entrant(name) => (one_line(name), format!("/submit/{secret}")),
    };
    let contest = site.contest().map(|contest| one_line(&contest.name)).unwrap_or_default();
    rendered(&Doorstep { contest, name, to })
}
