//! Cards: suit, rank, and the card that joins them.
//!
//! The text forms are in [`text`]: `10H` is the canonical one, `th` and `10♥` mean the same card.
//! What a card is worth is no matter of this module; each game says so for itself.

mod strange;
pub mod text;

use std::fmt;

pub use strange::{Shown, Strange};
pub use text::{CardError, CardFault};

/// One of the four suits, in the order clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♣, black.
    Clubs,
    /// ♦, red.
    Diamonds,
    /// ♥, red.
    Hearts,
    /// ♠, black.
    Spades,
}

impl Suit {
    /// Every suit, lowest first.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Returns the canonical letter: `C`, `D`, `H` or `S`.
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }

    /// Says whether the suit is black: clubs or spades.
    pub const fn is_black(self) -> bool {
        matches!(self, Self::Clubs | Self::Spades)
    }
}

/// One of the thirteen ranks, from 2 up to the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// 2
    Two,
    /// 3
    Three,
    /// 4
    Four,
    /// 5
    Five,
    /// 6
    Six,
    /// 7
    Seven,
    /// 8
    Eight,
    /// 9
    Nine,
    /// 10, also written `T`.
    Ten,
    /// J
    Jack,
    /// Q
    Queen,
    /// K
    King,
    /// A
    Ace,
}

impl Rank {
    /// Every rank, the 2 first and the ace last.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// Returns the canonical text: `2`..`10`, `J`, `Q`, `K` or `A`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Two => "2",
            Self::Three => "3",
            Self::Four => "4",
            Self::Five => "5",
            Self::Six => "6",
            Self::Seven => "7",
            Self::Eight => "8",
            Self::Nine => "9",
            Self::Ten => "10",
            Self::Jack => "J",
            Self::Queen => "Q",
            Self::King => "K",
            Self::Ace => "A",
        }
    }
}

/// A playing card.
///
/// ```
/// use croupier_rules::card::{Card, Rank, Suit};
///
/// let card: Card = "th".parse()?;
/// assert_eq!(card, Card::new(Rank::Ten, Suit::Hearts));
/// assert_eq!(card.to_string(), "10H");
/// # Ok::<(), croupier_rules::card::CardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// Its rank.
    pub rank: Rank,
    /// Its suit.
    pub suit: Suit,
}

impl Card {
    /// Returns the card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self { rank, suit }
    }

    /// Returns the card's place in a sorted pack, 0 (`2C`) to 51 (`AS`): ranks first, then suits.
    pub const fn index(self) -> usize {
        self.rank as usize * Suit::ALL.len() + self.suit as usize
    }

    /// Returns the 52 cards of one pack, sorted by [`Card::index`].
    pub fn pack() -> impl Iterator<Item = Self> {
        Rank::ALL.into_iter().flat_map(|rank| Suit::ALL.map(|suit| Self::new(rank, suit)))
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rank.symbol())?;
        fmt::Write::write_char(f, self.suit.letter())
    }
}
