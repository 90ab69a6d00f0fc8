//! An entrant's files: which they are, and bounds on their number and size.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::hash::FilesHash;
use super::source;
use crate::beneath::{Folder, Last};

/// The most bytes of all files of an entrant: 64 MiB.
pub(super) const BYTES_MAX: u64 = 64 << 20;
/// The most files of an entrant.
const FILES_MAX: usize = 10_000;
/// The deepest folder in an entrant's folder.
const DEPTH_MAX: usize = 32;

/// A contest whose entrants are its own folder has this among them.
const CONTEST_FILE: &str = "contest.toml";

/// What stands in a folder of entrants.
#[derive(Debug)]
pub(super) struct TopLevel {
    /// The entrants' paths, sorted.
    pub(super) entrants: Vec<PathBuf>,
    /// Headers, sorted: entrants that are one file may include them.
    pub(super) headers: Vec<PathBuf>,
}

impl TopLevel {
    /// Reads a folder of entrants.
    pub(super) fn read(folder: &Path) -> io::Result<Self> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
        paths.retain(|path| !is_passed_over(path) && !path.ends_with(CONTEST_FILE));
        paths.sort();
        let (headers, entrants) = paths.into_iter().partition(|path| source::is_header(path));
        Ok(Self { entrants, headers })
    }
}

/// The files of one entrant.
#[derive(Debug)]
pub(super) struct EntrantFiles {
    /// The folder that the paths start from.
    pub(super) folder: PathBuf,
    /// Relative paths, sorted.
    pub(super) paths: Vec<PathBuf>,
    opened: Folder,
}

impl EntrantFiles {
    /// All files in a folder, without what is passed over.
    pub(super) fn of_folder(folder: &Path) -> Result<Self, String> {
        let is_link = fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_symlink());
        if is_link {
            return Err("expected a folder, found a link to one: copy it".to_owned());
        }
        let opened = opened(folder, Last::Itself)?;
        let mut files = Self { folder: folder.to_owned(), paths: Vec::new(), opened };
        files.collect(Path::new(""), 0)?;
        files.paths.sort();
        files.bounded()
    }

    /// One file, and those of the headers beside it that it includes.
    pub(super) fn of_file(path: &Path, headers: &[PathBuf]) -> Result<Self, String> {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let name = PathBuf::from(path.file_name().expect("an entrant's path ends with its name"));
        let opened = opened(&folder, Last::Followed)?;
        let mut files = Self { folder, paths: Vec::new(), opened };
        files.take(&name)?;
        let mut left: Vec<PathBuf> =
            headers.iter().filter_map(|header| header.file_name()).map(PathBuf::from).collect();
        let mut to_read = if source::Language::of(&name).and_then(source::CFamily::of).is_some() {
            vec![name]
        } else {
            Vec::new()
        };
        while let Some(path) = to_read.pop() {
            let included: BTreeSet<PathBuf> = source::quoted_includes(&files.read(&path)?).collect();
            let (found, rest): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|header| included.contains(header));
            left = rest;
            for header in found {
                files.take(&header)?;
                to_read.push(header);
            }
        }
        files.paths.sort();
        files.bounded()
    }

    /// The bytes of a file.
    pub(super) fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let unreadable = |why: io::Error| format!("{} cannot be read: {why}", path.display());
        Ok(self.opened.read(path, BYTES_MAX).map_err(unreadable)?.bytes)
    }

    /// The hash of all files.
    pub(super) fn hash(&self) -> Result<blake3::Hash, String> {
        let mut hash = FilesHash::new();
        for path in &self.paths {
            hash.add(path, &self.read(path)?);
        }
        Ok(hash.finish())
    }

    /// Whether a file may be executed.
    pub(super) fn is_executable(&self, path: &Path) -> bool {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(self.folder.join(path)).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
    }

    fn collect(&mut self, under: &Path, depth: usize) -> Result<(), String> {
        let unreadable = |why: io::Error| format!("{} cannot be read: {why}", under.display());
        if depth > DEPTH_MAX {
            return Err(format!("expected folders at most {DEPTH_MAX} deep, found more"));
        }
        for entry in fs::read_dir(self.folder.join(under)).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = under.join(entry.file_name());
            if is_passed_over(&path) {
                continue;
            }
            if entry.file_type().map_err(unreadable)?.is_dir() {
                self.collect(&path, depth + 1)?;
            } else {
                self.take(&path)?;
            }
        }
        Ok(())
    }

    /// Takes a file, or a link to a file in the folder.
    fn take(&mut self, path: &Path) -> Result<(), String> {
        let shown = path.display();
        let unreadable = |why: io::Error| format!("{shown} cannot be read: {why}");
        if path.to_str().is_none() {
            return Err(format!("expected file names in UTF-8, found {shown}"));
        }
        let whole = self.folder.join(path);
        if fs::symlink_metadata(&whole).map_err(unreadable)?.is_symlink() {
            let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
            let folder = folder.canonicalize().map_err(unreadable)?;
            let target = whole.canonicalize().map_err(unreadable)?;
            if !target.starts_with(&folder) {
                return Err(format!("{shown} is a link that leads out of the folder: copy the file"));
            }
            if target.is_dir() {
                return Err(format!("{shown} is a link to a folder: copy the folder"));
            }
        }
        if !fs::metadata(&whole).map_err(unreadable)?.is_file() {
            return Err(format!("{shown} is neither a file nor a folder"));
        }
        self.paths.push(path.to_owned());
        if self.paths.len() > FILES_MAX {
            return Err(format!("expected at most {FILES_MAX} files, found more"));
        }
        Ok(())
    }

    /// Refuses files that are too large together.
    fn bounded(self) -> Result<Self, String> {
        let sizes = self.paths.iter().filter_map(|path| fs::metadata(self.folder.join(path)).ok());
        let bytes: u64 = sizes.map(|metadata| metadata.len()).sum();
        if bytes > BYTES_MAX { Err(too_large()) } else { Ok(self) }
    }
}

fn opened(folder: &Path, last: Last) -> Result<Folder, String> {
    Folder::open(folder, last).map_err(|why| format!("the folder cannot be read: {why}"))
}

fn too_large() -> String {
    format!("expected files of at most {} MiB together, found more", BYTES_MAX >> 20)
}

/// Names that begin with a dot, and what Python leaves behind.
fn is_passed_over(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(b".") || name == b"__pycache__"
}
