//! What a bot is held by that is run outside a contest.

use std::env;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use croupier_arena::sandbox::Sandbox;
use tempfile::TempDir;

use super::run::no_sandbox;
use crate::failure::Failure;

/// The best layer that works in a folder, or none for a bot that is the user's own.
///
/// # Errors
/// When no layer works, and the bot is not trusted.
pub(super) fn sandbox(trust: bool, work: &Path) -> Result<Sandbox, Failure> {
    if trust { Ok(Sandbox::trusted()) } else { Sandbox::choose(work).map_err(no_sandbox) }
}

/// A folder for the time of a command. Bots may run as other users, who have to reach it.
///
/// # Errors
/// When the system refuses it.
pub(super) fn folder() -> io::Result<TempDir> {
    let folder = tempfile::tempdir_in(env::temp_dir().canonicalize()?)?;
    // Whatever mask the process has for new files.
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
    Ok(folder)
}
