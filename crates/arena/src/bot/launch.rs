//! How a bot's process is to be started. A sandbox takes a launch and wraps it in another.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program with its arguments, its whole environment and its working folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The executable, by its real path.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The whole environment: nothing is inherited.
    pub env: Vec<(String, OsString)>,
    /// The working folder, the bot's own: it may write there.
    pub folder: PathBuf,
}

impl Launch {
    /// A launch with the least environment: a search path for system programs, the bot's folder as
    /// its home and temporary folder, and one language.
    pub fn new(program: PathBuf, args: Vec<OsString>, folder: &Path) -> Self {
        let env = [
            ("PATH", OsString::from("/usr/local/bin:/usr/bin:/bin")),
            ("HOME", folder.into()),
            ("TMPDIR", folder.into()),
            ("LANG", "C.UTF-8".into()),
        ];
        let env = env.map(|(name, value)| (name.to_owned(), value)).into();
        Self { program, args, env, folder: folder.into() }
    }

    /// The command: three pipes, a process group of its own, no inherited environment.
    pub(crate) fn command(&self) -> Command {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new(&self.program);
        command
            .args(&self.args)
            .env_clear()
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        command
    }
}
