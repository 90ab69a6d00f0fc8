//! `croupier camicia play`: how deals end.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_rules::camicia::{Card, Deal, Outcome, Player, Rounds, Simulation};
use croupier_rules::card::Shown;
use serde::Serialize;

use super::answer::Answer;
use super::deals::{read_any, utf8};
use super::repeat::Repeat;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::stream::{Source, answer_each};

/// `croupier camicia play`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier camicia play -J-/--J-
  croupier camicia play --trace \"2 A 7 8 Q 10 / 3 4 5 6 K 9 J\"
  croupier camicia play --json --file deals.txt

A deal is two hands from the top with / or | between them. A hand is compact (-J2A10; - is any number card), \
or cards with blanks or commas between them. Two compact hands may also stand side by side: -J- --J-. \
The name of a deal (d52-...) may stand for it.")]
pub(crate) struct Play {
    /// Deals, each in quotes if it has blanks; they may begin with `-`. `-` or nothing: standard input
    #[arg(value_name = "DEAL")]
    deals: Vec<OsString>,
    /// Read deals from a file, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "deals", allow_hyphen_values = true)]
    file: Option<PathBuf>,
    /// Print the round table: each card, with the hands, the pile, and who owes how much
    #[arg(long)]
    trace: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    repeat: Repeat,
}

/// A row of the round table with `--json`; the cards as they were given.
#[derive(Serialize)]
struct Row {
    round: u64,
    a: String,
    b: String,
    pile: String,
    debt: Option<DebtAnswer>,
}

#[derive(Serialize)]
struct DebtAnswer {
    player: String,
    cards: u8,
}

impl Play {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let source = match &self.file {
            Some(file) => Source::File(file.clone()),
            None => source(&self.deals)?,
        };
        let options = self.repeat.options();
        let mut simulation = Simulation::default();
        answer_each(&source, self.json, read_any, |deal, out| {
            let outcome = simulation.play(&deal, options);
            match (self.trace, self.json) {
                (true, true) => write_json_rows(&deal, &outcome, out)?,
                (true, false) => write_table(&deal, &outcome, out)?,
                (false, _) => {}
            }
            if self.json {
                output::write_json(&Answer::new(&deal, &outcome), out)
            } else {
                writeln!(out, "{} {} {}", outcome.status.name(), outcome.cards, outcome.tricks)
            }
        })
    }
}

fn write_json_rows(deal: &Deal, outcome: &Outcome, out: &mut impl Write) -> io::Result<()> {
    for_each_row(deal, outcome, |rounds| {
        let debt =
            rounds.debt().map(|debt| DebtAnswer { player: debt.player.to_string(), cards: debt.cards });
        let row = Row {
            round: rounds.round(),
            a: joined(rounds.hand(Player::A), ""),
            b: joined(rounds.hand(Player::B), ""),
            pile: joined(rounds.pile(), ""),
            debt,
        };
        output::write_json(&row, out)
    })
}

/// Larger deals are printed without blanks between the cards, so that a row fits a screen.
const SPACED_CARDS_MAX: usize = 24;

fn write_table(deal: &Deal, outcome: &Outcome, out: &mut impl Write) -> io::Result<()> {
    const HEADS: [&str; 4] = ["round", "A", "B", "pile"];
    let blank = if deal.len() <= SPACED_CARDS_MAX { " " } else { "" };
    let mut widths = HEADS.map(str::len);
    for_each_row(deal, outcome, |rounds| {
        for (width, cell) in widths.iter_mut().zip(cells(rounds, blank)) {
            *width = cell.len().max(*width);
        }
        Ok(())
    })?;
    let mut write_row = |cells: [String; 4], owes: &str| {
        for (cell, width) in cells.iter().zip(widths) {
            write!(out, "{cell:width$}  ")?;
        }
        writeln!(out, "{owes}")
    };
    write_row(HEADS.map(str::to_owned), "owes")?;
    for_each_row(deal, outcome, |rounds| {
        let owes = rounds.debt().map_or("-".to_owned(), |debt| format!("{}: {}", debt.player, debt.cards));
        write_row(cells(rounds, blank), &owes)
    })
}

fn for_each_row(
    deal: &Deal,
    outcome: &Outcome,
    mut write: impl FnMut(&Rounds) -> io::Result<()>,
) -> io::Result<()> {
    let mut rounds = Rounds::new(deal, outcome);
    write(&rounds)?;
    while rounds.advance() {
        write(&rounds)?;
    }
    Ok(())
}

fn cells(rounds: &Rounds, blank: &str) -> [String; 4] {
    let cards = |cards: String| if cards.is_empty() { "-".to_owned() } else { cards };
    [
        rounds.round().to_string(),
        cards(joined(rounds.hand(Player::A), blank)),
        cards(joined(rounds.hand(Player::B), blank)),
        cards(joined(rounds.pile(), blank)),
    ]
}

fn joined(cards: impl Iterator<Item = Card>, blank: &str) -> String {
    let mut text = String::new();
    for (place, card) in cards.enumerate() {
        if place > 0 {
            text += blank;
        }
        text += &card.to_string();
    }
    text
}

/// What stands after one of these is its value, whatever it looks like.
const OPTIONS_WITH_VALUES: [&str; 3] = ["--file", "--max-cards", "--state"];

/// Sets a blank before each argument that is a deal beginning with `-`, so that it is not taken for an option.
/// A blank there means nothing in a deal.
pub(crate) fn shield_deals(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|verb| verb == "camicia") {
        let mut is_value = false;
        for argument in &mut arguments[2..] {
            if !is_value && argument.to_str().is_some_and(is_deal_with_dash) {
                let mut shielded = OsString::from(" ");
                shielded.push(&*argument);
                *argument = shielded;
            }
            is_value = OPTIONS_WITH_VALUES.iter().any(|option| *argument == **option);
        }
    }
    arguments
}

/// `-` alone is standard input, and `--` ends the options. A word that is made of cards is no option, and neither is
/// one that no option looks like: then the message should say what is wrong with the deal.
fn is_deal_with_dash(word: &str) -> bool {
    let Some(rest) = word.strip_prefix('-') else { return false };
    let is_made_of_cards = rest.bytes().all(|sign| b"-0123456789TtJjQqKkAa/|, ".contains(&sign));
    let is_option = match rest.strip_prefix('-').unwrap_or(rest).as_bytes() {
        [letter, next, ..] => {
            rest.starts_with('-') && letter.is_ascii_lowercase() && next.is_ascii_lowercase()
        }
        _ => true,
    };
    word != "-" && word != "--" && (is_made_of_cards || !is_option)
}

/// No hand begins as the name of a deal does.
fn is_name(word: &str) -> bool {
    word.starts_with(['d', 'D'])
}

/// Tells deals on the command line. Two words without a separator are the two hands of one deal, and a separator
/// that is a word of its own makes one deal of all words.
fn source(words: &[OsString]) -> Result<Source, Failure> {
    if words.is_empty() || words == ["-"] {
        return Ok(Source::standard_input());
    }
    let words = words.iter().map(|word| utf8(word)).collect::<Result<Vec<&str>, Failure>>()?;
    if let [word] = words[..]
        && read_any(word).is_err()
        && Path::new(word).is_file()
    {
        return Err(Failure::usage(format!("{} is a file", Shown(word)))
            .hint(format!("write: croupier camicia play --file {word}")));
    }
    let is_one_deal = words.iter().any(|&word| word == "/" || word == "|")
        || words.len() == 2
            && !words.iter().any(|word| word.contains(['/', '|', ' ', '\t']) || is_name(word));
    if is_one_deal {
        return Ok(Source::Arguments(vec![words.join(" ")]));
    }
    Ok(Source::Arguments(words.into_iter().map(str::to_owned).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_that_begin_with_a_dash_are_told_from_options() {
        for deal in
            ["-J-/--J-", "--J-/-", "-J-", "-- -", "--j-/q", "-A", "-Jx/-", "--/J", "--kat|-", "--J\u{200b}/-"]
        {
            assert!(is_deal_with_dash(deal), "{deal}");
        }
        for other in
            ["-", "--", "--json", "--jsn", "--max-cards=5", "--file=a/b", "-h", "-V", "-x", "J-/-", "--x"]
        {
            assert!(!is_deal_with_dash(other), "{other}");
        }
    }
}
