//! Trying a layer: a small program that does what no confined program should be able to do.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{Allowance, Layer, Sandbox};
use crate::batch::{self, Bounds, End, Run};
use crate::bot::{Exit, Launch};
use crate::errand::Errand;
use crate::stop;

/// How long the small program may take.
const TIME: Duration = Duration::from_secs(10);

/// Memory of the small program, in bytes.
const MEMORY: u64 = 64 << 20;

/// What it does: it reads a file of the referee, asks for the referee's process, and writes outside its
/// folder.
const SCRIPT: &str = r#"
(read -r line < "$1") 2>/dev/null && exit 10
(read -r line < /etc/passwd) 2>/dev/null && exit 11
kill -0 "$2" 2>/dev/null && exit 12
(: > /croupier-trial) 2>/dev/null && exit 13
exit 0
"#;

/// What each of its answers means.
const OPEN: [(i32, &str); 4] = [
    (10, "a file of the referee could be read"),
    (11, "the file of users could be read"),
    (12, "the referee's process was in reach"),
    (13, "the root folder could be written to"),
];

/// Why a layer is not used.
#[derive(Debug, thiserror::Error)]
pub enum Untried {
    /// A program that it takes is not there.
    #[error("{0} is not installed")]
    Missing(&'static str),
    /// Control groups cannot be made.
    #[error("{0}")]
    Cgroups(String),
    /// The small program does not run in it.
    #[error("it does not run: {0}")]
    Fails(String),
    /// It runs, and is not held.
    #[error("it does not hold: {0}")]
    Open(&'static str),
    /// The system refuses something.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// No layer works on this machine.
#[derive(Debug, thiserror::Error)]
pub struct NoSandbox {
    /// Each layer, with why it is not used.
    pub tried: Vec<(Layer, Untried)>,
}

impl NoSandbox {
    /// What to do about it.
    pub fn cure(&self) -> String {
        let mut cures = Vec::new();
        let is_missing = |(_, why): &(Layer, Untried)| matches!(why, Untried::Missing(_));
        if self.tried.iter().any(is_missing) {
            cures.push("install bubblewrap (apt-get install bubblewrap)");
        } else {
            cures.push(
                "on Ubuntu 23.10 and later: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0; on older \
                 systems: sysctl -w kernel.unprivileged_userns_clone=1",
            );
            cures.push("in Docker: --security-opt seccomp=unconfined --security-opt systempaths=unconfined");
        }
        cures.push("or use Linux 6.2 or later with Landlock switched on");
        cures.push("if all bots are your own: say trust = true in contest.toml, or give --trust");
        cures.join("; ")
    }
}

impl fmt::Display for NoSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no sandbox works on this machine, and the bots are not said to be trusted")?;
        for (layer, why) in &self.tried {
            write!(f, "\n  {layer}: {why}")?;
        }
        Ok(())
    }
}

/// Runs the small program in a sandbox, in a folder under `work`.
pub(super) fn hold(sandbox: &Sandbox, work: &Path) -> Result<(), Untried> {
    let place = Place::begin(work)?;
    let launch = sandbox.confine(place.launch.clone(), Allowance::bot(MEMORY))?;
    let errand = Errand::run_launch(&launch, Instant::now() + TIME, &stop::never())?;
    let exit = errand.status.ok().map(Exit::from);
    held(exit, &errand.stderr)
}

/// Runs the small program twice in a sandbox that lasts.
pub(super) fn hold_series(sandbox: &Sandbox, work: &Path) -> Result<(), Untried> {
    let place = Place::begin(work)?;
    let series = sandbox.series(&place.launch, Allowance::bot(MEMORY))?;
    let mut series = series.ok_or_else(|| Untried::Fails("it does not last".to_owned()))?;
    let bounds = Bounds { time: TIME, memory: MEMORY, output: 1 << 10, log: 1 << 10 };
    for _ in 0..2 {
        let run = batch::run_again(&mut series, &place.launch, b"", &bounds, &stop::never())?;
        let Some(Run { end, log, .. }) = run else { return Err(Untried::Fails("it was ended".to_owned())) };
        let exit = match end {
            End::Exited(exit) => Some(exit),
            End::Passed(_) => None,
        };
        held(exit, &log.kept)?;
    }
    Ok(())
}

/// Where the small program lies, with a file of the referee beside it.
struct Place {
    launch: Launch,
    _folder: TempDir,
}

impl Place {
    fn begin(work: &Path) -> io::Result<Self> {
        let place = tempfile::Builder::new().prefix("croupier-trial-").tempdir_in(work)?;
        let (folder, secret) = (place.path().join("seat"), place.path().join("secret"));
        fs::create_dir(&folder)?;
        fs::write(&secret, "the next card is a queen\n")?;
        let args =
            ["-c".into(), SCRIPT.into(), "sh".into(), secret.into(), std::process::id().to_string().into()];
        let launch = Launch::new(PathBuf::from("/bin/sh"), args.into(), &folder.canonicalize()?);
        Ok(Self { launch, _folder: place })
    }
}

/// What the small program's end means.
fn held(exit: Option<Exit>, log: &[u8]) -> Result<(), Untried> {
    match exit {
        Some(Exit::Status(0)) => Ok(()),
        Some(Exit::Status(code)) => match OPEN.into_iter().find(|&(known, _)| known == code) {
            Some((_, what)) => Err(Untried::Open(what)),
            None => Err(Untried::Fails(said(log, &format!("exit status {code}")))),
        },
        Some(Exit::Signal(_)) | None => Err(Untried::Fails(said(log, "it was ended"))),
    }
}

/// The first line that was said.
fn said(stderr: &[u8], otherwise: &str) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().find(|line| !line.trim().is_empty());
    line.map_or_else(|| otherwise.to_owned(), |line| line.trim().to_owned())
}
