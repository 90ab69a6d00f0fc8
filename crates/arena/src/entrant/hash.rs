//! The hash that names an entrant's files.

use std::path::Path;

/// Separates this use of BLAKE3 from every other.
const CONTEXT: &str = "croupier 2026 files of an entrant, version 1";

/// BLAKE3 over each file in the order of its path: the path's length and bytes, the content's length
/// and bytes. Lengths are 64-bit numbers, the lowest byte first; a path's parts are joined by `/`.
#[derive(Debug)]
pub(super) struct FilesHash(blake3::Hasher);

impl FilesHash {
    pub(super) fn new() -> Self {
        Self(blake3::Hasher::new_derive_key(CONTEXT))
    }

    /// Takes the next file.
    pub(super) fn add(&mut self, path: &Path, content: &[u8]) {
        let name = path.to_str().expect("paths of an entrant are UTF-8");
        for part in [name.as_bytes(), content] {
            self.0.update(&(part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    pub(super) fn finish(&self) -> blake3::Hash {
        self.0.finalize()
    }
}
