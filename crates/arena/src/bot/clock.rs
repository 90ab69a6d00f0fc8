//! A bot's clock: a limit for each answer, and a bank for all answers together.

use std::time::Duration;

/// The time a bot has, and has used.
///
/// Each answer has to come within the limit of a move. All answers together are charged to the
/// bank; a bot whose bank is spent is asked no more. Charged is the time from the start of our
/// writing to the complete answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// From the start of the process to its `ready`.
    pub start: Duration,
    per_move: Duration,
    bank: Duration,
    used: Duration,
}

impl Clock {
    /// A clock with these limits, in milliseconds.
    pub fn new(start_ms: u64, move_ms: u64, bank_ms: u64) -> Self {
        Self {
            start: Duration::from_millis(start_ms),
            per_move: Duration::from_millis(move_ms),
            bank: Duration::from_millis(bank_ms),
            used: Duration::ZERO,
        }
    }

    /// The time for the next answer.
    pub(crate) fn left(&self) -> Duration {
        self.per_move.min(self.bank.saturating_sub(self.used))
    }

    /// The time for the next answer, in milliseconds.
    pub(crate) fn left_ms(&self) -> u64 {
        in_ms(self.left())
    }

    pub(crate) fn move_ms(&self) -> u64 {
        in_ms(self.per_move)
    }

    pub(crate) fn bank_ms(&self) -> u64 {
        in_ms(self.bank)
    }

    pub(crate) fn charge(&mut self, time: Duration) {
        self.used += time;
    }

    /// Fills the bank again.
    pub(crate) fn refill(&mut self) {
        self.used = Duration::ZERO;
    }

    /// Whether the bank is spent.
    pub(crate) fn is_spent(&self) -> bool {
        self.used >= self.bank
    }
}

fn in_ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).expect("a limit is far below 500 million years")
}
