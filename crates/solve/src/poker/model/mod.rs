//! What a player does, from what was seen of it.
//!
//! A [`Model`] holds four habits of a player: its bids of round 1 by card, whom it pays in a check, its bids of round 2,
//! and nothing else: it is taken to play each deal alike. Every figure is a share of what was counted, drawn to a plain
//! player's figure while little was counted (a Dirichlet prior), so each has an error bar ([`Share`]).
//!
//! Thin counts are pooled with their nearest: a price with the next prices in a pot of that size, those with all pots by
//! the share of the pot that the price comes to, and those with a player of the temper that all answers of the round
//! show; a level of round 2 with the nearest levels. What was counted often enough stands by itself. Sizes are
//! never put in classes.

mod calls;
mod change;
mod played;
mod share;
mod sizes;
mod tell;
mod temper;

pub use calls::Price;
pub use change::{Change, LEVEL};
pub use played::{Conduct, Played, Stand, Witness};
pub use share::Share;
pub use tell::{Habit, Tell, tells};

use croupier_rules::poker::Round;

use self::calls::Calls;
use self::sizes::{FirstBids, SecondBids};
use super::grid::Limits;
use super::showdown::{HANDS, Range};
use super::spot::Bid;

/// A bid with its chance by card.
pub type BidChance = (Bid, Range);

/// What a player does: fitted to what was seen, and fixed.
#[derive(Debug)]
pub struct Model {
    limits: Limits,
    first: FirstBids,
    second: SecondBids,
    calls: Calls,
}

/// What was seen of a player in one deal, with the weight of each card that it may have held: the weights of a deal sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// What it did.
    pub conduct: Conduct,
    /// The weight of each card; all of it on one card that is known.
    pub cards: Range,
}

/// The bids of one decision that a model tells apart: the rest is put to the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support(pub usize);

impl Sighting {
    /// With a card that is known.
    pub fn of(card: u8, conduct: Conduct) -> Self {
        let mut cards = [0.0; HANDS];
        cards[usize::from(card)] = 1.0;
        Self { conduct, cards }
    }

    /// The same, counted so many times.
    #[must_use]
    pub fn times(self, weight: f32) -> Self {
        Self { cards: self.cards.map(|card| card * weight), ..self }
    }
}

impl Model {
    /// Of a player that was seen so; of a plain one if nothing was seen. At most `support` bids are told apart at a decision.
    pub fn fit(limits: Limits, seen: impl IntoIterator<Item = Sighting>, support: Support) -> Self {
        let mut first = FirstBids::new(limits, support);
        let mut second = SecondBids::new(limits, support);
        let mut calls = Calls::new(limits);
        for Sighting { conduct, cards } in seen {
            first.count(conduct.first, &cards);
            if let Some((price, pays)) = conduct.first_call {
                calls.count(price, pays, &cards);
            }
            if let Some((stand, bid)) = conduct.second {
                second.count(stand, bid, &cards);
            }
            if let Some((price, pays)) = conduct.second_call {
                calls.count(price, pays, &cards);
            }
        }
        first.fit();
        second.fit();
        calls.fit();
        Self { limits, first, second, calls }
    }

    /// The limits of its bids.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The bids of round 1 that it makes, with the chance of each by card.
    pub fn first_bids(&self) -> &[BidChance] {
        self.first.support()
    }

    /// How often it bid so in round 1, with that card.
    pub fn first_share(&self, bid: Bid, card: u8) -> Share {
        self.first.share(bid, card.into())
    }

    /// Every bid of round 1 that it was seen to make with a card, with its share; the least first.
    pub fn first_seen(&self, card: u8) -> Vec<(Bid, Share)> {
        self.first.seen(card.into())
    }

    /// How likely a bid of round 1 is by card: above 0 for any bid.
    pub fn first_likelihood(&self, bid: Bid) -> Range {
        self.first.likelihood(bid)
    }

    /// The bids of round 2 that it makes, with the chance of each by card.
    pub fn second_bids(&self, stand: Stand) -> &[BidChance] {
        self.second.support(stand)
    }

    /// How likely a bid of round 2 is by card: above 0 for any bid.
    pub fn second_likelihood(&self, stand: Stand, bid: Bid) -> Range {
        self.second.likelihood(stand, bid)
    }

    /// The chance of paying by card.
    pub fn pays(&self, price: &Price) -> Range {
        self.calls.pays(price)
    }

    /// The same for one card, with its error bar: what was counted at this price, or near it.
    pub fn pay_share(&self, price: &Price, card: u8) -> Share {
        self.calls.share(price, card.into())
    }

    /// How likely it is by card to have done all this, up to a factor that is the same for each card.
    pub fn likelihood(&self, conduct: &Conduct) -> Range {
        let mut likely = self.first_likelihood(conduct.first);
        let mut times = |chance: Range| {
            for (likely, chance) in likely.iter_mut().zip(chance) {
                *likely *= chance;
            }
        };
        for (price, pays) in [conduct.first_call, conduct.second_call].into_iter().flatten() {
            let paying = self.pays(&price);
            times(if pays { paying } else { paying.map(|paying| 1.0 - paying) });
        }
        if let Some((stand, bid)) = conduct.second {
            times(self.second_likelihood(stand, bid));
        }
        likely
    }

    /// The chance of each card of a seat that has done this, by Bayes.
    pub fn cards(&self, conduct: &Conduct) -> Range {
        let likely = self.likelihood(conduct);
        let sum: f32 = likely.iter().sum();
        if sum > 0.0 { likely.map(|likely| likely / sum) } else { super::plan::DEALT_RANGES[0] }
    }
}

/// The place of a round in a table.
fn at(round: Round) -> usize {
    match round {
        Round::First => 0,
        Round::Second => 1,
    }
}
