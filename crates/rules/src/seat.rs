//! A place at the table, and a set of places.

use std::fmt;

/// A seat, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's place in a list by seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats, at most eight.
///
/// ```
/// use croupier_rules::seat::{Seat, Seats};
/// let live = Seats::first(3).without(Seat(1));
/// assert_eq!(live.iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);

    /// Seats 0 to `count` - 1.
    pub fn first(count: usize) -> Self {
        assert!(count <= 8, "a table has at most eight seats");
        Self(0xff_u8.checked_shr(8 - u32::try_from(count).expect("at most eight")).unwrap_or(0))
    }

    /// The set with one seat more.
    #[must_use]
    pub fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set with one seat less.
    #[must_use]
    pub fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = u8::try_from(left.trailing_zeros()).expect("a byte has at most eight zeros");
            // The lowest seat goes out.
            (left != 0).then(|| {
                left &= left - 1;
                Seat(seat)
            })
        })
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}
