//! `croupier poker settle`: what scripted deals come to.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use croupier_rules::poker::{Entry, OddChip, Rules, SEATS, Script, ScriptError};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::stream::{Source, answer_each};

/// `croupier poker settle`
#[derive(Debug, Args)]
#[command(after_help = "Example, the worked deal of the statement:
  echo '{\"cards\":[3,7,9],\"bet1\":[20,50,65],\"call1\":[false,true,null],\"bet2\":[null,65,120],\"call2\":[null,true,null]}' | croupier poker settle

Lists are by seat. null stands for a seat that is not asked. A seat that is asked and has null, or \
something that is no valid answer, commits a foul. A list of nulls may be left out.")]
pub(crate) struct Settle {
    /// A file with a deal a line; `-` or nothing: standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,
    /// What becomes of the odd chip of a pot that two share
    #[arg(long, value_name = "HOW", default_value = "exact")]
    odd_chip: OddChipName,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OddChipName {
    /// Each winner gets exactly half
    Exact,
    /// It is lost, as with the first arbiter
    Floor,
}

impl Settle {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let odd_chip = match self.odd_chip {
            OddChipName::Exact => OddChip::Exact,
            OddChipName::Floor => OddChip::Floor,
        };
        let rules = Rules { odd_chip, ..Rules::default() };
        let read = |line: &str| {
            let deal = parse(line)?;
            script(&deal)?.settle(&rules).map_err(|error| told(&error, &deal))
        };
        answer_each(&Source::File(self.file.clone()), self.json, read, |settled, out| {
            let winnings = settled.winnings.as_slice();
            if self.json {
                return writeln!(out, "{}", json!({ "winnings": winnings, "end": settled.end.to_string() }));
            }
            for amount in winnings {
                write!(out, "{amount} ")?;
            }
            writeln!(out, "{}", settled.end)
        })
    }
}

/// The lists of a deal, in the order of the stages.
const LISTS: [&str; 5] = ["cards", "bet1", "call1", "bet2", "call2"];

/// Reads one JSON object. A key that stands twice is refused: its last value would silently win.
fn parse(line: &str) -> Result<Map<String, Value>, String> {
    let value: Value =
        serde_json::from_str(line).map_err(|error| format!("expected one JSON object ({error})"))?;
    if !value.is_object() {
        return Err(format!("expected one JSON object, found {value}"));
    }
    let Pairs(pairs) = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let mut deal = Map::new();
    for (key, value) in pairs {
        if deal.contains_key(&key) {
            return Err(format!("`{key}` stands twice: expected each key once"));
        }
        deal.insert(key, value);
    }
    Ok(deal)
}

/// The keys and values of an object, as they stand.
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(object: D) -> Result<Self, D::Error> {
        struct PairsVisitor;

        impl<'de> Visitor<'de> for PairsVisitor {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = object.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        object.deserialize_map(PairsVisitor)
    }
}

/// What is wrong with a deal: the key, the place, what was expected and what was found.
fn told(error: &ScriptError, deal: &Map<String, Value>) -> String {
    match error {
        ScriptError::Card { seat, card } => {
            format!("`cards`, seat {seat}: expected a card from 0 to 9, found {card}")
        }
        ScriptError::NotAsked { list, seat } => {
            let found = &deal[list.as_str()][seat.index()];
            format!("`{list}`, seat {seat}: expected null, since the seat is not asked there, found {found}")
        }
    }
}

/// Reads a deal, or says which key is wrong, what was expected and what was found.
fn script(deal: &Map<String, Value>) -> Result<Script, String> {
    if let Some(unknown) = deal.keys().find(|key| !LISTS.contains(&key.as_str())) {
        return Err(format!("unknown key `{unknown}`; a deal has {}", LISTS.join(", ")));
    }
    let [first, second, third] =
        list(deal, "cards")?.ok_or("`cards` is missing: expected three cards, 0 to 9")?;
    let card = |seat: u8, value: &Value| {
        let card = value.as_u64().and_then(|card| u8::try_from(card).ok());
        card.ok_or_else(|| format!("`cards`, seat {seat}: expected a card from 0 to 9, found {value}"))
    };
    Ok(Script {
        cards: [card(0, first)?, card(1, second)?, card(2, third)?],
        bets: [entries(deal, "bet1", Value::as_i64)?, entries(deal, "bet2", Value::as_i64)?],
        calls: [entries(deal, "call1", Value::as_bool)?, entries(deal, "call2", Value::as_bool)?],
    })
}

/// A list by seat; none if it is left out.
fn list<'a>(deal: &'a Map<String, Value>, key: &str) -> Result<Option<[&'a Value; SEATS]>, String> {
    match deal.get(key) {
        None => Ok(None),
        Some(Value::Array(values)) if values.len() == SEATS => Ok(Some([&values[0], &values[1], &values[2]])),
        Some(other) => Err(format!("`{key}`: expected a list of three, by seat, found {other}")),
    }
}

fn entries<T: Copy + Default>(
    deal: &Map<String, Value>,
    key: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<[Entry<T>; SEATS], String> {
    let Some(values) = list(deal, key)? else { return Ok([Entry::Empty; SEATS]) };
    Ok(values.map(|value| match (value.is_null(), read(value)) {
        (true, _) => Entry::Empty,
        (false, Some(given)) => Entry::Given(given),
        (false, None) => Entry::Unfit,
    }))
}
