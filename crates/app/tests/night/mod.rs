//! A contest in a temporary folder, and the built program at work in it.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// The shipped bots that tests seat.
pub(crate) const LADDER: &str = include_str!("../../../../contests/poker-league/entrants/ladder.py");
pub(crate) const WATCHER: &str = include_str!("../../../../contests/poker-league/entrants/watcher.py");
pub(crate) const FLAT: &str = include_str!("../../../../contests/blackjack-night/entrants/flat.cpp");
pub(crate) const LINES: &str = include_str!("../../../../contests/blackjack-night/entrants/lines.py");

/// Limits that a slow machine keeps: no clock decides.
pub(crate) const PATIENT: &str = "[limits]\nmove = \"60 s\"\nbank = \"1 h\"\nstart = \"60 s\"\n";

/// A poker contest of 50 deals a match.
pub(crate) const POKER: &str = "name = \"Night\"\ngame = \"poker\"\nseed = 7\ntrust = true\n\
                                house = [\"odds\", \"random\"]\n[rules]\ndeals = 50\n";

/// A blackjack contest with two tests on small shoes.
pub(crate) const BLACKJACK: &str = "name = \"Night\"\ngame = \"blackjack\"\nseed = 7\ntrust = true\n\
    house = [\"table\", \"mimic\"]\n[rules]\nfree_limits = true\ncommittee = \"table\"\n\
    [[test]]\nname = \"two packs\"\nmoney = 2000\npacks = 2\nshuffles = 3\n\
    [[test]]\nname = \"one pack\"\nmoney = 500\npacks = 1\nshuffles = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]\n";

/// A folder with the contest `night` and, once something was played, the data folder.
pub(crate) struct Night {
    folder: TempDir,
}

/// What the program did.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Night {
    /// A contest with limits that no clock decides, and its entrants.
    pub(crate) fn new(contest: &str, entrants: &[(&str, &str)]) -> Self {
        let night = Self::with_limits(contest, PATIENT);
        for (name, text) in entrants {
            night.enter(name, text);
        }
        night
    }

    /// A contest with its section of limits, and nobody entered.
    pub(crate) fn with_limits(contest: &str, limits: &str) -> Self {
        let night = Self { folder: tempfile::tempdir().unwrap() };
        // The limits come first: a contest may end with its tests.
        let at = contest.find("[rules]").unwrap_or(contest.len());
        night.write("night/contest.toml", &format!("{}{limits}{}", &contest[..at], &contest[at..]));
        fs::create_dir_all(night.path("night/entrants")).unwrap();
        night
    }

    /// Puts a file among the entrants, in place of any of that name.
    pub(crate) fn enter(&self, name: &str, text: &str) {
        self.write(&format!("night/entrants/{name}"), text);
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// The program, to be run in the folder. What it leaves behind when it is killed goes with the test.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let temporary = self.path("temporary");
        fs::create_dir_all(&temporary).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(args).current_dir(self.folder.path()).env("TMPDIR", temporary);
        command
    }

    pub(crate) fn croupier(&self, args: &[&str]) -> Done {
        Done::of(&mut self.command(args))
    }

    /// `croupier run night --json`, with more arguments.
    pub(crate) fn play(&self, args: &[&str]) -> Done {
        self.croupier(&[&["run", "night", "--json"], args].concat())
    }

    /// The records of a run by number, and what is left unfinished beside them, in a data folder. A file that is
    /// renamed between the listing and the reading, as a run that goes on does, is not there.
    pub(crate) fn records(&self, data: &str, run: &str) -> BTreeMap<String, Vec<u8>> {
        let Ok(entries) = fs::read_dir(self.path(data).join("matches").join(run)) else {
            return BTreeMap::new();
        };
        let mut records = BTreeMap::new();
        for entry in entries.map(Result::unwrap) {
            match fs::read(entry.path()) {
                Ok(bytes) => drop(records.insert(entry.file_name().into_string().unwrap(), bytes)),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => panic!("{}: {error}", entry.path().display()),
            }
        }
        records
    }

    /// The lines that bots have written to a file of the folder.
    pub(crate) fn lines(&self, name: &str) -> Vec<String> {
        fs::read_to_string(self.path(name)).unwrap_or_default().lines().map(str::to_owned).collect()
    }
}

impl Done {
    pub(crate) fn of(command: &mut Command) -> Self {
        let out = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: out.status.code().unwrap(), out: text(out.stdout), err: text(out.stderr) }
    }

    /// The one line of JSON that stands on standard output.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "one line and nothing else: {self:?}");
        serde_json::from_str(&self.out).unwrap()
    }

    /// The row of a contestant.
    pub(crate) fn row(&self, name: &str) -> Value {
        let json = self.json();
        let rows = json["standings"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}: {json}")).clone()
    }
}

/// The keys of an object, in their order.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// The label of a record.
pub(crate) fn label(record: &[u8]) -> String {
    header(record)["match"].as_str().unwrap().to_owned()
}

/// The names of those who played it.
pub(crate) fn seats(record: &[u8]) -> Vec<String> {
    let name = |seat: &Value| seat["name"].as_str().unwrap().to_owned();
    header(record)["seats"].as_array().unwrap().iter().map(name).collect()
}

fn header(record: &[u8]) -> Value {
    serde_json::from_slice(record.split(|&byte| byte == b'\n').next().unwrap()).unwrap()
}

/// A text with the versions of this machine's tools left out.
pub(crate) fn without_versions(table: &str) -> String {
    let line = |line: &str| match line.rsplit_once("  ") {
        Some((row, runtime)) if runtime.starts_with("Python 3.") => format!("{row}  Python 3"),
        Some((row, runtime)) if !row.is_empty() && runtime.contains("++ (") => format!("{row}  C++"),
        Some((row, runtime)) if runtime.starts_with("WebAssembly, clang") => {
            // Where it is built for this machine, it has a process.
            let row = row.trim_end().strip_suffix('-').expect("no process, no sandbox");
            format!("{row}{:<19}C++", "none")
        }
        _ => line.to_owned(),
    };
    table.lines().map(|text| line(text) + "\n").collect()
}
