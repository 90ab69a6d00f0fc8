//! Attacks on a sandbox, each a program in Python that says itself whether it got through.
//!
//! They are what hostile bots do; each is bounded, so that trying one on an open layer harms nobody. The
//! tests run all of them on each layer that works here, and `croupier doctor` shows what held.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::io::{FdFlags, fcntl_setfd};

use super::{Allowance, Freedom, Sandbox, Series};
use crate::batch::{self, Bounds, End, Excess, Run};
use crate::bot::{Exit, Launch};
use crate::errand::Errand;
use crate::python;
use crate::stop;

/// How long an attack may take.
const TIME: Duration = Duration::from_secs(30);

/// Memory that an attack is allowed, in bytes.
const MEMORY: u64 = 64 << 20;

/// Processor time that an attack on it is allowed.
const PROCESSOR_TIME: Duration = Duration::from_secs(1);

/// What all attacks begin with.
const PRELUDE: &str = include_str!("programs/prelude.py");

/// Counts the attacks of this process: each has names of its own.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A program that tries to get out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Its name.
    pub name: &'static str,
    /// What it tries, for people.
    pub what: &'static str,
    program: &'static str,
    freedom: Freedom,
}

/// What came of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was held: by what.
    Held(String),
    /// It got through: where.
    Open(String),
    /// It could not be tried: why.
    NotTried(String),
}

const fn attack(name: &'static str, what: &'static str, program: &'static str, freedom: Freedom) -> Attack {
    Attack { name, what, program, freedom }
}

/// All attacks.
pub const ATTACKS: [Attack; 19] = [
    attack(
        "network",
        "talk to a listener of this machine",
        include_str!("programs/network.py"),
        Freedom::Threads,
    ),
    attack("files", "read private files", include_str!("programs/files.py"), Freedom::Threads),
    attack(
        "descriptors",
        "read a file that the referee has open",
        include_str!("programs/descriptors.py"),
        Freedom::Threads,
    ),
    attack(
        "memory_of_referee",
        "read the referee's memory",
        include_str!("programs/memory_of_referee.py"),
        Freedom::Threads,
    ),
    attack("signal", "see or signal other processes", include_str!("programs/signal.py"), Freedom::Threads),
    attack(
        "fork",
        "start a process, though threads are enough",
        include_str!("programs/fork.py"),
        Freedom::Threads,
    ),
    attack(
        "fork_bomb",
        "start processes without end",
        include_str!("programs/fork_bomb.py"),
        Freedom::Processes,
    ),
    attack("threads", "start threads without end", include_str!("programs/threads.py"), Freedom::Threads),
    attack("memory", "take more memory than allowed", include_str!("programs/memory.py"), Freedom::Threads),
    attack(
        "memory_of_many",
        "take it with 16 processes",
        include_str!("programs/memory_of_many.py"),
        Freedom::Processes,
    ),
    attack(
        "datagram",
        "send a message to a socket with a name",
        include_str!("programs/datagram.py"),
        Freedom::Threads,
    ),
    attack(
        "owner_of_signals",
        "let a pipe signal the referee",
        include_str!("programs/owner_of_signals.py"),
        Freedom::Threads,
    ),
    attack(
        "marks",
        "change a file's mode, owner or times",
        include_str!("programs/marks.py"),
        Freedom::Threads,
    ),
    attack(
        "identity_bits",
        "make a file that runs as its owner",
        include_str!("programs/identity_bits.py"),
        Freedom::Threads,
    ),
    attack("disk", "fill a disk", include_str!("programs/disk.py"), Freedom::Threads),
    attack("processor", "run without end", include_str!("programs/processor.py"), Freedom::Threads),
    attack("namespace", "make a user namespace", include_str!("programs/namespace.py"), Freedom::Processes),
    attack("io_uring", "make a ring of system calls", include_str!("programs/io_uring.py"), Freedom::Threads),
    attack("outlive", "leave a process behind", include_str!("programs/outlive.py"), Freedom::Processes),
];

impl Attack {
    /// The attack of a name.
    pub fn named(name: &str) -> Option<Self> {
        ATTACKS.into_iter().find(|attack| attack.name == name)
    }

    /// Tries it in a sandbox, with this Python, in a folder under `work`.
    ///
    /// # Errors
    /// When the victims cannot be set up.
    pub fn attempt(&self, sandbox: &Sandbox, interpreter: &Path, work: &Path) -> io::Result<Outcome> {
        let place = tempfile::Builder::new().prefix("croupier-attack-").tempdir_in(work)?;
        let place = place.path().canonicalize()?;
        let (folder, secret) = (place.join("seat"), place.join("secret"));
        fs::create_dir(&folder)?;
        fs::write(&secret, "the next card is a queen\n")?;
        // As if we had been started with it open.
        let inherited = fs::File::open(&secret)?;
        fcntl_setfd(&inherited, FdFlags::empty())?;
        let main = folder.join("bot.py");
        fs::write(&main, format!("{PRELUDE}\n\n{}", self.program))?;
        let name = format!("croupier-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let listener = TcpListener::bind("127.0.0.1:0")?;
        // Names of sockets are short: elsewhere a long path is no matter.
        let is_named = self.name == "datagram";
        let _named = is_named.then(|| UnixDatagram::bind(place.join("socket"))).transpose()?;
        let _abstract = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name)?)?;

        let mut launch = python::program(interpreter, &main, &folder, 1);
        let port = listener.local_addr()?.port();
        let words = [process::id().to_string(), port.to_string(), name.clone()];
        launch.args.push(secret.into());
        launch.args.extend(words.map(OsString::from));
        launch.freedom = self.freedom;
        let outcome = match sandbox.series(&launch, self.allowance())? {
            Some(series) => judged_in(series, &launch)?,
            None => judged(&sandbox.confine(launch, self.allowance())?)?,
        };
        Ok(if is_left(&format!("{name}-outlives")) {
            Outcome::Open("a process is left".to_owned())
        } else {
            outcome
        })
    }

    fn allowance(&self) -> Allowance {
        let bot = Allowance::bot(MEMORY);
        if self.name == "processor" { Allowance { time: PROCESSOR_TIME, ..bot } } else { bot }
    }
}

/// Runs an attack to its end, and reads what it says.
fn judged(launch: &Launch) -> io::Result<Outcome> {
    let errand = Errand::run_launch(launch, Instant::now() + TIME, &stop::never())?;
    let is_over_memory = launch.cage.as_ref().is_some_and(super::Cage::is_over_memory);
    let exit = errand.status.ok().map(Exit::from);
    Ok(said(&errand.stdout).unwrap_or_else(|| ended(exit, is_over_memory, &errand.stderr)))
}

/// Runs it in a sandbox that lasts.
fn judged_in(mut series: Series, launch: &Launch) -> io::Result<Outcome> {
    let bounds = Bounds { time: TIME, memory: MEMORY, output: 1 << 20, log: 1 << 16 };
    let run = batch::run_again(&mut series, launch, b"", &bounds, &stop::never())?;
    let Run { end, output, log, .. } = run.expect("nobody stops it");
    let (exit, is_over_memory) = match end {
        End::Exited(exit) => (Some(exit), false),
        End::Passed(excess) => (None, excess == Excess::Memory),
    };
    Ok(said(&output).unwrap_or_else(|| ended(exit, is_over_memory, &log.kept)))
}

/// What an attack says itself.
fn said(output: &[u8]) -> Option<Outcome> {
    let output = String::from_utf8_lossy(output);
    let line = output.lines().last().unwrap_or_default();
    let open = line.strip_prefix("open: ").map(|what| Outcome::Open(what.to_owned()));
    open.or_else(|| line.strip_prefix("held: ").map(|how| Outcome::Held(how.to_owned())))
}

/// What the end of an attack says that has said nothing.
fn ended(exit: Option<Exit>, is_over_memory: bool, log: &[u8]) -> Outcome {
    if is_over_memory {
        return Outcome::Held("it was ended: its memory was full".to_owned());
    }
    match exit {
        None => Outcome::Open(format!("it ran for {} s", TIME.as_secs())),
        Some(Exit::Signal(signal)) => Outcome::Held(format!("it was ended by signal {signal}")),
        Some(Exit::Status(status)) => {
            let log = String::from_utf8_lossy(log);
            Outcome::NotTried(format!("exit status {status}: {}", log.lines().last().unwrap_or_default()))
        }
    }
}

/// Whether a process with this word among its own is still there.
fn is_left(word: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut words = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    words.any(|words| words.split(|&byte| byte == 0).any(|found| found == word.as_bytes()))
}
