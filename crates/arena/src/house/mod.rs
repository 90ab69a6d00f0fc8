//! House players: built in, in Rust, deterministic from the match and the seat.
//!
//! The arena has some of its own. Those that need a solver are joined by whoever runs it, in [`Houses`].

pub mod blackjack;
pub mod habit;
pub mod poker;

use std::fmt;

use croupier_rules::blackjack::Rules as BlackjackRules;
use croupier_rules::chance::Stream;
use croupier_rules::game::Game;
use croupier_rules::poker::Rules as PokerRules;
use croupier_rules::seat::Seat;

use crate::choice_luck::NewChoiceMeter;
use crate::game_kind::GameKind;
use crate::player::Player;
use crate::protocol::Object;

/// What the names of house players begin with, where they stand beside entrants.
pub const PREFIX: &str = "house:";

/// What the name of the player that blackjack is measured by begins with, in records.
pub const COMMITTEE: &str = "committee:";

/// The version of the house players, raised when one of them plays otherwise than before.
pub const VERSION: &str = "house-3";

/// The checksum of the policy that `equilibrium` and `exploiter` play from, the last 32 bytes of its file in hexadecimal
/// digits. Another policy plays otherwise: whoever changes it here raises [`VERSION`].
pub const POLICY: &str = "7af2af2646974b37ab1629368373c645e78e379a6c0a75c59b7ded3bb55a69ff";

/// The house players of each game.
#[derive(Clone, Copy, Debug)]
pub struct Houses {
    /// Those of blackjack.
    pub blackjack: House<BlackjackRules>,
    /// Those of poker.
    pub poker: House<PokerRules>,
    /// What tells the luck of their choices from their play at poker, if it is to be told.
    pub choice_luck: Option<NewChoiceMeter>,
}

/// The house players of one game.
#[derive(Clone, Copy)]
pub struct House<G: Game> {
    /// Their names, without `house:`.
    pub names: &'static [&'static str],
    /// Seats the one of a name, if there is one.
    pub seat: Seating<G>,
}

/// Seats the house player of a name.
pub type Seating<G> = fn(Invitation<'_, G>) -> Option<Box<dyn Player<G>>>;

/// What a house player is told when it is seated: what a bot is told in its `hello`.
#[derive(Debug)]
pub struct Invitation<'a, G> {
    /// Its name, without `house:`.
    pub name: &'a str,
    /// Its seat.
    pub seat: Seat,
    /// Its own stream of chance.
    pub chance: Stream,
    /// The rules of the first game.
    pub rules: &'a G,
    /// What a contest tells all bots besides.
    pub told: &'a Object,
}

impl Houses {
    /// The arena's own.
    pub const OWN: Self = Self {
        blackjack: House { names: &blackjack::NAMES, seat: |guest| blackjack::named(guest.name) },
        poker: House {
            names: &poker::NAMES,
            seat: |guest| poker::named(guest.name, guest.seat, guest.chance),
        },
        choice_luck: None,
    };

    /// The names of a game's house players.
    pub const fn names(&self, game: GameKind) -> &'static [&'static str] {
        match game {
            GameKind::Blackjack => self.blackjack.names,
            GameKind::Poker => self.poker.names,
            GameKind::Camicia | GameKind::Rullete => &[],
        }
    }
}

impl<G: Game> fmt::Debug for House<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("House").field("names", &self.names).finish_non_exhaustive()
    }
}

/// A game with house players.
pub trait Housed: Game {
    /// Those of this game.
    fn house(houses: &Houses) -> &House<Self>;
}

impl Housed for PokerRules {
    fn house(houses: &Houses) -> &House<Self> {
        &houses.poker
    }
}

impl Housed for BlackjackRules {
    fn house(houses: &Houses) -> &House<Self> {
        &houses.blackjack
    }
}

/// One of the arena's own house players.
pub fn own<G: Housed>(name: &str, rules: &G, seat: Seat, chance: Stream) -> Option<Box<dyn Player<G>>> {
    (G::house(&Houses::OWN).seat)(Invitation { name, seat, chance, rules, told: &Object::new() })
}

/// The names of the arena's own house players of a game.
pub fn names(game: GameKind) -> &'static [&'static str] {
    Houses::OWN.names(game)
}
