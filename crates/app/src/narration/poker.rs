//! Algorithmic poker: one line a deal, the stages from left to right.

use std::io::{self, Write};

use croupier_rules::game::{Game, Step};
use croupier_rules::poker::{Action, Deal, End, Round, Rules, SEATS, Stage};
use serde_json::{Value, json};

use super::{Manner, Passage, Teller, signed};

/// Tells deals.
pub(super) struct Poker {
    rules: Rules,
    manner: Manner,
    game: u32,
    acts: [[Option<Action>; SEATS]; 4],
    last: Option<Deal>,
}

impl Poker {
    pub(super) fn new(rules: Rules, manner: Manner) -> Self {
        Self { rules, manner, game: 0, acts: [[None; SEATS]; 4], last: None }
    }

    /// Whether the card of a seat is told: all cards, or the own one and those that were shown.
    fn tells_card(&self, deal: &Deal, seat: usize) -> bool {
        let shown =
            deal.stage() == Stage::Over(End::Showdown) && deal.live().iter().any(|live| live.index() == seat);
        self.manner.seat.is_none_or(|own| own.index() == seat) || shown
    }
}

/// The place of a stage among the four that seats act in.
fn place(stage: Stage) -> Option<usize> {
    match stage {
        Stage::Bid(Round::First) => Some(0),
        Stage::Check(Round::First) => Some(1),
        Stage::Bid(Round::Second) => Some(2),
        Stage::Check(Round::Second) => Some(3),
        Stage::Dealing | Stage::Over(_) => None,
    }
}

impl Teller<Rules> for Poker {
    fn start(&mut self, out: &mut dyn Write, game: u32) -> io::Result<()> {
        self.game = game;
        self.acts = [[None; SEATS]; 4];
        if !self.manner.json && (game == 1 || self.manner.game.is_some()) {
            writeln!(
                out,
                "{:>5}  {:<6} {:<12} {:<12} {:<12} {:<12} {:<22} end",
                "deal", "cards", "bids 1", "check 1", "bids 2", "check 2", "winnings"
            )?;
        }
        Ok(())
    }

    fn step(
        &mut self,
        _: &mut dyn Write,
        Passage { before, step, after }: Passage<'_, Rules>,
    ) -> io::Result<()> {
        if let (Step::Act(acts), Some(place)) = (step, place(before.stage())) {
            for (seat, action) in acts {
                self.acts[place][seat.index()] = Some(*action);
            }
        }
        self.last = Some(after.clone());
        Ok(())
    }

    fn over(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let deal = self.last.take().expect("a deal that is over has taken steps");
        let Stage::Over(end) = deal.stage() else { unreachable!("the deal is over") };
        let nets = self.rules.net(&deal).expect("a deal that is over is settled");
        let card = |seat: usize| self.tells_card(&deal, seat).then(|| deal.cards()[seat]);
        if self.manner.json {
            let stage = |place: usize| self.acts[place].map(value);
            let line = json!({
                "deal": self.game,
                "cards": [card(0), card(1), card(2)],
                "bet1": stage(0), "call1": stage(1), "bet2": stage(2), "call2": stage(3),
                "winnings": nets.as_slice(), "end": end.to_string(),
            });
            return writeln!(out, "{line}");
        }
        let cards = [0, 1, 2].map(|seat| card(seat).map_or("?".into(), |card| card.to_string())).join(" ");
        let stages = self.acts.map(|acts| acts.map(word).join(" "));
        let [bids_1, check_1, bids_2, check_2] = stages;
        let winnings = nets.iter().map(|net| signed(*net)).collect::<Vec<_>>().join(" ");
        writeln!(
            out,
            "{:>5}  {cards:<6} {bids_1:<12} {check_1:<12} {bids_2:<12} {check_2:<12} {winnings:<22} {end}",
            self.game
        )
    }
}

fn word(action: Option<Action>) -> String {
    match action {
        None => "-".into(),
        Some(Action::Bid(total)) => total.to_string(),
        Some(Action::Foul) => "foul".into(),
        Some(Action::Call(true)) => "yes".into(),
        Some(Action::Call(false)) => "no".into(),
    }
}

fn value(action: Option<Action>) -> Value {
    match action {
        None | Some(Action::Foul) => Value::Null,
        Some(Action::Bid(total)) => total.into(),
        Some(Action::Call(call)) => call.into(),
    }
}
