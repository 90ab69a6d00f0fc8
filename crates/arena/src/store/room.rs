//! Room on the disk.

use std::io;
use std::path::Path;

/// The bytes that are free where a folder lies, for us.
///
/// # Errors
/// When the folder is not there, or its file system does not say.
pub fn free_bytes(folder: &Path) -> io::Result<u64> {
    let found = rustix::fs::statvfs(folder)?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::free_bytes;

    #[test]
    fn a_folder_has_room_and_one_that_is_not_there_does_not_say() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        assert!(free_bytes(folder.path()).expect("it is there") > 0);
        assert!(free_bytes(&folder.path().join("none")).is_err());
    }
}
