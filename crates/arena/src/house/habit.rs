//! What to expect of the arena's own house players of poker, by their card and by what all see.
//!
//! One bid stands for all that a player may draw. It serves to foresee a deal, not to play it.

use croupier_rules::poker::{Round, SEATS};
use croupier_rules::seat::Seat;

use super::poker::{MANIAC_PAYS, odds, rock};

/// How one of the arena's own house players plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// As `odds`.
    Odds,
    /// As `random`.
    Random,
    /// As `rock`.
    Rock,
    /// As `maniac`.
    Maniac,
}

/// What a player looks at when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Its seat.
    pub seat: Seat,
    /// Its card.
    pub card: u8,
    /// How many others are in the deal.
    pub rivals: u16,
    /// What each seat has in, in chips.
    pub stakes: [u16; SEATS],
    /// The level to stand at.
    pub level: u16,
    /// The greatest bid.
    pub max: u16,
}

impl Habit {
    /// That of the house player of a name; none if the arena has no such player.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "odds" => Self::Odds,
            "random" => Self::Random,
            "rock" => Self::Rock,
            "maniac" => Self::Maniac,
            _ => return None,
        })
    }

    /// A bid that stands for all that it may make.
    ///
    /// ```
    /// use croupier_arena::house::habit::{Habit, Sight};
    /// use croupier_rules::{poker::Round, seat::Seat};
    ///
    /// let sight = Sight { seat: Seat(0), card: 9, rivals: 2, stakes: [20; 3], level: 20, max: 300 };
    /// assert_eq!(Habit::Rock.bid(Round::Second, &sight), 90);
    /// assert_eq!(Habit::Random.bid(Round::Second, &sight), 160);
    /// ```
    pub fn bid(self, round: Round, sight: &Sight) -> u16 {
        let quarter = (sight.max - sight.level) / 4;
        match self {
            Self::Odds => odds::bid(round, sight),
            Self::Rock => rock::bid(round, sight),
            Self::Random => sight.level + 2 * quarter,
            Self::Maniac => sight.level + 3 * quarter,
        }
    }

    /// The chance of paying up to the level.
    pub fn pays(self, sight: &Sight) -> f64 {
        match self {
            Self::Odds => f64::from(u8::from(odds::pays(sight))),
            Self::Rock => f64::from(u8::from(rock::pays(sight))),
            Self::Random => 0.5,
            Self::Maniac if sight.card < MANIAC_PAYS => 0.5,
            Self::Maniac => 1.0,
        }
    }
}
