//! A decision with its price.

use croupier_rules::poker::Action;
use croupier_solve::poker::{Choice, Pricing};
use serde::Serialize;

use super::decisions::{Decision, Place, a_card, did, known, to_do};

/// A decision, what it was worth, and what else there was.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Priced {
    /// From 1.
    pub(crate) deal: u32,
    #[serde(rename = "ask")]
    pub(crate) place: Place,
    pub(crate) card: u8,
    /// What was done: a bid, whether it was paid, or none for a foul.
    #[serde(serialize_with = "answer")]
    pub(crate) did: Action,
    /// Chips that it is worth.
    pub(crate) worth: f64,
    #[serde(serialize_with = "answer")]
    pub(crate) best: Action,
    pub(crate) best_worth: f64,
    /// Chips that it is worth less than the best.
    pub(crate) price: f64,
    /// Whether another seat did before what the equilibrium does not.
    pub(crate) is_guess: bool,
    pub(crate) sentence: String,
    /// What the equilibrium does, most often first, and the choice that was made.
    #[serde(skip)]
    pub(crate) choices: Vec<Choice>,
    /// The level, in chips.
    #[serde(skip)]
    pub(crate) level: u16,
    #[serde(skip)]
    pub(crate) seat: usize,
    /// The step of the deal, from 0.
    #[serde(skip)]
    pub(crate) step: u32,
}

/// The least price that is more than nothing by the digits of a sentence, in chips.
const SHOWN: f64 = 0.05;

/// The equilibrium's choices that are told are made at least so often.
const TOLD: f64 = 0.005;

impl Priced {
    /// In a deal of this number.
    pub(crate) fn new(pricing: &mut Pricing<'_>, deal: u32, decision: Decision) -> Self {
        let Decision { seat, card, place, question, action, level, step } = decision;
        let prices = pricing.prices(seat, card, &question, action);
        let (best, own) = (*prices.best(), *prices.of(action).expect("its price was asked for"));
        let price = best.worth - own.worth;
        let is_guess = prices.is_guess();
        let more = if price < SHOWN {
            "nothing is worth more".to_owned()
        } else {
            format!("{} is worth {price:.1} more", to_do(best.action))
        };
        let sentence = format!(
            "deal {deal}, {place}: {} with {}{}; {more}",
            did(action),
            a_card(card),
            known(&decision)
        );
        let choices = prices.choices;
        let (worth, best_worth, best) = (own.worth, best.worth, best.action);
        Self {
            deal,
            place,
            card,
            did: action,
            worth,
            best,
            best_worth,
            price,
            is_guess,
            sentence,
            choices,
            level,
            seat,
            step,
        }
    }

    /// A row of a table of prices.
    pub(crate) fn row(&self) -> String {
        let best = if self.did == self.best || self.price < 0.005 {
            "the best".to_owned()
        } else {
            format!("{} is worth {:.2}", to_do(self.best), self.best_worth)
        };
        let guess = if self.is_guess { "; a guess, since another seat did what it does not" } else { "" };
        format!(
            "{:<7} {:<9} worth {:>7.2}, price {:>6.2}: {best}; the equilibrium {}{guess}",
            self.place,
            did(self.did),
            self.worth,
            self.price,
            self.mix(),
        )
    }

    /// What the equilibrium does: `bids 10 66 %, 15 30 %`.
    pub(crate) fn mix(&self) -> String {
        let told = |choice: &Choice| {
            let percent = (choice.chance * 100.0).round();
            match choice.action {
                Action::Bid(bid) => format!("{bid} {percent} %"),
                Action::Call(true) => format!("pays {percent} %"),
                Action::Call(false) => format!("folds {percent} %"),
                Action::Foul => String::new(),
            }
        };
        let bids = if self.place.is_bid() { "bids " } else { "" };
        format!("{bids}{}", self.equilibrium().into_iter().map(told).collect::<Vec<_>>().join(", "))
    }

    /// What the equilibrium does, most often first.
    pub(crate) fn equilibrium(&self) -> Vec<&Choice> {
        let mut told: Vec<&Choice> = self.choices.iter().filter(|choice| choice.chance >= TOLD).collect();
        told.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        told
    }
}

fn answer<S: serde::Serializer>(action: &Action, serializer: S) -> Result<S::Ok, S::Error> {
    match action {
        Action::Bid(bid) => serializer.serialize_u16(*bid),
        Action::Call(pays) => serializer.serialize_bool(*pays),
        Action::Foul => serializer.serialize_none(),
    }
}
