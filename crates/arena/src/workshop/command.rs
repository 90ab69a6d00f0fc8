//! Commands that a `bot.toml` names: paths into the bot's folder, and programs of this machine.

use std::path::{Path, PathBuf};

use super::bench::Bench;
use super::{Start, Unbuilt, Workshop};
use crate::sandbox::Layer;
use crate::script::{self, Starter, Unstartable};
use crate::tools::is_pythons_name;

impl Bench<'_> {
    /// A command that `bot.toml` names: a path into the folder, or a program of this machine.
    pub(super) fn command(&self, words: &[String]) -> Result<(Start, String), Unbuilt> {
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
    pub(super) fn resolve(&self, name: &str) -> Result<PathBuf, Unbuilt> {
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
}
