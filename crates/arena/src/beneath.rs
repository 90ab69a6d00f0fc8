//! Files of a folder that strangers write to, opened without being led out of it.
//!
//! A link may be put where a file was, also between two looks at it; a pipe in its place would keep a
//! reader waiting, and a device would never end. So each part of a path is opened by itself and no link is
//! followed on the way, what is opened is a plain file, and reading has a bound.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, openat};

/// A folder that is open: another that is put in its place changes nothing.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    opened: OwnedFd,
}

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Content {
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// Whether it may be executed.
    pub(crate) is_executable: bool,
}

/// Whether the last part of a folder's path may be a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    /// It may: the path was chosen by who runs us.
    Followed,
    /// It may not: strangers write to the folder that it stands in.
    Itself,
}

impl Folder {
    /// Opens a folder; an empty path is the working folder.
    pub(crate) fn open(path: &Path, last: Last) -> io::Result<Self> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let follows = if last == Last::Itself { OFlags::NOFOLLOW } else { OFlags::empty() };
        let opened = openat(CWD, path, PASSED | follows, Mode::empty())?;
        Ok(Self { path: path.to_owned(), opened })
    }

    /// Reads a file of the folder, by its relative path. A link may lead to another file of the folder.
    ///
    /// # Errors
    /// When it leads out, is no plain file, or has more than `bytes_max` bytes.
    pub(crate) fn read(&self, file: &Path, bytes_max: u64) -> io::Result<Content> {
        let (opened, found) = self.open_file(file)?;
        let mut bytes = Vec::new();
        opened.take(bytes_max.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > bytes_max {
            return Err(io::Error::other(format!("expected at most {bytes_max} bytes, found more")));
        }
        Ok(Content { bytes, is_executable: found.permissions().mode() & 0o111 != 0 })
    }

    /// Reads the first bytes of a file as [`read`](Self::read) does, `bytes_max` at most.
    ///
    /// # Errors
    /// When it leads out, or is no plain file.
    pub(crate) fn read_start(&self, file: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open_file(file)?.0.take(bytes_max).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Looks whether there is such a file, as [`read`](Self::read) would read it.
    ///
    /// # Errors
    /// When it leads out, or is no plain file.
    pub(crate) fn find(&self, file: &Path) -> io::Result<()> {
        self.open_file(file).map(drop)
    }

    fn open_file(&self, file: &Path) -> io::Result<(File, std::fs::Metadata)> {
        // Where links lead now. What is opened below is this, or the way there has a link again.
        let whole = self.path.join(file).canonicalize()?;
        let real = whole.strip_prefix(self.path.canonicalize()?).map_err(|_| leads_out())?;
        let mut above: Option<OwnedFd> = None;
        let mut parts = real.components().peekable();
        while let Some(part) = parts.next() {
            let Component::Normal(name) = part else { return Err(leads_out()) };
            let flags = if parts.peek().is_some() { PASSED } else { READ };
            let folder = above.as_ref().unwrap_or(&self.opened);
            above = Some(openat(folder, name, flags | OFlags::NOFOLLOW, Mode::empty())?);
        }
        let opened = File::from(above.ok_or_else(no_file)?);
        let found = opened.metadata()?;
        if found.is_file() { Ok((opened, found)) } else { Err(no_file()) }
    }
}

/// A folder on the way.
const PASSED: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// A file at the end. Without waiting: a pipe would have to be written to first.
const READ: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

fn leads_out() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "a link that leads out of the folder")
}

fn no_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "expected a file, found something else")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::Path;
    use std::process::Command;

    use super::{Folder, Last};

    #[test]
    fn no_link_leads_out_and_no_pipe_or_device_is_waited_for() {
        let place = tempfile::tempdir().unwrap();
        let (folder, secret) = (place.path().join("anna"), place.path().join("secret"));
        fs::create_dir_all(folder.join("deep")).unwrap();
        fs::write(&secret, "a queen").unwrap();
        fs::write(folder.join("deep/own"), "mine").unwrap();
        symlink(&secret, folder.join("out")).unwrap();
        symlink("..", folder.join("up")).unwrap();
        symlink("deep/own", folder.join("in")).unwrap();
        symlink("/dev/zero", folder.join("endless")).unwrap();
        assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
        let opened = Folder::open(&folder, Last::Itself).unwrap();
        let read = |file: &str| opened.read(Path::new(file), 4).map(|content| content.bytes);
        assert_eq!((read("in").unwrap(), read("deep/own").unwrap()), (b"mine".to_vec(), b"mine".to_vec()));
        for file in ["out", "up/secret", "endless", "pipe", "deep", ".", "none", "../secret"] {
            assert!(read(file).is_err(), "{file}");
        }
        assert!(opened.read(Path::new("in"), 3).is_err(), "it has four bytes");
    }

    #[test]
    fn a_link_in_place_of_the_folder_is_not_entered() {
        let place = tempfile::tempdir().unwrap();
        let (folder, private) = (place.path().join("anna"), place.path().join("private"));
        fs::create_dir(&private).unwrap();
        fs::write(private.join("key"), "a queen").unwrap();
        symlink(&private, &folder).unwrap();
        assert!(Folder::open(&folder, Last::Itself).is_err());
        assert!(Folder::open(&folder, Last::Followed).unwrap().read(Path::new("key"), 100).is_ok());
    }

    /// The folder is swapped again and again while it is read: what is private is never read.
    #[test]
    fn a_link_that_comes_and_goes_is_never_followed_out() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        fs::create_dir_all(place.join("anna/src")).unwrap();
        fs::create_dir(place.join("private")).unwrap();
        fs::write(place.join("anna/src/bot"), "mine").unwrap();
        fs::write(place.join("private/bot"), "a queen").unwrap();
        symlink(place.join("private"), place.join("link")).unwrap();
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let (src, aside, link) = (place.join("anna/src"), place.join("aside"), place.join("link"));
                while !stop.load(Ordering::Relaxed) {
                    fs::rename(&src, &aside).unwrap();
                    fs::rename(&link, &src).unwrap();
                    fs::rename(&src, &link).unwrap();
                    fs::rename(&aside, &src).unwrap();
                }
            });
            let opened = Folder::open(&place.join("anna"), Last::Itself).unwrap();
            for _ in 0..5_000 {
                if let Ok(content) = opened.read(Path::new("src/bot"), 100) {
                    assert_eq!(content.bytes, b"mine");
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
    }
}
