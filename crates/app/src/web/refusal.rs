//! Why a page is not shown, in a sentence.

use askama::Template;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use croupier_arena::store::StoreError;
use serde_json::json;

/// Why a page is not shown.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    said: String,
    hint: Option<&'static str>,
    is_late: bool,
}

/// What a refusal said, beside its page: addresses that answer scripts say it in JSON.
#[derive(Clone, Debug)]
pub(super) struct Told {
    said: String,
    hint: Option<&'static str>,
    /// Whether it is answered late, so that nobody tries many secrets in a short time.
    pub(super) is_late: bool,
}

impl Told {
    pub(super) fn json(&self, status: StatusCode) -> Response {
        let body = match self.hint {
            Some(hint) => json!({ "error": self.said, "hint": hint }),
            None => json!({ "error": self.said }),
        };
        (status, Json(body)).into_response()
    }
}

/// How long a sentence may be, in characters.
const SAID_MAX: usize = 400;

#[derive(Template)]
#[template(path = "refusal.html")]
struct Page<'a> {
    title: &'a str,
    said: &'a str,
    hint: Option<&'a str>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, said: impl Into<String>) -> Self {
        let mut said = said.into();
        // It may quote an address that somebody made up.
        if let Some((end, _)) = said.char_indices().nth(SAID_MAX) {
            said.truncate(end);
            said.push('…');
        }
        Self { status, said, hint: None, is_late: false }
    }

    /// What was asked for is not there.
    pub(super) fn missing(said: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, said)
    }

    /// What is there is not as it was left.
    pub(super) fn damaged(said: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, said)
    }

    /// A page failed by a fault of ours. Its message went to standard error.
    pub(super) fn bug() -> Self {
        Self::damaged("This page failed: that is a bug of croupier.")
    }

    pub(super) fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }

    /// Of a wrong secret: the door answers it late.
    pub(super) fn late(self) -> Self {
        Self { is_late: true, ..self }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let title = match self.status {
            StatusCode::NOT_FOUND => "Not here",
            StatusCode::FORBIDDEN => "Not allowed",
            StatusCode::PAYLOAD_TOO_LARGE => "Too large",
            StatusCode::TOO_MANY_REQUESTS => "Too many",
            StatusCode::CONFLICT | StatusCode::SERVICE_UNAVAILABLE => "Not now",
            StatusCode::INTERNAL_SERVER_ERROR => "Damaged",
            _ => "Not understood",
        };
        let page = Page { title, said: &self.said, hint: self.hint }.render();
        let page = Html(page.unwrap_or_else(|_| self.said.clone()));
        let mut response = (self.status, page).into_response();
        response.extensions_mut().insert(Told { said: self.said, hint: self.hint, is_late: self.is_late });
        response
    }
}

/// Paths of the machine stay out of the sentence.
impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::UnknownRun { .. }
            | StoreError::UnknownMatch { .. }
            | StoreError::NotAMatch { .. } => Self::missing(sentence(&error.to_string())),
            StoreError::Missing(_) => {
                Self::missing("There are no results yet.").hint("croupier run CONTEST makes some.")
            }
            StoreError::Busy { .. } => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "The database is of an older version, and another croupier uses it.",
            ),
            StoreError::Newer { .. } => Self::damaged("The database was made by a newer croupier."),
            StoreError::Foreign(_) => Self::damaged("The database is that of another program."),
            StoreError::Damaged { why, .. } => Self::damaged(format!("The database is damaged: {why}.")),
            StoreError::File { why, .. } => Self::damaged(format!("The data folder cannot be read: {why}.")),
            StoreError::Database { why, .. } => Self::damaged(format!("The database cannot be read: {why}.")),
        }
    }
}

/// A message as a sentence.
pub(super) fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if message.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
