//! Where entrants are built: a copy of their files, the compilers, and a time limit. No shell is used.
//!
//! Each entrant gets a folder of its own:
//!
//! | in it | what |
//! |---|---|
//! | `files/` | a copy of the entrant's files; the steps of its build run in it, and write there |
//! | `home/` | the home of these steps, gone when they are done |
//! | `units/` | ours, made afterwards: the header `croupier.h`, the glue, the names of Java's sources |
//! | `made/` | what compilers write; they read the other folders only |
//! | `bot`, `classes/` | what was taken of it: an executable, or classes of Java |
//!
//! What a stranger's step or compiler writes to is his until it was put in order: we write
//! nothing there, and read with a bound, without following links.

#[cfg(feature = "wasm")]
mod guest;

use std::ffi::{OsStr, OsString};
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::beneath::{Folder, Last};
use crate::bot::{Exit, Launch, is_programs_own};
use crate::entrant::java::{Source as JavaSource, check_class_name};
use crate::entrant::{CFamily, Entrant, Kind, Language, NotCopied, Program, Runtime};
use crate::errand::Errand;
use crate::sandbox::{Allowance, Layer, OutOfReach, Sandbox};
use crate::script::{self, Starter, Unstartable};
use crate::tools::{Compiler, MissingTool, PYTHON, Tool, Tools, is_pythons_name};
use crate::tree;

/// Builds entrants.
#[derive(Debug)]
pub struct Workshop<'a> {
    /// The tools of this machine.
    pub tools: &'a Tools,
    /// Time to build one entrant, in milliseconds.
    pub compile_ms: u64,
    /// What functions are linked with.
    pub glue: Glue,
    /// What compilers run in: a source may name files that are not its own.
    pub sandbox: &'a Sandbox,
    /// Where compiled modules are kept; without it, functions are built for this machine.
    pub artefacts: Option<&'a Path>,
}

/// The C unit that calls a source's three functions and speaks to the referee for it.
#[derive(Clone, Copy, Debug)]
pub struct Glue {
    /// `croupier.h`, for sources that include it.
    pub header: &'static str,
    /// The unit itself, in C: it defines the names of both C and C++.
    pub unit: &'static str,
}

/// An entrant that is ready to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The folder with a copy of its files.
    pub folder: PathBuf,
    /// How it is started.
    pub start: Start,
    /// What it runs on, for the results: `Python 3.11.7`.
    pub runtime: String,
}

/// How a built entrant is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// An executable, by its real path, with arguments. A [`Kind::Function`] is one too.
    Executable {
        /// Its path.
        program: PathBuf,
        /// Its arguments.
        args: Vec<String>,
    },
    /// A module in WebAssembly: no process.
    #[cfg(feature = "wasm")]
    Guest(crate::guest::Module),
    /// A Python program.
    PythonProgram {
        /// The interpreter, by its real path.
        interpreter: PathBuf,
        /// The file, by its path in the folder.
        main: PathBuf,
    },
    /// A Python function `simulate_game`.
    Simulation {
        /// The interpreter, by its real path.
        interpreter: PathBuf,
        /// The file, by its path in the folder.
        main: PathBuf,
    },
    /// A class in Java.
    Java {
        /// The runtime, by its real path.
        runtime: PathBuf,
        /// The folder of the compiled classes.
        classes: PathBuf,
        /// The class, with its package.
        class: String,
    },
    /// A Python `class Player`.
    Player {
        /// The interpreter, by its real path.
        interpreter: PathBuf,
        /// The file, by its path in the folder, or a module path with dots.
        main: String,
    },
}

/// Why an entrant was not built.
#[derive(Debug, thiserror::Error)]
pub enum Unbuilt {
    /// Its own fault: the verdict is `compile`, and this is the reason.
    #[error("{0}")]
    Compile(String),
    /// A tool is not there: the entrant is not seated.
    #[error(transparent)]
    MissingTool(#[from] MissingTool),
    /// The user that bots run as cannot reach a tool.
    #[error(transparent)]
    OutOfReach(#[from] OutOfReach),
    /// Our own failure.
    #[error("cannot build in {}: {why}", folder.display())]
    System {
        /// The entrant's folder in the workshop.
        folder: PathBuf,
        /// What the system says.
        why: io::Error,
    },
}

/// The name of the executable that is made from a source, and of the folder of classes.
const EXECUTABLE: &str = "bot";
const CLASSES: &str = "classes";

/// The most bytes of a file that is read from what a build has left.
const READ_BYTES_MAX: u64 = 256 << 20;

/// Lines and characters of a compiler's output that a reason keeps.
const REASON_LINES_MAX: usize = 20;
const REASON_CHARS_MAX: usize = 4_000;

impl Workshop<'_> {
    /// Builds an entrant in a folder that is made for it.
    pub fn build(&self, entrant: &Entrant, folder: &Path) -> Result<Built, Unbuilt> {
        let system = |why| Unbuilt::System { folder: folder.to_owned(), why };
        fs::create_dir_all(folder).map_err(system)?;
        // Compilers run in another folder, and so do bots.
        let folder = folder.canonicalize().map_err(system)?;
        let bench = Bench {
            workshop: self,
            files: folder.join("files"),
            made: folder.join("made"),
            units: folder.join("units"),
            folder,
            deadline: Instant::now() + Duration::from_millis(self.compile_ms),
        };
        let built = bench.build(entrant);
        let left_behind = tree::remove(&bench.made).and_then(|()| match &built {
            Ok(_) => Ok(()),
            // It may be of any shape, and nobody asks for it any more.
            Err(_) => tree::remove(&bench.files),
        });
        left_behind.map_err(|why| bench.system(why))?;
        built
    }
}

/// One entrant's place in the workshop.
struct Bench<'a> {
    workshop: &'a Workshop<'a>,
    folder: PathBuf,
    files: PathBuf,
    made: PathBuf,
    units: PathBuf,
    deadline: Instant,
}

impl Start {
    /// Whether it runs in the referee's process.
    pub(crate) fn is_guest(&self) -> bool {
        match self {
            #[cfg(feature = "wasm")]
            Self::Guest(_) => true,
            Self::Executable { .. }
            | Self::PythonProgram { .. }
            | Self::Simulation { .. }
            | Self::Player { .. }
            | Self::Java { .. } => false,
        }
    }

    /// What starts it, unless that was made in the workshop.
    fn tool(&self, bench: &Path) -> Option<&Path> {
        match self {
            Self::Executable { program, .. } if program.starts_with(bench) => None,
            #[cfg(feature = "wasm")]
            Self::Guest(_) => None,
            Self::Executable { program: tool, .. }
            | Self::PythonProgram { interpreter: tool, .. }
            | Self::Simulation { interpreter: tool, .. }
            | Self::Player { interpreter: tool, .. }
            | Self::Java { runtime: tool, .. } => Some(tool),
        }
    }
}

impl Built {
    /// Whether an executable was made from a source by the workshop.
    pub(crate) fn is_made(&self, program: &Path) -> bool {
        self.folder.parent().is_some_and(|bench| program == bench.join(EXECUTABLE))
    }
}

impl Bench<'_> {
    fn build(&self, entrant: &Entrant) -> Result<Built, Unbuilt> {
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

    /// Builds functions for what their `bot.toml` names, else for WebAssembly where it is at hand.
    fn function_for(
        &self,
        entrant: &Entrant,
        language: CFamily,
        source: &Path,
    ) -> Result<(Start, String), Unbuilt> {
        #[cfg(feature = "wasm")]
        {
            let tool = self.workshop.tools.wasm_compiler(language);
            match (entrant.runtime, tool) {
                (Some(Runtime::Wasm), tool) => return self.wasm_functions(language, source, &tool?),
                (None, Ok(tool)) if self.workshop.artefacts.is_some() => {
                    return self.wasm_functions(language, source, &tool);
                }
                (None | Some(Runtime::Native), _) => {}
            }
        }
        #[cfg(not(feature = "wasm"))]
        if entrant.runtime == Some(Runtime::Wasm) {
            return Err(without_wasm());
        }
        self.function(language, source)
    }

    #[cfg(feature = "wasm")]
    fn program_for_wasm(&self, language: Language, source: &Path) -> Result<(Start, String), Unbuilt> {
        let language = CFamily::of(language).expect("a bot.toml names WebAssembly for C and C++ only");
        self.wasm_program(language, source, &self.workshop.tools.wasm_compiler(language)?)
    }

    #[cfg(feature = "wasm")]
    fn module(&self, path: &Path) -> Result<(Start, String), Unbuilt> {
        self.wasm_module(path)
    }

    #[cfg(not(feature = "wasm"))]
    #[expect(clippy::unused_self, reason = "the twin of the method that builds")]
    fn program_for_wasm(&self, _: Language, _: &Path) -> Result<(Start, String), Unbuilt> {
        Err(without_wasm())
    }

    #[cfg(not(feature = "wasm"))]
    #[expect(clippy::unused_self, reason = "the twin of the method that builds")]
    fn module(&self, _: &Path) -> Result<(Start, String), Unbuilt> {
        Err(without_wasm())
    }

    /// Compiles the source and the glue unit, and links them.
    fn function(&self, language: CFamily, source: &Path) -> Result<(Start, String), Unbuilt> {
        let c = self.workshop.tools.compiler(Compiler::C)?;
        let (tool, standard, name) = match language {
            CFamily::C => (c.clone(), "-std=gnu11", "c"),
            CFamily::Cpp => (self.workshop.tools.compiler(Compiler::Cpp)?, "-std=gnu++17", "c++"),
        };
        self.write_glue().map_err(|why| self.system(why))?;
        let include = "-I../units".as_ref();
        let (bot, glue) = ("../made/bot.o".as_ref(), "../made/croupier_glue.o".as_ref());
        let options = ["-O2", standard, "-x", name, "-c", "-o"].map(OsStr::new);
        let options = [&options[..], &[bot, include]].concat();
        self.run_compiler(&tool, &[&options[..], &[named(source).as_os_str()]].concat())?;
        let unit = "../units/croupier_glue.c".as_ref();
        let options = ["-O2", "-std=c11", "-c", "-o"].map(OsStr::new);
        self.run_compiler(&c, &[&options[..], &[glue, unit]].concat())?;
        self.run_compiler(&tool, &["-o".as_ref(), "../made/bot".as_ref(), bot, glue, "-lm".as_ref()])?;
        Ok((self.executable()?, tool.version))
    }

    /// Compiles all Java sources of the entrant into classes. A file goes by the name of its public type,
    /// in a folder of its own.
    fn java(&self, entrant: &Entrant, main: &Path) -> Result<(Start, String), Unbuilt> {
        let runtime = self.workshop.tools.java()?;
        let compiler = self.workshop.tools.java_compiler()?;
        let mut class = None;
        let mut sources = Vec::new();
        let paths: Vec<&PathBuf> =
            entrant.files.iter().filter(|path| Language::of(path) == Some(Language::Java)).collect();
        for &path in &paths {
            let text = self.read(&self.files, path)?;
            let source = JavaSource::read(&text);
            if path == main {
                class = source.main_class();
            }
            if let Some(why) = source.public.as_deref().and_then(|name| check_class_name(name).err()) {
                return Err(Unbuilt::Compile(format!("the public class of {}: {why}", path.display())));
            }
            let mut called =
                source.public.map_or_else(|| path.clone(), |name| path.with_file_name(name + ".java"));
            if paths.contains(&&called) || sources.contains(&called) {
                called.clone_from(path);
            }
            write_in(&self.units, &called, &text).map_err(|why| self.system(why))?;
            sources.push(called);
        }
        let options = ["-encoding", "UTF-8", "-nowarn", "-d", "../made/classes"];
        let mut args: Vec<OsString> = options.map(OsString::from).into();
        args.extend(sources.iter().map(|path| named(path).into_os_string()));
        let launch = self.launch(&compiler.program, args, &self.units, &self.made);
        self.run(&name_of(&compiler.program), launch, std::slice::from_ref(&self.made))?;
        let Some(class) = class else {
            return Err(Unbuilt::Compile(format!("{} has no class", main.display())));
        };
        tidy(&self.made.join(CLASSES))?;
        let classes = self.take(CLASSES)?;
        Ok((Start::Java { runtime: runtime.program, classes, class }, runtime.version))
    }

    fn write_glue(&self) -> io::Result<()> {
        write_in(&self.units, Path::new("croupier.h"), self.workshop.glue.header.as_bytes())?;
        write_in(&self.units, Path::new("croupier_glue.c"), self.workshop.glue.unit.as_bytes())
    }

    /// Reads a file of a folder that strangers have written to.
    fn read(&self, folder: &Path, file: &Path) -> Result<Vec<u8>, Unbuilt> {
        let folder = Folder::open(folder, Last::Itself).map_err(|why| self.system(why))?;
        let content = folder.read(file, READ_BYTES_MAX);
        let content = content
            .map_err(|why| Unbuilt::Compile(format!("{} cannot be read: {}", file.display(), why.kind())))?;
        Ok(content.bytes)
    }

    /// Takes what a compiler has made to a place that none can write to; returns its path.
    fn take(&self, name: &str) -> Result<PathBuf, Unbuilt> {
        let taken = self.folder.join(name);
        fs::rename(self.made.join(name), &taken).map_err(|why| self.system(why))?;
        Ok(taken)
    }

    /// Compiles a source to an executable.
    fn compile(
        &self,
        compiler: Compiler,
        options: &[&str],
        source: &Path,
        libraries: &[&str],
    ) -> Result<(Start, String), Unbuilt> {
        let tool = self.workshop.tools.compiler(compiler)?;
        let mut args: Vec<&OsStr> = options.iter().map(OsStr::new).collect();
        let source = named(source);
        args.extend(["-o".as_ref(), "../made/bot".as_ref(), source.as_os_str()]);
        args.extend(libraries.iter().map(OsStr::new));
        self.run_compiler(&tool, &args)?;
        Ok((self.executable()?, tool.version))
    }

    /// The executable that a compiler has made.
    fn executable(&self) -> Result<Start, Unbuilt> {
        let made = self.made.join(EXECUTABLE);
        if !fs::symlink_metadata(&made).is_ok_and(|found| found.is_file()) {
            return Err(Unbuilt::Compile("the compiler made no program".to_owned()));
        }
        fs::set_permissions(made, Permissions::from_mode(0o755)).map_err(|why| self.system(why))?;
        Ok(Start::Executable { program: self.take(EXECUTABLE)?, args: Vec::new() })
    }

    /// A command that `bot.toml` names: a path into the folder, or a program of this machine.
    fn command(&self, words: &[String]) -> Result<(Start, String), Unbuilt> {
        let (name, args) = words.split_first().expect("a command has at least one word");
        if is_pythons_name(name) {
            let python = self.python(Some(name))?;
            return Ok((Start::Executable { program: python.program, args: args.to_vec() }, python.version));
        }
        let program = self.resolve(name)?;
        if !program.starts_with(&self.files) {
            return Ok((Start::Executable { program, args: args.to_vec() }, name.clone()));
        }
        match script::starter(&program, name, self.workshop.tools, self.workshop.sandbox) {
            Ok(Starter::Itself) => Ok((Start::Executable { program, args: args.to_vec() }, name.clone())),
            Ok(Starter::Interpreter { program: interpreter, mut words, runtime }) => {
                // A path in the working folder, where a copy of the file is.
                words.push(name.clone());
                words.extend_from_slice(args);
                Ok((Start::Executable { program: interpreter, args: words }, runtime))
            }
            Err(Unstartable::Wrong(what)) => Err(Unbuilt::Compile(what)),
            Err(Unstartable::Missing(missing)) => Err(missing.into()),
            Err(Unstartable::Unreadable(why)) => Err(self.system(why)),
        }
    }

    /// The path of a program: relative paths are in the folder, names are on the search path.
    fn resolve(&self, name: &str) -> Result<PathBuf, Unbuilt> {
        if !name.contains('/') || Path::new(name).is_absolute() {
            return Ok(self.workshop.tools.strangers_program(name, self.workshop.sandbox)?);
        }
        let path = self.files.join(name.strip_prefix("./").unwrap_or(name));
        if !path.is_file() {
            return Err(Unbuilt::Compile(format!("the build made no {name}")));
        }
        // A link that a build has left may lead to anything; to a tool of this machine is lawful.
        let real = path.canonicalize().map_err(|why| self.system(why))?;
        let Workshop { tools, sandbox, .. } = self.workshop;
        if real.starts_with(&self.files) || sandbox.layer() == Layer::Trusted || tools.offers(&real) {
            Ok(path)
        } else {
            Err(Unbuilt::Compile(format!("{name} is a link that leads out of the bot's folder")))
        }
    }

    fn python(&self, name: Option<&str>) -> Result<Tool, Unbuilt> {
        let Workshop { tools, sandbox, .. } = self.workshop;
        Ok(tools.strangers_python(name.unwrap_or(PYTHON), sandbox)?)
    }

    /// Runs a compiler in the folder of the entrant's files, which it may read only.
    fn run_compiler(&self, tool: &Tool, args: &[&OsStr]) -> Result<(), Unbuilt> {
        let args = args.iter().map(OsString::from).collect();
        let mut launch = self.launch(&tool.program, args, &self.files, &self.made);
        launch.reads.push(self.units.clone());
        self.run(&name_of(&tool.program), launch, std::slice::from_ref(&self.made))
    }

    fn run_step(&self, words: &[String], home: &Path) -> Result<(), Unbuilt> {
        let (name, args) = words.split_first().expect("a command has at least one word");
        let program =
            if is_pythons_name(name) { self.python(Some(name))?.program } else { self.resolve(name)? };
        let launch = self.launch(&program, args.iter().map(OsString::from).collect(), &self.files, home);
        self.run(&words.join(" "), launch, &[self.files.clone(), home.to_owned()])
    }

    /// A program in a folder that it may read, with a home, and an environment of its own.
    fn launch(&self, program: &Path, args: Vec<OsString>, folder: &Path, home: &Path) -> Launch {
        let env = [
            ("PATH", self.workshop.tools.path().to_owned()),
            ("HOME", home.into()),
            ("TMPDIR", home.into()),
            ("LANG", "C.UTF-8".into()),
        ];
        let env = env.map(|(name, value)| (name.to_owned(), value)).into();
        let mut launch = Launch::of_environment(program.to_owned(), args, env, folder);
        launch.reads.push(folder.to_owned());
        launch
    }

    /// Runs a program that may write into these folders.
    fn run(&self, name: &str, launch: Launch, writes: &[PathBuf]) -> Result<(), Unbuilt> {
        let program = launch.program.clone();
        if !program.starts_with(&self.folder) {
            self.workshop.sandbox.reaches(&program)?;
        }
        let time = Duration::from_millis(self.workshop.compile_ms);
        let launch = self.workshop.sandbox.confine(launch, Allowance::build(writes, time));
        let launch = launch.map_err(|why| self.system(why))?;
        match Errand::run_launch(&launch, self.deadline, self.workshop.tools.stop()) {
            Ok(errand) if errand.succeeded() => Ok(()),
            Ok(errand) => {
                let ended = errand.status.map(Exit::from);
                Err(Unbuilt::Compile(self.reason(name, &errand, ended)))
            }
            Err(why) if program.starts_with(&self.files) && is_programs_own(&why) => {
                Err(Unbuilt::Compile(format!("{name} cannot be started: {why}")))
            }
            Err(why) => Err(self.system(why)),
        }
    }

    /// What failed, with the first lines of what it said.
    fn reason(&self, name: &str, errand: &Errand, ended: Option<Exit>) -> String {
        let ended = match ended {
            None => format!("was stopped: the limit of a build is {} ms", self.workshop.compile_ms),
            Some(Exit::Status(code)) => format!("ended with exit status {code}"),
            Some(Exit::Signal(signal)) => format!("was ended by signal {signal}"),
        };
        let output = if errand.stderr.is_empty() { &errand.stdout } else { &errand.stderr };
        let output = without_folders(&String::from_utf8_lossy(output));
        let lines: Vec<&str> = output.lines().take(REASON_LINES_MAX).collect();
        let said: String = lines.join("\n").chars().take(REASON_CHARS_MAX).collect();
        format!("{name} {ended}\n{said}").trim_end().to_owned()
    }

    fn system(&self, why: io::Error) -> Unbuilt {
        Unbuilt::System { folder: self.folder.clone(), why }
    }
}

/// Puts what was made in a folder in order; too much of it is the entrant's fault.
fn tidy(folder: &Path) -> Result<(), Unbuilt> {
    tree::tidy(folder).map_err(|untidy| Unbuilt::Compile(format!("what the build has left: {untidy}")))
}

/// What a program is called.
fn name_of(program: &Path) -> String {
    program.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Writes a file of ours into a folder of ours.
fn write_in(folder: &Path, file: &Path, content: &[u8]) -> io::Result<()> {
    let whole = folder.join(file);
    fs::create_dir_all(whole.parent().expect("a file is in its folder"))?;
    fs::write(whole, content)
}

/// A file as an argument: one whose name begins with `-` is no option, and with `@` no list of arguments.
fn named(file: &Path) -> PathBuf {
    let is_odd = matches!(file.as_os_str().as_encoded_bytes().first(), Some(b'-' | b'@'));
    if is_odd { Path::new(".").join(file) } else { file.to_owned() }
}

/// This program has no engine for WebAssembly.
#[cfg(not(feature = "wasm"))]
fn without_wasm() -> Unbuilt {
    let what = "the engine for WebAssembly, which this croupier was built without,".to_owned();
    Unbuilt::MissingTool(MissingTool { what, package: None, tried: Vec::new() })
}

/// A compiler's text with the folders of absolute paths left out: it goes into the standings, which
/// hold no path of this machine.
fn without_folders(text: &str) -> String {
    let is_of_a_path = |c: char| c.is_alphanumeric() || "/._-+~".contains(c);
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('/') {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_of_a_path(c)).unwrap_or(from.len());
        let path = &from[..end];
        short.push_str(before);
        let is_absolute = !before.ends_with(is_of_a_path) && path.len() > 1 && !path.starts_with("//");
        short.push_str(if is_absolute { path.rsplit('/').next().unwrap_or(path) } else { path });
        rest = &from[end..];
    }
    short + rest
}

#[cfg(test)]
mod tests {
    use super::without_folders;

    #[test]
    fn a_reason_holds_no_folder_of_this_machine() {
        for (text, short) in [
            ("/usr/bin/ld: ../glue/bot.o: in function `main'", "ld: ../glue/bot.o: in function `main'"),
            ("cc1: note: '/opt/a b/x.h' (at /lib/y.h:3:1)", "cc1: note: 'a b/x.h' (at y.h:3:1)"),
            ("a.c:1:2: 1 / 2 // half, x/y", "a.c:1:2: 1 / 2 // half, x/y"),
            ("/", "/"),
        ] {
            assert_eq!(without_folders(text), short);
        }
    }
}
