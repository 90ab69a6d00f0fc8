//! A keyed bijection of the numbers below a bound: a Feistel network, walked until it lands below the bound.
//!
//! Ranges of positions can be given to several people, and no number comes twice; numbers that lie side by side come far
//! apart, so that no range is a corner where all deals begin alike.

use croupier_rules::chance::Key;

/// The numbers below a bound in an order that a seed decides. Values never change between versions.
///
/// ```
/// use croupier_solve::camicia::Shuffle;
///
/// let shuffle = Shuffle::new(7, 10);
/// let mut numbers: Vec<u64> = (0..10).map(|position| shuffle.at(position)).collect();
/// numbers.sort_unstable();
/// assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// ```
#[derive(Clone, Debug)]
pub struct Shuffle {
    bound: u64,
    half_bits: u32,
    keys: [u64; ROUNDS],
}

/// Four rounds make a Feistel network look random to whoever does not choose the positions by the results.
const ROUNDS: usize = 4;

impl Shuffle {
    /// Returns the order of the numbers below `bound` that a seed decides.
    pub fn new(seed: u64, bound: u64) -> Self {
        let mut stream = Key::new(seed, "camicia/hunt/order of groups").stream(0);
        let bits = u64::BITS - bound.saturating_sub(1).leading_zeros();
        Self { bound, half_bits: bits.div_ceil(2).max(1), keys: std::array::from_fn(|_| stream.next_u64()) }
    }

    /// Returns the number at a position.
    ///
    /// # Panics
    /// When the position is not below the bound.
    pub fn at(&self, position: u64) -> u64 {
        assert!(position < self.bound, "position {position} of {}", self.bound);
        // The network permutes at most four times as many numbers, so the walk takes four rounds in the mean at most.
        let mut number = position;
        loop {
            number = self.permute(number);
            if number < self.bound {
                return number;
            }
        }
    }

    fn permute(&self, number: u64) -> u64 {
        let mask = u64::MAX >> (u64::BITS - self.half_bits);
        let (mut high, mut low) = (number >> self.half_bits, number & mask);
        for key in self.keys {
            (high, low) = (low, high ^ mix(low ^ key) & mask);
        }
        high << self.half_bits | low
    }
}

/// The finisher of `SplitMix64`.
const fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::Shuffle;

    #[test]
    fn every_number_comes_once_in_an_order_of_the_seed() {
        for bound in [1, 2, 3, 17, 64, 1000] {
            let orders = [1, 2].map(|seed| {
                let shuffle = Shuffle::new(seed, bound);
                let order: Vec<u64> = (0..bound).map(|position| shuffle.at(position)).collect();
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..bound), "{order:?}");
                order
            });
            assert!(bound < 17 || orders[0] != orders[1]);
        }
    }

    /// A range that somebody has searched stays searched.
    #[test]
    fn orders_never_change() {
        let shuffle = Shuffle::new(7, 1_000_000_007);
        let first = [0, 1, 2, 1_000_000_006].map(|position| shuffle.at(position));
        assert_eq!(first, GOLDEN);
    }

    const GOLDEN: [u64; 4] = [233_538_104, 545_485_052, 193_963_889, 955_546_578];
}
