//! Working folders of a run: of builds and of seats. They last as long as the process at most.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::StoreError;
use crate::tree;

/// The folder of all working folders, in the data folder.
const FOLDER: &str = "work";

/// Started by root, a sandbox runs bots as other users of the system, who read and pass through. Else
/// nobody but us has any business here.
fn mode() -> u32 {
    if rustix::process::geteuid().is_root() { 0o755 } else { 0o700 }
}

/// Where working folders are made, in any thread.
#[derive(Clone, Debug)]
pub struct WorkFolders {
    folder: PathBuf,
}

impl WorkFolders {
    /// The folder that holds them all.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// An empty folder at an absolute path, whose name begins with what it is for. Dropped, it is removed
    /// with all that is in it. One that was left, because the process was killed, is removed when the
    /// data folder is next opened for writing.
    ///
    /// # Errors
    /// When the data folder cannot be written to.
    pub fn begin(&self, purpose: &str) -> io::Result<TempDir> {
        let folder = tempfile::Builder::new().prefix(&format!("{purpose}-")).tempdir_in(&self.folder)?;
        set_mode(folder.path())?;
        Ok(folder)
    }

    /// Makes their folder, and removes what a process that was killed has left there.
    pub(crate) fn prepare(data: &Path) -> Result<Self, StoreError> {
        let folder = data.join(FOLDER);
        let prepared = || -> io::Result<PathBuf> {
            fs::create_dir_all(&folder)?;
            set_mode(&folder)?;
            for entry in fs::read_dir(&folder)? {
                // What cannot be removed is in nobody's way: every folder gets a name of its own.
                let _left = tree::remove(&entry?.path());
            }
            // Bots and compilers run in other folders.
            folder.canonicalize()
        };
        let folder = prepared().map_err(StoreError::file(&folder))?;
        Ok(Self { folder })
    }
}

/// Whatever mask the process has for new files.
fn set_mode(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(mode()))
}
