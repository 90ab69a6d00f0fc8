//! Values by rules that were read wrongly, as solvers are known to read them.
//!
//! Tests that do not tell these from the rules let wrong programs pass; the two samples of statement 002 tell
//! none of them.

use super::arithmetic::{less, more, superfactors};
use super::rules::{self, has_straight};
use super::{Hand, Position, RULES, Rule6};
use crate::card::{Rank, Suit};

/// A known way to read the rules wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misreading {
    /// Rule 6 takes off the other of the two amounts (ruling 18).
    OtherRule6,
    /// Rule 9 adds its 1 and leaves the ranks alone.
    NoSwap,
    /// Rule 9 swaps one rank after the other: a 6 becomes a 9, and with the 9s a 6 again.
    ChainedSwap,
    /// Rule 10 takes A 2 3 4 5 for a straight (ruling 20).
    AceLow,
    /// Rule 10 has changed the value though it added 0 (ruling 19).
    ZeroCounts,
    /// Rule 12 adds the 1 of rule 9 again, and leaves the ranks alone (ruling 19).
    NoSwapOnRepeat,
    /// Rule 13 multiplies the primes of the value, not their highest powers.
    PlainPrimes,
}

impl Misreading {
    /// All of them, by rule.
    pub const ALL: [Self; 7] = [
        Self::OtherRule6,
        Self::NoSwap,
        Self::ChainedSwap,
        Self::AceLow,
        Self::ZeroCounts,
        Self::NoSwapOnRepeat,
        Self::PlainPrimes,
    ];

    /// The value of a hand as it is misread.
    ///
    /// ```
    /// use croupier_rules::rullete::{Allowed, Hand, Misreading, Rule6, value};
    ///
    /// let hand = Hand::parse("AS 2H 3C 4D 5C", Allowed::FiveDifferent)?;
    /// assert_eq!(value(&hand, Rule6::default()), 210);
    /// assert_eq!(Misreading::AceLow.value(&hand, Rule6::default()), 226);
    /// # Ok::<(), croupier_rules::rullete::HandError>(())
    /// ```
    pub fn value(self, hand: &Hand, rule6: Rule6) -> i64 {
        let mut at = Position::start(hand, rule6);
        for number in 1..=RULES {
            let before = at.value;
            self.apply(number, &mut at);
            if at.value != before || self == Self::ZeroCounts && number == 10 && has_straight(&at) {
                at.note_change(number);
            }
        }
        at.value
    }

    fn apply(self, number: usize, at: &mut Position) {
        match (self, number) {
            (_, 12) => {
                if at.has(Rank::Two)
                    && let Some(last) = at.last_changed()
                {
                    match (self, last) {
                        (Self::NoSwapOnRepeat, 9) => at.value = more(at.value, 1),
                        _ => self.apply(last, at),
                    }
                }
            }
            (Self::OtherRule6, 6) => {
                if at.count_rank(Rank::Seven) == 4 {
                    at.value = less(at.value, other(at.rule6).amount());
                }
            }
            (Self::NoSwap, 9) => {
                if at.count_suit(Suit::Diamonds) >= 3 {
                    at.value = more(at.value, 1);
                }
            }
            (Self::ChainedSwap, 9) => {
                if at.count_suit(Suit::Diamonds) >= 3 {
                    at.value = more(at.value, 1);
                    at.hand.map_ranks(swapped_one_after_the_other);
                }
            }
            (Self::AceLow, 10) => {
                if has_straight(at) || is_ace_low(at) {
                    at.value = more(at.value, 5 * at.count_rank(Rank::Ace));
                }
            }
            (Self::PlainPrimes, 13) => {
                if at.has(Rank::Two) && at.value > 0 {
                    at.value = more(at.value, superfactors(at.value).map(prime_of).product());
                }
            }
            _ => rules::ALL[number - 1](at),
        }
    }
}

const fn other(rule6: Rule6) -> Rule6 {
    match rule6 {
        Rule6::Takes121 => Rule6::Takes112,
        Rule6::Takes112 => Rule6::Takes121,
    }
}

/// All 6s become 9s, then all 9s 6s; all 2s become 5s, then all 5s 2s.
fn swapped_one_after_the_other(rank: Rank) -> Rank {
    [(Rank::Six, Rank::Nine), (Rank::Nine, Rank::Six), (Rank::Two, Rank::Five), (Rank::Five, Rank::Two)]
        .into_iter()
        .fold(rank, |rank, (from, to)| if rank == from { to } else { rank })
}

fn is_ace_low(at: &Position) -> bool {
    [Rank::Ace, Rank::Two, Rank::Three, Rank::Four, Rank::Five].into_iter().all(|rank| at.has(rank))
}

/// The prime of which a number is a power.
fn prime_of(power: i64) -> i64 {
    (2..=power).find(|divisor| power % divisor == 0).expect("a number above 1 divides itself")
}

#[cfg(test)]
mod tests {
    use super::Misreading;
    use crate::rullete::{Allowed, Hand, Rule6, value};

    /// Hands that tell one misreading each, with both values; source: facts about the task, worked out by hand.
    #[test]
    fn each_misreading_has_a_hand_that_tells_it() {
        for (text, right, misreading, wrong) in [
            ("7C 7D 7H 7S 2D", 16, Misreading::OtherRule6, 34),
            ("5D 3D 4D KC QC", 72, Misreading::NoSwapOnRepeat, 144),
            ("9D 2D 3D 4C 5H", 110, Misreading::ZeroCounts, 108),
            ("AS 2H 3C 4D 5C", 210, Misreading::AceLow, 226),
        ] {
            let hand = Hand::parse(text, Allowed::FiveDifferent).unwrap();
            assert_eq!(value(&hand, Rule6::default()), right, "{text}");
            assert_eq!(misreading.value(&hand, Rule6::default()), wrong, "{text} {misreading:?}");
        }
    }

    /// The samples of statement 002 tell nothing apart.
    #[test]
    fn the_samples_tell_no_misreading() {
        for (text, right) in [("2D 5D JD KC AC", 170), ("QC 8D JD 10S 9D", 126)] {
            let hand = Hand::parse(text, Allowed::FiveDifferent).unwrap();
            for misreading in Misreading::ALL {
                assert_eq!(misreading.value(&hand, Rule6::default()), right, "{text} {misreading:?}");
            }
        }
    }
}
