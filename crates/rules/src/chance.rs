//! Chance as pure values: named streams, uniform numbers below a bound, weighted picks, shuffles.
//!
//! Nobody takes entropy here. A [`Stream`] is `ChaCha8` keyed by the BLAKE3 hash of a contest's seed
//! and a label (which match, what for), with the number of the deal as the stream's number. Values
//! never change between versions: golden vectors in the tests hold them.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of numbers that is fully named by a [`Key`] and the number of a deck.
#[derive(Clone, Debug)]
pub struct Stream {
    source: ChaCha8Rng,
}

/// The key of all streams of one purpose in one match.
///
/// ```
/// use croupier_rules::chance::Key;
/// let key = Key::new(7, "poker/anna bela cyril/deal");
/// let mut deal_5 = key.stream(5);
/// assert_eq!(deal_5.below(10), key.stream(5).below(10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key([u8; 32]);

/// Separates our keys from any other use of BLAKE3.
const KEY_CONTEXT: &str = "croupier 2026 named stream of chance, version 1";

impl Key {
    /// The key for a seed and a label that says which match and what for.
    pub fn new(seed: u64, label: &str) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(KEY_CONTEXT);
        hasher.update(&seed.to_le_bytes());
        hasher.update(label.as_bytes());
        Self(*hasher.finalize().as_bytes())
    }

    /// The stream of one deck (or deal, or shoe).
    pub fn stream(&self, deck: u64) -> Stream {
        let mut source = ChaCha8Rng::from_seed(self.0);
        source.set_stream(deck);
        Stream { source }
    }

    /// The key in hexadecimal: all the chance of its streams, for one who draws the same numbers elsewhere.
    pub fn hex(&self) -> String {
        self.0.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
    }

    /// One number made from the key: the seed that a bot's own generator is given.
    pub fn seed(&self) -> u64 {
        self.stream(0).next_u64()
    }
}

impl Stream {
    /// Any 64-bit number, all alike.
    pub fn next_u64(&mut self) -> u64 {
        self.source.next_u64()
    }

    /// A number from 0 to `bound` - 1, all alike: Lemire's multiplication with rejection, so that
    /// no number is favoured ("Fast random integer generation in an interval", 2019).
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        loop {
            let product = u64::from(self.source.next_u32()) * u64::from(bound);
            let low = u32::try_from(product & u64::from(u32::MAX)).expect("32 bits are kept");
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return u32::try_from(product >> 32).expect("32 bits are left");
            }
        }
    }

    /// An index with a chance in proportion to its weight.
    ///
    /// # Panics
    /// When all weights are 0: there is nothing to pick.
    pub fn pick(&mut self, weights: &[u32]) -> usize {
        self.try_pick(weights).expect("a weight is above 0")
    }

    /// An index with a chance in proportion to its weight; none if all weights are 0.
    pub fn try_pick(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u32 = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let drawn = self.below(total);
        // The place is the number of running sums that the draw has passed: counted without a branch, since
        // where a search would end cannot be foreseen.
        let mut sum = 0;
        let passed = weights.iter().map(|&weight| {
            sum += weight;
            usize::from(drawn >= sum)
        });
        Some(passed.sum())
    }

    /// Puts the items in random order, all orders alike (Fisher and Yates, from the back).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).expect("a deck has fewer than 2^32 cards");
            items.swap(last, self.below(bound) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    /// Values that must never change: a record's deals are made from them.
    #[test]
    fn streams_keep_their_values() {
        let key = Key::new(7, "poker/anna bela cyril/deal");
        let mut stream = key.stream(5);
        let drawn: Vec<u32> = (0..12).map(|_| stream.below(10)).collect();
        let mut order: Vec<u8> = (0..10).collect();
        key.stream(6).shuffle(&mut order);
        let picked: Vec<usize> = {
            let mut stream = key.stream(7);
            (0..12).map(|_| stream.pick(&[1, 0, 5, 2])).collect()
        };
        assert_eq!(format!("{drawn:?} {order:?} {picked:?} {}", key.seed()), GOLDEN);
    }

    #[test]
    fn a_key_is_64_digits() {
        let hex = Key::new(7, "poker/anna bela cyril/deal").hex();
        assert_eq!(hex.len(), 64);
        assert!(hex.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')), "{hex}");
    }

    const GOLDEN: &str = "[7, 0, 4, 3, 0, 9, 5, 7, 5, 4, 8, 9] [5, 2, 8, 7, 6, 3, 0, 1, 9, 4] \
        [2, 2, 0, 3, 3, 0, 2, 2, 2, 2, 2, 2] 7215292177761833420";

    #[test]
    fn a_pick_follows_its_weights() {
        let mut stream = Key::new(1, "weights").stream(0);
        let mut counts = [0_u32; 4];
        for _ in 0..80_000 {
            counts[stream.pick(&[1, 0, 5, 2])] += 1;
        }
        assert_eq!(counts[1], 0);
        for (count, expected) in counts.iter().zip([10_000, 0, 50_000, 20_000]) {
            assert!(count.abs_diff(expected) < 700, "{counts:?}");
        }
    }
}
