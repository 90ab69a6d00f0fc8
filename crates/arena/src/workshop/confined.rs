//! The programs of a build, compilers and an entrant's own steps: run confined, in bounded time.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Unbuilt;
use super::bench::Bench;
use super::reason::{self, Reason};
use crate::bot::{Launch, is_programs_own};
use crate::errand::Errand;
use crate::sandbox::Allowance;
use crate::tools::{Tool, is_pythons_name};

impl Bench<'_> {
    /// Runs a compiler in the folder of the entrant's files, which it may read only.
    pub(super) fn run_compiler(&self, tool: &Tool, args: &[&OsStr]) -> Result<(), Unbuilt> {
        let args = args.iter().map(OsString::from).collect();
        let mut launch = self.launch(&tool.program, args, &self.files, &self.made);
        launch.reads.push(self.units.clone());
        self.run(&name_of(&tool.program), launch, std::slice::from_ref(&self.made))
    }

    pub(super) fn run_step(&self, words: &[String], home: &Path) -> Result<(), Unbuilt> {
        let (name, args) = words.split_first().expect("a command has at least one word");
        let program =
            if is_pythons_name(name) { self.python(Some(name))?.program } else { self.resolve(name)? };
        let launch = self.launch(&program, args.iter().map(OsString::from).collect(), &self.files, home);
        self.run(&reason::step(words), launch, &[self.files.clone(), home.to_owned()])
    }

    /// A program in a folder that it may read, with a home, and an environment of its own.
    pub(super) fn launch(&self, program: &Path, args: Vec<OsString>, folder: &Path, home: &Path) -> Launch {
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
    pub(super) fn run(&self, name: &str, launch: Launch, writes: &[PathBuf]) -> Result<(), Unbuilt> {
        let program = launch.program.clone();
        if !program.starts_with(&self.folder) {
            self.workshop.sandbox.reaches(&program)?;
        }
        let time = Duration::from_millis(self.workshop.compile_ms);
        let launch = self.workshop.sandbox.confine(launch, Allowance::build(writes, time));
        let launch = launch.map_err(|why| self.system(why))?;
        let errand = Errand::run_within(&launch, self.time(), self.deadline, self.workshop.tools.stop());
        if let Ok(errand) = &errand {
            self.spent.set(self.spent.get() + errand.used);
        }
        match errand {
            Ok(errand) if errand.succeeded() => Ok(()),
            Ok(errand) => {
                let limit_ms = self.workshop.compile_ms;
                Err(Unbuilt::Compile(Reason { name, errand: &errand, limit_ms }.text()))
            }
            Err(why) if program.starts_with(&self.files) && is_programs_own(&why) => {
                Err(Unbuilt::Compile(format!("{name} cannot be started: {why}")))
            }
            Err(why) => Err(self.system(why)),
        }
    }
}

/// What a program is called.
pub(super) fn name_of(program: &Path) -> String {
    program.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
