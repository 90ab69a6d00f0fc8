//! Scripts that are started by their own name: what the first line says, and whether it can be done.
//!
//! A bot that the system cannot start would be found out in its first match only, and as a crash. So the
//! first bytes of its file are read as the system reads them, before anything is played.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::sandbox::Sandbox;
use crate::tools::{MissingTool, Tools, is_executable, is_pythons_name};

/// The bytes that the system reads of a first line.
const LINE_BYTES_MAX: usize = 256;

/// What an executable begins with (ELF).
const ELF: &[u8] = b"\x7fELF";

/// What editors of another system put before a text: the mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How a file is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Starter {
    /// By itself.
    Itself,
    /// By an interpreter that `env` would look for, with these words before the file's own path.
    Interpreter {
        program: PathBuf,
        words: Vec<String>,
        /// What it calls itself.
        runtime: String,
    },
}

/// Why a file is not started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unstartable {
    /// The file is wrong: what it is, and what to do.
    #[error("{0}")]
    Wrong(String),
    /// Its interpreter is not there.
    #[error(transparent)]
    Missing(#[from] MissingTool),
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
}

/// Says how a file that may be executed is started; `name` is what it is called in messages.
pub(crate) fn starter(
    file: &Path,
    name: &str,
    tools: &Tools,
    sandbox: &Sandbox,
) -> Result<Starter, Unstartable> {
    if !is_executable(file) {
        return wrong(format!("{name} may not be executed: chmod +x it"));
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(LINE_BYTES_MAX as u64).read_to_end(&mut bytes)?;
    if bytes.starts_with(ELF) {
        return Ok(Starter::Itself);
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        return wrong(format!("{name} begins with a byte order mark: save it as UTF-8 without one"));
    }
    let Some(line) = bytes.strip_prefix(b"#!") else {
        return wrong(format!(
            "{name} is neither a program of this system nor a script: expected #! and an interpreter in \
             its first line, such as #!/bin/sh"
        ));
    };
    let line = String::from_utf8_lossy(line.split(|&byte| byte == b'\n').next().unwrap_or_default());
    if line.ends_with('\r') {
        return wrong(format!(
            "the first line of {name} ends with a carriage return, and the system looks for a program of \
             that name: save it with the line ends of Unix"
        ));
    }
    let mut words = line.split_whitespace();
    let Some(program) = words.next().map(Path::new) else {
        return wrong(format!(
            "the first line of {name} is #! without an interpreter: name one, such as #!/bin/sh"
        ));
    };
    if !program.is_absolute() {
        return wrong(format!(
            "the first line of {name} names {}: expected an absolute path, such as #!/usr/bin/env {}",
            program.display(),
            program.display()
        ));
    }
    if !is_executable(program) {
        let what = format!("{}, which the first line of {name} names,", program.display());
        return Err(MissingTool { what, package: None, tried: Vec::new() }.into());
    }
    if program.file_name().is_some_and(|name| name == "env") {
        return by_env(words.map(str::to_owned).collect(), tools, sandbox);
    }
    Ok(Starter::Itself)
}

/// `#!/usr/bin/env NAME`: looked for here, since a bot has a search path of its own.
fn by_env(mut words: Vec<String>, tools: &Tools, sandbox: &Sandbox) -> Result<Starter, Unstartable> {
    if words.first().is_some_and(|word| word == "-S") {
        words.remove(0);
    }
    if words.first().is_none_or(|word| word.starts_with('-') || word.contains('=')) {
        return Ok(Starter::Itself);
    }
    let name = words.remove(0);
    if is_pythons_name(&name) {
        let python = tools.python(&name)?;
        return Ok(Starter::Interpreter { program: python.program, words, runtime: python.version });
    }
    let program = tools.strangers_program(&name, sandbox)?;
    Ok(Starter::Interpreter { program, words, runtime: name })
}

fn wrong(what: String) -> Result<Starter, Unstartable> {
    Err(Unstartable::Wrong(what))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::{Starter, starter};
    use crate::sandbox::Sandbox;
    use crate::tools::Tools;

    /// What is said about a file with this content.
    fn said(content: &[u8], mode: u32) -> String {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot");
        fs::write(&file, content).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        match starter(&file, "bot", &Tools::of_system(), &Sandbox::trusted()) {
            Ok(Starter::Itself) => "itself".into(),
            Ok(Starter::Interpreter { program, words, .. }) => {
                format!("{} {words:?}", program.file_name().unwrap().display())
            }
            Err(why) => why.to_string(),
        }
    }

    #[test]
    fn a_first_line_is_read_as_the_system_reads_it() {
        for (content, expected) in [
            (&b"\x7fELF\x02"[..], "itself"),
            (b"#!/bin/sh\necho", "itself"),
            (b"#! /bin/sh -e\n", "itself"),
            (b"#!/bin/sh", "itself"),
            (b"#!/usr/bin/env sh\n", "sh []"),
            (b"#!/usr/bin/env -S sh -e\n", "sh [\"-e\"]"),
            (b"#!/usr/bin/env A=1 sh\n", "itself"),
        ] {
            assert_eq!(said(content, 0o755), expected, "{}", content.escape_ascii());
        }
    }

    #[test]
    fn what_the_system_cannot_start_is_said_with_what_to_do() {
        for (content, mode, expected) in [
            (&b"#!/bin/sh\n"[..], 0o644, "chmod +x it"),
            (b"echo hello\n", 0o755, "expected #! and an interpreter"),
            (b"", 0o755, "expected #! and an interpreter"),
            (b"#!\n", 0o755, "without an interpreter"),
            (b"#!/bin/sh\r\necho", 0o755, "line ends of Unix"),
            (b"\xef\xbb\xbf#!/bin/sh\n", 0o755, "byte order mark"),
            (b"#!python3\n", 0o755, "#!/usr/bin/env python3"),
            (b"#!/no/such/python\n", 0o755, "/no/such/python, which the first line of bot names, is missing"),
            (b"#!/usr/bin/env no-such-python\n", 0o755, "no-such-python is missing"),
        ] {
            let said = said(content, mode);
            assert!(said.contains(expected), "{}: {said}", content.escape_ascii());
        }
    }
}
