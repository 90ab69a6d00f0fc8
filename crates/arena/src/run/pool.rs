//! Threads that play matches, each on a core of its own; one thread takes down what comes.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::cores;

/// Plays the jobs on `threads` threads, at least one and at most one for each job, and hands every result to `done`, in the order they come.
/// Each thread `begins` with what it keeps from job to job; jobs of one `lane` are one thread's as long as another has
/// some of its own left. A job already begun is finished after `stop` is set, unless `play` sees the flag
/// itself.
///
/// # Errors
/// The first error of `play` or `done`; then no further job is begun.
pub(super) fn play_all<J: Sync, K, R: Send, E: Send>(
    jobs: &[J],
    threads: usize,
    stop: &AtomicBool,
    lane: impl Fn(&J) -> usize,
    begin: impl Fn() -> K + Sync,
    play: impl Fn(&mut K, &J) -> Result<R, E> + Sync,
    mut done: impl FnMut(&J, R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.min(jobs.len()).max(1);
    let lanes = Lanes::of(jobs, threads, lane);
    let failed = AtomicBool::new(false);
    let halted = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let (sender, results) = mpsc::sync_channel(threads);
    let cores = cores::available();
    // Several of these processes at a time do not all begin with the same core.
    let first_core = process::id() as usize;
    thread::scope(|scope| {
        for thread in 0..threads {
            let (sender, lanes, halted, cores) = (sender.clone(), &lanes, &halted, &cores);
            let (begin, play) = (&begin, &play);
            scope.spawn(move || {
                cores::stay_on(cores[(first_core + thread) % cores.len()]);
                let mut kept = begin();
                while !halted() {
                    let Some(job) = lanes.next(thread) else { break };
                    if sender.send((job, play(&mut kept, job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for (job, result) in results {
            if outcome.is_err() {
                continue;
            }
            outcome = result.and_then(|result| done(job, result));
            failed.store(outcome.is_err(), Ordering::Relaxed);
        }
        outcome
    })
}

/// Jobs that are due, in lanes: one for each thread.
struct Lanes<'a, J>(Vec<Lane<'a, J>>);

struct Lane<'a, J> {
    jobs: Vec<&'a J>,
    next: AtomicUsize,
}

impl<'a, J> Lanes<'a, J> {
    fn of(jobs: &'a [J], threads: usize, lane: impl Fn(&J) -> usize) -> Self {
        let empty = || Lane { jobs: Vec::new(), next: AtomicUsize::new(0) };
        let mut lanes: Vec<_> = std::iter::repeat_with(empty).take(threads).collect();
        for job in jobs {
            lanes[lane(job) % threads].jobs.push(job);
        }
        Self(lanes)
    }

    /// The next job of a thread: of its own lane, then of those after it.
    fn next(&self, thread: usize) -> Option<&'a J> {
        let (before, from) = self.0.split_at(thread);
        from.iter().chain(before).find_map(Lane::take)
    }
}

impl<'a, J> Lane<'a, J> {
    fn take(&self) -> Option<&'a J> {
        self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    use super::{Lanes, play_all};

    #[test]
    fn every_job_is_played_once() {
        let jobs: Vec<u32> = (0..100).collect();
        let mut seen = BTreeSet::new();
        let twice = |(): &mut (), job: &u32| Ok::<u32, ()>(job * 2);
        play_all(
            &jobs,
            3,
            &AtomicBool::new(false),
            |_| 0,
            || (),
            twice,
            |job, result| {
                assert_eq!(result, job * 2);
                assert!(seen.insert(*job));
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(seen.len(), 100);
    }

    #[test]
    fn any_number_of_threads_will_do() {
        let jobs = [1, 2, 3];
        for threads in [0, usize::MAX] {
            let mut done = 0;
            let same = |(): &mut (), job: &u32| Ok::<u32, ()>(*job);
            let count = |_: &u32, job| {
                done += job;
                Ok(())
            };
            play_all(&jobs, threads, &AtomicBool::new(false), |_| 0, || (), same, count).unwrap();
            assert_eq!(done, 6, "{threads} threads");
        }
    }

    /// Two threads, the one with five jobs and the other with two: who has nothing left helps the other.
    #[test]
    fn a_lane_is_one_threads_until_another_has_nothing_left() {
        let jobs = [0, 1, 2, 3, 4, 6, 8];
        let lanes = Lanes::of(&jobs, 2, |&job| job);
        let takes = [0, 1, 0, 1, 1, 0, 1, 0, 1].map(|thread| lanes.next(thread).copied());
        assert_eq!(takes, [Some(0), Some(1), Some(2), Some(3), Some(4), Some(6), Some(8), None, None]);
    }

    #[test]
    fn an_error_ends_the_run() {
        let jobs: Vec<u32> = (0..1_000).collect();
        let mut done = 0;
        let outcome = play_all(
            &jobs,
            2,
            &AtomicBool::new(false),
            |_| 0,
            || (),
            |(), &job| if job == 5 { Err("five") } else { Ok(()) },
            |_, ()| {
                done += 1;
                Ok(())
            },
        );
        assert_eq!(outcome, Err("five"));
        assert!(done < 1_000);
    }
}
