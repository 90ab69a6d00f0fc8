//! Claims about deals, as people write them down.
//!
//! A file is JSON as a whole (any object with `a` and `b` in it is a claim, however deep it lies), or lines: each a
//! JSON object, or a deal with or without what `play` answers behind it (`-J-/--J- finished 13 3`).

use std::fmt;

use croupier_rules::camicia::{Cycle, Deal, Outcome, Status};
use croupier_solve::camicia::{DealName, State};
use serde_json::Value;

use super::deals;
use super::document::Document;

/// A deal, and what is claimed of it.
#[derive(Debug)]
pub(super) struct Claim {
    /// Where it stands.
    pub(super) place: Place,
    /// The deal.
    pub(super) deal: Deal,
    /// What its author calls it.
    pub(super) name: Option<String>,
    status: Option<String>,
    /// The counts that are claimed, by their keys.
    counts: Vec<(&'static str, u64)>,
}

/// Where a claim stands in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// On a line, from 1.
    Line(u64),
    /// In a JSON document: `finite_52[3]`.
    Path(String),
}

/// Why something is no claim.
#[derive(Debug)]
pub(super) struct BadClaim {
    pub(super) place: Place,
    pub(super) error: String,
}

/// What is claimed otherwise than it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) key: &'static str,
    pub(super) claimed: String,
    pub(super) found: String,
}

/// The counts that a claim may hold.
const COUNTS: [&str; 5] = ["cards", "tricks", "lead_in_tricks", "cycle_tricks", "cycle_cards"];

/// Reads all claims of a file, good and bad, in their order.
pub(super) fn read(text: &str) -> Vec<Result<Claim, BadClaim>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_json = text.trim_start().starts_with(['{', '[']);
    match serde_json::from_str::<Document>(text) {
        Ok(Document(document)) if is_json => return claims_of_document(&document),
        Err(error) if is_document(text) => {
            let place = Place::Line(error.line() as u64);
            return vec![Err(BadClaim { place, error: unread(&error) })];
        }
        _ => {}
    }
    let lines = (1..).zip(text.lines().map(str::trim_ascii)).filter(|(_, line)| !line.is_empty());
    lines.map(|(number, line)| claim_of_line(Place::Line(number), line)).collect()
}

/// Says why text was not read as a document.
fn unread(error: &serde_json::Error) -> String {
    if error.is_data() { error.to_string() } else { format!("no JSON: {error}") }
}

/// Says whether text was meant to be JSON as a whole, over several lines: of a list of lines, each is whole.
fn is_document(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default().trim_end();
    first.starts_with('[') || first.starts_with('{') && !first.ends_with('}')
}

fn claims_of_document(document: &Value) -> Vec<Result<Claim, BadClaim>> {
    let mut claims = Vec::new();
    search(document, &mut String::new(), &mut claims);
    if claims.is_empty() {
        let error = "no claim in this JSON: expected objects with the keys a and b".to_owned();
        claims.push(Err(BadClaim { place: Place::Path(String::new()), error }));
    }
    claims
}

impl Claim {
    /// Says whether anything but the deal is claimed.
    pub(super) fn says_anything(&self) -> bool {
        self.status.is_some() || !self.counts.is_empty()
    }

    /// Compares the claim with what is the case.
    pub(super) fn differences(&self, outcome: &Outcome) -> Vec<Difference> {
        let found = outcome.status.name();
        let status = self.status.iter().filter(|claimed| *claimed != found).map(|claimed| Difference {
            key: "status",
            claimed: claimed.clone(),
            found: found.to_owned(),
        });
        let counts = self.counts.iter().filter_map(|&(key, claimed)| {
            let found = count(outcome, key);
            (found != Some(claimed)).then(|| Difference {
                key,
                claimed: claimed.to_string(),
                found: found.map_or_else(|| "none".to_owned(), |found| found.to_string()),
            })
        });
        status.chain(counts).chain(self.name_of_another()).collect()
    }
}

impl Claim {
    /// A short name that is that of another deal. Any other name is its author's own.
    fn name_of_another(&self) -> Option<Difference> {
        let claimed = self.name.as_ref()?;
        claimed.parse::<DealName>().ok()?;
        let found = State::of(&self.deal)
            .map_or_else(|_| "none".to_owned(), |state| DealName::of(&state).to_string());
        (found != *claimed).then(|| Difference { key: "name", claimed: claimed.clone(), found })
    }
}

fn count(outcome: &Outcome, key: &str) -> Option<u64> {
    let cycle = |count: fn(Cycle) -> u64| match outcome.status {
        Status::Loop(cycle) => Some(count(cycle)),
        Status::Finished | Status::Limit => None,
    };
    match key {
        "cards" => Some(outcome.cards),
        "tricks" => Some(outcome.tricks),
        "lead_in_tricks" => cycle(|cycle| cycle.lead_in_tricks),
        "cycle_tricks" => cycle(|cycle| cycle.cycle_tricks),
        "cycle_cards" => cycle(|cycle| cycle.cycle_cards),
        _ => None,
    }
}

/// Finds the claims of a document.
fn search(value: &Value, path: &mut String, claims: &mut Vec<Result<Claim, BadClaim>>) {
    let length = path.len();
    match value {
        Value::Object(object) if object.contains_key("a") && object.contains_key("b") => {
            claims.push(claim_of_object(Place::Path(path.clone()), value));
        }
        Value::Object(object) => {
            for (key, value) in object {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
                search(value, path, claims);
                path.truncate(length);
            }
        }
        Value::Array(values) => {
            for (place, value) in values.iter().enumerate() {
                *path += "[";
                *path += &place.to_string();
                *path += "]";
                search(value, path, claims);
                path.truncate(length);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn claim_of_line(place: Place, line: &str) -> Result<Claim, BadClaim> {
    if line.starts_with('{') {
        return match serde_json::from_str::<Document>(line) {
            Ok(Document(object)) => claim_of_object(place, &object),
            Err(error) => Err(BadClaim { place, error: unread(&error) }),
        };
    }
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (deal, status, numbers) =
        match words.iter().position(|word| ["finished", "loop", "limit"].contains(word)) {
            Some(at) => (words[..at].join(" "), Some(words[at].to_owned()), &words[at + 1..]),
            None => (line.to_owned(), None, &[][..]),
        };
    let bad = |error: String| BadClaim { place: place.clone(), error };
    let counts = match (&status, numbers) {
        (None, _) => Ok(Vec::new()),
        (Some(_), [cards, tricks]) => [("cards", cards), ("tricks", tricks)]
            .into_iter()
            .map(|(key, word)| match word.parse() {
                Ok(count) => Ok((key, count)),
                Err(_) => Err(bad(format!("{key}: expected a whole number, found `{word}`"))),
            })
            .collect(),
        (Some(status), _) => Err(bad(format!("expected cards and tricks after `{status}`"))),
    }?;
    let deal = deals::read_any(&deal).map_err(|error| bad(error.to_string()))?;
    Ok(Claim { place, deal, name: None, status, counts })
}

/// A key that is nearly one of ours: a claim under it would never be looked at.
fn misspelt(key: &String) -> Option<(&String, &'static str)> {
    let plain = |key: &str| -> String {
        let letters =
            key.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
        letters.collect::<String>().trim_end_matches('s').to_owned()
    };
    let known = COUNTS.into_iter().chain(["status", "a", "b"]);
    known.into_iter().find(|known| key != known && plain(key) == plain(known)).map(|known| (key, known))
}

fn claim_of_object(place: Place, object: &Value) -> Result<Claim, BadClaim> {
    let bad = |error: String| BadClaim { place: place.clone(), error };
    let hand = |key: &str| match &object[key] {
        Value::String(hand) => Ok(hand.clone()),
        Value::Array(cards) if cards.iter().all(Value::is_string) => {
            Ok(cards.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Err(bad(format!("{key}: expected a hand, as text or as a list of cards")))
        }
    };
    let deal =
        deals::read_any(&format!("{}/{}", hand("a")?, hand("b")?)).map_err(|error| bad(error.to_string()))?;
    let status = match &object["status"] {
        Value::Null => None,
        Value::String(status) => Some(status.clone()),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            return Err(bad("status: expected text".to_owned()));
        }
    };
    if let Some((key, meant)) = object.as_object().and_then(|object| object.keys().find_map(misspelt)) {
        return Err(bad(format!("unknown key `{}`: did you mean `{meant}`?", key.escape_debug())));
    }
    let mut counts = Vec::new();
    for key in COUNTS {
        match &object[key] {
            Value::Null => {}
            value @ (Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_)) => match value.as_u64() {
                Some(count) => counts.push((key, count)),
                None => return Err(bad(format!("{key}: expected a whole number, found {value}"))),
            },
        }
    }
    let name = object["name"].as_str().map(str::to_owned);
    Ok(Claim { place, deal, name, status, counts })
}

impl fmt::Display for Place {
    /// Writes what comes before a message: `, line 3`, ` at finite_52[3]`, or nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, ", line {number}"),
            Self::Path(path) if path.is_empty() => Ok(()),
            Self::Path(path) => write!(f, " at {path}"),
        }
    }
}
