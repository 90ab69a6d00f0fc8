//! Submissions and validators: staged with the files that the package adds, and built as entrants are.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use croupier_rules::unseen::lines_written_out;
use serde::Serialize;
use tempfile::TempDir;

use super::ImportError;
use super::ground::Ground;
use super::layout::Layout;
use super::stage::Held;
use crate::batch::{self, Bounds, End};
use crate::bot::{Exit, Launch};
use crate::contestant::{BotPlan, Part};
use crate::entrant::{self, Language};
use crate::game_kind::GameKind;
use crate::java;
use crate::run::build_bot;
use crate::sandbox::{Allowance, Sandbox};
use crate::stop::Stop;
use crate::tools::Tools;
use crate::workshop::Start;

/// The folder of a validator's messages, in its own.
pub(super) const FEEDBACK: &str = "feedback";

/// What Python may use to compile a source.
const SYNTAX: Bounds =
    Bounds { time: Duration::from_secs(10), memory: 1 << 30, output: 1 << 16, log: 1 << 12 };

/// Compiles the source of its first argument, and ends with 1 if it cannot.
const COMPILES: &str = "\
import sys
try:
    compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')
except (SyntaxError, ValueError) as why:
    sys.stderr.write(str(why))
    sys.exit(1)
";

/// Where programs are built and run.
pub(super) struct Build<'a> {
    pub(super) sandbox: &'a Sandbox,
    work: &'a Path,
    tools: Tools,
    stop: &'a Stop,
}

/// A program that was built.
pub(super) struct Program {
    plan: BotPlan,
    /// Holds what was built.
    _folder: TempDir,
}

/// Why a program was not built.
pub(super) enum NotBuilt {
    /// Its own fault.
    Compile(String),
    /// Ours: a tool is missing.
    Tool(String),
    /// The package's: a file is no plain file, or leads out of it.
    Package(String),
    /// It is in a language that is not run here.
    Language(String),
}

/// A program in the folder in which it runs once.
pub(super) struct Settled {
    pub(super) launch: Launch,
    pub(super) folder: TempDir,
}

impl<'a> Build<'a> {
    /// Until `stop` is set.
    pub(super) fn new(sandbox: &'a Sandbox, work: &'a Path, stop: &'a Stop) -> Self {
        Self { sandbox, work, tools: Tools::of_system().until(stop), stop }
    }

    fn folder(&self, purpose: &str) -> io::Result<TempDir> {
        let folder = tempfile::Builder::new().prefix(purpose).tempdir_in(self.work)?;
        // Programs run as another user.
        fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755))?;
        Ok(folder)
    }
}

impl Program {
    /// Builds a submission, with the files that `include` has for its language.
    pub(super) fn submission(
        path: &Path,
        layout: &Layout,
        build: &Build<'_>,
    ) -> io::Result<Result<Self, NotBuilt>> {
        Self::build(path, &layout.ground, Some(&layout.folder.join("include")), build)
    }

    /// Builds a validator; one that cannot be built is the package's fault.
    pub(super) fn validator(path: &Path, layout: &Layout, build: &Build<'_>) -> Result<Self, ImportError> {
        let validator = path.strip_prefix(&layout.folder).unwrap_or(path).display().to_string();
        Self::build(path, &layout.ground, None, build)?.map_err(|why| match why {
            _ if build.stop.load(Ordering::Relaxed) => ImportError::Stopped,
            NotBuilt::Compile(why)
            | NotBuilt::Tool(why)
            | NotBuilt::Package(why)
            | NotBuilt::Language(why) => ImportError::Validator { validator, why },
        })
    }

    fn build(
        path: &Path,
        ground: &Ground,
        include: Option<&Path>,
        build: &Build<'_>,
    ) -> io::Result<Result<Self, NotBuilt>> {
        if let Err(why) = ground.look(path) {
            return Ok(Err(NotBuilt::Package(format!("cannot be read: {why}"))));
        }
        if let Some(why) = not_run_here(path) {
            return Ok(Err(NotBuilt::Language(why)));
        }
        let folder = build.folder("build")?;
        let staged = folder.path().join("program");
        fs::create_dir(&staged)?;
        match stage(path, ground, include, &staged) {
            Ok(()) => {}
            Err(Unstaged::Package(why)) => {
                return Ok(Err(NotBuilt::Package(format!("cannot be read: {why}"))));
            }
            Err(Unstaged::Files(why)) => return Err(why),
        }
        let entrant = match entrant::find_one(&staged, GameKind::Rullete) {
            Ok(entrant) => entrant,
            Err(problems) => {
                let said: Vec<String> = problems.into_iter().map(|problem| problem.what).collect();
                return Ok(Err(NotBuilt::Compile(said.join("; "))));
            }
        };
        let made = folder.path().join("made");
        fs::create_dir(&made)?;
        let contestant = build_bot(&entrant, &made, build.sandbox, &build.tools)?;
        Ok(match contestant.part {
            Part::Bot(plan) => {
                let program = Self { plan, _folder: folder };
                match program.syntax_error(build)? {
                    Some(why) => Err(NotBuilt::Compile(why)),
                    None => Ok(program),
                }
            }
            Part::Out(fault) if fault.verdict == croupier_rules::verdict::Verdict::Referee => {
                Err(NotBuilt::Tool(fault.came))
            }
            Part::Out(fault) => Err(NotBuilt::Compile(fault.came)),
            Part::House(_) | Part::Noted => unreachable!("an entrant is built, or it is out"),
        })
    }

    /// Puts it into a folder of its own, ready to be run once.
    pub(super) fn settle(&self, args: &[OsString], memory: u64, build: &Build<'_>) -> io::Result<Settled> {
        let folder = build.folder("run")?;
        let mut launch = self.launch(&folder, memory)?;
        launch.args.extend(args.iter().cloned());
        let launch = build.sandbox.confine(launch, Allowance::bot(memory))?;
        Ok(Settled { launch, folder })
    }

    /// Opens a sandbox that lasts for many runs, if there is such a one.
    pub(super) fn hold(&self, memory: u64, build: &Build<'_>) -> io::Result<Option<Held>> {
        if !build.sandbox.lasts() {
            return Ok(None);
        }
        let folder = build.folder("run")?;
        let launch = self.launch(&folder, memory)?;
        let series = build.sandbox.series(&launch, Allowance::bot(memory))?;
        Ok(series.map(|series| Held { series, launch, _folder: folder }))
    }

    /// Puts a validator into a folder of its own, with further files, its arguments, and a folder `feedback`
    /// for its messages.
    pub(super) fn settle_validator(
        &self,
        files: &[(&str, &Path)],
        args: &[OsString],
        memory: u64,
        build: &Build<'_>,
    ) -> io::Result<Settled> {
        let folder = build.folder("judge")?;
        let mut launch = self.launch(&folder, memory)?;
        for (name, file) in files {
            fs::copy(file, folder.path().join(name))?;
        }
        let messages = folder.path().join(FEEDBACK);
        fs::create_dir(&messages)?;
        launch.args.extend(args.iter().cloned());
        launch.reads.push(folder.path().into());
        let launch = build.sandbox.confine(launch, Allowance::validator(memory, messages))?;
        Ok(Settled { launch, folder })
    }

    /// What Python says of a source that it cannot compile: other judges call that a compile error too.
    fn syntax_error(&self, build: &Build<'_>) -> io::Result<Option<String>> {
        let Start::PythonProgram { main, .. } = &self.plan.built.start else { return Ok(None) };
        let folder = build.folder("syntax")?;
        let mut launch = self.launch(&folder, SYNTAX.memory)?;
        launch.args = ["-c", COMPILES].map(OsString::from).into();
        launch.args.push(main.clone().into());
        let launch = build.sandbox.confine(launch, Allowance::bot(SYNTAX.memory))?;
        let run = batch::run(&launch, b"", &SYNTAX, build.stop)?;
        let refused = run.filter(|run| run.end == End::Exited(Exit::Status(1)));
        Ok(refused.map(|run| lines_written_out(String::from_utf8_lossy(&run.log.kept).trim())))
    }

    fn launch(&self, folder: &TempDir, memory: u64) -> io::Result<Launch> {
        let mut launch = self.plan.settle(folder.path(), 1)?;
        if self.is_java() {
            java::bound_heap(&mut launch, memory);
        }
        Ok(launch)
    }

    /// Whether it runs in a Java machine.
    pub(super) fn is_java(&self) -> bool {
        matches!(self.plan.built.start, Start::Java { .. })
    }
}

/// Why a program's files were not brought together.
enum Unstaged {
    /// The package's files.
    Package(io::Error),
    /// Our own.
    Files(io::Error),
}

impl From<io::Error> for Unstaged {
    fn from(why: io::Error) -> Self {
        Self::Files(why)
    }
}

/// Copies a program's files and those that are added for its language into one folder, with a `bot.toml` that
/// says how several sources become one program.
fn stage(path: &Path, ground: &Ground, include: Option<&Path>, staged: &Path) -> Result<(), Unstaged> {
    ground.copy_program(path, staged).map_err(Unstaged::Package)?;
    rename_sources(staged)?;
    let own = sources(staged)?;
    let language = own.first().map(|(_, language)| *language);
    if let (Some(include), Some(language)) = (include, language) {
        for name in ["default", folder_of(language)] {
            let added = include.join(name);
            if ground.has_folder(&added).map_err(Unstaged::Package)? {
                ground.copy_program(&added, staged).map_err(Unstaged::Package)?;
            }
        }
        rename_sources(staged)?;
    }
    let has_manifest = staged.join("bot.toml").exists();
    if !has_manifest && let Some(manifest) = Manifest::of(staged, &own, &sources(staged)?) {
        fs::write(staged.join("bot.toml"), manifest.text())?;
    }
    Ok(())
}

/// The endings that the format has beside those of the workshop, and what they are for it.
const OTHER_ENDINGS: [(&str, &str); 3] = [("c++", "cpp"), ("C", "cpp"), ("py3", "py")];

/// The ending that the workshop knows instead of this one.
fn workshop_ending(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?;
    OTHER_ENDINGS.iter().find(|(other, _)| ending == *other).map(|&(_, known)| known)
}

/// Gives the sources at the top of a folder endings that the workshop knows.
fn rename_sources(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(ending) = workshop_ending(&path) {
            let renamed = path.with_extension(ending);
            if !renamed.exists() {
                fs::rename(path, renamed)?;
            }
        }
    }
    Ok(())
}

/// Why a program is not run here; `None` if it may be.
pub(super) fn not_run_here(program: &Path) -> Option<String> {
    let is_known = |path: &Path| Language::of(path).is_some() || workshop_ending(path).is_some();
    let is_executable =
        |path: &Path| fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o111 != 0);
    let files: Vec<PathBuf> = if program.is_dir() {
        let entries = fs::read_dir(program).ok()?;
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect()
    } else {
        vec![program.into()]
    };
    let starts = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        program.is_dir() && ["run", "build", "bot.toml", "Cargo.toml"].iter().any(|known| name == *known)
    };
    if files.iter().any(|path| is_known(path) || starts(path)) {
        return None;
    }
    match files.iter().find_map(|path| path.extension()) {
        Some(ending) if ending == "ctd" || ending == "viva" => {
            Some(format!("checks in the language of .{} are not run here", ending.display()))
        }
        Some(ending) => Some(format!("the language of .{} is not run here", ending.display())),
        None if files.iter().any(|path| is_executable(path)) => None,
        None => Some("its language is not known here: it has no source with an ending".into()),
    }
}

/// The sources at the top of a folder, by name.
fn sources(folder: &Path) -> io::Result<Vec<(PathBuf, Language)>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(language) = Language::of(&path) {
            sources.push((PathBuf::from(path.file_name().expect("an entry has a name")), language));
        }
    }
    sources.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(sources)
}

/// The folder of `include` for a language.
const fn folder_of(language: Language) -> &'static str {
    match language {
        Language::C => "c",
        Language::Cpp => "cpp",
        Language::Java => "java",
        Language::Python => "python3",
        Language::Rust => "rust",
    }
}

/// How several sources become one program, as a `bot.toml` has it.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Manifest {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    build: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    command: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    main: Option<String>,
}

impl Manifest {
    /// `None` where one source says it by itself.
    fn of(folder: &Path, own: &[(PathBuf, Language)], all: &[(PathBuf, Language)]) -> Option<Self> {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let runs = folder.join("run").is_file();
        // By the format `build` makes `run`.
        if folder.join("build").is_file() {
            return Some(Self { build: vec![words(&["./build"])], command: words(&["./run"]), main: None });
        }
        if runs && own.is_empty() {
            return Some(Self { command: words(&["./run"]), ..Self::default() });
        }
        let (_, language) = own.first()?;
        let compiled: Vec<String> = all
            .iter()
            .filter(|(_, found)| found == language)
            // A name may begin like an option.
            .map(|(source, _)| format!("./{}", source.display()))
            .collect();
        if compiled.len() < 2 {
            return None;
        }
        let compile = |compiler: &[&str]| Self {
            build: vec![[words(compiler), compiled.clone(), words(&["-lm"])].concat()],
            command: words(&["./program"]),
            main: None,
        };
        match language {
            Language::C => Some(compile(&["cc", "-O2", "-std=gnu17", "-o", "program"])),
            Language::Cpp => Some(compile(&["c++", "-O2", "-std=gnu++20", "-o", "program"])),
            Language::Python => {
                let is_main = |source: &&String| source.eq_ignore_ascii_case("main.py");
                let own: Vec<String> = own.iter().map(|(source, _)| source.display().to_string()).collect();
                let main = own.iter().find(is_main).or(own.first())?;
                Some(Self { main: Some(main.clone()), ..Self::default() })
            }
            // Several classes, or a crate: the workshop knows how.
            Language::Java | Language::Rust => None,
        }
    }

    fn text(&self) -> String {
        toml::to_string(self).expect("lists of words are TOML")
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Ground, not_run_here, stage};

    #[test]
    fn several_sources_become_one_program() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        for (path, text) in [
            ("submissions/one.cpp", "int glue();"),
            ("include/cpp/glue.cpp", ""),
            ("include/default/notes.txt", ""),
            ("py/helper.py", ""),
            ("py/main.py", ""),
            ("odd/-o \u{1b}\".c++", ""),
            ("odd/two.C", ""),
        ] {
            fs::create_dir_all(at(path).parent().unwrap()).unwrap();
            fs::write(at(path), text).unwrap();
        }
        let staged = |path: &str, name: &str| {
            fs::create_dir(at(name)).unwrap();
            let ground = Ground::of(folder.path()).unwrap();
            assert!(stage(&at(path), &ground, Some(&at("include")), &at(name)).is_ok());
            fs::read_to_string(at(name).join("bot.toml")).unwrap_or_default()
        };
        assert_eq!(
            staged("submissions/one.cpp", "a"),
            "build = [[\"c++\", \"-O2\", \"-std=gnu++20\", \"-o\", \"program\", \"./glue.cpp\", \"./one.cpp\", \"-lm\"]]\n\
             command = [\"./program\"]\n"
        );
        assert!(at("a/notes.txt").is_file());
        assert_eq!(staged("py", "b"), "main = \"main.py\"\n");
        let odd: toml::Table = staged("odd", "c").parse().unwrap();
        let build = odd["build"][0].as_array().unwrap();
        let sources: Vec<&str> = build[5..8].iter().filter_map(|word| word.as_str()).collect();
        assert_eq!(sources, ["./-o \u{1b}\".cpp", "./glue.cpp", "./two.cpp"]);
    }

    #[test]
    fn a_language_that_is_not_run_here_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("kotlin")).unwrap();
        fs::create_dir_all(at("built")).unwrap();
        for file in ["a.py3", "a.c++", "a.C", "a.java", "a.kt", "a.ctd", "a", "kotlin/Main.kt", "built/run"] {
            fs::write(at(file), "").unwrap();
        }
        for (path, expected) in [
            ("a.py3", None),
            ("a.c++", None),
            ("a.C", None),
            ("a.java", None),
            ("built", None),
            ("a.kt", Some("the language of .kt is not run here")),
            ("kotlin", Some("the language of .kt is not run here")),
            ("a.ctd", Some("checks in the language of .ctd are not run here")),
            ("a", Some("its language is not known here: it has no source with an ending")),
        ] {
            assert_eq!(not_run_here(&at(path)).as_deref(), expected, "{path}");
        }
    }
}
