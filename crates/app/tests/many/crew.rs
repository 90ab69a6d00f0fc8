//! Organiser and workers as processes, ended with the test.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use croupier_queue::{Access, Make};
use croupier_trial::nats::NatsServer;

use crate::night::{Done, Night};

/// How long anything may take, or go on without a sign.
pub(crate) const PATIENCE: Duration = Duration::from_mins(4);

/// A player that takes its time, so that there is something to look at and somebody is killed while it plays.
pub(crate) const SLOW: &str = "import time
class Player:
    def hand(self, card): self.card = card
    def bet1(self, minimum):
        time.sleep(0.02)
        return minimum + self.card
    def call1(self, level): return self.card > 4
    def bet2(self, minimum): return minimum
    def call2(self, level): return self.card > 6
";

/// A process that ends with the test.
pub(crate) struct Running(Option<Child>);

impl Running {
    pub(crate) fn new(command: &mut Command) -> Self {
        Self(Some(
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap(),
        ))
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.0.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Sends it a signal by name.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.0.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.0.as_mut().unwrap().try_wait().unwrap().is_some()
    }

    /// Waits until it ends.
    pub(crate) fn done(self) -> Done {
        self.done_while(|| 0)
    }

    /// Waits until it ends, as long as what it has done grows.
    pub(crate) fn done_while(mut self, size: impl Fn() -> usize) -> Done {
        let (mut looked, mut seen) = (Instant::now(), size());
        while !self.has_ended() {
            if looked.elapsed() > PATIENCE {
                let before = seen;
                (looked, seen) = (Instant::now(), size());
                if seen > before {
                    continue;
                }
                self.signal("KILL");
                let out = self.0.take().unwrap().wait_with_output().unwrap();
                panic!("it does not end: {}", String::from_utf8_lossy(&out.stderr));
            }
            thread::sleep(Duration::from_millis(20));
        }
        let out = self.0.take().unwrap().wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Done { code: out.status.code().unwrap(), out: text(out.stdout), err: text(out.stderr) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ended = child.kill();
            let _ended = child.wait();
        }
    }
}

/// `croupier work` with this many jobs at a time. The bots are the test's own.
pub(crate) fn work(night: &Night, server: &NatsServer, jobs: &str) -> Running {
    let mut command = night.command(&["work", "--trust", "--jobs", jobs, "--queue", &server.address()]);
    Running::new(&mut command)
}

/// `croupier run night --json --queue`, with more arguments.
pub(crate) fn organise(night: &Night, server: &NatsServer, more: &[&str]) -> Running {
    let address = server.address();
    let words = ["run", "night", "--json", "--queue", &address, "--lease", "2"];
    Running::new(&mut night.command(&[&words, more].concat()))
}

/// The way to the server.
pub(crate) fn access(server: &NatsServer) -> Access {
    Access::plain(server.address().parse().unwrap())
}

/// The make of the program under test.
pub(crate) fn make() -> Make {
    let text = croupier_arena::run::away::make();
    let token = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
    Make::new(text, token)
}
