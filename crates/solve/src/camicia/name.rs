//! A short name for each deal: its composition, its number in base 32, and a sign that finds slips.
//!
//! `d52-` and 15 signs for a deal of 52 cards: always so many, so that no deal has two names. The number is p x N + o, where p numbers the places of the faces
//! (A's cards from the top, then B's; combinatorial number system), o the order of the faces among the N orders there
//! are (lexicographic, J before Q before K before A). Digits are Crockford's: no I, L, O, U. The last sign is the
//! number modulo 29. Names never change between versions.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::composition::orders;
use super::{Composition, CompositionError, Deck, State, places};

/// The name of a deal.
///
/// ```
/// use croupier_rules::camicia::Deal;
/// use croupier_solve::camicia::{DealName, State};
///
/// let deal: Deal = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---".parse()?;
/// let name = DealName::of(&State::of(&deal)?);
/// assert_eq!(name.to_string(), "d52-3x5rr7bdtrqt2h8");
/// assert_eq!("D52-3X5RR7BDTRQT2H8".parse::<DealName>()?.state().deal(), deal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DealName {
    composition: Composition,
    rank: u128,
}

/// Why text is no name of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// It does not look like a name.
    #[error("`{0}` is no name of a deal: expected d52-… or d13+13+2+2+2+2-…")]
    Form(String),
    /// The composition is none.
    #[error("`{name}`: {error}")]
    Composition {
        /// The name.
        name: String,
        /// What is wrong with its composition.
        error: CompositionError,
    },
    /// A sign is no digit of base 32.
    #[error("`{name}`: `{found}` is no digit; expected 0-9 and a-z without i, l, o, u")]
    Digit {
        /// The name.
        name: String,
        /// The sign.
        found: char,
    },
    /// It has more or fewer signs than the names of its composition.
    #[error("`{name}`: {found} signs behind the dash; names of this pack have {expected}")]
    Length {
        /// The name.
        name: String,
        /// How many signs there are, the last one included.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The last sign does not fit the number: a slip.
    #[error("`{name}`: the last sign does not fit the others: a slip of the pen?")]
    Check {
        /// The name.
        name: String,
    },
    /// There are not so many deals.
    #[error("`{name}`: the number is too large: there are {deals} such deals")]
    TooLarge {
        /// The name.
        name: String,
        /// How many deals there are.
        deals: u128,
    },
}

impl DealName {
    /// Returns the name of a deal, or of a state: its leader is A.
    pub fn of(state: &State) -> Self {
        let composition = Composition::of(state);
        let places = places::rank(state.leader.faces | state.other.faces << state.leader.len);
        let values = state.leader.values
            | state.other.values.checked_shl(2 * state.leader.face_count()).unwrap_or_default();
        let rank = u128::from(places) * u128::from(composition.orders())
            + u128::from(rank_of_order(values, composition.faces()));
        Self { composition, rank }
    }

    /// Returns the deal with this number among those of a composition; none if there are not so many.
    pub fn new(composition: Composition, rank: u128) -> Option<Self> {
        (rank < composition.deals()).then_some(Self { composition, rank })
    }

    /// Returns what is dealt.
    pub const fn composition(&self) -> Composition {
        self.composition
    }

    /// Returns the number of the deal among those of its composition, from 0.
    pub const fn rank(&self) -> u128 {
        self.rank
    }

    /// Returns the deal as a state: A leads.
    pub fn state(&self) -> State {
        let orders = u128::from(self.composition.orders());
        let low = |number: u128| u64::try_from(number).expect("places and orders are counted in 64 bits");
        let places = places::unrank(low(self.rank / orders), self.composition.face_count());
        let values = order(low(self.rank % orders), self.composition.faces());
        split(places, values, self.composition.hands())
    }
}

/// Returns the state whose faces have these places and values, in the order of A's cards and then B's.
pub(super) const fn split(places: u64, values: u64, [a, b]: [u32; 2]) -> State {
    let own = places & ((1 << a) - 1);
    let shift = 2 * own.count_ones();
    let (low, high) = if shift == 64 { (values, 0) } else { (values & ((1 << shift) - 1), values >> shift) };
    State {
        leader: Deck { faces: own, values: low, len: a },
        other: Deck { faces: places >> a, values: high, len: b },
    }
}

fn rank_of_order(values: u64, mut faces: [u32; 4]) -> u64 {
    let mut rank = 0;
    for face in 0..faces.iter().sum() {
        let value = (values >> (2 * face) & 3) as usize;
        for smaller in 0..value {
            if faces[smaller] > 0 {
                let mut rest = faces;
                rest[smaller] -= 1;
                rank += orders(rest);
            }
        }
        faces[value] -= 1;
    }
    rank
}

fn order(mut rank: u64, mut faces: [u32; 4]) -> u64 {
    let mut values = 0;
    for face in 0..faces.iter().sum() {
        for value in 0..4 {
            if faces[value] == 0 {
                continue;
            }
            faces[value] -= 1;
            let orders = orders(faces);
            if rank < orders {
                values |= (value as u64) << (2 * face);
                break;
            }
            rank -= orders;
            faces[value] += 1;
        }
    }
    values
}

/// Crockford's digits.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A prime below 32 that 31 is no multiple of, so that exchanged neighbours change the remainder as wrong digits do.
const CHECK: u128 = 29;

/// Returns in how many digits the numbers of a composition's deals are written; the sign that finds slips follows.
fn digits_of(composition: &Composition) -> u32 {
    (u128::BITS - (composition.deals() - 1).leading_zeros()).div_ceil(5).max(1)
}

impl fmt::Display for DealName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |number: u128| {
            char::from(DIGITS[usize::try_from(number & 31).expect("a number below 32 is an index")])
        };
        write!(f, "d{}-", self.composition)?;
        for place in (0..digits_of(&self.composition)).rev() {
            write!(f, "{}", digit(self.rank >> (5 * place)))?;
        }
        write!(f, "{}", digit(self.rank % CHECK))
    }
}

impl FromStr for DealName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let name = || text.to_owned();
        let form = || NameError::Form(name());
        let lower = text.to_ascii_lowercase();
        let (composition, digits) =
            lower.strip_prefix('d').and_then(|rest| rest.split_once('-')).ok_or_else(form)?;
        let composition = composition.parse::<Composition>().map_err(|error| match error {
            CompositionError::Form => form(),
            CompositionError::Cards(_)
            | CompositionError::Faces(_)
            | CompositionError::TooFewCards { .. } => NameError::Composition { name: name(), error },
        })?;
        let deals = composition.deals();
        let mut numbers = Vec::with_capacity(digits.len());
        for sign in digits.chars() {
            let place = DIGITS.iter().position(|&digit| char::from(digit) == sign);
            numbers.push(place.ok_or_else(|| NameError::Digit { name: name(), found: sign })? as u128);
        }
        let expected = digits_of(&composition) as usize + 1;
        if numbers.len() != expected {
            return Err(NameError::Length { name: name(), found: numbers.len(), expected });
        }
        let (&check, numbers) = numbers.split_last().expect("a name has two signs or more");
        let mut rank: u128 = 0;
        for &number in numbers {
            rank = rank << 5 | number;
            if rank >= deals {
                return Err(NameError::TooLarge { name: name(), deals });
            }
        }
        if rank % CHECK != check {
            return Err(NameError::Check { name: name() });
        }
        Ok(Self { composition, rank })
    }
}
