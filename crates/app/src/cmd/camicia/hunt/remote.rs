//! A hunt on other machines: units go out in pieces, and harvests come back.

use std::ops::Range;
use std::sync::atomic::Ordering;

use croupier_arena::stop::Stop;
use croupier_solve::camicia::{Engine, Harvest, Hunt as Search, Plan};
use serde::{Deserialize, Serialize};

use super::checkpoint::Progress;
use super::{Session, finds};
use crate::cmd::camicia::units::Wish;
use crate::failure::Failure;
use crate::queue::{Goes, Organising, PieceAudit, Pieces, Task, sweep};

/// Units of a piece: about sixteen million deals, some seconds of one core.
const PIECE_UNITS: u64 = 16;

/// Units of a hunt, for somebody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HuntTask {
    seed: u64,
    pack: String,
    faces_min: u32,
    depth_cards: u32,
    tree_states_max: u64,
    fit_cards: u32,
    units: [u64; 2],
}

impl HuntTask {
    /// Plays the units. None: `stop` was set.
    ///
    /// # Errors
    /// The task is not to be understood.
    pub(crate) fn done(&self, stop: &Stop) -> Result<Option<Vec<u8>>, String> {
        let plan = Plan {
            seed: self.seed,
            composition: self.pack.parse().map_err(|error| format!("its pack: {error}"))?,
            faces_min: self.faces_min,
            depth_cards: self.depth_cards,
            tree_states_max: self.tree_states_max,
            fit_cards: self.fit_cards,
        };
        let search = Search::new(plan).map_err(|error| error.to_string())?;
        let units = self.units[0]..self.units[1];
        if units.is_empty() || units.end > search.units() {
            return Err(format!("there are no units {} to {}", units.start, units.end));
        }
        let mut harvest = Harvest::default();
        for unit in units.clone() {
            let is_wanted = || !stop.load(Ordering::Relaxed);
            let Some(more) = search.unit_while(unit, Engine::best(), &is_wanted) else { return Ok(None) };
            harvest.add(more);
        }
        Ok(Some(Progress::line(harvest, &plan, &units).into_bytes()))
    }
}

impl Session<'_> {
    /// Has the units played by the workers of a queue.
    pub(super) fn have_played(&mut self, organising: &Organising, stop: &Stop) -> Result<(), Failure> {
        let title = format!("hunt of seed {}", self.args.seed);
        let here = self.desk.file("checkpoint");
        let whole = here.canonicalize().or_else(|_| std::path::absolute(&here)).unwrap_or(here);
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let run = blake3::hash(format!("{host}\n{}\n{:?}", whole.display(), self.search.plan()).as_bytes());
        let next = self.progress.next;
        self.line
            .note(format_args!("{title}: from unit {next}, by the workers at {}", organising.access.address));
        let mut hunting = Hunting { session: self, next, audit: PieceAudit::new(organising) };
        sweep(organising, &run.to_hex()[..16], &title, &mut hunting, stop)
    }
}

/// A hunt whose units are played by others.
struct Hunting<'h, 's> {
    session: &'h mut Session<'s>,
    /// The first unit that is in no piece yet.
    next: u64,
    audit: PieceAudit,
}

impl Hunting<'_, '_> {
    fn plan(&self) -> &Plan {
        self.session.search.plan()
    }
}

impl Pieces for Hunting<'_, '_> {
    type Yield = (Range<u64>, Harvest);

    fn next(&mut self) -> Option<String> {
        let end = self.session.progress.units.end;
        if self.next >= end {
            return None;
        }
        let piece = self.next..(self.next / PIECE_UNITS + 1).saturating_mul(PIECE_UNITS).min(end);
        self.next = piece.end;
        Some(format!("u{}-{}", piece.start, piece.end))
    }

    fn task(&self, key: &str) -> Task {
        let units = units_of(key);
        let Plan { seed, composition, faces_min, depth_cards, tree_states_max, fit_cards } = *self.plan();
        let (pack, units) = (composition.to_string(), [units.start, units.end]);
        Task::Hunt(HuntTask { seed, pack, faces_min, depth_cards, tree_states_max, fit_cards, units })
    }

    fn believe(&mut self, key: &str, worker: &str, bytes: &[u8]) -> Result<Self::Yield, String> {
        let units = units_of(key);
        let harvest = Progress::of_line(bytes, self.plan(), &units).map_err(|error| error.to_string())?;
        for (&find, origin) in &harvest.finds {
            finds::judge(find).map_err(|failure| failure.message)?;
            if !units.contains(&origin.unit) {
                return Err(format!("a find is of unit {}", origin.unit));
            }
        }
        for state in harvest.endless.keys() {
            finds::judge((finds::ENDLESS, *state)).map_err(|failure| failure.message)?;
        }
        if self.audit.draws(worker) {
            let mut again = Harvest::default();
            for unit in units.clone() {
                again.add(self.session.search.unit(unit, Engine::best()));
            }
            if again != harvest {
                return Err("its units come out otherwise when they are played again".to_owned());
            }
        }
        Ok((units, harvest))
    }

    fn take(&mut self, came: Option<Self::Yield>) -> Result<Goes, Failure> {
        if let Some((units, harvest)) = came {
            self.session.add(harvest, units.end - units.start)?;
        }
        Ok(match self.session.go_on()? {
            Wish::More => Goes::On,
            Wish::Enough => Goes::Home,
        })
    }

    fn note(&mut self, said: &str) {
        self.session.line.note(said);
    }
}

/// The units of a piece.
fn units_of(key: &str) -> Range<u64> {
    let ends = key.strip_prefix('u').and_then(|ends| ends.split_once('-'));
    let units = ends.and_then(|(start, end)| Some(start.parse().ok()?..end.parse().ok()?));
    units.expect("the key of a piece is made here")
}
