//! A package in memory, and writing it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files of a package, by their paths inside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

/// Why a package was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// Nothing of others is written over.
    #[error("{} is there and not empty: expected a new or empty folder", .0.display())]
    NotEmpty(PathBuf),
    /// The system refused.
    #[error("{}: {why}", file.display())]
    Refused {
        /// The file or folder.
        file: PathBuf,
        /// What the system said.
        why: io::Error,
    },
}

impl Package {
    /// Puts a file in, in place of one with the same path.
    pub fn put(&mut self, path: impl Into<PathBuf>, content: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), content.into());
    }

    /// Its files, by path.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.files.iter().map(|(path, content)| (path.as_path(), content.as_slice()))
    }

    /// Writes the package into a new or empty folder.
    ///
    /// # Errors
    /// When the folder holds something, or the system refuses a file.
    pub fn write(&self, folder: &Path) -> Result<(), NotWritten> {
        let refused = |file: &Path, why| NotWritten::Refused { file: file.into(), why };
        fs::create_dir_all(folder).map_err(|why| refused(folder, why))?;
        let mut entries = fs::read_dir(folder).map_err(|why| refused(folder, why))?;
        if entries.next().is_some() {
            return Err(NotWritten::NotEmpty(folder.into()));
        }
        for (path, content) in &self.files {
            let file = folder.join(path);
            let parent = file.parent().expect("a file lies in a folder");
            fs::create_dir_all(parent).map_err(|why| refused(parent, why))?;
            fs::write(&file, content).map_err(|why| refused(&file, why))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{NotWritten, Package};

    #[test]
    fn a_package_never_writes_over_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let mut package = Package::default();
        package.put("data/sample/1.in", "2D 5D JD KC AC\n");
        package.write(&folder.path().join("new/one")).unwrap();
        let written = fs::read_to_string(folder.path().join("new/one/data/sample/1.in")).unwrap();
        assert_eq!(written, "2D 5D JD KC AC\n");
        assert!(matches!(package.write(&folder.path().join("new")), Err(NotWritten::NotEmpty(_))));
        assert!(matches!(
            package.write(&folder.path().join("new/one/data/sample/1.in")),
            Err(NotWritten::Refused { .. })
        ));
    }
}
