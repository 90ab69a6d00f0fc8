//! Seeds of sessions that name none.

use std::time::{SystemTime, UNIX_EPOCH};

/// A short number that changes from session to session.
pub(crate) fn of_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_micros()) + since.as_secs() % 1_000 * 1_000_000
}
