//! Who wins a hand of the contest, and what comes back.

use std::fmt;

use super::Total;

/// How a hand of the contest ended for the player (ruling 2).
///
/// | player | dealer at most 21 | dealer over 21 |
/// |---|---|---|
/// | at most 21 | the higher total wins, equal totals push | win |
/// | over 21 | lose | push |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Nothing comes back.
    Lose,
    /// The bet comes back.
    Push,
    /// Twice the bet comes back.
    Win,
}

impl Outcome {
    /// The outcome of two final totals.
    ///
    /// ```
    /// use croupier_rules::blackjack::{Outcome, Total};
    /// let hard = |points| Total { points, soft: false };
    /// assert_eq!(Outcome::of(hard(22), hard(26)), Outcome::Push);
    /// assert_eq!(Outcome::of(hard(22), hard(21)), Outcome::Lose);
    /// ```
    pub fn of(player: Total, dealer: Total) -> Self {
        match (player.is_bust(), dealer.is_bust()) {
            (true, true) => Self::Push,
            (true, false) => Self::Lose,
            (false, true) => Self::Win,
            (false, false) => match player.points.cmp(&dealer.points) {
                std::cmp::Ordering::Less => Self::Lose,
                std::cmp::Ordering::Equal => Self::Push,
                std::cmp::Ordering::Greater => Self::Win,
            },
        }
    }

    /// What comes back for a bet, the bet included: what `cashIn` returns.
    pub fn payout(self, bet: i64) -> i64 {
        match self {
            Self::Lose => 0,
            Self::Push => bet,
            Self::Win => 2 * bet,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lose => "lose",
            Self::Push => "push",
            Self::Win => "win",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::{self, Lose, Push, Win};
    use crate::blackjack::Total;

    fn outcome(player: u32, dealer: u32) -> Outcome {
        let hard = |points| Total { points, soft: false };
        Outcome::of(hard(player), hard(dealer))
    }

    #[test]
    fn nearer_to_21_wins_and_equal_totals_push() {
        assert_eq!(
            [(20, 19), (17, 18), (18, 18), (21, 21)].map(|(c, d)| outcome(c, d)),
            [Win, Lose, Push, Push]
        );
        assert_eq!([(4, 22), (21, 26)].map(|(c, d)| outcome(c, d)), [Win, Win]);
    }

    #[test]
    fn over_21_loses_to_a_dealer_at_21_or_less() {
        assert_eq!([17, 20, 21].map(|dealer| outcome(22, dealer)), [Lose; 3]);
    }

    #[test]
    fn both_over_21_push() {
        assert_eq!([(22, 22), (22, 26), (28, 22)].map(|(c, d)| outcome(c, d)), [Push; 3]);
    }

    #[test]
    fn a_payout_is_gross() {
        assert_eq!([Lose, Push, Win].map(|outcome| outcome.payout(100)), [0, 100, 200]);
    }
}
