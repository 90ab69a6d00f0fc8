//! What an equilibrium seat does in any deal: the solved game, and answers to bids that it does not have.

use croupier_rules::poker::{Round, SEATS};

use super::column::Column;
use super::gate::{DEALT, multiply};
use super::grid::{Due, Grid, Limits, State};
use super::reading::{Reading, opened};
use super::showdown::{End, HANDS, Range};
use super::spot::{Bid, Spot};
use crate::cfr::{Decision, IDLE, Node, Place, Strategy, Tree};

/// A policy for all seats: pure, and the same whoever asks. What a seat does with a card is a row of chances.
#[derive(Clone, Debug)]
pub struct Policy {
    pub(super) grid: Grid,
    pub(super) base: Forest,
    /// Answers to bids of round 1 off the grid, by size.
    pub(super) columns: Vec<Column>,
    /// Passes of a [`Gate`].
    pub(super) gate_passes: u32,
}

/// Solved public states.
#[derive(Clone, Debug)]
pub(super) struct Forest {
    pub(super) tree: Tree<End, SEATS>,
    pub(super) strategy: Strategy<HANDS>,
}

/// The most passes over a last check.
pub const GATE_PASSES_MAX: u32 = 4_000;

impl Policy {
    /// Of parts that were solved or read. Columns stand in the order of their sizes.
    pub(super) fn new(grid: Grid, base: Forest, columns: Vec<Column>, gate_passes: u32) -> Self {
        Self { grid, base, columns, gate_passes: gate_passes.clamp(1, GATE_PASSES_MAX) }
    }

    /// With so many passes at most over each last check after an unknown bid, from 1 to [`GATE_PASSES_MAX`]: more take
    /// longer and leave less to gain. Others are brought into the range.
    #[must_use]
    pub fn with_gate_passes(self, gate_passes: u32) -> Self {
        Self { gate_passes: gate_passes.clamp(1, GATE_PASSES_MAX), ..self }
    }

    /// The solved game's bids.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The sizes off the grid that have answers of their own.
    pub fn columns(&self) -> impl Iterator<Item = u16> + '_ {
        self.columns.iter().map(Column::size)
    }

    /// The chance of each bid of round 1: a row of cards for each size of the grid.
    pub fn first_bids(&self) -> &[Range] {
        let Node::Decision(decision) = self.base.tree.node(self.base.tree.roots()[0]) else {
            unreachable!("a deal begins with bids")
        };
        self.base.rows(decision, 0)
    }

    /// After the bids of round 1. A foul counts as the least bid, folded.
    pub fn opened(&self, bids: [Bid; SEATS]) -> Spot<'_> {
        let Limits { min, max } = self.limits();
        let stakes = bids.map(|bid| bid.unwrap_or(min));
        let real = State::after_bids(Round::First, stakes, bids.map(|bid| bid.is_some()), max);
        let mut reading = opened(&stakes, self.grid.first(), &self.columns().collect::<Vec<u16>>());
        let mut ranges = [[DEALT; HANDS]; SEATS];
        let rows = self.first_bids();
        for seat in 0..SEATS {
            // A bid that is only read as another tells nothing of the card.
            if let Ok(size) = self.grid.first().binary_search(&stakes[seat]) {
                multiply(&mut ranges[seat], &rows[size]);
            }
        }
        if bids.contains(&None) && real.level() == min && self.grid.first().len() > 2 {
            // The others stand where the foul does. Two seats against a folded stake are seen one size higher.
            reading = bids.map(|bid| Reading::Grid(usize::from(bid.is_some())));
        }
        let (forest, place, seen) = self.place(&reading);
        let spot = Spot { policy: self, forest, place: Some(place), real, seen, ranges };
        match (spot.seen.due, spot.real.due) {
            (Due::Calls(_), Due::Calls(_)) => spot,
            // Only seats that fouled are below the level: they are out, as if they had folded.
            (Due::Calls(_), Due::Bids(_) | Due::Over) => spot.called([false; SEATS]),
            (Due::Bids(_) | Due::Over, _) => spot.checked(),
        }
    }

    pub(super) fn limits(&self) -> Limits {
        self.grid.limits()
    }

    /// The place of bids that are read so.
    fn place(&self, reading: &[Reading; SEATS]) -> (&Forest, Place<SEATS>, State) {
        let max = self.limits().max;
        let stake = |seat: usize| match reading[seat] {
            Reading::Grid(size) => self.grid.first()[size],
            Reading::Column(column) => self.columns[column].size(),
        };
        let seen = State::after_bids(Round::First, std::array::from_fn(stake), [true; SEATS], max);
        let act = |seat: usize| match reading[seat] {
            Reading::Grid(size) => u8::try_from(size).expect("a grid has few sizes"),
            Reading::Column(_) => IDLE,
        };
        let acts: [u8; SEATS] = std::array::from_fn(act);
        let deviator = (0..SEATS).find_map(|seat| match reading[seat] {
            Reading::Column(column) => Some((seat, column)),
            Reading::Grid(_) => None,
        });
        match deviator {
            None => {
                let root = Place::at(self.base.tree.roots()[0]);
                (&self.base, self.base.tree.follow(&root, &acts), seen)
            }
            Some((seat, column)) => {
                let (forest, place) = self.columns[column].place(self.grid.first().len(), seat, &acts);
                (forest, place, seen)
            }
        }
    }
}

impl Forest {
    pub(super) fn rows(&self, decision: &Decision<SEATS>, place: usize) -> &[Range] {
        &self.strategy.rows()[decision.rows(place)]
    }
}
