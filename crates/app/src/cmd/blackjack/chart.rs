//! `croupier blackjack chart`: the best table of hit and stand, as text, JSON or a picture.

use std::io::{self, Write};

use croupier_rules::blackjack::{Card, Hand, Total};
use croupier_solve::blackjack::{Cell, Choice, Exception, Round, Table};
use serde::Serialize;

use super::grid::Grid;
use super::odds::name;
use super::shoe::{Shoe, refused};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// The best table of hit and stand for a shoe, by totals, with what the second-best choice costs.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier blackjack chart
  croupier blackjack chart --packs 1 --exceptions 3
  croupier blackjack chart --seen 5555TTTT --svg > chart.svg

A price is what the other choice costs, in hundredths of the bet. An exception is a hand that its very cards \
make better played otherwise.")]
pub(crate) struct Chart {
    #[command(flatten)]
    shoe: Shoe,

    /// Lists the exceptions of up to so many cards.
    #[arg(long, value_name = "CARDS", default_value_t = 0, conflicts_with = "svg")]
    exceptions: u32,

    /// Prints JSON.
    #[arg(long, conflicts_with = "svg")]
    json: bool,

    /// Prints a picture.
    #[arg(long)]
    svg: bool,
}

/// Upcards as charts list them.
const UPCARDS: [&str; 10] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"];

/// The table with what goes beside it.
#[derive(Serialize)]
pub(crate) struct Answer {
    /// Ten counts, aces first.
    pub(crate) shoe: [u32; 10],
    pub(crate) ev: f64,
    pub(crate) best_ev: f64,
    pub(crate) rows: Vec<Row>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) exceptions: Vec<Excepted>,
}

/// A total against all upcards.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) total: String,
    pub(crate) cells: Vec<Against>,
}

#[derive(Serialize)]
pub(crate) struct Against {
    pub(crate) up: Card,
    pub(crate) best: &'static str,
    pub(crate) price: f64,
    pub(crate) stand: f64,
    pub(crate) hit: f64,
}

#[derive(Serialize)]
pub(crate) struct Excepted {
    pub(crate) up: Card,
    pub(crate) hand: Hand,
    pub(crate) best: &'static str,
    pub(crate) gain: f64,
}

impl Chart {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let round =
            Round::solve(&self.shoe.unseen()?, &self.shoe.switches()?).map_err(|why| refused(&why))?;
        let answer = Answer::new(&round, self.exceptions);
        let mut out = output::answer();
        if self.json {
            output::write_json(&answer, &mut out)?;
        } else if self.svg {
            write!(out, "{}", Grid(&answer))?;
        } else {
            answer.write(&mut out, self.exceptions)?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// The totals that somebody may be in doubt of: what is left out draws, or stands, everywhere.
fn totals() -> impl Iterator<Item = Total> {
    let hard = (12..=20).map(|points| Total { points, soft: false });
    hard.chain((13..=20).map(|points| Total { points, soft: true }))
}

fn row(table: &Table, total: Total) -> Option<Row> {
    let against = |letter: &str| {
        let up = Card::from_letter(letter.as_bytes()[0])?;
        let cell = table.cell(total, up)?;
        let Cell { choice, stand, hit } = cell;
        Some(Against { up, best: name(choice), price: cell.price(), stand, hit })
    };
    let cells: Vec<Against> = UPCARDS.iter().filter_map(|up| against(up)).collect();
    (!cells.is_empty()).then(|| Row { total: total.to_string(), cells })
}

impl From<&Exception> for Excepted {
    fn from(exception: &Exception) -> Self {
        let hand = exception.hand.iter().copied().collect();
        Self { up: exception.up, hand, best: name(exception.choice), gain: exception.gain }
    }
}

impl Against {
    pub(crate) fn letter(&self) -> char {
        if self.best == name(Choice::Hit) { 'H' } else { 'S' }
    }
}

impl Row {
    /// The cell of an upcard; none, where no two cards make the total.
    pub(crate) fn against(&self, up: Card) -> Option<&Against> {
        self.cells.iter().find(|against| against.up == up)
    }
}

impl Answer {
    /// The best table for a shoe, with its exceptions of up to so many cards.
    pub(crate) fn new(round: &Round, cards_max: u32) -> Self {
        let table = Table::best(round);
        Self {
            shoe: round.unseen().counts(),
            ev: table.spread().ev(),
            best_ev: round.spread().ev(),
            rows: totals().filter_map(|total| row(&table, total)).collect(),
            exceptions: table.exceptions(round, cards_max).iter().map(Excepted::from).collect(),
        }
    }

    /// The upcards that any total is played against, in the order of a chart.
    pub(crate) fn columns(&self) -> Vec<Card> {
        let ups = UPCARDS.iter().filter_map(|letter| Card::from_letter(letter.as_bytes()[0]));
        ups.filter(|&up| self.rows.iter().any(|row| row.against(up).is_some())).collect()
    }

    fn write(&self, out: &mut impl Write, cards_max: u32) -> io::Result<()> {
        let cards: u32 = self.shoe.iter().sum();
        writeln!(
            out,
            "a shoe of {cards} cards: the table gains {:+.9}, play by the very cards {:+.9}",
            self.ev, self.best_ev
        )?;
        writeln!(out, "H hits, S stands; beside it what the other costs, in hundredths of the bet\n")?;
        let columns = self.columns();
        write!(out, "{:8}", "")?;
        for up in &columns {
            write!(out, " {:>8}", up.to_string())?;
        }
        writeln!(out)?;
        for row in &self.rows {
            write!(out, "{:8}", row.total)?;
            for &up in &columns {
                match row.against(up) {
                    Some(against) => write!(out, " {} {:>6.2}", against.letter(), against.price * 100.0)?,
                    None => write!(out, " {:>8}", "-")?,
                }
            }
            writeln!(out)?;
        }
        if cards_max >= 2 {
            let count = self.exceptions.len();
            writeln!(out, "\n{count} exceptions of up to {cards_max} cards")?;
            for Excepted { up, hand, best, gain } in &self.exceptions {
                writeln!(out, "  {hand} against {up}: {best}, by {:.4} hundredths", gain * 100.0)?;
            }
        }
        Ok(())
    }
}
