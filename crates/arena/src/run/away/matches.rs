//! The matches of poker and blackjack that are due, for whoever has them played elsewhere.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::Due;
use super::arrival::{NotTaken, believe, cut};
use super::order::{Fixture, Order, Seated};
use super::parcel::Parcel;
use crate::contestant::{Contestant, Part};
use crate::entrant::{Bundle, BundleError};
use crate::house::Housed;
use crate::protocol::{Object, Wire};
use crate::run::one_match::{Account, House, Job, Played};
use crate::run::{Playing, Progress, RunError, result};
use crate::stop::Stop;
use crate::store::{Run, Store};

/// The matches of a run, and all that is needed to have them played elsewhere.
pub(in crate::run) struct Matches<'m, 'a, G, A> {
    pub(in crate::run) playing: &'m mut Playing<'a>,
    pub(in crate::run) jobs: BTreeMap<u32, &'m Job<G>>,
    pub(in crate::run) contestants: &'m [Contestant],
    pub(in crate::run) more: &'m Object,
    pub(in crate::run) account: &'m A,
    pub(in crate::run) stop: &'m Stop,
}

impl<G: Wire + Housed + PartialEq, A: Fn(&Job<G>) -> Box<dyn Account<G>>> Matches<'_, '_, G, A> {
    fn seated(&self, job: &Job<G>) -> Vec<&Contestant> {
        job.seats.iter().map(|&seat| &self.contestants[seat]).collect()
    }

    fn store_match(&mut self, parcel: Parcel, job: &Job<G>) -> Result<Result<bool, NotTaken>, RunError> {
        let seated = self.seated(job);
        let limits = self.playing.contest.settings.limits;
        let header = job.header(&seated, self.more, &limits);
        let believed = match believe(&parcel, &header, (self.account)(job)) {
            Ok(believed) => believed,
            Err(why) => return Ok(Err(why)),
        };
        for (seat, (contestant, fault)) in (0..).zip(seated.iter().zip(&believed.faults)) {
            if contestant.is_house() && fault.is_some() {
                return Ok(Err(NotTaken::House(parcel.number, seat)));
            }
        }
        let mut file = self.playing.store.records(&self.playing.run).begin(job.number)?;
        file.write_all(&parcel.record)?;
        let fuel = parcel.fuel.into_iter().zip(&seated);
        let fuel = fuel.map(|(fuel, contestant)| fuel.filter(|_| contestant.is_guest())).collect();
        let played = Played {
            totals: believed.record.totals,
            faults: believed.faults,
            record: file,
            hash: believed.record.hash,
            logs: cut(parcel.logs, &limits),
            fuel,
        };
        let finished = result::finished(job.number, &job.label, &played, seated.into_iter(), believed.result);
        self.playing.keep(finished, played.record, &played.logs).map(Ok)
    }
}

impl<G: Wire + Housed + PartialEq, A: Fn(&Job<G>) -> Box<dyn Account<G>>> Due for Matches<'_, '_, G, A> {
    fn run(&self) -> &Run {
        &self.playing.run
    }

    fn numbers(&self) -> Vec<u32> {
        let is_due = |number: &u32| !self.playing.finished.contains_key(number);
        self.jobs.keys().copied().filter(is_due).collect()
    }

    fn order(&mut self, numbers: &[u32]) -> Result<Order, BundleError> {
        let limits = self.playing.contest.settings.limits;
        let mut order =
            Order { limits, more: self.more.clone(), seated: BTreeMap::new(), fixtures: Vec::new() };
        for &number in numbers {
            let job = self.jobs[&number];
            let header = job.header(&self.seated(job), self.more, &limits);
            for &seat in &job.seats {
                let contestant = &self.contestants[seat];
                if !order.seated.contains_key(&contestant.name) {
                    order.seated.insert(contestant.name.clone(), self.playing.seated(contestant)?);
                }
            }
            order.fixtures.push(Fixture::Match { number, header });
        }
        Ok(order)
    }

    fn bundle(&mut self, name: &str) -> Result<Bundle, BundleError> {
        self.playing.bundle(name)
    }

    fn take(&mut self, parcel: Parcel) -> Result<Result<bool, NotTaken>, RunError> {
        let number = parcel.number;
        let Some(&job) = self.jobs.get(&number) else { return Ok(Err(NotTaken::Number(number))) };
        if self.playing.finished.contains_key(&number) {
            return Ok(Ok(false));
        }
        self.store_match(parcel, job)
    }

    fn is_repeatable(&self, number: u32) -> bool {
        let Some(&job) = self.jobs.get(&number) else { return false };
        self.seated(job).iter().all(|contestant| contestant.is_guest() || contestant.is_house())
    }

    fn is_same_again(&mut self, number: u32) -> Result<bool, RunError> {
        let job = self.jobs[&number];
        let playing = &self.playing;
        let records = playing.store.records(&playing.run);
        let house = House {
            contestants: self.contestants,
            limits: &playing.contest.settings.limits,
            sandbox: &playing.sandbox,
            more: self.more,
            houses: &playing.options.houses,
            records: &records,
            work: playing.store.work(),
            stop: self.stop,
        };
        let mut account = (self.account)(job);
        let played = job.play(&house, &mut *account)?;
        let taken = self.playing.finished.get(&number);
        Ok(taken.is_some_and(|taken| {
            taken.record_hash == played.hash && taken.result == account.result(&played.totals)
        }))
    }

    fn forget(&mut self, numbers: &[u32]) -> Result<(), RunError> {
        self.playing.forget(numbers)
    }

    fn store(&mut self) -> &mut Store {
        &mut self.playing.store
    }
}

impl Playing<'_> {
    /// Stores a match that came from elsewhere. The answer is `false` if it was stored before.
    pub(super) fn keep(
        &mut self,
        finished: crate::store::FinishedMatch,
        record: crate::store::RecordFile,
        logs: &[crate::log::Log],
    ) -> Result<bool, RunError> {
        let is_new = self.store.finish_match(&self.run, &finished, record, logs)?;
        self.finished.insert(finished.number, finished);
        if is_new {
            (self.watch)(Progress::Played);
        }
        Ok(is_new)
    }

    /// Forgets matches.
    pub(super) fn forget(&mut self, numbers: &[u32]) -> Result<(), RunError> {
        self.store.forget_matches(&self.run, numbers)?;
        for number in numbers {
            self.finished.remove(number);
        }
        Ok(())
    }

    /// How somebody is seated elsewhere.
    pub(super) fn seated(&mut self, contestant: &Contestant) -> Result<Seated, BundleError> {
        match &contestant.part {
            Part::House(name) => Ok(Seated::House(name.clone())),
            Part::Bot(plan) => {
                let runtime = contestant.is_guest().then(|| contestant.runtime.clone());
                let (bundle, compat) = (self.bundle_of(&contestant.name)?, plan.compat);
                Ok(Seated::Bot { bundle, runtime, compat })
            }
            Part::Noted | Part::Out(_) => unreachable!("only those who can be seated have matches"),
        }
    }

    /// The name of an entrant's bundle.
    fn bundle_of(&mut self, name: &str) -> Result<String, BundleError> {
        if let Some((bundle, _)) = self.bundles.iter().find(|(_, entrant)| *entrant == name) {
            return Ok(bundle.clone());
        }
        let bundle = self.made_bundle(name)?.name();
        self.bundles.insert(bundle.clone(), name.to_owned());
        Ok(bundle)
    }

    /// The bundle of that name.
    pub(super) fn bundle(&mut self, bundle: &str) -> Result<Bundle, BundleError> {
        let name = self.bundles.get(bundle).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?.clone();
        self.made_bundle(&name)
    }

    fn made_bundle(&self, name: &str) -> Result<Bundle, BundleError> {
        let entrant = self.field.entrants.iter().find(|entrant| entrant.name == name);
        Bundle::of(entrant.expect("a bot that is seated is an entrant"))
    }
}
