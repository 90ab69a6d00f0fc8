//! Amounts with a unit: `"500 ms"`, `"1.5 s"`, `"256 MiB"`.

/// A kind of amount: its units, the smallest first.
#[derive(Debug)]
pub(super) struct Measure {
    /// What messages call it, with an example.
    pub(super) what: &'static str,
    units: &'static [(&'static str, u64)],
    /// How many of the smallest unit a number without a unit counts.
    plain: u64,
}

/// Time, counted in milliseconds; a number alone is a number of seconds.
pub(super) const TIME: Measure = Measure {
    what: "seconds or a time such as \"500 ms\"",
    units: &[("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000)],
    plain: 1_000,
};

/// Size, counted in bytes; a number alone is a number of bytes.
pub(super) const SIZE: Measure = Measure {
    what: "bytes or a size such as \"64 MiB\"",
    units: &[("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)],
    plain: 1,
};

impl Measure {
    /// Reads a number with a unit: blanks between them do not matter.
    pub(super) fn read(&self, text: &str) -> Option<u64> {
        let text = text.trim();
        let unit_at = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
        let (number, unit) = text.split_at(unit_at);
        let &(_, factor) = self.units.iter().find(|(name, _)| *name == unit.trim_start())?;
        whole(number, factor)
    }

    /// Reads a number without a unit.
    pub(super) fn of_plain(&self, number: &str) -> Option<u64> {
        whole(number, self.plain)
    }

    /// Writes an amount in the greatest unit that it is a whole number of.
    pub(super) fn write(&self, amount: u64) -> String {
        let fits = |&&(_, factor): &&(&str, u64)| amount >= factor && amount.is_multiple_of(factor);
        let (unit, factor) = self.units.iter().rev().find(fits).unwrap_or(&self.units[0]);
        format!("{} {unit}", amount / factor)
    }
}

/// The number times the factor, where that is a whole number of reasonable size.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and within 0 to 2^53")]
#[expect(clippy::cast_precision_loss, reason = "factors are far below 2^53")]
fn whole(number: &str, factor: u64) -> Option<u64> {
    let exact = number.parse::<f64>().ok()? * factor as f64;
    let near = exact.round();
    let is_whole = (exact - near).abs() < 1e-6;
    (is_whole && (0.0..9e15).contains(&near)).then_some(near as u64)
}

#[cfg(test)]
mod tests {
    use super::{SIZE, TIME};

    #[test]
    fn times_are_read_to_the_millisecond() {
        for (text, ms) in
            [("500ms", 500), ("1.5 s", 1_500), (" 2 min ", 120_000), ("1h", 3_600_000), ("0.1 s", 100)]
        {
            assert_eq!(TIME.read(text), Some(ms), "{text}");
        }
        for text in ["", "5", "s", "1 sec", "-1 s", "1.2.3 s", "0.5 ms", "99999999999 h", "1 S"] {
            assert_eq!(TIME.read(text), None, "{text}");
        }
        assert_eq!(TIME.of_plain("0.25"), Some(250));
        assert_eq!(TIME.of_plain("1e1"), Some(10_000));
        assert_eq!(TIME.of_plain("-1"), None);
        assert_eq!(TIME.of_plain("nan"), None);
        assert_eq!(TIME.of_plain("inf"), None);
    }

    #[test]
    fn sizes_are_read_to_the_byte() {
        for (text, bytes) in [("256 MiB", 256 << 20), ("64KiB", 64 << 10), ("12 B", 12), ("0.5 GiB", 1 << 29)]
        {
            assert_eq!(SIZE.read(text), Some(bytes), "{text}");
        }
        // 1,000 or 1,024? Nobody can tell, so nobody is asked to guess.
        for text in ["64 KB", "64 kB", "1 MB", "0.3 B"] {
            assert_eq!(SIZE.read(text), None, "{text}");
        }
        assert_eq!(SIZE.of_plain("1024"), Some(1024));
    }

    #[test]
    fn amounts_are_written_in_their_greatest_unit() {
        let written = [TIME.write(0), TIME.write(1_500), TIME.write(3_600_000), SIZE.write(64 << 10)];
        assert_eq!(written, ["0 ms", "1500 ms", "1 h", "64 KiB"]);
    }
}
