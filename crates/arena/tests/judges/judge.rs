//! A judge at work: with a puppet, with a command, or told lines that were written down.

use std::fs;
use std::io::{Read, Write, pipe};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use croupier_arena::package::Test;
use tempfile::TempDir;

use super::referee::Sitting;

/// The exit codes: right, wrong, and no verdict.
pub(crate) const RIGHT: i32 = 42;
pub(crate) const WRONG: i32 = 43;
pub(crate) const TROUBLE: i32 = 1;

/// A judge's program.
pub(crate) struct Judge<'a>(pub(crate) &'a Path);

/// What a judge said.
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    /// To the submission.
    pub(crate) output: String,
    /// To the jury.
    pub(crate) message: String,
}

/// What it said, and what the puppet heard of it.
pub(crate) struct Heard {
    pub(crate) code: Option<i32>,
    pub(crate) lines: String,
    pub(crate) message: String,
}

/// A test in a folder of its own, with a folder for feedback.
struct Desk(TempDir);

impl Desk {
    fn new(input: &str, answer: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("test.in"), input).unwrap();
        fs::write(folder.path().join("test.ans"), answer).unwrap();
        fs::create_dir(folder.path().join("feedback")).unwrap();
        Self(folder)
    }

    fn command(&self, judge: &Path) -> Command {
        let mut command = Command::new(judge);
        command.args(["test.in", "test.ans", "feedback/"]).current_dir(self.0.path()).stderr(Stdio::null());
        command
    }

    fn message(&self) -> String {
        fs::read_to_string(self.feedback().join("judgemessage.txt")).unwrap_or_default()
    }

    fn feedback(&self) -> PathBuf {
        self.0.path().join("feedback")
    }
}

impl Judge<'_> {
    /// Connects it with a puppet.
    pub(crate) fn before(&self, sitting: &Sitting, least: i64, puppet: &Path) -> Heard {
        let desk = Desk::new(&sitting.input(), &sitting.answer(least));
        let mut command = Command::new(puppet);
        command.arg(sitting.seed.to_string());
        let (code, lines) = self.connect(&desk, command);
        Heard { code, lines, message: desk.message() }
    }

    /// Connects it with a command of the shell.
    pub(crate) fn before_command(&self, test: &Test, script: &str) -> Option<i32> {
        let desk = Desk::new(&test.input, &test.answer);
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        self.connect(&desk, command).0
    }

    /// The exit code, and what the other wrote to its standard error.
    fn connect(&self, desk: &Desk, mut submission: Command) -> (Option<i32>, String) {
        let (from_submission, to_judge) = pipe().unwrap();
        let mut judge = desk.command(self.0).stdin(from_submission).stdout(Stdio::piped()).spawn().unwrap();
        submission.stdin(judge.stdout.take().unwrap()).stdout(to_judge).stderr(Stdio::piped());
        let mut other = submission.spawn().unwrap();
        // Our ends of the pipes go with it: each of the two sees the end of the other.
        drop(submission);
        let mut log = String::new();
        other.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        let code = judge.wait().unwrap().code();
        other.wait().unwrap();
        (code, log)
    }

    /// Tells it a submission's lines, all at once, and that no more will come.
    pub(crate) fn told(&self, input: &str, answer: &str, lines: &[u8]) -> Said {
        self.hear(input, answer, lines, false)
    }

    /// Tells it a submission's lines, and leaves the channel open, as one that never ends.
    pub(crate) fn told_without_end(&self, input: &str, answer: &str, lines: &[u8]) -> Said {
        self.hear(input, answer, lines, true)
    }

    fn hear(&self, input: &str, answer: &str, lines: &[u8], stays: bool) -> Said {
        let desk = Desk::new(input, answer);
        let mut child = desk.command(self.0).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let output = thread::scope(|scope| {
            let told = scope.spawn(move || {
                // A judge that has heard enough reads no more.
                let _is_read = stdin.write_all(lines).is_ok();
                stays.then_some(stdin)
            });
            let output = child.wait_with_output().unwrap();
            drop(told.join().unwrap());
            output
        });
        Said {
            code: output.status.code(),
            output: String::from_utf8(output.stdout).unwrap(),
            message: desk.message(),
        }
    }

    /// Its exit code where it finds no folder for its feedback.
    pub(crate) fn without_feedback(&self, input: &str, answer: &str) -> Option<i32> {
        let desk = Desk::new(input, answer);
        fs::remove_dir(desk.feedback()).unwrap();
        desk.command(self.0).stdin(Stdio::null()).stdout(Stdio::null()).status().unwrap().code()
    }
}
