//! Work that takes longer than a page may: done in threads, a few at a time, kept, and given up when nobody asks any more.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::site::locked;

/// Answers that are kept, and works that may wait.
const KEPT: usize = 64;
const WAITING_MAX: usize = 32;
/// A work that nobody has asked for so long is given up.
const PATIENCE: Duration = Duration::from_mins(1);

/// A desk with some clerks.
#[derive(Debug)]
pub(super) struct Desk {
    shared: Arc<Shared>,
    clerks: usize,
}

#[derive(Debug, Default)]
struct Shared {
    papers: Mutex<Papers>,
    /// Something was done.
    done: Condvar,
}

#[derive(Debug, Default)]
struct Papers {
    /// The oldest first.
    works: VecDeque<Arc<Work>>,
    at_work: usize,
}

/// What is asked for.
type Task = Box<dyn FnOnce(&Work) -> Arc<str> + Send>;

/// A work: it can say how far it is, and ask whether it is still wanted.
pub(super) struct Work {
    key: String,
    state: Mutex<State>,
    is_given_up: AtomicBool,
}

struct State {
    task: Option<Task>,
    said: String,
    asked: Instant,
    answer: Option<Found>,
}

/// What a desk says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Found {
    Answer(Arc<str>),
    /// It comes later: how far it is.
    Later(String),
    /// Too many works wait.
    Busy,
    /// It has panicked: that was told on standard error.
    Broken,
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("key", &self.key).finish_non_exhaustive()
    }
}

impl Desk {
    /// A desk at which so many works are done at a time.
    pub(super) fn new(clerks: usize) -> Self {
        Self { shared: Arc::default(), clerks }
    }

    /// Asks for a work, which begins unless it is known, and waits for its answer for some time.
    pub(super) fn ask(
        &self,
        key: &str,
        patience: Duration,
        task: impl FnOnce(&Work) -> String + Send + 'static,
    ) -> Found {
        let mut papers = locked(&self.shared.papers);
        papers.works.retain(|work| !work.is_given_up.load(Ordering::Relaxed));
        let known = papers.works.iter().find(|work| work.key == key).cloned();
        let work = if let Some(work) = known {
            work
        } else {
            if papers.works.iter().filter(|work| !work.is_done()).count() >= WAITING_MAX {
                return Found::Busy;
            }
            let work = Arc::new(Work::new(key, Box::new(move |work| task(work).into())));
            papers.works.push_back(Arc::clone(&work));
            if papers.works.len() > KEPT {
                let oldest = papers.works.iter().position(|work| work.is_done());
                oldest.and_then(|oldest| papers.works.remove(oldest));
            }
            if papers.at_work < self.clerks {
                let shared = Arc::clone(&self.shared);
                let hired = thread::Builder::new().name("clerk".into()).spawn(move || clerk(&shared));
                // Without a thread it waits for the next who asks.
                papers.at_work += usize::from(hired.is_ok());
            }
            work
        };
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let found = work.look();
            if left.is_zero() || !matches!(found, Found::Later(_)) {
                return found;
            }
            (papers, _) = self.shared.done.wait_timeout(papers, left).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Work {
    fn new(key: &str, task: Task) -> Self {
        let state = State { task: Some(task), said: String::new(), asked: Instant::now(), answer: None };
        Self { key: key.to_owned(), state: Mutex::new(state), is_given_up: AtomicBool::new(false) }
    }

    /// Says how far it is.
    pub(super) fn say(&self, said: String) {
        locked(&self.state).said = said;
    }

    /// Whether somebody has asked for it of late.
    pub(super) fn is_wanted(&self) -> bool {
        let is_wanted = locked(&self.state).asked.elapsed() < PATIENCE;
        if !is_wanted {
            self.is_given_up.store(true, Ordering::Relaxed);
        }
        is_wanted
    }

    fn is_done(&self) -> bool {
        locked(&self.state).answer.is_some()
    }

    fn look(&self) -> Found {
        let mut state = locked(&self.state);
        state.asked = Instant::now();
        state.answer.clone().unwrap_or_else(|| Found::Later(state.said.clone()))
    }
}

/// Does what waits, the oldest first, until nothing waits.
fn clerk(shared: &Shared) {
    loop {
        let mut papers = locked(&shared.papers);
        let next = papers.works.iter().find_map(|work| {
            let task = locked(&work.state).task.take()?;
            Some((Arc::clone(work), task))
        });
        let Some((work, task)) = next else {
            papers.at_work -= 1;
            return;
        };
        drop(papers);
        let found = if work.is_wanted() {
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| task(&work)));
            done.map_or(Found::Broken, Found::Answer)
        } else {
            Found::Broken
        };
        locked(&work.state).answer = Some(found);
        let _papers = locked(&shared.papers);
        shared.done.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::{Desk, Found};

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn a_work_is_done_once_and_kept() {
        let desk = Desk::new(1);
        let ask = |answer: &'static str| desk.ask("key", LONG, move |_| answer.to_owned());
        assert_eq!(ask("first"), Found::Answer("first".into()));
        assert_eq!(ask("second"), Found::Answer("first".into()));
        assert_eq!(desk.ask("other", LONG, |_| "third".to_owned()), Found::Answer("third".into()));
    }

    #[test]
    fn a_long_work_says_how_far_it_is_and_others_wait_for_a_clerk() {
        let desk = Desk::new(1);
        let (go, wait) = channel::<()>();
        let (begun, begins) = channel::<()>();
        let long = move |work: &super::Work| {
            work.say("half".to_owned());
            begun.send(()).unwrap();
            wait.recv().unwrap();
            "done".to_owned()
        };
        assert_eq!(desk.ask("long", Duration::ZERO, long), Found::Later(String::new()));
        begins.recv().unwrap();
        let again = |patience| desk.ask("long", patience, |_| unreachable!("it has begun"));
        assert_eq!(again(Duration::ZERO), Found::Later("half".to_owned()));
        let short = |patience| desk.ask("short", patience, |_| "soon".to_owned());
        assert_eq!(short(Duration::from_millis(20)), Found::Later(String::new()));
        go.send(()).unwrap();
        assert_eq!(again(LONG), Found::Answer("done".into()));
        assert_eq!(short(LONG), Found::Answer("soon".into()));
    }

    #[test]
    fn a_work_that_panics_is_told_as_broken_and_the_next_is_done() {
        let desk = Desk::new(1);
        assert_eq!(desk.ask("bad", LONG, |_| panic!("on purpose")), Found::Broken);
        assert_eq!(desk.ask("good", LONG, |_| "well".to_owned()), Found::Answer("well".into()));
    }

    #[test]
    fn too_many_that_wait_are_refused() {
        let desk = Desk::new(0);
        for number in 0..super::WAITING_MAX {
            assert!(matches!(
                desk.ask(&number.to_string(), Duration::ZERO, |_| String::new()),
                Found::Later(_)
            ));
        }
        assert_eq!(desk.ask("one more", Duration::ZERO, |_| String::new()), Found::Busy);
    }
}
