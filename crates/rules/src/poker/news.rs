//! What a seat learns: its card, and after each stage what everybody may know (ruling 26).

use super::{Deal, End, Round, Rules, SEATS, Stage};
use crate::game::{Game, Nets, Step};
use crate::seat::{Seat, Seats};

/// One notice to one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// The seat's own card.
    Hand(u8),
    /// What each seat has in after the bids of a round, in chips.
    Bets(Round, [u16; SEATS]),
    /// Who is still live after the check of a round.
    Live(Round, Seats),
    /// The cards of the live seats; three `None` if fewer than two are live.
    Showdown([Option<u8>; SEATS]),
    /// What each seat has won or lost in this deal.
    Result(Nets),
}

/// All notices go to all seats, folded or not, also for a stage that was skipped.
pub(super) fn after(rules: &Rules, deal: &Deal, step: &Step<Rules>, seat: Seat, tell: &mut dyn FnMut(News)) {
    if let Step::Draw(card) = step {
        if deal.receiver() == Some(seat) {
            tell(News::Hand(*card));
        }
        return;
    }
    let passed = |stage: Stage| deal.left().order() <= stage.order() && stage.order() < deal.stage().order();
    for round in [Round::First, Round::Second] {
        if passed(Stage::Bid(round)) {
            tell(News::Bets(round, deal.stakes()));
        }
        if passed(Stage::Check(round)) {
            tell(News::Live(round, deal.live()));
        }
    }
    if let Stage::Over(end) = deal.stage() {
        tell(News::Showdown(shown(deal, end)));
        tell(News::Result(rules.net(deal).expect("a deal that is over is settled")));
    }
}

fn shown(deal: &Deal, end: End) -> [Option<u8>; SEATS] {
    let mut cards = [None; SEATS];
    if end == End::Showdown {
        for seat in deal.live().iter() {
            cards[seat.index()] = Some(deal.cards()[seat.index()]);
        }
    }
    cards
}
