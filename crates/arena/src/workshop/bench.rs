//! One entrant's place in the workshop: its folders, and the order of a build.

use std::cell::Cell;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Built, Start, Unbuilt, Workshop};
use crate::beneath::{Folder, Last};
use crate::entrant::{Entrant, Kind, Language, NotCopied, Program, Runtime};
use crate::tools::{Compiler, PYTHON, Tool};
use crate::tree;

/// The name of the executable that is made from a source, and of the folder of classes.
pub(super) const EXECUTABLE: &str = "bot";
pub(super) const CLASSES: &str = "classes";

/// The most bytes of a file that is read from what a build has left.
const READ_BYTES_MAX: u64 = 256 << 20;

/// One entrant's place in the workshop.
pub(super) struct Bench<'a> {
    pub(super) workshop: &'a Workshop<'a>,
    pub(super) folder: PathBuf,
    pub(super) files: PathBuf,
    pub(super) made: PathBuf,
    pub(super) units: PathBuf,
    /// The processor time of the steps so far.
    pub(super) spent: Cell<Duration>,
    /// When the clock ends the build.
    pub(super) deadline: Instant,
}

impl Bench<'_> {
    pub(super) fn build(&self, entrant: &Entrant) -> Result<Built, Unbuilt> {
        self.clear().map_err(|why| self.system(why))?;
        entrant.copy(&self.files).map_err(|not| match not {
            NotCopied::Changed(what) => Unbuilt::Compile(what),
            NotCopied::System(why) => self.system(why),
        })?;
        if !entrant.build.is_empty() {
            self.take_steps(&entrant.build)?;
            entrant.mains().try_for_each(|main| self.check_left(main))?;
        }
        let (start, runtime) = self.start(entrant)?;
        if let Some(tool) = start.tool(&self.folder) {
            self.workshop.sandbox.reaches(tool)?;
        }
        Ok(Built { folder: self.files.clone(), start, runtime })
    }

    /// Makes the folders anew, whatever was there. Bots and compilers may run as another user, who passes
    /// through.
    fn clear(&self) -> io::Result<()> {
        fs::set_permissions(&self.folder, Permissions::from_mode(0o755))?;
        for folder in [&self.files, &self.made, &self.units] {
            tree::remove(folder)?;
            fs::create_dir(folder)?;
        }
        Ok(())
    }

    /// Runs the steps that an entrant's `bot.toml` names. They write into the copy of its files and a home
    /// of their own, and nowhere else.
    fn take_steps(&self, steps: &[Vec<String>]) -> Result<(), Unbuilt> {
        let home = self.folder.join("home");
        fs::create_dir(&home).map_err(|why| self.system(why))?;
        let taken = steps.iter().try_for_each(|words| {
            self.run_step(words, &home)?;
            tidy(&self.files)
        });
        tree::remove(&home).map_err(|why| self.system(why))?;
        taken
    }

    /// A build may write its bot's file anew, but has to leave one.
    fn check_left(&self, main: &Path) -> Result<(), Unbuilt> {
        let folder = Folder::open(&self.files, Last::Itself).map_err(|why| self.system(why))?;
        folder.find(main).map_err(|why| {
            // What is ours has no number of the system in it.
            let why = if why.get_ref().is_some() { why.to_string() } else { why.kind().to_string() };
            Unbuilt::Compile(format!("after the build {} is no file any more: {why}", main.display()))
        })
    }

    fn start(&self, entrant: &Entrant) -> Result<(Start, String), Unbuilt> {
        match &entrant.kind {
            Kind::Function { language, source } => self.function_for(entrant, *language, source),
            Kind::Player { main, interpreter } => {
                let python = self.python(interpreter.as_deref())?;
                let start = Start::Player { interpreter: python.program, main: main.clone() };
                Ok((start, python.version))
            }
            Kind::Simulation { source, interpreter } => {
                let python = self.python(interpreter.as_deref())?;
                let start = Start::Simulation { interpreter: python.program, main: source.clone() };
                Ok((start, python.version))
            }
            Kind::Program(Program::Source { language: Language::Java, source, .. }) => {
                self.java(entrant, source)
            }
            Kind::Program(Program::Source { language: Language::Python, source, interpreter }) => {
                let python = self.python(interpreter.as_deref())?;
                let start = Start::PythonProgram { interpreter: python.program, main: source.clone() };
                Ok((start, python.version))
            }
            Kind::Program(Program::Source { language, source, .. })
                if entrant.runtime == Some(Runtime::Wasm) =>
            {
                self.program_for_wasm(*language, source)
            }
            Kind::Program(Program::Module(path)) => self.module(path),
            Kind::Program(Program::Source { language: Language::C, source, .. }) => {
                // The suffix .c11 tells a compiler nothing.
                self.compile(Compiler::C, &["-O2", "-std=gnu11", "-x", "c"], source, &["-lm"])
            }
            Kind::Program(Program::Source { language: Language::Cpp, source, .. }) => {
                self.compile(Compiler::Cpp, &["-O2", "-std=gnu++17"], source, &[])
            }
            Kind::Program(Program::Source { language: Language::Rust, source, .. }) => {
                // The Rust compiler links by the C compiler.
                self.workshop.tools.compiler(Compiler::C)?;
                self.compile(Compiler::Rust, &["-O", "--edition=2021", "--crate-name=bot"], source, &[])
            }
            Kind::Program(Program::Command(words)) => self.command(words),
        }
    }

    pub(super) fn python(&self, name: Option<&str>) -> Result<Tool, Unbuilt> {
        let Workshop { tools, sandbox, .. } = self.workshop;
        Ok(tools.strangers_python(name.unwrap_or(PYTHON), sandbox)?)
    }

    /// Reads a file of a folder that strangers have written to.
    pub(super) fn read(&self, folder: &Path, file: &Path) -> Result<Vec<u8>, Unbuilt> {
        let folder = Folder::open(folder, Last::Itself).map_err(|why| self.system(why))?;
        let content = folder.read(file, READ_BYTES_MAX);
        let content = content
            .map_err(|why| Unbuilt::Compile(format!("{} cannot be read: {}", file.display(), why.kind())))?;
        Ok(content.bytes)
    }

    /// Takes what a compiler has made to a place that none can write to; returns its path.
    pub(super) fn take(&self, name: &str) -> Result<PathBuf, Unbuilt> {
        let taken = self.folder.join(name);
        fs::rename(self.made.join(name), &taken).map_err(|why| self.system(why))?;
        Ok(taken)
    }

    /// The processor time that is left for the build.
    pub(super) fn time(&self) -> Duration {
        Duration::from_millis(self.workshop.compile_ms).saturating_sub(self.spent.get())
    }

    pub(super) fn system(&self, why: io::Error) -> Unbuilt {
        Unbuilt::System { folder: self.folder.clone(), why }
    }
}

/// Puts what was made in a folder in order; too much of it is the entrant's fault.
pub(super) fn tidy(folder: &Path) -> Result<(), Unbuilt> {
    tree::tidy(folder).map_err(|untidy| Unbuilt::Compile(format!("what the build has left: {untidy}")))
}

/// Writes a file of ours into a folder of ours.
pub(super) fn write_in(folder: &Path, file: &Path, content: &[u8]) -> io::Result<()> {
    let whole = folder.join(file);
    fs::create_dir_all(whole.parent().expect("a file is in its folder"))?;
    fs::write(whole, content)
}

/// A file as an argument: one whose name begins with `-` is no option, and with `@` no list of arguments.
pub(super) fn named(file: &Path) -> PathBuf {
    let is_odd = matches!(file.as_os_str().as_encoded_bytes().first(), Some(b'-' | b'@'));
    if is_odd { Path::new(".").join(file) } else { file.to_owned() }
}
