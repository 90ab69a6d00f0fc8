//! Runs that are watched, through the database alone.
//!
//! Nobody who plays is asked for anything: a run that goes on in another process is followed as well, and goes on when
//! this server is killed.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_arena::store::{Archive, RunState, StoreError};
use serde_json::json;

use super::broadcast::{News, Watched};
use super::glances::Glances;
use super::pages::figures::{count, counted};
use super::pages::run::live_part;

/// Spectators are told of a run at most this often.
const LEAST: Duration = Duration::from_millis(500);
/// And so much later for each of them: to tell one takes up to some thirty microseconds of a processor.
const EACH: Duration = Duration::from_millis(2);
/// But so often at least, unless the standings themselves take long: see [`Glances`]. The end waits for nothing of this.
const MOST: Duration = Duration::from_secs(3);

/// A run that is watched.
#[derive(Debug)]
pub(super) struct LiveRun {
    data: PathBuf,
    label: String,
    glances: Arc<Glances>,
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
    /// The state that was told.
    state: RunState,
    /// When the next look is due.
    next: Instant,
}

impl LiveRun {
    pub(super) fn new(data: PathBuf, label: String, glances: Arc<Glances>) -> Self {
        Self { data, label, glances, archive: None, seen: None }
    }

    fn tell(&mut self, spectators: usize) -> Result<Option<News>, StoreError> {
        if self.archive.is_none() {
            self.archive = Some(Archive::open(&self.data)?);
            self.seen.iter_mut().for_each(|seen| seen.version = -1);
        }
        let Some(archive) = &self.archive else { return Ok(None) };
        let now = Instant::now();
        let version = archive.version()?;
        if self.seen.as_ref().is_some_and(|seen| seen.version == version) {
            return Ok(None);
        }
        let run = archive.run(&self.label)?;
        // A run that has ended is told at once: its standings are the last, and nobody is to wait for them.
        if self.seen.as_ref().is_some_and(|seen| seen.state == run.state && now < seen.next) {
            return Ok(None);
        }
        let glance = self.glances.current(archive, &run)?;
        let outcome = &glance.outcome;
        let first = self.seen.as_ref().map_or((now, outcome.done), |seen| seen.first);
        let left = time_left(first, now, outcome.done, outcome.matches);
        let html = live_part(&run, outcome, left);
        let is_over = run.state == RunState::Finished;
        let said = if is_over {
            format!("The run is finished: {}.", counted(outcome.done, "match"))
        } else {
            format!("{} of {} played.", count(outcome.done), counted(outcome.matches, "match"))
        };
        let next = now + pause(spectators).max(glance.pause());
        self.seen = Some(Seen { first, version, state: run.state, next });
        Ok(Some(News::new(&json!({
            "html": html,
            "said": said,
            "over": is_over,
            "done": outcome.done,
            "matches": outcome.matches,
        }))))
    }
}

impl Watched for LiveRun {
    fn look(&mut self, spectators: usize) -> Option<News> {
        // A database that is being made, moved or mended is looked at again.
        self.tell(spectators).unwrap_or_else(|_| {
            self.archive = None;
            None
        })
    }
}

/// How long so many spectators hear nothing new.
fn pause(spectators: usize) -> Duration {
    let spectators = u32::try_from(spectators).unwrap_or(u32::MAX);
    EACH.saturating_mul(spectators).clamp(LEAST, MOST)
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
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::{LiveRun, pause, time_left};
    use crate::web::broadcast::Watched as _;
    use crate::web::small_contest::SmallContest;

    /// Standings that take so long to make that the next are due in an hour.
    fn watched(contest: &SmallContest) -> LiveRun {
        let mut live = LiveRun::new(contest.data().to_owned(), "night".into(), Arc::default());
        assert!(live.look(1).is_some(), "the first look tells how far it is");
        live.seen.as_mut().unwrap().next = Instant::now() + Duration::from_hours(1);
        live
    }

    #[test]
    fn the_end_of_a_run_is_told_at_once_however_long_its_standings_take() {
        let contest = SmallContest::stopped();
        let mut live = watched(&contest);
        contest.play_on();
        assert_eq!(live.look(1), None, "what goes on is not told before it is due");
        contest.play_out();
        let news = live.look(1).expect("the end is told");
        assert_eq!(news.json()["over"], true);
        assert_eq!(news.json()["said"], "The run is finished: 24 matches.");
        live.seen.as_mut().unwrap().next = Instant::now() + Duration::from_hours(1);
        contest.play_anew();
        assert_eq!(live.look(1), None, "it is told once, though another run writes there");
    }

    #[test]
    fn many_spectators_are_told_less_often() {
        let said = [0, 1, 250, 500, 640, 100_000, usize::MAX].map(|spectators| pause(spectators).as_millis());
        assert_eq!(said, [500, 500, 500, 1_000, 1_280, 3_000, 3_000]);
    }

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
