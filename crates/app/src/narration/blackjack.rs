//! The betting contest of blackjack: one line a hand.

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
        writeln!(
            out,
            "{:>6} {:>12}  {:<10} {:>8}  {:<10} {:>8} {:>12} {:>12}",
            self.hand,
            self.bet,
            hand.to_string(),
            hand.total().to_string(),
            dealer.to_string(),
            dealer.total().to_string(),
            "-",
            evening.money()
        )
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
        writeln!(
            out,
            "{:>6} {:>12}  {:<10} {:>8}  {:<10} {:>8} {:>12} {:>12}",
            self.hand,
            self.bet,
            hand.to_string(),
            hand.total().to_string(),
            dealer.to_string(),
            dealer.total().to_string(),
            after.payout(),
            after.money()
        )
    }
}

impl Teller<Rules> for Blackjack {
    fn start(&mut self, out: &mut dyn Write, game: u32) -> io::Result<()> {
        (self.evening, self.hand, self.shoe, self.open) = (game, 0, None, None);
        if self.manner.json {
            return Ok(());
        }
        writeln!(out, "evening {game}")?;
        writeln!(
            out,
            "{:>6} {:>12}  {:<10} {:>8}  {:<10} {:>8} {:>12} {:>12}",
            "hand", "bet", "cards", "total", "dealer", "total", "payout", "money"
        )
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
