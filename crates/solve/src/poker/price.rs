//! The price of a choice: what it is worth less than the best one, against two seats that play a policy.
//!
//! The others hold the cards that the policy gives them by what they have done, and go on by it; the seat's own later
//! choices are the best ones. Before round 2 its later bids are those of the policy: others are answered so that they
//! are worth no more, but for what a responder gains (see [`Policy::gain`]).

use std::collections::BTreeMap;

use croupier_rules::poker::{Action, Round, SEATS};

use super::gate::{add, multiply};
use super::grid::Due;
use super::policy::{Bid, NEVER, Policy, Spot, believed};
use super::responder::{Bids, Responder};
use super::showdown::{HANDS, Range, total};

/// A question to a seat, with all that everybody knows by then. A foul is a bid of none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// The bid of round 1.
    FirstBid,
    /// The first check.
    FirstCall {
        /// The bids of round 1.
        first: [Bid; SEATS],
    },
    /// The bid of round 2.
    SecondBid {
        /// The bids of round 1.
        first: [Bid; SEATS],
        /// Who is live after the first check.
        stays: [bool; SEATS],
    },
    /// The last check.
    SecondCall {
        /// The bids of round 1.
        first: [Bid; SEATS],
        /// Who is live after the first check.
        stays: [bool; SEATS],
        /// The bids of round 2; none too for a seat that is out.
        second: [Bid; SEATS],
    },
}

/// What the choices of a seat at a question are worth with its card.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// Bids that rise, after them a foul if one is asked about; or folding and paying.
    pub choices: Vec<Choice>,
    /// The other seats that have done what the policy never does: what it says of their cards is a guess.
    pub strangers: [bool; SEATS],
}

/// A choice of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// What is done.
    pub action: Action,
    /// Chips of the deal that it wins.
    pub worth: f64,
    /// The chance that the policy does it with the card.
    pub chance: f64,
}

impl Prices {
    /// The best choice; of equal ones the least.
    ///
    /// # Panics
    /// Never: a question has two choices at least, or the level that is all in.
    pub fn best(&self) -> &Choice {
        let better = |best: &'_ Choice, choice: &'_ Choice| choice.worth > best.worth;
        let best =
            self.choices.iter().reduce(|best, choice| if better(best, choice) { choice } else { best });
        best.expect("a question has a choice")
    }

    /// What a choice is worth; none if it was not asked about.
    pub fn of(&self, action: Action) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.action == action)
    }

    /// The price of a choice: chips that it is worth less than the best.
    pub fn price(&self, action: Action) -> Option<f64> {
        self.of(action).map(|choice| self.best().worth - choice.worth)
    }
}

/// Prices of a policy, with what was found out so far: the same question is answered at once with every other card.
#[derive(Debug)]
pub struct Pricing<'p> {
    policy: &'p Policy,
    first_bids: BTreeMap<u16, Range>,
    answers: BTreeMap<(usize, Question), Answer>,
    /// Bids of round 2 that are not the policy's.
    strays: BTreeMap<(usize, Question, u16), Range>,
}

/// The answers to a question with every card.
#[derive(Clone, Debug)]
struct Answer {
    choices: Vec<(Action, Row)>,
    strangers: [bool; SEATS],
}

/// What a choice is worth, and the policy's chance of it, by card.
#[derive(Clone, Copy, Debug)]
struct Row {
    worth: Range,
    chance: Range,
}

impl<'p> Pricing<'p> {
    /// By a policy.
    pub fn new(policy: &'p Policy) -> Self {
        Self { policy, first_bids: BTreeMap::new(), answers: BTreeMap::new(), strays: BTreeMap::new() }
    }

    /// The policy.
    pub fn policy(&self) -> &'p Policy {
        self.policy
    }

    /// The choices of a seat, 0 to 2, with a card at a question that it is asked: the policy's own, and the one that is
    /// asked about.
    pub fn prices(&mut self, seat: usize, card: u8, question: &Question, asked: Action) -> Prices {
        let answer = self.answer(seat, question);
        let card = usize::from(card);
        let choice = |(action, row): &(Action, Row)| Choice {
            action: *action,
            worth: row.worth[card].into(),
            chance: row.chance[card].into(),
        };
        let mut choices: Vec<Choice> = answer.choices.iter().map(choice).collect();
        if answer.choices.iter().all(|(action, _)| *action != asked) {
            let worth = match asked {
                Action::Bid(bid) => self.stray(seat, question, bid)[card].into(),
                Action::Foul => -f64::from(self.fine(question)),
                Action::Call(_) => unreachable!("a check has both its answers"),
            };
            let at = choices.partition_point(|choice| is_below(choice.action, asked));
            choices.insert(at, Choice { action: asked, worth, chance: 0.0 });
        }
        Prices { choices, strangers: answer.strangers }
    }

    /// What a foul costs in a bid: the least bid.
    fn fine(&self, question: &Question) -> u16 {
        match question {
            Question::SecondBid { first, .. } => self.policy.opened(*first).state().level(),
            Question::FirstBid | Question::FirstCall { .. } | Question::SecondCall { .. } => {
                self.policy.grid().limits().min
            }
        }
    }

    /// The policy's own choices.
    fn answer(&mut self, seat: usize, question: &Question) -> Answer {
        if let Some(known) = self.answers.get(&(seat, *question)) {
            return known.clone();
        }
        let answer = self.new_answer(seat, question);
        self.answers.insert((seat, *question), answer.clone());
        answer
    }

    fn new_answer(&mut self, seat: usize, question: &Question) -> Answer {
        match question {
            Question::FirstBid => {
                let policy = self.policy;
                let sizes = policy.grid().first();
                let row = |(&size, &chance)| (Action::Bid(size), Row { worth: self.first_bid(size), chance });
                let choices = sizes.iter().zip(policy.first_bids()).map(row).collect();
                Answer { choices, strangers: [false; SEATS] }
            }
            Question::FirstCall { first } => {
                let spot = self.policy.opened(*first);
                let pays = spot.pays(seat);
                let (spot, strangers) = self.believed(seat, spot, first);
                let worths = Responder::new(self.policy, seat, Bids::Grid).first_calls(&spot);
                Answer { choices: calls(worths, &pays), strangers }
            }
            Question::SecondBid { first, stays } => {
                let spot = self.policy.opened(*first).called(*stays);
                let rows = spot.rows(seat).unwrap_or_default();
                let (spot, strangers) = self.believed(seat, spot, first);
                let worths = Responder::new(self.policy, seat, Bids::Grid).second_bids(&spot);
                let row = |(at, (bid, worth))| {
                    let chance = rows.get(at).copied().unwrap_or_default();
                    (Action::Bid(bid), Row { worth, chance })
                };
                Answer { choices: worths.into_iter().enumerate().map(row).collect(), strangers }
            }
            Question::SecondCall { first, stays, second } => {
                let spot = self.policy.opened(*first).called(*stays);
                let check = spot.last_check(*second).pays;
                let (believed, mut strangers) = self.believed(seat, spot, first);
                let worths = last_calls(seat, &believed, second, &check, &mut strangers);
                Answer { choices: calls(worths, &check[seat].unwrap_or_default()), strangers }
            }
        }
    }

    /// A bid that is not the policy's.
    fn stray(&mut self, seat: usize, question: &Question, bid: u16) -> Range {
        let Question::SecondBid { first, stays } = question else { return self.first_bid(bid) };
        if let Some(known) = self.strays.get(&(seat, *question, bid)) {
            return *known;
        }
        let spot = self.policy.opened(*first).called(*stays);
        let (spot, _) = self.believed(seat, spot, first);
        let worth = Responder::new(self.policy, seat, Bids::Grid).second_bid(&spot, bid);
        self.strays.insert((seat, *question, bid), worth);
        worth
    }

    /// Seats are interchangeable: what a first bid is worth to one it is worth to all.
    fn first_bid(&mut self, bid: u16) -> Range {
        let policy = self.policy;
        let worth = || Responder::new(policy, 0, Bids::Grid).after_first_bid(bid);
        *self.first_bids.entry(bid).or_insert_with(worth)
    }

    /// A spot with chances of the others' cards, and those of them who are not where the policy ever is.
    fn believed(&self, seat: usize, spot: Spot<'p>, first: &[Bid; SEATS]) -> (Spot<'p>, [bool; SEATS]) {
        let sizes = self.policy.grid().first();
        let is_off_grid = |bid: Bid| bid.is_some_and(|bid| sizes.binary_search(&bid).is_err());
        let (spot, never) = spot.believed();
        let is_stranger = |other: usize| {
            other != seat && spot.state().is_live[other] && (never[other] || is_off_grid(first[other]))
        };
        let strangers = std::array::from_fn(is_stranger);
        (spot, strangers)
    }
}

/// The order of choices: bids rise, and a foul comes last.
fn is_below(choice: Action, asked: Action) -> bool {
    match (choice, asked) {
        (Action::Bid(bid), Action::Bid(asked)) => bid < asked,
        (choice, Action::Foul) => choice != Action::Foul,
        (_, Action::Bid(_) | Action::Call(_)) => false,
    }
}

/// Folding and paying.
fn calls([folds, pays]: [Range; 2], chance: &Range) -> Vec<(Action, Row)> {
    vec![
        (Action::Call(false), Row { worth: folds, chance: chance.map(|chance| 1.0 - chance) }),
        (Action::Call(true), Row { worth: pays, chance: *chance }),
    ]
}

/// What folding and paying in the last check are worth. `pays` are the answers of all seats. A bid of round 2 that the
/// policy does not make tells nothing of the card.
fn last_calls(
    seat: usize,
    spot: &Spot<'_>,
    second: &[Bid; SEATS],
    pays: &[Option<Range>; SEATS],
    strangers: &mut [bool; SEATS],
) -> [Range; 2] {
    let state = spot.bid(*second);
    let sizes = spot.sizes();
    let mut ranges = *spot.ranges();
    for other in (0..SEATS).filter(|&other| other != seat && state.is_live[other]) {
        let at = second[other].and_then(|bid| sizes.binary_search(&bid).ok());
        let row = at.and_then(|at| spot.rows(other)?.get(at));
        match row {
            Some(row) => multiply(&mut ranges[other], row),
            None => strangers[other] = true,
        }
        strangers[other] |= total(&ranges[other]) <= NEVER;
        ranges[other] = believed(&ranges[other]);
    }
    let asked = (0..SEATS).find(|&other| other != seat && pays[other].is_some());
    let mut worths = [[0.0; HANDS]; 2];
    for own in [false, true] {
        for answer in [false, true] {
            let mut after = ranges;
            match asked.and_then(|other| Some((other, pays[other]?))) {
                Some((other, paying)) => {
                    let chance = if answer { paying } else { paying.map(|paying| 1.0 - paying) };
                    multiply(&mut after[other], &chance);
                }
                None if answer => continue,
                None => {}
            }
            debug_assert_eq!(state.due, Due::Calls(Round::Second), "a seat is asked");
            let end =
                state.with_calls(Round::Second, |at| if at == seat { own } else { answer }, u16::MAX).end();
            add(&mut worths[usize::from(own)], &end.worth_to(seat, &after));
        }
    }
    worths
}
