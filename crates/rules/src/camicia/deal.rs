//! What is dealt: two hands of cards without suits, each read from the top.

use std::fmt;

use super::text::DealError;
use crate::card::Rank;

/// A card as Camicia sees it: a payment card (J, Q, K, A), or a number card, whose number may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card(Option<Rank>);

impl Card {
    /// A number card of which nothing else is known, written `-`. What number it is never matters.
    pub const ANY_NUMBER: Self = Self(None);

    /// Returns the card of this rank.
    pub const fn of(rank: Rank) -> Self {
        Self(Some(rank))
    }

    /// Returns its rank, if that is known.
    pub const fn rank(self) -> Option<Rank> {
        self.0
    }

    /// Returns how many cards the other player has to pay: 1 for a jack up to 4 for an ace, 0 for a number card.
    pub const fn penalty(self) -> u8 {
        match self.0 {
            Some(Rank::Jack) => 1,
            Some(Rank::Queen) => 2,
            Some(Rank::King) => 3,
            Some(Rank::Ace) => 4,
            _ => 0,
        }
    }

    /// Returns the card in the compact form: `J`, `Q`, `K`, `A`, or `-` for a number card.
    pub const fn compact(self) -> char {
        match self.penalty() {
            1 => 'J',
            2 => 'Q',
            3 => 'K',
            4 => 'A',
            _ => '-',
        }
    }
}

impl fmt::Display for Card {
    /// Writes the card as it was given: its rank, or `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.map_or("-", Rank::symbol))
    }
}

/// One of the two players. A leads the first round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who leads the first round.
    #[default]
    A,
    /// The other one.
    B,
}

impl Player {
    /// Both players, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// Returns the other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// Two hands, from the top. They may have any sizes and any number of payment cards, and one may be empty (ruling 16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    hands: [Vec<Card>; 2],
}

impl Deal {
    /// Returns the deal of these two hands, unless both are empty.
    pub fn new(a: Vec<Card>, b: Vec<Card>) -> Result<Self, DealError> {
        if a.is_empty() && b.is_empty() {
            return Err(DealError::NoCards);
        }
        Ok(Self { hands: [a, b] })
    }

    /// Returns a player's hand, its top card first.
    pub fn hand(&self, player: Player) -> &[Card] {
        &self.hands[player as usize]
    }

    /// Returns how many cards there are in both hands.
    pub fn len(&self) -> usize {
        self.hands.iter().map(Vec::len).sum()
    }

    /// Returns false: a deal has at least one card.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Returns a player's hand in the compact form, one character a card: `-J--A`.
    pub fn compact(&self, player: Player) -> String {
        self.hand(player).iter().map(|card| card.compact()).collect()
    }
}

impl fmt::Display for Deal {
    /// Writes the compact form of both hands: `-J-/--J-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.compact(Player::A), self.compact(Player::B))
    }
}
