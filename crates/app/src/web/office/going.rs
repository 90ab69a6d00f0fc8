//! The check that goes on, and who wants it to end.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use croupier_arena::stop::Stop;

/// A check that goes on.
#[derive(Debug)]
pub(super) struct Going {
    pub(super) number: u32,
    /// Whose it is.
    pub(super) link: u32,
    stop: Stop,
    why: OnceLock<Ended>,
}

/// Why a check is ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The server ends: the submission waits for its return.
    ServerEnds,
    /// The disk is full: it waits until there is room.
    NoRoom,
    /// It takes too long.
    Late,
    /// The organiser said so.
    ByOrganiser,
    /// The link of its author was withdrawn.
    Withdrawn,
}

impl Going {
    pub(super) fn new(number: u32, link: u32) -> Self {
        Self { number, link, stop: Stop::default(), why: OnceLock::new() }
    }

    /// Ends it. The first reason counts.
    pub(super) fn end(&self, why: Ended) {
        self.why.get_or_init(|| why);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What the session looks at.
    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    pub(super) fn ended(&self) -> Option<Ended> {
        self.why.get().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{Ended, Going};

    #[test]
    fn the_first_reason_counts() {
        let going = Going::new(1, 2);
        assert_eq!(going.ended(), None);
        going.end(Ended::Withdrawn);
        going.end(Ended::Late);
        assert_eq!(going.ended(), Some(Ended::Withdrawn));
        assert!(going.stop().load(std::sync::atomic::Ordering::Relaxed));
    }
}
