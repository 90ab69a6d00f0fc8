//! What is dealt: the sizes of both hands, and how many faces of each kind there are.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{CARDS_MAX, FACES_MAX, State, places};

/// The sizes of both hands and the number of J, Q, K and A among their cards. The other cards are numbers.
///
/// ```
/// use croupier_solve::camicia::Composition;
///
/// let pack = Composition::PACK_52;
/// assert_eq!((pack.len(), pack.numbers()), (52, 36));
/// assert_eq!(pack.deals(), 653_534_134_886_878_245_000);
/// assert_eq!(Composition::new([13, 13], [2, 2, 2, 2])?.deals(), 3_936_933_000);
/// # Ok::<(), croupier_solve::camicia::CompositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Composition {
    hands: [u32; 2],
    faces: [u32; 4],
}

/// Why numbers are no composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CompositionError {
    /// It is written otherwise.
    #[error("expected 52, 40, 26, or six numbers: cards of A and B, then J, Q, K and A: 13+13+2+2+2+2")]
    Form,
    /// More cards than a packed state takes, or none.
    #[error("{0} cards: expected 1 to {CARDS_MAX}")]
    Cards(u32),
    /// More faces than a packed state takes.
    #[error("{0} faces: expected at most {FACES_MAX}")]
    Faces(u32),
    /// More faces than cards.
    #[error("{faces} faces among {cards} cards")]
    TooFewCards {
        /// The faces (J, Q, K, A).
        faces: u32,
        /// The cards of both hands.
        cards: u32,
    },
}

impl Composition {
    /// The pack of 52 cards: 36 numbers, four each of J Q K A, 26 cards a hand.
    pub const PACK_52: Self = Self { hands: [26, 26], faces: [4; 4] };

    /// The Italian pack of 40 cards: 28 numbers, four each that ask 1, 2 and 3, 20 cards a hand.
    pub const ITALIAN_40: Self = Self { hands: [20, 20], faces: [4, 4, 4, 0] };

    /// Half a pack: 18 numbers, two each of J Q K A, 13 cards a hand.
    pub const HALF_26: Self = Self { hands: [13, 13], faces: [2; 4] };

    /// Returns a composition.
    ///
    /// # Errors
    /// When there are too many cards or faces, no card, or more faces than cards.
    pub fn new(hands: [u32; 2], faces: [u32; 4]) -> Result<Self, CompositionError> {
        let sum = |counts: &[u32]| counts.iter().fold(0_u32, |sum, &count| sum.saturating_add(count));
        let (cards, all_faces) = (sum(&hands), sum(&faces));
        if cards == 0 || cards > CARDS_MAX {
            return Err(CompositionError::Cards(cards));
        }
        if all_faces > FACES_MAX {
            return Err(CompositionError::Faces(all_faces));
        }
        if all_faces > cards {
            return Err(CompositionError::TooFewCards { faces: all_faces, cards });
        }
        Ok(Self { hands, faces })
    }

    /// Returns the composition of a state, its leader taken for A.
    pub fn of(state: &State) -> Self {
        let mut faces = [0; 4];
        for deck in [&state.leader, &state.other] {
            for face in 0..deck.face_count() {
                faces[(deck.values >> (2 * face) & 3) as usize] += 1;
            }
        }
        Self { hands: [state.leader.len, state.other.len], faces }
    }

    /// Returns the cards of A and of B.
    pub const fn hands(&self) -> [u32; 2] {
        self.hands
    }

    /// Returns how many cards there are that ask for 1, 2, 3 and 4.
    pub const fn faces(&self) -> [u32; 4] {
        self.faces
    }

    /// Returns how many faces there are.
    pub fn face_count(&self) -> u32 {
        self.faces.iter().sum()
    }

    /// Returns how many cards there are.
    pub const fn len(&self) -> u32 {
        self.hands[0] + self.hands[1]
    }

    /// Returns false: there is at least one card.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Returns how many number cards there are.
    pub fn numbers(&self) -> u32 {
        self.len() - self.face_count()
    }

    /// Returns how many different deals there are.
    pub fn deals(&self) -> u128 {
        u128::from(self.places()) * u128::from(self.orders())
    }

    /// Returns in how many ways the faces' places can be chosen.
    pub(super) fn places(&self) -> u64 {
        places::choose(self.len(), self.face_count())
    }

    /// Returns in how many orders the faces can come.
    pub(super) fn orders(&self) -> u64 {
        orders(self.faces)
    }
}

/// Returns in how many orders so many faces of each kind can come; at most 32! / 8!^4, which is about 10^17.
pub(super) fn orders(faces: [u32; 4]) -> u64 {
    let mut orders = 1;
    let mut sum = 0;
    for count in faces {
        sum += count;
        orders *= places::choose(sum, count);
    }
    orders
}

impl fmt::Display for Composition {
    /// Writes it as names of deals do: `52`, `40` and `26` for the three that have a constant, otherwise the hands
    /// and the faces: `4+3+1+0+0+1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((short, _)) = SHORT.iter().find(|(_, composition)| composition == self) {
            return f.write_str(short);
        }
        let [a, b] = self.hands;
        let [jacks, queens, kings, aces] = self.faces;
        write!(f, "{a}+{b}+{jacks}+{queens}+{kings}+{aces}")
    }
}

impl FromStr for Composition {
    type Err = CompositionError;

    /// Reads what is displayed; the six numbers may stand for any composition.
    fn from_str(text: &str) -> Result<Self, CompositionError> {
        if let Some((_, composition)) = SHORT.iter().find(|(short, _)| *short == text) {
            return Ok(*composition);
        }
        let numbers: Result<Vec<u32>, _> = text.split('+').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[a, b, jacks, queens, kings, aces]) => Self::new([a, b], [jacks, queens, kings, aces]),
            _ => Err(CompositionError::Form),
        }
    }
}

/// The compositions with a name of their own.
const SHORT: [(&str, Composition); 3] =
    [("52", Composition::PACK_52), ("40", Composition::ITALIAN_40), ("26", Composition::HALF_26)];
