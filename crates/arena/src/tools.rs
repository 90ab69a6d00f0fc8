//! Interpreters and compilers, found by running them once.
//!
//! A name on the search path may be a shim: a script that picks one of several versions, takes its
//! time, or leads nowhere. So each candidate is run, with a time limit, until one answers; an
//! interpreter is then used by the real path that it states itself.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::bot::Launch;
use crate::errand::{Cut, Errand};
use crate::sandbox::{self, Allowance, Layer, Sandbox};
use crate::stop::Stop;
use crate::suggestion::alternatives;

/// How long a candidate may take to say what it is.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// Memory of a stranger's candidate, in bytes.
const ANSWER_MEMORY: u64 = 256 << 20;

/// The interpreter of Python sources that name none.
pub const PYTHON: &str = "python3";

/// The Debian package of Java's compiler and runtime.
const JDK: &str = "default-jdk-headless";

/// Asks a Python, 2.7 or 3, for its real path and its version.
const PYTHON_QUESTION: &str = "import sys; print(sys.executable); \
    print(('PyPy' if 'PyPy' in sys.version else 'Python') + ' %d.%d.%d' % sys.version_info[:3])";

/// A tool that has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its executable.
    pub program: PathBuf,
    /// What it calls itself, with its version.
    pub version: String,
}

/// A compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// Of C.
    C,
    /// Of C++.
    Cpp,
    /// Of Rust.
    Rust,
}

/// A tool that is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct MissingTool {
    /// What is missing.
    pub what: String,
    /// The Debian package that has it, or several with blanks between them, if they are known.
    pub package: Option<&'static str>,
    /// Candidates that did not answer as they should, each with what it did.
    pub tried: Vec<(PathBuf, String)>,
}

impl fmt::Display for MissingTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing", self.what)?;
        // This goes into the standings, which hold no path of this machine.
        for (candidate, why) in &self.tried {
            let name = candidate.file_name().unwrap_or_default().to_string_lossy();
            write!(f, "; a {name} that was found {why}")?;
        }
        match self.package {
            Some(packages) if packages.contains(' ') => write!(f, ": install the Debian packages {packages}"),
            Some(package) => write!(f, ": install the Debian package {package}"),
            None => write!(f, ": install it, or name another in bot.toml"),
        }
    }
}

/// The tools of this machine. Each is looked for once.
#[derive(Debug)]
pub struct Tools {
    path: OsString,
    found: Mutex<BTreeMap<Sought, Result<Tool, MissingTool>>>,
    stop: Stop,
}

/// What was looked for, by kind and name: an interpreter may be called as a language is.
type Sought = (&'static str, String);

impl Tools {
    /// Tools on the search path of this process.
    pub fn of_system() -> Self {
        Self::on(env::var_os("PATH").unwrap_or_default())
    }

    /// Tools on a search path.
    pub fn on(path: OsString) -> Self {
        Self { path, found: Mutex::default(), stop: Stop::default() }
    }

    /// These tools, with a stop: once it is set, a tool that runs is ended. What it has not done counts as
    /// not done.
    #[must_use]
    pub fn until(self, stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// Set when tools are to run no more.
    pub(crate) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The search path.
    pub fn path(&self) -> &OsStr {
        &self.path
    }

    /// A Python interpreter, by a name on the search path or by its own path.
    pub fn python(&self, name: &str) -> Result<Tool, MissingTool> {
        self.once("interpreter", name, || {
            self.first_that_answers(&[name], name.to_owned(), package_of(name), ask_python)
        })
    }

    /// The same for a name that a stranger has chosen. A path may lead to a program of his, so it is asked in
    /// a sandbox, and only if it is one of who runs us.
    pub(crate) fn strangers_python(&self, name: &str, sandbox: &Sandbox) -> Result<Tool, MissingTool> {
        if !name.contains('/') {
            return self.python(name);
        }
        self.check_offered(name, sandbox)?;
        let ask = |candidate: &Path, stop: &Stop| ask_python_in(candidate, sandbox, stop);
        self.once("stranger's interpreter", name, || {
            self.first_that_answers(&[name], name.to_owned(), package_of(name), ask)
        })
    }

    /// A [program](Self::program) whose name a stranger has chosen: a path leads only to one of who runs us.
    pub(crate) fn strangers_program(&self, name: &str, sandbox: &Sandbox) -> Result<PathBuf, MissingTool> {
        if name.contains('/') {
            self.check_offered(name, sandbox)?;
        }
        self.program(name)
    }

    /// Whether who runs us offers a file to bots: it is one of the system's, or stands on the search path,
    /// or is the Python that a name there leads to.
    pub(crate) fn offers(&self, file: &Path) -> bool {
        let Some((folder, name)) = file.parent().zip(file.file_name().and_then(OsStr::to_str)) else {
            return false;
        };
        let Ok(folder) = folder.canonicalize() else { return false };
        let on_path =
            env::split_paths(&self.path).any(|place| place.canonicalize().is_ok_and(|place| place == folder));
        on_path
            || sandbox::is_of_system(&folder)
            || (is_pythons_name(name) && self.python(name).is_ok_and(|tool| tool.program == file))
    }

    /// Refuses a path that leads to nothing that is [offered](Self::offers), by itself or by its links.
    fn check_offered(&self, name: &str, sandbox: &Sandbox) -> Result<(), MissingTool> {
        let path = Path::new(name);
        let is_offered = sandbox.layer() == Layer::Trusted
            || !path.exists()
            || (self.offers(path) && path.canonicalize().is_ok_and(|real| self.offers(&real)));
        if is_offered {
            return Ok(());
        }
        let why = "is not on the search path of who runs the contest".to_owned();
        Err(MissingTool { what: name.to_owned(), package: None, tried: vec![(path.to_owned(), why)] })
    }

    /// A compiler.
    pub fn compiler(&self, compiler: Compiler) -> Result<Tool, MissingTool> {
        let (names, language, package): (&[&str], _, _) = match compiler {
            Compiler::C => (&["cc", "gcc", "clang"], "C", "gcc"),
            Compiler::Cpp => (&["c++", "g++", "clang++"], "C++", "g++"),
            Compiler::Rust => (&["rustc"], "Rust", "rustc"),
        };
        let ask = match compiler {
            Compiler::C | Compiler::Cpp => ask_version,
            Compiler::Rust => ask_rustc,
        };
        let what = format!("a {language} compiler ({})", alternatives(names));
        self.once("compiler", language, || self.first_that_answers(names, what.clone(), Some(package), ask))
    }

    /// The runtime of Java, version 9 or later, by the path that it states itself.
    pub fn java(&self) -> Result<Tool, MissingTool> {
        let what = "a Java runtime (java)".to_owned();
        self.once("runtime", "Java", || self.first_that_answers(&["java"], what, Some(JDK), ask_java))
    }

    /// The compiler of Java: that of the runtime, else another one on the search path.
    pub fn java_compiler(&self) -> Result<Tool, MissingTool> {
        let beside = self.java()?.program.with_file_name("javac");
        let names = [beside.to_str().unwrap_or("javac"), "javac"];
        let what = "a Java compiler (javac)".to_owned();
        self.once("compiler", "Java", || self.first_that_answers(&names, what, Some(JDK), ask_version))
    }

    /// A program by its name on the search path, or by its own path. It is not run: nobody knows what
    /// it would take for a question.
    pub fn program(&self, name: &str) -> Result<PathBuf, MissingTool> {
        self.candidates(name).into_iter().next().ok_or_else(|| MissingTool {
            what: name.to_owned(),
            package: package_of(name),
            tried: Vec::new(),
        })
    }

    pub(crate) fn once(
        &self,
        kind: &'static str,
        name: &str,
        find: impl FnOnce() -> Result<Tool, MissingTool>,
    ) -> Result<Tool, MissingTool> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.entry((kind, name.to_owned())).or_insert_with(find).clone()
    }

    pub(crate) fn first_that_answers(
        &self,
        names: &[&str],
        what: String,
        package: Option<&'static str>,
        ask: impl Fn(&Path, &Stop) -> Result<Tool, String>,
    ) -> Result<Tool, MissingTool> {
        let mut tried = Vec::new();
        for candidate in names.iter().flat_map(|name| self.candidates(name)) {
            match ask(&candidate, &self.stop) {
                Ok(tool) => return Ok(tool),
                Err(why) => tried.push((candidate, why)),
            }
        }
        Err(MissingTool { what, package, tried })
    }

    /// Executable files of that name, in the order of the search path; its relative folders are left
    /// out, since they are somebody else's in each working folder.
    fn candidates(&self, name: &str) -> Vec<PathBuf> {
        let mut candidates: Vec<PathBuf> = Vec::new();
        let folders: Vec<PathBuf> =
            if name.contains('/') { vec![PathBuf::new()] } else { env::split_paths(&self.path).collect() };
        for path in folders.into_iter().map(|folder| folder.join(name)) {
            if path.is_absolute() && is_executable(&path) && !candidates.contains(&path) {
                candidates.push(path);
            }
        }
        candidates
    }
}

/// Whether a file is there and may be executed.
pub(crate) fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Whether a program's name is that of a Python, which can be asked for its real path.
pub(crate) fn is_pythons_name(name: &str) -> bool {
    name.starts_with("python") || name.starts_with("pypy")
}

fn package_of(program: &str) -> Option<&'static str> {
    let known = [
        ("python3", "python3"),
        ("pypy3", "pypy3"),
        ("node", "nodejs"),
        ("java", "default-jre"),
        ("make", "make"),
        ("cmake", "cmake"),
        ("cargo", "cargo"),
        ("go", "golang"),
        ("ruby", "ruby"),
        ("perl", "perl"),
    ];
    known.into_iter().find(|&(name, _)| name == program).map(|(_, package)| package)
}

fn ask_python(candidate: &Path, stop: &Stop) -> Result<Tool, String> {
    told_by_python(&answer(Command::new(candidate).args(["-c", PYTHON_QUESTION]), stop)?)
}

fn ask_python_in(candidate: &Path, sandbox: &Sandbox, stop: &Stop) -> Result<Tool, String> {
    let ask = || {
        let folder = tempfile::tempdir()?;
        let args = ["-c", PYTHON_QUESTION].map(OsString::from).into();
        let launch = Launch::new(candidate.to_owned(), args, &folder.path().canonicalize()?);
        let launch = sandbox.confine(launch, Allowance::bot(ANSWER_MEMORY))?;
        Errand::run_launch(&launch, Instant::now() + ANSWER_TIME, stop)
    };
    told_by_python(&text(ended_well(ask())?)?)
}

fn told_by_python(answer: &str) -> Result<Tool, String> {
    match answer.lines().collect::<Vec<_>>()[..] {
        [program, version] if is_executable(Path::new(program)) => {
            Ok(Tool { program: PathBuf::from(program), version: version.to_owned() })
        }
        _ => Err("does not answer as Python does".to_owned()),
    }
}

fn ask_version(candidate: &Path, stop: &Stop) -> Result<Tool, String> {
    let answer = answer(Command::new(candidate).arg("--version"), stop)?;
    let version = answer.lines().next().unwrap_or_default().to_owned();
    // Not resolved further: a compiler may be a link to a wrapper that goes by the link's name.
    Ok(Tool { program: candidate.to_owned(), version })
}

/// `rustc` on the path is often a shim that chooses by the working folder; its toolchain's own
/// executable is taken where it says where that is.
fn ask_rustc(candidate: &Path, stop: &Stop) -> Result<Tool, String> {
    let root = answer(Command::new(candidate).args(["--print", "sysroot"]), stop)?;
    let real = Path::new(root.trim_end()).join("bin/rustc");
    ask_version(if is_executable(&real) { &real } else { candidate }, stop)
}

/// Java prints what it is, and where its own folder is, on standard error.
fn ask_java(candidate: &Path, stop: &Stop) -> Result<Tool, String> {
    let settings =
        outputs(Command::new(candidate).args(["-XshowSettings:properties", "-version"]), stop)?.stderr;
    let settings = String::from_utf8_lossy(&settings);
    let setting = |key| settings.lines().find_map(|line| line.trim().strip_prefix(key)?.strip_prefix(" = "));
    let (Some(home), Some(version)) = (setting("java.home"), setting("java.version")) else {
        return Err("does not answer as Java does".to_owned());
    };
    let own = Path::new(home).join("bin/java");
    let program = if is_executable(&own) { own } else { candidate.to_owned() };
    Ok(Tool { program, version: format!("Java {version}") })
}

/// Standard output of a command that ends well in time.
pub(crate) fn answer(command: &mut Command, stop: &Stop) -> Result<String, String> {
    text(outputs(command, stop)?)
}

fn text(errand: Errand) -> Result<String, String> {
    String::from_utf8(errand.stdout).map_err(|_| "did not answer in UTF-8".to_owned())
}

/// What comes of a command that ends well in time.
fn outputs(command: &mut Command, stop: &Stop) -> Result<Errand, String> {
    ended_well(Errand::run(command, Instant::now() + ANSWER_TIME, stop))
}

fn ended_well(run: io::Result<Errand>) -> Result<Errand, String> {
    let errand = run.map_err(|error| format!("cannot be started ({error})"))?;
    match errand.status {
        Err(Cut::Stop) => Err("did not answer before all was to stop".to_owned()),
        Err(Cut::Clock | Cut::Processor) => Err(format!("did not answer within {} s", ANSWER_TIME.as_secs())),
        Ok(status) if !status.success() => Err(format!("ended with {status}")),
        Ok(_) => Ok(errand),
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::ffi::OsString;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use super::{Compiler, Tools};

    /// A folder with one executable script.
    fn script(name: &str, text: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let file = folder.path().join(name);
        fs::write(&file, text).expect("a file can be written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("a mode can be set");
        folder
    }

    fn path(folders: &[&Path]) -> OsString {
        env::join_paths(folders).expect("these folders have no colon in them")
    }

    #[test]
    fn a_dead_shim_is_passed_over() {
        let dead = script("python3", "#!/bin/sh\nexit 127\n");
        let broken = script("python3", "#!/nowhere/at/all\n");
        let other = script("python3", "#!/bin/sh\necho hello\n");
        let good = script("python3", "#!/bin/sh\necho /bin/sh\necho 'Python 3.11.7'\n");
        let folders = [dead.path(), broken.path(), other.path(), good.path()];
        let tool = Tools::on(path(&folders)).python("python3").unwrap();
        assert_eq!((tool.program.as_path(), tool.version.as_str()), (Path::new("/bin/sh"), "Python 3.11.7"));
        let missing = Tools::on(path(&folders[..3])).python("python3").unwrap_err();
        assert_eq!(missing.package, Some("python3"));
        let why: Vec<&str> = missing.tried.iter().map(|(_, why)| why.as_str()).collect();
        assert_eq!(why[0], "ended with exit status: 127");
        assert!(why[1].starts_with("cannot be started"), "{}", why[1]);
        assert_eq!(why[2], "does not answer as Python does");
        let said = missing.to_string();
        assert!(said.starts_with("python3 is missing; a python3 that was found ended with exit"), "{said}");
        assert!(!said.contains('/'), "the standings hold no path: {said}");
    }

    #[test]
    fn a_tool_is_looked_for_once() {
        let folder = script("cc", "#!/bin/sh\necho x >> \"$0.runs\"\necho 'cc 1.0'\n");
        let tools = Tools::on(path(&[folder.path()]));
        for _ in 0..3 {
            assert_eq!(tools.compiler(Compiler::C).unwrap().version, "cc 1.0");
        }
        assert_eq!(fs::read_to_string(folder.path().join("cc.runs")).unwrap(), "x\n");
    }

    #[test]
    fn an_interpreter_is_no_compiler_though_it_is_called_as_its_language_is() {
        let folder = script("cc", "#!/bin/sh\necho 'cc 1.0'\n");
        let tools = Tools::on(path(&[folder.path()]));
        tools.compiler(Compiler::C).unwrap();
        assert_eq!(tools.python("C").unwrap_err().what, "C");
    }

    #[test]
    fn a_missing_tool_says_what_to_install() {
        let tools = Tools::on(OsString::new());
        let said = [
            tools.compiler(Compiler::C).unwrap_err().to_string(),
            tools.compiler(Compiler::Cpp).unwrap_err().to_string(),
            tools.compiler(Compiler::Rust).unwrap_err().to_string(),
            tools.python("python2.7").unwrap_err().to_string(),
            tools.program("node").unwrap_err().to_string(),
        ];
        assert_eq!(
            said,
            [
                "a C compiler (cc, gcc or clang) is missing: install the Debian package gcc",
                "a C++ compiler (c++, g++ or clang++) is missing: install the Debian package g++",
                "a Rust compiler (rustc) is missing: install the Debian package rustc",
                "python2.7 is missing: install it, or name another in bot.toml",
                "node is missing: install the Debian package nodejs",
            ]
        );
    }

    #[test]
    fn folders_of_the_path_that_are_relative_are_left_out() {
        let tools = Tools::on(OsString::from(".:src"));
        assert!(tools.program("sh").is_err());
        assert_eq!(tools.program("/bin/sh").unwrap(), Path::new("/bin/sh"));
    }
}
