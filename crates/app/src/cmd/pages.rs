//! `croupier completions` and `croupier man`: made from the definition that the parser has.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command, ValueEnum};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// Prints the completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier completions bash > ~/.local/share/bash-completion/completions/croupier
  croupier completions zsh > ~/.zfunc/_croupier             (a folder of $fpath)
  croupier completions fish > ~/.config/fish/completions/croupier.fish")]
pub(crate) struct Completions {
    #[arg(value_name = "SHELL")]
    shell: ShellName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ShellName {
    Bash,
    Zsh,
    Fish,
}

impl Completions {
    pub(crate) fn run(&self, mut command: Command) -> Result<Exit, Failure> {
        let shell = match self.shell {
            ShellName::Bash => Shell::Bash,
            ShellName::Zsh => Shell::Zsh,
            ShellName::Fish => Shell::Fish,
        };
        // Written to memory first: a closed pipe must not end in a panic.
        let mut page = Vec::new();
        generate(shell, &mut command, "croupier", &mut page);
        print(&page)
    }
}

/// Prints the manual page of croupier, or of a verb, for man(1).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier man | man -l -
  croupier man blackjack play | man -l -
  croupier man --out ~/.local/share/man/man1")]
pub(crate) struct ManPage {
    /// A verb, such as `run` or `blackjack play`.
    #[arg(value_name = "VERB")]
    verbs: Vec<String>,
    /// Write the pages of all verbs into this folder instead.
    #[arg(long, value_name = "DIR", conflicts_with = "verbs")]
    out: Option<PathBuf>,
}

impl ManPage {
    pub(crate) fn run(&self, mut command: Command) -> Result<Exit, Failure> {
        command = command.disable_help_subcommand(true);
        command.build();
        if let Some(folder) = &self.out {
            fs::create_dir_all(folder)?;
            write_all(&command, folder)?;
            return Ok(Exit::Done);
        }
        let mut page = &command;
        for verb in &self.verbs {
            page = page.find_subcommand(verb).ok_or_else(|| {
                Failure::usage(format!("there is no verb `{verb}`")).hint("croupier --help lists the verbs")
            })?;
        }
        let mut text = Vec::new();
        man(page).render(&mut text)?;
        print(&text)
    }
}

/// The page of a verb. At its foot stands the program that it is of: clap knows a verb's own name only.
fn man(verb: &Command) -> Man {
    Man::new(verb.clone()).source(concat!("croupier ", env!("CARGO_PKG_VERSION")))
}

/// Writes the pages of a verb and of all under it.
fn write_all(verb: &Command, folder: &Path) -> io::Result<()> {
    man(verb).generate_to(folder)?;
    verb.get_subcommands().filter(|verb| !verb.is_hide_set()).try_for_each(|verb| write_all(verb, folder))
}

fn print(page: &[u8]) -> Result<Exit, Failure> {
    let mut out = output::answer();
    out.write_all(page)?;
    out.flush()?;
    Ok(Exit::Done)
}
