//! Reading card text.
//!
//! A card is a rank and then a suit, in any case: ranks `2`..`10`, `J Q K A`, with `T` for `10`; suits `C D H S`
//! or a suit sign, black or white (`♣♦♥♠`, `♧♢♡♤`), with or without the variation selector that emoji bring along.
//! Canonical output is `10H`. Everything else is refused by name: the suit written first, jokers, card backs,
//! look-alike letters, invisible characters, a letter for a digit.

use std::str::FromStr;

use thiserror::Error;

use super::{Card, Rank, Shown, Strange, Suit};

/// Why a token is no card; displays as `` `token` `` and the fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} {fault}", Shown(.token))]
pub struct CardError {
    /// The token as it was found.
    pub token: String,
    /// What is wrong with it.
    pub fault: CardFault,
}

/// What is wrong with a token.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardFault {
    /// No rule below fits: it is just no card.
    #[error("is not a card: expected a rank (2..10, J, Q, K, A) and then a suit (C, D, H, S), such as 10H")]
    NotACard,
    /// A rank alone was expected.
    #[error("is not a rank: expected 2..10, J, Q, K or A")]
    NotARank,
    /// A rank alone, where the suit matters.
    #[error("has no suit: expected {0}C, {0}D, {0}H or {0}S")]
    NoSuit(Rank),
    /// The suit stands before the rank.
    #[error("has the suit first: write {0}")]
    SuitFirst(Card),
    /// A joker.
    #[error("is a joker: no game here has one")]
    Joker,
    /// The back of a card.
    #[error("is the back of a card: it shows no rank")]
    Back,
    /// One sign for the whole card.
    #[error("is one sign for a whole card: write rank and suit, such as 10H")]
    WholeCardSign,
    /// The letter O or l in a ten.
    #[error("has a letter in place of a digit: write {0}")]
    LetterForDigit(String),
    /// A character that no card text holds.
    #[error("holds {0}")]
    Strange(Strange),
}

/// Splits text at blanks and commas.
///
/// Only ASCII blanks part tokens, so that a no-break or zero width space stays in its token and is named.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.bytes().position(|byte| !is_separator(byte))?;
        let unread = &rest[start..];
        let end = unread.bytes().position(is_separator).unwrap_or(unread.len());
        let (token, after) = unread.split_at(end);
        rest = after;
        Some(token)
    })
}

const fn is_separator(byte: u8) -> bool {
    byte == b',' || byte.is_ascii_whitespace()
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(token: &str) -> Result<Self, CardError> {
        let read = match *token.as_bytes() {
            [rank, suit] => RANKS[rank as usize].zip(SUITS[suit as usize]),
            [b'1', b'0', suit] => Some(Rank::Ten).zip(SUITS[suit as usize]),
            _ => rank_and_suit_sign(token),
        };
        match read {
            Some((rank, suit)) => Ok(Self { rank, suit }),
            None => Err(refuse(token, Wanted::Card)),
        }
    }
}

impl FromStr for Rank {
    type Err = CardError;

    /// Reads a rank without a suit. See [`rank_of_token`] where a suit may stand but does not matter.
    fn from_str(token: &str) -> Result<Self, CardError> {
        rank_alone(token).ok_or_else(|| refuse(token, Wanted::Rank))
    }
}

/// Reads a rank with or without a suit, for games in which suits do not matter.
///
/// ```
/// use croupier_rules::card::{text::rank_of_token, Rank};
///
/// assert_eq!(rank_of_token("10"), Ok(Rank::Ten));
/// assert_eq!(rank_of_token("TS"), Ok(Rank::Ten));
/// assert!(rank_of_token("S").is_err());
/// ```
pub fn rank_of_token(token: &str) -> Result<Rank, CardError> {
    match rank_alone(token) {
        Some(rank) => Ok(rank),
        None => match token.parse::<Card>() {
            Ok(card) => Ok(card.rank),
            Err(_) => Err(refuse(token, Wanted::Rank)),
        },
    }
}

fn rank_alone(token: &str) -> Option<Rank> {
    match *token.as_bytes() {
        [rank] => rank_of(rank),
        [b'1', b'0'] => Some(Rank::Ten),
        _ => None,
    }
}

/// Random letters make a table faster than a jump for each.
const RANKS: [Option<Rank>; 256] = {
    let mut ranks = [None; 256];
    let mut letter = 0;
    while letter < 128 {
        ranks[letter as usize] = rank_of(letter);
        letter += 1;
    }
    ranks
};

/// See [`RANKS`].
const SUITS: [Option<Suit>; 256] = {
    let mut suits = [None; 256];
    let mut letter = 0;
    while letter < 128 {
        suits[letter as usize] = suit_of(letter);
        letter += 1;
    }
    suits
};

const fn rank_of(letter: u8) -> Option<Rank> {
    Some(match letter {
        b'2' => Rank::Two,
        b'3' => Rank::Three,
        b'4' => Rank::Four,
        b'5' => Rank::Five,
        b'6' => Rank::Six,
        b'7' => Rank::Seven,
        b'8' => Rank::Eight,
        b'9' => Rank::Nine,
        b'T' | b't' => Rank::Ten,
        b'J' | b'j' => Rank::Jack,
        b'Q' | b'q' => Rank::Queen,
        b'K' | b'k' => Rank::King,
        b'A' | b'a' => Rank::Ace,
        _ => return None,
    })
}

const fn suit_of(letter: u8) -> Option<Suit> {
    Some(match letter {
        b'C' | b'c' => Suit::Clubs,
        b'D' | b'd' => Suit::Diamonds,
        b'H' | b'h' => Suit::Hearts,
        b'S' | b's' => Suit::Spades,
        _ => return None,
    })
}

const fn suit_of_sign(sign: char) -> Option<Suit> {
    Some(match sign {
        '♣' | '♧' => Suit::Clubs,
        '♦' | '♢' => Suit::Diamonds,
        '♥' | '♡' => Suit::Hearts,
        '♠' | '♤' => Suit::Spades,
        _ => return None,
    })
}

/// A suit sign may carry the selector that asks for a coloured or for a plain picture.
const VARIATION_SELECTORS: [char; 2] = ['\u{fe0f}', '\u{fe0e}'];

fn rank_and_suit_sign(token: &str) -> Option<(Rank, Suit)> {
    let bare = token.strip_suffix(VARIATION_SELECTORS).unwrap_or(token);
    let sign = bare.chars().next_back()?;
    let rank = rank_alone(&bare[..bare.len() - sign.len_utf8()])?;
    Some((rank, suit_of_sign(sign)?))
}

#[derive(Clone, Copy)]
enum Wanted {
    Card,
    Rank,
}

#[cold]
fn refuse(token: &str, wanted: Wanted) -> CardError {
    CardError { token: token.to_owned(), fault: fault(token, wanted) }
}

fn fault(token: &str, wanted: Wanted) -> CardFault {
    if is_joker(token) {
        return CardFault::Joker;
    }
    if let Some(sign) = token.chars().find(|sign| ('\u{1f0a0}'..='\u{1f0ff}').contains(sign)) {
        return if sign == '\u{1f0a0}' { CardFault::Back } else { CardFault::WholeCardSign };
    }
    if let Some(card) = suit_first(token) {
        return CardFault::SuitFirst(card);
    }
    if let Some(strange) = first_strange(token) {
        return CardFault::Strange(Strange(strange));
    }
    if let Some(meant) = letter_for_digit(token) {
        return CardFault::LetterForDigit(meant);
    }
    match (wanted, rank_alone(token)) {
        (Wanted::Card, Some(rank)) => CardFault::NoSuit(rank),
        (Wanted::Card, None) => CardFault::NotACard,
        (Wanted::Rank, _) => CardFault::NotARank,
    }
}

fn is_joker(token: &str) -> bool {
    const WORDS: [&str; 6] = ["joker", "jk", "jkr", "jr", "xx", "*"];
    const SIGNS: [char; 3] = ['\u{1f0bf}', '\u{1f0cf}', '\u{1f0df}'];
    WORDS.iter().any(|word| token.eq_ignore_ascii_case(word)) || token.contains(SIGNS)
}

fn suit_first(token: &str) -> Option<Card> {
    let sign = token.chars().next()?;
    let suit = suit_of_sign(sign).or_else(|| suit_of(u8::try_from(sign).ok()?))?;
    let rank = token[sign.len_utf8()..].trim_start_matches(VARIATION_SELECTORS);
    Some(Card { rank: rank_alone(rank)?, suit })
}

/// The first character that is neither ASCII to be seen, nor a suit sign, nor a selector behind such a sign.
fn first_strange(token: &str) -> Option<char> {
    let mut before = None;
    for character in token.chars() {
        let sign = suit_of_sign(character).is_some();
        let selector =
            VARIATION_SELECTORS.contains(&character) && before.is_some_and(|c| suit_of_sign(c).is_some());
        if !(character.is_ascii_graphic() || sign || selector) {
            return Some(character);
        }
        before = Some(character);
    }
    None
}

/// Puts the digits back where a letter that looks like one stands in the rank.
fn letter_for_digit(token: &str) -> Option<String> {
    let meant: String = token
        .char_indices()
        .map(|(place, letter)| match (place, letter) {
            (0, 'l' | 'I' | 'i' | '|') => '1',
            (1, 'O' | 'o') => '0',
            _ => letter,
        })
        .collect();
    let read = meant != token && (rank_alone(&meant).is_some() || meant.parse::<Card>().is_ok());
    read.then_some(meant)
}
