//! What the tests need beyond cargo: tools, and the Debian packages that bring them.

use std::fs;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A tool that some tests run.
struct Tool {
    program: &'static str,
    /// One package, or several with blanks between them.
    package: &'static str,
    needed_for: &'static str,
    /// Whether it is there.
    answers: fn(&str) -> bool,
}

/// Compiler, linker and libraries; `croupier doctor` prints the same.
const WASM_PACKAGES: &str =
    "clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32";

/// The classes, fonts and styles that problemtools' own class asks for.
const LATEX_PACKAGES: &str =
    "texlive-luatex texlive-latex-extra texlive-fonts-recommended texlive-plain-generic lmodern";

const TOOLS: [Tool; 11] = [
    Tool { program: "bwrap", package: "bubblewrap", needed_for: "the sandbox of bots", answers },
    Tool { program: "cc", package: "gcc", needed_for: "entrants in C", answers },
    Tool { program: "c++", package: "g++", needed_for: "entrants in C++", answers },
    Tool { program: "javac", package: "default-jdk-headless", needed_for: "entrants in Java", answers },
    Tool { program: "python3", package: "python3", needed_for: "entrants in Python", answers },
    Tool {
        program: "pypy3",
        package: "pypy3 python3-venv",
        needed_for: "the checker of problem packages",
        answers,
    },
    Tool {
        program: "lualatex",
        package: LATEX_PACKAGES,
        needed_for: "the statements of problem packages",
        answers: has_latex,
    },
    Tool {
        program: "tidy",
        package: "tidy dvisvgm ghostscript",
        needed_for: "the statements of problem packages as pages",
        answers,
    },
    Tool {
        program: "chromedriver",
        package: "chromium chromium-driver",
        needed_for: "the tests of the page",
        answers,
    },
    Tool {
        program: "nats-server",
        package: "nats-server",
        needed_for: "the queue of many machines",
        answers,
    },
    Tool {
        program: "clang++-19",
        package: WASM_PACKAGES,
        needed_for: "entrants in WebAssembly",
        answers: builds_for_wasm,
    },
];

/// Looks for the tools. Missing ones are installed when root asks for it, or CI does as root; otherwise
/// the line to type is printed, and the tests that need them are skipped and counted.
///
/// # Errors
/// When an installation that was asked for fails.
pub(crate) fn provide(install: bool) -> Result<()> {
    let missing: Vec<&Tool> = TOOLS.iter().filter(|tool| !(tool.answers)(tool.program)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|tool| tool.package.split(' ')).collect();
    for tool in &missing {
        println!("missing: {} ({}), for {}", tool.program, tool.package, tool.needed_for);
    }
    if !(install && is_root()?) {
        println!(
            "to install: apt-get install {}   (as root; or, as root: cargo xtask test --install)",
            packages.join(" ")
        );
        return Ok(());
    }
    apt_get(&["update"])?;
    apt_get(&[&["install", "--yes", "--no-install-recommends"], packages.as_slice()].concat())
}

/// Whether this process may install packages. The folder of a process in /proc belongs to its effective
/// user.
fn is_root() -> Result<bool> {
    Ok(fs::metadata("/proc/self").context("who runs this is not to be told")?.uid() == 0)
}

fn answers(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// A part of what is needed is often there; the last of it comes with these.
fn has_latex(program: &str) -> bool {
    let mut look = Command::new("kpsewhich");
    look.args(["ulem.sty", "luacode.sty", "subfigure.sty", "lmodern.sty"]).stdout(Stdio::null());
    answers(program) && look.status().is_ok_and(|status| status.success())
}

/// Linker and libraries are packages of their own: only a program that is made shows them all.
fn builds_for_wasm(program: &str) -> bool {
    let mut command = Command::new(program);
    command.args(["--target=wasm32-wasi", "-x", "c++", "-include", "vector", "-o", "/dev/null", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut compiler) = command.spawn() else { return false };
    let source = compiler.stdin.take().map(|mut input| input.write_all(b"int main() {}"));
    source.is_some_and(|written| written.is_ok()) && compiler.wait().is_ok_and(|status| status.success())
}

fn apt_get(words: &[&str]) -> Result<()> {
    let status = Command::new("apt-get")
        .args(words)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .context("apt-get does not start: the packages above have to be installed by hand")?;
    if !status.success() {
        bail!("apt-get {} failed", words.join(" "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::is_root;

    #[test]
    fn root_is_who_id_says_it_is() {
        let said = Command::new("id").arg("-u").output().expect("id is everywhere").stdout;
        assert_eq!(is_root().expect("/proc is there"), said == b"0\n");
    }
}
