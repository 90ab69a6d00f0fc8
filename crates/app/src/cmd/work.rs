//! `croupier work`: does the work of others, from a queue: matches of contests, and pieces of searches.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::ValueParser;
use croupier_arena::cores;
use croupier_arena::run::away::{NotPlayed, Parcel, Station};
use croupier_arena::stop::Stop;
use croupier_queue::{Job, QueueError, Worker, name_of};

use crate::counted::counted;
use crate::duel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::house::HOUSES;
use crate::interrupt::stop_flag;
use crate::output;
use crate::queue::{QueueAddress, Task, bundle_object, make, queue_failure};
use crate::run_failure::run_failure;
use crate::scratch::Scratch;

/// How long a job is waited for at a time.
const LOOK: Duration = Duration::from_secs(1);

/// How often it is looked who organises.
const WATCH: Duration = Duration::from_millis(200);

/// How long an organiser of the same make is waited for, where others are.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often an answer that the server does not take is offered again.
const AGAIN: Duration = Duration::from_millis(500);

/// Failures of this machine in a row after which it stops.
const FAILURES_MAX: u64 = 3;

/// How long this machine does nothing after a failure of its own.
const REST: Duration = Duration::from_secs(2);

/// Joins the work queue of other machines: plays matches of their contests, with bots in a sandbox of this machine, and
/// does pieces of their searches.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier work --queue nats://127.0.0.1:4222
  croupier work --queue tls://queue.example:4222 --queue-creds worker.creds --jobs 8")]
pub(crate) struct Work {
    #[command(flatten)]
    address: QueueAddress,
    /// Jobs at a time [default: the cores of this machine].
    #[arg(long, value_name = "N", value_parser = ValueParser::new(duel::jobs))]
    jobs: Option<NonZeroUsize>,
    /// The name that the organiser sees [default: host and process].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The folder for builds, of this worker alone [default: one that goes with the command].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// All bots are your own: run them without a sandbox.
    #[arg(long)]
    trust: bool,
    /// Stop after so many seconds without a job.
    #[arg(long, value_name = "SECONDS")]
    idle: Option<u64>,
    /// No notes on standard error.
    #[arg(long, short)]
    quiet: bool,
}

/// What the threads of a worker share.
struct Floor<'a> {
    worker: &'a Worker,
    station: &'a Station,
    stop: &'a Stop,
    /// What was said and is not said again.
    said: Mutex<BTreeSet<String>>,
    quiet: bool,
    /// Failures of this machine since the last job that it did.
    failures: AtomicU64,
    /// Jobs for bots that cannot be seated on this machine.
    unseated: AtomicU64,
    /// When it last had a job, in milliseconds since it began.
    last_job: AtomicU64,
    begun: Instant,
}

/// Why a worker stops.
enum End {
    Asked,
    Idle,
    Unfit(String),
    ShutOut(String),
    Broken,
    Unequipped,
}

impl Work {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let access = self.address.access();
        let access =
            access.ok_or_else(|| Failure::usage("--queue ADDRESS is missing: where the work comes from"))?;
        access.check().map_err(queue_failure)?;
        let stop = stop_flag()?;
        let jobs = self.jobs.map_or_else(|| cores::available().len(), NonZeroUsize::get);
        let scratch = match self.data {
            Some(_) => None,
            None => Some(Scratch::new()?),
        };
        let folder = self.data.as_deref().or(scratch.as_ref().map(Scratch::path));
        let folder = folder.expect("there is a folder either way");
        let station = Station::open(folder, self.trust, HOUSES, &stop).map_err(run_failure)?;
        let name = name_of(self.name.as_deref().unwrap_or(&own_name()));
        let slots = u32::try_from(jobs).unwrap_or(u32::MAX);
        let worker = Worker::join(&access, &make(), &name, slots).map_err(queue_failure)?;
        let floor = Floor {
            worker: &worker,
            station: &station,
            stop: &stop,
            said: Mutex::default(),
            quiet: self.quiet,
            failures: AtomicU64::new(0),
            unseated: AtomicU64::new(0),
            last_job: AtomicU64::new(0),
            begun: Instant::now(),
        };
        floor.say(&format!("{name} works for {}, {} at a time", access.address, counted(jobs, "job")));
        let end = thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| floor.serve());
            }
            let end = self.watch(&floor);
            stop.store(true, Ordering::Relaxed);
            end
        });
        worker.leave();
        match end {
            End::Asked => Ok(Exit::Interrupted),
            End::Idle => Ok(Exit::Done),
            End::Unfit(said) => {
                Err(Failure::bad_input(said).hint("the same version has to run at both ends"))
            }
            End::ShutOut(run) => Err(Failure::bad_input(format!(
                "{name} is shut out of {run}: what it sent is not what the match comes to"
            ))),
            End::Broken => Err(Failure::bad_input(format!(
                "{FAILURES_MAX} jobs in a row could not be done on this machine: it stops"
            ))),
            End::Unequipped => Err(Failure::bad_input(format!(
                "{FAILURES_MAX} jobs were for bots that cannot be seated on this machine: it stops"
            ))
            .hint("croupier doctor lists what bots need, and the packages that bring it")),
        }
    }

    /// Waits until there is a reason to stop.
    fn watch(&self, floor: &Floor<'_>) -> End {
        let own = make();
        loop {
            thread::sleep(WATCH);
            if floor.stop.load(Ordering::Relaxed) {
                return End::Asked;
            }
            if floor.failures.load(Ordering::Relaxed) >= FAILURES_MAX {
                return End::Broken;
            }
            if floor.unseated.load(Ordering::Relaxed) >= FAILURES_MAX {
                return End::Unequipped;
            }
            let notices = floor.worker.notices();
            if let Some(notice) =
                notices.iter().find(|notice| notice.shut_out.iter().any(|name| name == floor.worker.name()))
            {
                return End::ShutOut(notice.title.clone());
            }
            let fits = notices.iter().any(|notice| notice.token == own.token());
            if let Some(other) = notices.first().filter(|_| !fits && floor.begun.elapsed() >= PATIENCE) {
                return End::Unfit(format!(
                    "this worker would not play as {} wants it: it has {}; the organiser has {}",
                    other.title,
                    own.text(),
                    other.make
                ));
            }
            if let Some(idle) = self.idle
                && floor.idle() >= Duration::from_secs(idle)
            {
                return End::Idle;
            }
        }
    }
}

impl Floor<'_> {
    /// Takes and does jobs, one after the other.
    fn serve(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            match self.worker.take(LOOK) {
                Ok(None) => {}
                Ok(Some(job)) => {
                    self.worker.tell(|presence| presence.busy += 1);
                    let begun = Instant::now();
                    self.serve_job(job);
                    self.worker.tell(|presence| {
                        presence.busy -= 1;
                        presence.busy_ms += millis(begun.elapsed());
                    });
                    self.last_job.store(millis(self.begun.elapsed()), Ordering::Relaxed);
                }
                Err(error) => {
                    let is_early = matches!(error, QueueError::NotOpened { .. });
                    let then = if is_early { "waiting" } else { "trying again" };
                    self.say_once(format!("{error}; {then}"));
                    thread::sleep(AGAIN);
                }
            }
        }
    }

    fn serve_job(&self, job: Job) {
        match self.done(&job) {
            Ok(answer) => {
                self.failures.store(0, Ordering::Relaxed);
                self.deliver(&job, answer);
            }
            Err(NotPlayed::Stopped) => {
                if let Err(error) = self.worker.give_back(&job) {
                    self.say_once(format!(
                        "{error}; the job goes to somebody else all the same, a little later"
                    ));
                }
            }
            Err(why) => {
                self.say(&format!("a job could not be done: {why}"));
                self.worker.tell(|presence| presence.failures += 1);
                let (told, failures) = match why {
                    // Its organiser has built the bot, so it is this machine that lacks something.
                    NotPlayed::NotSeated { .. } => {
                        (self.worker.refuse(&job, &why.to_string()), Some(&self.unseated))
                    }
                    NotPlayed::Own(_) => (self.worker.fail(&job, &why.to_string()), Some(&self.failures)),
                    NotPlayed::Stopped
                    | NotPlayed::NoBundle { .. }
                    | NotPlayed::Another(_)
                    | NotPlayed::Order(_) => (self.worker.fail(&job, &why.to_string()), None),
                };
                if let Err(error) = told {
                    self.say_once(error.to_string());
                }
                if let Some(failures) = failures {
                    failures.fetch_add(1, Ordering::Relaxed);
                }
                // Somebody else may be able to.
                thread::sleep(REST);
            }
        }
    }

    /// Does a job.
    fn done(&self, job: &Job) -> Result<Vec<u8>, NotPlayed> {
        let task = serde_json::from_slice(&job.body).map_err(|error| NotPlayed::Order(error.to_string()))?;
        let searched = |found: Result<Option<Vec<u8>>, String>| {
            found.map_err(NotPlayed::Order)?.ok_or(NotPlayed::Stopped)
        };
        match task {
            Task::Matches(order) => {
                let fetch = |name: &str| self.fetched(&bundle_object(name));
                Ok(Parcel::pack(&self.station.play(&order, &fetch)?))
            }
            Task::Hunt(hunt) => searched(hunt.done(self.stop)),
            Task::Column(column) => {
                let grid = self.fetched(&column.grid).map_err(NotPlayed::Order)?;
                searched(column.done(&grid, self.stop))
            }
        }
    }

    /// Bytes that the organiser has stored.
    fn fetched(&self, name: &str) -> Result<Vec<u8>, String> {
        match self.worker.fetch(name) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(format!("the queue does not have {name}")),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Delivers an answer, however long the server is away.
    fn deliver(&self, job: &Job, answer: Vec<u8>) {
        loop {
            match self.worker.answer(job, answer.clone()) {
                Ok(()) => {
                    self.worker.tell(|presence| presence.jobs += 1);
                    return;
                }
                Err(error) => {
                    self.say_once(format!("{error}; an answer waits"));
                    if self.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    thread::sleep(AGAIN);
                }
            }
        }
    }

    /// For how long it has had nothing to do.
    fn idle(&self) -> Duration {
        let mut busy = 0;
        self.worker.tell(|presence| busy = presence.busy);
        if busy > 0 {
            return Duration::ZERO;
        }
        self.begun.elapsed().saturating_sub(Duration::from_millis(self.last_job.load(Ordering::Relaxed)))
    }

    fn say(&self, what: &str) {
        if !self.quiet {
            output::say(what);
        }
    }

    fn say_once(&self, what: String) {
        let mut said = self.said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if said.insert(what.clone()) {
            self.say(&what);
        }
    }
}

/// The host and the process.
fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{}-{}", host.trim(), std::process::id())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
