//! Where the cards come from: a seed, or a script.

use croupier_rules::chance::{Key, Stream};
use croupier_rules::game::Game;

/// Draws for the referee.
pub trait Dealer<G: Game> {
    /// The outcome at a chance node of a match's game, counted from 0.
    ///
    /// # Errors
    /// Says why nothing can be drawn.
    fn draw(&mut self, number: u32, rules: &G, state: &G::State) -> Result<G::Draw, NoDraw>;
}

/// A script gives no card that is due.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDraw {
    /// The script is at its end.
    #[error("the script ends after {0} draws and another is due")]
    ScriptEnds(usize),
    /// The deck does not hold the card.
    #[error("draw {at} of the script is not in the deck: {draw}")]
    NotInDeck {
        /// The draw, counted from 1.
        at: usize,
        /// What the script says.
        draw: String,
    },
    /// Nothing is left in the deck.
    #[error("the deck is empty and a card is due")]
    Empty,
}

/// Draws from the named streams of a match: one stream for each deck of each game.
#[derive(Debug)]
pub struct Seeded {
    key: Key,
    deck: Option<(u32, u64)>,
    stream: Stream,
}

impl Seeded {
    /// A dealer of the match with that key.
    pub fn new(key: Key) -> Self {
        Self { key, deck: None, stream: key.stream(0) }
    }
}

impl<G: Game> Dealer<G> for Seeded {
    fn draw(&mut self, number: u32, rules: &G, state: &G::State) -> Result<G::Draw, NoDraw> {
        let deck = (number, rules.deck(state));
        if self.deck != Some(deck) {
            self.deck = Some(deck);
            self.stream = self.key.stream(u64::from(deck.0) << 32 | deck.1);
        }
        let weights = rules.weights(state);
        let index = self.stream.try_pick(weights.as_ref()).ok_or(NoDraw::Empty)?;
        Ok(rules.drawn(state, index))
    }
}

/// Draws what a script says, in order.
#[derive(Clone, Debug)]
pub struct Scripted<D> {
    draws: Vec<D>,
    next: usize,
}

impl<D> Scripted<D> {
    /// A dealer of these draws.
    pub fn new(draws: Vec<D>) -> Self {
        Self { draws, next: 0 }
    }
}

impl<G: Game> Dealer<G> for Scripted<G::Draw> {
    fn draw(&mut self, _: u32, rules: &G, state: &G::State) -> Result<G::Draw, NoDraw> {
        let draw = *self.draws.get(self.next).ok_or(NoDraw::ScriptEnds(self.next))?;
        self.next += 1;
        let weights = rules.weights(state);
        let possible = weights
            .as_ref()
            .iter()
            .enumerate()
            .any(|(index, &weight)| weight > 0 && rules.drawn(state, index) == draw);
        if !possible {
            return Err(NoDraw::NotInDeck { at: self.next, draw: draw.to_string() });
        }
        Ok(draw)
    }
}
