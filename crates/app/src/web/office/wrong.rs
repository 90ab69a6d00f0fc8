//! Wrong secrets: each is answered late, and many in a minute are told to wait. The right one is let in at any time.

use std::time::{Duration, Instant};

/// Wrong secrets in a minute, of all visitors together, before they are told to wait.
const WRONG_MAX: u32 = 30;
/// How late the answer to a wrong one comes.
pub(crate) const DELAY: Duration = Duration::from_millis(250);

/// How many wrong secrets were tried in this minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    Few,
    /// So many that whoever tries is to wait.
    TooMany,
}

/// The wrong secrets of the minute that goes on.
#[derive(Debug, Default)]
pub(crate) struct Wrong {
    minute: Option<Instant>,
    count: u32,
}

impl Wrong {
    /// Counts one.
    pub(crate) fn count(&mut self, now: Instant) -> Tried {
        if self.minute.is_none_or(|begun| now.duration_since(begun) >= Duration::from_mins(1)) {
            (self.minute, self.count) = (Some(now), 0);
        }
        self.count = self.count.saturating_add(1);
        if self.count > WRONG_MAX { Tried::TooMany } else { Tried::Few }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Tried, WRONG_MAX, Wrong};

    #[test]
    fn too_many_are_told_to_wait_till_the_minute_is_over() {
        let (mut wrong, now) = (Wrong::default(), Instant::now());
        assert!((0..WRONG_MAX).all(|_| wrong.count(now) == Tried::Few));
        assert_eq!(wrong.count(now), Tried::TooMany);
        assert_eq!(wrong.count(now + Duration::from_secs(59)), Tried::TooMany);
        assert_eq!(wrong.count(now + Duration::from_mins(1)), Tried::Few);
    }
}
