//! A match as a film: deal by deal, step by step, what lies on the table, what each seat was told, and the rule that
//! made the step.
//!
//! A deal of blackjack is one hand; hands count through all evenings of a match.

mod blackjack;
mod poker;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use croupier_rules::chips::Chips;
use croupier_rules::game::{Game, rules_of};
use croupier_rules::record::{FaultLine, Record, RecordError};
use croupier_rules::{blackjack as blackjack_rules, poker as poker_rules};
use serde::Serialize;

use crate::terminal::one_line;

/// A match that can be shown.
#[derive(Debug)]
pub(super) struct Film {
    record: Record,
    game: Shot,
    faults: Faults,
    /// How many deals there are.
    pub(super) deals: u32,
    /// By seat: the sum of chips, or the money, after each deal, with that before the first in front.
    pub(super) sums: Vec<Vec<f64>>,
    /// The deals that faults fell in.
    pub(super) troubled: Vec<u32>,
    /// The first deal of each evening; empty at poker.
    pub(super) evenings: Vec<u32>,
}

/// Which game is shown, with its rules.
#[derive(Debug)]
enum Shot {
    Poker(Vec<poker_rules::Rules>),
    Blackjack(Vec<blackjack_rules::Rules>, blackjack::Reel),
}

/// A deal, step by step.
#[derive(Debug, Serialize)]
pub(super) struct Deal {
    /// Counted from 1.
    #[serde(rename = "deal")]
    number: u32,
    /// Where in the match it is, in words.
    place: String,
    /// The game in the record, counted from 1, as `croupier replay --game` takes it.
    game: u32,
    frames: Vec<Frame>,
}

/// A step.
#[derive(Debug, Default, Serialize)]
struct Frame {
    /// What happened.
    said: String,
    /// What each seat saw of it, where that is less.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seen: Vec<String>,
    /// What each seat was told.
    told: Vec<Vec<String>>,
    /// The number of the rule that made it, as in `docs/rules`.
    rule: &'static str,
    /// The faults that came with it: who, and what.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Trouble>,
    table: Table,
}

/// A fault, for people.
#[derive(Clone, Debug, Serialize)]
struct Trouble {
    seat: u8,
    text: String,
}

/// What lies on the table.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Table {
    Poker(poker::Table),
    Blackjack(blackjack::Table),
}

impl Default for Table {
    fn default() -> Self {
        Self::Poker(poker::Table::default())
    }
}

/// The faults of a match, by game and step.
#[derive(Debug)]
struct Faults(BTreeMap<(u32, u32), Vec<Trouble>>);

/// The deals that a film is asked for, counted from 1, both ends included.
#[derive(Clone, Copy, Debug)]
struct Cut {
    from: u32,
    to: u32,
}

impl Film {
    /// Replays a record by the rules; `bytes` is its text.
    ///
    /// # Errors
    /// The first line that the rules do not bear out.
    pub(super) fn new(bytes: Vec<u8>) -> Result<Self, RecordError> {
        let text = bytes.clone();
        let record = Record::parse(bytes)?;
        let faults = Faults::of(&record)?;
        if record.header.game == blackjack_rules::Rules::NAME {
            let rules = record.rules()?;
            let text = String::from_utf8(text).expect("a record is text");
            let (reel, outline) = blackjack::Reel::new(text, &record, &rules, &faults)?;
            let blackjack::Outline { deals, money, troubled, evenings } = outline;
            let game = Shot::Blackjack(rules, reel);
            return Ok(Self { record, game, faults, deals, sums: vec![money], troubled, evenings });
        }
        let rules = record.rules()?;
        let (deals, sums, troubled) = poker::outline(&record, &rules, &faults)?;
        Ok(Self { record, game: Shot::Poker(rules), faults, deals, sums, troubled, evenings: Vec::new() })
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn is_poker(&self) -> bool {
        matches!(self.game, Shot::Poker(_))
    }

    /// The rules of a match of poker.
    pub(super) fn poker_rules(&self) -> Option<&[poker_rules::Rules]> {
        match &self.game {
            Shot::Poker(rules) => Some(rules),
            Shot::Blackjack(..) => None,
        }
    }

    /// The rules of the evenings of a test of blackjack.
    pub(super) fn blackjack_rules(&self) -> Option<&[blackjack_rules::Rules]> {
        match &self.game {
            Shot::Poker(_) => None,
            Shot::Blackjack(rules, _) => Some(rules),
        }
    }

    /// Passes through the steps of an evening of blackjack, counted from 0, from one of its hands on, counted from 1.
    pub(super) fn watch(&self, evening: usize, hand: u32, visit: blackjack::Visit<'_>) {
        let Shot::Blackjack(rules, reel) = &self.game else { return };
        let number = u32::try_from(evening).expect("a test has ten evenings");
        reel.play(
            blackjack::Place { evening, hand },
            rules_of(rules, number),
            &mut |at, before, step, after| {
                if at < hand { ControlFlow::Continue(()) } else { visit(at, before, step, after) }
            },
        );
    }

    /// The evening of a hand, counted from 0, and its number there, from 1.
    pub(super) fn place_of(&self, deal: u32) -> (usize, u32) {
        let evening = self.evenings.partition_point(|first| *first <= deal).saturating_sub(1);
        (evening, deal + 1 - self.evenings.get(evening).copied().unwrap_or(1))
    }

    /// So many deals from one on; those that there are not are left out.
    ///
    /// # Errors
    /// As [`new`](Self::new), which would have found it.
    pub(super) fn deals(&self, from: u32, count: u32) -> Result<Vec<Deal>, RecordError> {
        let cut = Cut { from, to: from.saturating_add(count.saturating_sub(1)) };
        match &self.game {
            Shot::Poker(rules) => poker::deals(&self.record, rules, &self.faults, cut),
            Shot::Blackjack(rules, reel) => {
                Ok(blackjack::hands(reel, rules, &self.faults, &self.evenings, cut))
            }
        }
    }
}

impl Cut {
    fn holds(self, deal: u32) -> bool {
        (self.from..=self.to).contains(&deal)
    }
}

impl Faults {
    fn of(record: &Record) -> Result<Self, RecordError> {
        let mut faults: BTreeMap<(u32, u32), Vec<Trouble>> = BTreeMap::new();
        for line in record.faults()? {
            let FaultLine { game, step, seat, fault } = line;
            let end = if fault.out { "; asked no more" } else { "" };
            let trouble = Trouble { seat, text: format!("{}{end}", one_line(&fault.to_string())) };
            faults.entry((game, step)).or_default().push(trouble);
        }
        Ok(Self(faults))
    }

    /// The faults at a step of a game, both counted from 0.
    fn at(&self, game: u32, step: u32) -> Vec<Trouble> {
        self.0.get(&(game, step)).cloned().unwrap_or_default()
    }
}

/// A number with its sign: `+140`, `-20`, `0`.
fn signed(chips: Chips) -> String {
    if chips.halves() > 0 { format!("+{chips}") } else { chips.to_string() }
}
