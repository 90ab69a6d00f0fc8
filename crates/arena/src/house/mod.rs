//! House players: built in, in Rust, deterministic from the match and the seat.

pub mod blackjack;
pub mod poker;

use croupier_rules::chance::Stream;
use croupier_rules::game::Game;
use croupier_rules::seat::Seat;

use crate::game_kind::GameKind;
use crate::player::Player;

/// What the names of house players begin with, where they stand beside entrants.
pub const PREFIX: &str = "house:";

/// The version of the house players, raised when one of them plays otherwise than before.
pub const VERSION: &str = "house-1";

/// A game with house players.
pub trait Housed: Game {
    /// The house player of that name at a seat, playing with its own stream of chance.
    fn house(name: &str, seat: Seat, chance: Stream) -> Option<Box<dyn Player<Self>>>;
}

impl Housed for croupier_rules::poker::Rules {
    fn house(name: &str, seat: Seat, chance: Stream) -> Option<Box<dyn Player<Self>>> {
        poker::named(name, seat, chance)
    }
}

impl Housed for croupier_rules::blackjack::Rules {
    fn house(name: &str, _: Seat, _: Stream) -> Option<Box<dyn Player<Self>>> {
        blackjack::named(name)
    }
}

/// The names of a game's house players.
pub fn names(game: GameKind) -> &'static [&'static str] {
    match game {
        GameKind::Blackjack => &blackjack::NAMES,
        GameKind::Poker => &poker::NAMES,
        GameKind::Camicia | GameKind::Rullete => &[],
    }
}
