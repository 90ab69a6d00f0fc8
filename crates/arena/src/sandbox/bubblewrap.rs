//! Bubblewrap's words for a confined program.
//!
//! ```text
//! bwrap … setpriv … prlimit --nproc=N PROGRAM ARGS
//!    │       │         └ inside: the limit counts the sandbox's own processes only
//!    │       └ started by root: the user of nobody; bubblewrap needs root for the mounts
//!    └ its first process ends all others when it ends
//! ```

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::fs::{MemfdFlags, memfd_create};

use super::Seen;
use super::allowance::{Allowance, SCRATCH_BYTES, Writes};
use super::identity::Identity;
use super::seccomp;
use super::series::WORD;
use super::trial::Untried;
use super::view::{self, Shown};
use crate::bot::Launch;
use crate::errand::Errand;
use crate::stop;
use crate::tools::Tools;

/// The temporary folder of programs that do not ask where it is, in bytes.
pub(super) const TEMPORARY_BYTES: u64 = 8 << 20;

/// The most files and folders right in a program's folder beside which it may write others.
pub(super) const SCRATCH_ENTRIES_MAX: usize = 1_000;

/// How long bubblewrap may take to say what it can do.
const HELP_TIME: Duration = Duration::from_secs(10);

/// Room for what a compiler writes there.
const BUILD_TEMPORARY_BYTES: u64 = 64 << 20;

/// Bubblewrap's arguments, with the files that it is handed.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub(super) args: Vec<OsString>,
    pub(super) handed: Vec<OwnedFd>,
    /// Folders that are there already, inside.
    made: BTreeSet<PathBuf>,
    /// What is shown with all that is in it.
    shown: Vec<PathBuf>,
}

/// Who the program is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// We are an ordinary user, and so is it: a user namespace gives bubblewrap its mounts.
    Ordinary,
    /// We are root, and it becomes this user.
    Nobody { user: u32, group: u32 },
}

impl Who {
    pub(super) fn nobody(identity: &Identity) -> Self {
        Self::Nobody { user: identity.number(), group: identity.group() }
    }
}

/// The programs that it takes.
#[derive(Debug)]
pub(super) struct Helpers {
    pub(super) bubblewrap: PathBuf,
    /// Of util-linux.
    limiter: PathBuf,
    /// Of util-linux too; for root only.
    changer: Option<PathBuf>,
    /// Whether this bubblewrap can forbid further user namespaces by itself (0.8 and later). The filters
    /// forbid them anyway.
    forbids_namespaces: bool,
    /// Whether it can say that it has started the program (0.4 and later).
    pub(super) reports: bool,
}

impl Helpers {
    /// Looks for them on the search path.
    pub(super) fn find(tools: &Tools, is_root: bool) -> Result<Self, Untried> {
        let find = |name| tools.program(name).map_err(|_| Untried::Missing(name));
        let bubblewrap = find("bwrap")?;
        let help =
            Errand::run(Command::new(&bubblewrap).arg("--help"), Instant::now() + HELP_TIME, &stop::never())?;
        let changer = if is_root { Some(in_view(find("setpriv")?)) } else { None };
        let says =
            String::from_utf8_lossy(&help.stdout).into_owned() + &String::from_utf8_lossy(&help.stderr);
        let forbids_namespaces = says.contains("--disable-userns");
        let reports = says.contains("--json-status-fd");
        Ok(Self { bubblewrap, limiter: in_view(find("prlimit")?), changer, forbids_namespaces, reports })
    }

    /// The words for a launch.
    ///
    /// # Errors
    /// When a filter cannot be handed over, or its folder cannot be read.
    pub(super) fn words(
        &self,
        launch: &Launch,
        seen: &Seen,
        allowance: &Allowance,
        who: Who,
        system: &[Shown],
        filters: &[seccompiler::BpfProgram],
    ) -> io::Result<Words> {
        let mut words = Words::default();
        words.namespaces(who, self.forbids_namespaces);
        words.environment(launch);
        words.system(system);
        let temporary = match allowance.writes {
            Writes::Scratch => TEMPORARY_BYTES,
            Writes::Kept(_) => BUILD_TEMPORARY_BYTES,
        };
        words.in_memory(Path::new("/tmp"), temporary, "1777");
        words.reads(seen);
        match &allowance.writes {
            Writes::Scratch => words.scratch(&launch.folder)?,
            Writes::Kept(folders) => folders.iter().for_each(|folder| words.bind(folder)),
        }
        words.add(["--chdir".as_ref(), launch.folder.as_os_str()]);
        // The root is a file system in memory of bubblewrap's own, without a bound.
        words.add(["--remount-ro", "/"]);
        words.filters(filters)?;
        self.program(&mut words, launch, seen, allowance, who);
        Ok(words)
    }

    fn program(&self, words: &mut Words, launch: &Launch, seen: &Seen, allowance: &Allowance, who: Who) {
        words.add(["--"]);
        if let (Who::Nobody { user, group }, Some(changer)) = (who, &self.changer) {
            let (user, group) = (user.to_string(), group.to_string());
            words.add([changer]);
            words.add(["--reuid", &user, "--regid", &group, "--clear-groups", "--no-new-privs"]);
            words.add(["--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"]);
        }
        words.add([&self.limiter]);
        words.add([format!("--nproc={}", allowance.processes)]);
        words.add([&seen.program]);
        words.add(&launch.args);
    }
}

/// The path by which a program in the sandbox finds a helper. Helpers are often links that lie outside the
/// folders of the system, which alone are shown, and lead into them: on NixOS all are. The name stays: a
/// program that is many reads from it which it is to be.
fn in_view(helper: PathBuf) -> PathBuf {
    if view::is_of_system(&helper) {
        return helper;
    }
    let real = helper.canonicalize().ok();
    let real = real.filter(|real| view::is_of_system(real) && real.file_name() == helper.file_name());
    real.unwrap_or(helper)
}

impl Words {
    /// The words for a series of runs of a launch: the program inside is an usher, in a file that is handed over.
    ///
    /// # Errors
    /// When the file cannot be handed over.
    pub(super) fn of_series(
        launch: &Launch,
        seen: &Seen,
        who: Who,
        system: &[Shown],
        usher: &fs::File,
    ) -> io::Result<Self> {
        let mut words = Self::default();
        // The first process has to be the usher: what it leaves ends with it.
        words.namespaces(who, false);
        words.add(["--as-pid-1", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_KILL"]);
        if who == Who::Ordinary {
            words.add(["--cap-add", "CAP_SETPCAP"]);
        }
        words.add(["--clearenv"]);
        words.system(system);
        words.in_memory(Path::new("/tmp"), TEMPORARY_BYTES, "1777");
        words.reads(seen);
        words.place("--ro-bind", &launch.folder);
        words.add(["--remount-ro", "/"]);
        let usher = usher.try_clone()?;
        words.add(["--", &format!("/proc/self/fd/{}", usher.as_raw_fd()), WORD]);
        words.handed.push(usher.into());
        Ok(words)
    }

    fn add<W: AsRef<OsStr>>(&mut self, words: impl IntoIterator<Item = W>) {
        self.args.extend(words.into_iter().map(|word| word.as_ref().to_owned()));
    }

    fn namespaces(&mut self, who: Who, forbids_namespaces: bool) {
        self.add([
            "--unshare-ipc",
            "--unshare-pid",
            "--unshare-net",
            "--unshare-uts",
            "--unshare-cgroup-try",
        ]);
        self.add(["--hostname", "croupier", "--die-with-parent", "--cap-drop", "ALL"]);
        match who {
            Who::Ordinary => {
                self.add(["--unshare-user", "--uid", "1000", "--gid", "1000"]);
                if forbids_namespaces {
                    self.add(["--disable-userns"]);
                }
            }
            // What it takes to become another user, and is then given up.
            Who::Nobody { .. } => {
                self.add(["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"]);
            }
        }
    }

    fn environment(&mut self, launch: &Launch) {
        self.add(["--clearenv"]);
        for (name, value) in &launch.env {
            self.add(["--setenv".as_ref(), OsStr::new(name), value]);
        }
    }

    fn system(&mut self, system: &[Shown]) {
        for shown in system {
            match shown {
                Shown::Place(path) => self.place("--ro-bind", path),
                Shown::Link { at, to } => {
                    self.add(["--symlink".as_ref(), to.as_os_str(), at.as_os_str()]);
                }
            }
        }
        // The device folder of bubblewrap has a file system in memory that takes half of the machine's.
        self.add(["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]);
        self.made.extend(["/proc", "/dev"].map(PathBuf::from));
    }

    /// A folder in memory that may be written to, up to a size.
    fn in_memory(&mut self, folder: &Path, bytes: u64, mode: &str) {
        self.parents(folder);
        self.add(["--perms", mode, "--size", &bytes.to_string(), "--tmpfs"]);
        self.add([folder]);
        self.made.insert(folder.to_owned());
    }

    /// The interpreter with what belongs to it, and what the launch names.
    fn reads(&mut self, seen: &Seen) {
        for path in &seen.places {
            if !self.shown.iter().any(|shown| path.starts_with(shown)) {
                self.place("--ro-bind", path);
            }
        }
    }

    /// Lets bubblewrap report to a file; these words stand before all others.
    pub(super) fn report(&mut self, file: OwnedFd) {
        let words = ["--json-status-fd".into(), file.as_raw_fd().to_string().into()];
        self.args.splice(0..0, words);
        self.handed.push(file);
    }

    /// The program's folder: its own files as they are, and room in memory for others. With very many files
    /// there is no such room: each takes words, and bubblewrap reads 9,000 at most.
    fn scratch(&mut self, folder: &Path) -> io::Result<()> {
        let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        if entries.len() > SCRATCH_ENTRIES_MAX {
            self.place("--ro-bind", folder);
            return Ok(());
        }
        self.in_memory(folder, SCRATCH_BYTES, "0777");
        for entry in entries {
            let (kind, path) = (entry.file_type()?, entry.path());
            if kind.is_symlink() {
                // Bound, it would show what it leads to.
                self.add(["--symlink".as_ref(), fs::read_link(&path)?.as_os_str(), path.as_os_str()]);
            } else if kind.is_file() || kind.is_dir() {
                self.add(["--ro-bind".as_ref(), path.as_os_str(), path.as_os_str()]);
            }
        }
        Ok(())
    }

    /// Shows a folder that may be written to, also where it was shown before to be read.
    fn bind(&mut self, folder: &Path) {
        self.place("--bind", folder);
    }

    /// Shows a folder or a file at its own path.
    fn place(&mut self, how: &str, path: &Path) {
        self.parents(path);
        self.add([how.as_ref(), path.as_os_str(), path.as_os_str()]);
        self.shown.push(path.to_owned());
    }

    /// Makes the folders above a path: bubblewrap's own are closed to other users.
    fn parents(&mut self, path: &Path) {
        let mut above: Vec<&Path> = path.ancestors().skip(1).collect();
        above.reverse();
        for folder in above.into_iter().skip(1) {
            if self.shown.iter().any(|shown| folder.starts_with(shown))
                || !self.made.insert(folder.to_owned())
            {
                continue;
            }
            self.add(["--perms", "0755", "--dir"]);
            self.add([folder]);
        }
    }

    /// Hands each filter over as a file in memory: it is read once, so each start has its own.
    fn filters(&mut self, filters: &[seccompiler::BpfProgram]) -> io::Result<()> {
        for filter in filters {
            let mut file = fs::File::from(memfd_create("filter", MemfdFlags::CLOEXEC)?);
            file.write_all(&seccomp::bytes(filter))?;
            io::Seek::rewind(&mut file)?;
            self.add(["--add-seccomp-fd", &file.as_raw_fd().to_string()]);
            self.handed.push(file.into());
        }
        Ok(())
    }
}
