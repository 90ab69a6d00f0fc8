//! A shoe whose order somebody wrote down: for samples, lessons and tests.

use super::Card;

/// Cards in the order in which they come.
///
/// A script can end in the middle of a hand. That is bad input, and [`draw`](Script::draw) says it;
/// nothing is shuffled in silence (ruling 3). Who plays from a script asks it for every card.
///
/// ```
/// use croupier_rules::blackjack::{Card, Script};
/// let mut script = Script::parse("9 AT, 56")?;
/// assert_eq!((0..5).map(|_| script.draw().unwrap().told()).collect::<Vec<_>>(), [9, 11, 10, 5, 6]);
/// assert_eq!(script.draw().unwrap_err().to_string(), "the scripted shoe ran dry after 5 cards");
/// # Ok::<(), croupier_rules::blackjack::ScriptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    cards: Vec<Card>,
    drawn: usize,
}

/// A card was due and the script had no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the scripted shoe ran dry after {drawn} cards")]
pub struct Dry {
    /// The cards that were drawn before.
    pub drawn: usize,
}

/// A token of a script that is no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` at column {column} is no card: expected A, 2 to 9, 10, T, J, Q or K", found.escape_debug())]
pub struct ScriptError {
    /// The character found.
    pub found: char,
    /// Its column, counted from 1 in characters.
    pub column: usize,
}

impl Script {
    /// Reads cards: `A`, `2` to `9`, `10`, `T`, `J`, `Q`, `K` in any case, with blanks or commas between
    /// them or not.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut cards = Vec::new();
        let mut letters = text.chars().enumerate().peekable();
        while let Some((at, found)) = letters.next() {
            let card = match found.to_ascii_uppercase() {
                ' ' | ',' | '\t' | '\r' | '\n' => continue,
                '1' if letters.next_if(|&(_, next)| next == '0').is_some() => Card::TEN,
                'J' | 'Q' | 'K' => Card::TEN,
                letter => u8::try_from(letter)
                    .ok()
                    .and_then(Card::from_letter)
                    .ok_or(ScriptError { found, column: at + 1 })?,
            };
            cards.push(card);
        }
        Ok(Self { cards, drawn: 0 })
    }

    /// The next card.
    pub fn draw(&mut self) -> Result<Card, Dry> {
        let card = *self.cards.get(self.drawn).ok_or(Dry { drawn: self.drawn })?;
        self.drawn += 1;
        Ok(card)
    }

    /// The cards that were not drawn yet, in order.
    pub fn into_cards(mut self) -> Vec<Card> {
        self.cards.split_off(self.drawn)
    }

    /// Whether no card is left.
    pub fn is_empty(&self) -> bool {
        self.drawn == self.cards.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Script;

    fn told(text: &str) -> Result<Vec<u8>, String> {
        let mut script = Script::parse(text).map_err(|why| why.to_string())?;
        let mut told = Vec::new();
        while let Ok(card) = script.draw() {
            told.push(card.told());
        }
        Ok(told)
    }

    #[test]
    fn tens_and_faces_are_read_in_any_form() {
        assert_eq!(told("10 t J,q\tK a 2").unwrap(), [10, 10, 10, 10, 10, 11, 2]);
        assert_eq!(told("A1010").unwrap(), [11, 10, 10]);
        assert!(told("").unwrap().is_empty());
    }

    #[test]
    fn what_is_no_card_is_named_with_its_column() {
        assert_eq!(
            told("9 1O").unwrap_err(),
            "`1` at column 3 is no card: expected A, 2 to 9, 10, T, J, Q or K"
        );
        assert!(told("9 l0").is_err() && told("0").is_err() && told("JOKER").is_err());
        assert!(told("9 \u{422}").unwrap_err().contains("column 3"), "a Cyrillic letter that looks like T");
    }
}
