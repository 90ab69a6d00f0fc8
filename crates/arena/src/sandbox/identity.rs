//! Users that nobody is: when we are root, each confined program runs as one of its own.
//!
//! Then the files of root are closed to it, its processes are counted apart from all others, and it can
//! send no signal to another bot.

use std::collections::BTreeSet;
use std::fs;
use std::process;
use std::sync::{Mutex, PoisonError};

/// The numbers of users that this process has given out.
static TAKEN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// The first number where all are to be had: far above what people, services and containers get.
/// Above it come 22 bits of our own process's number and 8 of the place.
const FIRST: u32 = 0x4000_0000;

/// How many users of one referee there may be at a time.
const PLACES: u32 = 256;

/// A user of its own, ours until dropped, in the one group of all that this process confines.
#[derive(Debug)]
pub(super) struct Identity {
    place: u32,
    number: u32,
    group: u32,
}

impl Identity {
    /// The next that is free. `None`: all are taken, or this container has no number to spare.
    pub(super) fn lease() -> Option<Self> {
        let first = first()?;
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (0..PLACES).find(|place| !taken.contains(place))?;
        taken.insert(place);
        Some(Self { place, number: first + place, group: first })
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// The group, to which folders are open that are closed to all others.
    pub(super) fn group(&self) -> u32 {
        self.group
    }
}

/// The group that programs run in which this process confines. `None`: they run as we do.
pub(super) fn group() -> Option<u32> {
    if rustix::process::geteuid().is_root() { first() } else { None }
}

fn first() -> Option<u32> {
    first_number(&fs::read_to_string("/proc/self/uid_map").ok()?, process::id())
}

impl Drop for Identity {
    fn drop(&mut self) {
        TAKEN.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.place);
    }
}

/// The first of our numbers, from the table of the users that are known here: lines of the first number
/// inside, the first outside, and how many.
fn first_number(map: &str, process: u32) -> Option<u32> {
    let end = map.lines().filter_map(|line| {
        let mut numbers = line.split_ascii_whitespace().map(str::parse::<u64>);
        let (first, _, count) = (numbers.next()?.ok()?, numbers.next()?, numbers.next()?.ok()?);
        Some(first + count)
    });
    let end = end.max()?;
    let first = FIRST | (process & 0x003f_ffff) << 8;
    if end > u64::from(first) + u64::from(PLACES) {
        return Some(first);
    }
    // A container with few users: the highest, below those that have a name there. Two referees in it
    // may choose the same.
    u32::try_from(end.checked_sub(1_024 + u64::from(PLACES))?).ok().filter(|&first| first > 20_000)
}

#[cfg(test)]
mod tests {
    use super::{FIRST, Identity, PLACES, first_number};

    #[test]
    fn numbers_are_far_from_those_of_people() {
        let all = "         0          0 4294967295\n";
        assert_eq!(first_number(all, 5), Some(FIRST + 5 * PLACES));
        assert_eq!(first_number(all, 1 << 22), Some(FIRST), "a number of 23 bits is cut");
        assert_eq!(first_number("0 100000 65536\n", 5), Some(64_256));
        assert_eq!(first_number("0 1000 1\n", 5), None);
    }

    #[test]
    fn no_two_bots_are_the_same_user() {
        let (Some(one), Some(other)) = (Identity::lease(), Identity::lease()) else { return };
        assert_ne!(one.number(), other.number());
    }
}
