//! Runs that are watched: one thread looks at the store, and all spectators of a run get what it saw.
//!
//! Nobody who plays is asked for anything: a run that goes on in another process is followed through the database alone,
//! and goes on as well when this server is killed.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use croupier_arena::run;
use croupier_arena::stop::Stop;
use croupier_arena::store::{Archive, Run, RunState, StoreError};
use serde_json::json;
use tokio::sync::watch::{self, Receiver, Sender};

use super::pages::run::live_part;
use super::site::locked;

/// How often the store is looked at.
const LOOK: Duration = Duration::from_millis(250);
/// The standings of a run are made at most this often, and take at most a fifth of the time.
const LEAST: Duration = Duration::from_millis(500);
const SHARE: u32 = 5;

/// What spectators of a run are sent: JSON with the changing part of the page and a sentence.
pub(super) type News = Arc<str>;

/// The runs that are watched.
#[derive(Debug)]
pub(super) struct Live {
    data: PathBuf,
    watched: Arc<Mutex<BTreeMap<String, Sender<News>>>>,
}

impl Live {
    pub(super) fn new(data: PathBuf) -> Self {
        Self { data, watched: Arc::default() }
    }

    /// Joins the spectators of a run. The first news comes within a moment.
    pub(super) fn join(&self, run: &Run) -> Receiver<News> {
        let mut watched = locked(&self.watched);
        let sender = watched.entry(run.label.clone()).or_insert_with(|| watch::channel(News::from("")).0);
        sender.subscribe()
    }

    /// Starts the thread that watches, until `stop` is set.
    pub(super) fn watch(&self, stop: Stop) -> io::Result<JoinHandle<()>> {
        let (data, watched) = (self.data.clone(), Arc::clone(&self.watched));
        let look = move || {
            let mut watcher = Watcher::default();
            while !stop.load(Ordering::Relaxed) {
                locked(&watched).retain(|_, sender| sender.receiver_count() > 0);
                let senders: Vec<(String, Sender<News>)> =
                    locked(&watched).iter().map(|(label, sender)| (label.clone(), sender.clone())).collect();
                watcher.look(&data, &senders);
                thread::sleep(LOOK);
            }
        };
        thread::Builder::new().name("watcher".into()).spawn(look)
    }
}

/// What the thread remembers.
#[derive(Debug, Default)]
struct Watcher {
    archive: Option<Archive>,
    seen: BTreeMap<String, Seen>,
}

/// A run as it was seen last.
#[derive(Debug)]
struct Seen {
    /// When it was first looked at, and the matches that were stored then.
    first: (Instant, usize),
    /// The version of the database that was told.
    version: i64,
    /// When the next look is due.
    next: Instant,
}

impl Watcher {
    fn look(&mut self, data: &Path, senders: &[(String, Sender<News>)]) {
        self.seen.retain(|label, _| senders.iter().any(|(watched, _)| watched == label));
        if senders.is_empty() {
            self.archive = None;
            return;
        }
        for (label, sender) in senders {
            // A database that is being made, moved or mended is looked at again.
            if self.tell(data, label, sender).is_err() {
                self.archive = None;
            }
        }
    }

    fn tell(&mut self, data: &Path, label: &str, sender: &Sender<News>) -> Result<(), StoreError> {
        if self.archive.is_none() {
            self.archive = Some(Archive::open(data)?);
            self.seen.values_mut().for_each(|seen| seen.version = -1);
        }
        let Some(archive) = &self.archive else { return Ok(()) };
        let now = Instant::now();
        let version = archive.version()?;
        let is_known = |seen: &Seen| seen.version == version || now < seen.next;
        if self.seen.get(label).is_some_and(is_known) && !sender.borrow().is_empty() {
            return Ok(());
        }
        let run = archive.run(label)?;
        let outcome = run::glance(archive, &run)?;
        let first = self.seen.get(label).map_or((now, outcome.done), |seen| seen.first);
        let left = time_left(first, now, outcome.done, outcome.matches);
        let html = live_part(&run, &outcome, left);
        let is_over = run.state == RunState::Finished;
        let said = if is_over {
            format!("The run is finished: {} matches.", outcome.done)
        } else {
            format!("{} of {} matches played.", outcome.done, outcome.matches)
        };
        sender.send_replace(json!({ "html": html, "said": said, "over": is_over }).to_string().into());
        let pause = (now.elapsed() * SHARE).max(LEAST);
        self.seen.insert(label.to_owned(), Seen { first, version, next: now + pause });
        Ok(())
    }
}

/// How long a run will take at the speed since it was first looked at.
fn time_left(first: (Instant, usize), now: Instant, done: usize, matches: usize) -> Option<Duration> {
    let played = u32::try_from(done.checked_sub(first.1)?).ok()?;
    let due = u32::try_from(matches.saturating_sub(done)).ok()?;
    if played < 2 || due == 0 {
        return None;
    }
    Some(now.duration_since(first.0) * due / played)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::time_left;

    #[test]
    fn the_time_left_follows_from_the_speed_that_was_seen() {
        let now = Instant::now();
        let then = now + Duration::from_secs(10);
        assert_eq!(time_left((now, 100), then, 105, 205), Some(Duration::from_secs(200)));
        assert_eq!(time_left((now, 100), then, 101, 205), None, "one match tells too little");
        assert_eq!(time_left((now, 100), then, 205, 205), None, "nothing is left");
        assert_eq!(time_left((now, 100), then, 90, 205), None, "matches may be forgotten");
    }
}
