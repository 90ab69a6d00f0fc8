//! What the pages show: the data folder, and what was read of it a moment ago.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::{HeaderMap, StatusCode};
use croupier_arena::contest::Contest;
use croupier_arena::run::Outcome;
use croupier_arena::store::{Archive, Run, StoreError, read_record, slug};
use croupier_rules::batch::{self, RunRecord};

use super::broadcast::{Broadcast, Spectator};
use super::desk::Desk;
use super::film::Film;
use super::flights::Flights;
use super::glances::Glances;
use super::live::LiveRun;
use super::office::{self, Office, Role};
use super::play::Play;
use super::refusal::{Refusal, sentence};
use crate::standings;

/// The data folder, and what was read of it.
#[derive(Debug)]
pub(crate) struct Site {
    data: PathBuf,
    contest: Option<Arc<Contest>>,
    /// Whether visitors may be of other machines.
    is_public: bool,
    /// Where a contest is organised, if this server does that.
    office: Option<Arc<Office>>,
    live: Broadcast,
    play: Play,
    glances: Arc<Glances>,
    films: Mutex<VecDeque<Arc<Shown>>>,
    /// Films that are being made.
    flights: Flights,
    /// Prices of single deals.
    prices: Desk,
    /// Reviews of whole matches, and of bots.
    reviews: Desk,
}

/// Deals are priced at a time.
const PRICED: usize = 2;
/// Matches and bots are reviewed at a time: a contest may be running beside.
const REVIEWED: usize = 1;

/// Films that are kept, the latest last.
const KEPT: usize = 4;

/// A match that was opened.
#[derive(Debug)]
pub(super) struct Shown {
    id: String,
    pub(super) hash: String,
    /// What is odd about a record that is shown all the same.
    pub(super) odd: Option<String>,
    pub(super) content: Content,
}

/// What a record holds.
#[derive(Debug)]
pub(super) enum Content {
    /// A match of a game with choices.
    Match(Box<Film>),
    /// A run of a program.
    Run(Box<RunRecord>),
}

/// How much of what is not for all eyes somebody sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// All of it.
    All,
    /// The logs of the bot of this name.
    Own(String),
    /// None of it.
    Nothing,
}

impl Site {
    pub(crate) fn new(
        data: PathBuf,
        contest: Option<Arc<Contest>>,
        office: Option<Arc<Office>>,
        is_public: bool,
    ) -> Self {
        let (prices, reviews) = (Desk::new(PRICED), Desk::new(REVIEWED));
        let play = Play::new(data.clone());
        Self {
            data,
            contest,
            is_public,
            office,
            live: Broadcast::default(),
            play,
            glances: Arc::default(),
            films: Mutex::default(),
            flights: Flights::default(),
            prices,
            reviews,
        }
    }

    /// Joins the spectators of a run that has some: a class that comes at once asks the store once.
    pub(super) fn watched(&self, label: &str) -> Option<Spectator> {
        self.live.known(label)
    }

    /// Joins the spectators of a run.
    pub(super) fn watch(&self, run: &Run) -> Spectator {
        self.live.join(&run.label, || {
            LiveRun::new(self.data.clone(), run.label.clone(), Arc::clone(&self.glances))
        })
    }

    pub(super) fn play(&self) -> &Play {
        &self.play
    }

    pub(super) fn contest(&self) -> Option<&Contest> {
        self.contest.as_deref()
    }

    /// Whether a run is of the contest that the server was started with: of its folder, its title and its game.
    pub(super) fn is_own(&self, run: &Run) -> bool {
        let is_it = |contest: &Contest| {
            let titled = (contest.name.as_str(), contest.game()) == (run.contest.as_str(), run.game);
            titled && slug(&contest.folder) == run.slug
        };
        self.contest().is_some_and(is_it)
    }

    pub(super) fn office(&self) -> Option<&Arc<Office>> {
        self.office.as_ref()
    }

    /// How much of what is not for all eyes a visitor sees: logs, records, seeds. Until an entrant is given a link,
    /// all of it.
    pub(super) fn sight(&self, headers: &HeaderMap) -> Sight {
        let entered_here =
            || self.office().is_some_and(|office| office.with(|register| register.is_entered()));
        if !entered_here() && !office::is_entered(&self.data) {
            return Sight::All;
        }
        let session = |role| self.office().and_then(|office| office.visitor(headers, role));
        if session(Role::Organiser).is_some() {
            return Sight::All;
        }
        match session(Role::Entrant).map(|(visitor, _)| visitor.holder) {
            Some(office::Holder::Entrant(name)) => Sight::Own(name),
            Some(office::Holder::Organiser) | None => Sight::Nothing,
        }
    }

    /// The option of a command that names the data folder; empty for those who are not to know where it is.
    pub(super) fn option(&self, headers: &HeaderMap) -> String {
        if self.shows_paths(headers) { standings::option(&self.data) } else { String::new() }
    }

    /// The same where nobody is told from others: empty where there may be strangers.
    pub(super) fn option_for_all(&self) -> String {
        if self.is_public || self.office.is_some() { String::new() } else { standings::option(&self.data) }
    }

    /// Whether a visitor may know of folders of this machine: strangers elsewhere, and those of whom one submits, may not.
    pub(super) fn shows_paths(&self, headers: &HeaderMap) -> bool {
        let organises =
            || self.office().is_some_and(|office| office.visitor(headers, Role::Organiser).is_some());
        organises() || !self.is_public && self.sight(headers) == Sight::All
    }

    /// Lets those see what a bot wrote in a run who may.
    pub(super) fn check_log(&self, headers: &HeaderMap, run: &Run, name: &str) -> Result<(), Refusal> {
        match self.sight(headers) {
            Sight::All => Ok(()),
            Sight::Own(own) if own == name && self.is_own(run) => Ok(()),
            Sight::Own(_) | Sight::Nothing => {
                let said = "A log is for the organiser, and for the entrant whose bot has written it.";
                Err(Refusal::new(StatusCode::FORBIDDEN, said).hint("Open your own link first."))
            }
        }
    }

    /// Lets those see a record who may: it names the seed, from which the cards of the next run follow.
    pub(super) fn check_record(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        match self.sight(headers) {
            Sight::All => Ok(()),
            Sight::Own(_) | Sight::Nothing => {
                let said = "Records name the seed: while entrants submit, they are for the organiser.";
                Err(Refusal::new(StatusCode::FORBIDDEN, said).hint("The steps of each match are for all."))
            }
        }
    }

    pub(super) fn data(&self) -> &Path {
        &self.data
    }

    pub(super) fn prices(&self) -> &Desk {
        &self.prices
    }

    pub(super) fn reviews(&self) -> &Desk {
        &self.reviews
    }

    /// The data folder, opened for this request: a writer is never kept waiting.
    pub(super) fn archive(&self) -> Result<Archive, StoreError> {
        Archive::open(&self.data)
    }

    /// The standings of a run, as they are stored now or were a moment ago.
    pub(super) fn outcome(&self, archive: &Archive, run: &Run) -> Result<Arc<Outcome>, StoreError> {
        Ok(self.glances.recent(archive, run)?.outcome)
    }

    /// A match, read and replayed.
    pub(super) fn shown(&self, archive: &Archive, id: &str) -> Result<Arc<Shown>, Refusal> {
        let (bytes, stored) = recorded(archive, id)?;
        let hash = blake3::hash(&bytes).to_hex().to_string();
        let known = || locked(&self.films).iter().find(|kept| kept.id == id && kept.hash == hash).cloned();
        if let Some(known) = known() {
            return Ok(known);
        }
        self.flights.alone(&format!("film of {id}"), || {
            known().map_or_else(|| self.filmed(id, bytes, (&hash, &stored)), Ok)
        })
    }

    /// Replays a record, of which the hash of its bytes and the one that was stored are known.
    fn filmed(&self, id: &str, bytes: Vec<u8>, (hash, stored): (&str, &str)) -> Result<Arc<Shown>, Refusal> {
        let damaged = |why: &dyn std::fmt::Display| {
            Refusal::damaged(format!("The record of {id} is damaged. {}", sentence(&why.to_string())))
                .hint("The other matches are whole: a record is a file of its own.")
        };
        let (content, own) = if batch::is_record(&bytes) {
            let (run, own) = RunRecord::parse(bytes).map_err(|why| damaged(&why))?;
            (Content::Run(Box::new(run)), own)
        } else {
            let film = Film::new(bytes).map_err(|why| damaged(&why))?;
            let own = film.record().hash.clone();
            (Content::Match(Box::new(film)), own)
        };
        let odd = (own != stored).then(|| "This is the record of another match.".to_owned());
        let shown = Arc::new(Shown { id: id.to_owned(), hash: hash.to_owned(), odd, content });
        let mut films = locked(&self.films);
        films.retain(|kept| kept.id != id);
        keep(&mut films, Arc::clone(&shown));
        Ok(shown)
    }
}

/// The record of a match as it was written, and the hash that was stored with it.
pub(super) fn recorded(archive: &Archive, id: &str) -> Result<(Vec<u8>, String), Refusal> {
    let stored = archive.find_match(id)?;
    let bytes = read_record(&stored.path)
        .map_err(|why| Refusal::damaged(format!("The record of {id} cannot be read: {why}.")))?;
    Ok((bytes, stored.hash))
}

fn keep<T>(kept: &mut VecDeque<T>, new: T) {
    kept.push_back(new);
    if kept.len() > KEPT {
        kept.pop_front();
    }
}

/// What a thread that panicked has left is whole: entries go in as they are.
pub(super) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
