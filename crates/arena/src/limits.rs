//! What a seat may use: time, memory and bytes.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Limits of one seat in one match, with their usual values by default.
///
/// ```
/// use croupier_arena::limits::Limits;
/// let limits = Limits { move_ms: 250, ..Limits::default() };
/// assert_eq!((limits.bank_ms, limits.line_bytes), (30_000, 65_536));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Time for one answer, in milliseconds: the soft limit.
    pub move_ms: u64,
    /// Time after which an answer is late whatever is left, in milliseconds: the hard limit.
    pub hard_ms: u64,
    /// How many answers of a match may come between the two limits.
    pub strikes: u32,
    /// Time for all answers of a poker match, or of a blackjack evening, in milliseconds.
    pub bank_ms: u64,
    /// Time from the start of the process to its first answer, in milliseconds.
    pub start_ms: u64,
    /// Memory of the program with all that it starts, in bytes. A trusted bot of poker or blackjack is not
    /// held to it: nothing confines it.
    pub memory_bytes: u64,
    /// The longest line that a bot may write, in bytes, without its end.
    pub line_bytes: u64,
    /// All that a bot may write to its standard output in a match, in bytes.
    pub output_bytes: u64,
    /// How much of a bot's standard error is kept, in bytes; the rest is read and dropped.
    pub log_bytes: u64,
    /// Time to build an entrant, in milliseconds.
    pub compile_ms: u64,
}

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

impl Limits {
    /// The usual values.
    pub const DEFAULT: Self = Self {
        move_ms: 1_000,
        hard_ms: 2_000,
        strikes: 2,
        bank_ms: 30_000,
        start_ms: 30_000,
        memory_bytes: 256 * MIB,
        line_bytes: 64 * KIB,
        output_bytes: 16 * MIB,
        log_bytes: 512 * KIB,
        compile_ms: 30_000,
    };

    /// The limits of a record's header; what is not there keeps its usual value.
    pub fn of_record(header: &Value) -> Self {
        let usual = Self::DEFAULT;
        let limit = |name: &str, usual: u64| header.get(name).and_then(Value::as_u64).unwrap_or(usual);
        Self {
            move_ms: limit("move_ms", usual.move_ms),
            // Older records know one limit.
            hard_ms: limit("hard_ms", limit("move_ms", usual.move_ms)),
            strikes: u32::try_from(limit("strikes", 0)).unwrap_or(u32::MAX),
            bank_ms: limit("bank_ms", usual.bank_ms),
            start_ms: limit("start_ms", usual.start_ms),
            memory_bytes: limit("memory_bytes", usual.memory_bytes),
            line_bytes: limit("line_bytes", usual.line_bytes),
            output_bytes: limit("output_bytes", usual.output_bytes),
            log_bytes: limit("log_bytes", usual.log_bytes),
            ..usual
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
