//! The bots of one match. All but the one that is asked stand still while it thinks.
//!
//! A bot that works on while another is asked takes its processor: the other waits, and with enough processes
//! it waits until nobody does any longer. So whoever has not answered within a moment has the core for itself.
//! Quick answers, which are nearly all, cost nothing: nobody is stopped for them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::family::family;
use crate::sandbox::Cage;

/// How long an answer may take until the others are stopped. Below the system's own tick, a few milliseconds,
/// the timer of each wait would have to be set in the hardware: that costs as much as a quick answer.
pub(super) const MOMENT: Duration = Duration::from_millis(10);

/// How often a bot is looked through for processes that were started while it was stopped.
const LOOKS_MAX: u32 = 8;

/// The processes at one table. A copy is the same table.
#[derive(Clone, Debug, Default)]
pub struct Company {
    bots: Arc<Mutex<Vec<Option<Member>>>>,
}

/// The process that was started for a bot.
#[derive(Clone, Debug)]
struct Member {
    leader: u32,
    cage: Option<Cage>,
}

/// A bot's place at the table, until it leaves.
#[derive(Debug)]
pub(super) struct Place {
    company: Company,
    number: usize,
}

/// The others stand still as long as this lives.
#[derive(Debug)]
pub(super) struct Silence {
    stopped: Vec<Member>,
}

impl Company {
    /// Seats the bot whose process has this number.
    pub(super) fn join(&self, leader: u32, cage: Option<&Cage>) -> Place {
        let mut bots = self.bots();
        bots.push(Some(Member { leader, cage: cage.cloned() }));
        Place { company: self.clone(), number: bots.len() - 1 }
    }

    fn bots(&self) -> MutexGuard<'_, Vec<Option<Member>>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Stops all others at the table.
    pub(super) fn silence(&self) -> Silence {
        let bots = self.company.bots();
        let others = bots.iter().enumerate().filter(|&(number, _)| number != self.number);
        let stopped: Vec<Member> = others.filter_map(|(_, member)| member.clone()).collect();
        for member in &stopped {
            member.stop();
        }
        Silence { stopped }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.company.bots()[self.number] = None;
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        for member in &self.stopped {
            member.signal(Signal::CONT);
        }
    }
}

impl Member {
    fn stop(&self) {
        let mut before = Vec::new();
        // A process that is started meanwhile runs: the next look finds it.
        for _ in 0..LOOKS_MAX {
            let now = self.signal(Signal::STOP);
            if now == before {
                return;
            }
            before = now;
        }
    }

    /// Sends a signal to all of the bot's own processes.
    fn signal(&self, signal: Signal) -> Vec<u32> {
        let number = |pid: Pid| pid.as_raw_nonzero().get().unsigned_abs();
        let pid = |number: u32| Pid::from_raw(i32::try_from(number).ok()?);
        let own: Vec<u32> = match (&self.cage, pid(self.leader)) {
            (Some(cage), Some(leader)) => cage.processes(leader).into_iter().map(number).collect(),
            (Some(_) | None, _) => family(self.leader),
        };
        for process in own.iter().filter_map(|&process| pid(process)) {
            // One that has ended meanwhile is no error.
            let _gone = kill_process(process, signal);
        }
        own
    }
}
