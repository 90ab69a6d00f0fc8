//! The built program as a server, which ends with the test.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use crate::client::{Answer, get};
use crate::night::Night;

/// A server that is ended when it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    organiser: Option<String>,
    /// The line that says so.
    invitation: Option<String>,
}

impl Server {
    /// Serves the data folder of a night on a free port.
    pub(crate) fn start(night: &Night, args: &[&str]) -> Self {
        Self::start_at(night, "127.0.0.1:0", args)
    }

    pub(crate) fn start_at(night: &Night, listen: &str, args: &[&str]) -> Self {
        let mut child = night
            .command(&[&["serve", "--listen", listen], args].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        // Both lines come at once, if there are two.
        let rest = String::from_utf8(out.buffer().to_vec()).unwrap();
        let organiser =
            rest.trim_end().split_once("/organise/").map(|(_, secret)| format!("/organise/{secret}"));
        let address = line.trim_end().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("an address, found {line:?}")).parse().unwrap();
        let invitation = organiser.as_ref().map(|_| rest.trim_end().to_owned());
        Self { child, address, organiser, invitation }
    }

    /// The path of the organiser's link.
    pub(crate) fn organiser(&self) -> &str {
        self.organiser.as_deref().expect("a server of a contest prints a link")
    }

    /// The line with the organiser's link.
    pub(crate) fn invitation(&self) -> Option<String> {
        self.invitation.clone()
    }

    /// The most that the server has had in memory, in KiB.
    pub(crate) fn peak_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        get(self.address, path)
    }

    /// A page that is there.
    pub(crate) fn page(&self, path: &str) -> String {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.body
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Sends a signal, waits for the end, and returns the exit code.
    pub(crate) fn signal(mut self, signal: &str) -> Option<i32> {
        let kill = format!("kill -{signal} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _gone = self.child.kill();
        let _collected = self.child.wait();
    }
}
