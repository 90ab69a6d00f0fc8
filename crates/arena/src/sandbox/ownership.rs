//! Files of programs that run as users of their own: what they read is opened to them, and what a build
//! writes into is theirs as long as it runs. Links are left as they are: what they lead to is not ours.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};

use super::allowance::{Allowance, Writes};
use super::identity;
use super::view;
use crate::bot::Launch;

/// Folders that a build's program writes into; ours again when this is dropped.
#[derive(Debug)]
pub(super) struct Handed(Vec<PathBuf>);

/// Lets a user read what a launch needs, and write what its allowance says.
pub(super) fn hand_over(launch: &Launch, allowance: &Allowance, user: u32) -> io::Result<Handed> {
    let mut handed = Handed(Vec::new());
    for path in &launch.reads {
        if !view::is_of_system(path) {
            each(path, &mut open)?;
        }
    }
    match &allowance.writes {
        Writes::Scratch => {
            each(&launch.folder, &mut open)?;
            lchown(&launch.folder, Some(user), Some(user))?;
        }
        Writes::Kept(folders) => {
            handed.0.clone_from(folders);
            for folder in folders {
                each(folder, &mut |path, _| lchown(path, Some(user), Some(user)))?;
            }
        }
    }
    Ok(handed)
}

impl Drop for Handed {
    fn drop(&mut self) {
        for folder in &self.0 {
            // What cannot be changed is the build's own doing, and shows when its result is used.
            let _unchanged = each(folder, &mut |path, _| lchown(path, Some(0), Some(0)));
        }
    }
}

/// Closes a folder to all but us, and to the programs that we confine, which pass through it.
pub(super) fn enclose(folder: &Path) -> io::Result<()> {
    let mode = match identity::group() {
        Some(group) => {
            lchown(folder, None, Some(group))?;
            0o710
        }
        None => 0o700,
    };
    // Whatever mask the process has for new files.
    fs::set_permissions(folder, fs::Permissions::from_mode(mode))
}

/// The first folder above a path, or the path itself, that is closed to users other than its owner. What a
/// path leads to counts too.
pub(super) fn closed(path: &Path) -> Option<PathBuf> {
    let real = path.canonicalize();
    let real = real.as_deref().unwrap_or(path);
    let is_closed = |path: &Path| {
        let Ok(found) = fs::metadata(path) else { return true };
        let is_of_bots = identity::group() == Some(found.gid());
        found.permissions().mode() & if is_of_bots { 0o010 } else { 0o001 } == 0
    };
    [path, real]
        .into_iter()
        .flat_map(|path| path.ancestors().skip(1))
        .chain([real])
        .find(|path| is_closed(path))
        .map(Path::to_owned)
}

/// Does something to a path and all beneath it, links left out.
fn each(path: &Path, act: &mut dyn FnMut(&Path, &fs::Metadata) -> io::Result<()>) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    if found.is_symlink() {
        return Ok(());
    }
    act(path, &found)?;
    if found.is_dir() {
        for entry in fs::read_dir(path)? {
            each(&entry?.path(), act)?;
        }
    }
    Ok(())
}

/// Lets everybody read, and run what its owner may run.
fn open(path: &Path, found: &fs::Metadata) -> io::Result<()> {
    let mode = found.permissions().mode();
    let wanted = mode | 0o444 | if found.is_dir() || mode & 0o100 != 0 { 0o111 } else { 0 };
    if wanted == mode { Ok(()) } else { fs::set_permissions(path, fs::Permissions::from_mode(wanted)) }
}
