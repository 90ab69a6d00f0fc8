//! A bot's clock: two limits for each answer, and a bank for all answers together.

use std::time::Duration;

use crate::limits::Limits;

/// The time a bot has, and has used.
///
/// An answer is due within the limit of a move, the soft limit. One that comes after it and within the
/// hard limit is taken all the same, and is a strike; when no strike is left, the soft limit is the hard
/// one. All answers together are charged to the bank; a bot whose bank is spent is asked no more.
/// Charged is the time from the end of our writing to the complete answer, without what the machine's
/// own load cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// From the start of the process to its `ready`.
    pub start: Duration,
    per_move: Duration,
    hard: Duration,
    strikes: u32,
    bank: Duration,
    used: Duration,
}

/// What an answer's time comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Within the limits.
    InTime,
    /// After the soft limit: so many strikes are left.
    Strike(u32),
    /// After the last limit.
    Late,
}

impl Clock {
    /// A clock with these limits, in milliseconds, and no strikes: the limit of a move is hard.
    pub fn new(start_ms: u64, move_ms: u64, bank_ms: u64) -> Self {
        Self {
            start: Duration::from_millis(start_ms),
            per_move: Duration::from_millis(move_ms),
            hard: Duration::from_millis(move_ms),
            strikes: 0,
            bank: Duration::from_millis(bank_ms),
            used: Duration::ZERO,
        }
    }

    /// The clock of a contest's limits.
    pub fn of(limits: &Limits) -> Self {
        Self::new(limits.start_ms, limits.move_ms, limits.bank_ms)
            .with_strikes(limits.hard_ms, limits.strikes)
    }

    /// The same with a hard limit, in milliseconds, and so many answers that may come up to it.
    #[must_use]
    pub fn with_strikes(self, hard_ms: u64, strikes: u32) -> Self {
        Self { hard: Duration::from_millis(hard_ms), strikes, ..self }
    }

    /// The time for the next answer, until it is late.
    pub(crate) fn left(&self) -> Duration {
        let limit = if self.strikes > 0 { self.hard.max(self.per_move) } else { self.per_move };
        limit.min(self.in_bank())
    }

    /// The time for the next answer that costs nothing, in milliseconds.
    pub(crate) fn left_ms(&self) -> u64 {
        in_ms(self.per_move.min(self.in_bank()))
    }

    pub(crate) fn move_ms(&self) -> u64 {
        in_ms(self.per_move)
    }

    pub(crate) fn hard_ms(&self) -> u64 {
        in_ms(self.hard)
    }

    pub(crate) fn strikes(&self) -> u32 {
        self.strikes
    }

    pub(crate) fn bank_ms(&self) -> u64 {
        in_ms(self.bank)
    }

    /// Charges an answer's time to the bank, and says what it comes to.
    pub(crate) fn take(&mut self, time: Duration) -> Taken {
        let late = time > self.left();
        self.used += time;
        if late {
            Taken::Late
        } else if time > self.per_move {
            self.strikes -= 1;
            Taken::Strike(self.strikes)
        } else {
            Taken::InTime
        }
    }

    /// Fills the bank again.
    pub(crate) fn refill(&mut self) {
        self.used = Duration::ZERO;
    }

    /// Whether the bank is spent.
    pub(crate) fn is_spent(&self) -> bool {
        self.used >= self.bank
    }

    fn in_bank(&self) -> Duration {
        self.bank.saturating_sub(self.used)
    }
}

fn in_ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).expect("a limit is far below 500 million years")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Clock, Taken};
    use crate::limits::Limits;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(bank_ms: u64) -> Clock {
        Clock::of(&Limits { move_ms: 100, hard_ms: 200, strikes: 2, bank_ms, ..Limits::default() })
    }

    #[test]
    fn slow_answers_are_strikes_until_none_is_left() {
        let mut clock = clock(10_000);
        let taken = [100, 101, 200, 100, 101].map(|time| clock.take(ms(time)));
        assert_eq!(taken, [Taken::InTime, Taken::Strike(1), Taken::Strike(0), Taken::InTime, Taken::Late]);
        assert_eq!((clock.left_ms(), clock.left()), (100, ms(100)));
    }

    #[test]
    fn an_answer_after_the_hard_limit_is_late_and_costs_no_strike() {
        let mut clock = clock(10_000);
        assert_eq!(clock.take(ms(201)), Taken::Late);
        assert_eq!((clock.left_ms(), clock.left()), (100, ms(200)));
    }

    #[test]
    fn the_bank_bounds_both_limits() {
        let mut clock = clock(300);
        assert_eq!(clock.take(ms(150)), Taken::Strike(1));
        assert_eq!((clock.left_ms(), clock.left()), (100, ms(150)));
        assert_eq!(clock.take(ms(90)), Taken::InTime);
        assert_eq!((clock.left_ms(), clock.left(), clock.is_spent()), (60, ms(60), false));
        assert_eq!(clock.take(ms(61)), Taken::Late);
        assert!(clock.is_spent());
        clock.refill();
        assert_eq!(clock.left_ms(), 100);
    }

    #[test]
    fn without_strikes_the_limit_of_a_move_is_hard() {
        let mut clock = Clock::new(1, 100, 1_000);
        assert_eq!((clock.left(), clock.take(ms(101))), (ms(100), Taken::Late));
    }
}
