//! Standings of runs, made for all who ask: while a run goes on, those of a moment ago are shown rather than made again for
//! each page that is loaded.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use croupier_arena::run::{self, Outcome};
use croupier_arena::store::{Archive, Run, StoreError};

use super::flights::Flights;
use super::site::locked;

/// Runs of which standings are kept, the latest last.
const KEPT: usize = 4;
/// The standings of a run that goes on take at most this part of the time of one core: what is shown is the contest's work,
/// not ours.
const SHARE: u32 = 40;
/// But they are never older.
const AGE_MAX: Duration = Duration::from_secs(10);

/// Standings that were made a moment ago.
#[derive(Debug, Default)]
pub(super) struct Glances {
    kept: Mutex<VecDeque<Glance>>,
    /// Those that are being made.
    flights: Flights,
}

/// The standings of a run when so many matches were stored.
#[derive(Clone, Debug)]
pub(super) struct Glance {
    /// As it was then: another that was begun in its place is not the same.
    run: Run,
    played: u32,
    entrants: usize,
    made: Instant,
    /// What making them took.
    cost: Duration,
    pub(super) outcome: Arc<Outcome>,
}

impl Glance {
    /// How long others are shown the same while the run goes on.
    pub(super) fn pause(&self) -> Duration {
        (self.cost * SHARE).min(AGE_MAX)
    }
}

impl Glances {
    /// The standings of a run as they are stored now.
    pub(super) fn current(&self, archive: &Archive, run: &Run) -> Result<Glance, StoreError> {
        self.of(archive, run, |_| false)
    }

    /// The standings of a run as they are stored now, or were a moment ago.
    pub(super) fn recent(&self, archive: &Archive, run: &Run) -> Result<Glance, StoreError> {
        self.of(archive, run, |kept| kept.made.elapsed() < kept.pause())
    }

    fn of(
        &self,
        archive: &Archive,
        run: &Run,
        is_fresh: impl Fn(&Glance) -> bool,
    ) -> Result<Glance, StoreError> {
        let played = archive.played(run)?;
        let entrants = archive.entrants(run)?.len();
        let is_same = |kept: &&Glance| {
            (&kept.run, kept.entrants) == (run, entrants) && (kept.played == played || is_fresh(kept))
        };
        let known = || locked(&self.kept).iter().find(is_same).cloned();
        if let Some(known) = known() {
            return Ok(known);
        }
        self.flights.alone(&run.label, || {
            if let Some(known) = known() {
                return Ok(known);
            }
            let begun = Instant::now();
            let outcome = Arc::new(run::glance(archive, run)?);
            let made = Instant::now();
            let cost = made.duration_since(begun);
            let glance = Glance { run: run.clone(), played, entrants, made, cost, outcome };
            let mut kept = locked(&self.kept);
            kept.retain(|kept| kept.run.label != run.label);
            kept.push_back(glance.clone());
            if kept.len() > KEPT {
                kept.pop_front();
            }
            Ok(glance)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Barrier};
    use std::thread;
    use std::time::{Duration, Instant};

    use croupier_arena::run::Outcome;

    use super::{Glance, Glances, KEPT, locked};
    use crate::web::small_contest::SmallContest;

    fn current(glances: &Glances, contest: &SmallContest) -> Arc<Outcome> {
        glances.current(&contest.archive(), &contest.run()).unwrap().outcome
    }

    fn recent(glances: &Glances, contest: &SmallContest) -> Arc<Outcome> {
        glances.recent(&contest.archive(), &contest.run()).unwrap().outcome
    }

    /// What is kept is not out of date for an hour.
    fn keep_for_long(glances: &Glances) {
        for kept in locked(&glances.kept).iter_mut() {
            kept.made = Instant::now() + Duration::from_hours(1);
            kept.cost = Duration::from_secs(1);
        }
    }

    /// What is kept is out of date as soon as a match more is stored.
    fn keep_for_nothing(glances: &Glances) {
        locked(&glances.kept).iter_mut().for_each(|kept| kept.cost = Duration::ZERO);
    }

    #[test]
    fn standings_are_shared_till_a_match_more_is_stored() {
        let (glances, contest) = (Glances::default(), SmallContest::stopped());
        let first = current(&glances, &contest);
        assert!(Arc::ptr_eq(&first, &current(&glances, &contest)));
        assert!(Arc::ptr_eq(&first, &recent(&glances, &contest)));
        keep_for_nothing(&glances);
        assert!(Arc::ptr_eq(&first, &recent(&glances, &contest)), "nothing is new, however old they are");
        contest.play_on();
        let second = recent(&glances, &contest);
        assert!(second.done > first.done, "{} after {}", second.done, first.done);
    }

    /// A data folder was removed, and the contest played again with another seed.
    #[test]
    fn those_of_another_run_of_the_same_name_are_not_shown() {
        let (glances, contest) = (Glances::default(), SmallContest::stopped());
        let first = current(&glances, &contest);
        locked(&glances.kept)[0].run.seed += 1;
        assert!(!Arc::ptr_eq(&first, &current(&glances, &contest)));
        assert_eq!(locked(&glances.kept).len(), 1);
    }

    #[test]
    fn those_of_a_moment_ago_are_shown_to_whoever_does_not_ask_for_the_current_ones() {
        let (glances, contest) = (Glances::default(), SmallContest::stopped());
        let first = current(&glances, &contest);
        keep_for_long(&glances);
        contest.play_on();
        assert!(Arc::ptr_eq(&first, &recent(&glances, &contest)));
        let second = current(&glances, &contest);
        assert!(second.done > first.done);
        assert!(Arc::ptr_eq(&second, &recent(&glances, &contest)), "the latest are kept, and the others not");
    }

    #[test]
    fn the_end_of_a_run_is_shown_to_all_at_once() {
        let (glances, contest) = (Glances::default(), SmallContest::stopped());
        current(&glances, &contest);
        keep_for_long(&glances);
        contest.play_out();
        let last = recent(&glances, &contest);
        assert_eq!((last.done, last.matches), (24, 24));
    }

    #[test]
    fn what_many_ask_for_at_the_same_time_is_made_once() {
        const MANY: usize = 8;
        let (glances, contest) = (Glances::default(), SmallContest::stopped());
        let all_here = Barrier::new(MANY);
        let ask = || {
            let (archive, run) = (contest.archive(), contest.run());
            all_here.wait();
            glances.current(&archive, &run).unwrap().outcome
        };
        let outcomes: Vec<_> = thread::scope(|scope| {
            let asking: Vec<_> = (0..MANY).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().map(|asked| asked.join().unwrap()).collect()
        });
        assert!(outcomes.iter().all(|outcome| Arc::ptr_eq(outcome, &outcomes[0])));
        assert_eq!(locked(&glances.kept).len(), 1);
    }

    #[test]
    fn each_run_has_its_own_and_those_made_first_go_first() {
        let (glances, contest) = (Glances::default(), SmallContest::stopped());
        (0..KEPT).for_each(|_| contest.play_anew());
        let labels = |glances: &Glances| -> Vec<String> {
            locked(&glances.kept).iter().map(|kept| kept.run.label.clone()).collect()
        };
        let archive = contest.archive();
        let first = current(&glances, &contest);
        for run in archive.runs().unwrap().iter().filter(|run| run.label != "night") {
            assert!(!Arc::ptr_eq(&first, &glances.current(&archive, run).unwrap().outcome));
        }
        assert_eq!(labels(&glances).len(), KEPT);
        assert!(!labels(&glances).contains(&"night".to_owned()));
        assert!(!Arc::ptr_eq(&first, &current(&glances, &contest)), "it is made anew");
        assert_eq!(labels(&glances).last().map(String::as_str), Some("night"));
    }

    #[test]
    fn the_longer_standings_take_the_longer_they_are_shown() {
        let contest = SmallContest::stopped();
        let glance = Glances::default().current(&contest.archive(), &contest.run()).unwrap();
        let pause = |cost| Glance { cost: Duration::from_millis(cost), ..glance.clone() }.pause().as_millis();
        assert_eq!([0, 1, 100, 250, 60_000].map(pause), [0, 40, 4_000, 10_000, 10_000]);
    }
}
