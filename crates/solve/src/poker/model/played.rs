//! A deal as it went, as the referee or a seat has seen it.

use croupier_rules::game::Step;
use croupier_rules::poker::{Action, Deal, News, Round, Rules, SEATS, Stage};
use croupier_rules::seat::Seats;

use super::calls::Price;
use crate::poker::grid::{Due, Limits, State};
use crate::poker::spot::Bid;

/// A deal as it went. What was not asked, or not seen, is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The cards by seat.
    pub cards: [Option<u8>; SEATS],
    /// The bids of round 1; none is a foul.
    pub first: [Bid; SEATS],
    /// Who paid in the first check.
    pub first_calls: [Option<bool>; SEATS],
    /// The bids of round 2, of those who were asked.
    pub second: [Option<Bid>; SEATS],
    /// Who paid in the last check.
    pub second_calls: [Option<bool>; SEATS],
}

/// What one player did in a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conduct {
    /// Its bid of round 1.
    pub first: Bid,
    /// What it was asked in the first check, and whether it paid.
    pub first_call: Option<(Price, bool)>,
    /// Where it stood before its bid of round 2, and the bid.
    pub second: Option<(Stand, Bid)>,
    /// What it was asked in the last check, and whether it paid.
    pub second_call: Option<(Price, bool)>,
}

/// Where a seat stands before it bids in round 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stand {
    /// The other live seats, 1 or 2.
    pub rivals: u8,
    /// The level of round 1, in chips.
    pub level: u16,
}

impl Stand {
    /// Of a live seat at the bids of round 2.
    pub fn of(state: &State) -> Self {
        let rivals = u8::try_from(state.live().saturating_sub(1)).expect("a table has three seats");
        Self { rivals: rivals.max(1), level: state.level() }
    }
}

impl Played {
    /// Takes a step down, as the referee takes it.
    pub fn note(&mut self, before: &Deal, step: &Step<Rules>) {
        match step {
            Step::Draw(card) => {
                if before.stage() == Stage::Dealing
                    && let Some(place) = self.cards.iter_mut().find(|card| card.is_none())
                {
                    *place = Some(*card);
                }
            }
            Step::Act(acts) => {
                for (seat, action) in acts {
                    let seat = seat.index();
                    match (before.stage(), action) {
                        (Stage::Bid(Round::First), Action::Bid(bid)) => self.first[seat] = Some(*bid),
                        (Stage::Bid(Round::Second), Action::Bid(bid)) => self.second[seat] = Some(Some(*bid)),
                        (Stage::Bid(Round::Second), Action::Foul) => self.second[seat] = Some(None),
                        (Stage::Check(Round::First), Action::Call(pays)) => {
                            self.first_calls[seat] = Some(*pays);
                        }
                        (Stage::Check(Round::Second), Action::Call(pays)) => {
                            self.second_calls[seat] = Some(*pays);
                        }
                        // A foul of round 1 is a bid that is not there.
                        _ => {}
                    }
                }
            }
        }
    }

    /// After the bids of round 1.
    pub fn opened(&self, limits: Limits) -> State {
        let stakes = self.first.map(|bid| bid.unwrap_or(limits.min));
        State::after_bids(Round::First, stakes, self.first.map(|bid| bid.is_some()), limits.max)
    }

    /// After the first check.
    pub fn called(&self, limits: Limits) -> State {
        let opened = self.opened(limits);
        match opened.due {
            Due::Calls(_) => {
                let pays = |seat: usize| self.first_calls[seat] == Some(true);
                opened.with_calls(Round::First, pays, limits.max)
            }
            Due::Bids(_) | Due::Over => opened,
        }
    }

    /// After the bids of round 2.
    pub fn bid(&self, limits: Limits) -> State {
        let called = self.called(limits);
        if called.due != Due::Bids(Round::Second) {
            return called;
        }
        let bids = self.second.map(Option::flatten);
        let level = called.level();
        let stakes = std::array::from_fn(|seat| {
            if called.is_live[seat] { bids[seat].unwrap_or(level) } else { called.stakes[seat] }
        });
        let is_live = std::array::from_fn(|seat| called.is_live[seat] && bids[seat].is_some());
        State::after_bids(Round::Second, stakes, is_live, limits.max)
    }

    /// What the player of a seat did.
    pub fn conduct(&self, seat: usize, limits: Limits) -> Conduct {
        let (opened, called, bid) = (self.opened(limits), self.called(limits), self.bid(limits));
        let asked = |state: &State, round: Round, answer: Option<bool>| {
            let due = state.due == Due::Calls(round) && state.is_below(seat);
            answer.filter(|_| due).map(|pays| (Price::of(state, seat), pays))
        };
        let bids = called.due == Due::Bids(Round::Second) && called.is_live[seat];
        Conduct {
            first: self.first[seat],
            first_call: asked(&opened, Round::First, self.first_calls[seat]),
            second: self.second[seat].filter(|_| bids).map(|bid| (Stand::of(&called), bid)),
            second_call: asked(&bid, Round::Second, self.second_calls[seat]),
        }
    }
}

/// A seat that follows the notices of a deal.
#[derive(Clone, Copy, Debug)]
pub struct Witness {
    seat: usize,
    limits: Limits,
    played: Played,
}

impl Witness {
    /// At a seat, 0 to 2.
    pub fn new(seat: usize, limits: Limits) -> Self {
        Self { seat, limits, played: Played::default() }
    }

    /// The deal so far. Folded cards stay unseen, and a fold with the least bid may have been a foul.
    pub fn played(&self) -> &Played {
        &self.played
    }

    /// Takes notice. The net of the seat in chips when the deal is over.
    pub fn learn(&mut self, news: &News) -> Option<f64> {
        match news {
            News::Hand(card) => {
                self.played = Played::default();
                self.played.cards[self.seat] = Some(*card);
            }
            News::Bets(Round::First, stakes) => self.played.first = stakes.map(Some),
            News::Live(Round::First, live) => {
                let opened = self.played.opened(self.limits);
                for seat in 0..SEATS {
                    match (opened.is_below(seat), holds(*live, seat)) {
                        (true, pays) => self.played.first_calls[seat] = Some(pays),
                        // Nobody is told of a foul: who stood at the level and is out has committed one.
                        (false, false) => self.played.first[seat] = None,
                        (false, true) => {}
                    }
                }
            }
            News::Bets(Round::Second, stakes) => {
                let called = self.played.called(self.limits);
                if called.due == Due::Bids(Round::Second) {
                    for seat in (0..SEATS).filter(|&seat| called.is_live[seat]) {
                        self.played.second[seat] = Some(Some(stakes[seat]));
                    }
                }
            }
            News::Live(Round::Second, live) => {
                let called = self.played.called(self.limits);
                let bid = self.played.bid(self.limits);
                if called.due == Due::Bids(Round::Second) {
                    for seat in (0..SEATS).filter(|&seat| called.is_live[seat]) {
                        match (bid.is_below(seat), holds(*live, seat)) {
                            (true, pays) => self.played.second_calls[seat] = Some(pays),
                            (false, false) => self.played.second[seat] = Some(None),
                            (false, true) => {}
                        }
                    }
                }
            }
            News::Showdown(cards) => {
                for (known, shown) in self.played.cards.iter_mut().zip(cards) {
                    *known = known.or(*shown);
                }
            }
            News::Result(nets) => return nets.get(self.seat).map(|net| net.as_f64()),
        }
        None
    }
}

fn holds(live: Seats, seat: usize) -> bool {
    live.iter().any(|at| at.index() == seat)
}
