//! Building for this machine: sources in C, C++ and Rust.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::bench::{Bench, EXECUTABLE, named, write_in};
use super::{Start, Unbuilt};
use crate::entrant::CFamily;
use crate::tools::Compiler;

impl Bench<'_> {
    /// Compiles the source and the glue unit, and links them.
    pub(super) fn function(&self, language: CFamily, source: &Path) -> Result<(Start, String), Unbuilt> {
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

    /// Compiles a source to an executable.
    pub(super) fn compile(
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

    fn write_glue(&self) -> io::Result<()> {
        write_in(&self.units, Path::new("croupier.h"), self.workshop.glue.header.as_bytes())?;
        write_in(&self.units, Path::new("croupier_glue.c"), self.workshop.glue.unit.as_bytes())
    }
}
