//! The page: how long the first page and a match take to open, and what 500 spectators cost a contest. The program is asked over the loopback;
//! each time is the median of a few. `cargo xtask bench page`.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const POKER: &str = "name = \"Bench\"\ngame = \"poker\"\nseed = 7\ntrust = true\nhouse = [\"odds\", \"random\", \"rock\"]\n\
                     [rules]\ndeals = 1000\n";

const BLACKJACK: &str = "name = \"Bench\"\ngame = \"blackjack\"\nseed = 7\ntrust = true\nhouse = [\"table\"]\n\
    [rules]\ncommittee = \"table\"\n[[test]]\nname = \"ten packs\"\nmoney = 100000\npacks = 10\nshuffles = 500\n";

/// A contest of some seconds: many small matches, so that the store is written all the time.
const LONG: &str = "name = \"Bench\"\ngame = \"poker\"\nseed = 7\ntrust = true\n\
    house = [\"odds\", \"random\", \"rock\", \"maniac\"]\n[rules]\ndeals = 4000\nrounds = 48\n";

const SPECTATORS: usize = 500;
const TIMES: usize = 5;
/// Contests that are watched, each beside one that is not.
const PAIRS: u32 = 6;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let filters: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted =
        |name: &str| filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()));
    // `cargo test --benches` builds it and runs nothing.
    if !args.iter().any(|arg| arg == "--bench") {
        return Ok(());
    }
    if is_wanted("page") {
        first_page()?;
        openings("a match of poker, 1,000 deals", POKER)?;
        openings("a full test of blackjack, ten evenings of 500 shuffles", BLACKJACK)?;
    }
    if is_wanted("page spectators") {
        spectators()?;
    }
    Ok(())
}

/// The first page of a server, with all that is on it, one after the other.
fn first_page() -> Result<()> {
    let night = Night::new(POKER)?;
    night.command(&["run", "night", "--json"]).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let (mut times, mut bytes) = (Vec::new(), 0);
    for _ in 0..TIMES {
        let server = Server::start(&night)?;
        let begun = Instant::now();
        let (_, page) = server.asked("/")?;
        let parts = page.split("=\"/assets/").skip(1).filter_map(|rest| rest.split('"').next());
        let parts: BTreeSet<String> = parts.map(|name| format!("/assets/{name}")).collect();
        bytes = page.len();
        for part in parts {
            bytes += server.get(&part)?.1;
        }
        times.push(begun.elapsed());
    }
    println!("the first page with all that is on it: {}, {bytes} bytes", milliseconds(median(times)));
    Ok(())
}

/// A match that nobody has opened before, opened again, and a part of it far within.
fn openings(what: &str, contest: &str) -> Result<()> {
    let night = Night::new(contest)?;
    night.command(&["run", "night", "--json"]).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let (mut first, mut again, mut far) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let server = Server::start(&night)?;
        first.push(server.timed("/match/night/1")?);
        again.push(server.timed("/match/night/1?deal=2")?);
        far.push(server.timed("/match/night/1/deals?from=901&count=40")?);
    }
    let [first, again, far] = [first, again, far].map(|times| milliseconds(median(times)));
    println!("{what}: first opened in {first}, again in {again}; 40 deals in {far}");
    Ok(())
}

/// The same contest watched by nobody and by many, in turn, now the one first and now the other.
fn spectators() -> Result<()> {
    // The first contest finds nothing in the caches.
    contest(0)?;
    let (mut slower, mut alone, mut watched) = (Vec::new(), Vec::new(), Watched::default());
    for pair in 0..PAIRS {
        let is_alone_first = pair % 2 == 0;
        let first = contest(if is_alone_first { 0 } else { SPECTATORS })?;
        let second = contest(if is_alone_first { SPECTATORS } else { 0 })?;
        let (one, other) = if is_alone_first { (first, second) } else { (second, first) };
        slower.push((other.took.as_secs_f64() / one.took.as_secs_f64() - 1.0) * 100.0);
        alone.push(one.took);
        watched.add(&other);
    }
    let many = f64::from(PAIRS);
    let mean = slower.iter().sum::<f64>() / many;
    let spread = slower.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (many - 1.0);
    let per_contest = |time: Duration| milliseconds(time / PAIRS);
    let each: Vec<String> = slower.iter().map(|one| format!("{one:+.1}")).collect();
    slower.sort_unstable_by(f64::total_cmp);
    let (lower, upper) = (slower[slower.len() / 2 - 1], slower[slower.len() / 2]);
    println!(
        "{SPECTATORS} spectators of a contest that takes {} alone: {mean:+.1} % ± {:.1} (standard error), median {:+.1} %, {PAIRS} pairs \
         ({}); {} dropped",
        milliseconds(median(alone)),
        (spread / many).sqrt(),
        lower.midpoint(upper),
        each.join(" "),
        watched.dropped
    );
    println!(
        "time of processors in a contest: the server {}, the spectators' side {}; {} times {} bytes were sent",
        per_contest(watched.server),
        per_contest(watched.client),
        watched.events / slower.len(),
        watched.bytes / watched.events.max(1)
    );
    Ok(())
}

/// A contest, and what it was to watch it.
#[derive(Default)]
struct Watched {
    took: Duration,
    /// Time of processors.
    server: Duration,
    client: Duration,
    /// Spectators who were not told of the end.
    dropped: usize,
    /// What all spectators have heard together.
    events: usize,
    bytes: usize,
}

impl Watched {
    fn add(&mut self, other: &Self) {
        self.took += other.took;
        self.server += other.server;
        self.client += other.client;
        self.dropped += other.dropped;
        self.events += other.events;
        self.bytes += other.bytes;
    }
}

fn contest(spectators: usize) -> Result<Watched> {
    let night = Night::new(LONG)?;
    let server = Server::start(&night)?;
    let before = server.processor_time()?;
    let begun = Instant::now();
    let mut run =
        night.command(&["run", "night", "--json"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let mut watching = None;
    if spectators > 0 {
        while server.get("/run/night")?.0 != 200 {
            thread::sleep(Duration::from_millis(20));
        }
        let address = server.address;
        let stand = move || Stand::open(address, spectators).and_then(|stand| stand.watched(address));
        watching = Some(thread::spawn(stand));
    }
    run.wait()?;
    let took = begun.elapsed();
    let server_time = server.processor_time()?.saturating_sub(before);
    let watched = match watching {
        Some(watching) => watching.join().map_err(|_| "the spectators have panicked")??,
        None => Watched::default(),
    };
    Ok(Watched { took, server: server_time, ..watched })
}

/// All spectators, in one thread. They have machines of their own and must cost this one as little as can be: what comes is
/// taken now and then, and thrown away unread but for its end.
struct Stand {
    seats: Vec<Option<TcpStream>>,
    seen: Watched,
}

/// So many connect at a time, and then rest.
const PACE: usize = 25;
const REST: Duration = Duration::from_millis(25);
/// How often what has come is taken.
const SWEEP: Duration = Duration::from_millis(250);

impl Stand {
    fn open(address: SocketAddr, spectators: usize) -> io::Result<Self> {
        let mut seats = Vec::new();
        for number in 1..=spectators {
            let mut stream = TcpStream::connect(address)?;
            write!(stream, "GET /run/night/events HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
            stream.set_nonblocking(true)?;
            seats.push(Some(stream));
            if number % PACE == 0 {
                thread::sleep(REST);
            }
        }
        Ok(Self { seats, seen: Watched::default() })
    }

    /// Watches until each was told of the end, or has lost its stream.
    fn watched(mut self, address: SocketAddr) -> io::Result<Watched> {
        let mut room = vec![0; 1 << 18];
        let begun = Instant::now();
        while self.seats.iter().any(Option::is_some) {
            if begun.elapsed() > Duration::from_mins(2) {
                self.seen.dropped += self.seats.iter().flatten().count();
                break;
            }
            thread::sleep(SWEEP);
            for seat in &mut self.seats {
                let Some(stream) = seat else { continue };
                match stream.read(&mut room) {
                    Ok(0) => {
                        self.seen.dropped += 1;
                        *seat = None;
                    }
                    Ok(read) => {
                        self.seen.bytes += read;
                        self.seen.events += 1;
                        // The sentence and `over` are the last of an event.
                        let end = String::from_utf8_lossy(&room[read.saturating_sub(200)..read]);
                        if end.contains("\"over\":true") {
                            *seat = None;
                        }
                    }
                    Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
                    Err(why) => {
                        println!("a spectator of {address} was dropped: {why}");
                        self.seen.dropped += 1;
                        *seat = None;
                    }
                }
            }
        }
        self.seen.client = thread_time()?;
        Ok(self.seen)
    }
}

/// What this thread has taken of its processors.
fn thread_time() -> io::Result<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat")?;
    let time = told.split(' ').next().and_then(|time| time.parse().ok());
    time.map(Duration::from_nanos).ok_or_else(|| io::Error::other("schedstat has no time"))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// A contest in a temporary folder.
struct Night {
    folder: tempfile::TempDir,
}

impl Night {
    fn new(contest: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        fs::create_dir_all(folder.path().join("night/entrants"))?;
        fs::write(folder.path().join("night/contest.toml"), contest)?;
        Ok(Self { folder })
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(Path::new(env!("CARGO_BIN_EXE_croupier")));
        command.args(args).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }
}

/// A server that is ended when it is dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(night: &Night) -> Result<Self> {
        let mut command = night.command(&["serve", "--listen", "127.0.0.1:0"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("it has an output")?).read_line(&mut line)?;
        let address = line.trim_end().trim_start_matches("http://").trim_end_matches('/').parse()?;
        Ok(Self { child, address })
    }

    fn get(&self, path: &str) -> Result<(u16, usize)> {
        let (status, text) = self.asked(path)?;
        Ok((status, text.len()))
    }

    /// The status and all that came, as text.
    fn asked(&self, path: &str) -> Result<(u16, String)> {
        let mut stream = TcpStream::connect(self.address)?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address)?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        let status = std::str::from_utf8(bytes.get(9..12).unwrap_or_default())?.parse()?;
        Ok((status, String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// What it has taken of its processors, in hundredths of a second.
    fn processor_time(&self) -> Result<Duration> {
        let told = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name may hold blanks; after it the times are the 12th and the 13th word.
        let (_, rest) = told.rsplit_once(") ").ok_or("a process has a name")?;
        let ticks =
            rest.split(' ').skip(11).take(2).map(str::parse::<u64>).sum::<std::result::Result<u64, _>>()?;
        Ok(Duration::from_millis(ticks * 10))
    }

    fn timed(&self, path: &str) -> Result<Duration> {
        let begun = Instant::now();
        let (status, _) = self.get(path)?;
        if status != 200 {
            return Err(format!("{path}: {status}").into());
        }
        Ok(begun.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _gone = self.child.kill();
        let _collected = self.child.wait();
    }
}
