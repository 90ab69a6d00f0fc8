//! How a bet ends, in probabilities.

use std::ops::AddAssign;

/// Probabilities of winning, of getting the bet back, and of losing it. They add up to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Of winning.
    pub win: f64,
    /// Of neither.
    pub push: f64,
    /// Of losing.
    pub lose: f64,
}

impl Spread {
    /// The expected gain of a bet of 1.
    pub fn ev(&self) -> f64 {
        self.win - self.lose
    }

    /// The variance of the gain of a bet of 1.
    pub fn variance(&self) -> f64 {
        self.win + self.lose - self.ev() * self.ev()
    }

    /// The same with a weight.
    pub(super) fn times(self, weight: f64) -> Self {
        Self { win: self.win * weight, push: self.push * weight, lose: self.lose * weight }
    }
}

impl AddAssign for Spread {
    fn add_assign(&mut self, other: Self) {
        self.win += other.win;
        self.push += other.push;
        self.lose += other.lose;
    }
}
