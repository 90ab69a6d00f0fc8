//! Who takes the stakes.

use super::{Deal, End, OddChip, Rules, SEATS, Stage, by_seat};
use crate::chips::Chips;
use crate::game::Nets;
use crate::seat::Seats;

/// What each seat has won or lost in a deal that is over.
pub(super) fn nets(rules: &Rules, deal: &Deal) -> Option<Nets> {
    let Stage::Over(end) = deal.stage() else { return None };
    Some(match end {
        End::Void => by_seat(|_| Chips::ZERO),
        End::Last => shared(rules, deal, deal.live()),
        End::Showdown => shared(rules, deal, highest(deal)),
    })
}

/// The live seats with the highest card.
fn highest(deal: &Deal) -> Seats {
    let card = |seat: crate::seat::Seat| deal.cards()[seat.index()];
    let best = deal.live().iter().map(card).max();
    deal.live().iter().filter(|&seat| Some(card(seat)) == best).collect()
}

/// All stakes go to the winners in equal parts.
fn shared(rules: &Rules, deal: &Deal, winners: Seats) -> Nets {
    let stakes = deal.stakes();
    let pot: Chips = stakes.iter().map(|&stake| Chips::whole(stake.into())).sum();
    let heads = i64::try_from(winners.len()).expect("a table has three seats");
    // Two winners may have to halve a chip. Three winners all stand at the level: no remainder.
    let part = match rules.odd_chip {
        OddChip::Exact => Chips::from_halves(pot.halves() / heads),
        OddChip::Floor => Chips::whole(pot.halves() / 2 / heads),
    };
    debug_assert!(winners.len() < SEATS || stakes.iter().all(|&stake| stake == stakes[0]));
    by_seat(|seat| {
        let won = if winners.contains(seat) { part } else { Chips::ZERO };
        won - Chips::whole(stakes[seat.index()].into())
    })
}
