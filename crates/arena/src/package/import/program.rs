//! Submissions and validators: staged with the files that the package adds, and built as entrants are.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::ImportError;
use crate::bot::Launch;
use crate::contestant::{BotPlan, Part};
use crate::entrant::{self, Language};
use crate::game_kind::GameKind;
use crate::java;
use crate::run::build_bot;
use crate::sandbox::{Allowance, Sandbox};
use crate::workshop::Start;

/// The folder of a validator's messages, in its own.
pub(super) const FEEDBACK: &str = "feedback";

/// Where programs are built and run.
pub(super) struct Build<'a> {
    pub(super) sandbox: &'a Sandbox,
    work: &'a Path,
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
}

/// A program in the folder in which it runs once.
pub(super) struct Settled {
    pub(super) launch: Launch,
    pub(super) folder: TempDir,
}

impl<'a> Build<'a> {
    pub(super) const fn new(sandbox: &'a Sandbox, work: &'a Path) -> Self {
        Self { sandbox, work }
    }

    fn folder(&self, purpose: &str) -> io::Result<TempDir> {
        let folder = tempfile::Builder::new().prefix(purpose).tempdir_in(self.work)?;
        // Programs run as another user.
        fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        Ok(folder)
    }
}

impl Program {
    /// Builds a submission, with the files that `include` has for its language.
    pub(super) fn submission(
        path: &Path,
        package: &Path,
        build: &Build<'_>,
    ) -> io::Result<Result<Self, NotBuilt>> {
        Self::build(path, Some(&package.join("include")), build)
    }

    /// Builds a validator; one that cannot be built is the package's fault.
    pub(super) fn validator(path: &Path, package: &Path, build: &Build<'_>) -> Result<Self, ImportError> {
        let validator = path.strip_prefix(package).unwrap_or(path).display().to_string();
        match Self::build(path, None, build)? {
            Ok(program) => Ok(program),
            Err(NotBuilt::Compile(why) | NotBuilt::Tool(why)) => {
                Err(ImportError::Validator { validator, why })
            }
        }
    }

    fn build(path: &Path, include: Option<&Path>, build: &Build<'_>) -> io::Result<Result<Self, NotBuilt>> {
        let folder = build.folder("build")?;
        let staged = folder.path().join("program");
        fs::create_dir(&staged)?;
        stage(path, include, &staged)?;
        let entrant = match entrant::find_one(&staged, GameKind::Rullete) {
            Ok(entrant) => entrant,
            Err(problems) => {
                let said: Vec<String> = problems.into_iter().map(|problem| problem.what).collect();
                return Ok(Err(NotBuilt::Compile(said.join("; "))));
            }
        };
        let made = folder.path().join("made");
        fs::create_dir(&made)?;
        let contestant = build_bot(&entrant, &made, build.sandbox)?;
        Ok(match contestant.part {
            Part::Bot(plan) => Ok(Self { plan, _folder: folder }),
            Part::Out(fault) if fault.verdict == croupier_rules::verdict::Verdict::Referee => {
                Err(NotBuilt::Tool(fault.came))
            }
            Part::Out(fault) => Err(NotBuilt::Compile(fault.came)),
            Part::House(_) | Part::Noted => unreachable!("an entrant is built, or it is out"),
        })
    }

    /// Puts it into a folder of its own, ready to be run once.
    pub(super) fn settle(&self, memory: u64, build: &Build<'_>) -> io::Result<Settled> {
        let folder = build.folder("run")?;
        let launch = self.launch(&folder, memory)?;
        let launch = build.sandbox.confine(launch, Allowance::bot(memory))?;
        Ok(Settled { launch, folder })
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

/// Copies a program's files and those that are added for its language into one folder, with a `bot.toml` that
/// says how several sources become one program.
fn stage(path: &Path, include: Option<&Path>, staged: &Path) -> io::Result<()> {
    if path.is_dir() {
        copy_files(path, staged)?;
    } else {
        let name = path.file_name().expect("a submission has a name");
        fs::copy(path, staged.join(name))?;
    }
    let own = sources(staged)?;
    let language = own.first().map(|(_, language)| *language);
    if let (Some(include), Some(language)) = (include, language) {
        for name in ["default", folder_of(language)] {
            let added = include.join(name);
            if added.is_dir() {
                copy_files(&added, staged)?;
            }
        }
    }
    let has_manifest = staged.join("bot.toml").exists();
    if !has_manifest && let Some(manifest) = manifest(staged, &own, &sources(staged)?) {
        fs::write(staged.join("bot.toml"), manifest)?;
    }
    Ok(())
}

/// Copies the files of a folder, and of folders in it. Links are followed: the package is the organiser's.
fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let copy = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            fs::create_dir_all(&copy)?;
            copy_files(&path, &copy)?;
        } else {
            fs::copy(&path, &copy)?;
        }
    }
    Ok(())
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

/// How several sources become one program; `None` where one source says it by itself.
fn manifest(folder: &Path, own: &[(PathBuf, Language)], all: &[(PathBuf, Language)]) -> Option<String> {
    let quoted = |words: &[String]| format!("{words:?}");
    if folder.join("build").is_file() && folder.join("run").is_file() {
        return Some("build = [[\"./build\"]]\ncommand = [\"./run\"]\n".into());
    }
    if own.is_empty() && folder.join("run").is_file() {
        return Some("command = [\"./run\"]\n".into());
    }
    let (_, language) = own.first()?;
    let compiled: Vec<String> = all
        .iter()
        .filter(|(_, found)| found == language)
        .map(|(source, _)| source.display().to_string())
        .collect();
    if compiled.len() < 2 {
        return None;
    }
    let compile = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned());
        let words: Vec<String> = words.chain(compiled.iter().cloned()).chain(["-lm".to_owned()]).collect();
        Some(format!("build = [{}]\ncommand = [\"./program\"]\n", quoted(&words)))
    };
    match language {
        Language::C => compile(&["cc", "-O2", "-std=gnu17", "-o", "program"]),
        Language::Cpp => compile(&["c++", "-O2", "-std=gnu++20", "-o", "program"]),
        Language::Python => {
            let is_main = |source: &&String| source.eq_ignore_ascii_case("main.py");
            let own: Vec<String> = own.iter().map(|(source, _)| source.display().to_string()).collect();
            let main = own.iter().find(is_main).or(own.first())?;
            Some(format!("main = {main:?}\n"))
        }
        // Several classes, or a crate: the workshop knows how.
        Language::Java | Language::Rust => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::stage;

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
        ] {
            fs::create_dir_all(at(path).parent().unwrap()).unwrap();
            fs::write(at(path), text).unwrap();
        }
        let staged = |path: &str, name: &str| {
            fs::create_dir(at(name)).unwrap();
            stage(&at(path), Some(&at("include")), &at(name)).unwrap();
            fs::read_to_string(at(name).join("bot.toml")).unwrap_or_default()
        };
        assert_eq!(
            staged("submissions/one.cpp", "a"),
            "build = [[\"c++\", \"-O2\", \"-std=gnu++20\", \"-o\", \"program\", \"glue.cpp\", \"one.cpp\", \"-lm\"]]\n\
             command = [\"./program\"]\n"
        );
        assert!(at("a/notes.txt").is_file());
        assert_eq!(staged("py", "b"), "main = \"main.py\"\n");
    }
}
