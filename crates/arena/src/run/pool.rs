//! Threads that play matches, each on a core of its own; one thread takes down what comes.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::cores;

/// Which thread plays a job.
pub(super) struct Affinity<L> {
    /// Jobs of one lane are one thread's. It may have several lanes.
    pub(super) lane: L,
    /// A thread that is more than so many jobs ahead of another, as all jobs are ordered, plays a job of that other
    /// one. So does a thread that has none of its own left.
    pub(super) ahead: usize,
}

/// Plays the jobs on `threads` threads, one at least and no more than there are jobs. A thread keeps what it
/// `begin`s with from job to job. Every result is handed to `done`, as they come. A job already begun is finished
/// after `stop` is set, unless `play` sees the flag itself.
///
/// # Errors
/// The first error of `play` or `done`; then no further job is begun.
pub(super) fn play_all<J: Sync, K, R: Send, E: Send>(
    jobs: &[J],
    threads: usize,
    stop: &AtomicBool,
    affinity: Affinity<impl Fn(&J) -> usize>,
    begin: impl Fn() -> K + Sync,
    play: impl Fn(&mut K, &J) -> Result<R, E> + Sync,
    mut done: impl FnMut(&J, R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.min(jobs.len()).max(1);
    let lanes = Lanes::of(jobs, threads, affinity);
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

/// Jobs that are due, by the thread whose they are.
struct Lanes<'a, J> {
    own: Vec<Lane<'a, J>>,
    ahead: usize,
}

/// The jobs of one thread.
struct Lane<'a, J> {
    /// With their places among all jobs.
    jobs: Vec<(usize, &'a J)>,
    next: AtomicUsize,
}

impl<'a, J> Lanes<'a, J> {
    fn of(jobs: &'a [J], threads: usize, affinity: Affinity<impl Fn(&J) -> usize>) -> Self {
        let empty = || Lane { jobs: Vec::new(), next: AtomicUsize::new(0) };
        let mut own: Vec<_> = std::iter::repeat_with(empty).take(threads).collect();
        for (place, job) in jobs.iter().enumerate() {
            own[(affinity.lane)(job) % threads].jobs.push((place, job));
        }
        Self { own, ahead: affinity.ahead }
    }

    /// The next job of a thread: one of its own, unless another thread is too far behind.
    fn next(&self, thread: usize) -> Option<&'a J> {
        loop {
            let begun = self.own.iter().filter_map(|lane| Some((lane.due()?, lane)));
            let (last, behind) = begun.min_by_key(|&(due, _)| due)?;
            let own = &self.own[thread];
            let is_near = own.due().is_some_and(|due| due - last.min(due) <= self.ahead);
            // Another thread may have taken it since.
            if let Some(job) = (if is_near { own } else { behind }).take() {
                return Some(job);
            }
        }
    }
}

impl<'a, J> Lane<'a, J> {
    /// The place of the next job among all.
    fn due(&self) -> Option<usize> {
        self.jobs.get(self.next.load(Ordering::Relaxed)).map(|&(place, _)| place)
    }

    fn take(&self) -> Option<&'a J> {
        self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)).map(|&(_, job)| job)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    use super::{Affinity, Lanes, play_all};

    #[test]
    fn every_job_is_played_once() {
        let jobs: Vec<u32> = (0..100).collect();
        let mut seen = BTreeSet::new();
        let twice = |(): &mut (), job: &u32| Ok::<u32, ()>(job * 2);
        play_all(
            &jobs,
            3,
            &AtomicBool::new(false),
            Affinity { lane: |_: &u32| 0, ahead: 0 },
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
            let affinity = Affinity { lane: |_: &u32| 0, ahead: 0 };
            play_all(&jobs, threads, &AtomicBool::new(false), affinity, || (), same, count).unwrap();
            assert_eq!(done, 6, "{threads} threads");
        }
    }

    /// One thread has the five even jobs, the other two odd ones. It helps when it has nothing left.
    #[test]
    fn a_lane_is_one_threads_until_another_has_nothing_left() {
        let jobs = [0, 1, 2, 3, 4, 6, 8];
        let lanes = Lanes::of(&jobs, 2, Affinity { lane: |&job: &usize| job, ahead: usize::MAX });
        let takes = [0, 1, 0, 1, 1, 0, 1, 0, 1].map(|thread| lanes.next(thread).copied());
        assert_eq!(takes, [Some(0), Some(1), Some(2), Some(3), Some(4), Some(6), Some(8), None, None]);
    }

    /// The second thread is quick, and the first one stays with its first job.
    #[test]
    fn a_thread_that_is_too_far_ahead_helps_the_one_that_is_behind() {
        let jobs: Vec<usize> = (0..12).collect();
        let lanes = Lanes::of(&jobs, 2, Affinity { lane: |&job: &usize| job, ahead: 4 });
        assert_eq!(lanes.next(0), Some(&0));
        let takes: Vec<usize> = std::iter::from_fn(|| lanes.next(1).copied()).collect();
        assert_eq!(takes, [1, 3, 5, 2, 7, 4, 9, 6, 11, 8, 10]);
    }

    #[test]
    fn an_error_ends_the_run() {
        let jobs: Vec<u32> = (0..1_000).collect();
        let mut done = 0;
        let outcome = play_all(
            &jobs,
            2,
            &AtomicBool::new(false),
            Affinity { lane: |_: &u32| 0, ahead: 0 },
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
