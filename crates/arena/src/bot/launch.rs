//! How a bot's process is to be started. A sandbox takes a launch and confines it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use rustix::process::Pid;

use crate::group;
use crate::sandbox::{Cage, Freedom, inherit_streams_only};

/// A program with its arguments, its whole environment and its working folder.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The executable, by its real path.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The whole environment: nothing is inherited.
    pub env: Vec<(String, OsString)>,
    /// The working folder, the bot's own: it may write there.
    pub folder: PathBuf,
    /// Files and folders outside its own that it reads.
    pub reads: Vec<PathBuf>,
    /// What its language has to be let do in a sandbox.
    pub freedom: Freedom,
    /// What it is confined by.
    pub(crate) cage: Option<Cage>,
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
        Self::of_environment(program, args, env, folder)
    }

    /// A launch with an environment of one's own.
    pub fn of_environment(
        program: PathBuf,
        args: Vec<OsString>,
        env: Vec<(String, OsString)>,
        folder: &Path,
    ) -> Self {
        let (reads, freedom) = (Vec::new(), Freedom::default());
        Self { program, args, env, folder: folder.into(), reads, freedom, cage: None }
    }

    /// The command: three pipes, no inherited environment, a group of its own, and the cage around it.
    ///
    /// # Errors
    /// When the system refuses what the cage takes.
    pub(crate) fn command(&self) -> io::Result<Command> {
        let mut command = if let Some(cage) = &self.cage {
            cage.command(self)?
        } else {
            let mut command = self.bare_command();
            group::lead(&mut command);
            inherit_streams_only(&mut command);
            command
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command)
    }

    /// Watches the process that was started from it.
    pub(crate) fn watch(&self, leader: Pid) {
        if let Some(cage) = &self.cage {
            cage.watch(self, leader);
        }
    }

    /// Tells a sandbox that failed from a program that did; `said` is what came on standard error.
    ///
    /// # Errors
    /// When the process that was started has ended by itself and never started the program.
    pub(crate) fn check_started(&self, status: ExitStatus, said: &[u8]) -> io::Result<()> {
        match &self.cage {
            Some(cage) if status.code().is_some() && !cage.has_started() => Err(not_started(said)),
            Some(_) | None => Ok(()),
        }
    }

    /// The command without pipes and without a cage.
    pub(crate) fn bare_command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(&self.args)
            .env_clear()
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.folder);
        command
    }
}

/// The failure of a sandbox that has said this.
pub(crate) fn not_started(said: &[u8]) -> io::Error {
    let said = String::from_utf8_lossy(said);
    let first = said.lines().next().unwrap_or("nothing was said");
    io::Error::other(format!("the sandbox does not start the program: {first}"))
}

/// Whether a refused start is the program's own fault: it is missing, may not be run, or is no program
/// of this machine, and the same holds for the interpreter that its first line names. All else is ours.
pub(crate) fn is_programs_own(why: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied};
    matches!(why.kind(), NotFound | PermissionDenied | InvalidInput | IsADirectory | NotADirectory)
        || why.raw_os_error().is_some_and(|code| OTHER_FAULTS.contains(&code))
}

/// `ENOEXEC`: the file is no program of this machine. `ELOOP`: its interpreters go round in a circle.
/// `ELIBBAD`: its interpreter is no program.
const OTHER_FAULTS: [i32; 3] = [8, 40, 80];

#[cfg(test)]
mod tests {
    use std::io;

    use super::is_programs_own;

    #[test]
    fn only_what_is_wrong_with_the_program_is_its_own_fault() {
        let is_own = |code: &i32| is_programs_own(&io::Error::from_raw_os_error(*code));
        // ENOENT, ENOEXEC, EACCES, ENOTDIR, EISDIR, EINVAL, ELOOP, ELIBBAD.
        assert!([2, 8, 13, 20, 21, 22, 40, 80].iter().all(is_own));
        // EIO, EAGAIN, ENOMEM, ENFILE, EMFILE, ETXTBSY, ENOSPC.
        assert!(![5, 11, 12, 23, 24, 26, 28].iter().any(is_own));
    }
}
