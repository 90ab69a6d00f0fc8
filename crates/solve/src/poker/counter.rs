//! A seat that plays the best response to two models.

use std::sync::Arc;

use croupier_rules::poker::{Action, Choices, News, Round, SEATS};

use super::grid::Due;
use super::model::{Model, Witness};
use super::reply::{Reply, Standing, Tries, Worth};
use super::showdown::HANDS;
use super::spot::Bid;

/// Plays the best response: the bids of round 1 are given, all later choices are worked out when they are due.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Of the next seat, and of the one after it.
    rivals: [Arc<Model>; 2],
    first: [u16; HANDS],
    tries: Tries,
    seat: usize,
    witness: Witness,
}

impl Counter {
    /// At a seat, 0 to 2, against the models of the next seat and of the one after it, with a bid of round 1 for each card.
    pub fn new(seat: usize, rivals: [Arc<Model>; 2], first: [u16; HANDS], tries: Tries) -> Self {
        let witness = Witness::new(seat, rivals[0].limits());
        Self { rivals, first, tries, seat, witness }
    }

    /// Takes notice.
    pub fn learn(&mut self, news: &News) {
        self.witness.learn(news);
    }

    /// Answers a question.
    pub fn choose(&self, choices: &Choices) -> Action {
        let card = self.witness.played().cards[self.seat].map_or(0, usize::from);
        let reply = Reply::to([&self.rivals[0], &self.rivals[1]], self.tries);
        match *choices {
            Choices::Bid { round: Round::First, min, max } => Action::Bid(self.first[card].clamp(min, max)),
            Choices::Bid { round: Round::Second, min, max } => {
                let standing = self.called(&reply);
                let bid = match standing.state.due {
                    Due::Bids(Round::Second) => best_bid(&reply.second_bids(&standing), card),
                    Due::Bids(Round::First) | Due::Calls(_) | Due::Over => min,
                };
                Action::Bid(bid.clamp(min, max))
            }
            // Which bids of round 2 are tried after it changes little of what a call is worth.
            Choices::Call { round: Round::First, .. } => {
                let reply = Reply::to([&self.rivals[0], &self.rivals[1]], Tries::Some);
                pays(&reply.calls(&self.opened(&reply)), card)
            }
            Choices::Call { round: Round::Second, .. } => {
                let bids = self.turned(&self.witness.played().second).map(Option::flatten);
                let standing = reply.bid(&self.called(&reply), bids);
                pays(&reply.calls(&standing), card)
            }
        }
    }

    fn opened(&self, reply: &Reply<'_, 1>) -> Standing<1> {
        let bids: [Bid; SEATS] = self.turned(&self.witness.played().first);
        reply.opened(bids)
    }

    fn called(&self, reply: &Reply<'_, 1>) -> Standing<1> {
        let calls = self.turned(&self.witness.played().first_calls);
        reply.called(&self.opened(reply), calls.map(|pays| pays == Some(true)))
    }

    /// By seat as the response sees it: its own first.
    fn turned<T: Copy>(&self, by_seat: &[T; SEATS]) -> [T; SEATS] {
        std::array::from_fn(|place| by_seat[(self.seat + place) % SEATS])
    }
}

fn pays(values: &[Worth<1>; 2], card: usize) -> Action {
    Action::Call(values[1][0][card] > values[0][0][card])
}

/// The best of them; of those that are worth the same, the least.
fn best_bid(worths: &[(u16, Worth<1>)], card: usize) -> u16 {
    let best = worths
        .iter()
        .max_by(|(bid_a, a), (bid_b, b)| a[0][card].total_cmp(&b[0][card]).then(bid_b.cmp(bid_a)));
    best.map_or(0, |(bid, _)| *bid)
}
