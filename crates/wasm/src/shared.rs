//! What an owner and its guest both reach, one of them at a time, without a lock: a lock costs more than a
//! call of the host.
//!
//! ```text
//! owner: get ── lend ─────────────────────────┐ get
//! guest:            │ with │ with │ pause     │
//! ```
#![expect(unsafe_code, reason = "one of two sides at a time, told apart by a flag; see each SAFETY")]

use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The side of the owner, which has the value unless it lends it.
pub(crate) struct Owned<T>(Arc<Place<T>>);

/// The side of the guest, which has the value while it is lent.
pub(crate) struct Lent<T>(Arc<Place<T>>);

struct Place<T> {
    is_lent: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached from one side at a time, as `share` demands.
unsafe impl<T: Send> Sync for Place<T> {}

/// Shares a value between two sides.
///
/// # Safety
/// The guest's side is used by nothing but what [`Owned::lend`] runs, and by no other thread that goes on
/// when that has come back.
pub(crate) unsafe fn share<T>(value: T) -> (Owned<T>, Lent<T>) {
    let place = Arc::new(Place { is_lent: AtomicBool::new(false), value: UnsafeCell::new(value) });
    (Owned(Arc::clone(&place)), Lent(place))
}

impl<T> Owned<T> {
    pub(crate) fn get(&self) -> &T {
        // SAFETY: `lend` takes this side for itself, so the value is not lent.
        unsafe { &*self.0.value.get() }
    }

    pub(crate) fn get_mut(&mut self) -> &mut T {
        // SAFETY: as above, and no other borrow of this side is alive.
        unsafe { &mut *self.0.value.get() }
    }

    /// Lends the value as long as something runs.
    pub(crate) fn lend<R>(&mut self, run: impl FnOnce() -> R) -> R {
        let _back = Back(&self.0.is_lent);
        self.0.is_lent.store(true, Ordering::Release);
        run()
    }
}

impl<T> Lent<T> {
    /// Looks at the value.
    ///
    /// # Panics
    /// When it is not lent.
    pub(crate) fn with<R>(&mut self, look: impl FnOnce(&mut T) -> R) -> R {
        assert!(self.0.is_lent.load(Ordering::Acquire), "a guest runs while its owner runs it");
        // SAFETY: the owner is in `lend`, which has its side; and this side is borrowed here.
        look(unsafe { &mut *self.0.value.get() })
    }
}

/// Takes a value back, also when a panic ends what it was lent to.
struct Back<'a>(&'a AtomicBool);

impl Drop for Back<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::share;

    #[test]
    fn each_side_has_the_value_at_its_time() {
        // SAFETY: both sides stay in this thread.
        let (mut owned, mut lent) = unsafe { share(1) };
        *owned.get_mut() += 1;
        owned.lend(|| lent.with(|value| *value *= 10));
        assert_eq!(*owned.get(), 20);
        assert!(catch_unwind(AssertUnwindSafe(|| lent.with(|_| ()))).is_err(), "it is not lent");
        let panicked = catch_unwind(AssertUnwindSafe(|| owned.lend(|| panic!("while it is lent"))));
        assert!(panicked.is_err());
        assert!(catch_unwind(AssertUnwindSafe(|| lent.with(|_| ()))).is_err(), "it was taken back");
    }
}
