//! A plan that was interrupted: what was solved so far, to the last bit.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::column::Column;
use super::grid::State;
use super::plan::Plan;
use super::showdown::{HANDS, Range};
use crate::cfr::Tree;

/// What a plan has come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saved {
    /// Passes over the grid.
    pub(super) passes: u32,
    /// Regrets and sums of strategies of the grid.
    pub(super) memory: [Vec<Range>; 2],
    /// Strategies of the columns that are done, by size.
    pub(super) columns: Vec<(u16, Vec<Range>)>,
}

/// Why saved work cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SavedError {
    /// The first line is another.
    #[error("this is no saved work: expected it to begin with `croupier-poker-work 1`")]
    Magic,
    /// It is cut off or changed.
    #[error("the saved work is damaged: its checksum does not hold")]
    Damaged,
    /// It belongs to another plan.
    #[error("the saved work belongs to another plan: {found}")]
    OtherPlan {
        /// The plan it was saved for.
        found: String,
    },
}

const MAGIC: &str = "croupier-poker-work 1\n";

/// The bytes of the checksum.
const SUM: usize = 32;

impl Saved {
    /// Passes over the grid so far.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// Columns that are done.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Whether the answers to a size are among them.
    pub fn has_column(&self, size: u16) -> bool {
        self.columns.iter().any(|(known, _)| *known == size)
    }

    /// Takes in the answers to a size that were solved apart, unless it has them.
    pub fn add(&mut self, column: SavedColumn) {
        if !self.has_column(column.size) {
            self.columns.push((column.size, column.rows));
        }
    }

    /// Whether it has a row for each of the plan's.
    fn fits(&self, plan: &Plan) -> bool {
        let rows = Tree::grow(&plan.grid, &[(State::START, [0; 3])]).rows();
        let is_column = |(size, rows): &(u16, Vec<Range>)| {
            plan.columns.contains(size) && rows.len() == Column::tree(&plan.grid, *size).rows()
        };
        self.memory.iter().all(|memory| memory.len() == rows) && self.columns.iter().all(is_column)
    }

    /// As a file: a line that names the format, a line that names the plan, packed numbers, a checksum.
    pub fn to_bytes(&self, plan: &Plan) -> Vec<u8> {
        let mut packer = DeflateEncoder::new(format!("{MAGIC}{plan}\n").into_bytes(), Compression::fast());
        let mut put =
            |number: u32| packer.write_all(&number.to_le_bytes()).expect("memory takes what is written");
        let count = |rows: &[Range]| u32::try_from(rows.len()).expect("fewer than 2^32 rows");
        put(self.passes);
        put(u32::try_from(self.columns.len()).expect("fewer than 2^32 columns"));
        let columns = self.columns.iter().map(|(size, rows)| (u32::from(*size), rows.as_slice()));
        let memory = self.memory.iter().map(|rows| (0, rows.as_slice()));
        for (size, rows) in memory.chain(columns) {
            put(size);
            put(count(rows));
            rows.iter().flatten().for_each(|number| put(number.to_bits()));
        }
        let mut bytes = packer.finish().expect("memory takes what is written");
        let sum = blake3::hash(&bytes);
        bytes.extend(sum.as_bytes());
        bytes
    }

    /// Reads the bytes of a file for the same plan.
    pub fn from_bytes(bytes: &[u8], plan: &Plan) -> Result<Self, SavedError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(SavedError::Magic)?;
        let (content, sum) =
            rest.split_at_checked(rest.len().wrapping_sub(SUM)).ok_or(SavedError::Damaged)?;
        if blake3::hash(&bytes[..bytes.len() - SUM]).as_bytes() != sum {
            return Err(SavedError::Damaged);
        }
        let line = content.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let found = String::from_utf8_lossy(line).into_owned();
        if found != plan.to_string() {
            return Err(SavedError::OtherPlan { found });
        }
        let packed = content.get(line.len() + 1..).ok_or(SavedError::Damaged)?;
        let saved = Numbers(DeflateDecoder::new(packed)).saved().ok_or(SavedError::Damaged)?;
        if saved.fits(plan) { Ok(saved) } else { Err(SavedError::Damaged) }
    }
}

/// The answers to one size, solved apart: by [`Plan::column`].
#[derive(Clone, Debug, PartialEq)]
pub struct SavedColumn {
    pub(super) size: u16,
    pub(super) rows: Vec<Range>,
}

impl SavedColumn {
    /// As bytes: packed numbers and a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
        let mut put =
            |number: u32| packer.write_all(&number.to_le_bytes()).expect("memory takes what is written");
        put(self.size.into());
        put(u32::try_from(self.rows.len()).expect("fewer than 2^32 rows"));
        self.rows.iter().flatten().for_each(|number| put(number.to_bits()));
        let mut bytes = packer.finish().expect("memory takes what is written");
        let sum = blake3::hash(&bytes);
        bytes.extend(sum.as_bytes());
        bytes
    }

    /// Reads the answers to a size of a plan.
    ///
    /// # Errors
    /// [`SavedError::Damaged`] when the bytes are others.
    pub fn from_bytes(bytes: &[u8], plan: &Plan, size: u16) -> Result<Self, SavedError> {
        let (packed, sum) =
            bytes.split_at_checked(bytes.len().wrapping_sub(SUM)).ok_or(SavedError::Damaged)?;
        if blake3::hash(packed).as_bytes() != sum {
            return Err(SavedError::Damaged);
        }
        let (found, rows) = Numbers(DeflateDecoder::new(packed)).rows().ok_or(SavedError::Damaged)?;
        let fits = found == size && rows.len() == Column::tree(&plan.grid, size).rows();
        if fits { Ok(Self { size, rows }) } else { Err(SavedError::Damaged) }
    }
}

/// The packed numbers.
struct Numbers<R>(R);

impl<R: Read> Numbers<R> {
    fn next(&mut self) -> Option<u32> {
        let mut bytes = [0; 4];
        self.0.read_exact(&mut bytes).ok()?;
        Some(u32::from_le_bytes(bytes))
    }

    fn rows(&mut self) -> Option<(u16, Vec<Range>)> {
        let size = u16::try_from(self.next()?).ok()?;
        let mut rows = Vec::new();
        for _ in 0..self.next()? {
            let mut row = [0.0; HANDS];
            for number in &mut row {
                *number = f32::from_bits(self.next()?);
            }
            rows.push(row);
        }
        Some((size, rows))
    }

    fn saved(&mut self) -> Option<Saved> {
        let (passes, columns) = (self.next()?, self.next()?);
        let memory = [self.rows()?.1, self.rows()?.1];
        let columns = (0..columns).map(|_| self.rows()).collect::<Option<_>>()?;
        Some(Saved { passes, memory, columns })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::{Grid, Limits, Plan, Step};
    use super::{Saved, SavedColumn, SavedError};

    fn plan() -> Plan {
        let grid = Grid::new(Limits { min: 10, max: 300 }, &[10, 50, 300], &[3.0], &[]).unwrap();
        Plan { grid, passes: 200, columns: vec![20, 30, 100], column_passes: 40, gate_passes: 10 }
    }

    /// Each column solved apart, from the bytes of the solved grid: the same policy.
    #[test]
    fn columns_that_were_solved_apart_make_the_same_policy() {
        let plan = plan();
        let whole = plan.solve(&|_| true).unwrap().to_bytes(&plan);
        let bare = Plan { columns: Vec::new(), ..plan.clone() };
        let grid = Mutex::new(Saved::default());
        bare.go_on(Saved::default(), &|_| true, &|now| *grid.lock().unwrap() = now()).unwrap();
        let mut grid = grid.into_inner().unwrap();
        assert_eq!((grid.passes(), grid.columns()), (200, 0));
        let sent = Saved::from_bytes(&grid.to_bytes(&plan), &plan).unwrap();
        for size in plan.columns.clone().into_iter().rev() {
            assert_eq!(plan.column(&sent, size, &|| false), None);
            let bytes = plan.column(&sent, size, &|| true).unwrap().to_bytes();
            let column = SavedColumn::from_bytes(&bytes, &plan, size).unwrap();
            assert_eq!(SavedColumn::from_bytes(&bytes, &plan, size + 1), Err(SavedError::Damaged));
            assert_eq!(SavedColumn::from_bytes(&bytes[1..], &plan, size), Err(SavedError::Damaged));
            grid.add(column);
        }
        assert_eq!(plan.go_on(grid, &|_| true, &|_| ()).unwrap().to_bytes(&plan), whole);
    }

    /// Cut at every step, and gone on with by what was saved there: the same policy each time.
    #[test]
    fn an_interrupted_plan_comes_to_the_same_policy() {
        let plan = plan();
        let whole = plan.solve(&|_| true).unwrap().to_bytes(&plan);
        for cut in [1, 7, 20, 21, 22] {
            let steps = Mutex::new(0);
            let saved = Mutex::new(Saved::default());
            let stopped = plan.go_on(
                Saved::default(),
                &|step: Step| {
                    if step == Step::Pass {
                        return true;
                    }
                    let mut steps = steps.lock().unwrap();
                    *steps += 1;
                    *steps < cut
                },
                &|now| *saved.lock().unwrap() = now(),
            );
            assert!(stopped.is_none());
            let bytes = saved.into_inner().unwrap().to_bytes(&plan);
            let saved = Saved::from_bytes(&bytes, &plan).unwrap();
            assert!(saved.passes() > 0);
            let policy = plan.go_on(saved, &|_| true, &|_| ()).unwrap();
            assert!(policy.to_bytes(&plan) == whole, "cut at step {cut}");
        }
    }

    /// Stopped between two looks at the gain.
    #[test]
    fn a_plan_is_stopped_after_any_pass_and_kept() {
        let plan = plan();
        let whole = plan.solve(&|_| true).unwrap().to_bytes(&plan);
        let passes = Mutex::new(0);
        let saved = Mutex::new(Saved::default());
        let tell = |step: Step| {
            let mut passes = passes.lock().unwrap();
            *passes += u32::from(step == Step::Pass);
            *passes < 13
        };
        let stopped = plan.go_on(Saved::default(), &tell, &|now| *saved.lock().unwrap() = now());
        assert!(stopped.is_none());
        let saved = saved.into_inner().unwrap();
        assert_eq!(saved.passes(), 14, "every tenth pass the gain is looked at");
        let policy = plan.go_on(saved, &|_| true, &|_| ()).unwrap();
        assert!(policy.to_bytes(&plan) == whole);
    }

    #[test]
    fn saved_work_that_does_not_fit_is_refused() {
        let plan = plan();
        let kept = Mutex::new(Saved::default());
        plan.go_on(Saved::default(), &|_| true, &|now| *kept.lock().unwrap() = now()).unwrap();
        let bytes = kept.into_inner().unwrap().to_bytes(&plan);
        let said = |bytes: &[u8], plan: &Plan| Saved::from_bytes(bytes, plan).unwrap_err();
        assert_eq!(said(b"", &plan), SavedError::Magic);
        assert_eq!(said(&bytes[..bytes.len() - 3], &plan), SavedError::Damaged);
        let other = Plan { gate_passes: 11, ..plan.clone() };
        assert_eq!(said(&bytes, &other), SavedError::OtherPlan { found: plan.to_string() });
    }
}
