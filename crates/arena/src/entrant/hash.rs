//! The hash that names an entrant's files.

use super::files::EntrantFiles;

/// Separates this use of BLAKE3 from every other.
const CONTEXT: &str = "croupier 2026 files of an entrant, version 1";

/// BLAKE3 over each file in the order of its path: the path's length and bytes, the content's length
/// and bytes. Lengths are 64-bit numbers, the lowest byte first; a path's parts are joined by `/`.
pub(super) fn of(files: &EntrantFiles) -> Result<blake3::Hash, String> {
    let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
    for path in &files.paths {
        let name = path.to_str().expect("paths of an entrant are UTF-8");
        for part in [name.as_bytes(), &files.read(path)?] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    Ok(hasher.finalize())
}
