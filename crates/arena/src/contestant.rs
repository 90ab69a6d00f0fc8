//! Who takes part: house players, and entrants that are built and ready to be seated.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use croupier_rules::chance::Key;
use croupier_rules::seat::Seat;
use croupier_rules::verdict::{Fault, Verdict};

use crate::bot::Launch;
use crate::compat::Compat;
use crate::entrant::{self, Unfit};
use crate::protocol::Object;
use crate::sandbox::{Freedom, Layer};
use crate::store::EntrantRow;
use crate::workshop::{Built, Start};
use crate::{house, java, python};

/// Someone on the list of a contest.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The name in the standings: a house player's is `house:NAME`.
    pub name: String,
    /// The hash of an entrant's files, or the version of the house players.
    pub hash: String,
    /// What it runs in, for the standings.
    pub runtime: String,
    /// What holds its process; `None`: it has none.
    pub sandbox: Option<Layer>,
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
    /// Was seated in a run that is finished.
    Noted,
    /// Not seated: its source does not compile, or a tool is missing.
    Out(Fault),
}

/// How a bot is started, in a folder of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotPlan {
    /// What was built, and the folder with its files.
    pub built: Built,
    /// The adapter of Python's `class Player`; that of the function form lies beside it.
    pub adapter: PathBuf,
    /// How its answers are read.
    pub compat: Compat,
}

impl Contestant {
    /// A house player.
    pub fn house(name: &str) -> Self {
        Self {
            name: format!("{}{name}", house::PREFIX),
            hash: house::VERSION.into(),
            runtime: "house".into(),
            sandbox: None,
            part: Part::House(name.into()),
        }
    }

    /// House players, in their order; a further one of a name gets a number: `house:odds 2`.
    pub fn house_players(names: &[String]) -> Vec<Self> {
        let mut players: Vec<Self> = names.iter().map(|name| Self::house(name)).collect();
        let names = entrant::numbered(players.iter().map(|player| player.name.clone()));
        for (player, name) in players.iter_mut().zip(names) {
            player.name = name;
        }
        players
    }

    /// An entrant whose files make no bot.
    pub fn unfit(unfit: &Unfit) -> Self {
        let fault = Fault {
            verdict: Verdict::Compile,
            asked: "to be built".into(),
            came: unfit.reason(),
            expected: "the files of a bot".into(),
            out: true,
        };
        Self {
            name: unfit.name.clone(),
            hash: unfit.hash().to_hex().to_string(),
            runtime: "none".into(),
            sandbox: None,
            part: Part::Out(fault),
        }
    }

    /// The house player that marks are measured by.
    pub fn committee(name: &str) -> Self {
        Self { name: format!("{}{name}", house::COMMITTEE), ..Self::house(name) }
    }

    /// A contestant of a run that is finished, as it was noted: it is not seated again.
    pub fn noted(row: &EntrantRow) -> Self {
        let part = if row.verdict == Verdict::Ok {
            Part::Noted
        } else {
            Part::Out(Fault {
                verdict: row.verdict,
                asked: "to be built".into(),
                came: row.reason.clone().unwrap_or_default(),
                expected: "a bot".into(),
                out: true,
            })
        };
        let EntrantRow { name, hash, runtime, sandbox, .. } = row.clone();
        Self { name, hash, runtime, sandbox, part }
    }

    /// What a bot is told at the start besides what a record's header says: `more`, which the contest
    /// tells all, and how its own answers are read. House players are told nothing.
    pub fn told(&self, more: &Object) -> Object {
        match &self.part {
            Part::Bot(plan) => {
                let mut told = more.clone();
                told.insert("compat".into(), plan.compat.name().into());
                told
            }
            Part::House(_) | Part::Noted | Part::Out(_) => Object::new(),
        }
    }

    /// A house player's name without `house:`; none of a bot.
    pub fn house_name(&self) -> Option<&str> {
        match &self.part {
            Part::House(name) => Some(name),
            Part::Bot(_) | Part::Noted | Part::Out(_) => None,
        }
    }

    /// Whether it can be seated, or was.
    pub fn plays(&self) -> bool {
        self.fault().is_none()
    }

    /// Whether it is a house player, or the committee's.
    pub fn is_house(&self) -> bool {
        matches!(self.part, Part::House(_))
    }

    /// Whether it runs in WebAssembly, inside the referee's process.
    pub fn is_guest(&self) -> bool {
        matches!(&self.part, Part::Bot(plan) if plan.built.start.is_guest())
    }

    /// Why it is not seated.
    pub fn fault(&self) -> Option<&Fault> {
        match &self.part {
            Part::Out(fault) => Some(fault),
            Part::House(_) | Part::Bot(_) | Part::Noted => None,
        }
    }
}

/// The key of a seat's own chance, which is not that of the cards.
pub(crate) fn own_key(seed: u64, label: &str, seat: Seat, name: &str) -> Key {
    Key::new(seed, &format!("{label}/seat {seat} {name}"))
}

/// The seed that a bot is told for its own generator: a positive number in every language.
pub(crate) fn bot_seed(own: &Key) -> u64 {
    own.seed() >> 1
}

impl BotPlan {
    /// Copies the bot's files into an empty folder and says how it is launched there.
    ///
    /// # Errors
    /// When a file cannot be copied.
    pub fn settle(&self, folder: &Path, bot_seed: u64) -> io::Result<Launch> {
        copy_tree(&self.built.folder, folder)?;
        self.launch_in(folder, bot_seed)
    }

    /// How the bot is launched in a folder in which it was [settled](Self::settle).
    ///
    /// # Errors
    /// When it is no process.
    pub fn launch_in(&self, folder: &Path, bot_seed: u64) -> io::Result<Launch> {
        let mut launch = self.launch(folder, bot_seed)?;
        match &self.built.start {
            Start::Player { .. } | Start::Simulation { .. } => {
                launch.reads.extend(self.adapter.parent().into_iter().flat_map(python::adapters));
                launch.freedom = Freedom::Threads;
            }
            Start::PythonProgram { .. } => launch.freedom = Freedom::Threads,
            Start::Java { classes, .. } => {
                launch.reads.push(classes.clone());
                launch.freedom = Freedom::Reservations;
            }
            Start::Executable { program, .. } if program.starts_with(&self.built.folder) => {
                launch.reads.push(self.built.folder.clone());
            }
            // What was compiled from one source needs no other process.
            Start::Executable { program, .. } if self.built.is_made(program) => {
                launch.reads.push(program.clone());
                launch.freedom = Freedom::Threads;
            }
            Start::Executable { .. } => {}
            #[cfg(feature = "wasm")]
            Start::Guest(_) => {}
        }
        Ok(launch)
    }

    fn launch(&self, folder: &Path, bot_seed: u64) -> io::Result<Launch> {
        Ok(match &self.built.start {
            Start::Player { interpreter, main } => {
                python::player(interpreter, &self.adapter, folder, main, bot_seed)
            }
            Start::PythonProgram { interpreter, main } => {
                python::program(interpreter, &folder.join(main), folder, bot_seed)
            }
            Start::Simulation { interpreter, main } => {
                let adapter = self.adapter.with_file_name(python::SIMULATION_ADAPTER_FILE);
                python::simulation(interpreter, &adapter, folder, main, bot_seed)
            }
            Start::Java { runtime, classes, class } => java::program(runtime, classes, class, folder),
            #[cfg(feature = "wasm")]
            Start::Guest(_) => {
                return Err(io::Error::new(io::ErrorKind::Unsupported, "a bot in WebAssembly is no process"));
            }
            Start::Executable { program, args } => {
                Launch::new(program.clone(), args.iter().map(OsString::from).collect(), folder)
            }
        })
    }
}

/// Copies the files of a folder, with those of the folders in it, as the workshop has put them in order. Links
/// stay links, since what they lead to may be private.
fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, copy) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            fs::create_dir(&copy)?;
            copy_tree(&entry.path(), &copy)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path())?, copy)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), copy)?;
        }
    }
    Ok(())
}
