//! Reading `contest.toml`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use croupier_rules::unseen::is_unseen;

use super::{Contest, ContestRules, HousePlayers, Settings, batch, blackjack, limits, poker};
use crate::config::{self, Section, Value};
use crate::game_kind::GameKind;
use crate::problem::{Problem, Problems};
use crate::suggestion::alternatives;

/// Name of the file in a contest folder.
const FILE_NAME: &str = "contest.toml";
/// A contest file is written by a person: at most 1 MiB.
const FILE_BYTES_MAX: u64 = 1 << 20;
/// The longest name of a contest, in characters.
const NAME_CHARS_MAX: usize = 200;

/// Why a contest cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// There is no such file or folder.
    #[error("no contest at {}: expected a folder with {FILE_NAME} in it", .0.display())]
    Missing(PathBuf),
    /// The file is there and cannot be read.
    #[error("cannot read {}: {why}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The file is no contest file of a person.
    #[error("{}: expected at most {FILE_BYTES_MAX} bytes, found {found}", file.display())]
    TooLarge {
        /// The file.
        file: PathBuf,
        /// Its size in bytes.
        found: u64,
    },
    /// What the file says is wrong.
    #[error(transparent)]
    Wrong(#[from] Problems),
}

impl Contest {
    /// Reads the contest of a folder, or of a contest file that is named itself.
    pub fn open(path: &Path, house: HousePlayers) -> Result<Self, ContestError> {
        let file = if path.is_dir() { path.join(FILE_NAME) } else { path.to_owned() };
        let found = match fs::metadata(&file) {
            // A pipe would be waited for.
            Ok(metadata) if !metadata.is_file() => {
                let why =
                    io::Error::new(io::ErrorKind::InvalidInput, "expected a file, found something else");
                return Err(ContestError::Unreadable { file, why });
            }
            Ok(metadata) => metadata.len(),
            Err(why) if why.kind() == io::ErrorKind::NotFound => {
                return Err(ContestError::Missing(path.to_owned()));
            }
            Err(why) => return Err(ContestError::Unreadable { file, why }),
        };
        if found > FILE_BYTES_MAX {
            return Err(ContestError::TooLarge { file, found });
        }
        match fs::read(&file) {
            Ok(text) => Ok(Self::parse(&file, &text, house)?),
            Err(why) => Err(ContestError::Unreadable { file, why }),
        }
    }

    /// What is wrong with a setting for what is asked of the contest, at its line if one begins with it.
    pub(crate) fn problem_of(&self, key: &str, what: &str) -> Problem {
        let file = self.folder.join(FILE_NAME);
        let sets_it = |line: &str| {
            line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let text = fs::read_to_string(&file).unwrap_or_default();
        let line = text.lines().position(sets_it).map(|before| before + 1);
        Problem { file, line, what: what.to_owned() }
    }

    /// Reads the bytes of a contest file; `file` is its path, for messages and for the paths in it.
    ///
    /// ```
    /// use std::path::Path;
    /// use croupier_arena::contest::Contest;
    /// use croupier_arena::game_kind::GameKind;
    ///
    /// let text = b"name = 'Friday night'\ngame = 'poker'\n";
    /// let contest = Contest::parse(Path::new("friday/contest.toml"), text, |_| &[]).unwrap();
    /// assert_eq!(contest.game(), GameKind::Poker);
    /// assert_eq!(contest.entrants, Path::new("friday/entrants"));
    /// ```
    pub fn parse(file: &Path, text: &[u8], house: HousePlayers) -> Result<Self, Problems> {
        let folder = file.parent().unwrap_or(Path::new(""));
        config::read(file, text, |top| read_contest(top, folder, house))
    }
}

fn read_contest(top: &Section<'_>, folder: &Path, house: HousePlayers) -> Option<Contest> {
    let name = top.required("name", "the name of the contest").and_then(|value| contest_name(&value));
    let game = top.required("game", &alternatives(GameKind::ALL));
    let game = game.and_then(|value| value.choice(&GameKind::ALL.map(|game| (game.name(), game))));
    let seed = top.get("seed").and_then(|value| value.integer(0..=i64::MAX, "")).unwrap_or(0);
    let entrants = top.get("entrants").and_then(|value| folder_of_entrants(&value)).unwrap_or("entrants");
    let players = top.get("house").and_then(|value| house_players(&value, house(game?), game?));
    let trust = top.get("trust").and_then(|value| value.boolean()).unwrap_or(false);
    let seed = u64::try_from(seed).expect("a seed is at least 0");
    let limits = limits::of_contest(top, game);
    let sources = batch::Sources { folder, seed };
    let rules = read_rules(top, game, house, sources, limits.run_ms);
    Some(Contest {
        name: name?,
        folder: folder.to_owned(),
        entrants: folder.join(entrants),
        seed,
        settings: Settings {
            rules: rules?,
            house: players.unwrap_or_default(),
            trust,
            limits: limits.of_seat,
        },
    })
}

fn read_rules(
    top: &Section<'_>,
    game: Option<GameKind>,
    house: HousePlayers,
    sources: batch::Sources<'_>,
    run_ms: u64,
) -> Option<ContestRules> {
    let rules = top.get("rules");
    let tests = top.get("test");
    match game? {
        GameKind::Blackjack => {
            let committee = house(GameKind::Blackjack);
            blackjack::read(top, rules, tests, committee).map(ContestRules::Blackjack)
        }
        game @ (GameKind::Camicia | GameKind::Rullete) => {
            batch::read(top, game, rules, tests, sources, run_ms).map(ContestRules::Batch)
        }
        GameKind::Poker => {
            if let Some(tests) = tests {
                tests.report("poker has no tests: [[test]] goes with blackjack, camicia and rullete");
            }
            Some(ContestRules::Poker(poker::read(rules)))
        }
    }
}

fn contest_name(value: &Value<'_>) -> Option<String> {
    let name = value.string()?.trim();
    let fits = !name.is_empty() && name.chars().count() <= NAME_CHARS_MAX;
    if !fits || name.chars().any(is_unseen) {
        value.expected(&format!("a name of 1 to {NAME_CHARS_MAX} characters on one line"));
        return None;
    }
    Some(name.to_owned())
}

fn folder_of_entrants<'f>(value: &Value<'f>) -> Option<&'f str> {
    let folder = value.string()?;
    if folder.trim().is_empty() {
        value.expected("the folder of the entrants, such as \"entrants\"");
        return None;
    }
    Some(folder)
}

fn house_players(value: &Value<'_>, known: &[&str], game: GameKind) -> Option<Vec<String>> {
    let what = "a list of house players, such as [] or [\"name\"]";
    let mut players: Vec<String> = Vec::new();
    for item in value.items(what)? {
        let Some(name) = item.string() else { continue };
        if known.is_empty() {
            item.report(&format!("{game} has no house players"));
        } else if !known.contains(&name) {
            item.expected_word(known.iter().copied());
        } else if players.iter().any(|player| player == name) {
            item.report(&format!("\"{name}\" is named twice"));
        } else {
            players.push(name.to_owned());
        }
    }
    Some(players)
}
