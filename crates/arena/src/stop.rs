//! The wish that a run stops: set once, and seen by every wait within a moment.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Set when a run is to stop. Clones are the same wish.
pub type Stop = Arc<AtomicBool>;

/// How long a wait may last before it looks at the wish again.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// For what is short and cannot be stopped.
pub(crate) fn never() -> Stop {
    Stop::default()
}
