//! A NATS server of a test's own: on the loopback, with a folder of its own, ended with the test.

use std::env;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::{answers, skip};

/// How long a server may take to answer.
const READY: Duration = Duration::from_secs(20);

/// A server that runs.
#[derive(Debug)]
pub struct NatsServer {
    port: u16,
    folder: PathBuf,
    further: Vec<String>,
    process: Option<Child>,
}

impl NatsServer {
    /// Starts a server that keeps its streams in a file store; `None` counts the test as skipped.
    pub fn start() -> Option<Self> {
        Self::start_with(&["--jetstream"])
    }

    /// Starts a server with these arguments, beside its address and its folder.
    pub fn start_with(further: &[&str]) -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        if !answers("nats-server") {
            return skip("no `nats-server` answers");
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("croupier-nats-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the server");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = port.expect("a port of the loopback is free").port();
        let further = further.iter().map(ToString::to_string).collect();
        let mut server = Self { port, folder, further, process: None };
        server.go_on();
        Some(server)
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Ends it at once, as a power cut would; what it has stored stays.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().expect("the server is ours");
            process.wait().expect("the server is ours");
        }
    }

    /// Starts it again, at the same address.
    ///
    /// # Panics
    /// When it does not come up.
    pub fn go_on(&mut self) {
        let port = self.port.to_string();
        let log = fs::File::options().append(true).create(true).open(self.folder.join("log"));
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &port, "--store_dir"]).arg(self.folder.join("store"));
        command.args(&self.further).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(log.expect("the server's log can be written"));
        self.process = Some(command.spawn().expect("nats-server has answered before"));
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begun.elapsed() < READY, "the server does not come up: see its log");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends it, and removes all that it has stored.
    pub fn lose_everything(&mut self) {
        self.kill();
        fs::remove_dir_all(self.folder.join("store")).expect("the store is ours");
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
        let _left = fs::remove_dir_all(&self.folder);
    }
}
