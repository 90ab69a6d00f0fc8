//! Landlock's rules for a confined program: what it may open, held by the kernel without any privilege.
//!
//! There is no namespace here: the program sees the machine's processes by their numbers, and is kept
//! from them by filters. Its folder is read-only, since nothing bounds what it would write there as a
//! whole; a build writes into its own.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::Seen;
use super::allowance::{Allowance, Writes};
use super::view::Shown;
use crate::bot::Launch;

/// Devices that a program may read from; the first one swallows what is written.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];

/// The rules for a launch, ready to be taken on.
///
/// # Errors
/// When the kernel knows no Landlock that holds back truncation (Linux 6.2).
pub(super) fn rules(
    launch: &Launch,
    seen: &Seen,
    allowance: &Allowance,
    system: &[Shown],
) -> io::Result<OwnedFd> {
    let made = made(launch, seen, allowance, system).map_err(io::Error::other)?;
    let rules: Option<OwnedFd> = made.into();
    rules.ok_or_else(|| io::Error::from(io::ErrorKind::Unsupported))
}

/// Whether the kernel holds back signals to processes outside (Linux 6.12).
pub(super) fn holds_signals() -> bool {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    ruleset.scope(Scope::Signal).and_then(Ruleset::create).is_ok()
}

fn made(
    launch: &Launch,
    seen: &Seen,
    allowance: &Allowance,
    system: &[Shown],
) -> Result<RulesetCreated, RulesetError> {
    let all = AccessFs::from_all(ABI::V5);
    let read = AccessFs::from_read(ABI::V5);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V3))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?;
    let shown = system.iter().filter_map(|shown| match shown {
        Shown::Place(path) => Some(path.clone()),
        // Followed before any rule is asked.
        Shown::Link { .. } => None,
    });
    for path in shown.chain(seen.places.iter().cloned()).chain([launch.folder.clone()]) {
        rules = with(rules, &path, read)?;
    }
    for device in DEVICES.map(PathBuf::from) {
        let access = AccessFs::ReadFile | AccessFs::WriteFile;
        rules = with(rules, &device, access)?;
    }
    match &allowance.writes {
        Writes::Scratch => Ok(rules),
        Writes::Kept(folders) => folders.iter().try_fold(rules, |rules, folder| with(rules, folder, all)),
    }
}

/// A rule for a path and all beneath it; a file takes what files have.
fn with(
    rules: RulesetCreated,
    path: &Path,
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(opened) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(ABI::V5) };
    rules.add_rule(PathBeneath::new(opened, access))
}
