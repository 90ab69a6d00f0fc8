//! The built binary, and what tests of several verbs do with it.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The binary with its first arguments.
pub(crate) fn croupier<const N: usize>(arguments: [&str; N]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(arguments);
    command
}

/// A file in a folder of its own, which is removed with the returned guard.
pub(crate) fn file(name: &str, content: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("the file can be written");
    (folder, path)
}

/// What a command printed.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("what is printed is UTF-8")
}

/// Reads one line of the answer, closes the pipe, and expects a quiet end.
pub(crate) fn close_pipe_after_one_line<const N: usize>(arguments: [&str; N], file: &Path, line: &str) {
    let mut child = start(arguments, [file.as_os_str()]);
    let mut answer = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    answer.read_line(&mut first).expect("a line");
    assert_eq!(first.trim_end(), line);
    drop(answer);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

/// Asks one line at a time, and asks the next only when the last is answered.
pub(crate) fn ask_and_wait<const N: usize>(arguments: [&str; N], exchange: &[(&str, &str)]) {
    let mut child = start::<N, 0, &OsStr>(arguments, []);
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for (question, expected) in exchange {
        writeln!(questions, "{question}").expect("the command reads");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("an answer");
        assert_eq!(answer.trim_end(), *expected);
    }
    drop(questions);
    assert!(child.wait().expect("the command ends").success());
}

fn start<const N: usize, const M: usize, S: AsRef<OsStr>>(
    arguments: [&str; N],
    more: [S; M],
) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(arguments).args(more);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}
