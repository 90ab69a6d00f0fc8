//! What a game has to say of itself to be solved.

/// A number for each private hand: the chance that a seat holds it and comes here, or what it wins.
pub type Hands<const H: usize> = [f32; H];

/// The same for each seat.
pub type Seated<const S: usize, const H: usize> = [Hands<H>; S];

/// What each seat does, as numbers from 0; [`IDLE`] for a seat that is not asked.
pub type Joint<const S: usize> = [u8; S];

/// The mark of a seat that is not asked.
pub const IDLE: u8 = u8::MAX;

/// What is due in a public state.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn<const S: usize, L> {
    /// Nothing more: the leaf has what is needed to settle.
    Leaf(L),
    /// One of so many public events, whose chances the leaves know.
    Chance(u8),
    /// These seats decide at once, among so many actions.
    Decide {
        /// Who decides.
        seats: [bool; S],
        /// Actions of each of them, from 1.
        actions: u8,
    },
}

/// A game of `S` seats with at most `H` private hands a seat, seen by somebody who sees no hand.
pub trait PublicGame<const S: usize, const H: usize> {
    /// A public state.
    type State;

    /// What is left of a state in which nothing is to be done any more.
    type Leaf;

    /// What is due.
    fn turn(&self, state: &Self::State) -> Turn<S, Self::Leaf>;

    /// The state after the seats have acted.
    fn after(&self, state: &Self::State, acts: &Joint<S>) -> Self::State;

    /// The state after a public event, counted from 0.
    fn dealt(&self, state: &Self::State, event: u8) -> Self::State;

    /// What each seat wins with each hand, weighted by the others' reach and by the chance of the deal that is not
    /// in the reach: `worth[i][h]` must not depend on `reach[i]`.
    fn worth(&self, leaf: &Self::Leaf, reach: &Seated<S, H>) -> Seated<S, H>;
}
