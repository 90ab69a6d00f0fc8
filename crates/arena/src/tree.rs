//! Trees of files that strangers have left: put in order within bounds, and removed whatever they are.
//!
//! Nobody writes to a tree meanwhile: what has made it has ended. Links are never followed.

use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The most bytes of all files together, as they are copied for each seat: 128 MiB.
const BYTES_MAX: u64 = 128 << 20;

/// The most files, folders and links.
const ENTRIES_MAX: usize = 20_000;

/// The deepest folder.
const DEPTH_MAX: usize = 64;

/// The longest path from the top, in bytes.
const PATH_BYTES_MAX: usize = 1_024;

/// What owners and all others may do with a folder, and with a file that may be run.
const OPEN: u32 = 0o755;

/// And with any other file.
const READABLE: u32 = 0o644;

/// What is wrong with a tree.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Untidy {
    /// There is too much of it.
    #[error("expected at most {0}, found more")]
    TooMuch(String),
    /// A part of it cannot be put in order.
    #[error("{path} cannot be read: {why}")]
    Closed {
        /// The path from the top.
        path: String,
        /// What the system says.
        why: String,
    },
}

/// Puts a tree in order: all may read it, no bit changes who runs a file, and there are only files, folders
/// and links. Pipes, sockets and devices are removed.
///
/// # Errors
/// When there is too much of it. What was left to do is not done.
pub(crate) fn tidy(top: &Path) -> Result<(), Untidy> {
    let found = fs::symlink_metadata(top).map_err(|why| closed(Path::new(""), &why))?;
    if !found.is_dir() {
        return Err(closed(Path::new(""), &io::ErrorKind::NotADirectory.into()));
    }
    Tidying { top, entries: 0, bytes: 0 }.folder(Path::new(""), 0)
}

struct Tidying<'a> {
    top: &'a Path,
    entries: usize,
    bytes: u64,
}

impl Tidying<'_> {
    fn folder(&mut self, under: &Path, depth: usize) -> Result<(), Untidy> {
        if depth > DEPTH_MAX {
            return Err(Untidy::TooMuch(format!("{DEPTH_MAX} folders in each other")));
        }
        let closed = |why: io::Error| closed(under, &why);
        let whole = self.top.join(under);
        fs::set_permissions(&whole, Permissions::from_mode(OPEN)).map_err(closed)?;
        for entry in fs::read_dir(whole).map_err(closed)? {
            let entry = entry.map_err(closed)?;
            let path = under.join(entry.file_name());
            self.entry(&path, &entry.metadata().map_err(closed)?, depth)?;
        }
        Ok(())
    }

    fn entry(&mut self, path: &Path, found: &Metadata, depth: usize) -> Result<(), Untidy> {
        self.entries += 1;
        if self.entries > ENTRIES_MAX {
            return Err(Untidy::TooMuch(format!("{ENTRIES_MAX} files and folders")));
        }
        if path.as_os_str().len() > PATH_BYTES_MAX {
            return Err(Untidy::TooMuch(format!("{PATH_BYTES_MAX} bytes in the path of a file")));
        }
        let whole = self.top.join(path);
        if found.is_dir() {
            self.folder(path, depth + 1)
        } else if found.is_file() {
            self.bytes = self.bytes.saturating_add(found.len());
            if self.bytes > BYTES_MAX {
                return Err(Untidy::TooMuch(format!("{} MiB of files together", BYTES_MAX >> 20)));
            }
            let put = |mode| fs::set_permissions(&whole, Permissions::from_mode(mode));
            let is_marked = found.permissions().mode() & 0o111 != 0;
            let put_in_order = put(READABLE)
                .and_then(|()| if is_marked || is_startable(&whole)? { put(OPEN) } else { Ok(()) });
            put_in_order.map_err(|why| closed(path, &why))
        } else if found.is_symlink() {
            Ok(())
        } else {
            fs::remove_file(whole).map_err(|why| closed(path, &why))
        }
    }
}

/// Whether a file begins as a program or a script. On a layer without namespaces a build cannot mark it.
fn is_startable(file: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(file)?.take(ELF.len() as u64).read_to_end(&mut head)?;
    Ok(head == ELF || head.starts_with(b"#!"))
}

/// What an executable begins with.
const ELF: &[u8] = b"\x7fELF";

fn closed(path: &Path, why: &io::Error) -> Untidy {
    let path = if path.as_os_str().is_empty() { Path::new("the folder") } else { path };
    Untidy::Closed { path: path.display().to_string(), why: why.kind().to_string() }
}

/// Removes a folder with all that is in it, however deep it is, and though its folders are closed to us.
///
/// # Errors
/// When something in it is not ours. A folder that is not there is no error.
pub fn remove(top: &Path) -> io::Result<()> {
    match fs::remove_dir_all(top) {
        Ok(()) => Ok(()),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(_) => flatten(top).and_then(|()| fs::remove_dir(top)),
    }
}

/// Empties a folder: what lies deeper is moved to the top, so that no path grows long.
fn flatten(top: &Path) -> io::Result<()> {
    fs::set_permissions(top, Permissions::from_mode(0o700))?;
    let mut moved = 0_u64;
    loop {
        let mut is_empty = true;
        for entry in fs::read_dir(top)? {
            is_empty = false;
            let folder = entry?.path();
            if !take_out(&folder)? {
                continue;
            }
            for inner in fs::read_dir(&folder)? {
                let inner = inner?.path();
                if take_out(&inner)? {
                    move_up(&inner, top, &mut moved)?;
                }
            }
            fs::remove_dir(folder)?;
        }
        if is_empty {
            return Ok(());
        }
    }
}

/// Removes what is no folder, and opens what is one to us: then `true`.
fn take_out(path: &Path) -> io::Result<bool> {
    let is_folder = fs::symlink_metadata(path)?.is_dir();
    if is_folder {
        fs::set_permissions(path, Permissions::from_mode(0o700))?;
    } else {
        fs::remove_file(path)?;
    }
    Ok(is_folder)
}

/// Moves a folder to the top, under a name that is free.
fn move_up(folder: &Path, top: &Path, moved: &mut u64) -> io::Result<()> {
    loop {
        *moved += 1;
        let to: PathBuf = top.join(format!("moved-{moved}"));
        match fs::symlink_metadata(&to) {
            Ok(_) => {}
            Err(why) if why.kind() == io::ErrorKind::NotFound => return fs::rename(folder, to),
            Err(why) => return Err(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;
    use std::process::Command;

    use rustix::fs::{Mode, OFlags, mkdirat, openat};

    use super::{Untidy, remove, tidy};

    /// A folder in which a shell has run a script.
    fn left_by(script: &str) -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        let top = place.path().join("files");
        fs::create_dir(&top).unwrap();
        let done = Command::new("sh").args(["-ec", script]).current_dir(&top).status().unwrap();
        assert!(done.success());
        place
    }

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn modes_are_put_in_order_and_pipes_are_removed() {
        let place = left_by(
            "mkdir closed; touch closed/file; chmod 0 closed/file closed; touch run; chmod 6711 run; \
             mkfifo pipe; mkdir odd; chmod 7777 odd; echo '#!/bin/sh' > script; chmod 0 script",
        );
        let top = place.path().join("files");
        let outside = place.path().join("outside");
        fs::write(&outside, "").unwrap();
        fs::set_permissions(&outside, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&outside, top.join("link")).unwrap();
        assert_eq!(tidy(&top), Ok(()));
        let expected =
            [("closed", 0o755), ("closed/file", 0o644), ("run", 0o755), ("odd", 0o755), ("script", 0o755)];
        for (path, expected) in expected {
            assert_eq!(mode(&top.join(path)), expected, "{path}");
        }
        assert!(fs::symlink_metadata(top.join("pipe")).is_err());
        assert_eq!(mode(&outside), 0o600, "a link is not followed");
    }

    #[test]
    fn too_much_is_told() {
        for (script, expected) in [
            ("truncate -s 100M a; truncate -s 100M b", "128 MiB of files together"),
            ("mkdir d; cd d; seq 20001 | xargs touch", "20000 files and folders"),
            ("for n in $(seq 70); do mkdir d; cd d; done", "64 folders in each other"),
        ] {
            let place = left_by(script);
            let found = tidy(&place.path().join("files"));
            assert_eq!(found, Err(Untidy::TooMuch(expected.to_owned())), "{script}");
        }
    }

    #[test]
    fn a_tree_is_removed_whatever_it_is() {
        for script in
            ["mkdir -p a/b moved-1; touch a/b/c; chmod 0 a/b a", "mkfifo pipe; ln -s / root", "true"]
        {
            let place = left_by(script);
            let top = place.path().join("files");
            remove(&top).unwrap();
            assert!(!top.exists(), "{script}");
            remove(&top).unwrap();
        }
    }

    #[test]
    fn a_tree_is_removed_that_is_deeper_than_a_path_can_say() {
        let place = left_by("true");
        let top = place.path().join("files");
        let mut folder = open_folder(rustix::fs::CWD, &top);
        for _ in 0..3_000 {
            mkdirat(&folder, "deep", Mode::RWXU).unwrap();
            folder = open_folder(&folder, Path::new("deep"));
        }
        drop(folder);
        assert!(matches!(tidy(&top), Err(Untidy::TooMuch(_))));
        remove(&top).unwrap();
        assert!(!top.exists());
    }

    fn open_folder(above: impl std::os::fd::AsFd, path: &Path) -> std::os::fd::OwnedFd {
        openat(above, path, OFlags::PATH | OFlags::DIRECTORY, Mode::empty()).unwrap()
    }
}
