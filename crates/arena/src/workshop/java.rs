//! Building sources in Java.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::bench::{Bench, CLASSES, named, tidy, write_in};
use super::confined::name_of;
use super::{Start, Unbuilt};
use crate::entrant::java::{Source, check_class_name};
use crate::entrant::{Entrant, Language};

impl Bench<'_> {
    /// Compiles all Java sources of the entrant into classes. A file goes by the name of its public type,
    /// in a folder of its own.
    pub(super) fn java(&self, entrant: &Entrant, main: &Path) -> Result<(Start, String), Unbuilt> {
        let runtime = self.workshop.tools.java()?;
        let compiler = self.workshop.tools.java_compiler()?;
        let mut class = None;
        let mut sources = Vec::new();
        let paths: Vec<&PathBuf> =
            entrant.files.iter().filter(|path| Language::of(path) == Some(Language::Java)).collect();
        for &path in &paths {
            let text = self.read(&self.files, path)?;
            let source = Source::read(&text);
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
}
