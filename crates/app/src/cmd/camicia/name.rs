//! `croupier camicia name`: short names of deals.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_rules::camicia::Player;
use croupier_solve::camicia::DealName;
use serde::Serialize;

use super::deals;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::stream::{Source, answer_each};

/// `croupier camicia name`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier camicia name ---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---
  croupier camicia name d52-3x5rr7bdtrqt2h8

A name holds what is dealt, the number of the deal, and a sign that finds slips; it never changes. \
A name is answered by its deal, a deal by its name.")]
pub(crate) struct Name {
    /// Deals or names, each in quotes if it has blanks; `-` or nothing: standard input
    #[arg(value_name = "DEAL")]
    deals: Vec<OsString>,
    /// Read deals from a file, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "deals")]
    file: Option<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct NameAnswer {
    a: String,
    b: String,
    name: String,
    /// Text, since it can be larger than numbers are in some readers of JSON.
    rank: String,
}

impl Name {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let source = match &self.file {
            Some(file) => Source::File(file.clone()),
            None if self.deals.is_empty() || self.deals == ["-"] => Source::standard_input(),
            None => Source::Arguments(
                self.deals
                    .iter()
                    .map(|word| deals::utf8(word).map(str::to_owned))
                    .collect::<Result<_, _>>()?,
            ),
        };
        let read = |text: &str| deals::read(text).map(|state| (state, text.starts_with(['d', 'D'])));
        answer_each(&source, self.json, read, |(state, was_name), out| {
            let (name, deal) = (DealName::of(&state), state.deal());
            if self.json {
                let answer = NameAnswer {
                    a: deal.compact(Player::A),
                    b: deal.compact(Player::B),
                    name: name.to_string(),
                    rank: name.rank().to_string(),
                };
                output::write_json(&answer, out)
            } else if was_name {
                writeln!(out, "{deal}")
            } else {
                writeln!(out, "{name}")
            }
        })
    }
}
