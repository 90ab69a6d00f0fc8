//! A policy as a file: a line that names the format, a line of JSON with the plan, packed chances, a checksum.
//!
//! ```text
//! croupier-policy 1
//! {"game":"poker","rules":1,"min":10,"max":300,"first":[10,…],"two":[…],"three":[…],…}
//! blocks: the grid, then each column: 4 bytes of length (little endian), deflated chances
//! 32 bytes: BLAKE3 of all before
//! ```
//!
//! A chance is a number of 1/10,000ths in two bytes; of the actions of a decision all but the last are kept. The low
//! bytes of a block stand before the high ones.

use std::io::{Read, Write};

use croupier_rules::game::Game;
use croupier_rules::poker::{Rules, SEATS};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use super::column::Column;
use super::grid::{Grid, GridError, Limits, State};
use super::plan::Plan;
use super::policy::{Forest, GATE_PASSES_MAX, Policy};
use super::showdown::{End, HANDS, Range};
use crate::cfr::{Node, Strategy, Tree};

/// The first line.
const MAGIC: &str = "croupier-policy 1\n";

/// Parts of one that a chance is counted in.
const PARTS: u16 = 10_000;

/// The longest second line, in bytes.
const HEAD_MAX: usize = 1 << 16;

/// The bytes of the checksum.
const SUM: usize = 32;

/// Why a policy cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PolicyError {
    /// The first line is another.
    #[error("this is no policy file: expected it to begin with `croupier-policy 1`")]
    Magic,
    /// It is cut off or changed.
    #[error("the policy file is damaged: its checksum does not hold; make it anew or fetch it again")]
    Damaged,
    /// The second line is not as it should be.
    #[error("the second line of the policy file: {0}")]
    Head(String),
    /// It was made for other rules.
    #[error(
        "the policy was made for version {found} of the rules of poker, and this program plays version {expected}"
    )]
    Version {
        /// This program's.
        expected: u32,
        /// The file's.
        found: u32,
    },
    /// Its sizes cannot be.
    #[error("the sizes of the policy file: {0}")]
    Grid(#[from] GridError),
    /// A block has not the numbers that its sizes need.
    #[error("block {block} of the policy file does not have the {expected} chances that its sizes need")]
    Block {
        /// Counted from 0, the grid.
        block: usize,
        /// Chances.
        expected: usize,
    },
}

/// The second line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    game: String,
    rules: u32,
    min: u16,
    max: u16,
    first: Vec<u16>,
    two: Vec<f32>,
    three: Vec<f32>,
    passes: u32,
    columns: Vec<u16>,
    column_passes: u32,
    gate_passes: u32,
}

impl Policy {
    /// The bytes of the file. Reading them gives the policy with its chances rounded to 1/10,000.
    pub fn to_bytes(&self, plan: &Plan) -> Vec<u8> {
        let grid = self.grid();
        let Limits { min, max } = grid.limits();
        let head = Head {
            game: Rules::NAME.to_owned(),
            rules: Rules::VERSION,
            min,
            max,
            first: grid.first().to_vec(),
            two: grid.raises(2).to_vec(),
            three: grid.raises(3).to_vec(),
            passes: plan.passes,
            columns: self.columns().collect(),
            column_passes: plan.column_passes,
            gate_passes: self.gate_passes,
        };
        let mut bytes = MAGIC.as_bytes().to_vec();
        bytes.extend(serde_json::to_vec(&head).expect("plain numbers are JSON"));
        bytes.push(b'\n');
        for forest in std::iter::once(&self.base).chain(self.columns.iter().map(Column::forest)) {
            let block = packed(forest);
            bytes.extend(u32::try_from(block.len()).expect("a block is far below 4 GB").to_le_bytes());
            bytes.extend(block);
        }
        let sum = blake3::hash(&bytes);
        bytes.extend(sum.as_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PolicyError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(PolicyError::Magic)?;
        let (content, sum) =
            bytes.split_at_checked(bytes.len().wrapping_sub(SUM)).ok_or(PolicyError::Damaged)?;
        if blake3::hash(content).as_bytes() != sum {
            return Err(PolicyError::Damaged);
        }
        let rest = &rest[..rest.len() - SUM];
        let end = rest.iter().take(HEAD_MAX).position(|&byte| byte == b'\n').ok_or(PolicyError::Damaged)?;
        let head: Head =
            serde_json::from_slice(&rest[..end]).map_err(|error| PolicyError::Head(error.to_string()))?;
        if head.game != Rules::NAME {
            return Err(PolicyError::Head(format!("expected the game poker, found {}", head.game)));
        }
        if head.rules != Rules::VERSION {
            return Err(PolicyError::Version { expected: Rules::VERSION, found: head.rules });
        }
        if !(1..=GATE_PASSES_MAX).contains(&head.gate_passes) {
            let found = head.gate_passes;
            return Err(PolicyError::Head(format!(
                "expected 1 to {GATE_PASSES_MAX} gate_passes, found {found}"
            )));
        }
        let limits = Limits { min: head.min, max: head.max };
        let grid = Grid::new(limits, &head.first, &head.two, &head.three)?;
        let is_rising = head.columns.windows(2).all(|pair| pair[0] < pair[1]);
        let is_new = |size: &u16| (limits.min..=limits.max).contains(size) && !grid.first().contains(size);
        if !is_rising || !head.columns.iter().all(is_new) {
            let wrong = "expected columns that rise, in range and off the sizes of round 1";
            return Err(PolicyError::Head(wrong.to_owned()));
        }
        let mut blocks = Blocks { rest: &rest[end + 1..], block: 0 };
        let base = blocks.next(Tree::grow(&grid, &[(State::START, [0; SEATS])]))?;
        let mut columns = Vec::new();
        for &size in &head.columns {
            columns.push(Column::new(size, blocks.next(Column::tree(&grid, size))?));
        }
        if !blocks.rest.is_empty() {
            return Err(PolicyError::Damaged);
        }
        Ok(Self::new(grid, base, columns, head.gate_passes))
    }
}

/// The blocks that are still to be read.
struct Blocks<'a> {
    rest: &'a [u8],
    block: usize,
}

impl Blocks<'_> {
    fn next(&mut self, tree: Tree<End, SEATS>) -> Result<Forest, PolicyError> {
        let (length, rest) = self.rest.split_first_chunk().ok_or(PolicyError::Damaged)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (block, rest) = rest.split_at_checked(length).ok_or(PolicyError::Damaged)?;
        self.rest = rest;
        let expected = chances(&tree);
        let strategy = unpacked(block, &tree).ok_or(PolicyError::Block { block: self.block, expected })?;
        self.block += 1;
        Ok(Forest { tree, strategy })
    }
}

/// The first rows of each class at each decision, and the number of its actions.
fn decisions(tree: &Tree<End, SEATS>) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    tree.nodes().flat_map(|node| {
        let decision = if let Node::Decision(decision) = node { Some(decision) } else { None };
        (0..SEATS).filter_map(move |seat| {
            let decision = decision?;
            decision.leads(seat).then(|| decision.rows(seat))
        })
    })
}

/// The chances that a block holds.
fn chances(tree: &Tree<End, SEATS>) -> usize {
    decisions(tree).map(|rows| (rows.len() - 1) * HANDS).sum()
}

fn packed(forest: &Forest) -> Vec<u8> {
    let mut low = Vec::new();
    let mut high = Vec::new();
    for rows in decisions(&forest.tree) {
        let mut left = [PARTS; HANDS];
        for row in &forest.strategy.rows()[rows.start..rows.end - 1] {
            for (chance, left) in row.iter().zip(&mut left) {
                let parts = parts(*chance).min(*left);
                *left -= parts;
                let [first, second] = parts.to_le_bytes();
                low.push(first);
                high.push(second);
            }
        }
    }
    low.extend(high);
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&low).expect("memory takes what is written");
    packer.finish().expect("memory takes what is written")
}

/// A chance in whole parts.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a chance is from 0 to 1")]
fn parts(chance: f32) -> u16 {
    (chance * f32::from(PARTS)).round() as u16
}

fn unpacked(block: &[u8], tree: &Tree<End, SEATS>) -> Option<Strategy<HANDS>> {
    let count = chances(tree);
    let mut bytes = Vec::new();
    let room = u64::try_from(2 * count + 1).expect("a block is far below 4 GB");
    DeflateDecoder::new(block).take(room).read_to_end(&mut bytes).ok()?;
    if bytes.len() != 2 * count {
        return None;
    }
    let (low, high) = bytes.split_at(count);
    let mut numbers = low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high]));
    let mut rows: Vec<Range> = vec![[0.0; HANDS]; tree.rows()];
    for range in decisions(tree) {
        let mut left = [PARTS; HANDS];
        for row in &mut rows[range.start..range.end - 1] {
            for (chance, left) in row.iter_mut().zip(&mut left) {
                let parts = numbers.next()?;
                *left = left.checked_sub(parts)?;
                *chance = f32::from(parts) / f32::from(PARTS);
            }
        }
        rows[range.end - 1] = left.map(|left| f32::from(left) / f32::from(PARTS));
    }
    Some(Strategy::of_rows(rows))
}

#[cfg(test)]
mod tests {
    use super::super::{Bids, Grid, Limits, Plan, Policy};
    use super::{PolicyError, SUM};

    fn small() -> (Plan, Policy) {
        let grid = Grid::new(Limits { min: 10, max: 300 }, &[10, 50, 300], &[3.0], &[3.0]).unwrap();
        let plan = Plan { grid, passes: 300, columns: vec![20, 100], column_passes: 60, gate_passes: 10 };
        let policy = plan.solve(&|_| true).unwrap();
        (plan, policy)
    }

    #[test]
    fn a_policy_that_is_read_plays_as_the_one_that_was_written() {
        let (plan, policy) = small();
        let bytes = policy.to_bytes(&plan);
        let read = Policy::from_bytes(&bytes).unwrap();
        assert_eq!(read.to_bytes(&plan), bytes, "rounded once, rounded for good");
        let gain = |policy: &Policy| policy.gain(Bids::Grid, Bids::Grid).chips;
        assert!((gain(&policy) - gain(&read)).abs() < 0.02);
        assert_eq!(read.columns().collect::<Vec<_>>(), [20, 100]);
    }

    #[test]
    fn a_file_that_is_none_is_refused() {
        let (plan, policy) = small();
        let bytes = policy.to_bytes(&plan);
        let said = |bytes: &[u8]| Policy::from_bytes(bytes).map(|_| ()).unwrap_err();
        assert_eq!(said(b""), PolicyError::Magic);
        assert_eq!(said(b"croupier-policy 1\n"), PolicyError::Damaged);
        assert_eq!(said(&bytes[..bytes.len() - 1]), PolicyError::Damaged);
        let mut flipped = bytes.clone();
        flipped[200] ^= 1;
        assert_eq!(said(&flipped), PolicyError::Damaged);
        // What follows was changed by somebody who made the sum anew.
        let signed = |from: &str, to: &str| {
            let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
            let mut forged =
                [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..bytes.len() - SUM]].concat();
            forged.extend(blake3::hash(&forged).as_bytes());
            said(&forged).to_string()
        };
        assert_eq!(
            signed("\"rules\":1", "\"rules\":7"),
            "the policy was made for version 7 of the rules of poker, and this program plays version 1"
        );
        assert!(
            signed("\"game\":\"poker\"", "\"game\":\"chess\"")
                .contains("expected the game poker, found chess")
        );
        assert!(signed("[10,50,300]", "[10,50,200]").contains("the greatest 300"));
        assert!(signed("[10,50,300]", "[10,50,60,300]").starts_with("block 0 of the policy file"));
        assert!(
            signed("\"gate_passes\":10", "\"gate_passes\":0")
                .contains("expected 1 to 4000 gate_passes, found 0")
        );
        assert!(signed("[20,100]", "[100,20]").contains("expected columns that rise"));
    }

    #[test]
    fn a_plan_can_be_stopped() {
        let (plan, _) = small();
        assert!(plan.solve(&|_| false).is_none());
    }
}
