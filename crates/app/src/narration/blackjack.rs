//! The betting contest of blackjack: one line a hand.

use std::fmt::Display;
use std::io::{self, Write};

use croupier_rules::blackjack::{Action, Evening, Rules, Stage};
use croupier_rules::game::Step;
use serde_json::json;

use super::{Manner, Passage, Teller};

/// Tells hands.
pub(super) struct Blackjack {
    manner: Manner,
    evening: u32,
    hand: u32,
    shoe: Option<u32>,
    bet: i64,
    moves: Vec<&'static str>,
    /// The hand in play, as far as it has come.
    open: Option<Evening>,
}

impl Blackjack {
    pub(super) fn new(manner: Manner) -> Self {
        Self { manner, evening: 0, hand: 0, shoe: None, bet: 0, moves: Vec::new(), open: None }
    }

    /// A hand that a fault broke off: nothing was paid out, and the dealer drew no card.
    fn broken_hand(&self, out: &mut dyn Write, evening: &Evening) -> io::Result<()> {
        let (hand, dealer) = (evening.hand(), evening.dealer());
        if self.manner.json {
            let line = json!({
                "evening": self.evening, "hand": self.hand, "bet": self.bet,
                "up": dealer.first(), "cards": hand.to_vec(), "moves": self.moves, "money": evening.money(),
            });
            return writeln!(out, "{line}");
        }
        self.row(out, evening, &"-")
    }

    fn hand_is_over(&self, out: &mut dyn Write, after: &Evening) -> io::Result<()> {
        let (hand, dealer) = (after.hand(), after.dealer());
        if self.manner.json {
            let line = json!({
                "evening": self.evening, "hand": self.hand, "bet": self.bet,
                "up": dealer[0], "cards": hand.to_vec(), "moves": self.moves, "dealer": dealer[1..].to_vec(),
                "total": hand.total().points, "dealer_total": dealer.total().points,
                "payout": after.payout(), "money": after.money(),
            });
            return writeln!(out, "{line}");
        }
        self.row(out, after, &after.payout())
    }

    fn row(&self, out: &mut dyn Write, evening: &Evening, payout: &dyn Display) -> io::Result<()> {
        let (hand, dealer) = (evening.hand(), evening.dealer());
        let cells: [&dyn Display; 8] =
            [&self.hand, &self.bet, &hand, &hand.total(), &dealer, &dealer.total(), payout, &evening.money()];
        columns(out, cells.map(ToString::to_string))
    }
}

/// A line of the table of hands.
fn columns(out: &mut dyn Write, cells: [impl Display; 8]) -> io::Result<()> {
    let [hand, bet, cards, total, dealer, dealer_total, payout, money] = cells;
    writeln!(
        out,
        "{hand:>6} {bet:>12}  {cards:<10} {total:>8}  {dealer:<10} {dealer_total:>8} {payout:>12} {money:>12}"
    )
}

impl Teller<Rules> for Blackjack {
    fn start(&mut self, out: &mut dyn Write, game: u32) -> io::Result<()> {
        (self.evening, self.hand, self.shoe, self.open) = (game, 0, None, None);
        if self.manner.json {
            return Ok(());
        }
        writeln!(out, "evening {game}")?;
        columns(out, ["hand", "bet", "cards", "total", "dealer", "total", "payout", "money"])
    }

    fn step(
        &mut self,
        out: &mut dyn Write,
        Passage { before, step, after }: Passage<'_, Rules>,
    ) -> io::Result<()> {
        if before.stage() == Stage::Bet {
            self.hand += 1;
            self.moves.clear();
            if self.shoe.replace(before.shoe_number()).is_some_and(|shoe| shoe != before.shoe_number()) {
                if self.manner.json {
                    writeln!(out, "{}", json!({ "evening": self.evening, "shuffle": before.shoe_number() }))?;
                } else {
                    writeln!(out, "{:>6} shuffle", "")?;
                }
            }
        }
        let is_over = matches!(after.stage(), Stage::Bet | Stage::Over(_));
        self.open = (!is_over).then(|| after.clone());
        match step {
            Step::Act(acts) => match acts[0].1 {
                Action::Bet(bet) => self.bet = bet,
                Action::Hit => self.moves.push("hit"),
                Action::Stand => self.moves.push("stand"),
            },
            Step::Draw(_) => {
                if is_over {
                    self.hand_is_over(out, after)?;
                }
            }
        }
        Ok(())
    }

    fn before_fault(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.open.take() {
            Some(evening) => self.broken_hand(out, &evening),
            None => Ok(()),
        }
    }

    fn over(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
