//! How a deal is to be played out, and what came of it.

/// What makes two moments of a game the same (ruling 14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StateKey {
    /// Both decks, number cards all alike, and who leads: a repeat proves that the game never ends.
    #[default]
    Leader,
    /// Both decks alone: the literal reading. A few games that do end are called a loop by it.
    Decks,
}

/// How a deal is to be played out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What counts as a repeated state.
    pub state: StateKey,
    /// The game is left when this many cards are down and it is neither over nor seen to repeat. None: no limit.
    pub max_cards: Option<u64>,
}

/// What came of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// The cards put down; of a loop, up to the moment the repeat is seen (rulings 15 and 17).
    pub cards: u64,
    /// The piles collected; of a loop, up to the moment the repeat is seen.
    pub tricks: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// One player holds all cards.
    Finished,
    /// A state came again.
    Loop(Cycle),
    /// The limit on cards was reached. Nothing is known about the end.
    Limit,
}

/// The part of an endless game that comes again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Tricks before the state that comes again is reached first.
    pub lead_in_tricks: u64,
    /// Tricks from that state until it comes again; at least 1.
    pub cycle_tricks: u64,
    /// Cards put down meanwhile.
    pub cycle_cards: u64,
}

impl Status {
    /// Returns the word of the statement: `finished`, `loop`, or our `limit`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Loop(_) => "loop",
            Self::Limit => "limit",
        }
    }
}
