//! Entrants of a contest: which there are, of what kind each is, and what names its files.
//!
//! Every file and folder in the entrants' folder is one entrant, called by its name without the
//! suffix. Passed over are names that begin with a dot, `__pycache__`, `contest.toml`, and headers. A folder's bot is
//! told by its `bot.toml`, else it is its `main.*`, else its only source, or the only one of several in
//! Java that has a `main`.
//!
//! | files | kind |
//! |---|---|
//! | `.c` `.cc` `.cpp` `.cxx` with `startGame`, `playHand` and `reshuffle`, in blackjack | [`Kind::Function`] |
//! | `.py` with `class Player` at the start of a line, in poker | [`Kind::Player`] |
//! | `.py` with `def simulate_game` that reads no input itself, in Camicia | [`Kind::Simulation`] |
//! | any other source: `.c` `.c11` `.cc` `.cpp` `.cxx` `.java` `.py` `.rs` | [`Kind::Program`] |
//! | `.wasm`, in blackjack and poker | [`Kind::Program`] |
//! | any other file that may be executed | [`Kind::Program`] |
//! | a folder with `bot.toml` | as that says |
//!
//! ```toml
//! # bot.toml: every key may be left out
//! kind = "player"                   # function, player or program
//! main = "src/bot.py"               # the source, if not main.* or the only one
//! module = "bots.nn.bot"            # instead of main: a module path with dots
//! interpreter = "python2.7"         # a name or a path; python3 if left out
//! command = ["./bot", "--fast"]     # instead of main: a program with its arguments
//! build = ["make", "strip bot"]     # commands that are run first, in a copy of the folder
//! compat = "strict"                 # how answers are read: first or strict
//! runtime = "native"                # what C and C++ are built for: wasm or native
//! ```

mod bot_file;
mod bundle;
mod copy;
mod detect;
mod files;
mod hash;
pub(crate) mod java;
mod name;
mod runtime;
mod source;

pub use bundle::{Bundle, BundleError};
pub(crate) use copy::NotCopied;
pub use java::check_class_name;
pub use name::check as check_name;
pub(crate) use name::numbered;
pub use runtime::Runtime;
pub use source::{CFamily, Language};

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use croupier_rules::unseen::lines_written_out;
use serde::{Deserialize, Serialize};

use crate::compat::Compat;
use crate::game_kind::GameKind;
use crate::problem::{Problem, Problems};
use files::{EntrantFiles, TopLevel};

/// A bot that takes part, as its files say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name: no two entrants of a contest share one.
    pub name: String,
    /// How it is built and started.
    pub kind: Kind,
    /// Commands that are run before, in a copy of its files.
    pub build: Vec<Vec<String>>,
    /// How its answers are read, if its `bot.toml` says so.
    pub compat: Option<Compat>,
    /// What it is built for, if its `bot.toml` says so.
    pub runtime: Option<Runtime>,
    /// The folder that the paths below start from.
    pub folder: PathBuf,
    /// Its files, sorted: a folder's own, or the one file and the headers beside it that it includes.
    pub files: Vec<PathBuf>,
    /// The hash of its files' paths and contents.
    pub hash: blake3::Hash,
}

/// How an entrant is built and started. Paths start from the entrant's folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Blackjack: a source with the statement's three functions.
    Function {
        /// C or C++.
        language: CFamily,
        /// The source.
        source: PathBuf,
    },
    /// Poker: a Python `class Player`.
    Player {
        /// The file, by its relative path, or a module path with dots.
        main: String,
        /// The interpreter that `bot.toml` names.
        interpreter: Option<String>,
    },
    /// Camicia: a Python function `simulate_game(player_a, player_b)`.
    Simulation {
        /// The file.
        source: PathBuf,
        /// The interpreter that `bot.toml` names.
        interpreter: Option<String>,
    },
    /// A program: it speaks JSON Lines, or, in a batch game, reads an input and prints an answer.
    Program(Program),
}

/// A program of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Program {
    /// A source to be compiled, or run by an interpreter.
    Source {
        /// Its language.
        language: Language,
        /// The source.
        source: PathBuf,
        /// The interpreter that `bot.toml` names, for Python only.
        interpreter: Option<String>,
    },
    /// A command with its arguments: its first word is a relative path with a slash, or a name on the
    /// search path.
    Command(Vec<String>),
    /// A module in WebAssembly.
    Module(PathBuf),
}

impl Kind {
    /// The kind in one word, as `bot.toml` writes it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Function { .. } | Self::Simulation { .. } => "function",
            Self::Player { .. } => "player",
            Self::Program(_) => "program",
        }
    }

    /// Whether it names that file: as its source, or among the arguments of its command.
    fn names(&self, file: &Path) -> bool {
        match self {
            Self::Function { source, .. }
            | Self::Simulation { source, .. }
            | Self::Program(Program::Source { source, .. } | Program::Module(source)) => file == source,
            Self::Player { main, .. } => {
                file == Path::new(main)
                    || detect::places_of(main).iter().any(|place| file == Path::new(place))
            }
            Self::Program(Program::Command(words)) => {
                words.iter().skip(1).any(|word| file == Path::new(word.strip_prefix("./").unwrap_or(word)))
            }
        }
    }
}

impl Entrant {
    /// How its answers are read: as the contest says, else as its `bot.toml` says, else by its kind
    /// (ruling 27).
    pub fn compat(&self, contest: Option<Compat>) -> Compat {
        contest.or(self.compat).unwrap_or(match self.kind {
            Kind::Player { .. } => Compat::First,
            Kind::Function { .. } | Kind::Simulation { .. } | Kind::Program(_) => Compat::Strict,
        })
    }

    /// Those of its files that it is made or started from.
    pub(crate) fn mains(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path).filter(|file| self.kind.names(file))
    }
}

/// The entrants of a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The bots.
    pub entrants: Vec<Entrant>,
    /// Those whose files make no bot: they are named, and not seated.
    pub unfit: Vec<Unfit>,
}

/// An entrant whose files make no bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// Its name.
    pub name: String,
    /// What is wrong with it.
    pub problems: Problems,
}

impl Unfit {
    /// What is wrong, without the way to its folder.
    pub fn reason(&self) -> String {
        let said = |problem: &Problem| match problem.line {
            Some(line) => format!("{}:{line}: {}", bot_file::FILE_NAME, problem.what),
            None => problem.what.clone(),
        };
        let said = self.problems.iter().map(said).collect::<Vec<_>>().join("; ");
        // It goes into the standings, and may quote the name of any file.
        lines_written_out(&said)
    }

    /// Stands for the hash of its files. It names what is wrong, so that a file that was only given
    /// its run bit makes a new run.
    pub fn hash(&self) -> blake3::Hash {
        blake3::hash(self.reason().as_bytes())
    }
}

/// Finds all entrants of a folder, by name.
///
/// # Errors
/// When the folder cannot be read, an entrant has no name to be listed by, or two have the same.
pub fn find_all(folder: &Path, game: GameKind) -> Result<Field, Problems> {
    let mut problems = Vec::new();
    let mut named: BTreeMap<String, &PathBuf> = BTreeMap::new();
    let top_level = TopLevel::read(folder).map_err(|why| one(unreadable(folder, &why)))?;
    for path in &top_level.entrants {
        let what = match name::of(path) {
            Ok(name) => match named.get(&name) {
                None => {
                    named.insert(name, path);
                    continue;
                }
                Some(other) => {
                    format!("another entrant is called \"{name}\" as well: {}; rename one", other.display())
                }
            },
            Err(what) => what,
        };
        problems.push(Problem { file: path.clone(), line: None, what });
    }
    if let Some(problems) = Problems::found(problems) {
        return Err(problems);
    }
    let mut field = Field::default();
    for (name, path) in named {
        match read(path, &name, &top_level.headers, game) {
            Ok(entrant) => field.entrants.push(entrant),
            Err(problems) => field.unfit.push(Unfit { name, problems }),
        }
    }
    Ok(field)
}

/// Reads bots that are named one by one, in that order. A further bot of a name gets a number:
/// `anna`, `anna 2`.
///
/// # Errors
/// What is wrong with any of them, all at once.
pub fn find_each(paths: &[PathBuf], game: GameKind) -> Result<Vec<Entrant>, Problems> {
    let mut entrants: Vec<Entrant> = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        match find_one(path, game) {
            Ok(entrant) => entrants.push(entrant),
            Err(found) => problems.extend(found),
        }
    }
    if let Some(problems) = Problems::found(problems) {
        return Err(problems);
    }
    let names = name::numbered(entrants.iter().map(|entrant| entrant.name.clone()));
    for (entrant, name) in entrants.iter_mut().zip(names) {
        entrant.name = name;
    }
    Ok(entrants)
}

/// Reads one bot: a file or a folder, in a contest's folder or anywhere.
pub fn find_one(path: &Path, game: GameKind) -> Result<Entrant, Problems> {
    // A path such as `.` has no name of its own.
    let whole = path.canonicalize().map_err(|why| one(unreadable(path, &why)))?;
    let path = if path.file_name().is_none() { &whole } else { path };
    let refuse = |what| one(Problem { file: path.to_owned(), line: None, what });
    let name = name::of(path).map_err(refuse)?;
    let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let headers = if path.is_dir() {
        Vec::new()
    } else {
        TopLevel::read(beside).map_err(|why| one(unreadable(beside, &why)))?.headers
    };
    read(path, &name, &headers, game)
}

fn read(path: &Path, name: &str, headers: &[PathBuf], game: GameKind) -> Result<Entrant, Problems> {
    let refuse = |what| one(Problem { file: path.to_owned(), line: None, what });
    let is_folder = fs::metadata(path).map_err(|why| one(unreadable(path, &why)))?.is_dir();
    let files = if is_folder { EntrantFiles::of_folder(path) } else { EntrantFiles::of_file(path, headers) };
    let files = files.map_err(refuse)?;
    let told = if is_folder {
        detect::folder(path, &files, game)?
    } else {
        detect::file(&files, game).map_err(refuse)?
    };
    let hash = files.hash().map_err(refuse)?;
    Ok(Entrant {
        name: name.to_owned(),
        kind: told.kind,
        build: told.build,
        compat: told.compat,
        runtime: told.runtime,
        folder: files.folder,
        files: files.paths,
        hash,
    })
}

fn one(problem: Problem) -> Problems {
    Problems::found(vec![problem]).expect("one problem was given")
}

fn unreadable(path: &Path, why: &io::Error) -> Problem {
    let what = if why.kind() == io::ErrorKind::NotFound {
        "expected a folder or a file here, found nothing".to_owned()
    } else {
        format!("cannot be read: {why}")
    };
    Problem { file: path.to_owned(), line: None, what }
}
