//! News for spectators: one thread looks at what is watched, and all that watch the same get what it saw: the same bytes,
//! made once, and a sign of life where nothing is new. So one more spectator costs one more write, and no clock of its own.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use tokio::sync::watch::{self, Receiver, Sender};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::WatchStream;

use super::door::Stay;
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
    sender: Sender<Told>,
    watched: Arc<Mutex<dyn Watched>>,
    /// When something was told last.
    at: Arc<Mutex<Instant>>,
}

impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channel").field("sender", &self.sender).finish_non_exhaustive()
    }
}

impl Broadcast {
    /// Joins the spectators of a name that is watched already.
    pub(super) fn known(&self, name: &str) -> Option<Spectator> {
        let channels = locked(&self.shared);
        channels.of.get(name).filter(|_| channels.is_on).map(Channel::join)
    }

    /// Joins the spectators of a name; the first of them brings what is to be looked at. News come within a moment.
    pub(super) fn join<W: Watched + 'static>(&self, name: &str, watched: impl FnOnce() -> W) -> Spectator {
        let mut channels = locked(&self.shared);
        let channel = channels.of.entry(name.to_owned()).or_insert_with(|| Channel {
            sender: watch::channel(Told::default()).0,
            watched: Arc::new(Mutex::new(watched())),
            at: Arc::new(Mutex::new(Instant::now())),
        });
        let spectator = channel.join();
        if !channels.is_on {
            let shared = Arc::clone(&self.shared);
            let on = thread::Builder::new().name("watcher".into()).spawn(move || look_on(&shared));
            // Without a thread the page stays as it was loaded, until the next who joins.
            channels.is_on = on.is_ok();
        }
        spectator
    }
}

impl Channel {
    fn join(&self) -> Spectator {
        Spectator(self.sender.subscribe())
    }

    /// Looks, and tells what is new, or that it is there.
    fn look(&self) {
        let spectators = self.sender.receiver_count();
        // A panic was told on standard error; the others are looked at all the same, and this one again.
        let news = panic::catch_unwind(AssertUnwindSafe(|| locked(&*self.watched).look(spectators)));
        let mut at = locked(&self.at);
        match news {
            Ok(Some(news)) => {
                self.sender.send_modify(|told| *told = Told { news, number: told.number + 1 });
            }
            Ok(None) | Err(_) if at.elapsed() >= SILENCE => self.sender.send_modify(|_| ()),
            Ok(None) | Err(_) => return,
        }
        *at = Instant::now();
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
        due.iter().for_each(Channel::look);
        thread::sleep(LOOK);
    }
}

/// News as server-sent events, which last as long as their request.
pub(super) fn events(spectator: Spectator, stay: Stay) -> Response {
    let mut heard = 0;
    let events = WatchStream::new(spectator.0).map(move |told| {
        let _stay = &stay;
        let is_new = told.number != heard;
        heard = told.number;
        Ok::<_, Infallible>(if is_new { told.news.0 } else { BEAT })
    });
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(events)).into_response()
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
        wait(|| !locked(&broadcast.shared).is_on);
        let anew = broadcast.join("run", || Looks(0));
        wait(|| anew.0.borrow().number > 0);
    }
}
