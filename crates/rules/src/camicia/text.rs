//! Reading deals.
//!
//! A deal is two hands with `/` or `|` between them. A hand is compact (`-J2A10`: one sign a card, `10` for a ten,
//! `-` for any number card), or cards with blanks or commas between them, where a suit may follow a rank.
//! Without `/` or `|` a deal is exactly two words, each a hand. An empty hand needs the separator.

use std::str::FromStr;

use thiserror::Error;

use super::{Card, Deal, Player};
use crate::card::text::{rank_of_token, tokens};
use crate::card::{CardError, Rank, Shown, Strange};

/// Why text is no deal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DealError {
    /// Nothing says where one hand ends and the other begins.
    #[error("expected two hands with `/` or `|` between them, or exactly two words; found {}", words(*.found))]
    NotTwoHands {
        /// How many words there are.
        found: usize,
    },
    /// A deal has one separator.
    #[error("expected one `/` or `|` between the two hands, found {found}")]
    Separators {
        /// How many there are.
        found: usize,
    },
    /// Two empty hands are no game (ruling 16).
    #[error("both hands are empty: there is nothing to play")]
    NoCards,
    /// A word among several is no card.
    #[error("hand {player}, card {place}: {error} (or - for any number card)")]
    Card {
        /// Whose hand it is.
        player: Player,
        /// The card's place in the hand; 1 is the top.
        place: usize,
        /// What is wrong with it.
        error: CardError,
    },
    /// A sign in a compact hand is no card.
    #[error(
        "hand {player}, {}, character {place}: {} is no card; expected 2..10, J, Q, K, A, or - for any number card",
        Shown(.hand), sign(*.found)
    )]
    Sign {
        /// Whose hand it is.
        player: Player,
        /// The hand as it was found.
        hand: String,
        /// The character's place in the hand; 1 is the first.
        place: usize,
        /// The character.
        found: char,
    },
}

fn words(found: usize) -> String {
    match found {
        1 => "1 word".to_owned(),
        _ => format!("{found} words"),
    }
}

fn sign(found: char) -> String {
    if found.is_ascii_graphic() { format!("`{found}`") } else { Strange(found).to_string() }
}

impl FromStr for Deal {
    type Err = DealError;

    fn from_str(text: &str) -> Result<Self, DealError> {
        let (a, b) = hands(text)?;
        Self::new(hand(a, Player::A)?, hand(b, Player::B)?)
    }
}

/// Finds the text of the two hands.
fn hands(text: &str) -> Result<(&str, &str), DealError> {
    let mut parts = text.split(['/', '|']);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(a), Some(b), None) => Ok((a, b)),
        (_, Some(_), Some(_)) => Err(DealError::Separators { found: 2 + parts.count() }),
        _ => {
            let mut words = text.split_ascii_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some(a), Some(b), None) => Ok((a, b)),
                _ => Err(DealError::NotTwoHands { found: text.split_ascii_whitespace().count() }),
            }
        }
    }
}

fn hand(text: &str, player: Player) -> Result<Vec<Card>, DealError> {
    let mut words = tokens(text);
    match (words.next(), words.next()) {
        (None, _) => Ok(Vec::new()),
        (Some(word), None) => one_word(word, player),
        _ => tokens(text)
            .zip(1..)
            .map(|(token, place)| card(token).map_err(|error| DealError::Card { player, place, error }))
            .collect(),
    }
}

fn card(token: &str) -> Result<Card, CardError> {
    if token == "-" { Ok(Card::ANY_NUMBER) } else { rank_of_token(token).map(Card::of) }
}

/// One word is a compact hand, or a single card with its suit.
fn one_word(word: &str, player: Player) -> Result<Vec<Card>, DealError> {
    compact(word).or_else(|unread| match rank_of_token(word) {
        Ok(rank) => Ok(vec![Card::of(rank)]),
        Err(_) => Err(DealError::Sign {
            player,
            hand: word.to_owned(),
            place: word[..unread].chars().count() + 1,
            found: word[unread..].chars().next().expect("a sign that could not be read"),
        }),
    })
}

/// Reads one sign after the other; the error is where the first that cannot be read begins.
fn compact(word: &str) -> Result<Vec<Card>, usize> {
    let signs = word.as_bytes();
    let mut cards = Vec::with_capacity(signs.len());
    let mut place = 0;
    while let Some(&sign) = signs.get(place) {
        let card = match SIGNS[usize::from(sign)] {
            Some(card) => card,
            None if signs[place..].starts_with(b"10") => {
                place += 1;
                Card::of(Rank::Ten)
            }
            None => return Err(place),
        };
        cards.push(card);
        place += 1;
    }
    Ok(cards)
}

/// What each sign of a compact hand is.
const SIGNS: [Option<Card>; 256] = {
    let mut signs = [None; 256];
    signs[b'-' as usize] = Some(Card::ANY_NUMBER);
    let mut rank = 0;
    while rank < Rank::ALL.len() {
        let card = Card::of(Rank::ALL[rank]);
        let letter = b"23456789TJQKA"[rank];
        signs[letter as usize] = Some(card);
        signs[letter.to_ascii_lowercase() as usize] = Some(card);
        rank += 1;
    }
    signs
};
