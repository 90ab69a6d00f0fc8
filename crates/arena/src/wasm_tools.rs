//! The compilers of C and C++ for WebAssembly: clang, its linker, and the libraries of WASI.
//!
//! A compiler is taken when it makes a program of a small source: a clang without linker or libraries
//! answers `--version` as well.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::entrant::CFamily;
use crate::errand::Errand;
use crate::stop::Stop;
use crate::tools::{MissingTool, Tool, Tools, answer};

/// What has to be installed on Debian, in one line for `apt-get install`.
pub const PACKAGES: &str =
    "clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32";

/// How long a candidate may take for a program of one line. A busy machine must not look like one without a
/// compiler.
const BUILD_TIME: Duration = Duration::from_mins(1);

/// A file with its text.
type Source = (&'static str, &'static str);

const C_SOURCE: Source = ("ready.c", "#include <stdio.h>\nint main(void) { return puts(\"ready\") < 0; }\n");
/// It throws nothing: what a `throw` is linked with is ours.
const CPP_SOURCE: Source =
    ("ready.cpp", "#include <cstddef>\nint main() { return sizeof(std::size_t) == 0; }\n");

impl Tools {
    /// A compiler for WebAssembly, with a version such as `clang 19.1.7`.
    pub fn wasm_compiler(&self, language: CFamily) -> Result<Tool, MissingTool> {
        let (names, source, what) = match language {
            CFamily::C => (["clang-19", "clang"], C_SOURCE, "C"),
            CFamily::Cpp => (["clang++-19", "clang++"], CPP_SOURCE, "C++"),
        };
        self.once("compiler for WebAssembly", what, || {
            let what = format!("a {what} compiler for WebAssembly ({})", names.join(" or "));
            self.first_that_answers(&names, what, Some(PACKAGES), |candidate, stop| {
                ask(candidate, source, stop)
            })
        })
    }
}

/// Compiles and links a program.
fn ask(candidate: &Path, (name, text): Source, stop: &Stop) -> Result<Tool, String> {
    let version = answer(Command::new(candidate).arg("--version"), stop)?;
    let folder = tempfile::tempdir().map_err(|why| format!("cannot be tried ({why})"))?;
    fs::write(folder.path().join(name), text).map_err(|why| format!("cannot be tried ({why})"))?;
    let mut command = Command::new(candidate);
    command.args(["--target=wasm32-wasi", "-o", "ready.wasm", name]).current_dir(folder.path());
    let errand = Errand::run(&mut command, Instant::now() + BUILD_TIME, stop)
        .map_err(|error| format!("cannot be started ({error})"))?;
    if !errand.succeeded() {
        return Err("makes no program for WebAssembly".to_owned());
    }
    Ok(Tool { program: candidate.to_owned(), version: format!("clang {}", number_in(&version)) })
}

/// The number in a line such as `Debian clang version 19.1.7 (3~deb12u1)`.
fn number_in(version: &str) -> &str {
    let line = version.lines().next().unwrap_or_default();
    let number = line.split_once("version ").map_or(line, |(_, number)| number);
    number.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::number_in;
    use crate::entrant::CFamily;
    use crate::tools::Tools;

    #[test]
    fn the_number_of_a_version_is_found() {
        assert_eq!(number_in("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x"), "19.1.7");
        assert_eq!(number_in("clang version 20.1.0"), "20.1.0");
        assert_eq!(number_in(""), "");
    }

    #[test]
    fn a_missing_compiler_for_webassembly_names_all_packages() {
        let missing = Tools::on(OsString::new()).wasm_compiler(CFamily::Cpp).unwrap_err().to_string();
        assert!(missing.starts_with("a C++ compiler for WebAssembly (clang++-19 or clang++) is missing"));
        assert!(missing.ends_with("libclang-rt-19-dev-wasm32"), "{missing}");
    }
}
