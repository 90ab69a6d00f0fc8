//! The ranges that a contest keeps to, and those that free play keeps to (ruling 7).

use std::ops::RangeInclusive;

use super::Rules;

/// Which ranges bind the values of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// The statement's: money 20,000 to 100,000, packs 10 to 20, shuffles 200 to 500.
    #[default]
    Contest,
    /// Free play (`free_limits = true`): whatever the numbers can hold. Money and payout fit the
    /// `int` of a bot while money is at most 1,000,000,000.
    Free,
}

/// A value of the rules that is out of its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} = {value} is not from {} to {}", range.start(), range.end())]
pub struct OutOfRange {
    /// The name of the value, as contests write it.
    pub name: &'static str,
    /// The value found.
    pub value: i64,
    /// The range expected, both ends included.
    pub range: RangeInclusive<i64>,
}

impl Limits {
    /// The ranges of money, packs and shuffles, in this order.
    pub const fn ranges(self) -> [RangeInclusive<i64>; 3] {
        match self {
            Self::Contest => [20_000..=100_000, 10..=20, 200..=500],
            Self::Free => [0..=1_000_000_000, 1..=1_000_000, 1..=1_000_000_000],
        }
    }

    /// Checks the values of the rules and names the first that is out of range.
    ///
    /// ```
    /// use croupier_rules::blackjack::{Limits, Rules};
    /// let second_night = Rules { money: 2_000, ..Rules::default() };
    /// let why = Limits::Contest.check(&second_night).unwrap_err();
    /// assert_eq!(why.to_string(), "money = 2000 is not from 20000 to 100000");
    /// assert_eq!(Limits::Free.check(&second_night), Ok(()));
    /// ```
    pub fn check(self, rules: &Rules) -> Result<(), OutOfRange> {
        let [money, packs, shuffles] = self.ranges();
        let values = [
            ("money", rules.money, money),
            ("packs", i64::from(rules.packs), packs),
            ("shuffles", i64::from(rules.shuffles), shuffles),
            ("max_money", rules.max_money, 1..=1_000_000_000),
        ];
        for (name, value, range) in values {
            if !range.contains(&value) {
                return Err(OutOfRange { name, value, range });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, Rules};

    #[test]
    fn a_contest_keeps_the_limits_of_the_statement() {
        let said = |rules: Rules| Limits::Contest.check(&rules).map_err(|why| why.to_string());
        let rules = Rules::default();
        for (money, packs, shuffles) in [(20_000, 10, 200), (100_000, 20, 500)] {
            assert_eq!(said(Rules { money, packs, shuffles, ..rules }), Ok(()));
        }
        let refused = [
            Rules { money: 19_999, ..rules },
            Rules { money: 100_001, ..rules },
            Rules { packs: 9, ..rules },
            Rules { packs: 21, ..rules },
            Rules { shuffles: 199, ..rules },
            Rules { shuffles: 501, ..rules },
            Rules { max_money: 0, ..rules },
        ];
        assert_eq!(
            refused.map(|rules| said(rules).unwrap_err()),
            [
                "money = 19999 is not from 20000 to 100000",
                "money = 100001 is not from 20000 to 100000",
                "packs = 9 is not from 10 to 20",
                "packs = 21 is not from 10 to 20",
                "shuffles = 199 is not from 200 to 500",
                "shuffles = 501 is not from 200 to 500",
                "max_money = 0 is not from 1 to 1000000000",
            ]
        );
    }

    #[test]
    fn free_limits_take_any_but_the_impossible() {
        let small = Rules { money: 0, packs: 1, shuffles: 1, ..Rules::default() };
        assert_eq!(Limits::Free.check(&small), Ok(()));
        let none = Limits::Free.check(&Rules { packs: 0, ..small }).unwrap_err();
        assert_eq!(none.to_string(), "packs = 0 is not from 1 to 1000000");
    }
}
