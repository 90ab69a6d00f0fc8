//! `croupier rullete`: values of hands, all hands at once, and the hands of a value.

pub(crate) mod census;
pub(crate) mod find;
mod histogram;
mod score;

use clap::Subcommand;
use croupier_rules::rullete::Rule6;

use crate::exit::Exit;
use crate::failure::Failure;

/// The verbs of Rullete.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Values of hands: one a line, from a file, standard input, or the command line
    Score(score::Score),
    /// All 311,875,200 hands: their values, the rules that change them, the winners
    Census(census::Census),
    /// The hands that have a value
    Find(find::Find),
}

impl Verb {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self {
            Self::Score(score) => score.run(),
            Self::Census(census) => census.run(),
            Self::Find(find) => find.run(),
        }
    }
}

/// Reads the amount of `--rule6`.
pub(crate) fn rule6(amount: &str) -> Result<Rule6, String> {
    let reading = amount.parse().ok().and_then(Rule6::from_amount);
    reading.ok_or_else(|| "rule 6 takes off 121 or 112".to_owned())
}

/// A whole number with a comma before every third digit.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
