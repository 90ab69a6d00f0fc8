//! `croupier rullete find`: the hands that have a value.

use std::io::{self, Write};

use clap::Args;
use croupier_rules::rullete::{Hand, Rule6};
use croupier_solve::rullete::{self, Census};
use serde::Serialize;

use super::{grouped, rule6};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// `croupier rullete find`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier rullete find 674
  croupier rullete find 126 --limit 5
  croupier rullete find 126 --count --rule6 112

Order: sets of five cards ascend from 2C 2D 2H 2S 3C (ranks first, then C D H S); the orders of a set ascend likewise. \
The exit code is 1 when no hand has the value.")]
pub(crate) struct Find {
    /// The value after all fourteen rules
    #[arg(allow_negative_numbers = true, value_parser = value)]
    value: i64,
    /// Tell only how many hands there are
    #[arg(long, conflicts_with = "limit")]
    count: bool,
    /// Tell at most so many hands
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// What rule 6 takes off for four 7s: 121, or 112 as the statement prints it
    #[arg(long, value_name = "AMOUNT", default_value = "121", value_parser = rule6)]
    rule6: Rule6,
}

fn value(word: &str) -> Result<i64, String> {
    word.parse().map_err(|_| "expected a whole number, such as 674".into())
}

/// With `--json --count`.
#[derive(Serialize)]
struct Count {
    value: i64,
    rule6: i64,
    hands: u64,
}

impl Find {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let census = Census::new(self.rule6);
        let value = u32::try_from(self.value).ok();
        let hands = value.map_or(0, |value| census.hands_of(value));
        let mut out = output::answer();
        if self.count {
            self.write_count(hands, &mut out)?;
        } else if let Some(value) = value.filter(|_| hands > 0) {
            self.say_how_many(hands);
            self.write_hands(value, &mut out)?;
        }
        out.flush()?;
        if hands > 0 {
            return Ok(Exit::Done);
        }
        output::say(format_args!("no hand has the value {}; {}", self.value, nearest(self.value, &census)));
        Ok(Exit::No)
    }

    fn write_count(&self, hands: u64, out: &mut impl Write) -> io::Result<()> {
        if self.json {
            output::write_json(&Count { value: self.value, rule6: self.rule6.amount(), hands }, out)
        } else {
            writeln!(out, "{hands}")
        }
    }

    fn say_how_many(&self, hands: u64) {
        let listed = match self.limit {
            Some(limit) if limit < hands => format!("; the first {} of them", grouped(limit)),
            _ => String::new(),
        };
        output::say(format_args!("{} hands have the value {}{listed}", grouped(hands), self.value));
    }

    fn write_hands(&self, value: u32, out: &mut impl Write) -> io::Result<()> {
        let limit = self.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let mut line = Vec::new();
        for hand in rullete::find(value, self.rule6).take(limit) {
            line.clear();
            if self.json {
                line.extend_from_slice(b"{\"hand\":\"");
                push_hand(&hand, &mut line);
                writeln!(line, "\",\"value\":{value}}}")?;
            } else {
                push_hand(&hand, &mut line);
                line.push(b'\n');
            }
            out.write_all(&line)?;
        }
        Ok(())
    }
}

/// The values around one that no hand has.
pub(crate) fn nearest(wanted: i64, census: &Census) -> String {
    let below = census.histogram().rev().find(|&(value, _)| i64::from(value) < wanted);
    let above = census.histogram().find(|&(value, _)| i64::from(value) > wanted);
    match (below, above) {
        (Some((below, _)), Some((above, _))) => format!("the nearest are {below} and {above}"),
        (Some((greatest, _)), None) => format!("{greatest} is the greatest"),
        (None, Some((lowest, _))) => format!("{lowest} is the lowest"),
        (None, None) => "there are no hands".to_owned(),
    }
}

/// Appends the canonical text of a hand: millions of hands are many calls of a formatter.
fn push_hand(hand: &Hand, line: &mut Vec<u8>) {
    for (place, card) in hand.iter().enumerate() {
        if place > 0 {
            line.push(b' ');
        }
        line.extend_from_slice(card.rank.symbol().as_bytes());
        line.push(card.suit.letter() as u8);
    }
}
