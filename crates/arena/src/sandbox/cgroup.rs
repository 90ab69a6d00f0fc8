//! Control groups: memory and processes of a bot as a whole, where this process may make such groups.
//!
//! Version 1 has a tree for memory and one for processes; version 2 has one for both. A group of ours
//! lies in our own group, so that limits that hold for us hold for bots too, and is called
//! `croupier-PROCESS-N`. It is removed when dropped; those of referees that were killed are removed when
//! the next one starts.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// What the names of our groups begin with.
const PREFIX: &str = "croupier-";

/// How often the removal of a group is tried: its processes need a moment to go.
const REMOVALS: u32 = 200;

/// Memory beside the bound, in bytes: the sandbox itself is counted too.
const SLACK: u64 = 16 << 20;

/// Counts the groups of this process.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Where groups can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trees {
    version: Version,
    /// Our own group in each tree.
    own: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

impl Trees {
    /// Finds the trees, from this process's own groups and the mounted file systems.
    ///
    /// # Errors
    /// What is missing.
    pub(super) fn find() -> Result<Self, String> {
        let groups =
            fs::read_to_string("/proc/self/cgroup").map_err(|why| format!("control groups: {why}"))?;
        let mounts = fs::read_to_string("/proc/self/mounts").map_err(|why| format!("mounts: {why}"))?;
        let trees = Self::read(&groups, &mounts)?;
        trees.sweep();
        Ok(trees)
    }

    fn read(groups: &str, mounts: &str) -> Result<Self, String> {
        let one: Option<Vec<PathBuf>> = ["memory", "pids"]
            .into_iter()
            .map(|controller| {
                let own = own_group(groups, |list| list.split(',').any(|name| name == controller))?;
                let mount = mount_point(mounts, |kind, options| {
                    kind == "cgroup" && options.split(',').any(|option| option == controller)
                })?;
                Some(beneath(mount, own))
            })
            .collect();
        if let Some(own) = one {
            return Ok(Self { version: Version::One, own });
        }
        let own = own_group(groups, str::is_empty);
        let mount = mount_point(mounts, |kind, _| kind == "cgroup2");
        match own.zip(mount) {
            Some((own, mount)) => Ok(Self { version: Version::Two, own: vec![beneath(mount, own)] }),
            None => Err("control groups of memory and processes are not mounted".to_owned()),
        }
    }

    /// Makes a group that holds memory (in bytes) and processes.
    ///
    /// # Errors
    /// When the system refuses it.
    pub(super) fn group(&self, memory: u64, processes: u64) -> io::Result<Cgroup> {
        let name = format!("{PREFIX}{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut group = Cgroup { folders: Vec::new(), version: self.version };
        for own in &self.own {
            let folder = own.join(&name);
            fs::create_dir(&folder)?;
            group.folders.push(folder);
        }
        group.bound(memory + SLACK, processes)?;
        Ok(group)
    }

    /// Removes the groups of referees that are no more.
    fn sweep(&self) {
        for entry in self.own.iter().flat_map(fs::read_dir).flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let Some((referee, _)) = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-')) else {
                continue;
            };
            if !Path::new("/proc").join(referee).exists() {
                remove(&entry.path());
            }
        }
    }
}

/// A control group, removed when dropped.
#[derive(Debug)]
pub(super) struct Cgroup {
    folders: Vec<PathBuf>,
    version: Version,
}

impl Cgroup {
    fn bound(&self, memory: u64, processes: u64) -> io::Result<()> {
        let (memory, processes) = (memory.to_string(), processes.to_string());
        match (self.version, self.folders.as_slice()) {
            (Version::One, [of_memory, of_processes]) => {
                fs::write(of_memory.join("memory.limit_in_bytes"), &memory)?;
                // Together with what is swapped out; not every system counts that.
                let swap = of_memory.join("memory.memsw.limit_in_bytes");
                if swap.exists() {
                    fs::write(swap, &memory)?;
                }
                fs::write(of_processes.join("pids.max"), &processes)
            }
            (_, [folder]) => {
                fs::write(folder.join("memory.max"), &memory)?;
                let swap = folder.join("memory.swap.max");
                if swap.exists() {
                    fs::write(swap, "0")?;
                }
                fs::write(folder.join("pids.max"), &processes)
            }
            _ => unreachable!("version 1 has two trees, version 2 one"),
        }
    }

    /// The lists that a process joins by writing 0 to them.
    pub(super) fn lists(&self) -> io::Result<Vec<File>> {
        let open = |folder: &PathBuf| OpenOptions::new().write(true).open(folder.join("cgroup.procs"));
        self.folders.iter().map(open).collect()
    }

    /// How often a process of the group was killed because its memory was full.
    pub(super) fn kills(&self) -> u64 {
        let file = match self.version {
            Version::One => "memory.oom_control",
            Version::Two => "memory.events",
        };
        let text = fs::read_to_string(self.folders[0].join(file)).unwrap_or_default();
        text.lines().find_map(|line| line.strip_prefix("oom_kill ")?.trim().parse().ok()).unwrap_or(0)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        for folder in &self.folders {
            remove(folder);
        }
    }
}

/// Kills what is in a group, and removes it.
fn remove(folder: &Path) {
    for _ in 0..REMOVALS {
        if fs::remove_dir(folder).is_ok() || !folder.exists() {
            return;
        }
        let processes = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
        for process in processes.lines().filter_map(|line| rustix::process::Pid::from_raw(line.parse().ok()?))
        {
            // One that is gone already is no error.
            let _gone = rustix::process::kill_process(process, rustix::process::Signal::KILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Our group in the tree whose controllers are as asked for: a line `4:memory:/path`.
fn own_group(groups: &str, is_meant: impl Fn(&str) -> bool) -> Option<&str> {
    groups.lines().find_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        is_meant(controllers).then_some(path)
    })
}

/// Where a file system is mounted: a line `cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0`.
fn mount_point(mounts: &str, is_meant: impl Fn(&str, &str) -> bool) -> Option<&str> {
    mounts.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let &[_, place, kind, options, ..] = fields.as_slice() else { return None };
        is_meant(kind, options).then_some(place)
    })
}

/// A group's folder; in a container, the mount may show our own group only.
fn beneath(mount: &str, group: &str) -> PathBuf {
    let folder = Path::new(mount).join(group.trim_start_matches('/'));
    if folder.is_dir() { folder } else { mount.into() }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Trees, Version};

    #[test]
    fn both_versions_are_told_from_the_lists_of_the_system() {
        let mounts = "cgroup /nowhere/memory cgroup rw,nosuid,memory 0 0\n\
                      cgroup /nowhere/pids cgroup rw,pids 0 0\n\
                      cgroup2 /nowhere/unified cgroup2 rw 0 0\n";
        let one = Trees::read("4:memory:/\n8:pids:/\n0::/\n", mounts).unwrap();
        let own = ["/nowhere/memory", "/nowhere/pids"].map(PathBuf::from);
        assert_eq!(one, Trees { version: Version::One, own: own.into() });
        let two = Trees::read("0::/user.slice\n", "cgroup2 /nowhere/unified cgroup2 rw 0 0\n").unwrap();
        assert_eq!(two, Trees { version: Version::Two, own: vec!["/nowhere/unified".into()] });
        assert!(Trees::read("4:memory:/\n", "").is_err());
    }
}
