//! How much to bet on a hand.

use statrs::distribution::{Continuous, ContinuousCDF, Normal};

/// How often a hand is won or lost, not pushed, by the best play: nearly the variance of a bet of 1. It is 0.8192 with a full
/// shoe of 10 packs and 0.8188 with 20, by the exact odds; a thousandth of a bet is nothing.
pub const DECIDED: f64 = 0.818;

/// A way to bet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bets {
    /// A hundredth of the money that the evening began with, whatever the shoe promises.
    Flat,
    /// So many times the share at which money grows fastest: the edge over its variance (Kelly 1956).
    Kelly(f64),
    /// The greatest chance to have the money that ends a test before the evening is over (Kulldorff 1993,
    /// Browne 1999), as far as the growth that is still to come is known.
    Goal,
}

/// What a bet is decided by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purse {
    /// The money, whole.
    pub money: i64,
    /// What the evening began with.
    pub start: i64,
    /// The money that ends a test with the full mark.
    pub goal: i64,
    /// The growth that is still to come this evening at one Kelly, in nats.
    pub nats: f64,
    /// The expected gain of a bet of 1 on this hand.
    pub edge: f64,
}

/// What is aimed at, over the goal: the bet of the theory vanishes towards its aim, so money that aims at the goal itself
/// creeps up to it and stays below.
const AIM: f64 = 1.05;

impl Bets {
    /// The bet, from 0 to the money.
    ///
    /// ```
    /// use croupier_solve::bankroll::{Bets, Purse};
    /// let purse = Purse { money: 100_000, start: 20_000, goal: 1_000_000_000, nats: 2.0, edge: 0.00818 };
    /// assert_eq!(Bets::Flat.bet(&purse), 200);
    /// assert_eq!(Bets::Kelly(1.0).bet(&purse), 1_000);
    /// assert_eq!(Bets::Kelly(0.5).bet(&purse), 500);
    /// assert_eq!(Bets::Goal.bet(&purse), 1_985);
    /// ```
    pub fn bet(self, purse: &Purse) -> i64 {
        match self {
            Self::Flat => (purse.start / 100).min(purse.money),
            Self::Kelly(multiple) => purse.share(multiple),
            // More than what is missing gains nothing.
            Self::Goal => {
                let least = i64::from(purse.edge > 0.0 && purse.money > 0);
                purse.share(purse.bold()).max(least).min(purse.goal - purse.money).max(0)
            }
        }
    }
}

impl Purse {
    /// So many times the Kelly bet, as far as the money goes; nothing without an edge.
    fn share(&self, multiple: f64) -> i64 {
        let share = (multiple * self.edge / DECIDED).clamp(0.0, 1.0);
        whole(money(self.money) * share)
    }

    /// The multiple of the Kelly bet with the greatest chance to reach the goal. With `R`, twice the nats to
    /// come, and the money `y` as a share of the goal, of which the normal law has `y` below `z`: the density
    /// at `z` over `y` and the root of `R`.
    fn bold(&self) -> f64 {
        let normal = Normal::standard();
        let share = money(self.money) / (AIM * money(self.goal));
        if share <= 0.0 || share >= 1.0 {
            return 0.0;
        }
        normal.pdf(normal.inverse_cdf(share)) / (share * (2.0 * self.nats).sqrt())
    }

    /// The chance to reach the goal this evening by the boldest bets, in the limit of small ones.
    pub(super) fn chance(&self) -> f64 {
        let normal = Normal::standard();
        let share = (money(self.money) / (AIM * money(self.goal))).clamp(0.0, 1.0);
        normal.cdf(normal.inverse_cdf(share) + (2.0 * self.nats).sqrt())
    }
}

#[expect(clippy::cast_precision_loss, reason = "money stays far below 2^53")]
pub(super) fn money(money: i64) -> f64 {
    money as f64
}

#[expect(clippy::cast_possible_truncation, reason = "a share of money that is a whole number of 64 bits")]
fn whole(money: f64) -> i64 {
    money as i64
}

#[cfg(test)]
mod tests {
    use super::{Bets, Purse};

    const PURSE: Purse =
        Purse { money: 100_000, start: 100_000, goal: 1_000_000_000, nats: 1.95, edge: 0.007 };

    /// The chances of `notes` on the goal: 10 packs and 20 packs, 500 shuffles.
    #[test]
    fn the_chance_of_the_goal_is_that_of_the_theory() {
        let chance = |money, nats| Purse { money, nats, ..PURSE }.chance();
        for (money, nats, expected) in
            [(20_000, 0.8, 0.002), (100_000, 1.95, 0.041), (20_000, 3.7, 0.083), (100_000, 3.7, 0.159)]
        {
            let found = chance(money, nats);
            assert!((found - expected).abs() < 0.15 * expected, "{money} {nats}: {found}");
        }
    }

    #[test]
    fn nobody_bets_more_than_he_has_or_needs() {
        let all = Purse { edge: 2.0, ..PURSE };
        assert_eq!(Bets::Kelly(1.0).bet(&all), 100_000);
        assert_eq!(Bets::Flat.bet(&Purse { money: 7, ..PURSE }), 7);
        let near = Purse { money: 999_999_990, nats: 1e-9, ..PURSE };
        assert_eq!(Bets::Goal.bet(&near), 10);
        assert_eq!(Bets::Goal.bet(&Purse { money: 0, ..PURSE }), 0);
        assert_eq!(Bets::Kelly(1.0).bet(&Purse { edge: -0.1, ..PURSE }), 0);
    }

    /// With the end near, everything goes on one hand.
    #[test]
    fn the_goal_is_played_boldly_at_the_end() {
        let last = Purse { money: 400_000_000, nats: 1e-7, ..PURSE };
        assert_eq!(Bets::Goal.bet(&last), 400_000_000);
    }
}
