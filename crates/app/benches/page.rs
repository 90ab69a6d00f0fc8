//! The page: how long the first page and a match take to open, and what 500 spectators cost a contest. The program is asked over the loopback;
//! each number is the median of a few. `cargo xtask bench page`.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const POKER: &str = "name = \"Bench\"\ngame = \"poker\"\nseed = 7\ntrust = true\nhouse = [\"odds\", \"random\", \"rock\"]\n\
                     [rules]\ndeals = 1000\n";

const BLACKJACK: &str = "name = \"Bench\"\ngame = \"blackjack\"\nseed = 7\ntrust = true\nhouse = [\"table\"]\n\
    [rules]\ncommittee = \"table\"\n[[test]]\nname = \"ten packs\"\nmoney = 100000\npacks = 10\nshuffles = 500\n";

/// A contest of some seconds: many small matches, so that the store is written all the time.
const LONG: &str = "name = \"Bench\"\ngame = \"poker\"\nseed = 7\ntrust = true\n\
    house = [\"odds\", \"random\", \"rock\", \"maniac\"]\n[rules]\ndeals = 4000\nrounds = 240\n";

const SPECTATORS: usize = 500;
const TIMES: usize = 5;
const RUNS: usize = 3;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let filters: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = filters.is_empty() || filters.iter().any(|filter| "page".contains(filter.as_str()));
    // `cargo test --benches` builds it and runs nothing.
    if !is_wanted || !args.iter().any(|arg| arg == "--bench") {
        return Ok(());
    }
    first_page()?;
    openings("a match of poker, 1,000 deals", POKER)?;
    openings("a full test of blackjack, ten evenings of 500 shuffles", BLACKJACK)?;
    spectators()
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

/// The same contest watched by nobody and by many, in turn.
fn spectators() -> Result<()> {
    let (mut alone, mut watched, mut dropped, mut heard) = (Vec::new(), Vec::new(), 0, 0);
    for _ in 0..RUNS {
        alone.push(contest(0)?.0);
        let (time, lost, news) = contest(SPECTATORS)?;
        watched.push(time);
        dropped += lost;
        heard += news;
    }
    let (alone, watched) = (median(alone), median(watched));
    let slower = (watched.as_secs_f64() / alone.as_secs_f64() - 1.0) * 100.0;
    println!(
        "{SPECTATORS} spectators of a contest: {} alone, {} watched, {slower:+.1} %; {dropped} dropped, {heard} events heard",
        milliseconds(alone),
        milliseconds(watched)
    );
    Ok(())
}

/// How long a contest takes, how many spectators were dropped before its end, and the events that all have heard.
fn contest(spectators: usize) -> Result<(Duration, usize, usize)> {
    let night = Night::new(LONG)?;
    let server = Server::start(&night)?;
    let begun = Instant::now();
    let mut run =
        night.command(&["run", "night", "--json"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let (heard, ended) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let mut watching = Vec::new();
    if spectators > 0 {
        while server.get("/run/night")?.0 != 200 {
            thread::sleep(Duration::from_millis(5));
        }
    }
    for _ in 0..spectators {
        let (address, heard, ended) = (server.address, Arc::clone(&heard), Arc::clone(&ended));
        let watch = move || {
            if matches!(to_the_end(address, &heard), Ok(true)) {
                ended.fetch_add(1, Ordering::Relaxed);
            }
        };
        watching.push(thread::Builder::new().stack_size(64 << 10).spawn(watch)?);
    }
    run.wait()?;
    let took = begun.elapsed();
    for spectator in watching {
        // One that panicked was told, and counts as dropped.
        let _ended = spectator.join();
    }
    Ok((took, spectators - ended.load(Ordering::Relaxed), heard.load(Ordering::Relaxed)))
}

/// Whether a spectator heard that the run is over.
fn to_the_end(address: SocketAddr, heard: &AtomicUsize) -> io::Result<bool> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_mins(1)))?;
    write!(stream, "GET /run/night/events HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    while lines.read_line(&mut line)? > 0 {
        heard.fetch_add(usize::from(line.starts_with("data: ")), Ordering::Relaxed);
        if line.starts_with("data: ") && line.contains("\"over\":true") {
            return Ok(true);
        }
        line.clear();
    }
    Ok(false)
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
