//! How many matches make a job.

use std::time::Duration;

/// What a job is to take: enough that the queue costs nothing beside it, and little enough that a worker that dies loses
/// little, and that the last jobs end together.
const WANTED: Duration = Duration::from_secs(5);

/// The most matches of a job: their headers go into one message.
const MOST: usize = 200;

/// How long matches take, as it was found so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grain {
    matches: u64,
    ms: u64,
}

impl Grain {
    /// Takes down how long a match was played, as its worker says: more than an hour is not believed.
    pub(super) fn add(&mut self, ms: u64) {
        const MOST_MS: u64 = 3_600_000;
        self.matches += 1;
        self.ms += ms.min(MOST_MS);
    }

    /// How many matches the next job has, of so many that are due, with so many hands. At first each job has one.
    pub(super) fn next(self, due: usize, hands: usize) -> usize {
        if self.matches == 0 {
            return 1;
        }
        let wanted = u64::try_from(WANTED.as_millis()).expect("a few seconds are a small number");
        let by_time = wanted * self.matches / self.ms.max(1);
        let by_time = usize::try_from(by_time).unwrap_or(MOST).clamp(1, MOST);
        // At the end everybody is to have something to do.
        let fair = due.div_ceil(4 * hands.max(1)).max(1);
        by_time.min(fair)
    }
}

#[cfg(test)]
mod tests {
    use super::Grain;

    #[test]
    fn jobs_take_some_seconds_and_are_small_at_the_end() {
        let mut grain = Grain::default();
        assert_eq!(grain.next(1_000_000, 2), 1);
        for _ in 0..4 {
            grain.add(100);
        }
        assert_eq!(grain.next(1_000_000, 2), 50);
        assert_eq!(grain.next(40, 2), 5);
        assert_eq!(grain.next(1, 2), 1);
        grain.add(1_000_000);
        assert_eq!(grain.next(1_000_000, 2), 1);
        grain.add(u64::MAX);
        grain.add(u64::MAX);
        assert_eq!(grain.next(1_000_000, 2), 1);
        let quick = Grain { matches: 1_000, ms: 0 };
        assert_eq!(quick.next(1_000_000, 2), 200);
    }
}
