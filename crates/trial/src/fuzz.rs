//! Fuzzing on the stable compiler: inputs made from good ones by small damage, from a seed.
//!
//! A target is a function that takes any bytes and panics when something is wrong. In the normal run of the
//! tests it gets a few thousand inputs, the same every time. `cargo xtask fuzz` sets [`SECONDS`] and a new
//! [`SEED`]. What makes a target panic is cut down to its shortest form and printed with the seed.

use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

/// The environment variable with the seed.
pub const SEED: &str = "CROUPIER_FUZZ_SEED";

/// The environment variable with the seconds that each target gets.
pub const SECONDS: &str = "CROUPIER_FUZZ_SECONDS";

/// Inputs of a target in the normal run.
const INPUTS: u64 = 3_000;

/// The most damages to one input.
const DAMAGES_MAX: usize = 6;

/// Longer inputs are cut: a target should be quick.
const LENGTH_MAX: usize = 1 << 14;

/// Gives a target inputs made from the good ones and from words of their language.
///
/// # Panics
/// When the target does: with the input, and the seed that leads to it again.
#[expect(clippy::print_stdout, reason = "a test that fails says how to repeat it")]
pub fn fuzz(name: &str, good: &[&[u8]], words: &[&str], target: impl Fn(&[u8])) {
    let seed = number(SEED).unwrap_or(1);
    let seconds = number(SECONDS).map(Duration::from_secs);
    let started = Instant::now();
    let mut source = Source(seed ^ hash(name));
    let mut inputs = 0;
    while seconds.map_or(inputs < INPUTS, |seconds| started.elapsed() < seconds) {
        let input = source.input(good, words);
        inputs += 1;
        if !holds(&target, &input) {
            let short = shortest(&target, input);
            println!("fuzz target `{name}`, input {inputs} from {SEED}={seed}: `{}`", short.escape_ascii());
            target(&short);
            panic!("the target fails only now and then: it hangs on something besides its input");
        }
    }
    if seconds.is_some() {
        println!("fuzz target `{name}`: {inputs} inputs from {SEED}={seed}, none fails");
    }
}

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}: expected a whole number, found `{text}`")))
}

fn holds(target: &impl Fn(&[u8]), input: &[u8]) -> bool {
    panic::catch_unwind(AssertUnwindSafe(|| target(input))).is_ok()
}

/// Leaves out whatever is not needed to make the target fail.
fn shortest(target: &impl Fn(&[u8]), mut input: Vec<u8>) -> Vec<u8> {
    // Each try would print its panic.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let mut length = input.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at + length <= input.len() {
            let shorter = [&input[..at], &input[at + length..]].concat();
            if holds(target, &shorter) { at += length } else { input = shorter }
        }
        length /= 2;
    }
    panic::set_hook(hook);
    input
}

/// A name as a number: FNV-1a.
fn hash(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Vigna's `SplitMix64`.
struct Source(u64);

/// Bytes that parsers trip over.
const AWKWARD: [&[u8]; 22] = [
    b"",
    b" ",
    b"\n",
    b"\r\n",
    b"\0",
    b"\t",
    b"\"",
    b"\\",
    b"-",
    b"-1",
    b"0",
    b"00",
    b"1e999",
    b"0.5",
    b"18446744073709551616",
    b"9223372036854775807",
    b"null",
    b"[[[[[[[[",
    b"{\"a\":",
    b"\xff\xfe",
    "\u{feff}\u{200b}\u{2660}\u{fe0f}".as_bytes(),
    "\u{1f0cf}\u{441}".as_bytes(),
];

impl Source {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).expect("below a usize")
    }

    /// A good input with one damage or more.
    fn input(&mut self, good: &[&[u8]], words: &[&str]) -> Vec<u8> {
        let mut input = good[self.below(good.len())].to_vec();
        for _ in 0..=self.below(DAMAGES_MAX) {
            self.damage(&mut input, good, words);
        }
        input.truncate(LENGTH_MAX);
        input
    }

    fn damage(&mut self, input: &mut Vec<u8>, good: &[&[u8]], words: &[&str]) {
        let at = self.below(input.len() + 1);
        let end = (at + self.below(16)).min(input.len());
        match self.below(8) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = u8::try_from(self.below(256)).expect("a byte"),
            2 => drop(input.drain(at..end)),
            3 => {
                let copy = input[at..end].to_vec();
                let to = self.below(input.len() + 1);
                input.splice(to..to, copy);
            }
            4 => {
                let awkward = AWKWARD[self.below(AWKWARD.len())];
                input.splice(at..end.min(at + self.below(3)), awkward.iter().copied());
            }
            5 => {
                // The rest of another good input.
                let other = good[self.below(good.len())];
                input.truncate(at);
                input.extend_from_slice(&other[self.below(other.len() + 1)..]);
            }
            6 => {
                // A number becomes another.
                if let Some(digit) = (at..input.len()).find(|&at| input[at].is_ascii_digit()) {
                    let end =
                        (digit..input.len()).find(|&at| !input[at].is_ascii_digit()).unwrap_or(input.len());
                    let numbers = [self.next() % 12, self.next() % 1_000, self.next()];
                    let number = numbers[self.below(3)].to_string();
                    input.splice(digit..end, number.into_bytes());
                }
            }
            _ if !words.is_empty() => {
                let word = words[self.below(words.len())];
                input.splice(at..end.min(at + self.below(4)), word.bytes());
            }
            _ => input.truncate(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::panic::{self, AssertUnwindSafe};

    use super::{INPUTS, fuzz, shortest};

    #[test]
    fn the_same_inputs_come_in_every_run() {
        let inputs = || {
            let inputs = RefCell::new(Vec::new());
            fuzz("same", &[b"10H 2D", b"{\"bet\":40}"], &["JD"], |input| {
                inputs.borrow_mut().push(input.to_vec());
            });
            inputs.into_inner()
        };
        let first = inputs();
        assert!(first.len() as u64 == INPUTS || std::env::var(super::SECONDS).is_ok());
        assert!(first.iter().take(1_000).eq(inputs().iter().take(1_000)));
    }

    #[test]
    fn an_input_that_fails_is_cut_down() {
        let target = |input: &[u8]| assert!(!(input.contains(&b'x') && input.contains(&b'y')), "found");
        assert_eq!(shortest(&target, b"....x.......y....".to_vec()), b"xy");
    }

    #[test]
    fn a_target_that_fails_fails_the_test() {
        let count = Cell::new(0);
        let result = panic::catch_unwind(AssertUnwindSafe(|| {
            fuzz("fails", &[b"1234567890"], &[], |input| {
                count.set(count.get() + 1);
                assert!(input.len() > 5, "short");
            });
        }));
        assert!(result.is_err() && count.get() > 1);
    }
}
