//! What makes two runs of a contest the same run.

use std::fmt;

use crate::contest::Contest;
use crate::entrant::Field;
use crate::house;

/// Names a run by everything that its results follow from: settings, rules version, version of the
/// house players, seed, and the names and files of the entrants, in their order. A changed bot makes a new run;
/// a new title or folder does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunKey(blake3::Hash);

/// Separates this use of BLAKE3 from every other.
const CONTEXT: &str = "croupier 2026 key of a run, version 1";

impl RunKey {
    /// The key of a contest with its entrants, under a version of the game's rules.
    pub fn new(contest: &Contest, rules_version: u32, field: &Field) -> Self {
        let bots = field.entrants.iter().map(|entrant| (entrant.name.as_str(), entrant.hash));
        let unfit = field.unfit.iter().map(|unfit| (unfit.name.as_str(), unfit.hash()));
        let mut entrants: Vec<(&str, blake3::Hash)> = bots.chain(unfit).collect();
        entrants.sort_unstable_by_key(|&(name, _)| name);
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        let mut add = |part: &[u8]| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        add(contest.settings.canonical().as_bytes());
        add(&rules_version.to_le_bytes());
        add(house::VERSION.as_bytes());
        add(&contest.seed.to_le_bytes());
        for (name, hash) in entrants {
            add(name.as_bytes());
            add(hash.as_bytes());
        }
        // A folder lists its entrants by name. Where a person has listed them, the order says who sits where.
        if !field.entrants.is_sorted_by(|one, next| one.name <= next.name) {
            for entrant in &field.entrants {
                add(entrant.name.as_bytes());
            }
        }
        Self(hasher.finalize())
    }
}

/// The key in hexadecimal, as the store keeps it.
impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_hex())
    }
}
