//! Units of a search, played by several threads and taken in their order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
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
    /// No new unit is begun; those in play are finished and taken.
    Enough,
}

/// Plays units until there are no more, `step` has enough, or `stop` is set. `step` is given what comes of each unit, in
/// their order, and nothing now and then.
pub(super) fn play_in_order<T: Send>(
    jobs: Option<NonZeroUsize>,
    units: Range<u64>,
    stop: &AtomicBool,
    play: impl Fn(u64) -> T + Sync,
    mut step: impl FnMut(Option<T>) -> Result<Wish, Failure>,
) -> Result<(), Failure> {
    let next = AtomicU64::new(units.start);
    let enough = AtomicBool::new(false);
    let wants_more = || !stop.load(Ordering::Relaxed) && !enough.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads(jobs) {
            let (sender, next, wants_more, play) = (sender.clone(), &next, &wants_more, &play);
            scope.spawn(move || {
                while wants_more() {
                    let unit = next.fetch_add(1, Ordering::Relaxed);
                    if unit >= units.end || sender.send((unit, play(unit))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
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
                Ok((unit, result)) => {
                    waiting.insert(unit, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(result) = waiting.remove(&due) {
                look(Some(result))?;
                due += 1;
            }
            look(None)?;
        }
    })
}

/// How many threads there are.
pub(super) fn threads(jobs: Option<NonZeroUsize>) -> usize {
    jobs.or(std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}
