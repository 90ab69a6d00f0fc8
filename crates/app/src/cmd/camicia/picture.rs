//! `croupier camicia picture`: a game as a curve of its deck sizes.

use std::ffi::OsString;
use std::io::Write as _;

use clap::Args;
use croupier_rules::camicia::{Deal, Options, Player, Rounds, play};

use super::deals;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::line_chart::{Axis, Chart, Line};
use crate::output;

/// `croupier camicia picture`
#[derive(Debug, Args)]
#[command(after_help = "Example:
  croupier camicia picture d52-3x5rr7bdtrqt2h8 > record.svg

Draws how many cards A has after each trick, until the game is over or a state comes again.")]
pub(crate) struct Picture {
    /// A deal, or its name; it may begin with `-`. `-` or nothing: standard input
    #[arg(value_name = "DEAL")]
    deal: Vec<OsString>,
}

impl Picture {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let deal = deals::one(&self.deal)?.deal();
        let mut out = output::answer();
        write!(out, "{}", chart(&deal))?;
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// A game as a curve: how many cards A has after each trick.
pub(crate) fn chart(deal: &Deal) -> Chart {
    let outcome = play(deal, Options::default());
    let mut rounds = Rounds::new(deal, &outcome);
    let mut sizes = vec![(0.0, count(rounds.hand(Player::A).len()))];
    let mut round = rounds.round();
    while rounds.advance() {
        if rounds.round() != round {
            round = rounds.round();
            sizes.push((count(sizes.len()), count(rounds.hand(Player::A).len())));
        }
    }
    Chart {
        title: format!(
            "{deal}: {} {} cards, {} tricks",
            outcome.status.name(),
            outcome.cards,
            outcome.tricks
        ),
        x: Axis { name: "tricks", from: 0.0, to: count(sizes.len() - 1).max(1.0), is_log: false },
        y: Axis { name: "cards of A", from: 0.0, to: count(deal.len()), is_log: false },
        bands: Vec::new(),
        lines: vec![Line { name: "A".to_owned(), points: sizes, is_dashed: false }],
    }
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
fn count(number: usize) -> f64 {
    number as f64
}
