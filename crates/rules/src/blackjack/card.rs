//! A card as blackjack sees it: ace, 2 to 9, or one of the four ranks that count ten.

use std::fmt;

/// A card by its value; suits and the difference between a ten and a king do not matter here.
///
/// ```
/// use croupier_rules::blackjack::Card;
/// assert_eq!(Card::ACE.told(), 11);
/// assert_eq!(Card::from_letter(b'T'), Some(Card::TEN));
/// assert_eq!(Card::ALL.map(|card| card.to_string()).concat(), "A23456789T");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// One letter for each value, by index.
const LETTERS: [u8; 10] = *b"A23456789T";

impl Card {
    /// The ace.
    pub const ACE: Self = Self(1);

    /// A ten, jack, queen or king.
    pub const TEN: Self = Self(10);

    /// The ten values, ace first: the order of every list by value.
    pub const ALL: [Self; 10] = {
        let mut cards = [Self::ACE; 10];
        let mut points: u8 = 1;
        while points <= Self::TEN.0 {
            cards[points as usize - 1] = Self(points);
            points += 1;
        }
        cards
    };

    /// The card's place in a list by value, from 0 (ace) to 9 (ten).
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The card's least worth: 1 for an ace, to 10.
    pub const fn points(self) -> u32 {
        self.0 as u32
    }

    /// The number that a bot is told: 11 stands for an ace (ruling 5).
    pub const fn told(self) -> u8 {
        if self.0 == Self::ACE.0 { 11 } else { self.0 }
    }

    /// The card that a told number stands for, from 2 to 11.
    pub fn from_told(told: u8) -> Option<Self> {
        match told {
            2..=10 => Some(Self(told)),
            11 => Some(Self::ACE),
            _ => None,
        }
    }

    /// The letter of a record: `A23456789T`.
    pub const fn letter(self) -> u8 {
        LETTERS[self.index()]
    }

    /// The card of a record's letter.
    pub fn from_letter(letter: u8) -> Option<Self> {
        LETTERS.iter().position(|&known| known == letter).map(|index| Self::ALL[index])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&char::from(self.letter()).to_string())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The number that a bot is told.
impl serde::Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.told())
    }
}

#[cfg(test)]
mod tests {
    use super::Card;

    #[test]
    fn a_card_is_told_as_11_for_an_ace_and_10_for_a_face() {
        assert_eq!(Card::ALL.map(Card::told), [11, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        for card in Card::ALL {
            assert_eq!(Card::from_told(card.told()), Some(card));
            assert_eq!(Card::from_letter(card.letter()), Some(card));
            assert_eq!(Card::ALL[card.index()], card);
        }
        assert_eq!([0, 1, 12].map(Card::from_told), [None; 3]);
    }
}
