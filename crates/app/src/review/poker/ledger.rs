//! The prices of a seat's decisions in a match, summed by stage and by card.

use croupier_arena::estimate::{Estimate, Stratum};
use croupier_rules::poker::CARDS;
use serde::Serialize;

use super::decisions::Place;
use super::priced::Priced;

/// The mean of a deal, in chips, with its 95 % interval.
pub(crate) type PerDeal = Estimate;

/// The deals of a match.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    deals: Vec<OfDeal>,
}

#[derive(Debug)]
struct OfDeal {
    card: u8,
    /// In chips.
    won: f64,
    priced: Vec<Priced>,
}

/// A stage of all deals.
#[derive(Debug, Serialize)]
pub(crate) struct OfPlace {
    #[serde(rename = "ask")]
    pub(crate) place: Place,
    pub(crate) decisions: usize,
    /// Those that cost a tenth of a chip or more.
    pub(crate) mistakes: usize,
    /// Chips, as all that follows.
    pub(crate) price: f64,
    /// The part of it that is a guess.
    pub(crate) guessed: f64,
    pub(crate) per_deal: Option<PerDeal>,
}

/// The deals with a card.
#[derive(Debug, Serialize)]
pub(crate) struct OfCard {
    pub(crate) card: u8,
    pub(crate) deals: usize,
    /// Chips, as all that follows.
    pub(crate) won: f64,
    pub(crate) price: f64,
    pub(crate) per_deal: Option<PerDeal>,
}

/// The least price of a mistake, in chips: less is noise of the policy.
const MISTAKE: f64 = 0.1;

impl Ledger {
    /// A deal is over.
    pub(crate) fn add(&mut self, card: u8, won: f64, priced: Vec<Priced>) {
        self.deals.push(OfDeal { card, won, priced });
    }

    /// All decisions, in the order of play.
    pub(crate) fn priced(&self) -> impl Iterator<Item = &Priced> {
        self.deals.iter().flat_map(|deal| &deal.priced)
    }

    /// What was won a deal.
    pub(crate) fn won(&self) -> Option<PerDeal> {
        mean(self.deals.iter().map(|deal| deal.won).collect())
    }

    /// The price of all decisions.
    pub(crate) fn price(&self) -> f64 {
        sum(self.priced())
    }

    /// The price of a deal's decisions.
    pub(crate) fn price_per_deal(&self) -> Option<PerDeal> {
        mean(self.deals.iter().map(|deal| sum(&deal.priced)).collect())
    }

    /// The part of the price that is a guess.
    pub(crate) fn guessed(&self) -> f64 {
        sum(self.priced().filter(|priced| priced.is_guess))
    }

    /// By stage.
    pub(crate) fn by_place(&self) -> Vec<OfPlace> {
        Place::ALL.map(|place| self.at(place)).into()
    }

    fn at(&self, place: Place) -> OfPlace {
        let here = || self.priced().filter(move |priced| priced.place == place);
        let of_deal = |deal: &OfDeal| sum(deal.priced.iter().filter(|priced| priced.place == place));
        OfPlace {
            place,
            decisions: here().count(),
            mistakes: here().filter(|priced| priced.price >= MISTAKE).count(),
            price: sum(here()),
            guessed: sum(here().filter(|priced| priced.is_guess)),
            per_deal: mean(self.deals.iter().map(of_deal).collect()),
        }
    }

    /// By card.
    pub(crate) fn by_card(&self) -> Vec<OfCard> {
        (0..CARDS).map(|card| self.with(card)).collect()
    }

    fn with(&self, card: u8) -> OfCard {
        let deals: Vec<&OfDeal> = self.deals.iter().filter(|deal| deal.card == card).collect();
        let prices: Vec<f64> = deals.iter().map(|deal| sum(&deal.priced)).collect();
        OfCard {
            card,
            deals: deals.len(),
            won: deals.iter().map(|deal| deal.won).sum(),
            price: prices.iter().sum(),
            per_deal: mean(prices),
        }
    }
}

fn sum<'a>(priced: impl IntoIterator<Item = &'a Priced>) -> f64 {
    // An empty sum of floats is -0.
    priced.into_iter().map(|priced| priced.price).sum::<f64>() + 0.0
}

/// The mean; none of fewer than two.
fn mean(chips: Vec<f64>) -> Option<PerDeal> {
    #[expect(clippy::cast_precision_loss, reason = "deals are far fewer than 2^53")]
    let count = chips.len() as f64;
    Estimate::total(&[Stratum(chips)]).map(|total| total.per(count))
}

#[cfg(test)]
mod tests {
    use super::mean;

    #[test]
    fn a_mean_has_an_interval_when_there_are_two() {
        assert_eq!(mean(vec![1.0]), None);
        let of = mean(vec![1.0, 3.0, 2.0, 2.0]).unwrap().rounded(2);
        assert_eq!((of.mean, of.low, of.high), (2.0, 0.7, 3.3));
    }
}
