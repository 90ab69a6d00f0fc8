//! Working folders of a run: of builds and of seats. They last as long as the process at most.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::StoreError;
use crate::sandbox;
use crate::tree;

/// The folder of all working folders, in the data folder.
const FOLDER: &str = "work";

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
    /// data folder is next opened for writing. Other users do not see what is in it: sources are their authors'.
    ///
    /// # Errors
    /// When the data folder cannot be written to.
    pub fn begin(&self, purpose: &str) -> io::Result<TempDir> {
        let folder = tempfile::Builder::new().prefix(&format!("{purpose}-")).tempdir_in(&self.folder)?;
        sandbox::enclose(folder.path())?;
        Ok(folder)
    }

    /// Makes their folder, and removes what a process that was killed has left there.
    pub(crate) fn prepare(data: &Path) -> Result<Self, StoreError> {
        let folder = data.join(FOLDER);
        let prepared = || -> io::Result<PathBuf> {
            fs::create_dir_all(&folder)?;
            sandbox::enclose(&folder)?;
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
