//! The decisions of a deal of poker, each with all that everybody knew by then.

use std::fmt;

use croupier_rules::game::Step;
use croupier_rules::poker::{Action, Deal, Round, Rules, SEATS, Stage};
use croupier_solve::poker::{Bid, Question};
use serde::{Serialize, Serializer};

/// A decision of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Decision {
    pub(crate) seat: usize,
    pub(crate) card: u8,
    pub(crate) place: Place,
    pub(crate) question: Question,
    pub(crate) action: Action,
    /// The level to reach or to raise from, in chips; the least bid in round 1.
    pub(crate) level: u16,
    /// The step of the deal, from 0.
    pub(crate) step: u32,
}

/// A place of a deal in which seats decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Bid1,
    Call1,
    Bid2,
    Call2,
}

/// What the seats have done so far in a deal.
#[derive(Clone, Debug)]
pub(crate) struct Decisions {
    rules: Rules,
    first: [Bid; SEATS],
    stays: [bool; SEATS],
    /// The steps that were taken.
    steps: u32,
    /// In the order of play; of seats that had a choice.
    pub(crate) made: Vec<Decision>,
}

impl Place {
    pub(crate) const ALL: [Self; 4] = [Self::Bid1, Self::Call1, Self::Bid2, Self::Call2];

    /// None while cards are dealt and when the deal is over.
    pub(crate) fn of(stage: Stage) -> Option<Self> {
        match stage {
            Stage::Bid(Round::First) => Some(Self::Bid1),
            Stage::Check(Round::First) => Some(Self::Call1),
            Stage::Bid(Round::Second) => Some(Self::Bid2),
            Stage::Check(Round::Second) => Some(Self::Call2),
            Stage::Dealing | Stage::Over(_) => None,
        }
    }

    /// Whether the seats bid there.
    pub(crate) fn is_bid(self) -> bool {
        match self {
            Self::Bid1 | Self::Bid2 => true,
            Self::Call1 | Self::Call2 => false,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bid1 => "bid 1",
            Self::Call1 => "call 1",
            Self::Bid2 => "bid 2",
            Self::Call2 => "call 2",
        })
    }
}

/// As scripted deals name it.
impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Bid1 => "bet1",
            Self::Call1 => "call1",
            Self::Bid2 => "bet2",
            Self::Call2 => "call2",
        })
    }
}

impl Decisions {
    /// Before the first step of a deal.
    pub(crate) fn new(rules: Rules) -> Self {
        Self { rules, first: [None; SEATS], stays: [true; SEATS], steps: 0, made: Vec::new() }
    }

    /// The question that seats are asked at a state, with all that everybody knows by then; none if nobody decides.
    pub(crate) fn question(&self, deal: &Deal) -> Option<Question> {
        let (first, stays) = (self.first, self.stays);
        Some(match Place::of(deal.stage())? {
            Place::Bid1 => Question::FirstBid,
            Place::Call1 => Question::FirstCall { first },
            Place::Bid2 => Question::SecondBid { first, stays: live(deal) },
            Place::Call2 => {
                let (live, stakes) = (live(deal), deal.stakes());
                let second = std::array::from_fn(|seat| live[seat].then(|| stakes[seat]));
                Question::SecondCall { first, stays, second }
            }
        })
    }

    /// A step was taken.
    pub(crate) fn step(&mut self, before: &Deal, step: &Step<Rules>) {
        let number = self.steps;
        self.steps += 1;
        let (Some(place), Step::Act(acts)) = (Place::of(before.stage()), step) else { return };
        if place == Place::Bid1 {
            self.first = by_seat(acts);
        }
        if place == Place::Bid2 {
            self.stays = live(before);
        }
        let question = self.question(before).expect("seats act at a place of a deal");
        if place.is_bid() && before.level() == self.rules.max_bid {
            return;
        }
        for &(seat, action) in acts {
            let (seat, level) = (seat.index(), before.level());
            let card = before.cards()[seat];
            self.made.push(Decision { seat, card, place, question, action, level, step: number });
        }
    }
}

/// Who is live, by seat.
fn live(deal: &Deal) -> [bool; SEATS] {
    std::array::from_fn(|seat| deal.live().iter().any(|at| at.index() == seat))
}

fn by_seat(acts: &[(croupier_rules::seat::Seat, Action)]) -> [Bid; SEATS] {
    let mut bids = [None; SEATS];
    for (seat, action) in acts {
        if let Action::Bid(bid) = action {
            bids[seat.index()] = Some(*bid);
        }
    }
    bids
}

/// What was done, in the past: `bid 40`, `paid`.
pub(crate) fn did(action: Action) -> String {
    match action {
        Action::Bid(bid) => format!("bid {bid}"),
        Action::Foul => "fouled".into(),
        Action::Call(true) => "paid".into(),
        Action::Call(false) => "folded".into(),
    }
}

/// What may be done: `to bid 40`, `to pay`.
pub(crate) fn to_do(action: Action) -> String {
    match action {
        Action::Bid(bid) => format!("to bid {bid}"),
        Action::Foul => "to foul".into(),
        Action::Call(true) => "to pay".into(),
        Action::Call(false) => "to fold".into(),
    }
}

/// A card with its article: `a 7`, `an 8`.
pub(crate) fn a_card(card: u8) -> String {
    format!("{} {card}", if card == 8 { "an" } else { "a" })
}

/// What was known, behind the card: ` after bids 10 40 10`.
pub(crate) fn known(decision: &Decision) -> String {
    let bids = |bids: &[Bid; SEATS]| {
        let word = |bid: &Bid| bid.map_or_else(|| "-".to_owned(), |bid| bid.to_string());
        bids.each_ref().map(word).join(" ")
    };
    match &decision.question {
        Question::FirstBid => String::new(),
        Question::FirstCall { first } => format!(" after bids {}", bids(first)),
        Question::SecondBid { first, stays } => {
            format!(" after bids {}, {}", bids(first), in_deal(stays, decision))
        }
        Question::SecondCall { second, .. } => format!(" after bids {} of round 2", bids(second)),
    }
}

fn in_deal(stays: &[bool; SEATS], decision: &Decision) -> String {
    let live = stays.iter().filter(|stays| **stays).count();
    format!("{live} in at {}", decision.level)
}
