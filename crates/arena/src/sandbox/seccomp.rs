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
    // A bot talks on three pipes. Pairs of sockets stay lawful.
    libc::SYS_socket,
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

/// The filters for a program, each to be applied.
pub(super) fn filters(freedom: Freedom, around: Around) -> Result<Vec<BpfProgram>, seccompiler::Error> {
    let mut refused = Rules::default();
    for &call in REFUSED.iter().chain(REFUSED_HERE) {
        refused.always(call);
    }
    // A new namespace is a flag of `clone`; `clone3`, whose flags no filter can see, is unknown below.
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
        refused.when(libc::SYS_clone, 0, SeccompCmpOp::MaskedEq(namespace), namespace)?;
    }
    if freedom.forbids_processes() {
        for &call in FORKS {
            refused.always(call);
        }
        let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
        refused.when(libc::SYS_clone, 0, SeccompCmpOp::MaskedEq(thread), 0)?;
    }
    refused.when(libc::SYS_personality, 0, SeccompCmpOp::Ne, ASK)?;
    // Characters put into the terminal's input.
    refused.when(libc::SYS_ioctl, 1, SeccompCmpOp::MaskedEq(u32::MAX.into()), libc::TIOCSTI)?;
    refused.when(libc::SYS_ioctl, 1, SeccompCmpOp::MaskedEq(u32::MAX.into()), TIOCLINUX)?;
    if let Around::Nothing { holds_signals } = around {
        for &call in REFUSED_WITHOUT_NAMESPACES {
            refused.always(call);
        }
        if !holds_signals {
            refused.always(libc::SYS_tgkill);
        }
        // Limits of another process.
        refused.when(libc::SYS_prlimit64, 0, SeccompCmpOp::Ne, 0)?;
    }
    let mut unknown = Rules::default();
    for call in
        [libc::SYS_clone3, libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register]
    {
        unknown.always(call);
    }
    let mut filters = vec![refused.compile(libc::EPERM)?, unknown.compile(libc::ENOSYS)?];
    if cfg!(target_arch = "x86_64") {
        filters.push(without_second_numbering());
    }
    Ok(filters)
}

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
        let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Qword, kind, value)?;
        let rule = SeccompRule::new(vec![condition])?;
        self.0.entry(call).or_default().push(rule);
        Ok(())
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
    use super::{Around, bytes, filters};
    use crate::sandbox::allowance::Freedom;

    #[test]
    fn a_program_that_may_not_start_processes_has_more_rules() {
        let length = |freedom| {
            let filters = filters(freedom, Around::Namespaces).unwrap();
            filters.iter().map(|filter| bytes(filter).len()).sum::<usize>()
        };
        assert!(length(Freedom::Threads) > length(Freedom::Processes));
    }
}
