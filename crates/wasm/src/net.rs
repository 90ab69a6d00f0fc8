//! The net under the clock of fuel: the processor time of a guest, over all its runs.
//!
//! Fuel is the clock. But a guest that waits for its memory all the time, or finds a call of the host that is
//! dearer than it is charged, takes more than a nanosecond of our time for each of its own. The net bounds
//! what it can take so in its whole life.
//!
//! A look at the processor's clock costs as much as a short run. So runs are watched from the first slice on,
//! and others only as long as what nobody watched is more than a tenth of what was.

use rustix::time::{ClockId, clock_gettime};

use crate::cabin::SLICE;

/// Processor time that a guest may take for each nanosecond of its own time.
const FACTOR: u64 = 10;

/// Processor time that it may take besides, in nanoseconds.
const BESIDES: u64 = 60_000_000_000;

/// Fuel of a run that nobody needs to watch: however dear it is, a question costs more.
const SHORT: u64 = 2_000;

/// How much of a guest's time is watched for each part that is not.
const WATCHED: u64 = 10;

/// What is known of a guest's processor time.
#[derive(Debug, Default)]
pub(crate) struct Net {
    /// Processor time of the runs that were watched, in nanoseconds.
    taken: u64,
    /// The guest's own time in runs that nobody watched and nobody has made up for.
    unwatched: u64,
}

/// A run that is under way.
#[derive(Debug)]
pub(crate) struct Run {
    /// The guest's own time at its start.
    own: u64,
    /// The processor's clock when the watch began.
    since: Option<u64>,
}

impl Net {
    /// A run begins, at this point of the guest's own time.
    pub(crate) fn begin(&self, own: u64, clock: impl FnOnce() -> u64) -> Run {
        Run { own, since: (self.unwatched > SLICE).then(clock) }
    }

    /// Whether the guest has taken too much, a slice further on; from here on the run is watched.
    pub(crate) fn is_over(&self, run: &mut Run, own: u64, now: u64) -> bool {
        let since = *run.since.get_or_insert(now);
        let allowed = own.saturating_mul(FACTOR).saturating_add(BESIDES);
        self.taken + now.saturating_sub(since) > allowed
    }

    /// The run is over, at this point of the guest's own time.
    pub(crate) fn end(&mut self, run: &Run, own: u64, clock: impl FnOnce() -> u64) {
        let used = own - run.own;
        match run.since {
            Some(since) => {
                self.taken += clock().saturating_sub(since);
                self.unwatched = self.unwatched.saturating_sub(used / WATCHED);
            }
            None if used > SHORT => self.unwatched += used,
            None => {}
        }
    }
}

/// The processor time of this thread, in nanoseconds.
pub(crate) fn processor_time() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).expect("processor time is not below 0");
    let nanoseconds = u64::try_from(time.tv_nsec).expect("processor time is not below 0");
    seconds * 1_000_000_000 + nanoseconds
}

#[cfg(test)]
mod tests {
    use super::{BESIDES, FACTOR, Net, WATCHED};
    use crate::cabin::SLICE;

    /// A guest whose own nanosecond costs so many of the processor's; slices are seen.
    struct Dear {
        net: Net,
        own: u64,
        clock: u64,
        /// How often the processor's clock was looked at.
        looks: u32,
    }

    impl Dear {
        fn new() -> Self {
            Self { net: Net::default(), own: 0, clock: 0, looks: 0 }
        }

        /// A run of this length, at this price; whether it was stopped.
        fn run(&mut self, length: u64, price: u64) -> bool {
            let mut run = self.net.begin(self.own, || {
                self.looks += 1;
                self.clock
            });
            let last = self.own + length;
            let mut is_over = false;
            while self.own < last && !is_over {
                let slice = SLICE - self.own % SLICE;
                let step = slice.min(last - self.own);
                (self.own, self.clock) = (self.own + step, self.clock + step * price);
                if step == slice {
                    is_over = self.net.is_over(&mut run, self.own, self.clock);
                }
            }
            self.net.end(&run, self.own, || {
                self.looks += 1;
                self.clock
            });
            is_over
        }

        /// Runs until it is stopped; the processor time that it took.
        fn taken_by(&mut self, runs: &[(u64, u64)]) -> u64 {
            while !runs.iter().any(|&(length, price)| self.run(length, price)) {
                assert!(self.clock < 100 * BESIDES, "never stopped");
            }
            self.clock
        }
    }

    #[test]
    fn a_guest_of_usual_cost_is_never_stopped() {
        let mut guest = Dear::new();
        for _ in 0..200_000 {
            assert!(!guest.run(1_000_000, FACTOR));
        }
    }

    #[test]
    fn what_a_guest_takes_is_summed_over_its_runs() {
        // Each of them alone would be within ten times the limit of a move.
        let taken = Dear::new().taken_by(&[(100 * SLICE, 100)]);
        assert!((BESIDES..2 * BESIDES).contains(&taken), "{taken}");
        // Short of a slice each.
        let taken = Dear::new().taken_by(&[(SLICE / 2, 100)]);
        assert!((BESIDES..2 * BESIDES).contains(&taken), "{taken}");
    }

    #[test]
    fn cheap_runs_hide_no_dear_ones() {
        // It knows when it is watched, and is cheap then: it has to be so for most of its time.
        let mut guest = Dear::new();
        while guest.own < 10_000 * SLICE {
            let is_watched = guest.net.unwatched > SLICE;
            guest.run(SLICE / 2 - 1, if is_watched { 1 } else { 50 });
        }
        assert!(guest.clock < guest.own * FACTOR, "{} for {}", guest.clock, guest.own);
        assert!(guest.clock > guest.own * 50 / (WATCHED + 2), "it was dear where it could be");
    }

    #[test]
    fn short_runs_cost_no_look_at_the_clock() {
        let mut guest = Dear::new();
        for _ in 0..100_000 {
            guest.run(500, 2);
        }
        // At a slice, and at the end of its run.
        assert!(u64::from(guest.looks) <= guest.own / SLICE, "{}", guest.looks);
    }
}
