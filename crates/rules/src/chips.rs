//! Exact money, counted in half-chips: an odd pot of two winners halves without loss (ruling 24).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// An amount of money. The unit inside is half a chip; it may be negative.
///
/// ```
/// use croupier_rules::chips::Chips;
/// let pot = Chips::whole(51);
/// assert_eq!(Chips::from_halves(pot.halves() / 2).to_string(), "25.5");
/// assert_eq!((-Chips::whole(20)).to_string(), "-20");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chips(i64);

impl Chips {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// A whole number of chips.
    pub const fn whole(chips: i64) -> Self {
        Self(chips * 2)
    }

    /// A number of half-chips.
    pub const fn from_halves(halves: i64) -> Self {
        Self(halves)
    }

    /// The amount in half-chips.
    pub const fn halves(self) -> i64 {
        self.0
    }

    /// The amount as a number of chips, for statistics only.
    #[expect(clippy::cast_precision_loss, reason = "sums of chips stay far below 2^53")]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 2.0
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        f.pad(&format!("{sign}{}{half}", self.0.unsigned_abs() / 2))
    }
}

impl Add for Chips {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Chips {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Chips {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Chips {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Chips {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum for Chips {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// A JSON number: whole where it is whole, `.5` where a pot was halved.
impl serde::Serialize for Chips {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 2 == 0 {
            serializer.serialize_i64(self.0 / 2)
        } else {
            serializer.serialize_f64(self.as_f64())
        }
    }
}

impl<'de> serde::Deserialize<'de> for Chips {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let chips = f64::deserialize(deserializer)?;
        let halves = chips * 2.0;
        if halves.fract() == 0.0 && halves.abs() < 9e15 {
            #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
            return Ok(Self(halves as i64));
        }
        Err(serde::de::Error::custom(format!("{chips} is no number of half-chips")))
    }
}

#[cfg(test)]
mod tests {
    use super::Chips;

    #[test]
    fn chips_print_halves_exactly() {
        let printed: Vec<String> =
            [0, 1, -1, 2, -3, 281].iter().map(|&halves| Chips::from_halves(halves).to_string()).collect();
        assert_eq!(printed, ["0", "0.5", "-0.5", "1", "-1.5", "140.5"]);
    }

    #[test]
    fn chips_are_json_numbers() {
        let amounts = [Chips::whole(-20), Chips::from_halves(281)];
        assert_eq!(serde_json::to_string(&amounts).unwrap(), "[-20,140.5]");
    }
}
