//! A deal written down in full, and what it comes to.

use super::{Action, CARDS, Choices, Deal, End, Round, Rules, SEATS, Stage};
use crate::game::{Acts, Game, Nets, Step};
use crate::seat::{Seat, Seats};

/// What a seat's place in a list says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry<T> {
    /// Nothing: right for a seat that is not asked, a foul for one that is.
    #[default]
    Empty,
    /// An answer.
    Given(T),
    /// Something that is no answer: a foul of a seat that is asked.
    Unfit,
}

/// Cards, bids and calls of one deal, by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The cards, 0 to 9.
    pub cards: [u8; SEATS],
    /// The bids of each round.
    pub bets: [[Entry<i64>; SEATS]; 2],
    /// The calls of each round.
    pub calls: [[Entry<bool>; SEATS]; 2],
}

/// What a scripted deal comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// What each seat has won or lost.
    pub winnings: Nets,
    /// How the deal ended.
    pub end: End,
    /// The deal at its end.
    pub deal: Deal,
}

/// Why a script is no deal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// A card that does not exist.
    #[error("cards: seat {seat} holds {card}; expected 0 to 9")]
    Card {
        /// The seat.
        seat: Seat,
        /// The card.
        card: u8,
    },
    /// A value for a seat that nobody asks.
    #[error("{list}: seat {seat} has a value but is not asked there; expected null")]
    NotAsked {
        /// `bet1`, `call1`, `bet2` or `call2`.
        list: String,
        /// The seat.
        seat: Seat,
    },
}

impl Script {
    /// Plays the deal to its end.
    ///
    /// # Errors
    /// See [`ScriptError`]. A foul is no error: it is settled by ruling 25.
    ///
    /// ```
    /// use croupier_rules::poker::{Entry::{Empty, Given}, Rules, Script};
    /// // The worked example of statement 003.
    /// let script = Script {
    ///     cards: [3, 7, 9],
    ///     bets: [[Given(20), Given(50), Given(65)], [Empty, Given(65), Given(120)]],
    ///     calls: [[Given(false), Given(true), Empty], [Empty, Given(true), Empty]],
    /// };
    /// let settled = script.settle(&Rules::default()).unwrap();
    /// let winnings: Vec<String> = settled.winnings.iter().map(ToString::to_string).collect();
    /// assert_eq!((winnings.join(" ").as_str(), settled.end.to_string().as_str()), ("-20 -120 140", "showdown"));
    /// ```
    pub fn settle(&self, rules: &Rules) -> Result<Settlement, ScriptError> {
        let mut deal = rules.start();
        for (card, seat) in self.cards.into_iter().zip(0..) {
            if card >= CARDS {
                return Err(ScriptError::Card { seat: Seat(seat), card });
            }
            take(rules, &mut deal, &Step::Draw(card));
        }
        for (round, index) in [(Round::First, 0), (Round::Second, 1)] {
            let asked = asked_at(&deal, Stage::Bid(round));
            only_asked(&self.bets[index], asked, || format!("bet{round}"))?;
            act(rules, &mut deal, asked, |choices, seat| bid(choices, self.bets[index][seat.index()]));
            let asked = asked_at(&deal, Stage::Check(round));
            only_asked(&self.calls[index], asked, || format!("call{round}"))?;
            act(rules, &mut deal, asked, |_, seat| call(self.calls[index][seat.index()]));
        }
        let Stage::Over(end) = deal.stage() else { unreachable!("two rounds end a deal") };
        let winnings = rules.net(&deal).expect("a deal that is over is settled");
        Ok(Settlement { winnings, end, deal })
    }
}

/// The seats that are asked, if the deal has reached the stage.
fn asked_at(deal: &Deal, stage: Stage) -> Seats {
    if deal.stage() == stage { deal.asked() } else { Seats::NONE }
}

fn only_asked<T: PartialEq>(
    list: &[Entry<T>; SEATS],
    asked: Seats,
    name: impl Fn() -> String,
) -> Result<(), ScriptError> {
    match Seats::first(SEATS).iter().find(|&seat| !asked.contains(seat) && list[seat.index()] != Entry::Empty)
    {
        Some(seat) => Err(ScriptError::NotAsked { list: name(), seat }),
        None => Ok(()),
    }
}

/// Takes the step of the seats that are asked, if any.
fn act(rules: &Rules, deal: &mut Deal, asked: Seats, action: impl Fn(Choices, Seat) -> Action) {
    if asked.is_empty() {
        return;
    }
    let choices = deal.question(rules);
    let acts: Acts<Action> = asked.iter().map(|seat| (seat, action(choices, seat))).collect();
    take(rules, deal, &Step::Act(acts));
}

/// A bid in range, or a foul.
fn bid(choices: Choices, entry: Entry<i64>) -> Action {
    let Choices::Bid { min, max, .. } = choices else { unreachable!("bids are asked in a bid stage") };
    match entry {
        Entry::Given(bid) if (i64::from(min)..=i64::from(max)).contains(&bid) => {
            Action::Bid(u16::try_from(bid).expect("a bid in range fits"))
        }
        Entry::Given(_) | Entry::Empty | Entry::Unfit => Action::Foul,
    }
}

/// Only `true` is a yes.
fn call(entry: Entry<bool>) -> Action {
    Action::Call(entry == Entry::Given(true))
}

fn take(rules: &Rules, deal: &mut Deal, step: &Step<Rules>) {
    rules.apply(deal, step).expect("a script's steps are made for the stage");
}
