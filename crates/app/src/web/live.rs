//! Runs that are watched, through the database alone.
//!
//! Nobody who plays is asked for anything: a run that goes on in another process is followed as well, and goes on when
//! this server is killed.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use croupier_arena::run;
use croupier_arena::store::{Archive, RunState, StoreError};
use serde_json::json;

use super::broadcast::{News, Watched};
use super::pages::run::live_part;

/// The standings of a run are made at most this often, and take at most a fifth of the time.
const LEAST: Duration = Duration::from_millis(500);
const SHARE: u32 = 5;

/// A run that is watched.
#[derive(Debug)]
pub(super) struct LiveRun {
    data: PathBuf,
    label: String,
    archive: Option<Archive>,
    seen: Option<Seen>,
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

impl LiveRun {
    pub(super) fn new(data: PathBuf, label: String) -> Self {
        Self { data, label, archive: None, seen: None }
    }

    fn tell(&mut self) -> Result<Option<News>, StoreError> {
        if self.archive.is_none() {
            self.archive = Some(Archive::open(&self.data)?);
            self.seen.iter_mut().for_each(|seen| seen.version = -1);
        }
        let Some(archive) = &self.archive else { return Ok(None) };
        let now = Instant::now();
        let version = archive.version()?;
        if self.seen.as_ref().is_some_and(|seen| seen.version == version || now < seen.next) {
            return Ok(None);
        }
        let run = archive.run(&self.label)?;
        let outcome = run::glance(archive, &run)?;
        let first = self.seen.as_ref().map_or((now, outcome.done), |seen| seen.first);
        let left = time_left(first, now, outcome.done, outcome.matches);
        let html = live_part(&run, &outcome, left);
        let is_over = run.state == RunState::Finished;
        let said = if is_over {
            format!("The run is finished: {} matches.", outcome.done)
        } else {
            format!("{} of {} matches played.", outcome.done, outcome.matches)
        };
        let pause = (now.elapsed() * SHARE).max(LEAST);
        self.seen = Some(Seen { first, version, next: now + pause });
        Ok(Some(json!({ "html": html, "said": said, "over": is_over }).to_string().into()))
    }
}

impl Watched for LiveRun {
    fn look(&mut self) -> Option<News> {
        // A database that is being made, moved or mended is looked at again.
        self.tell().unwrap_or_else(|_| {
            self.archive = None;
            None
        })
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
