//! The sections `[rules]` and `[[test]]` of a blackjack contest.

use std::ops::RangeInclusive;

use croupier_rules::blackjack::mark::EVENINGS;
use croupier_rules::blackjack::{Limits, Order};
use serde::{Deserialize, Serialize};

use super::name;
use crate::config::{Section, Value};

/// Rules and tests of a blackjack contest, with the statement's values by default.
///
/// ```toml
/// [rules]
/// order = "strict"             # or "lenient": see ruling 1
/// free_limits = false          # true: money, packs and shuffles are not bound by ruling 7
/// first_shuffle_counts = true  # the opening shuffle is the first of the T: ruling 6
/// common_shuffles = true       # all entrants and the committee play the same shoes: ruling 9
/// committee = "exact"          # the house player that marks are measured by
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BlackjackContest {
    /// How strictly the order of calls is held (ruling 1).
    pub order: Order,
    /// Whether the limits of ruling 7 are lifted.
    pub free_limits: bool,
    /// Whether the opening shuffle counts as the first of the T (ruling 6).
    pub first_shuffle_counts: bool,
    /// Whether all entrants and the committee's player get the same shoes (ruling 9).
    pub common_shuffles: bool,
    /// The house player that marks are measured by.
    pub committee: String,
    /// The tests, in the order of the file: at least one.
    pub tests: Vec<Test>,
}

/// One test: ten games of an entrant (ruling 8).
///
/// ```toml
/// [[test]]
/// name = "rich"             # its number if left out
/// money = 50000             # 20000 to 100000
/// packs = 12                # 10 to 20
/// shuffles = 300            # 200 to 500; a list of ten gives each game its own
/// seed = 5                  # the contest's if left out
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// What the test is called; no two tests of a contest share a name.
    pub name: String,
    /// Money at the start of each game.
    pub money: u32,
    /// Packs of 52 cards in the shoe.
    pub packs: u32,
    /// The number T of shuffles, by game.
    pub shuffles: [u32; EVENINGS],
    /// The test's own seed; `None`: the contest's.
    pub seed: Option<u64>,
}

/// The most tests of a contest.
const TESTS_MAX: usize = 1_000;

/// With `free_limits`: money below the sum that ends a test (ruling 8).
pub const FREE_MONEY: RangeInclusive<i64> = 0..=999_999_999;

/// With `free_limits`: packs in a shoe.
pub const FREE_PACKS: RangeInclusive<i64> = 1..=1_000;

/// With `free_limits`: what a machine can play in a day.
pub const FREE_SHUFFLES: RangeInclusive<i64> = 1..=100_000;

/// What a test may ask for.
struct Bounds {
    money: RangeInclusive<i64>,
    packs: RangeInclusive<i64>,
    shuffles: RangeInclusive<i64>,
    /// Added to the message about a value outside.
    note: &'static str,
}

impl Bounds {
    /// Those of ruling 7, or free ones.
    fn new(are_free: bool) -> Self {
        if are_free {
            return Self { money: FREE_MONEY, packs: FREE_PACKS, shuffles: FREE_SHUFFLES, note: "" };
        }
        let [money, packs, shuffles] = Limits::Contest.ranges();
        Self { money, packs, shuffles, note: " (free_limits = true in [rules] allows others)" }
    }
}

/// Reads the rules and the tests; `committee` are the house players to choose from.
pub(super) fn read(
    top: &Section<'_>,
    rules: Option<Value<'_>>,
    tests: Option<Value<'_>>,
    committee: &[&str],
) -> Option<BlackjackContest> {
    let mut contest = rules
        .and_then(|value| value.section("[rules]", |section| read_section(section, committee)))
        .unwrap_or_default();
    let Some(tests) = tests else {
        top.report(
            "[[test]] is missing: a blackjack contest has one or more, with money, packs and shuffles",
        );
        return None;
    };
    contest.tests = read_tests(&tests, &Bounds::new(contest.free_limits))?;
    Some(contest)
}

impl Default for BlackjackContest {
    fn default() -> Self {
        Self {
            order: Order::default(),
            free_limits: false,
            first_shuffle_counts: true,
            common_shuffles: true,
            committee: "exact".to_owned(),
            tests: Vec::new(),
        }
    }
}

fn read_section(section: &Section<'_>, committee: &[&str]) -> BlackjackContest {
    let mut default = BlackjackContest::default();
    // Who has no solver at hand has no player that asks one.
    if !committee.contains(&default.committee.as_str()) {
        "table".clone_into(&mut default.committee);
    }
    let order = section
        .get("order")
        .and_then(|value| value.choice(&[("strict", Order::Strict), ("lenient", Order::Lenient)]));
    let truth = |key, default| section.get(key).and_then(|value| value.boolean()).unwrap_or(default);
    let known: Vec<(&str, &str)> = committee.iter().map(|&name| (name, name)).collect();
    BlackjackContest {
        order: order.unwrap_or_default(),
        free_limits: truth("free_limits", default.free_limits),
        first_shuffle_counts: truth("first_shuffle_counts", default.first_shuffle_counts),
        common_shuffles: truth("common_shuffles", default.common_shuffles),
        committee: section
            .get("committee")
            .and_then(|value| value.choice(&known))
            .map_or(default.committee, str::to_owned),
        tests: Vec::new(),
    }
}

fn read_tests(value: &Value<'_>, bounds: &Bounds) -> Option<Vec<Test>> {
    let items = value.items("one or more sections [[test]]")?;
    if items.is_empty() || items.len() > TESTS_MAX {
        value.expected(&format!("1 to {TESTS_MAX} sections [[test]]"));
        return None;
    }
    let mut tests: Vec<Test> = Vec::new();
    let mut all_read = true;
    for (at, item) in items.iter().enumerate() {
        let title = format!("[[test]] {}", at + 1);
        let test = item.section(&title, |section| read_test(section, at, bounds)).flatten();
        match test {
            Some(test) if tests.iter().any(|earlier| earlier.name == test.name) => {
                item.report(&format!("another test is called \"{}\" as well", test.name.escape_debug()));
            }
            Some(test) => tests.push(test),
            None => all_read = false,
        }
    }
    all_read.then_some(tests)
}

fn read_test(section: &Section<'_>, at: usize, bounds: &Bounds) -> Option<Test> {
    let name = section.get("name").and_then(|value| name::read(&value));
    let number =
        |key, what, range| section.required(key, what).and_then(|value| within(&value, range, bounds));
    let money = number("money", "the money at the start of a game", &bounds.money);
    let packs = number("packs", "the number of packs in the shoe", &bounds.packs);
    let shuffles = section
        .required("shuffles", "the number of shuffles of a game, or a list of ten")
        .and_then(|value| shuffles(&value, bounds));
    let seed = section.get("seed").and_then(|value| value.integer(0..=i64::MAX, ""));
    Some(Test {
        name: name.unwrap_or_else(|| (at + 1).to_string()),
        money: money?,
        packs: packs?,
        shuffles: shuffles?,
        seed: seed.map(|seed| u64::try_from(seed).expect("a seed is at least 0")),
    })
}

fn shuffles(value: &Value<'_>, bounds: &Bounds) -> Option<[u32; EVENINGS]> {
    if !value.is_list() {
        return within(value, &bounds.shuffles, bounds).map(|count| [count; EVENINGS]);
    }
    let items = value.items("a list of ten")?;
    if items.len() != EVENINGS {
        value.expected("a number, or a list of ten");
        return None;
    }
    let counts: Vec<Option<u32>> = items.iter().map(|item| within(item, &bounds.shuffles, bounds)).collect();
    let counts: Option<Vec<u32>> = counts.into_iter().collect();
    counts?.try_into().ok()
}

fn within(value: &Value<'_>, range: &RangeInclusive<i64>, bounds: &Bounds) -> Option<u32> {
    let number = value.integer(range.clone(), bounds.note)?;
    Some(u32::try_from(number).expect("the bounds are those of u32"))
}
