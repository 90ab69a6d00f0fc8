//! A program: a module that was compiled and looked through, ready to be instantiated.

use std::fmt;
use std::time::{Duration, Instant};

use wasmtime::{ExternType, InstancePre, Linker, Module};

use crate::artefact::Artefacts;
use crate::cabin::Cabin;
use crate::compiler::compile_within;
use crate::engine::engine;
use crate::host::{self, Host};
use crate::{shape, wasi};

/// The largest module in bytes: C++ with all of its library is below 2 MiB.
const MODULE_BYTES_MAX: usize = 16 << 20;

/// The first bytes of every module.
const MAGIC: &[u8] = b"\0asm";

/// A compiled program. Clones share it.
pub struct Program<H: Host> {
    ready: InstancePre<Cabin<H>>,
    /// The hash of the module, which names the program.
    hash: blake3::Hash,
}

/// Why a module is not seated. The fault is its author's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Not a module at all.
    #[error("this is no WebAssembly: expected the bytes \\0asm, found {0}")]
    NotWasm(String),
    /// The text form.
    #[error("this is the text form of WebAssembly: hand in the binary (wat2wasm makes it)")]
    Text,
    /// Too large.
    #[error("the module has {0} bytes, at most {MODULE_BYTES_MAX} are taken")]
    TooLarge(usize),
    /// Too long or too deep to compile.
    #[error("{0}")]
    Shape(String),
    /// The compiler used more processor time than it may.
    #[error("compiling the module takes too much processor time")]
    Slow,
    /// The compiler was not done at its deadline.
    #[error("compiling the module took too long")]
    Late,
    /// Cut off, damaged, or of a kind that is switched off.
    #[error("the module is not valid: {0}")]
    Invalid(String),
    /// Something is imported that there is not.
    #[error("the module imports {module}.{name}, which is not offered here")]
    Import {
        /// The module of the import.
        module: String,
        /// Its name.
        name: String,
    },
    /// Something is imported as what it is not.
    #[error("the module imports something with another type: {0}")]
    ImportType(String),
    /// Nothing to call.
    #[error("the module exports no function {START}: build a program, not a library")]
    NoStart,
    /// No memory to talk through.
    #[error("the module exports no memory")]
    NoMemory,
}

const START: &str = "_start";

impl<H: Host> Program<H> {
    pub(crate) const START: &'static str = START;

    /// Compiles a module within a processor time and before a deadline, or takes the code that was compiled from it
    /// before.
    ///
    /// # Errors
    /// What is wrong with the module.
    pub fn compile(
        bytes: &[u8],
        artefacts: Option<&Artefacts>,
        time: Duration,
        deadline: Instant,
    ) -> Result<Self, Refused> {
        check_form(bytes)?;
        shape::check(bytes)?;
        let module = compile_within(bytes, artefacts, time, deadline)?;
        let module = module.map_err(|error| Refused::Invalid(first_line(&error)))?;
        check_imports::<H>(&module)?;
        check_exports(&module)?;
        let ready = linker()
            .and_then(|linker| linker.instantiate_pre(&module))
            .map_err(|error| Refused::ImportType(first_line(&error)))?;
        Ok(Self { ready, hash: blake3::hash(bytes) })
    }

    /// The hash of the module.
    pub fn hash(&self) -> &blake3::Hash {
        &self.hash
    }

    pub(crate) fn ready(&self) -> &InstancePre<Cabin<H>> {
        &self.ready
    }
}

impl<H: Host> Clone for Program<H> {
    fn clone(&self) -> Self {
        Self { ready: self.ready.clone(), hash: self.hash }
    }
}

impl<H: Host> fmt::Debug for Program<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Program").field(&self.hash.to_hex().as_str()).finish()
    }
}

/// Two programs are the same if they were compiled from the same module.
impl<H: Host> PartialEq for Program<H> {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}

impl<H: Host> Eq for Program<H> {}

fn linker<H: Host>() -> wasmtime::Result<Linker<Cabin<H>>> {
    let mut linker = Linker::new(engine());
    host::link(&mut linker)?;
    wasi::link(&mut linker)?;
    Ok(linker)
}

fn check_form(bytes: &[u8]) -> Result<(), Refused> {
    if bytes.len() > MODULE_BYTES_MAX {
        return Err(Refused::TooLarge(bytes.len()));
    }
    if bytes.starts_with(MAGIC) {
        return Ok(());
    }
    let is_text = bytes.trim_ascii_start().starts_with(b"(") || bytes.starts_with(b";;");
    if is_text {
        return Err(Refused::Text);
    }
    Err(Refused::NotWasm(format!("\"{}\"", bytes[..bytes.len().min(8)].escape_ascii())))
}

fn check_imports<H: Host>(module: &Module) -> Result<(), Refused> {
    for import in module.imports() {
        let offered: &[&str] = match import.module() {
            host::MODULE if H::OFFERS_CALLS => &host::NAMES,
            wasi::MODULE => &wasi::NAMES,
            _ => &[],
        };
        if !offered.contains(&import.name()) {
            let shown = |text: &str| text.escape_debug().take(100).collect();
            return Err(Refused::Import { module: shown(import.module()), name: shown(import.name()) });
        }
    }
    Ok(())
}

fn check_exports(module: &Module) -> Result<(), Refused> {
    match module.get_export(START) {
        Some(ExternType::Func(start)) if start.params().len() == 0 && start.results().len() == 0 => {}
        _ => return Err(Refused::NoStart),
    }
    match module.get_export("memory") {
        Some(ExternType::Memory(_)) => Ok(()),
        _ => Err(Refused::NoMemory),
    }
}

/// What is wrong, without the steps by which it was found.
fn first_line(error: &wasmtime::Error) -> String {
    let cause = error.chain().last().map_or_else(|| error.to_string(), ToString::to_string);
    cause.lines().next().unwrap_or_default().to_owned()
}
