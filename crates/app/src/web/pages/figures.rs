//! Numbers, names and addresses as pages write them.

use std::fmt::Write as _;
use std::time::Duration;

use croupier_rules::chips::Chips;

use crate::counted::plural;
use crate::terminal::one_line;

/// A name as a part of an address.
pub(in crate::web) fn segment(name: &str) -> String {
    let mut segment = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            segment.push(char::from(byte));
        } else {
            let _infallible = write!(segment, "%{byte:02X}");
        }
    }
    segment
}

/// The first line of a reason, which all may read: what a compiler says after it may quote a source.
pub(in crate::web) fn first_line(reason: &str) -> String {
    let mut lines = reason.lines();
    let first = one_line(lines.next().unwrap_or_default());
    if lines.next().is_some() { format!("{first} …") } else { first }
}

/// A time for people: `40 s`, `3 min`, `2 h 5 min`.
pub(in crate::web) fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=89 => format!("{} s", seconds.max(1)),
        90..=5_399 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
    }
}

/// An amount with a sign unless it is 0.
pub(in crate::web) fn signed(amount: f64, decimals: usize) -> String {
    let text = format!("{amount:+.decimals$}");
    let is_zero = text.bytes().all(|byte| !byte.is_ascii_digit() || byte == b'0');
    if is_zero { text.trim_start_matches(['+', '-']).to_owned() } else { text.replace('-', "−") }
}

/// Chips with groups of three digits.
pub(in crate::web) fn chips(amount: Chips) -> String {
    crate::standings::thousands(amount).replace('-', "−")
}

/// A whole number with groups of three digits.
pub(in crate::web) fn count(count: impl TryInto<i64>) -> String {
    chips(Chips::whole(count.try_into().unwrap_or(i64::MAX)))
}

/// A number of things with groups of three digits, by the word for one: `1 match`, `2,000 matches`.
pub(in crate::web) fn counted(number: impl TryInto<usize>, word: &str) -> String {
    let number = number.try_into().unwrap_or(usize::MAX);
    format!("{} {}", count(number), plural(number, word))
}

/// An end of an interval: whole chips, or marks with a decimal.
#[expect(clippy::cast_possible_truncation, reason = "sums of chips stay far below 2^53")]
pub(in crate::web) fn amount(amount: f64, decimals: usize) -> String {
    if decimals == 0 {
        return count(amount.round() as i64);
    }
    format!("{amount:.decimals$}").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{counted, segment, signed, time};

    #[test]
    fn a_name_is_one_part_of_an_address() {
        assert_eq!(segment("house:odds 2"), "house%3Aodds%202");
        assert_eq!(segment("a/b?<é>"), "a%2Fb%3F%3C%C3%A9%3E");
    }

    #[test]
    fn one_is_no_plural() {
        let counts = [0_u32, 1, 2_000].map(|number| counted(number, "match"));
        assert_eq!(counts, ["0 matches", "1 match", "2,000 matches"]);
    }

    #[test]
    fn times_and_signs_are_for_people() {
        assert_eq!(
            [0, 45, 100, 7_500].map(|seconds| time(Duration::from_secs(seconds))),
            ["1 s", "45 s", "2 min", "2 h 5 min"]
        );
        assert_eq!([1.25, -0.04, -2.0].map(|amount| signed(amount, 1)), ["+1.2", "0.0", "−2.0"]);
    }
}
