//! Units of a search, played by several threads and taken in their order.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::failure::Failure;

/// How often the clock, the wish to stop and the line of progress are looked at.
const LOOK: Duration = Duration::from_millis(100);

/// Whether a search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// It does.
    More,
    /// No new unit is begun, and those in play are given up, but for the first one.
    Enough,
}

/// Plays units until there are no more, `step` has enough, or `stop` is set. `step` is given what comes of each unit, in
/// their order, and nothing now and then. `play` is told how to ask whether its unit is still wanted; it may answer
/// nothing when it is not. The first unit always is, so that every search gets on.
///
/// A unit that panics ends the search; the units before it are taken all the same.
pub(super) fn play_in_order<T: Send>(
    jobs: Option<NonZeroUsize>,
    units: Range<u64>,
    stop: &AtomicBool,
    play: impl Fn(u64, &dyn Fn() -> bool) -> Option<T> + Sync,
    mut step: impl FnMut(Option<T>) -> Result<Wish, Failure>,
) -> Result<(), Failure> {
    let next = AtomicU64::new(units.start);
    let enough = AtomicBool::new(false);
    let wants_more = || !stop.load(Ordering::Relaxed) && !enough.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        let _over = Raised(&enough);
        let (sender, results) = mpsc::channel();
        for _ in 0..threads(jobs) {
            let (sender, next, wants_more, play) = (sender.clone(), &next, &wants_more, &play);
            scope.spawn(move || {
                while wants_more() {
                    let unit = next.fetch_add(1, Ordering::Relaxed);
                    if unit >= units.end {
                        return;
                    }
                    // Who waits for the unit is told of a panic, or would wait for ever.
                    let is_wanted = || unit == units.start || wants_more();
                    let played = panic::catch_unwind(AssertUnwindSafe(|| play(unit, &is_wanted)));
                    let Some(result) = played.transpose() else { return };
                    if sender.send((unit, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut panicked = Ok(());
        let mut due = units.start;
        let mut look = |result: Option<T>| {
            let wish = step(result);
            if !matches!(wish, Ok(Wish::More)) {
                enough.store(true, Ordering::Relaxed);
            }
            wish.map(|_| ())
        };
        loop {
            match results.recv_timeout(LOOK) {
                Ok((unit, Ok(result))) => {
                    waiting.insert(unit, result);
                }
                Ok((unit, Err(panic))) => {
                    enough.store(true, Ordering::Relaxed);
                    panicked = Err(Failure::bug(format!("unit {unit}: {}", message(&*panic))));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return panicked,
            }
            while let Some(result) = waiting.remove(&due) {
                look(Some(result))?;
                due += 1;
            }
            look(None)?;
        }
    })
}

/// Lets no thread begin another unit once the taker is gone, by an error or by a panic of its own.
struct Raised<'a>(&'a AtomicBool);

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns what a panic says.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}

/// More threads than any machine has cores would only take memory.
const THREADS_MAX: usize = 1024;

/// How many threads there are.
pub(super) fn threads(jobs: Option<NonZeroUsize>) -> usize {
    jobs.or(std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get).min(THREADS_MAX)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::panic::{self, AssertUnwindSafe};
    use std::sync::atomic::AtomicBool;

    use super::{Wish, play_in_order};
    use crate::exit::Exit;

    fn two() -> Option<NonZeroUsize> {
        NonZeroUsize::new(2)
    }

    /// Without an end to the units, so that a search which does not end here never does.
    #[test]
    fn a_unit_that_panics_ends_the_search_and_those_before_it_are_taken() {
        let mut taken = Vec::new();
        let played = play_in_order(
            two(),
            0..u64::MAX,
            &AtomicBool::new(false),
            |unit, _| {
                assert!(unit != 5, "the plain engine does not agree");
                Some(unit)
            },
            |unit| {
                taken.extend(unit);
                Ok(Wish::More)
            },
        );
        let failure = played.unwrap_err();
        assert_eq!(failure.exit, Exit::Bug);
        assert_eq!(failure.message, "unit 5: the plain engine does not agree");
        assert_eq!(taken, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_panic_of_the_taker_ends_the_search() {
        let result = panic::catch_unwind(AssertUnwindSafe(|| {
            play_in_order(
                two(),
                0..u64::MAX,
                &AtomicBool::new(false),
                |unit, _| Some(unit),
                |_| panic!("no place left"),
            )
        }));
        assert!(result.is_err());
    }

    #[test]
    fn units_are_taken_in_their_order_until_there_is_enough() {
        let mut taken = Vec::new();
        let step = |unit: Option<u64>| {
            taken.extend(unit);
            Ok(if taken.len() < 100 { Wish::More } else { Wish::Enough })
        };
        play_in_order(two(), 7..u64::MAX, &AtomicBool::new(false), |unit, _| Some(unit), step).unwrap();
        assert!(taken.len() >= 100 && (7..).zip(&taken).all(|(due, unit)| due == *unit), "{taken:?}");
    }

    /// The second unit and those after it would never end, but ask whether they are wanted.
    #[test]
    fn units_in_play_are_given_up_when_there_is_enough_but_for_the_first() {
        let mut taken = Vec::new();
        let play = |unit: u64, is_wanted: &dyn Fn() -> bool| {
            while unit > 0 && is_wanted() {
                std::thread::yield_now();
            }
            (unit == 0 && is_wanted()).then_some(unit)
        };
        let step = |unit: Option<u64>| {
            taken.extend(unit);
            Ok(Wish::Enough)
        };
        play_in_order(two(), 0..u64::MAX, &AtomicBool::new(false), play, step).unwrap();
        assert_eq!(taken, [0]);
    }
}
