//! The runs of a batch game's programs that are due, for whoever has them made elsewhere.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::Due;
use super::arrival::{NotTaken, believe_run, cut};
use super::order::{Fixture, Order};
use super::parcel::Parcel;
use crate::contest::BatchContest;
use crate::entrant::{Bundle, BundleError};
use crate::protocol::Object;
use crate::run::batch::{Job, finished_of};
use crate::run::{Playing, RunError};
use crate::store::{Run, Store};

/// The runs of a contest of programs, and all that is needed to have them made elsewhere.
pub(in crate::run) struct Programs<'m, 'a> {
    pub(in crate::run) playing: &'m mut Playing<'a>,
    pub(in crate::run) jobs: BTreeMap<u32, Job<'m>>,
    pub(in crate::run) contest: &'m BatchContest,
}

impl Due for Programs<'_, '_> {
    fn run(&self) -> &Run {
        &self.playing.run
    }

    fn numbers(&self) -> Vec<u32> {
        let is_due = |number: &u32| !self.playing.finished.contains_key(number);
        self.jobs.keys().copied().filter(is_due).collect()
    }

    fn order(&mut self, numbers: &[u32]) -> Result<Order, BundleError> {
        let limits = self.playing.contest.settings.limits;
        let mut order = Order { limits, more: Object::new(), seated: BTreeMap::new(), fixtures: Vec::new() };
        for number in numbers {
            let job = &self.jobs[number];
            let name = &job.contestant.name;
            if !order.seated.contains_key(name) {
                order.seated.insert(name.clone(), self.playing.seated(job.contestant)?);
            }
            order.fixtures.push(Fixture::Run {
                number: *number,
                header: job.header(self.contest, limits.memory_bytes, limits.output_bytes),
                input: job.case.input.clone(),
                answer: job.case.answer.clone(),
                answer_by: job.case.answer_by,
                run_ms: self.contest.run_ms,
                seed: self.playing.contest.seed,
            });
        }
        Ok(order)
    }

    fn bundle(&mut self, name: &str) -> Result<Bundle, BundleError> {
        self.playing.bundle(name)
    }

    fn take(&mut self, parcel: Parcel) -> Result<Result<bool, NotTaken>, RunError> {
        let number = parcel.number;
        let Some(job) = self.jobs.get(&number) else { return Ok(Err(NotTaken::Number(number))) };
        if self.playing.finished.contains_key(&number) {
            return Ok(Ok(false));
        }
        let limits = self.playing.contest.settings.limits;
        let header = job.header(self.contest, limits.memory_bytes, limits.output_bytes);
        let record = match believe_run(&parcel, &header, job.case) {
            Ok(record) => record,
            Err(why) => return Ok(Err(why)),
        };
        let mut file = self.playing.store.records(&self.playing.run).begin(number)?;
        let hash = record.write(&mut file)?;
        file.flush()?;
        let finished = finished_of(job, record.verdict, record.reason, hash);
        self.playing.keep(finished, file, &cut(parcel.logs, &limits)).map(Ok)
    }

    /// A program is a process: time and memory decide its verdict too.
    fn is_repeatable(&self, _: u32) -> bool {
        false
    }

    fn is_same_again(&mut self, _: u32) -> Result<bool, RunError> {
        Err(io::Error::from(io::ErrorKind::Unsupported).into())
    }

    fn forget(&mut self, numbers: &[u32]) -> Result<(), RunError> {
        self.playing.forget(numbers)
    }

    fn store(&mut self) -> &mut Store {
        &mut self.playing.store
    }
}
