//! The answers to bids off the grid, solved by other machines: each hangs on the solved grid and on no other.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use croupier_arena::stop::Stop;
use croupier_solve::poker::{Grid, Limits, Plan, Saved, SavedColumn, Step};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::queue::{Goes, Organising, PieceAudit, Pieces, Task, sweep};

/// The answers to one size, for somebody else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ColumnTask {
    /// The least and the greatest bid.
    bids: [u16; 2],
    first: Vec<u16>,
    two: Vec<f32>,
    three: Vec<f32>,
    passes: u32,
    columns: Vec<u16>,
    column_passes: u32,
    gate_passes: u32,
    /// The object that holds the solved grid.
    pub(crate) grid: String,
    size: u16,
}

impl ColumnTask {
    fn of(plan: &Plan, grid: &str, size: u16) -> Self {
        let Limits { min, max } = plan.grid.limits();
        Self {
            bids: [min, max],
            first: plan.grid.first().to_vec(),
            two: plan.grid.raises(2).to_vec(),
            three: plan.grid.raises(3).to_vec(),
            passes: plan.passes,
            columns: plan.columns.clone(),
            column_passes: plan.column_passes,
            gate_passes: plan.gate_passes,
            grid: grid.to_owned(),
            size,
        }
    }

    /// Solves them from the bytes of the solved grid. None: `stop` was set.
    ///
    /// # Errors
    /// The task is not to be understood.
    pub(crate) fn done(&self, grid: &[u8], stop: &Stop) -> Result<Option<Vec<u8>>, String> {
        let [min, max] = self.bids;
        let of = Grid::new(Limits { min, max }, &self.first, &self.two, &self.three);
        let plan = Plan {
            grid: of.map_err(|error| error.to_string())?,
            passes: self.passes,
            columns: self.columns.clone(),
            column_passes: self.column_passes,
            gate_passes: self.gate_passes,
        };
        let saved = Saved::from_bytes(grid, &plan).map_err(|error| error.to_string())?;
        if saved.passes() != plan.passes {
            return Err(format!("the grid has {} of {} passes", saved.passes(), plan.passes));
        }
        let goes_on = || !stop.load(Ordering::Relaxed);
        Ok(plan.column(&saved, self.size, &goes_on).map(|column| column.to_bytes()))
    }
}

/// Who hears how far a plan is, and who keeps what was solved.
type Watchers<'w> = (&'w (dyn Fn(Step) -> bool + Sync), &'w (dyn Fn(&dyn Fn() -> Saved) + Sync));

/// Solves the grid here, and has the columns solved by the workers of a queue. None: it was stopped.
pub(super) fn have_solved(
    plan: &Plan,
    saved: Saved,
    organising: &Organising,
    (tell, save): Watchers<'_>,
    note: &dyn Fn(&str),
    stop: &Stop,
) -> Result<Option<Saved>, Failure> {
    let solved = Mutex::new(saved.clone());
    if saved.passes() < plan.passes {
        let keep = |now: &dyn Fn() -> Saved| {
            *solved.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = now();
            save(now);
        };
        let grid = Plan { columns: Vec::new(), ..plan.clone() };
        if grid.go_on(saved, tell, &keep).is_none() {
            return Ok(None);
        }
    }
    let solved = solved.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let bytes = solved.to_bytes(plan);
    let name = blake3::hash(&bytes).to_hex().to_string();
    let left: Vec<u16> = plan.columns.iter().copied().filter(|&size| !solved.has_column(size)).collect();
    if left.is_empty() {
        return Ok(Some(solved));
    }
    let grid = Saved::from_bytes(&bytes, plan).map_err(Failure::bug)?;
    let mut columns = Columns {
        plan,
        object: format!("grid/{name}"),
        bytes,
        grid,
        left: left.into_iter(),
        solved,
        audit: PieceAudit::new(organising),
        tell,
        save,
        note,
    };
    sweep(organising, &name[..16], "answers to bids of poker", &mut columns, stop)?;
    let solved = columns.solved;
    Ok((!stop.load(Ordering::Relaxed)).then_some(solved))
}

struct Columns<'c> {
    plan: &'c Plan,
    object: String,
    bytes: Vec<u8>,
    grid: Saved,
    left: std::vec::IntoIter<u16>,
    solved: Saved,
    audit: PieceAudit,
    tell: &'c (dyn Fn(Step) -> bool + Sync),
    save: &'c (dyn Fn(&dyn Fn() -> Saved) + Sync),
    note: &'c dyn Fn(&str),
}

impl Pieces for Columns<'_> {
    type Yield = SavedColumn;

    fn next(&mut self) -> Option<String> {
        self.left.next().map(|size| format!("bid{size}"))
    }

    fn task(&self, key: &str) -> Task {
        Task::Column(ColumnTask::of(self.plan, &self.object, size_of(key)))
    }

    fn object(&self) -> Option<(String, Vec<u8>)> {
        Some((self.object.clone(), self.bytes.clone()))
    }

    fn believe(&mut self, key: &str, worker: &str, bytes: &[u8]) -> Result<SavedColumn, String> {
        let size = size_of(key);
        let column = SavedColumn::from_bytes(bytes, self.plan, size).map_err(|error| error.to_string())?;
        if self.audit.draws(worker) {
            let again = self.plan.column(&self.grid, size, &|| (self.tell)(Step::Pass));
            if again.is_some_and(|again| again != column) {
                return Err(format!("the answers to {size} come out otherwise when they are solved again"));
            }
        }
        Ok(column)
    }

    fn take(&mut self, came: Option<SavedColumn>) -> Result<Goes, Failure> {
        let Some(column) = came else { return Ok(Goes::On) };
        self.solved.add(column);
        (self.save)(&|| self.solved.clone());
        let (done, of) = (self.solved.columns(), self.plan.columns.len());
        Ok(if (self.tell)(Step::Columns { done, of }) { Goes::On } else { Goes::Home })
    }

    fn note(&mut self, said: &str) {
        (self.note)(said);
    }
}

/// The size of a piece.
fn size_of(key: &str) -> u16 {
    let size = key.strip_prefix("bid").and_then(|size| size.parse().ok());
    size.expect("the key of a piece is made here")
}
