//! The sections `[rules]`, `[limits]` and `[[test]]` of a contest of programs: rullete and camicia.

use std::fs;
use std::path::Path;

use croupier_rules::batch::{self, AnswerBy, Suite, Task};
use croupier_rules::camicia::StateKey;
use croupier_rules::chance::Key;
use croupier_rules::rullete::Rule6;
use serde::{Deserialize, Serialize, Serializer};

use super::name;
use crate::config::{Section, Value};
use crate::game_kind::GameKind;

/// A contest of programs that read an input and print an answer.
///
/// ```toml
/// [rules]
/// rule6 = 121               # rullete: or 112, see ruling 18
/// state = "leader"          # camicia: or "decks", see ruling 14
///
/// [[test]]
/// name = "sample"           # its number if left out
/// group = "samples"         # its points are gained only if all tests of the group are ok
/// points = 1                # what a test is worth, 0 to 1000000
/// input = "tests/1.in"      # a file beside the contest file
/// answer = "tests/1.out"    # by our rules if left out
///
/// [[test]]
/// generate = 20             # instead of input: so many tests of our own, 1 to 1000
/// seed = 5                  # made from the contest's seed and the section's name if left out
///
/// [[test]]
/// suite = 24                # so many, and more if it takes more: every known misreading fails three of them
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BatchContest {
    /// What the programs compute.
    #[serde(serialize_with = "task")]
    pub task: Task,
    /// Processor time of one run, in milliseconds.
    pub run_ms: u64,
    /// The tests, in the order of the file: at least one.
    pub tests: Vec<Case>,
}

/// One test: an input and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Case {
    /// What the test is called; no two tests of a contest share a name.
    pub name: String,
    /// The tests it is judged together with.
    pub group: Option<String>,
    /// What it is worth.
    pub points: u32,
    /// What the program reads.
    #[serde(serialize_with = "content")]
    pub input: String,
    /// What it should print.
    #[serde(serialize_with = "content")]
    pub answer: String,
    /// Where the answer comes from.
    pub answer_by: AnswerBy,
}

/// What a test counts for: all that the standings need of it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Worth {
    /// What the test is called.
    pub name: String,
    /// The tests it is judged together with.
    pub group: Option<String>,
    /// What it is worth.
    pub points: u32,
}

impl BatchContest {
    /// What each test counts for.
    pub fn worths(&self) -> Vec<Worth> {
        let worth =
            |case: &Case| Worth { name: case.name.clone(), group: case.group.clone(), points: case.points };
        self.tests.iter().map(worth).collect()
    }
}

/// The most tests of a contest.
const TESTS_MAX: usize = 10_000;
/// The most tests that one section makes.
const GENERATED_MAX: i64 = 1_000;
/// The most points of a test.
const POINTS_MAX: i64 = 1_000_000;
/// The largest input or answer, in bytes: 1 MiB.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// Where a contest's tests come from.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    /// The folder that paths start from.
    pub(super) folder: &'a Path,
    /// The contest's seed.
    pub(super) seed: u64,
}

/// Reads the rules and the tests of a batch game.
pub(super) fn read(
    top: &Section<'_>,
    game: GameKind,
    rules: Option<Value<'_>>,
    tests: Option<Value<'_>>,
    sources: Sources<'_>,
    run_ms: u64,
) -> Option<BatchContest> {
    let rules = rules.and_then(|value| value.section("[rules]", |section| read_rules(section, game)));
    let task = rules.unwrap_or(default_task(game));
    let Some(tests) = tests else {
        top.report(&format!(
            "[[test]] is missing: a {game} contest has one or more, each with `input`, `generate` or `suite`"
        ));
        return None;
    };
    let tests = read_tests(&tests, task, sources)?;
    Some(BatchContest { task, run_ms, tests })
}

fn default_task(game: GameKind) -> Task {
    match game {
        GameKind::Camicia => Task::Camicia(StateKey::default()),
        GameKind::Rullete => Task::Rullete(Rule6::default()),
        GameKind::Blackjack | GameKind::Poker => unreachable!("{game} is no batch game"),
    }
}

fn read_rules(section: &Section<'_>, game: GameKind) -> Task {
    match default_task(game) {
        Task::Rullete(default) => Task::Rullete(section.get("rule6").map_or(default, |value| {
            let amount = value.integer_among(&[121, 112]);
            amount.and_then(Rule6::from_amount).unwrap_or(default)
        })),
        Task::Camicia(default) => {
            let keys = [("leader", StateKey::Leader), ("decks", StateKey::Decks)];
            Task::Camicia(section.get("state").and_then(|value| value.choice(&keys)).unwrap_or(default))
        }
    }
}

fn read_tests(value: &Value<'_>, task: Task, sources: Sources<'_>) -> Option<Vec<Case>> {
    let items = value.items("one or more sections [[test]]")?;
    let mut tests: Vec<Case> = Vec::new();
    let mut all_read = true;
    for (at, item) in items.iter().enumerate() {
        let title = format!("[[test]] {}", at + 1);
        let read = |section: &Section<'_>| read_section(section, at, task, sources);
        let Some(cases) = item.section(&title, read).flatten() else {
            all_read = false;
            continue;
        };
        let twice = cases.iter().find(|case| tests.iter().any(|earlier| earlier.name == case.name));
        if let Some(case) = twice {
            item.report(&format!("another test is called \"{}\" as well", case.name.escape_debug()));
        }
        tests.extend(cases);
    }
    if all_read && !(1..=TESTS_MAX).contains(&tests.len()) {
        value.report(&format!("expected 1 to {TESTS_MAX} tests, found {}", tests.len()));
        return None;
    }
    all_read.then_some(tests)
}

/// The tests of one section: one with an input of its own, or several that we make.
fn read_section(section: &Section<'_>, at: usize, task: Task, sources: Sources<'_>) -> Option<Vec<Case>> {
    let text = |key| section.get(key).and_then(|value| name::read(&value));
    let name = text("name").unwrap_or_else(|| (at + 1).to_string());
    let group = text("group");
    let points = section.get("points").map_or(Some(1), |value| value.integer(0..=POINTS_MAX, ""));
    let points = points.map_or(0, |points| u32::try_from(points).expect("points are bounded"));
    let (input, answer) = (section.get("input"), section.get("answer"));
    let (generate, suite, seed) = (section.get("generate"), section.get("suite"), section.get("seed"));
    let case = |name, input, answer, answer_by| Case {
        name,
        group: group.clone(),
        points,
        input,
        answer,
        answer_by,
    };
    let is_suite = suite.is_some();
    match (input, generate, suite) {
        (Some(file), None, None) => {
            if let Some(seed) = seed {
                seed.report("goes with `generate` or `suite`: leave one out");
            }
            let input = text_of_file(&file, sources.folder)?;
            let (answer, by) = match answer {
                Some(file) => (text_of_file(&file, sources.folder)?, AnswerBy::File),
                None => (answer_by_rules(&file, task, &input)?, AnswerBy::Rules),
            };
            Some(vec![case(name, input, answer, by)])
        }
        (None, Some(count), None) | (None, None, Some(count)) => {
            if let Some(answer) = answer {
                answer.report("goes with `input`: the answers of made tests are ours");
            }
            let own = seed.and_then(|value| value.integer(0..=i64::MAX, ""));
            let least = count.integer(1..=GENERATED_MAX, "")?;
            let least = usize::try_from(least).expect("a count is at least 1");
            let seed = own.map_or(sources.seed, |seed| u64::try_from(seed).expect("a seed is at least 0"));
            let key = Key::new(seed, &format!("{}/test {name}", task.game()));
            let made =
                if is_suite { Suite::made_by(task, key, least).secret } else { made(task, key, least) };
            let named = made.into_iter().enumerate().map(|(number, made)| {
                case(format!("{name} {}", number + 1), made.input, made.answer, AnswerBy::Rules)
            });
            Some(named.collect())
        }
        (None, None, None) => {
            section.report(&format!(
                "[[test]] {} has neither `input` (a file) nor `generate` or `suite` (a number of tests)",
                at + 1
            ));
            None
        }
        (Some(input), ..) => {
            input.report("does not go with `generate` or `suite`: leave one out");
            None
        }
        (None, Some(generate), Some(_)) => {
            generate.report("does not go with `suite`: leave one out");
            None
        }
    }
}

/// The first inputs of a series, with their answers.
fn made(task: Task, key: Key, count: usize) -> Vec<batch::Case> {
    let case = |number| {
        let input = task.generate(key, number);
        batch::Case { answer: task.answer(&input).expect("our own input is one"), input }
    };
    (0..).map(case).take(count).collect()
}

fn answer_by_rules(file: &Value<'_>, task: Task, input: &str) -> Option<String> {
    match task.answer(input) {
        Ok(answer) => Some(answer),
        Err(error) => {
            file.report(&format!("{error}; an `answer` of your own would stand for it"));
            None
        }
    }
}

/// The text of a file that a value names, from the contest's folder.
fn text_of_file(value: &Value<'_>, folder: &Path) -> Option<String> {
    let name = value.string()?;
    let path = folder.join(name);
    let shown = name.escape_debug();
    let refuse = |what: &str| value.report(&format!("\"{shown}\" {what}"));
    match fs::metadata(&path) {
        Ok(file) if !file.is_file() => {
            refuse("is no file: expected one beside the contest file");
            return None;
        }
        Ok(file) if file.len() > FILE_BYTES_MAX => {
            refuse(&format!("has {} bytes: expected at most {FILE_BYTES_MAX}", file.len()));
            return None;
        }
        Ok(_) | Err(_) => {}
    }
    match fs::read(&path) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Some(text),
            Err(error) => {
                refuse(&format!("is not UTF-8 text: byte {} is none", error.utf8_error().valid_up_to()));
                None
            }
        },
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
            refuse("is not there: expected a file beside the contest file");
            None
        }
        Err(why) => {
            refuse(&format!("cannot be read: {why}"));
            None
        }
    }
}

/// The rules as a record has them.
fn task<S: Serializer>(task: &Task, serializer: S) -> Result<S::Ok, S::Error> {
    (task.game(), task.params()).serialize(serializer)
}

/// A text by its hash: the settings of a contest name their tests and do not hold them.
fn content<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&blake3::hash(text.as_bytes()).to_hex())
}
