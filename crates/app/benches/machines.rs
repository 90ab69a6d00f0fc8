//! A contest that is bound by its bots: how long it takes on threads, and through a queue with one worker and with two.
//!
//! Server, organiser and workers are on this machine. On two cores, two workers are asked to be 1.8 times as fast as one, and
//! the queue to cost at most 5 % against threads.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use croupier_trial::nats::NatsServer;

const NAME: &str = "machines";

/// With three players of the house and one bot: 48 matches, of which 36 are the bot's.
const CONTEST: &str = "name = \"Machines\"\ngame = \"poker\"\nseed = 7\ntrust = true\nhouse = [\"odds\", \"random\", \"rock\"]\n\
    [rules]\ndeals = 100\nseatings = \"all\"\nrounds = 2\n";

/// Counts for 10 ms of processor time a deal.
const BOT: &str = "import time
class Player:
    def hand(self, card): self.card = card
    def bet1(self, minimum):
        until = time.process_time() + 0.01
        while time.process_time() < until: pass
        return minimum + self.card
    def call1(self, level): return self.card > 4
    def bet2(self, minimum): return minimum
    def call2(self, level): return self.card > 6
";

fn main() -> Result<(), Box<dyn Error>> {
    let mut filters = env::args().skip(1).filter(|word| !word.starts_with("--")).peekable();
    if filters.peek().is_some() && !filters.any(|filter| NAME.contains(&filter)) {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    fs::create_dir_all(here.join("night/entrants"))?;
    fs::write(here.join("night/contest.toml"), CONTEST)?;
    fs::write(here.join("night/entrants/counts.py"), BOT)?;
    println!("{NAME}: 48 matches of poker, 100 deals each, in three of four a bot that takes 10 ms a deal");
    println!("  {:<10} {:>9} {:>9} {:>7}", "", "one, s", "two, s", "gain");
    let threads = [run(here, &["--jobs", "1"])?, run(here, &["--jobs", "2"])?];
    println!("  {:<10} {:9.1} {:9.1} {:7.2}", "threads", threads[0], threads[1], threads[0] / threads[1]);
    let Some(server) = NatsServer::start() else { return Ok(()) };
    let workers = [through(here, &server, 1)?, through(here, &server, 2)?];
    let gain = workers[0] / workers[1];
    println!("  {:<10} {:9.1} {:9.1} {gain:7.2} (asked: at least 1.8)", "workers", workers[0], workers[1]);
    let costs = [0, 1].map(|at| (workers[at] / threads[at] - 1.0) * 100.0);
    println!("  the queue costs {:.1} % with one, {:.1} % with two (asked: at most 5)", costs[0], costs[1]);
    Ok(())
}

/// Plays the contest in a new data folder; in seconds from the start to the table.
fn run(here: &Path, more: &[&str]) -> Result<f64, Box<dyn Error>> {
    let begun = Instant::now();
    let ended = croupier(here, &[&["run", "night", "--fresh", "--quiet"], more].concat()).status()?;
    if ended.success() {
        Ok(begun.elapsed().as_secs_f64())
    } else {
        Err(format!("croupier run ends with {ended}").into())
    }
}

/// The same through a queue, with so many workers that are there already.
fn through(here: &Path, server: &NatsServer, workers: usize) -> Result<f64, Box<dyn Error>> {
    let address = server.address();
    let work = || croupier(here, &["work", "--trust", "--jobs", "1", "--queue", &address]).spawn().map(Hand);
    let _hands = (0..workers).map(|_| work()).collect::<Result<Vec<_>, _>>()?;
    run(here, &["--queue", &address])
}

fn croupier(here: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.current_dir(here).args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A worker, which ends with its run.
struct Hand(Child);

impl Drop for Hand {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _ended = self.0.wait();
    }
}
