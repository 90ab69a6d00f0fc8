//! One game, played from face to face with its exact counts.

use super::State;

/// A game that was played out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// How it ended.
    pub end: End,
    /// Cards put down; of an endless game, until it was seen that it has no end.
    pub cards: u32,
    /// Piles collected; of an endless game, until it was seen that it has no end.
    pub tricks: u32,
    /// Faces in the collected piles; those of a last, unfinished trick do not count.
    pub faces: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// One player holds all cards.
    #[default]
    Finished,
    /// A state came again, perhaps with the players' names exchanged: the game never ends.
    Endless,
}

/// Plays a game to its end, or until a state comes again.
///
/// A state is saved after 64, 192, 448… tricks and compared with those that follow (Brent's method), so an
/// endless game is left within about four times the tricks until its first repeat.
pub fn play(mut state: State) -> Game {
    let mut game = Game::default();
    if state.is_over() {
        game.tricks = 1;
        return game;
    }
    let mut saved = State::default();
    let mut left = FIRST_SAVED;
    let mut next = 2 * FIRST_SAVED;
    loop {
        game.tricks += 1;
        match state.collect() {
            Ok(pile) => {
                game.cards += pile.cards;
                game.faces += pile.faces;
                if state.is_over() {
                    return game;
                }
            }
            Err(cards) => {
                game.cards += cards;
                return game;
            }
        }
        if state == saved {
            game.end = End::Endless;
            return game;
        }
        left -= 1;
        if left == 0 {
            saved = state;
            left = next;
            next *= 2;
        }
    }
}

/// The tricks before the first state that is saved: most games are over by then.
const FIRST_SAVED: u32 = 64;
