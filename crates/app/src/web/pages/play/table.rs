//! What the pages of tables have in common: the end of an address, and the two forms of an answer.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use serde_json::Value;

use super::super::{Refusal, Site, answered};
use crate::web::play::Refused;
use crate::web::refusal::sentence;

/// The end of an address: names with values.
pub(super) struct Asked(BTreeMap<String, String>);

/// In which form an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The whole page.
    Page,
    /// The part that changes, for the script.
    Part,
}

/// What the script is told.
#[derive(Debug, Serialize)]
pub(super) struct News {
    /// The part of the page, made and escaped here.
    pub(super) html: String,
    /// What a screen reader says.
    pub(super) said: String,
    /// The address that leads here.
    pub(super) address: String,
    /// What has happened, as the verb has it with `--json`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) events: Vec<Value>,
}

/// An answer.
pub(super) enum Answer {
    /// The part that changes.
    News(News),
    /// A page that changes by links alone.
    Page(Html<String>),
    /// Another address leads to what was asked for.
    Elsewhere(String),
}

/// When a coach speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Coach {
    #[default]
    Off,
    /// Prices of choices that were made.
    After,
    /// Prices of choices to be made, too.
    Before,
}

impl Coach {
    pub(super) const ALL: [Self; 3] = [Self::Off, Self::After, Self::Before];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::After => "after",
            Self::Before => "before",
        }
    }
}

impl Asked {
    /// A value; nothing where it is empty or not there.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// A number in its range, or what is taken where none is given.
    ///
    /// # Errors
    /// Says what was expected.
    pub(super) fn number<N: FromStr + PartialOrd + fmt::Display>(
        &self,
        name: &str,
        range: &RangeInclusive<N>,
        otherwise: N,
    ) -> Result<N, Refusal> {
        let Some(text) = self.text(name) else { return Ok(otherwise) };
        match text.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(bad(format!(
                "The value of {name} in this address is not understood: expected a whole number from {} to {}.",
                range.start(),
                range.end()
            ))),
        }
    }

    /// One of some words, or the first where none is given.
    ///
    /// # Errors
    /// Says what was expected.
    pub(super) fn one_of<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, Refusal> {
        let Some(text) = self.text(name) else { return Ok(words[0].1) };
        words.iter().find(|(word, _)| *word == text).map(|(_, meant)| *meant).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            bad(format!(
                "The value of {name} in this address is not understood: expected {}.",
                known.join(", ")
            ))
        })
    }

    pub(super) fn coach(&self) -> Result<Coach, Refusal> {
        self.one_of("coach", &Coach::ALL.map(|coach| (coach.word(), coach)))
    }
}

/// An address that is not understood.
pub(super) fn bad(said: String) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, said).hint("The page without the end of its address begins anew.")
}

/// The rules refuse a move of an address.
impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        bad(sentence(&refused.to_string()))
    }
}

/// What answers an address of a table.
pub(super) type Make = fn(&Site, &Asked, Form) -> Result<Answer, Refusal>;

/// The two addresses of a table: its page, and beneath it the part that changes.
pub(super) fn table(path: &str, make: Make) -> Router<Arc<Site>> {
    let form = |form: Form| {
        get(async move |State(site), asked: Result<Query<_>, QueryRejection>| {
            answer(site, asked, form, make).await
        })
    };
    Router::new().route(path, form(Form::Page)).route(&format!("{path}/part"), form(Form::Part))
}

/// Answers in the wanted form. What plays waits for a place.
async fn answer(
    site: Arc<Site>,
    asked: Result<Query<BTreeMap<String, String>>, QueryRejection>,
    form: Form,
    make: Make,
) -> Response {
    let places = site.play().places();
    let Ok(place) = places.acquire_owned().await else {
        return Refusal::damaged("The server ends.").into_response();
    };
    answered(site, move |site| {
        let _place = place;
        let asked = Asked(asked?.0);
        Ok(match make(site, &asked, form)? {
            Answer::News(news) => Json(news).into_response(),
            Answer::Page(page) => page.into_response(),
            Answer::Elsewhere(address) => Redirect::to(&address).into_response(),
        })
    })
    .await
}

/// A card as a picture shows it, and as it is read out.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub(super) symbol: String,
    pub(super) spoken: String,
}

impl Face {
    pub(super) fn of(symbol: &str) -> Self {
        let spoken = match symbol {
            "back" => "a hidden card".to_owned(),
            "A" => "ace".to_owned(),
            "T" => "ten".to_owned(),
            rank => format!("card {rank}"),
        };
        Self { symbol: symbol.to_owned(), spoken }
    }
}
