//! News for spectators: one thread looks at each thing that is watched, and all that watch it get what it saw: the same bytes,
//! made once, and a sign of life where nothing is new. So one more spectator costs one more write, and no clock of its own.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::watch::{self, Receiver, Sender};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::WatchStream;

use super::door::Stay;
use super::refusal::Refusal;
use super::site::locked;

/// How often it looks.
const LOOK: Duration = Duration::from_millis(250);

/// How long spectators hear nothing: proxies close what is silent.
const SILENCE: Duration = Duration::from_secs(15);
/// What they hear then: a comment.
const BEAT: Bytes = Bytes::from_static(b":\n\n");

/// What spectators are sent: a server-sent event with the changing part of a page and a sentence, in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct News(Bytes);

impl News {
    /// An event of this JSON, which has no ends of lines outside of its texts.
    pub(super) fn new(json: &serde_json::Value) -> Self {
        Self(format!("data: {json}\n\n").into())
    }

    #[cfg(test)]
    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(self.0.strip_prefix(b"data: ").unwrap_or_default()).unwrap_or_default()
    }
}

/// What a channel has told last.
#[derive(Clone, Debug, Default)]
struct Told {
    news: News,
    /// How many news there were; with the same number it is a sign of life.
    number: u64,
}

/// Somebody who watches.
#[derive(Debug)]
pub(super) struct Spectator(Receiver<Told>);

/// Something that is looked at as long as somebody watches.
pub(super) trait Watched: Send {
    /// What is new since the last look, for so many spectators.
    fn look(&mut self, spectators: usize) -> Option<News>;
}

/// What is watched, each by its name.
#[derive(Clone, Debug, Default)]
pub(super) struct Broadcast {
    channels: Arc<Mutex<BTreeMap<String, Sender<Told>>>>,
}

impl Broadcast {
    /// Joins the spectators of a name that is watched already.
    pub(super) fn known(&self, name: &str) -> Option<Spectator> {
        locked(&self.channels).get(name).map(Spectator::of)
    }

    /// Joins the spectators of a name; the first of them brings what is to be looked at. News come within a moment.
    pub(super) fn join<W: Watched + 'static>(&self, name: &str, watched: impl FnOnce() -> W) -> Spectator {
        let mut channels = locked(&self.channels);
        if let Some(sender) = channels.get(name) {
            return Spectator::of(sender);
        }
        let sender = watch::channel(Told::default()).0;
        let spectator = Spectator::of(&sender);
        let look =
            Look { name: name.to_owned(), sender: sender.clone(), watched: watched(), at: Instant::now() };
        let all = Arc::clone(&self.channels);
        // Without a thread the stream ends, and the page asks again.
        if thread::Builder::new().name("watcher".into()).spawn(move || look.on(&all)).is_ok() {
            channels.insert(name.to_owned(), sender);
        }
        spectator
    }
}

impl Spectator {
    fn of(sender: &Sender<Told>) -> Self {
        Self(sender.subscribe())
    }
}

/// A thread's look at what is watched.
struct Look<W> {
    name: String,
    sender: Sender<Told>,
    watched: W,
    /// When something was told last.
    at: Instant,
}

impl<W: Watched> Look<W> {
    /// Looks as long as somebody watches.
    fn on(mut self, all: &Mutex<BTreeMap<String, Sender<Told>>>) {
        loop {
            {
                // Nobody joins while they are held.
                let mut channels = locked(all);
                if self.sender.receiver_count() == 0 {
                    channels.remove(&self.name);
                    return;
                }
            }
            self.once();
            thread::sleep(LOOK);
        }
    }

    /// Looks, and tells what is new, or that it is there.
    fn once(&mut self) {
        let spectators = self.sender.receiver_count();
        // A panic was told on standard error, and it is looked at again.
        let news = panic::catch_unwind(AssertUnwindSafe(|| self.watched.look(spectators)));
        match news {
            Ok(Some(news)) => {
                self.sender.send_modify(|told| *told = Told { news, number: told.number + 1 });
            }
            Ok(None) | Err(_) if self.at.elapsed() >= SILENCE => self.sender.send_modify(|_| ()),
            Ok(None) | Err(_) => return,
        }
        self.at = Instant::now();
    }
}

/// News as server-sent events, which last as long as their request.
pub(super) fn events(spectator: Spectator, stay: Stay) -> Response {
    let Some(listener) = stay.listens() else {
        let said = "So many watch already that no place is left for one more.";
        return Refusal::new(StatusCode::SERVICE_UNAVAILABLE, said)
            .hint("The page shows how it stands whenever it is loaded.")
            .into_response();
    };
    let mut heard = 0;
    let events = WatchStream::new(spectator.0).map(move |told| {
        let _held = (&stay, &listener);
        let is_new = told.number != heard;
        heard = told.number;
        Ok::<_, Infallible>(if is_new { told.news.0 } else { BEAT })
    });
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(events)).into_response()
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Barrier};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Broadcast, News, Watched};
    use crate::web::site::locked;

    /// Waits at its look.
    struct Slow(Arc<Barrier>);

    impl Watched for Slow {
        fn look(&mut self, _: usize) -> Option<News> {
            self.0.wait();
            None
        }
    }

    /// Tells its number of looks, and panics at the second.
    struct Looks(u32);

    impl Watched for Looks {
        fn look(&mut self, _: usize) -> Option<News> {
            self.0 += 1;
            assert_ne!(self.0, 2, "on purpose");
            Some(News::new(&self.0.into()))
        }
    }

    fn wait(is_so: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(20));
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn spectators_of_one_name_share_it_and_a_panic_ends_nothing() {
        let broadcast = Broadcast::default();
        let one = broadcast.join("run", || Looks(0));
        let other = broadcast.join("run", || -> Looks { unreachable!("it is watched") });
        wait(|| one.0.borrow().number > 1);
        wait(|| other.0.borrow().number > 1);
        assert!(broadcast.known("run").is_some() && broadcast.known("other").is_none());
        drop((one, other));
        wait(|| locked(&broadcast.channels).is_empty());
        let anew = broadcast.join("run", || Looks(0));
        wait(|| anew.0.borrow().number > 0);
    }

    #[test]
    fn a_look_that_takes_long_keeps_no_other_waiting() {
        let (broadcast, barrier) = (Broadcast::default(), Arc::new(Barrier::new(2)));
        let slow = broadcast.join("slow", || Slow(Arc::clone(&barrier)));
        let quick = broadcast.join("quick", || Looks(2));
        wait(|| quick.0.borrow().number > 1);
        assert_eq!(slow.0.borrow().number, 0);
        drop(slow);
        barrier.wait();
    }
}
