//! The section `[limits]`.

use std::ops::RangeInclusive;

use crate::config::Section;
use crate::limits::Limits;

const SECOND: u64 = 1_000;
const HOUR: u64 = 3_600 * SECOND;
const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Reads the limits that are given; the others keep their defaults.
pub(super) fn read(section: &Section<'_>) -> Limits {
    let default = Limits::default();
    let time = |key, range: RangeInclusive<u64>| section.get(key)?.milliseconds(range);
    let size = |key, range: RangeInclusive<u64>| section.get(key)?.bytes(range);
    Limits {
        move_ms: time("move", 1..=HOUR).unwrap_or(default.move_ms),
        bank_ms: time("bank", 0..=24 * HOUR).unwrap_or(default.bank_ms),
        start_ms: time("start", 1..=HOUR).unwrap_or(default.start_ms),
        memory_bytes: size("memory", 16 * MIB..=1_024 * GIB).unwrap_or(default.memory_bytes),
        line_bytes: size("line", 256..=16 * MIB).unwrap_or(default.line_bytes),
        output_bytes: size("output", KIB..=GIB).unwrap_or(default.output_bytes),
        log_bytes: size("log", 0..=64 * MIB).unwrap_or(default.log_bytes),
        compile_ms: time("compile", SECOND..=HOUR).unwrap_or(default.compile_ms),
    }
}
