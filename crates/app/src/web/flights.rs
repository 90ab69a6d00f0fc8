//! Work that several ask for at the same time, done once: the others wait for it, and find it kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::site::locked;

/// Works that are being done, by their names.
#[derive(Debug, Default)]
pub(super) struct Flights {
    going: Mutex<BTreeMap<String, Arc<Mutex<()>>>>,
}

impl Flights {
    /// Does a work when nobody else does one of that name. It looks first whether the work is kept by now.
    pub(super) fn alone<R>(&self, name: &str, work: impl FnOnce() -> R) -> R {
        let turn = Arc::clone(locked(&self.going).entry(name.to_owned()).or_default());
        let done = {
            let _turn = locked(&turn);
            work()
        };
        let mut going = locked(&self.going);
        // Ours and the map's: nobody waits.
        if Arc::strong_count(&turn) == 2 {
            going.remove(name);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::Flights;

    #[test]
    fn what_many_ask_for_at_once_is_made_once() {
        let (flights, made, kept) = (Flights::default(), AtomicU32::new(0), Mutex::new(None));
        let ask = || {
            flights.alone("standings", || {
                *kept.lock().unwrap().get_or_insert_with(|| {
                    thread::sleep(Duration::from_millis(50));
                    made.fetch_add(1, Ordering::Relaxed)
                })
            })
        };
        thread::scope(|scope| {
            let asking: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
            assert!(asking.into_iter().all(|asked| asked.join().unwrap() == 0));
        });
        assert_eq!(made.load(Ordering::Relaxed), 1);
        assert!(flights.going.lock().unwrap().is_empty(), "nothing is remembered");
    }
}
