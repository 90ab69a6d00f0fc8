//! Programs that nobody trusts, held so that they reach nothing but their own three pipes.
//!
//! A [`Sandbox`] is chosen once for a run, by trying each [`Layer`] with a small program. It turns a
//! [`Launch`] into one whose command starts the program confined; the referee talks to it as to any other.
//!
//! | layer | file system | processes | network | memory |
//! |---|---|---|---|---|
//! | `bubblewrap+cgroup` | what it needs, read-only; its folder in memory | its own | none | of all together |
//! | `bubblewrap` | the same | its own | none | watched |
//! | `landlock` | what it needs, read-only | seen, out of reach | none | watched |
//! | `none` | all | all | all | watched in batch games |
//!
//! Started by root, each program runs as a user of its own that nobody is. `docs/security.md` says what
//! is promised on each layer, and which test holds the promise.

mod allowance;
pub mod attack;
mod bubblewrap;
mod cgroup;
mod identity;
mod kernel;
mod landlocked;
mod layer;
mod ownership;
mod report;
mod seccomp;
mod series;
mod trial;
mod view;
mod warden;

pub use allowance::{Allowance, Freedom, Writes};
pub(crate) use kernel::{Collected, Left, collect_left, inherit_streams_only};
pub use layer::Layer;
pub use series::{Series, Usher, serve_if_asked};
pub use trial::{NoSandbox, Untried};
pub use view::Private;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use rustix::process::{Pid, geteuid, getpid, set_child_subreaper};

use crate::bot::Launch;
use crate::group;
use crate::tools::Tools;
use allowance::{OPEN_FILES, STACK_BYTES};
use bubblewrap::{Helpers, Who};
use cgroup::{Cgroup, Trees};
use identity::Identity;
use kernel::{Preparation, Renounced};
use ownership::Handed;
use report::Report;
use seccomp::{Around, Marks};
use view::Shown;
use warden::Watch;

/// A layer that works on this machine. A copy is the same sandbox.
#[derive(Clone, Debug)]
pub struct Sandbox {
    means: Arc<Means>,
    private: Arc<Private>,
    usher: Option<Usher>,
}

/// What a layer is made with.
#[derive(Debug)]
struct Means {
    layer: Layer,
    helpers: Option<Helpers>,
    trees: Option<Trees>,
    system: Vec<Shown>,
    is_root: bool,
    around: Around,
}

impl Sandbox {
    /// The best layer that works, tried with a small program in a folder under `work`.
    ///
    /// # Errors
    /// When none does: what was tried, and why each failed.
    pub fn choose(work: &Path) -> Result<Self, NoSandbox> {
        let mut tried = Vec::new();
        for layer in [Layer::BubblewrapCgroup, Layer::Bubblewrap, Layer::Landlock] {
            match Self::of_layer(layer, work) {
                Ok(sandbox) => return Ok(sandbox),
                Err(why) => tried.push((layer, why)),
            }
        }
        Err(NoSandbox { tried })
    }

    /// A layer, if it works on this machine.
    ///
    /// # Errors
    /// What does not work.
    pub fn of_layer(layer: Layer, work: &Path) -> Result<Self, Untried> {
        let sandbox = Self::untried(layer)?;
        if layer == Layer::Trusted {
            return Ok(sandbox);
        }
        trial::hold(&sandbox, work)?;
        Ok(sandbox)
    }

    /// No sandbox: bots are trusted.
    pub fn trusted() -> Self {
        let means = Means {
            layer: Layer::Trusted,
            helpers: None,
            trees: None,
            system: Vec::new(),
            is_root: false,
            around: Around::Namespaces,
        };
        Self { means: Arc::new(means), private: Arc::default(), usher: None }
    }

    fn untried(layer: Layer) -> Result<Self, Untried> {
        let mut means = Means {
            layer,
            helpers: None,
            trees: None,
            system: view::of_system(),
            is_root: geteuid().is_root(),
            around: Around::Namespaces,
        };
        match layer {
            Layer::BubblewrapCgroup | Layer::Bubblewrap => {
                means.helpers = Some(Helpers::find(&Tools::of_system(), means.is_root)?);
                // What bubblewrap leaves when it ends is ours to collect.
                set_child_subreaper(Some(getpid())).map_err(|why| Untried::System(why.into()))?;
            }
            Layer::Landlock => {
                means.around = Around::Nothing { holds_signals: landlocked::holds_signals() };
            }
            Layer::Trusted => return Ok(Self::trusted()),
        }
        if layer == Layer::BubblewrapCgroup {
            means.trees = Some(Trees::find().map_err(Untried::Cgroups)?);
        }
        Ok(Self { means: Arc::new(means), private: Arc::default(), usher: None })
    }

    /// The same sandbox, which lasts for series of runs: that is tried in a folder under `work`.
    ///
    /// # Errors
    /// What does not work. Then each run takes a sandbox of its own.
    pub fn lasting(&self, usher: Usher, work: &Path) -> Result<Self, Untried> {
        let lasting = Self { usher: Some(usher), ..self.clone() };
        trial::hold_series(&lasting, work)?;
        Ok(lasting)
    }

    /// The same sandbox, lasting where there is an usher and a series works here; else each run takes one of its own.
    pub(crate) fn lasting_where_it_can(self, usher: Option<Usher>, work: &Path) -> Self {
        usher.and_then(|usher| self.lasting(usher, work).ok()).unwrap_or(self)
    }

    /// Whether it lasts for series of runs.
    pub fn lasts(&self) -> bool {
        self.usher.is_some()
    }

    /// The same sandbox, which shows no program these folders.
    #[must_use]
    pub fn hiding(self, private: Private) -> Self {
        Self { private: Arc::new(private), ..self }
    }

    /// The layer.
    pub fn layer(&self) -> Layer {
        self.means.layer
    }

    /// Whether a program can be started by the users that bots run as. Namespaces show what is in a closed
    /// folder; without them, it stays closed.
    pub fn reaches(&self, program: &Path) -> Result<(), OutOfReach> {
        if self.layer() != Layer::Landlock || !self.means.is_root {
            return Ok(());
        }
        ownership::closed(program).map_or(Ok(()), |_closed| {
            let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Err(OutOfReach(name))
        })
    }

    /// Starts a sandbox for a series of runs of a launch. `None`: it does [not last](Self::lasts), and each run
    /// is to be confined by itself.
    ///
    /// # Errors
    /// As [`confine`](Self::confine), and when the sandbox does not start.
    pub fn series(&self, launch: &Launch, allowance: Allowance) -> io::Result<Option<Series>> {
        let (Some(usher), Some(helpers)) = (&self.usher, &self.means.helpers) else { return Ok(None) };
        let launch = self.confine(launch.clone(), allowance)?;
        let cage = launch.cage.clone().expect("a layer of bubblewrap has a cage");
        Series::open(cage, &launch, helpers, usher).map(Some)
    }

    /// Confines a launch to an allowance. What it takes is given back when the last copy of the launch,
    /// and the process that was started from it, are gone.
    ///
    /// # Errors
    /// When the system refuses a user, a control group, or a change of owner.
    pub fn confine(&self, mut launch: Launch, allowance: Allowance) -> io::Result<Launch> {
        if self.layer() == Layer::Trusted {
            return Ok(launch);
        }
        let cgroup = match &self.means.trees {
            Some(trees) => Some(trees.group(allowance.memory, allowance.processes)?),
            None => None,
        };
        let identity = if self.means.is_root {
            Some(Identity::lease().ok_or_else(|| io::Error::other("no user is left for another bot"))?)
        } else {
            None
        };
        if let (Layer::Landlock, Some(closed)) =
            (self.layer(), identity.as_ref().and(ownership::closed(work_of(&launch))))
        {
            let closed = closed.display();
            return Err(io::Error::other(format!("{closed} is closed to the user that bots run as")));
        }
        let handed = match &identity {
            Some(identity) => Some(ownership::hand_over(&launch, &allowance, identity.number())?),
            None => None,
        };
        let (means, private) = (Arc::clone(&self.means), Arc::clone(&self.private));
        let (watch, report) = (Watch::default(), Report::default());
        let hold = Hold { means, private, allowance, cgroup, identity, watch, report };
        launch.cage = Some(Cage { _handed: handed.map(Arc::new), hold: Arc::new(hold) });
        Ok(launch)
    }
}

/// A program that lies in a folder that only root may enter. The folder is not named: this goes into the
/// standings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} lies in a folder that is closed to the user that bots run as: install it for all users, install \
     bubblewrap, or start croupier as an ordinary user"
)]
pub struct OutOfReach(String);

/// What confines one program, until the last copy is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Cage {
    /// Ours again with the last copy, even if the warden looks at the program just then: the next program of a build
    /// may already be given the same folders.
    _handed: Option<Arc<Handed>>,
    hold: Arc<Hold>,
}

#[derive(Debug)]
struct Hold {
    means: Arc<Means>,
    private: Arc<Private>,
    allowance: Allowance,
    cgroup: Option<Cgroup>,
    identity: Option<Identity>,
    watch: Watch,
    report: Report,
}

impl Cage {
    /// The command that starts a launch in this cage.
    ///
    /// # Errors
    /// When the system refuses what it takes. A program that is not there, or may not be run, is said as
    /// the system would say it.
    pub(crate) fn command(&self, launch: &Launch) -> io::Result<Command> {
        check_program(&launch.program)?;
        let Hold { means, private, allowance, cgroup, report, .. } = &*self.hold;
        let seen = Seen::by(launch, private);
        let user = self.hold.user();
        let marks = self.hold.marks();
        let filters = seccomp::filters(launch.freedom, means.around, marks).map_err(io::Error::other)?;
        let mut preparation = Preparation {
            groups: cgroup.as_ref().map_or(Ok(Vec::new()), Cgroup::lists)?,
            limits: self.limits(launch),
            ..Preparation::default()
        };
        let mut command = if let Some(helpers) = &means.helpers {
            let who = self.hold.who();
            let mut words = helpers.words(launch, &seen, allowance, who, &means.system, &filters)?;
            if helpers.reports {
                words.report(report.begin()?);
            }
            preparation.handed = words.handed;
            let mut command = Command::new(&helpers.bubblewrap);
            command.args(words.args).env_clear().current_dir("/");
            command
        } else {
            let rules = landlocked::rules(launch, &seen, allowance, &means.system)?;
            preparation.renounced = Some(Renounced { user, rules, filters });
            launch.bare_command()
        };
        preparation.prepare(&mut command);
        Ok(command)
    }

    fn limits(&self, launch: &Launch) -> Vec<(libc::__rlimit_resource_t, u64)> {
        let Hold { means, allowance, identity, .. } = &*self.hold;
        let mut limits = vec![
            (libc::RLIMIT_CORE, 0),
            (libc::RLIMIT_FSIZE, allowance.file),
            (libc::RLIMIT_NOFILE, OPEN_FILES),
            (libc::RLIMIT_CPU, allowance.time.as_secs()),
            (libc::RLIMIT_STACK, STACK_BYTES),
        ];
        if launch.freedom.bounds_address_space() {
            limits.push((libc::RLIMIT_AS, allowance.address_space()));
        }
        if let Writes::Kept(_) = allowance.writes {
            limits.push((libc::RLIMIT_DATA, allowance.memory));
        }
        // Bubblewrap's is set inside. Without namespaces a user's own processes all count.
        if means.helpers.is_none() {
            let others = if identity.is_some() { 0 } else { own_threads() };
            limits.push((libc::RLIMIT_NPROC, others + allowance.processes));
        }
        limits
    }

    /// Whether the program had been started at all, once the process that we started has ended by itself:
    /// else the sandbox has failed, and not the program.
    pub(crate) fn has_started(&self) -> bool {
        self.hold.report.has_started()
    }

    /// Whether the process that we start is another than the program.
    pub(crate) fn is_around(&self) -> bool {
        self.hold.means.layer.is_bubblewrap()
    }

    /// The program's process, under the one that we started. `None` as long as it is not there.
    pub(crate) fn program_under(&self, leader: Pid) -> Option<Pid> {
        self.hold.program_under(leader)
    }

    /// The program and all that it has started, wherever their parents have gone. `leader` is the process
    /// that we started.
    pub(crate) fn processes(&self, leader: Pid) -> Vec<Pid> {
        self.hold.processes(leader)
    }

    /// Ends the program when it takes more memory than it is allowed, where the kernel does not.
    pub(crate) fn watch(&self, launch: &Launch, leader: Pid) {
        if self.hold.cgroup.is_none() {
            warden::watch(&self.hold, leader, !launch.freedom.forbids_processes());
        }
    }

    /// Whether the program was ended because its memory was full.
    pub(crate) fn is_over_memory(&self) -> bool {
        self.hold.watch.is_over() || self.kills() > 0
    }

    /// How often the control group has ended a process because its memory was full.
    fn kills(&self) -> u64 {
        self.hold.cgroup.as_ref().map_or(0, Cgroup::kills)
    }
}

impl Hold {
    /// The user and the group that a program becomes.
    fn user(&self) -> Option<(u32, u32)> {
        self.identity.as_ref().map(|own| (own.number(), own.group()))
    }

    fn who(&self) -> Who {
        self.identity.as_ref().map_or(Who::Ordinary, Who::nobody)
    }

    /// Landlock does not hold back from files what is not read or written: their modes, owners and times.
    fn marks(&self) -> Marks {
        match (self.means.layer, &self.allowance.writes, &self.identity) {
            (Layer::Landlock, Writes::Scratch, _) => Marks::Refused,
            // A user of its own has no other files than what it makes.
            (Layer::Landlock, Writes::Kept(_), None) => Marks::PassedOver,
            (_, Writes::Kept(_) | Writes::Scratch, _) => Marks::Lawful,
        }
    }

    fn program_under(&self, leader: Pid) -> Option<Pid> {
        if self.means.layer.is_bubblewrap() { program_inside(leader) } else { Some(leader) }
    }

    fn processes(&self, leader: Pid) -> Vec<Pid> {
        if !self.means.layer.is_bubblewrap() {
            // None can leave the group.
            return group::members(leader);
        }
        processes_inside(leader)
    }
}

/// Whether a file, by its real path, is one of the system's, which every program is shown.
pub(crate) fn is_of_system(file: &Path) -> bool {
    view::is_of_system(file)
}

/// Closes a folder to all users but our own. What is confined by this process passes through it and reads what it
/// is handed in it; nobody else does, whatever the modes of what lies in it.
///
/// # Errors
/// When the folder is not ours to close.
pub fn enclose(folder: &Path) -> io::Result<()> {
    ownership::enclose(folder)
}

/// The folder above the one that a program works in: that one itself is opened to it.
fn work_of(launch: &Launch) -> &Path {
    launch.folder.parent().unwrap_or(&launch.folder)
}

/// What a launch sees besides the system's own places and its folder.
#[derive(Debug)]
struct Seen {
    /// The interpreter with what belongs to it, and what the launch names.
    places: Vec<PathBuf>,
    /// The program by a path that can be seen: its own, or that of the tool that a link elsewhere leads to.
    program: PathBuf,
}

impl Seen {
    fn by(launch: &Launch, private: &Private) -> Self {
        let program = &launch.program;
        let real = program.canonicalize().unwrap_or_else(|_| program.clone());
        let prefix = view::prefix_of(program, private);
        let is_tool = view::is_of_system(&real) || prefix.is_some();
        let mut places = launch.reads.clone();
        places.extend(view::virtual_environment(program, private));
        match prefix {
            Some(prefix) => places.push(prefix),
            None if !is_tool => places.push(program.clone()),
            None => {}
        }
        let is_seen = view::is_of_system(program)
            || program.starts_with(&launch.folder)
            || places.iter().any(|place| program.starts_with(place));
        let program = if !is_seen && is_tool { real } else { program.clone() };
        Self { places, program }
    }
}

/// Says what the system would say of a program that cannot be started.
fn check_program(program: &Path) -> io::Result<()> {
    let file = fs::metadata(program)?;
    if file.is_file() && crate::tools::is_executable(program) {
        Ok(())
    } else {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

/// The program in a namespace of processes, of whoever has made that.
pub(crate) fn program_inside(maker: Pid) -> Option<Pid> {
    first_child(first_child(maker)?)
}

/// All processes in a namespace but its first, which adopts all whose parents have ended.
pub(crate) fn processes_inside(maker: Pid) -> Vec<Pid> {
    let mut processes = first_child(maker).map_or(Vec::new(), children_of);
    let mut next = 0;
    while let Some(&process) = processes.get(next) {
        processes.extend(children_of(process));
        next += 1;
    }
    processes
}

fn first_child(process: Pid) -> Option<Pid> {
    children_of(process).into_iter().next()
}

/// The children of a process, of all its threads.
fn children_of(process: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())).into_iter().flatten();
    let lists =
        threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let child = |number: &str| Pid::from_raw(number.parse().ok()?);
    lists.flat_map(|list| list.split_ascii_whitespace().filter_map(child).collect::<Vec<_>>()).collect()
}

/// Processes and threads of this user now.
fn own_threads() -> u64 {
    use std::os::unix::fs::MetadataExt;
    let user = geteuid().as_raw();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let own = processes.filter(|entry| entry.metadata().is_ok_and(|found| found.uid() == user));
    own.map(|entry| fs::read_dir(entry.path().join("task")).map_or(0, |tasks| tasks.count() as u64)).sum()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::sync::Arc;
    use std::time::Duration;

    use rustix::process::geteuid;

    use super::{Allowance, Sandbox};
    use crate::bot::Launch;

    /// Not when the warden, who may be looking at the program just then, has done with it.
    #[test]
    fn what_a_build_writes_into_is_ours_again_with_the_last_copy_of_its_launch() {
        let work = tempfile::tempdir().expect("a temporary folder can be made");
        fs::set_permissions(work.path(), fs::Permissions::from_mode(0o755)).expect("it is ours");
        let Ok(sandbox) = Sandbox::choose(work.path()) else { return };
        if !geteuid().is_root() {
            return;
        }
        let made = work.path().join("made");
        fs::create_dir(&made).expect("it is ours");
        let owner = || fs::metadata(&made).expect("it is there").uid();
        let launch = Launch::of_environment("/bin/true".into(), Vec::new(), Vec::new(), &made);
        let allowance = Allowance::build(std::slice::from_ref(&made), Duration::from_secs(1));
        let launch = sandbox.confine(launch, allowance).expect("a user is free");
        let looked_at = launch.cage.as_ref().map(|cage| Arc::clone(&cage.hold));
        let copy = launch.clone();
        drop(launch);
        assert_ne!(owner(), 0, "a copy is there");
        drop(copy);
        assert_eq!(owner(), 0);
        drop(looked_at);
    }
}
