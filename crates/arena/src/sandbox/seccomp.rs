//! Filters of system calls. What no bot needs is refused with `EPERM`, or with `ENOSYS` where a
//! library then takes an older call that can be looked into.
//!
//! A filter of `seccompiler` has one way to refuse, so there are several, and the strictest wins.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};

use super::allowance::Freedom;

/// Calls that reach into other processes, the kernel's rare corners, or what only an administrator does.
const REFUSED: &[libc::c_long] = &[
    // Other processes' memory and open files.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    // New namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    // Large and little used parts of the kernel.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_fanotify_init,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_lookup_dcookie,
    libc::SYS_quotactl,
    libc::SYS_nfsservctl,
    // The machine itself.
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_vhangup,
    // A bot talks on three pipes. Pairs of sockets stay lawful, and lead nowhere else.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
];

#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[libc::c_long] = &[libc::SYS_iopl, libc::SYS_ioperm];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[libc::c_long] = &[];

#[cfg(target_arch = "x86_64")]
const FORKS: &[libc::c_long] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[libc::c_long] = &[];

/// Without namespaces, processes of the same user are in reach: nothing is sent to them, and nothing of
/// theirs is changed.
const REFUSED_WITHOUT_NAMESPACES: &[libc::c_long] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_setpriority,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setaffinity,
    libc::SYS_ioprio_set,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // All that a program starts stays in the group that is ended with it.
    libc::SYS_setsid,
    libc::SYS_setpgid,
];

/// Where a filter is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    /// Within namespaces.
    Namespaces,
    /// Without them. Older kernels do not hold back signals by themselves.
    Nothing { holds_signals: bool },
}

/// What a program may do with the modes, owners, times and attributes of files that are its user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marks {
    /// All: no other file is in its reach.
    Lawful,
    /// Nothing: it is told so.
    Refused,
    /// Nothing, and it is told that it was done: compilers and builds go on, which change their own.
    PassedOver,
}

/// The filters for a program, each to be applied.
pub(super) fn filters(
    freedom: Freedom,
    around: Around,
    marks: Marks,
) -> Result<Vec<BpfProgram>, seccompiler::Error> {
    let mut refused = Rules::default();
    for &call in REFUSED.iter().chain(REFUSED_HERE) {
        refused.always(call);
    }
    refused.namespaces()?;
    if freedom.forbids_processes() {
        refused.forks()?;
    }
    refused.identity_bits()?;
    refused.socket_addresses()?;
    refused.when(libc::SYS_personality, 0, SeccompCmpOp::Ne, ASK)?;
    // Characters put into the terminal's input.
    refused.when(libc::SYS_ioctl, 1, NUMBER, libc::TIOCSTI)?;
    refused.when(libc::SYS_ioctl, 1, NUMBER, TIOCLINUX)?;
    if let Around::Nothing { holds_signals } = around {
        refused.other_processes(holds_signals)?;
    }
    let mut passed_over = Rules::default();
    match marks {
        Marks::Lawful => {}
        Marks::Refused => refused.marks()?,
        Marks::PassedOver => passed_over.marks()?,
    }
    let mut unknown = Rules::default();
    for &call in UNKNOWN {
        unknown.always(call);
    }
    let mut filters = vec![refused.compile(libc::EPERM)?, unknown.compile(libc::ENOSYS)?];
    if marks == Marks::PassedOver {
        filters.push(passed_over.compile(0)?);
    }
    if cfg!(target_arch = "x86_64") {
        filters.push(without_second_numbering());
    }
    Ok(filters)
}

/// Calls whose arguments no filter can see, and those of rings: libraries take older ones instead.
const UNKNOWN: &[libc::c_long] = &[
    libc::SYS_clone3,
    libc::SYS_openat2,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];

/// Of an argument that is a number of 32 bits, the kernel looks at no other bits.
const NUMBER: SeccompCmpOp = SeccompCmpOp::MaskedEq(u32::MAX as u64);

/// Calls that make or change a file, with the place of the mode among their arguments.
const MODES: &[(libc::c_long, u8)] = &[
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (libc::SYS_fchmodat2, 2),
    (libc::SYS_mkdirat, 2),
    (libc::SYS_mknodat, 2),
];

#[cfg(target_arch = "x86_64")]
const MODES_HERE: &[(libc::c_long, u8)] =
    &[(libc::SYS_chmod, 1), (libc::SYS_mkdir, 1), (libc::SYS_mknod, 1), (libc::SYS_creat, 1)];
#[cfg(not(target_arch = "x86_64"))]
const MODES_HERE: &[(libc::c_long, u8)] = &[];

/// Calls that open a file, with the place of the flags; the mode follows, and counts for a new file only.
#[cfg(target_arch = "x86_64")]
const OPENS: &[(libc::c_long, u8)] = &[(libc::SYS_openat, 2), (libc::SYS_open, 1)];
#[cfg(not(target_arch = "x86_64"))]
const OPENS: &[(libc::c_long, u8)] = &[(libc::SYS_openat, 2)];

/// Calls that change what is noted of a file: mode, owner, times, attributes.
const MARKS: &[libc::c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
];

#[cfg(target_arch = "x86_64")]
const MARKS_HERE: &[libc::c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const MARKS_HERE: &[libc::c_long] = &[];

/// Calls of Linux 6.13 and 6.17, whose numbers are the same everywhere.
const SETXATTRAT: libc::c_long = 463;
const REMOVEXATTRAT: libc::c_long = 466;
const FILE_SETATTR: libc::c_long = 469;

/// Requests of `ioctl` that change a file's flags, version and project.
const FILE_REQUESTS: [u64; 5] = [0x4008_6602, 0x4004_6602, 0x4008_7602, 0x4004_7602, 0x401c_5820];

/// Requests that name a process that is signalled for a descriptor.
const OWNER_REQUESTS: [u64; 2] = [0x8901, 0x8902];

/// Commands of `fcntl` that do so.
const OWNER_COMMANDS: [i32; 3] = [libc::F_SETOWN, F_SETOWN_EX, F_SETSIG];
const F_SETSIG: i32 = 10;
const F_SETOWN_EX: i32 = 15;

/// Kinds of sockets whose pairs speak to nobody else: streams, and packets in sequence.
const PAIRS: [u64; 2] = [1, 5];

/// `personality` with this asks and changes nothing.
const ASK: u64 = 0xffff_ffff;

/// A request of `ioctl` that pastes into a console.
const TIOCLINUX: u64 = 0x541c;

/// The bytes of a filter, as bubblewrap reads them.
pub(super) fn bytes(filter: &[sock_filter]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(filter.len() * 8);
    for &sock_filter { code, jt, jf, k } in filter {
        bytes.extend_from_slice(&code.to_ne_bytes());
        bytes.extend_from_slice(&[jt, jf]);
        bytes.extend_from_slice(&k.to_ne_bytes());
    }
    bytes
}

/// What holds an argument of a call.
fn condition(
    argument: u8,
    kind: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, kind, value)
}

/// The flag of a new file without a name, alone.
const NEW_WITHOUT_NAME: i32 = libc::O_TMPFILE & !libc::O_DIRECTORY;

/// The bits that say of what kind a socket is; the others are flags.
const SOCKET_KINDS: u64 = 0xf;

/// Rules for one way to refuse.
#[derive(Default)]
struct Rules(BTreeMap<i64, Vec<SeccompRule>>);

impl Rules {
    /// Refuses a call whatever its arguments are.
    fn always(&mut self, call: libc::c_long) {
        self.0.insert(call, Vec::new());
    }

    /// Refuses a call when one of its arguments is of a kind.
    fn when(
        &mut self,
        call: libc::c_long,
        argument: u8,
        kind: SeccompCmpOp,
        value: u64,
    ) -> Result<(), seccompiler::BackendError> {
        self.all_of(call, vec![condition(argument, kind, value)?])
    }

    /// Refuses a call when several of its arguments are of a kind, unless it is refused always.
    fn all_of(
        &mut self,
        call: libc::c_long,
        conditions: Vec<SeccompCondition>,
    ) -> Result<(), seccompiler::BackendError> {
        let rule = SeccompRule::new(conditions)?;
        let is_refused_always = self.0.get(&call).is_some_and(Vec::is_empty);
        if !is_refused_always {
            self.0.entry(call).or_default().push(rule);
        }
        Ok(())
    }

    /// A new namespace is a flag of `clone`; `clone3`, whose flags no filter can see, is unknown.
    fn namespaces(&mut self) -> Result<(), seccompiler::BackendError> {
        for namespace in [
            libc::CLONE_NEWUSER,
            libc::CLONE_NEWNS,
            libc::CLONE_NEWPID,
            libc::CLONE_NEWNET,
            libc::CLONE_NEWIPC,
            libc::CLONE_NEWUTS,
            libc::CLONE_NEWCGROUP,
        ] {
            let namespace = u64::from(namespace.unsigned_abs());
            self.when(libc::SYS_clone, 0, SeccompCmpOp::MaskedEq(namespace), namespace)?;
        }
        Ok(())
    }

    /// New processes that are no threads.
    fn forks(&mut self) -> Result<(), seccompiler::BackendError> {
        for &call in FORKS {
            self.always(call);
        }
        let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
        self.when(libc::SYS_clone, 0, SeccompCmpOp::MaskedEq(thread), 0)
    }

    /// Files that run as their owner or group, whoever runs them.
    fn identity_bits(&mut self) -> Result<(), seccompiler::BackendError> {
        for bit in [libc::S_ISUID, libc::S_ISGID].map(u64::from) {
            let is_set = SeccompCmpOp::MaskedEq(bit);
            for &(call, mode) in MODES.iter().chain(MODES_HERE) {
                self.when(call, mode, is_set.clone(), bit)?;
            }
            for &(call, flags) in OPENS {
                for new in [libc::O_CREAT, NEW_WITHOUT_NAME].map(|flag| u64::from(flag.unsigned_abs())) {
                    let is_new = condition(flags, SeccompCmpOp::MaskedEq(new), new)?;
                    self.all_of(call, vec![is_new, condition(flags + 1, is_set.clone(), bit)?])?;
                }
            }
        }
        Ok(())
    }

    /// Sockets that speak to others than their own pair.
    fn socket_addresses(&mut self) -> Result<(), seccompiler::BackendError> {
        self.when(libc::SYS_sendto, 4, SeccompCmpOp::Ne, 0)?;
        self.when(libc::SYS_socketpair, 0, SeccompCmpOp::Ne, u64::from(libc::AF_UNIX.unsigned_abs()))?;
        for kind in (0..=SOCKET_KINDS).filter(|kind| !PAIRS.contains(kind)) {
            self.when(libc::SYS_socketpair, 1, SeccompCmpOp::MaskedEq(SOCKET_KINDS), kind)?;
        }
        Ok(())
    }

    /// What reaches other processes of the same user where no namespace keeps them apart.
    fn other_processes(&mut self, holds_signals: bool) -> Result<(), seccompiler::BackendError> {
        for &call in REFUSED_WITHOUT_NAMESPACES {
            self.always(call);
        }
        if !holds_signals {
            self.always(libc::SYS_tgkill);
        }
        // Limits of another process.
        self.when(libc::SYS_prlimit64, 0, SeccompCmpOp::Ne, 0)?;
        for command in OWNER_COMMANDS {
            self.when(libc::SYS_fcntl, 1, NUMBER, u64::from(command.unsigned_abs()))?;
        }
        OWNER_REQUESTS.into_iter().try_for_each(|request| self.when(libc::SYS_ioctl, 1, NUMBER, request))
    }

    /// What is noted of files.
    fn marks(&mut self) -> Result<(), seccompiler::BackendError> {
        for &call in MARKS.iter().chain(MARKS_HERE) {
            self.always(call);
        }
        FILE_REQUESTS.into_iter().try_for_each(|request| self.when(libc::SYS_ioctl, 1, NUMBER, request))
    }

    fn compile(self, error: i32) -> Result<BpfProgram, seccompiler::BackendError> {
        let arch = TargetArch::try_from(std::env::consts::ARCH)?;
        let refuse = SeccompAction::Errno(error.unsigned_abs());
        SeccompFilter::new(self.0, SeccompAction::Allow, refuse, arch)?.try_into()
    }
}

/// Refuses the calls of a second numbering (x32), by which all the others could be made.
///
/// ```text
/// load the number of the call
/// at least 0x4000_0000 ? next : skip one
/// return ENOSYS
/// return allowed
/// ```
fn without_second_numbering() -> BpfProgram {
    const LOAD_WORD: u16 = 0x20;
    const JUMP_IF_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    let refuse = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs();
    [
        (LOAD_WORD, 0, 0),
        (JUMP_IF_AT_LEAST, 1, 0x4000_0000),
        (RETURN, 0, refuse),
        (RETURN, 0, libc::SECCOMP_RET_ALLOW),
    ]
    .map(|(code, jf, k)| sock_filter { code, jt: 0, jf, k })
    .into()
}

#[cfg(test)]
mod tests {
    use super::{Around, Marks, bytes, filters};
    use crate::sandbox::allowance::Freedom;

    #[test]
    fn a_program_that_may_not_start_processes_has_more_rules() {
        let length = |freedom| {
            let filters = filters(freedom, Around::Namespaces, Marks::Lawful).unwrap();
            filters.iter().map(|filter| bytes(filter).len()).sum::<usize>()
        };
        assert!(length(Freedom::Threads) > length(Freedom::Processes));
    }
}
