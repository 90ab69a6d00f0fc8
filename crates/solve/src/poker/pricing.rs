//! What the choices of a seat are worth against two seats that play a policy.
//!
//! The others hold the cards that the policy gives them by what they have done, and go on by it; the seat's own later
//! choices are the best ones. Before round 2 its later bids are those of the policy: others are answered so that they
//! are worth no more, but for what a responder gains (see [`Policy::gain`]).
//!
//! A policy says nothing of the cards of a seat that does what it does not. A strange bid is taken to be made as the policy
//! expects it where it answers it: as often by card as the deviator enters a gate or a column. Anything else strange is
//! taken to be done the more rarely, the dearer it is with the card: by the logit rule of quantal response.

use std::collections::BTreeMap;

use croupier_rules::poker::{Action, Round, SEATS};

use super::column::Column;
use super::gate::{DEALT, add, multiply};
use super::grid::Due;
use super::policy::Policy;
use super::price::{Choice, Prices, Question, action};
use super::responder::{Bids, Responder};
use super::showdown::{HANDS, Range, Ranges, total};
use super::spot::{Bid, LastCheck, best_of};

/// Prices by a policy, with what was found out so far: a question is answered once for all cards.
///
/// ```
/// use croupier_rules::poker::Action;
/// use croupier_solve::poker::{Policy, Pricing, Question};
/// let mut pricing = Pricing::new(Policy::shipped());
/// let prices = pricing.prices(0, 9, &Question::FirstBid, Action::Bid(300));
/// assert!(prices.price(Action::Bid(300)).unwrap() > 5.0);
/// ```
#[derive(Debug)]
pub struct Pricing<'p> {
    policy: &'p Policy,
    first_bids: BTreeMap<u16, Range>,
    /// The chance by card of the bids of round 1 that have answers of their own.
    entries: BTreeMap<u16, Range>,
    answers: BTreeMap<(usize, Question), Answer>,
    /// Bids of round 2 that are not the policy's.
    strays: BTreeMap<(usize, Question, u16), Range>,
}

/// The policy's choices at a question, with every card.
#[derive(Clone, Debug)]
struct Answer {
    choices: Vec<(Action, Row)>,
    beliefs: Beliefs,
}

/// What a choice is worth, and the policy's chance of it, by card.
#[derive(Clone, Copy, Debug)]
struct Row {
    worth: Range,
    chance: Range,
}

/// What a seat thinks of the others' cards.
#[derive(Clone, Copy, Debug)]
struct Beliefs {
    ranges: Ranges,
    strangers: [bool; SEATS],
}

/// What the policy does more rarely than this, by chance of all cards, it does not do: chances are rounded in its file.
const RARE: f32 = 1e-3;

/// A seat that strays does a thing with a card the more rarely by a factor e for each so many chips of its price.
const STRAY_CHIPS: f32 = 2.0;

/// Passes over a column to find who is expected to enter it.
const ENTRY_PASSES: u32 = 100;

/// The least chance of a strange thing, so that there is always a card behind it.
const LEAST: f32 = 1e-6;

impl<'p> Pricing<'p> {
    /// By a policy.
    pub fn new(policy: &'p Policy) -> Self {
        let (answers, strays) = (BTreeMap::new(), BTreeMap::new());
        Self { policy, first_bids: BTreeMap::new(), entries: BTreeMap::new(), answers, strays }
    }

    /// The policy.
    pub fn policy(&self) -> &'p Policy {
        self.policy
    }

    /// The choices of a seat, 0 to 2, with a card at a question that it is asked: the policy's own, and the one that is
    /// asked about. Microseconds, and tens of milliseconds for a bid of round 2 that the policy does not make.
    ///
    /// # Panics
    /// When the action is no answer to the question.
    pub fn prices(&mut self, seat: usize, card: u8, question: &Question, asked: Action) -> Prices {
        let answer = self.answer(seat, question);
        let card = usize::from(card);
        let choice = |(action, row): &(Action, Row)| Choice {
            action: *action,
            worth: row.worth[card].into(),
            chance: row.chance[card].into(),
        };
        let mut choices: Vec<Choice> = answer.choices.iter().map(choice).collect();
        if !answer.has(asked) {
            let worth = self.stray(seat, question, asked)[card].into();
            let at = choices.partition_point(|choice| is_below(choice.action, asked));
            choices.insert(at, Choice { action: asked, worth, chance: 0.0 });
        }
        let Beliefs { ranges, strangers } = answer.beliefs;
        Prices { choices, ranges, strangers }
    }

    /// The policy's own choices.
    fn answer(&mut self, seat: usize, question: &Question) -> Answer {
        if let Some(known) = self.answers.get(&(seat, *question)) {
            return known.clone();
        }
        let beliefs = self.beliefs(seat, question);
        let choices = self.choices(seat, question, &beliefs.ranges);
        let answer = Answer { choices, beliefs };
        self.answers.insert((seat, *question), answer.clone());
        answer
    }

    fn choices(&mut self, seat: usize, question: &Question, ranges: &Ranges) -> Vec<(Action, Row)> {
        let policy = self.policy;
        let responder = Responder::new(policy, seat, Bids::Grid);
        match question {
            Question::FirstBid => {
                let sizes = policy.grid().first().iter().zip(policy.first_bids());
                let row = |(&size, &chance)| (Action::Bid(size), Row { worth: self.first_bid(size), chance });
                sizes.map(row).collect()
            }
            Question::FirstCall { first } => {
                let spot = policy.opened(*first);
                calls(responder.first_calls(&spot.with_ranges(*ranges)), &spot.pays(seat))
            }
            Question::SecondBid { first, stays } => {
                let spot = policy.opened(*first).called(*stays);
                let rows = spot.rows(seat);
                let chance = |at: usize| match rows {
                    Some(rows) => rows.get(at).copied().unwrap_or_default(),
                    // It bids the level where it knows nothing.
                    None => [if at == 0 { 1.0 } else { 0.0 }; HANDS],
                };
                let worths = responder.second_bids(&spot.with_ranges(*ranges)).into_iter().enumerate();
                worths
                    .map(|(at, (bid, worth))| (Action::Bid(bid), Row { worth, chance: chance(at) }))
                    .collect()
            }
            Question::SecondCall { first, stays, second } => {
                let spot = policy.opened(*first).called(*stays);
                let check = spot.last_check(*second);
                calls(last_calls(seat, &check, ranges), &check.pays[seat].unwrap_or_default())
            }
        }
    }

    /// What an action is worth by card that is not among the policy's choices.
    fn stray(&mut self, seat: usize, question: &Question, asked: Action) -> Range {
        let policy = self.policy;
        match (question, asked) {
            (Question::FirstBid, Action::Bid(bid)) => self.first_bid(bid),
            (Question::FirstBid, Action::Foul) => [-f32::from(policy.grid().limits().min); HANDS],
            (Question::SecondBid { first, .. }, Action::Foul) => {
                [-f32::from(policy.opened(*first).state().level()); HANDS]
            }
            (Question::SecondBid { first, stays }, Action::Bid(bid)) => {
                if let Some(known) = self.strays.get(&(seat, *question, bid)) {
                    return *known;
                }
                let ranges = self.answer(seat, question).beliefs.ranges;
                let spot = policy.opened(*first).called(*stays).with_ranges(ranges);
                let worth = Responder::new(policy, seat, Bids::Grid).second_bid(&spot, bid);
                self.strays.insert((seat, *question, bid), worth);
                worth
            }
            (question, action) => panic!("{action} is no answer to {question:?}"),
        }
    }

    /// Seats are interchangeable: what a first bid is worth to one it is worth to all.
    fn first_bid(&mut self, bid: u16) -> Range {
        let policy = self.policy;
        let worth = || Responder::new(policy, 0, Bids::Grid).after_first_bid(bid);
        *self.first_bids.entry(bid).or_insert_with(worth)
    }

    /// What a seat thinks of the others' cards at a question.
    fn beliefs(&mut self, seat: usize, question: &Question) -> Beliefs {
        let mut beliefs = Beliefs { ranges: [[DEALT; HANDS]; SEATS], strangers: [false; SEATS] };
        for other in (0..SEATS).filter(|&other| other != seat) {
            let Some(past) = self.past(other, question) else { continue };
            for (before, done) in past {
                let strays = self.learn(&mut beliefs.ranges[other], other, &before, done);
                beliefs.strangers[other] |= strays;
            }
        }
        beliefs
    }

    /// What a seat that is live at a question has been asked before, and has done; none if it is out.
    fn past(&self, seat: usize, question: &Question) -> Option<Vec<(Question, Action)>> {
        let bid = |first: &[Bid; SEATS]| (Question::FirstBid, action(first[seat]));
        let until_round_2 = |first: &[Bid; SEATS], stays: &[bool; SEATS]| {
            let opened = *self.policy.opened(*first).state();
            let call = (Question::FirstCall { first: *first }, Action::Call(stays[seat]));
            let was_asked = opened.due == Due::Calls(Round::First) && opened.is_below(seat);
            let past = [Some(bid(first)), was_asked.then_some(call)];
            stays[seat].then(|| past.into_iter().flatten().collect::<Vec<_>>())
        };
        match question {
            Question::FirstBid => Some(Vec::new()),
            Question::FirstCall { first } => first[seat].map(|_| vec![bid(first)]),
            Question::SecondBid { first, stays } => until_round_2(first, stays),
            Question::SecondCall { first, stays, second } => {
                let mut past = until_round_2(first, stays)?;
                let asked = Question::SecondBid { first: *first, stays: *stays };
                past.push((asked, Action::Bid(second[seat]?)));
                Some(past)
            }
        }
    }

    /// Takes into a range what a seat has done; whether it has strayed.
    fn learn(&mut self, range: &mut Range, seat: usize, question: &Question, done: Action) -> bool {
        let answer = self.answer(seat, question);
        let mut after = *range;
        let chance = answer.row(done).map_or([0.0; HANDS], |row| row.chance);
        multiply(&mut after, &chance);
        let strays = total(&after) < RARE * total(range);
        if strays {
            after = *range;
            let weight = self.strange(seat, question, done, &answer);
            multiply(&mut after, &weight);
        }
        let sum = total(&after);
        *range = after.map(|chance| chance / sum);
        strays
    }

    /// How often a bid of round 1 is expected by card where the policy answers it, or the nearest one. None if it answers
    /// nothing by itself.
    fn entry(&mut self, bid: u16) -> Option<Range> {
        let policy = self.policy;
        let size = policy.columns().min_by_key(|size| size.abs_diff(bid))?;
        let solve = || {
            let taken = policy.worth_on_grid();
            Column::enters(policy.grid(), size, policy.first_bids(), &taken, ENTRY_PASSES)
        };
        Some(*self.entries.entry(size).or_insert_with(solve))
    }

    /// How often a seat does by card what the policy does not.
    fn strange(&mut self, seat: usize, question: &Question, done: Action, answer: &Answer) -> Range {
        if let (Action::Bid(bid), None) = (done, answer.row(done)) {
            let expected = match question {
                Question::SecondBid { first, stays } => {
                    let spot = self.policy.opened(*first).called(*stays);
                    let spot = spot.with_ranges(answer.beliefs.ranges);
                    let knows = !spot.is_lost() && !spot.sees_all_in();
                    knows.then(|| spot.gate(seat, bid, &spot.others(seat)).enters())
                }
                Question::FirstBid => self.entry(bid),
                Question::FirstCall { .. } | Question::SecondCall { .. } => None,
            };
            if let Some(expected) = expected {
                return expected.map(|chance| chance.max(LEAST));
            }
        }
        let worth = match answer.row(done) {
            Some(row) => row.worth,
            None => self.stray(seat, question, done),
        };
        let best = answer.choices.iter().fold(worth, |best, (_, row)| best_of(true, &[best, row.worth]));
        std::array::from_fn(|card| logit(best[card] - worth[card]))
    }
}

/// A chance in the shape of a price.
fn logit(price: f32) -> f32 {
    (-price / STRAY_CHIPS).max(-40.0).exp()
}

impl Answer {
    fn row(&self, action: Action) -> Option<&Row> {
        self.choices.iter().find_map(|(choice, row)| (*choice == action).then_some(row))
    }

    fn has(&self, action: Action) -> bool {
        self.row(action).is_some()
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

/// What folding and paying in the last check are worth against ranges of the others.
fn last_calls(seat: usize, check: &LastCheck, ranges: &Ranges) -> [Range; 2] {
    let other = (0..SEATS).filter(|&other| other != seat).find_map(|other| Some((other, check.pays[other]?)));
    let ways = match other {
        None => vec![(false, *ranges)],
        Some((other, paying)) => [(false, paying.map(|paying| 1.0 - paying)), (true, paying)]
            .map(|(answer, chance)| {
                let mut after = *ranges;
                multiply(&mut after[other], &chance);
                (answer, after)
            })
            .to_vec(),
    };
    [false, true].map(|own| {
        let mut worth = [0.0; HANDS];
        for (answer, after) in &ways {
            let answers = |at: usize| if at == seat { own } else { *answer };
            add(
                &mut worth,
                &check.state.with_calls(Round::Second, answers, u16::MAX).end().worth_to(seat, after),
            );
        }
        worth
    })
}
