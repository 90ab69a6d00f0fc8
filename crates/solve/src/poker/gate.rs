//! Answers to a bid of round 2 that was not expected: the last check, solved on the real bids.
//!
//! One seat, the deviator, has made a bid that the solved game does not have. How the others answer is found by regrets,
//! and the deviator is let in card by card: he either takes what the solved game gives him with this card, or enters
//! and makes the bid. So the others need not believe anything of his cards, and nobody gains by bidding off the grid.
//! (The gadget of safe re-solving: Burch, Johanson and Bowling 2014, with one gate for each bid.) All bids that
//! the others may have made meanwhile are solved together, since the gate works on their sum.
#![expect(clippy::needless_range_loop, reason = "several lists by card or by answer are walked at once")]

use croupier_rules::poker::{Round, SEATS};

use super::grid::State;
use super::showdown::{End, HANDS, Range, Ranges, total};

/// The last check after a deviator's bid, for every joint bid of the others.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    deviator: usize,
    cells: Vec<Cell>,
    /// How often the deviator has entered, by card: a sum over the passes.
    entered: Range,
    /// The sum of the weights of the passes.
    weight: f32,
}

/// The others' bids, and what they hold when they make them.
#[derive(Clone, Copy, Debug)]
pub(super) struct OtherBids {
    /// The numbers of their bids; [`crate::cfr::IDLE`] for the deviator and for who is out.
    pub(super) acts: [u8; SEATS],
    /// What each seat has in, in chips; the deviator's bid is to be put in.
    pub(super) stakes: [u16; SEATS],
    /// The others' cards.
    pub(super) ranges: Ranges,
}

#[derive(Clone, Debug)]
struct Cell {
    /// The seats that have to pay or to fold: two at most.
    asked: [usize; 2],
    count: usize,
    /// By the answers, one bit a seat that is asked: the end of the deal.
    ends: [End; 4],
    ranges: Ranges,
    /// Of folding and of paying.
    regret: [[Range; 2]; 2],
    paid: [Range; 2],
}

/// Passes between two looks whether a gate is closed.
const LOOK: u32 = 16;

/// A gate is closed when nobody gains more by it, in chips of a deal that comes to it.
const CLOSED: f32 = 0.004;

/// The chance of the others to come here.
fn reach_of_others(deviator: usize, ranges: &Ranges) -> f32 {
    (0..SEATS).filter(|&seat| seat != deviator).map(|seat| total(&ranges[seat])).product()
}

/// The chance of each card, as dealt.
pub(super) const DEALT: f32 = 0.1;

impl Gate {
    /// Solves the check after the bid of a seat, in chips. `taken` is what it wins with each card if it bids as the
    /// solved game has it.
    pub(super) fn solve(
        state: &State,
        deviator: usize,
        bid: u16,
        others: &[OtherBids],
        taken: &Range,
        passes: u32,
    ) -> Self {
        let cells = others.iter().map(|bids| Cell::new(state, deviator, bid, bids)).collect();
        let mut gate = Self { deviator, cells, entered: [0.0; HANDS], weight: 0.0 };
        let (mut enters, mut stays) = ([0.0; HANDS], [0.0; HANDS]);
        let reach: f32 = others.iter().map(|bids| reach_of_others(deviator, &bids.ranges)).sum();
        for pass in 1..=passes {
            let chance: Range = std::array::from_fn(|card| share(enters[card], stays[card]));
            #[expect(clippy::cast_precision_loss, reason = "passes are far fewer than 2^12")]
            let weight = (pass * pass) as f32;
            gate.weight += weight;
            add(&mut gate.entered, &chance.map(|chance| weight * chance));
            let entered = chance.map(|chance| DEALT * chance);
            let mut worth = [0.0; HANDS];
            for cell in &mut gate.cells {
                cell.pass(deviator, &entered, weight, &mut worth);
            }
            for card in 0..HANDS {
                let now = chance[card] * worth[card] + (1.0 - chance[card]) * taken[card];
                enters[card] = (enters[card] + worth[card] - now).max(0.0);
                stays[card] = (stays[card] + taken[card] - now).max(0.0);
            }
            if pass % LOOK == 0 && gate.gain(taken) <= CLOSED * reach {
                break;
            }
        }
        gate
    }

    /// What the deviator wins by entering with the cards that win by it, in chips a deal.
    fn gain(&self, taken: &Range) -> f32 {
        let worth = self.worth();
        worth.iter().zip(taken).map(|(worth, taken)| DEALT * (worth - taken).max(0.0)).sum()
    }

    /// What the deviator wins by card when it enters and answers best, over all bids of the others.
    pub(super) fn worth(&self) -> Range {
        let mut worth = [0.0; HANDS];
        for cell in &self.cells {
            cell.best(self.deviator, self.weight, &mut worth);
        }
        worth
    }

    /// The chance that the deviator enters by card.
    pub(super) fn enters(&self) -> Range {
        self.entered.map(|entered| entered / self.weight)
    }

    /// The chance that a seat pays by card, when the others have bid as the cell of this number says. None if it is
    /// not asked.
    pub(super) fn pays(&self, cell: usize, seat: usize) -> Option<Range> {
        let cell = &self.cells[cell];
        let place = cell.asked[..cell.count].iter().position(|&asked| asked == seat)?;
        Some(cell.paid[place].map(|paid| paid / self.weight))
    }
}

/// The share of the first of two regrets; one half if there are none.
#[inline]
fn share(first: f32, second: f32) -> f32 {
    let sum = first + second;
    if sum > 0.0 { first / sum } else { 0.5 }
}

impl Cell {
    fn new(state: &State, deviator: usize, bid: u16, bids: &OtherBids) -> Self {
        let mut stakes = bids.stakes;
        stakes[deviator] = bid;
        let check = State { stakes, ..*state };
        let mut asked = [SEATS; 2];
        let mut count = 0;
        for seat in (0..SEATS).filter(|&seat| check.is_below(seat)) {
            asked[count] = seat;
            count += 1;
        }
        let ends = std::array::from_fn(|answers| {
            let pays = |seat: usize| {
                asked.iter().position(|&at| at == seat).is_some_and(|at| answers >> at & 1 == 1)
            };
            check.with_calls(Round::Second, pays, u16::MAX).end()
        });
        Self {
            asked,
            count,
            ends,
            ranges: bids.ranges,
            regret: [[[0.0; HANDS]; 2]; 2],
            paid: [[0.0; HANDS]; 2],
        }
    }

    /// One pass of regrets, the others first, then the deviator against what the others do now; adds what the deviator
    /// wins to `worth`.
    #[inline]
    fn pass(&mut self, deviator: usize, entered: &Range, weight: f32, worth: &mut Range) {
        let mut ranges = self.ranges;
        ranges[deviator] = *entered;
        if self.count == 0 {
            add(worth, &self.ends[0].worth_to(deviator, &ranges));
            return;
        }
        let mut chance = [[[0.0; HANDS]; 2]; 2];
        for place in 0..self.count {
            chance[place] = self.now(place);
        }
        let own = self.asked[..self.count].iter().position(|&seat| seat == deviator);
        let mut values = [[[0.0; HANDS]; 2]; 2];
        for answers in 0..1_usize << self.count {
            let after = self.after(&ranges, &chance, answers);
            for place in (0..self.count).filter(|&place| Some(place) != own) {
                add(
                    &mut values[place][answers >> place & 1],
                    &self.ends[answers].worth_to(self.asked[place], &after),
                );
            }
        }
        for place in (0..self.count).filter(|&place| Some(place) != own) {
            self.learn(place, &chance[place], &values[place]);
            chance[place] = self.now(place);
            self.remember(place, &chance[place], weight);
        }
        let mut values = [[0.0; HANDS]; 2];
        for answers in 0..1_usize << self.count {
            let after = self.after(&ranges, &chance, answers);
            let answer = own.map_or(0, |own| answers >> own & 1);
            add(&mut values[answer], &self.ends[answers].worth_to(deviator, &after));
        }
        if let Some(place) = own {
            let now = self.learn(place, &chance[place], &values);
            self.remember(place, &chance[place], weight);
            add(worth, &now);
        } else {
            add(worth, &values[0]);
        }
    }

    /// The chances of folding and of paying by the regrets.
    #[inline]
    fn now(&self, place: usize) -> [Range; 2] {
        let [folds, pays] = &self.regret[place];
        let pays: Range = std::array::from_fn(|card| share(pays[card], folds[card]));
        [pays.map(|pays| 1.0 - pays), pays]
    }

    /// The ranges after the answers.
    #[inline]
    fn after(&self, ranges: &Ranges, chance: &[[Range; 2]; 2], answers: usize) -> Ranges {
        let mut after = *ranges;
        for place in 0..self.count {
            multiply(&mut after[self.asked[place]], &chance[place][answers >> place & 1]);
        }
        after
    }

    /// Adds to the regrets of a seat; what it wins now.
    #[inline]
    fn learn(&mut self, place: usize, chance: &[Range; 2], values: &[Range; 2]) -> Range {
        let now: Range =
            std::array::from_fn(|card| chance[0][card] * values[0][card] + chance[1][card] * values[1][card]);
        for answer in 0..2 {
            for card in 0..HANDS {
                let regret = &mut self.regret[place][answer][card];
                *regret = (*regret + values[answer][card] - now[card]).max(0.0);
            }
        }
        now
    }

    #[inline]
    fn remember(&mut self, place: usize, chance: &[Range; 2], weight: f32) {
        for card in 0..HANDS {
            self.paid[place][card] += weight * chance[1][card];
        }
    }

    /// Adds what the deviator wins by its best answer to the others' average.
    fn best(&self, deviator: usize, weight: f32, worth: &mut Range) {
        let own = self.asked[..self.count].iter().position(|&seat| seat == deviator);
        let mut values = [[0.0; HANDS]; 2];
        for answers in 0..1_usize << self.count {
            let mut after = self.ranges;
            for place in (0..self.count).filter(|&place| Some(place) != own) {
                let paid = self.paid[place].map(|paid| paid / weight);
                let chance = if answers >> place & 1 == 1 { paid } else { paid.map(|paid| 1.0 - paid) };
                multiply(&mut after[self.asked[place]], &chance);
            }
            let answer = own.map_or(0, |own| answers >> own & 1);
            add(&mut values[answer], &self.ends[answers].worth_to(deviator, &after));
        }
        for card in 0..HANDS {
            worth[card] += if own.is_some() { values[0][card].max(values[1][card]) } else { values[0][card] };
        }
    }
}

#[inline]
pub(super) fn add(sum: &mut Range, range: &Range) {
    for (sum, number) in sum.iter_mut().zip(range) {
        *sum += number;
    }
}

#[inline]
pub(super) fn multiply(range: &mut Range, by: &Range) {
    for (number, by) in range.iter_mut().zip(by) {
        *number *= by;
    }
}
