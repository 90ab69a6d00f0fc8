//! Having the pieces of a search done by the workers of a queue, and taking what comes of them in their order.
//!
//! A search keeps its own checkpoint, which is its plan: what is not in it is due, and is put again if the queue has lost it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use croupier_arena::stop::Stop;
use croupier_queue::{Answer, Organiser, Outcome, QueueError, TRIES};

use super::access::{Organising, queue_failure};
use super::task::{Task, make};
use crate::failure::Failure;

/// How long an answer is waited for at a time.
const LOOK: Duration = Duration::from_millis(200);

/// How often the queue is compared with what is due.
const COMPARE: Duration = Duration::from_secs(10);

/// How long nobody has to have come for that to be said.
const LONELY: Duration = Duration::from_secs(5);

/// Pieces that are put ahead for each pair of hands.
const AHEAD: usize = 4;

/// The fewest pieces that are put ahead.
const AHEAD_LEAST: usize = 16;

/// Of a hundred pieces, so many are done again here.
const AUDIT_PERCENT: u8 = 2;

/// Whether a sweep goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goes {
    /// It does.
    On,
    /// It has enough.
    Home,
}

/// A search in pieces.
pub(crate) trait Pieces {
    /// What comes of a piece.
    type Yield;

    /// The next piece, by its key; the same each time the search is gone on with. None: there are no more.
    fn next(&mut self) -> Option<String>;

    /// What is to be done for a piece.
    fn task(&self, key: &str) -> Task;

    /// Bytes that tasks need, by the name of their object.
    fn object(&self) -> Option<(String, Vec<u8>)> {
        None
    }

    /// Reads what a worker sends, and checks it by the plain engine. The error says why it is not believed.
    ///
    /// # Errors
    /// The worker has lied.
    fn believe(&mut self, key: &str, worker: &str, bytes: &[u8]) -> Result<Self::Yield, String>;

    /// Takes what comes of the pieces in their order, and nothing now and then.
    ///
    /// # Errors
    /// It cannot be kept.
    fn take(&mut self, came: Option<Self::Yield>) -> Result<Goes, Failure>;

    /// Says something that stays.
    fn note(&mut self, said: &str);
}

/// Has the pieces of a search done until there are no more, the search has enough, or `stop` is set. `run` names the search
/// among all others on the server.
///
/// # Errors
/// The queue cannot be used, a piece cannot be kept, or one was tried too often.
pub(crate) fn sweep<P: Pieces>(
    organising: &Organising,
    run: &str,
    title: &str,
    pieces: &mut P,
    stop: &Stop,
) -> Result<(), Failure> {
    let Organising { access, lease, .. } = organising;
    let organiser = Organiser::open(access, &make(), run, title, *lease).map_err(queue_failure)?;
    let now = Instant::now();
    let mut sweep = Sweep {
        organiser,
        pieces,
        due: VecDeque::new(),
        came: BTreeMap::new(),
        is_at_end: false,
        shut_out: BTreeSet::new(),
        refused: BTreeSet::new(),
        compared: None,
        begun: now,
        is_lonely: false,
        is_away: false,
    };
    sweep.work(stop)
}

/// Which pieces are done again here: the first of each worker, and some of the others by chance.
#[derive(Debug)]
pub(crate) struct PieceAudit {
    percent: u8,
    /// The workers of which a piece was done again.
    known: BTreeSet<String>,
}

impl PieceAudit {
    pub(crate) fn new(organising: &Organising) -> Self {
        Self { percent: organising.audit_percent.unwrap_or(AUDIT_PERCENT), known: BTreeSet::new() }
    }

    /// Whether the next piece of a worker is done again.
    pub(crate) fn draws(&mut self, worker: &str) -> bool {
        self.percent > 0 && (self.known.insert(worker.to_owned()) || drawn(self.percent))
    }
}

/// By chance, so many times of a hundred.
pub(super) fn drawn(percent: u8) -> bool {
    let mut drawn = [0; 8];
    // Without chance, always.
    getrandom::fill(&mut drawn).is_err() || u64::from_le_bytes(drawn) % 100 < u64::from(percent)
}

struct Sweep<'p, P: Pieces> {
    organiser: Organiser,
    pieces: &'p mut P,
    /// Pieces in their order, from the first that has not been taken.
    due: VecDeque<String>,
    /// What came and waits for the pieces before it.
    came: BTreeMap<String, P::Yield>,
    is_at_end: bool,
    shut_out: BTreeSet<String>,
    refused: BTreeSet<String>,
    compared: Option<Instant>,
    begun: Instant,
    is_lonely: bool,
    is_away: bool,
}

/// Why a turn came to nothing.
enum Trouble {
    Queue(QueueError),
    Own(Failure),
}

impl From<QueueError> for Trouble {
    fn from(error: QueueError) -> Self {
        Self::Queue(error)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Own(failure)
    }
}

impl<P: Pieces> Sweep<'_, P> {
    fn work(&mut self, stop: &Stop) -> Result<(), Failure> {
        while !stop.load(Ordering::Relaxed) {
            self.notice();
            match self.turn() {
                Ok(Goes::On) if self.is_at_end && self.due.is_empty() => break,
                Ok(Goes::On) => self.is_away = false,
                Ok(Goes::Home) => break,
                Err(Trouble::Own(failure)) => return Err(failure),
                Err(Trouble::Queue(error)) if error.is_passing() => {
                    if !self.is_away {
                        self.pieces.note(&format!("{error}; trying again until it does"));
                    }
                    self.is_away = true;
                    self.compared = None;
                    thread::sleep(LOOK);
                }
                Err(Trouble::Queue(error)) => return Err(queue_failure(error)),
            }
        }
        if !stop.load(Ordering::Relaxed)
            && let Err(error) = self.organiser.close()
        {
            self.pieces.note(&format!("what the queue still holds stays there: {error}"));
        }
        Ok(())
    }

    fn turn(&mut self) -> Result<Goes, Trouble> {
        let is_late = self.compared.is_none_or(|compared| compared.elapsed() >= COMPARE);
        let fresh = self.top_up();
        if is_late {
            if let Some((name, bytes)) = self.pieces.object() {
                self.organiser.store(&name, || bytes)?;
            }
            let there = self.organiser.keys()?;
            let is_lost = |key: &&String| !there.contains(*key) && !self.came.contains_key(*key);
            let lost: Vec<String> = self.due.iter().filter(is_lost).cloned().collect();
            self.put(&lost)?;
            self.compared = Some(Instant::now());
        } else {
            self.put(&fresh)?;
        }
        if let Some(answer) = self.organiser.answer(LOOK)? {
            self.hear(&answer)?;
            self.organiser.done(&answer)?;
        }
        let mut goes = self.pieces.take(None)?;
        while let Some(came) = self.due.front().and_then(|first| self.came.remove(first)) {
            self.due.pop_front();
            goes = self.pieces.take(Some(came))?;
            if goes == Goes::Home {
                break;
            }
        }
        Ok(goes)
    }

    /// Pieces that nobody has been given yet.
    fn top_up(&mut self) -> Vec<String> {
        let hands: usize = self.organiser.staff().iter().map(|(worker, _)| worker.slots as usize).sum();
        let window = AHEAD_LEAST.max(AHEAD * hands);
        let mut fresh = Vec::new();
        while self.due.len() < window && !self.is_at_end {
            match self.pieces.next() {
                Some(key) => fresh.push(key),
                None => self.is_at_end = true,
            }
            self.due.extend(fresh.last().filter(|_| !self.is_at_end).cloned());
        }
        fresh
    }

    fn put(&mut self, keys: &[String]) -> Result<(), QueueError> {
        let body = |key: &String| serde_json::to_vec(&self.pieces.task(key)).expect("a task is plain values");
        let jobs: Vec<(String, Vec<u8>)> = keys.iter().map(|key| (key.clone(), body(key))).collect();
        if jobs.is_empty() { Ok(()) } else { self.organiser.put(jobs) }
    }

    fn hear(&mut self, answer: &Answer) -> Result<(), Trouble> {
        let Answer { key, worker, outcome, body, taken, .. } = answer;
        if !self.due.contains(key) || self.came.contains_key(key) {
            return Ok(());
        }
        if self.shut_out.contains(worker) {
            return Ok(self.put(std::slice::from_ref(key))?);
        }
        let said = String::from_utf8_lossy(body);
        match outcome {
            Outcome::Done => match self.pieces.believe(key, worker, body) {
                Ok(came) => {
                    self.came.insert(key.clone(), came);
                    Ok(())
                }
                Err(why) => {
                    self.pieces.note(&format!("{worker} is shut out: {key}: {why}"));
                    self.organiser.shut_out(worker);
                    self.shut_out.insert(worker.clone());
                    Ok(self.put(std::slice::from_ref(key))?)
                }
            },
            Outcome::Failed => {
                self.pieces.note(&format!("{worker} could not do {key} (try {taken}): {said}"));
                Ok(())
            }
            Outcome::Aside => Err(Trouble::Own(
                Failure::bad_input(format!("{key} was tried {TRIES} times: {said}"))
                    .hint("what was found is kept, and the same command goes on"),
            )),
        }
    }

    /// Says who works, if that is strange.
    fn notice(&mut self) {
        let own = make();
        let staff = self.organiser.staff();
        for (worker, _) in &staff {
            if worker.make != own.text() && self.refused.insert(worker.name.clone()) {
                self.pieces.note(&format!(
                    "{} gets no work: it is of another make: {}; here: {}",
                    worker.name,
                    worker.make,
                    own.text()
                ));
            }
        }
        if !staff.is_empty() {
            self.is_lonely = true;
        } else if !self.is_lonely && self.begun.elapsed() >= LONELY {
            self.is_lonely = true;
            self.pieces
                .note("no worker has come yet: croupier work --queue ADDRESS, on any machine, does the work");
        }
    }
}
