//! States on their way into an engine that plays many games side by side.

/// How many states a feed holds.
pub(super) const FEED: usize = 1024;

/// A load of a whole vector may begin at the last state.
pub(super) const PADDED: usize = FEED + 8;

/// States, each a column. The engines want the top card in the highest bit: then the numbers on top are its leading
/// zeros. Values stand as in a packed deck.
#[derive(Debug)]
pub(super) struct Feed {
    pub(super) leader_faces: [u64; PADDED],
    pub(super) leader_values: [u64; PADDED],
    pub(super) other_faces: [u64; PADDED],
    pub(super) other_values: [u64; PADDED],
    /// The cards of the leader, and in the upper half how many faces were put down before.
    pub(super) size: [u64; PADDED],
    /// How the reader knows the game again.
    pub(super) tag: [u64; PADDED],
    /// How many columns are filled.
    pub(super) len: usize,
}

impl Feed {
    /// Returns an empty one, on the heap: it is large.
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            leader_faces: [0; PADDED],
            leader_values: [0; PADDED],
            other_faces: [0; PADDED],
            other_values: [0; PADDED],
            size: [0; PADDED],
            tag: [0; PADDED],
            len: 0,
        })
    }
}

/// Where states come from.
pub(super) trait Source {
    /// Fills an empty feed; leaves it empty when there are no more.
    fn fill(&mut self, feed: &mut Feed);
}

/// What an engine is told about the games, and where it reports those that are long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The cards of all states.
    pub(super) cards: u32,
    /// The faces of all states.
    pub(super) faces: u32,
    /// Games of more faces than this are reported. A game counts as over when the player who has to pay has no face
    /// left, since he will never collect again: so the engine's count lacks at most those after that moment. It may look only
    /// every few faces, and count as many too many: then a few games more are reported.
    pub(super) over: u32,
    /// Games of more faces than this are left and reported: they may be endless.
    pub(super) cap: u32,
}
