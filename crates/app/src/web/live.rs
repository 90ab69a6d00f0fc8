//! Runs that are watched, through the database alone.
//!
//! Nobody who plays is asked for anything: a run that goes on in another process is followed as well, and goes on when
//! this server is killed.

use std::collections::VecDeque;
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
    pace: Pace,
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
        // The end of a run is told at once, and once: its standings are the last, whatever others write there.
        let is_told =
            |seen: &Seen| seen.state == run.state && (run.state == RunState::Finished || now < seen.next);
        if self.seen.as_ref().is_some_and(is_told) {
            return Ok(None);
        }
        let glance = self.glances.current(archive, &run)?;
        let outcome = &glance.outcome;
        let mut pace = self.seen.take().map_or_else(|| Pace::from(now, outcome.done), |seen| seen.pace);
        pace.see(now, outcome.done);
        let left = pace.time_left(outcome.matches);
        let html = live_part(&run, outcome, left);
        let is_over = run.state == RunState::Finished;
        let said = if is_over {
            format!("The run is finished: {}.", counted(outcome.done, "match"))
        } else {
            format!("{} of {} played.", count(outcome.done), counted(outcome.matches, "match"))
        };
        let next = now + pause(spectators).max(glance.pause());
        self.seen = Some(Seen { pace, version, state: run.state, next });
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

/// How fast a run goes on: what was added lately.
#[derive(Debug)]
struct Pace {
    /// Matches that were stored when it was looked at last.
    done: usize,
    /// When the next match was begun to be waited for. Nobody knows it of a run that was joined on its way.
    since: Option<Instant>,
    /// How long it took to add some matches, the latest last.
    steps: VecDeque<(Duration, u32)>,
}

/// So many steps tell the pace.
const STEPS: usize = 16;

impl Pace {
    fn from(now: Instant, done: usize) -> Self {
        Self { done, since: (done == 0).then_some(now), steps: VecDeque::new() }
    }

    /// Takes in how many matches are stored now.
    fn see(&mut self, now: Instant, done: usize) {
        match done.checked_sub(self.done).map(u32::try_from) {
            // Bots are being built, and none is played yet.
            Some(Ok(0)) if done == 0 => self.since = Some(now),
            Some(Ok(0)) => {}
            Some(Ok(added)) => {
                self.steps.extend(self.since.map(|since| (now.duration_since(since), added)));
                (self.done, self.since) = (done, Some(now));
                if self.steps.len() > STEPS {
                    self.steps.pop_front();
                }
            }
            // Matches were forgotten.
            Some(Err(_)) | None => *self = Self::from(now, done),
        }
    }

    /// How long the rest takes. Two matches tell it first; the longest step is left out, for in it the run may have
    /// been stopped.
    fn time_left(&self, matches: usize) -> Option<Duration> {
        let longest = self.steps.iter().max().filter(|_| self.steps.len() > 2).copied().unwrap_or_default();
        let time = self.steps.iter().map(|step| step.0).sum::<Duration>().saturating_sub(longest.0);
        let played = self.steps.iter().map(|step| step.1).sum::<u32>() - longest.1;
        let due = u32::try_from(matches.saturating_sub(self.done)).ok()?;
        (played >= 2 && due > 0).then(|| time * due / played)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::{LiveRun, Pace, pause};
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
        live.seen.as_mut().unwrap().next = Instant::now();
        contest.play_anew();
        assert_eq!(live.look(1), None, "it is told once, though another run writes there");
    }

    #[test]
    fn many_spectators_are_told_less_often() {
        let said = [0, 1, 250, 500, 640, 100_000, usize::MAX].map(|spectators| pause(spectators).as_millis());
        assert_eq!(said, [500, 500, 500, 1_000, 1_280, 3_000, 3_000]);
    }

    /// A run of which so many matches were stored, and to which some were added, each after so many seconds.
    fn pace(mut done: usize, steps: &[(u64, usize)]) -> Pace {
        let mut now = Instant::now();
        let mut pace = Pace::from(now, done);
        for (seconds, added) in steps {
            now += Duration::from_secs(*seconds);
            done += added;
            pace.see(now, done);
        }
        pace
    }

    #[test]
    fn the_time_left_follows_from_the_speed_that_was_seen() {
        let left = |done, steps: &[(u64, usize)], matches| {
            pace(done, steps).time_left(matches).map(|left| left.as_secs())
        };
        assert_eq!(left(0, &[(10, 5)], 105), Some(200));
        assert_eq!(left(0, &[(10, 1)], 105), None, "one match tells too little");
        assert_eq!(left(0, &[(10, 5), (10, 5)], 10), None, "nothing is left");
        assert_eq!(left(0, &[(60, 0), (10, 5)], 105), Some(200), "it was being built");
        assert_eq!(left(0, &[(10, 5), (3600, 1), (10, 5)], 111), Some(200), "it was stopped for an hour");
        assert_eq!(left(0, &[(100, 1), (100, 1), (100, 1)], 103), Some(10_000), "matches may be long");
        let joined = [(1, 0), (1, 1), (300, 1), (300, 0), (0, 1)];
        assert_eq!(left(100, &joined, 203), Some(30_000), "nobody saw the match begin that was joined");
        let mut pace = pace(0, &[(10, 5)]);
        pace.see(Instant::now() + Duration::from_mins(1), 2);
        assert_eq!(pace.time_left(205), None, "matches may be forgotten");
    }
}
