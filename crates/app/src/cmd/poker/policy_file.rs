//! A policy that was written to a file.

use std::fs;
use std::path::Path;

use croupier_solve::poker::Policy;

use crate::failure::Failure;

/// Reads it; how many bytes it has.
pub(super) fn read(path: &Path) -> Result<(Policy, usize), Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::unreadable(path, &error))?;
    let policy = Policy::from_bytes(&bytes).map_err(|error| {
        Failure::bad_input(format!("{}: {error}", path.display()))
            .hint("croupier poker solve --out FILE makes one")
    })?;
    Ok((policy, bytes.len()))
}
