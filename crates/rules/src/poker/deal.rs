//! The state of one deal: cards, stakes, who is live, and the stage it has reached.

use std::fmt;

use super::{Action, Choices, Rules, SEATS};
use crate::game::Acts;
use crate::seat::{Seat, Seats};

/// One deal in play: the whole truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    cards: [u8; SEATS],
    dealt: usize,
    stakes: [u16; SEATS],
    live: Seats,
    level: u16,
    stage: Stage,
    /// The stage that the last step was taken at: what it told depends on it.
    left: Stage,
}

/// A round of bidding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Round {
    /// With the cards just dealt.
    First,
    /// From the level of the first round.
    Second,
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "1",
            Self::Second => "2",
        })
    }
}

/// Where a deal stands. Later stages are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Cards are being dealt.
    Dealing,
    /// All live seats bid at once. `Bid(Second)` comes after `Check(First)`.
    Bid(Round),
    /// The live seats below the level call or fold at once.
    Check(Round),
    /// The deal is over.
    Over(End),
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// At least two live seats showed their cards.
    Showdown,
    /// One live seat was left and took the stakes unseen.
    Last,
    /// All were out by fouls: every stake goes back.
    Void,
}

impl Stage {
    /// The place of the stage in a deal, from 0 (dealing) to 5 (over).
    pub(super) fn order(self) -> u8 {
        match self {
            Self::Dealing => 0,
            Self::Bid(Round::First) => 1,
            Self::Check(Round::First) => 2,
            Self::Bid(Round::Second) => 3,
            Self::Check(Round::Second) => 4,
            Self::Over(_) => 5,
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dealing => "while cards are dealt",
            Self::Bid(Round::First) => "in the bids of round 1",
            Self::Check(Round::First) => "in the check of round 1",
            Self::Bid(Round::Second) => "in the bids of round 2",
            Self::Check(Round::Second) => "in the check of round 2",
            Self::Over(_) => "after the deal",
        })
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Showdown => "showdown",
            Self::Last => "last",
            Self::Void => "void",
        })
    }
}

impl Deal {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            cards: [0; SEATS],
            dealt: 0,
            stakes: [0; SEATS],
            live: Seats::first(SEATS),
            level: rules.min_bid,
            stage: Stage::Dealing,
            left: Stage::Dealing,
        }
    }

    /// The stage it has reached.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The cards by seat; 0 where none is dealt yet.
    pub fn cards(&self) -> [u8; SEATS] {
        self.cards
    }

    /// What each seat has in, in chips.
    pub fn stakes(&self) -> [u16; SEATS] {
        self.stakes
    }

    /// The seats that are still in the deal.
    pub fn live(&self) -> Seats {
        self.live
    }

    /// The total that a live seat has to stand at, in chips.
    pub fn level(&self) -> u16 {
        self.level
    }

    /// The seat that the last card went to.
    pub(super) fn receiver(&self) -> Option<Seat> {
        let last = self.dealt.checked_sub(1)?;
        Some(Seat(u8::try_from(last).expect("a table has three seats")))
    }

    pub(super) fn left(&self) -> Stage {
        self.left
    }

    /// The seats that have to decide now.
    pub(super) fn asked(&self) -> Seats {
        match self.stage {
            Stage::Bid(_) => self.live,
            Stage::Check(_) => self.below_level(),
            Stage::Dealing | Stage::Over(_) => Seats::NONE,
        }
    }

    /// The question of this stage; it is the same for every seat that is asked.
    pub(super) fn question(&self, rules: &Rules) -> Choices {
        match self.stage {
            Stage::Check(round) => Choices::Call { round, level: self.level },
            Stage::Bid(round) => Choices::Bid { round, min: self.level, max: rules.max_bid },
            Stage::Dealing | Stage::Over(_) => unreachable!("nobody is asked at {:?}", self.stage),
        }
    }

    pub(super) fn receive(&mut self, card: u8) {
        self.left = self.stage;
        self.cards[self.dealt] = card;
        self.dealt += 1;
        if self.dealt == SEATS {
            self.stage = Stage::Bid(Round::First);
        }
    }

    pub(super) fn act(&mut self, acts: &Acts<Action>) {
        self.left = self.stage;
        match self.stage {
            Stage::Bid(round) => self.bid(round, acts),
            Stage::Check(round) => self.check(round, acts),
            Stage::Dealing | Stage::Over(_) => unreachable!("nobody acts at {:?}", self.stage),
        }
    }

    /// All live seats have bid. A seat without a valid bid pays the minimum and is out.
    fn bid(&mut self, round: Round, acts: &Acts<Action>) {
        let minimum = self.level;
        for &(seat, action) in acts {
            if let Action::Bid(total) = action {
                self.stakes[seat.index()] = total;
                self.level = self.level.max(total);
            } else {
                self.stakes[seat.index()] = minimum;
                self.live = self.live.without(seat);
            }
        }
        self.stage = if self.live.len() >= 2 && !self.below_level().is_empty() {
            Stage::Check(round)
        } else {
            self.after(round)
        };
    }

    /// The seats below the level have paid up to it or folded.
    fn check(&mut self, round: Round, acts: &Acts<Action>) {
        for &(seat, action) in acts {
            if action == Action::Call(true) {
                self.stakes[seat.index()] = self.level;
            } else {
                self.live = self.live.without(seat);
            }
        }
        self.stage = self.after(round);
    }

    fn after(&self, round: Round) -> Stage {
        match (self.live.len(), round) {
            (0, _) => Stage::Over(End::Void),
            (1, _) => Stage::Over(End::Last),
            (_, Round::First) => Stage::Bid(Round::Second),
            (_, Round::Second) => Stage::Over(End::Showdown),
        }
    }

    fn below_level(&self) -> Seats {
        self.live.iter().filter(|seat| self.stakes[seat.index()] < self.level).collect()
    }
}
