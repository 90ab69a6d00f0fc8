//! Who takes part: house players, and entrants that are built and ready to be seated.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use croupier_rules::verdict::Fault;

use crate::bot::Launch;
use crate::compat::Compat;
use crate::{house, python};

/// Someone on the list of a contest.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The name in the standings: a house player's is `house:NAME`.
    pub name: String,
    /// The hash of an entrant's files, or the version of the house players.
    pub hash: String,
    /// What it runs in, for the standings.
    pub runtime: String,
    /// How it is seated.
    pub part: Part,
}

/// How a contestant is seated.
#[derive(Clone, Debug)]
pub enum Part {
    /// A house player, by its name without `house:`.
    House(String),
    /// A bot, started anew for each match.
    Bot(BotPlan),
    /// Not seated: its source does not compile, or a tool is missing.
    Out(Fault),
}

/// How a bot is started, in a folder of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotPlan {
    /// The program.
    pub start: Start,
    /// The folder that its files are copied from.
    pub folder: PathBuf,
    /// Its files, by their paths in the folder.
    pub files: Vec<PathBuf>,
    /// How its answers are read.
    pub compat: Compat,
}

/// The program of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A `class Player` behind the adapter.
    PythonPlayer {
        /// The interpreter's executable.
        interpreter: PathBuf,
        /// The adapter's file.
        adapter: PathBuf,
        /// A file in the folder, or a module path with dots.
        main: String,
    },
    /// A Python program that speaks JSON Lines.
    Python {
        /// The interpreter's executable.
        interpreter: PathBuf,
        /// A file in the folder.
        main: PathBuf,
    },
    /// An executable with its arguments; a relative one is in the folder.
    Command {
        /// The executable.
        program: PathBuf,
        /// Its arguments.
        args: Vec<OsString>,
    },
}

impl Contestant {
    /// A house player.
    pub fn house(name: &str) -> Self {
        Self {
            name: format!("house:{name}"),
            hash: house::VERSION.into(),
            runtime: "house".into(),
            part: Part::House(name.into()),
        }
    }

    /// Whether it can be seated.
    pub fn plays(&self) -> bool {
        !matches!(self.part, Part::Out(_))
    }
}

impl BotPlan {
    /// Copies the bot's files into an empty folder and says how it is launched there.
    ///
    /// # Errors
    /// When a file cannot be copied.
    pub fn settle(&self, folder: &Path, bot_seed: u64) -> io::Result<Launch> {
        for file in &self.files {
            let copy = folder.join(file);
            if let Some(parent) = copy.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::copy(self.folder.join(file), copy)?;
        }
        Ok(match &self.start {
            Start::PythonPlayer { interpreter, adapter, main } => {
                python::player(interpreter, adapter, folder, main, bot_seed)
            }
            Start::Python { interpreter, main } => {
                python::program(interpreter, &folder.join(main), folder, bot_seed)
            }
            // An absolute program replaces the folder; a relative one is looked for in it.
            Start::Command { program, args } => Launch::new(folder.join(program), args.clone(), folder),
        })
    }
}
