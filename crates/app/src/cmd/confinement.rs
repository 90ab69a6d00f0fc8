//! What a bot is held by that is run outside a contest.

use std::path::Path;

use croupier_arena::sandbox::Sandbox;

use crate::failure::Failure;
use crate::run_failure::no_sandbox;

/// The best layer that works in a folder, or none for a bot that is the user's own.
///
/// # Errors
/// When no layer works, and the bot is not trusted.
pub(super) fn sandbox(trust: bool, work: &Path) -> Result<Sandbox, Failure> {
    if trust { Ok(Sandbox::trusted()) } else { Sandbox::choose(work).map_err(no_sandbox) }
}
