//! A room: the namespaces and the file systems that one program of a series has for itself.
//!
//! Mounts, processes and System V objects are new each time, so nothing has to be cleaned, and numbers of
//! processes and files begin anew. What all programs of a series share: what they read, the device folder,
//! the network that has nothing, the host name, and the control group.
//!
//! ```text
//! bubblewrap ── usher ── first process of the room ── program ── …
//!                 └ its view, without a room of its own   └ user of its own, no privilege, filters
//! ```

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::{Gid, Pid, Resource, Rlimit, Uid, WaitOptions, setrlimit, setsid, wait};
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set, set_capabilities, set_no_new_privs,
    set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};
use seccompiler::{BpfProgram, sock_filter};
use serde::{Deserialize, Serialize};

use super::calls::{self, Apart};
use super::wire::{Program, Settings};
use crate::sandbox::bubblewrap::SCRATCH_ENTRIES_MAX;

/// The temporary folder of programs that do not ask where it is.
const TEMPORARY: &str = "/tmp";

/// How each room is made.
#[derive(Debug)]
pub(super) struct Room {
    user: Option<(u32, u32)>,
    processes: u64,
    folder: PathBuf,
    /// What lies in the folder; none: that is too much, and nothing is written beside it.
    entries: Option<Vec<Entry>>,
    /// What else the program reads in the temporary folder, and its own folder if nothing is written there.
    places: Vec<Entry>,
    scratch: String,
    temporary: String,
    filters: Vec<BpfProgram>,
}

/// One thing in a program's folder.
#[derive(Debug)]
enum Entry {
    File(PathBuf),
    Folder(PathBuf),
    Link { at: PathBuf, to: PathBuf },
}

/// Things with what shows them elsewhere.
type PickedUp<'a> = Vec<(&'a Entry, Option<OwnedFd>)>;

/// Why a program was not started.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Trouble {
    /// The system refuses it: an error's number.
    Refused(i32),
    /// The room is not as it has to be.
    Failed(String),
}

impl Trouble {
    /// From what came through its pipe.
    pub(super) fn read(said: &[u8]) -> Option<Self> {
        if said.is_empty() {
            return None;
        }
        // The first is the cause of all others.
        let mut all = serde_json::Deserializer::from_slice(said).into_iter();
        all.next().map(|first| first.unwrap_or_else(|why| Self::Failed(why.to_string())))
    }

    /// A step that failed.
    fn at<W: Into<io::Error>>(step: &'static str) -> impl FnOnce(W) -> Self {
        move |why| Self::Failed(format!("{step}: {}", why.into()))
    }
}

impl Room {
    /// Reads what lies in the folder.
    pub(super) fn new(settings: Settings) -> io::Result<Self> {
        let folder = PathBuf::from(OsString::from_vec(settings.folder));
        let filters = settings.filters.into_iter().map(|filter| {
            let steps = filter.into_iter().map(|(code, jt, jf, k)| sock_filter { code, jt, jf, k });
            steps.collect()
        });
        let entries = Entry::all_in(&folder)?;
        let mut places: Vec<PathBuf> =
            settings.places.into_iter().map(|place| PathBuf::from(OsString::from_vec(place))).collect();
        if entries.is_none() {
            places.push(folder.clone());
        }
        Ok(Self {
            user: settings.user,
            processes: settings.processes,
            entries,
            folder,
            places: places.into_iter().filter(|place| place.starts_with(TEMPORARY)).map(Entry::of).collect(),
            scratch: format!("mode=0777,size={}", settings.scratch_bytes),
            temporary: format!("mode=1777,size={}", settings.temporary_bytes),
            filters: filters.collect(),
        })
    }

    /// Makes the room, as its first process, and ends with the program.
    pub(super) fn host(&self, program: Program, streams: [OwnedFd; 3], trouble: &File) -> ! {
        let status = self.run(program, streams, trouble).unwrap_or_else(|why| {
            tell(trouble, &why);
            1
        });
        calls::end_here(status)
    }

    fn run(&self, program: Program, streams: [OwnedFd; 3], trouble: &File) -> Result<i32, Trouble> {
        setsid().map_err(Trouble::at("a session"))?;
        self.furnish()?;
        let Some(started) = calls::fork(Apart::Nothing).map_err(Trouble::at("a process"))? else {
            let why = self.become_program(program, streams);
            tell(trouble, &why);
            calls::end_here(127)
        };
        // The ends of its pipes are its own.
        drop(streams);
        let status = see_end(started).map_err(Trouble::at("the program's end"))?;
        calls::end_all_others();
        // Those of its processes that it left behind.
        while wait(WaitOptions::empty()).is_ok() {}
        self.clear()?;
        Ok(status)
    }

    /// Mounts what is new in each room. What is shown of the places that are covered is picked up before.
    fn furnish(&self) -> Result<(), Trouble> {
        // In a user namespace of bubblewrap's, only the room's own mounts are the usher's to change.
        calls::keep_mounts_private().map_err(Trouble::at("the room's mounts"))?;
        let places = Entry::pick_up_all(&self.places).map_err(Trouble::at("what the program reads"))?;
        let entries = self.entries.as_deref().map(Entry::pick_up_all).transpose();
        let entries = entries.map_err(Trouble::at("what is in the program's folder"))?;
        let temporary = calls::mount("tmpfs", Path::new(TEMPORARY), &self.temporary);
        temporary.map_err(Trouble::at("the temporary folder"))?;
        Entry::put_down_all(places).map_err(Trouble::at("what the program reads"))?;
        if let Some(entries) = entries {
            self.cover(entries).map_err(Trouble::at("the program's folder"))?;
        }
        calls::mount("proc", Path::new("/proc"), "").map_err(Trouble::at("the list of processes"))
    }

    /// Covers the folder with one in memory that shows the same.
    fn cover(&self, entries: PickedUp<'_>) -> io::Result<()> {
        make_folders(&self.folder)?;
        calls::mount("tmpfs", &self.folder, &self.scratch)?;
        Entry::put_down_all(entries)
    }

    /// Gives memory back at once that the kernel would give back later: the next program has the same bound.
    fn clear(&self) -> Result<(), Trouble> {
        calls::remove_shared_objects();
        let covered = self.entries.is_some().then_some(self.folder.as_path());
        let mut mounted = covered.into_iter().chain([Path::new(TEMPORARY)]);
        mounted.try_for_each(calls::unmount).map_err(Trouble::at("the end of the room"))
    }

    /// Becomes the program, with nothing that it could use against us; returns why not.
    fn become_program(&self, program: Program, streams: [OwnedFd; 3]) -> Trouble {
        if let Err(why) = std::env::set_current_dir(&self.folder).map_err(Trouble::at("the program's folder"))
        {
            return why;
        }
        if let Err(why) = self.renounce() {
            return Trouble::at("the program's rights")(why);
        }
        let of = OsString::from_vec;
        let [stdin, stdout, stderr] = streams.map(Stdio::from);
        let mut command = Command::new(of(program.path));
        command.args(program.args.into_iter().map(of)).env_clear();
        command.envs(program.env.into_iter().map(|(name, value)| (name, of(value))));
        let why = command.stdin(stdin).stdout(stdout).stderr(stderr).exec();
        match why.raw_os_error() {
            Some(code) => Trouble::Refused(code),
            None => Trouble::Failed(why.to_string()),
        }
    }

    fn renounce(&self) -> io::Result<()> {
        setsid()?;
        let processes = Some(self.processes);
        setrlimit(Resource::Nproc, Rlimit { current: processes, maximum: processes })?;
        if let Some((user, group)) = self.user {
            let (group, user) = (Gid::from_raw(group), Uid::from_raw(user));
            set_thread_groups(&[])?;
            set_thread_res_gid(group, group, group)?;
            set_thread_res_uid(user, user, user)?;
        }
        clear_ambient_capability_set()?;
        let none = CapabilitySet::empty();
        set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
        set_no_new_privs(true)?;
        let applied = self.filters.iter().try_for_each(|filter| seccompiler::apply_filter(filter));
        applied.map_err(io::Error::other)
    }
}

impl Entry {
    /// What is in a folder, if it is not too much.
    fn all_in(folder: &Path) -> io::Result<Option<Vec<Self>>> {
        let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        if entries.len() > SCRATCH_ENTRIES_MAX {
            return Ok(None);
        }
        let mut all = Vec::new();
        for entry in entries {
            let (kind, at) = (entry.file_type()?, entry.path());
            if kind.is_symlink() {
                all.push(Self::Link { to: fs::read_link(&at)?, at });
            } else if kind.is_file() {
                all.push(Self::File(at));
            } else if kind.is_dir() {
                all.push(Self::Folder(at));
            }
        }
        Ok(Some(all))
    }

    /// What a path leads to.
    fn of(at: PathBuf) -> Self {
        if at.is_dir() { Self::Folder(at) } else { Self::File(at) }
    }

    /// Before what they lie in is covered.
    fn pick_up_all(all: &[Self]) -> io::Result<PickedUp<'_>> {
        let picked_up = all.iter().map(|entry| match entry {
            Self::File(at) | Self::Folder(at) => Ok((entry, Some(calls::pick_up(at)?))),
            Self::Link { .. } => Ok((entry, None)),
        });
        picked_up.collect()
    }

    /// Into what covers it.
    fn put_down_all(all: PickedUp<'_>) -> io::Result<()> {
        all.into_iter().try_for_each(|(entry, picked_up)| {
            let at = match entry {
                Self::File(at) => {
                    make_folders(at.parent().unwrap_or(at))?;
                    if !at.exists() {
                        File::create(at)?;
                    }
                    at
                }
                Self::Folder(at) => {
                    make_folders(at)?;
                    at
                }
                Self::Link { at, to } => return symlink(to, at),
            };
            picked_up.map_or(Ok(()), |picked_up| calls::put_down(picked_up, at))
        })
    }
}

/// Makes a folder and those above it, where they are not there: all may pass through.
fn make_folders(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    folder.parent().map_or(Ok(()), make_folders)?;
    fs::create_dir(folder)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

/// Collects what ends until the program does; returns its status as a shell says it.
fn see_end(program: Pid) -> io::Result<i32> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((process, status))) if process == program => {
                let of_signal = || status.terminating_signal().map(|signal| 128 + signal);
                return Ok(status.exit_status().or_else(of_signal).unwrap_or(1));
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(why) => return Err(why.into()),
        }
    }
}

/// Tells the usher why nothing was started. One that cannot be told has gone.
fn tell(mut trouble: &File, why: &Trouble) {
    let _gone = serde_json::to_vec(why).map(|why| trouble.write_all(&why));
}
