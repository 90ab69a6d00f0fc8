//! The official mark of a test (statement 000, ruling 8), in exact arithmetic.

/// Evenings of a test.
pub const EVENINGS: usize = 10;

/// How many of the best, and how many of the worst, are dropped.
const DROPPED: usize = 2;

/// The greatest mark of a test.
pub const FULL: u8 = 10;

/// The sum of the six middle amounts of money: two best and two worst are dropped.
///
/// ```
/// use croupier_rules::blackjack::mark;
/// assert_eq!(mark::trimmed_sum([5, 1, 1_000, 3, 9, 2, 8, 4, 7, 6]), 3 + 4 + 5 + 6 + 7 + 8);
/// ```
pub fn trimmed_sum(mut money: [u64; EVENINGS]) -> u64 {
    money.sort_unstable();
    money[DROPPED..EVENINGS - DROPPED].iter().sum()
}

/// The same of numbers that are no whole amounts: what evenings would have come to without luck.
///
/// ```
/// use croupier_rules::blackjack::mark;
/// assert_eq!(mark::trimmed([5., 1., 1_000., 3., 9., 2., 8., 4., 7., 6.]), 33.);
/// ```
pub fn trimmed(mut money: [f64; EVENINGS]) -> f64 {
    money.sort_unstable_by(f64::total_cmp);
    money[DROPPED..EVENINGS - DROPPED].iter().sum()
}

/// The mark for two trimmed sums: `min(10, round(ratio^5 * 10))`, the ratio being the entrant's sum
/// over the committee's. If the committee's sum is 0: 10 when the entrant's is above 0, else 0.
///
/// ```
/// use croupier_rules::blackjack::mark;
/// assert_eq!(mark::mark(100, 100), 10);
/// assert_eq!(mark::mark(87, 100), 5); // 0.87^5 = 0.498…
/// assert_eq!(mark::mark(1, 0), 10);
/// assert_eq!(mark::mark(0, 0), 0);
/// ```
pub fn mark(entrant: u64, committee: u64) -> u8 {
    if committee == 0 {
        return if entrant > 0 { FULL } else { 0 };
    }
    // round(10 r^5) >= m  <=>  10 r^5 >= m - 1/2  <=>  20 e^5 >= (2m - 1) c^5. A half never comes up:
    // 20 e^5 = (odd number) c^5 is impossible, as the powers of 2 on both sides differ by 2 modulo 5.
    let reached = fifth_power_times(entrant, 20);
    (1..=FULL)
        .rev()
        .find(|&mark| reached >= fifth_power_times(committee, 2 * u64::from(mark) - 1))
        .unwrap_or(0)
}

/// A whole number of 384 bits, most significant word first, so that arrays compare as numbers.
type Wide = [u64; 6];

/// `factor * base^5`: at most 5 * 64 + 5 bits.
fn fifth_power_times(base: u64, factor: u64) -> Wide {
    (0..5).fold([0, 0, 0, 0, 0, factor], |power, _| times(power, base))
}

fn times(mut number: Wide, factor: u64) -> Wide {
    let mut carry = 0;
    for word in number.iter_mut().rev() {
        let product = u128::from(*word) * u128::from(factor) + carry;
        *word = u64::try_from(product & u128::from(u64::MAX)).expect("64 bits are kept");
        carry = product >> 64;
    }
    assert!(carry == 0, "twenty fifth powers of 64 bits fit 384 bits");
    number
}

#[cfg(test)]
mod tests {
    use super::{mark, trimmed_sum};

    /// The rule as it is written, for numbers whose fifth powers fit 128 bits.
    fn plain(entrant: u64, committee: u64) -> u8 {
        let fifth = |sum: u64| u128::from(sum).pow(5);
        let rounded = (20 * fifth(entrant) + fifth(committee)) / (2 * fifth(committee));
        rounded.min(10) as u8
    }

    #[test]
    fn a_mark_is_ten_times_the_fifth_power_rounded() {
        for committee in [1, 2, 3, 99, 1_000, 54_321] {
            let step = 1 + committee / 500;
            for entrant in (0..500).map(|nth| nth * step) {
                assert_eq!(mark(entrant, committee), plain(entrant, committee), "{entrant}/{committee}");
            }
        }
    }

    /// 0.549^5 * 10 = 0.4987…, 0.55^5 * 10 = 0.5032…: the first mark. The last: 0.99^5 = 0.9509….
    #[test]
    fn marks_change_where_the_fifth_power_passes_a_half() {
        assert_eq!([549, 550].map(|sum| mark(sum, 1_000)), [0, 1]);
        assert_eq!([989, 990].map(|sum| mark(sum, 1_000)), [9, 10]);
    }

    /// Sums near six times 2,000,000,000, whose fifth powers have 168 bits: the least sums for 1, 5 and 10.
    #[test]
    fn great_sums_are_exact() {
        for (least, marks) in [(6_591_363_260, [0, 1]), (10_228_777_901, [4, 5]), (11_877_525_381, [9, 10])] {
            assert_eq!([least - 1, least].map(|sum| mark(sum, 12_000_000_000)), marks);
        }
        assert_eq!(mark(u64::MAX, u64::MAX), 10);
        assert_eq!(mark(u64::MAX / 2, u64::MAX), 0);
    }

    #[test]
    fn a_mark_is_at_most_ten() {
        assert_eq!(mark(3_000, 1_000), 10);
    }

    #[test]
    fn a_committee_without_money_gives_ten_to_any_money() {
        assert_eq!((mark(1, 0), mark(0, 0)), (10, 0));
    }

    #[test]
    fn two_best_and_two_worst_evenings_are_dropped() {
        assert_eq!(trimmed_sum([0, 0, 1, 1, 1, 1, 1, 1, 900, 900]), 6);
        assert_eq!(trimmed_sum([10; 10]), 60);
    }
}
