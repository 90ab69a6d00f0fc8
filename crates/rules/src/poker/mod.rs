//! Algorithmic poker: three seats, one card each, sealed bids in two rounds (statement 003).
//!
//! A bid is the total that a seat wants to stand at. In each round all live seats bid at once;
//! those below the highest bid then say, again at once, whether they pay up to it or fold. Who is
//! still live after both rounds shows, and the highest card takes the stakes. The doubtful points
//! are rulings 22 to 26, listed with their tests in `docs/rules/poker.md`.

mod deal;
mod news;
mod notation;
mod script;
mod settlement;

pub use deal::{Deal, End, Round, Stage};
pub use news::News;
pub use script::{Entry, Script, ScriptError, Settlement};

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::chips::Chips;
use crate::game::{self, Acts, Game, Nets, Node, Step};
use crate::seat::{Seat, Seats};
use crate::text::Cursor;

/// Seats at the table.
pub const SEATS: usize = 3;

/// Cards are 0 to 9, each as likely as any other, for each seat on its own (ruling 22).
pub const CARDS: u8 = 10;

/// The rules of one deal, with the statement's values by default.
///
/// ```
/// use croupier_rules::poker::Rules;
/// let rules = Rules::default();
/// assert_eq!((rules.min_bid, rules.max_bid), (10, 300));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The least bid of round 1, in chips.
    pub min_bid: u16,
    /// The chips of a seat at the start of each deal: the greatest bid.
    pub max_bid: u16,
    /// What becomes of the odd chip when two winners share.
    pub odd_chip: OddChip,
}

/// What becomes of the odd chip of a pot that two winners share (ruling 24).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OddChip {
    /// Each winner gets exactly half of the pot.
    #[default]
    Exact,
    /// Each winner gets whole chips and the odd one is lost, as the first arbiter did.
    Floor,
}

impl Default for Rules {
    fn default() -> Self {
        Self { min_bid: 10, max_bid: 300, odd_chip: OddChip::Exact }
    }
}

/// What a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Bids this total, in chips.
    Bid(u16),
    /// Gives no valid bid: pays the stage's minimum and is out of the deal (ruling 25).
    Foul,
    /// Pays up to the level (`true`) or folds.
    Call(bool),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(total) => write!(f, "bid {total}"),
            Self::Foul => write!(f, "foul"),
            Self::Call(true) => write!(f, "call"),
            Self::Call(false) => write!(f, "fold"),
        }
    }
}

/// A question to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Which total, in chips, both ends included?
    Bid {
        /// The round of bidding.
        round: Round,
        /// The least bid: 10, or the level of round 1.
        min: u16,
        /// The greatest bid.
        max: u16,
    },
    /// Does the seat pay up to the level?
    Call {
        /// The round of bidding.
        round: Round,
        /// The total to reach, not the amount to add.
        level: u16,
    },
}

impl game::Choices<Action> for Choices {
    fn count(&self) -> u64 {
        match *self {
            Self::Bid { min, max, .. } => u64::from(max - min) + 1,
            Self::Call { .. } => 2,
        }
    }

    fn nth(&self, index: u64) -> Action {
        match *self {
            Self::Bid { min, .. } => {
                Action::Bid(min + u16::try_from(index).expect("an index below the count fits a bid"))
            }
            Self::Call { .. } => Action::Call(index == 1),
        }
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid { round, min, max } => write!(f, "bet{round}: a whole number from {min} to {max}"),
            Self::Call { round, level } => write!(f, "call{round}: true to pay up to {level}, or false"),
        }
    }
}

/// Why a step is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The bid is out of range.
    #[error("a bid of {bid} is not from {min} to {max}")]
    BidOutOfRange {
        /// The bid.
        bid: u16,
        /// The least bid allowed.
        min: u16,
        /// The greatest bid allowed.
        max: u16,
    },
    /// A call where a bid was asked, or the other way round.
    #[error("{action} is no answer to {asked}")]
    WrongKind {
        /// The action.
        action: Action,
        /// The question.
        asked: Choices,
    },
    /// The step does not fit the stage, or acts for seats that were not asked.
    #[error("this step is not due {stage}")]
    NotDue {
        /// The stage of the deal.
        stage: Stage,
    },
}

impl Game for Rules {
    type State = Deal;
    type Action = Action;
    type Choices = Choices;
    type Draw = u8;
    type Weights = [u32; CARDS as usize];
    type News = News;
    type Illegal = Illegal;

    const NAME: &'static str = "poker";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), String> {
        let Self { min_bid, max_bid, .. } = *self;
        if min_bid == 0 || min_bid > max_bid {
            return Err(format!("expected a min_bid from 1 to max_bid, found {min_bid} and {max_bid}"));
        }
        Ok(())
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn start(&self) -> Deal {
        Deal::new(self)
    }

    fn node(&self, deal: &Deal) -> Node {
        match deal.stage() {
            Stage::Dealing => Node::Chance,
            Stage::Bid(_) | Stage::Check(_) => Node::Decide(deal.asked()),
            Stage::Over(_) => Node::Over,
        }
    }

    fn deck(&self, _: &Deal) -> u64 {
        0
    }

    fn weights(&self, _: &Deal) -> Self::Weights {
        [1; CARDS as usize]
    }

    fn drawn(&self, _: &Deal, index: usize) -> u8 {
        u8::try_from(index).expect("a card is below ten")
    }

    fn choices(&self, deal: &Deal, _: Seat) -> Choices {
        deal.question(self)
    }

    fn permits(&self, deal: &Deal, _: Seat, &action: &Action) -> Result<(), Illegal> {
        match (deal.question(self), action) {
            (Choices::Bid { min, max, .. }, Action::Bid(bid)) if !(min..=max).contains(&bid) => {
                Err(Illegal::BidOutOfRange { bid, min, max })
            }
            (Choices::Bid { .. }, Action::Bid(_) | Action::Foul)
            | (Choices::Call { .. }, Action::Call(_)) => Ok(()),
            (asked, action) => Err(Illegal::WrongKind { action, asked }),
        }
    }

    fn forfeit(&self, deal: &Deal, _: Seat) -> Option<Action> {
        Some(match deal.question(self) {
            Choices::Bid { .. } => Action::Foul,
            Choices::Call { .. } => Action::Call(false),
        })
    }

    fn apply(&self, deal: &mut Deal, step: &Step<Self>) -> Result<(), Illegal> {
        let stage = deal.stage();
        match (self.node(deal), step) {
            (Node::Chance, Step::Draw(card)) if *card < CARDS => deal.receive(*card),
            (Node::Decide(asked), Step::Act(acts)) if acts_of(acts) == Some(asked) => {
                for (seat, action) in acts {
                    self.permits(deal, *seat, action)?;
                }
                deal.act(acts);
            }
            _ => return Err(Illegal::NotDue { stage }),
        }
        Ok(())
    }

    fn opening(&self, _: &Deal, _: Seat, _: &mut dyn FnMut(News)) {}

    fn news(&self, deal: &Deal, step: &Step<Self>, seat: Seat, tell: &mut dyn FnMut(News)) {
        news::after(self, deal, step, seat, tell);
    }

    fn net(&self, deal: &Deal) -> Option<Nets> {
        settlement::nets(self, deal)
    }

    fn write_step(&self, before: &Deal, step: &Step<Self>, out: &mut Vec<u8>) {
        notation::write(before, step, out);
    }

    fn read_step(&self, before: &Deal, text: &mut Cursor<'_>) -> Result<Step<Self>, String> {
        notation::read(before, text)
    }
}

/// The seats that act, if each acts once and they stand in order.
fn acts_of(acts: &Acts<Action>) -> Option<Seats> {
    let ascending = acts.windows(2).all(|pair| pair[0].0 < pair[1].0);
    ascending.then(|| acts.iter().map(|(seat, _)| *seat).collect())
}

/// Asks for the net of each seat and puts them in the order of the seats.
pub(crate) fn by_seat(nets: impl Fn(Seat) -> Chips) -> Nets {
    Seats::first(SEATS).iter().map(nets).collect()
}
