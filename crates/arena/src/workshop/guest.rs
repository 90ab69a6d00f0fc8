//! Building for WebAssembly: sources in C and C++, and modules that are handed in.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use croupier_wasm::{Artefacts, Host, Program, Refused, STACK_BYTES};

use super::bench::{Bench, named, write_in};
use super::reason::was_stopped;
use super::{Start, Unbuilt};
use crate::entrant::{CFamily, Entrant, Language, Runtime};
use crate::errand::Cut;
use crate::glue;
use crate::guest::Module;
use crate::tools::Tool;

/// What a compiler is told for every source.
const TARGET: [&str; 2] = ["--target=wasm32-wasi", "-O2"];

/// What the library of WASI has only where it is asked for: `clock`, `signal`, `getpid`.
const EMULATED: [&str; 3] =
    ["-D_WASI_EMULATED_PROCESS_CLOCKS", "-D_WASI_EMULATED_SIGNAL", "-D_WASI_EMULATED_GETPID"];

/// The libraries of these, and `printf` with all kinds of numbers.
const LIBRARIES: [&str; 5] = [
    "-lm",
    "-lc-printscan-long-double",
    "-lwasi-emulated-process-clocks",
    "-lwasi-emulated-signal",
    "-lwasi-emulated-getpid",
];

/// The module that the linker makes.
const MODULE: &str = "bot.wasm";

/// What a module that was handed in runs in.
const RUNTIME: &str = "WebAssembly";

impl Bench<'_> {
    /// Builds functions for what their `bot.toml` names, else for WebAssembly where it is at hand.
    pub(super) fn function_for(
        &self,
        entrant: &Entrant,
        language: CFamily,
        source: &Path,
    ) -> Result<(Start, String), Unbuilt> {
        let tool = self.workshop.tools.wasm_compiler(language);
        match (entrant.runtime, tool) {
            (Some(Runtime::Wasm), tool) => self.wasm_functions(language, source, &tool?),
            (None, Ok(tool)) if self.workshop.artefacts.is_some() => {
                self.wasm_functions(language, source, &tool)
            }
            (None | Some(Runtime::Native), _) => self.function(language, source),
        }
    }

    /// Compiles a source with a `main` of its own.
    pub(super) fn program_for_wasm(
        &self,
        language: Language,
        source: &Path,
    ) -> Result<(Start, String), Unbuilt> {
        let language = CFamily::of(language).expect("a bot.toml names WebAssembly for C and C++ only");
        self.wasm_program(language, source, &self.workshop.tools.wasm_compiler(language)?)
    }

    /// Compiles the source and the glue unit, and links them to a module.
    fn wasm_functions(
        &self,
        language: CFamily,
        source: &Path,
        tool: &Tool,
    ) -> Result<(Start, String), Unbuilt> {
        self.write_units().map_err(|why| self.system(why))?;
        let c = self.workshop.tools.wasm_compiler(CFamily::C)?;
        self.compile_unit(&c, glue::WASM_GLUE_FILE, "glue.o")?;
        let objects = self.compile_source(language, source, tool)?;
        self.link(tool, &[&["../made/glue.o"], objects].concat())?;
        let module = self.read(&self.made, Path::new(MODULE))?;
        let program = self.compile_module(&module)?;
        Ok((Start::Guest(Module::Functions(program)), runtime_of(tool)))
    }

    fn wasm_program(
        &self,
        language: CFamily,
        source: &Path,
        tool: &Tool,
    ) -> Result<(Start, String), Unbuilt> {
        self.write_units().map_err(|why| self.system(why))?;
        let objects = self.compile_source(language, source, tool)?;
        self.link(tool, objects)?;
        let module = self.read(&self.made, Path::new(MODULE))?;
        Ok((self.lines(&module)?, runtime_of(tool)))
    }

    /// A module that was handed in.
    pub(super) fn module(&self, path: &Path) -> Result<(Start, String), Unbuilt> {
        let module = self.read(&self.files, path)?;
        Ok((self.lines(&module)?, RUNTIME.to_owned()))
    }

    fn lines(&self, module: &[u8]) -> Result<Start, Unbuilt> {
        let program = self.compile_module(module)?;
        Ok(Start::Guest(Module::Lines(program)))
    }

    fn compile_module<H: Host>(&self, module: &[u8]) -> Result<Program<H>, Unbuilt> {
        let artefacts = self.artefacts()?;
        Program::compile(module, artefacts.as_ref(), self.time(), self.deadline).map_err(|refused| {
            let stopped =
                |cut| format!("the compiler of the module {}", was_stopped(cut, self.workshop.compile_ms));
            Unbuilt::Compile(if refused == Refused::Slow {
                stopped(Cut::Processor)
            } else if refused == Refused::Late {
                stopped(Cut::Clock)
            } else {
                refused.to_string()
            })
        })
    }

    fn artefacts(&self) -> Result<Option<Artefacts>, Unbuilt> {
        let folder = self.workshop.artefacts;
        let limit = Duration::from_millis(self.workshop.compile_ms);
        let opened = folder.map(Artefacts::open).transpose().map_err(|why| self.system(why))?;
        Ok(opened.map(|artefacts| artefacts.within(limit)))
    }

    /// The header, the glue, and what C++ needs.
    fn write_units(&self) -> std::io::Result<()> {
        let write = |name: &str, text: &str| write_in(&self.units, Path::new(name), text.as_bytes());
        write(glue::HEADER_FILE, glue::HEADER)?;
        write(glue::WASM_GLUE_FILE, glue::WASM_GLUE)?;
        write(glue::EXCEPTIONS_FILE, glue::EXCEPTIONS)?;
        write("bits/stdc++.h", glue::WHOLE_LIBRARY)
    }

    fn compile_unit(&self, tool: &Tool, unit: &str, object: &str) -> Result<(), Unbuilt> {
        let (unit, object) = (format!("../units/{unit}"), format!("../made/{object}"));
        let options = [&TARGET[..], &["-std=c11", "-c", "-o", &object, &unit]].concat();
        self.run_compiler(tool, &options.into_iter().map(OsStr::new).collect::<Vec<_>>())
    }

    /// Compiles a source, and what it is linked with: returns the objects.
    fn compile_source(
        &self,
        language: CFamily,
        source: &Path,
        tool: &Tool,
    ) -> Result<&'static [&'static str], Unbuilt> {
        let (standard, name, objects): (_, _, &[&str]) = match language {
            CFamily::C => ("-std=gnu11", "c", &["../made/bot.o"]),
            CFamily::Cpp => ("-std=gnu++17", "c++", &["../made/bot.o", "../made/exceptions.o"]),
        };
        if language == CFamily::Cpp {
            let c = self.workshop.tools.wasm_compiler(CFamily::C)?;
            self.compile_unit(&c, glue::EXCEPTIONS_FILE, "exceptions.o")?;
        }
        let options =
            [&TARGET[..], &EMULATED, &[standard, "-x", name, "-I../units", "-c", "-o", "../made/bot.o"]]
                .concat();
        let source = named(source);
        let mut args: Vec<&OsStr> = options.into_iter().map(OsStr::new).collect();
        args.push(source.as_os_str());
        self.run_compiler(tool, &args).map_err(told_of_limits)?;
        Ok(objects)
    }

    /// Links objects to a module. A function that is called otherwise than it is defined is an error: it
    /// would be a trap.
    fn link(&self, tool: &Tool, objects: &[&str]) -> Result<(), Unbuilt> {
        let stack = format!("-Wl,-z,stack-size={STACK_BYTES},--stack-first,--strip-all,--fatal-warnings");
        let options = [&TARGET[..], &["-o", "../made/bot.wasm"], objects, &LIBRARIES, &[&stack]].concat();
        let options: Vec<&OsStr> = options.into_iter().map(OsStr::new).collect();
        self.run_compiler(tool, &options).map_err(told_of_limits)
    }
}

/// `WebAssembly, clang 19.1.7`
fn runtime_of(tool: &Tool) -> String {
    format!("{RUNTIME}, {}", tool.version)
}

/// Says what the source may miss here, and where it would have it.
fn told_of_limits(unbuilt: Unbuilt) -> Unbuilt {
    match unbuilt {
        Unbuilt::Compile(reason) => Unbuilt::Compile(format!(
            "{reason}\nnote: built for WebAssembly, which has no threads, files or exceptions; a folder with a \
             bot.toml that says runtime = \"native\" builds it for this machine"
        )),
        other @ (Unbuilt::MissingTool(_) | Unbuilt::OutOfReach(_) | Unbuilt::System { .. }) => other,
    }
}
