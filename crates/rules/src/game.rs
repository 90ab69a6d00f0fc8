//! What the games with choices have in common: a rule set is immutable, a state moves by steps.
//!
//! A [`Game`] is the rules and their parameters. Its [`State`](Game::State) holds the whole truth
//! and is seen by referee and solvers only; what one seat learns is its own type,
//! [`News`](Game::News). Chance is data: integer weights, so that sampler, solver and referee
//! share one rule. Camicia and Rullete have no choices and are no `Game`.

use std::error::Error;
use std::fmt::{Debug, Display};

use serde::Serialize;
use serde::de::DeserializeOwned;
use smallvec::SmallVec;

use crate::chips::Chips;
use crate::seat::{Seat, Seats};
use crate::text::Cursor;

/// Rules of a game with choices.
pub trait Game: Clone + Debug + Serialize + DeserializeOwned {
    /// The whole truth of a game in play.
    type State: Clone + PartialEq + Debug;
    /// What a seat may do.
    type Action: Clone + PartialEq + Debug + Display;
    /// A question: what may be answered, and what goes with the question.
    type Choices: Choices<Self::Action> + Clone + Debug + Display;
    /// One outcome of chance.
    type Draw: Copy + Eq + Debug + Display;
    /// Integer weights of the outcomes of chance, by index.
    type Weights: AsRef<[u32]>;
    /// What one seat learns.
    type News: Clone + PartialEq + Debug;
    /// Why a step is refused.
    type Illegal: Error + Clone + PartialEq;

    /// The name of the game, as contests write it.
    const NAME: &'static str;
    /// The version of the rules: raised with every change that alters a replay.
    const VERSION: u32;

    /// Whether the parameters can be played by, wherever they come from.
    ///
    /// # Errors
    /// Says which value is out of its range.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// How many seats play.
    fn seats(&self) -> usize;

    /// The state before the first step.
    fn start(&self) -> Self::State;

    /// Whose turn it is.
    fn node(&self, state: &Self::State) -> Node;

    /// The number of the deck that the next draw comes from: a new number is a fresh shuffle.
    fn deck(&self, state: &Self::State) -> u64;

    /// The weight of each outcome at a chance node; their sum is positive.
    fn weights(&self, state: &Self::State) -> Self::Weights;

    /// The outcome of that index at a chance node.
    fn drawn(&self, state: &Self::State, index: usize) -> Self::Draw;

    /// The question to a seat that has to decide.
    fn choices(&self, state: &Self::State, seat: Seat) -> Self::Choices;

    /// Whether the rules allow the action.
    fn permits(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Self::Illegal>;

    /// What is played for a seat that failed to answer. `None`: the game cannot go on without it.
    fn forfeit(&self, state: &Self::State, seat: Seat) -> Option<Self::Action>;

    /// Takes a step. A refused step leaves the state unchanged.
    fn apply(&self, state: &mut Self::State, step: &Step<Self>) -> Result<(), Self::Illegal>;

    /// What a seat learns when the game starts.
    fn opening(&self, state: &Self::State, seat: Seat, tell: &mut dyn FnMut(Self::News));

    /// What a seat learns from a step that led to `after`.
    fn news(&self, after: &Self::State, step: &Step<Self>, seat: Seat, tell: &mut dyn FnMut(Self::News));

    /// What each seat has won or lost: known exactly when the game is over.
    fn net(&self, state: &Self::State) -> Option<Nets>;

    /// Whether a game that is over may end its match before all games are played.
    fn may_end_match(&self, _over: &Self::State) -> bool {
        false
    }

    /// Whether a line of a record ends before the step taken at this state.
    fn begins_line(&self, _before: &Self::State) -> bool {
        false
    }

    /// Writes a step, taken at `before`, in the compact form of a record.
    fn write_step(&self, before: &Self::State, step: &Step<Self>, out: &mut Vec<u8>);

    /// Reads the step that [`write_step`](Game::write_step) wrote at `before`.
    ///
    /// # Errors
    /// Says what was expected when the text is no step of this state.
    fn read_step(&self, before: &Self::State, text: &mut Cursor<'_>) -> Result<Step<Self>, String>;
}

/// The rules of a game of a match, counted from 0: one set for each game in turn, or one for all.
///
/// # Panics
/// When there are none.
pub fn rules_of<G>(rules: &[G], game: u32) -> &G {
    &rules[game as usize % rules.len()]
}

/// Amounts by seat.
pub type Nets = SmallVec<[Chips; 3]>;

/// Actions of one step, by ascending seat.
pub type Acts<A> = SmallVec<[(Seat, A); 3]>;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A draw is due.
    Chance,
    /// These seats decide, all at once, unaware of each other.
    Decide(Seats),
    /// Nothing more happens.
    Over,
}

/// One step of a game.
#[derive(Debug)]
pub enum Step<G: Game> {
    /// Chance has drawn.
    Draw(G::Draw),
    /// The seats asked have acted.
    Act(Acts<G::Action>),
}

// Written out: a derive would ask `G` itself for what only its types need.
impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Draw(draw) => Self::Draw(*draw),
            Self::Act(acts) => Self::Act(acts.clone()),
        }
    }
}

impl<G: Game> PartialEq for Step<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Draw(a), Self::Draw(b)) => a == b,
            (Self::Act(a), Self::Act(b)) => a == b,
            (Self::Draw(_), Self::Act(_)) | (Self::Act(_), Self::Draw(_)) => false,
        }
    }
}

/// The answers that a question permits, counted.
pub trait Choices<A> {
    /// How many actions are permitted: at least one.
    fn count(&self) -> u64;

    /// The action of that index, below [`count`](Choices::count).
    fn nth(&self, index: u64) -> A;
}

/// Steps refused in a replay: which, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {at}: {why}")]
pub struct Refused<I: Error> {
    /// The step, counted from 0.
    pub at: usize,
    /// The rule it breaks.
    pub why: I,
}

/// Plays recorded steps from the start and returns the state they lead to.
///
/// # Errors
/// The first step that the rules refuse.
pub fn replay<G: Game>(game: &G, steps: &[Step<G>]) -> Result<G::State, Refused<G::Illegal>> {
    let mut state = game.start();
    for (at, step) in steps.iter().enumerate() {
        game.apply(&mut state, step).map_err(|why| Refused { at, why })?;
    }
    Ok(state)
}
