//! News for spectators: one thread looks at what is watched, and all that watch the same get what it saw.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::watch::{self, Receiver, Sender};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::WatchStream;

use super::door::Stay;
use super::site::locked;

/// How often it looks.
const LOOK: Duration = Duration::from_millis(250);

/// What spectators are sent: JSON with the changing part of a page and a sentence.
pub(super) type News = Arc<str>;

/// Something that is looked at as long as somebody watches.
pub(super) trait Watched: Send {
    /// What is new since the last look.
    fn look(&mut self) -> Option<News>;
}

/// What is watched, each by its name.
#[derive(Clone, Debug, Default)]
pub(super) struct Broadcast {
    shared: Arc<Mutex<Channels>>,
}

#[derive(Debug, Default)]
struct Channels {
    of: BTreeMap<String, Channel>,
    /// Whether a thread looks.
    is_on: bool,
}

#[derive(Clone)]
struct Channel {
    sender: Sender<News>,
    watched: Arc<Mutex<dyn Watched>>,
}

impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channel").field("sender", &self.sender).finish_non_exhaustive()
    }
}

impl Broadcast {
    /// Joins the spectators of a name that is watched already.
    pub(super) fn known(&self, name: &str) -> Option<Receiver<News>> {
        let channels = locked(&self.shared);
        channels.of.get(name).filter(|_| channels.is_on).map(|channel| channel.sender.subscribe())
    }

    /// Joins the spectators of a name; the first of them brings what is to be looked at. News come within a moment.
    pub(super) fn join<W: Watched + 'static>(
        &self,
        name: &str,
        watched: impl FnOnce() -> W,
    ) -> Receiver<News> {
        let mut channels = locked(&self.shared);
        let channel = channels.of.entry(name.to_owned()).or_insert_with(|| Channel {
            sender: watch::channel(News::from("")).0,
            watched: Arc::new(Mutex::new(watched())),
        });
        let receiver = channel.sender.subscribe();
        if !channels.is_on {
            let shared = Arc::clone(&self.shared);
            let on = thread::Builder::new().name("watcher".into()).spawn(move || look_on(&shared));
            // Without a thread the page stays as it was loaded, until the next who joins.
            channels.is_on = on.is_ok();
        }
        receiver
    }
}

/// Looks as long as somebody watches.
fn look_on(shared: &Mutex<Channels>) {
    loop {
        let due: Vec<Channel> = {
            let mut channels = locked(shared);
            // Nobody joins while they are held.
            channels.of.retain(|_, channel| channel.sender.receiver_count() > 0);
            if channels.of.is_empty() {
                channels.is_on = false;
                return;
            }
            channels.of.values().cloned().collect()
        };
        for Channel { sender, watched } in due {
            // A panic was told on standard error; the others are looked at all the same, and this one again.
            let news = panic::catch_unwind(AssertUnwindSafe(|| locked(&*watched).look()));
            if let Ok(Some(news)) = news {
                sender.send_replace(news);
            }
        }
        thread::sleep(LOOK);
    }
}

/// News as server-sent events, which last as long as their request.
pub(super) fn events(news: Receiver<News>, stay: Stay) -> Response {
    let news = WatchStream::new(news).filter(|news| !news.is_empty());
    let events = news.map(move |news| {
        let _stay = &stay;
        Ok::<_, Infallible>(Event::default().data(news))
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Broadcast, News, Watched};
    use crate::web::site::locked;

    /// Tells its number of looks, and panics at the second.
    struct Looks(u32);

    impl Watched for Looks {
        fn look(&mut self) -> Option<News> {
            self.0 += 1;
            assert_ne!(self.0, 2, "on purpose");
            Some(self.0.to_string().into())
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
        wait(|| one.borrow().parse::<u32>().is_ok_and(|looks| looks > 2));
        assert!(!other.borrow().is_empty());
        assert!(broadcast.known("run").is_some() && broadcast.known("other").is_none());
        drop((one, other));
        wait(|| !locked(&broadcast.shared).is_on);
        let anew = broadcast.join("run", || Looks(0));
        wait(|| !anew.borrow().is_empty());
    }
}
