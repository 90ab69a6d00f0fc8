//! `problem.yaml` and the settings of test groups, of either version of the format.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::time::Duration;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::yaml::{self, Wrong};
use crate::suggestion::nearest;

/// What is needed of `problem.yaml`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    pub(super) version: Version,
    /// Who says whether an output is right.
    pub(super) validation: Validation,
    /// Further arguments of the validator in all tests.
    pub(super) flags: Vec<String>,
    /// The limit on time, where the package states one.
    pub(super) time_limit: Option<Duration>,
    /// How many times the slowest accepted submission's time is the limit.
    pub(super) time_multiplier: f64,
    /// The limit on memory, in bytes.
    pub(super) memory: u64,
    /// The limit on output, in bytes.
    pub(super) output: u64,
    /// What a validator may use.
    pub(super) validator: ValidatorLimits,
    /// Keys that no version of the format has, each in a sentence.
    pub(super) strange: Vec<String>,
}

/// What a validator may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValidatorLimits {
    /// Processor time.
    pub(super) time: Duration,
    /// Memory, in bytes.
    pub(super) memory: u64,
    /// What it prints, in bytes, where it does not talk with a submission.
    pub(super) output: u64,
}

/// The version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// `legacy`, which is what a package without a version has.
    Legacy,
    /// The drafts of 2023 and what came of them.
    Later,
}

/// Who says whether an output is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Validation {
    /// A comparison with the answer.
    Default,
    /// A program of the package, which reads the output.
    Custom,
    /// A program of the package, which talks with the submission.
    Interactive,
}

/// Keys that nothing here needs, whatever they hold.
#[derive(Clone, Debug, Default)]
struct Others(BTreeSet<String>);

impl<'de> Deserialize<'de> for Others {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Others;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("keys with values")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Others, M::Error> {
                let mut keys = BTreeSet::new();
                while let Some((key, IgnoredAny)) = map.next_entry()? {
                    keys.insert(key);
                }
                Ok(Others(keys))
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

/// The file as it is written. Its other keys are not needed here, but one that the format does not have is told.
#[derive(Debug, Default, Deserialize)]
struct File {
    #[serde(default)]
    problem_format_version: Option<String>,
    /// `legacy`: `default`, `custom`, `custom interactive`.
    #[serde(default)]
    validation: Option<String>,
    /// Later versions: `pass-fail`, `interactive`, …, one or several.
    #[serde(default, rename = "type")]
    kind: Option<Words>,
    #[serde(default)]
    validator_flags: Option<Words>,
    #[serde(default)]
    limits: Option<Limits>,
    #[serde(flatten)]
    others: Others,
}

/// The keys of `problem.yaml` in the versions of the format, `legacy`, 2023-07-draft and 2025-09.
const KEYS: [&str; 24] = [
    "problem_format_version",
    "uuid",
    "name",
    "author",
    "source",
    "source_url",
    "license",
    "rights_owner",
    "keywords",
    "validation",
    "validator_flags",
    "limits",
    "type",
    "version",
    "credits",
    "embargo_until",
    "languages",
    "allow_file_writing",
    "constants",
    "grading",
    "libraries",
    "scoring",
    "rights",
    "difficulty",
];

/// The keys of `limits`.
const LIMITS: [&str; 17] = [
    "time_multiplier",
    "time_safety_margin",
    "time_multipliers",
    "time_limit",
    "time_resolution",
    "time_limits",
    "memory",
    "output",
    "code",
    "compilation_time",
    "compilation_memory",
    "validation_time",
    "validation_memory",
    "validation_output",
    "validation_passes",
    "source",
    "threads",
];

/// The keys of the settings of a group of tests, or of one test.
const GROUP_KEYS: [&str; 24] = [
    "on_reject",
    "grading",
    "grader_flags",
    "input_validator_flags",
    "output_validator_flags",
    "accept_score",
    "reject_score",
    "range",
    "scoring",
    "max_score",
    "score_aggregation",
    "verdict_aggregation",
    "require_pass",
    "static_validation",
    "args",
    "files",
    "full_feedback",
    "hint",
    "description",
    "input_validator_args",
    "output_validator_args",
    "output_visualizer_args",
    "objective",
    "validator_flags",
];

#[derive(Debug, Default, Deserialize)]
struct Limits {
    #[serde(default)]
    memory: Option<u64>,
    #[serde(default)]
    output: Option<u64>,
    #[serde(default)]
    time_limit: Option<f64>,
    #[serde(default)]
    time_multiplier: Option<f64>,
    #[serde(default)]
    time_multipliers: Option<Multipliers>,
    #[serde(default)]
    validation_time: Option<f64>,
    #[serde(default)]
    validation_memory: Option<u64>,
    #[serde(default)]
    validation_output: Option<u64>,
    #[serde(flatten)]
    others: Others,
}

#[derive(Debug, Default, Deserialize)]
struct Multipliers {
    #[serde(default)]
    ac_to_time_limit: Option<f64>,
}

/// Words with blanks between them, or a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected words, or a list of words")]
enum Words {
    Text(String),
    List(Vec<String>),
}

impl Words {
    fn into_list(self) -> Vec<String> {
        match self {
            Self::Text(text) => text.split_ascii_whitespace().map(str::to_owned).collect(),
            Self::List(words) => words,
        }
    }
}

/// A mebibyte.
const MIB: u64 = 1 << 20;

/// The most memory that a program gets here, in MiB, whatever a package says.
const MEMORY_MIB_MAX: u64 = 4_096;

/// The most that a program may print here, in MiB, whatever a package says.
const OUTPUT_MIB_MAX: u64 = 1_024;

/// The longest limit on time, in seconds.
const TIME_S_MAX: f64 = 3_600.0;

impl Settings {
    /// Reads the text of `problem.yaml`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(text: &str) -> Result<Self, Wrong> {
        let file: File = yaml::read(text)?;
        let strange = [strange_keys(&file.others, "", &KEYS), {
            file.limits
                .as_ref()
                .map_or_else(Vec::new, |limits| strange_keys(&limits.others, "limits: ", &LIMITS))
        }];
        let version = version(file.problem_format_version.as_deref())?;
        let limits = file.limits.unwrap_or_default();
        let multiplier = limits
            .time_multiplier
            .or(limits.time_multipliers.and_then(|multipliers| multipliers.ac_to_time_limit));
        let by_default = match version {
            Version::Legacy => 5.0,
            Version::Later => 2.0,
        };
        let time = |seconds: f64| Duration::from_secs_f64(seconds.min(TIME_S_MAX));
        let memory = |limit: Option<u64>, what| {
            some_mebibytes(limit, what).map(|limit| limit.unwrap_or(2_048).min(MEMORY_MIB_MAX) * MIB)
        };
        let output = |limit: Option<u64>, what| {
            some_mebibytes(limit, what).map(|limit| limit.unwrap_or(8).min(OUTPUT_MIB_MAX) * MIB)
        };
        Ok(Self {
            version,
            validation: validation(file.validation.as_deref(), file.kind)?,
            flags: file.validator_flags.map_or_else(Vec::new, Words::into_list),
            time_limit: positive(limits.time_limit, "time_limit")?.map(time),
            time_multiplier: positive(multiplier, "time multiplier")?.unwrap_or(by_default),
            memory: memory(limits.memory, "memory")?,
            output: output(limits.output, "output")?,
            validator: ValidatorLimits {
                time: time(positive(limits.validation_time, "validation_time")?.unwrap_or(60.0)),
                memory: memory(limits.validation_memory, "validation_memory")?,
                output: output(limits.validation_output, "validation_output")?,
            },
            strange: strange.concat(),
        })
    }
}

/// A limit in MiB, which is not 0.
fn some_mebibytes(number: Option<u64>, what: &str) -> Result<Option<u64>, String> {
    if number == Some(0) {
        return Err(format!("the limit on {what} is 0: expected a number of MiB above 0"));
    }
    Ok(number)
}

/// What is to be said of keys that the format does not have: a slip in one would change the judge without a word.
fn strange_keys(others: &Others, place: &str, known: &[&'static str]) -> Vec<String> {
    let strange = others.0.iter().filter(|key| !known.contains(&key.as_str()));
    strange
        .map(|key| match nearest(key, known.iter().copied()) {
            Some(meant) => {
                format!("{place}the key `{key}` is unknown and passed over: did you mean `{meant}`?")
            }
            None => format!("{place}the key `{key}` is unknown and passed over"),
        })
        .collect()
}

fn positive(number: Option<f64>, what: &str) -> Result<Option<f64>, String> {
    match number {
        Some(number) if !(number > 0.0 && number.is_finite()) => {
            Err(format!("the {what} is {number}: expected a number above 0"))
        }
        number => Ok(number),
    }
}

fn version(word: Option<&str>) -> Result<Version, String> {
    match word {
        None | Some("legacy" | "legacy-icpc") => Ok(Version::Legacy),
        Some("2023-07" | "2023-07-draft" | "2025-09" | "2025-09-draft" | "draft") => Ok(Version::Later),
        Some(other) => Err(format!(
            "the problem_format_version is `{other}`: expected `legacy`, `2023-07-draft` or `2025-09`"
        )),
    }
}

fn validation(legacy: Option<&str>, kind: Option<Words>) -> Result<Validation, String> {
    let mut is_interactive = false;
    for kind in kind.map_or_else(Vec::new, Words::into_list) {
        match kind.as_str() {
            "pass-fail" => {}
            "interactive" => is_interactive = true,
            "scoring" | "multi-pass" | "submit-answer" => {
                return Err(format!("problems of the type {kind} cannot be run here"));
            }
            _ => return Err(format!("the type is `{kind}`: expected `pass-fail` or `interactive`")),
        }
    }
    let mut words = legacy.unwrap_or_default().split_ascii_whitespace();
    let is_custom = match words.next() {
        None | Some("default") => false,
        Some("custom") => true,
        Some(other) => return Err(format!("the validation is `{other}`: expected `default` or `custom`")),
    };
    for word in words {
        match word {
            "interactive" if is_custom => is_interactive = true,
            "score" | "multipass" | "multi-pass" => {
                return Err(format!("problems with the validation {word} cannot be run here"));
            }
            _ => return Err(format!("the validation has the word `{word}`: expected `custom interactive`")),
        }
    }
    Ok(match (is_interactive, is_custom) {
        (true, _) => Validation::Interactive,
        (false, true) => Validation::Custom,
        (false, false) => Validation::Default,
    })
}

/// What a file says of a group of tests, or of one test: further arguments of the validators, where it states
/// them.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Stated {
    #[serde(default, alias = "output_validator_args")]
    output_validator_flags: Option<Words>,
    #[serde(default, alias = "input_validator_args")]
    input_validator_flags: Option<ByValidator>,
    /// Arguments of the submission.
    #[serde(default)]
    args: Option<Words>,
    #[serde(flatten)]
    others: Others,
}

/// The same words for every validator, or each validator's by its name.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected words, a list of words, or words by the name of a validator")]
enum ByValidator {
    All(Words),
    Each(BTreeMap<String, Words>),
}

/// The further arguments of the validators in a test.
#[derive(Clone, Debug, Default)]
pub(super) struct Flags {
    /// Of the output validators.
    pub(super) output: Vec<String>,
    input: Option<ByValidator>,
}

/// The names of a group's file in the versions of the format.
pub(super) const GROUP_FILES: [&str; 2] = ["testdata.yaml", "test_group.yaml"];

impl Stated {
    /// Reads the text of a group's file, or of a test's.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(text: &str) -> Result<Self, Wrong> {
        let stated: Self = yaml::read(text)?;
        if stated.args.is_some() {
            return Err("gives submissions arguments (args), which cannot be done here".to_owned().into());
        }
        Ok(stated)
    }

    /// Keys that no version of the format has, each in a sentence.
    pub(super) fn strange(&self) -> Vec<String> {
        strange_keys(&self.others, "", &GROUP_KEYS)
    }
}

impl Flags {
    /// What a file states, and for what it does not, what stands around it.
    pub(super) fn with(&self, stated: Stated) -> Self {
        Self {
            output: stated.output_validator_flags.map_or_else(|| self.output.clone(), Words::into_list),
            input: stated.input_validator_flags.or_else(|| self.input.clone()),
        }
    }

    /// The arguments of an input validator.
    pub(super) fn input(&self, validator: &Path) -> Vec<String> {
        let words = match &self.input {
            None => None,
            Some(ByValidator::All(words)) => Some(words),
            Some(ByValidator::Each(each)) => [validator.file_name(), validator.file_stem()]
                .into_iter()
                .flatten()
                .find_map(|name| each.get(name.to_str()?)),
        };
        words.cloned().map_or_else(Vec::new, Words::into_list)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use super::{Flags, Settings, Stated, Validation};

    #[test]
    fn both_versions_of_the_format_are_read() {
        for (text, validation, flags) in [
            ("", Validation::Default, ""),
            ("name: A\nvalidator_flags: case_sensitive\n", Validation::Default, "case_sensitive"),
            ("validation: custom\nvalidator_flags: a  b", Validation::Custom, "a b"),
            ("validation: custom interactive", Validation::Interactive, ""),
            (
                "problem_format_version: 2023-07-draft\nname: {en: A}\ntype: interactive",
                Validation::Interactive,
                "",
            ),
            ("type:\n  - pass-fail\n  - interactive\n", Validation::Interactive, ""),
            ("type: pass-fail\nlimits: {memory: 64}", Validation::Default, ""),
        ] {
            let settings = Settings::read(text).unwrap();
            assert_eq!(
                (settings.validation, settings.flags.join(" ").as_str()),
                (validation, flags),
                "{text}"
            );
        }
    }

    #[test]
    fn limits_are_read_or_those_of_the_format() {
        let settings =
            Settings::read("limits: {memory: 64, validation_time: 7, validation_output: 3}").unwrap();
        assert_eq!((settings.memory, settings.output), (64 << 20, 8 << 20));
        let validator = settings.validator;
        assert_eq!(
            (validator.time, validator.memory, validator.output),
            (Duration::from_secs(7), 2 << 30, 3 << 20)
        );
        assert_eq!(Settings::read("").unwrap().validator.time, Duration::from_mins(1));
    }

    #[test]
    fn what_cannot_be_run_is_told() {
        for (text, said) in [
            ("type: multi-pass", "problems of the type multi-pass cannot be run here"),
            ("type: scoring", "problems of the type scoring cannot be run here"),
            ("type: [pass-fail, submit-answer]", "problems of the type submit-answer cannot be run here"),
            ("type: interactiv", "the type is `interactiv`: expected `pass-fail` or `interactive`"),
            ("validation: mine", "the validation is `mine`: expected `default` or `custom`"),
            ("validation: custom score", "problems with the validation score cannot be run here"),
            (
                "validation: custom interactiv",
                "the validation has the word `interactiv`: expected `custom interactive`",
            ),
            (
                "validation: default interactive",
                "the validation has the word `interactive`: expected `custom interactive`",
            ),
            (
                "problem_format_version: 2031-01",
                "the problem_format_version is `2031-01`: expected `legacy`, `2023-07-draft` or `2025-09`",
            ),
            ("limits: {time_multiplier: 0}", "the time multiplier is 0: expected a number above 0"),
            ("limits: {output: 0}", "the limit on output is 0: expected a number of MiB above 0"),
            ("limits: {validation_time: -1}", "the validation_time is -1: expected a number above 0"),
        ] {
            assert_eq!(Settings::read(text).unwrap_err().what, said);
        }
        for text in ["[1, 2]", "a: b: c", "limits: many"] {
            let said = Settings::read(text).unwrap_err();
            assert!(said.line.is_some() && said.what.starts_with("expected "), "{said:?}");
        }
        assert_eq!(
            Stated::read("args: [--fast]").unwrap_err().what,
            "gives submissions arguments (args), which cannot be done here"
        );
    }

    #[test]
    fn a_slip_in_a_key_is_told() {
        let text = "validatoin: custom\nlimits: {time_mutiplier: 9, memory: 64}\nkeywords: [a]\n";
        assert_eq!(
            Settings::read(text).unwrap().strange,
            [
                "the key `validatoin` is unknown and passed over: did you mean `validation`?",
                "limits: the key `time_mutiplier` is unknown and passed over: did you mean `time_multiplier`?",
            ]
        );
        let stated = Stated::read("on_rejct: break\ngrading: default\nflavour: 7\n").unwrap();
        assert_eq!(
            stated.strange(),
            [
                "the key `flavour` is unknown and passed over",
                "the key `on_rejct` is unknown and passed over: did you mean `on_reject`?",
            ]
        );
    }

    #[test]
    fn the_nearest_file_that_states_arguments_is_heard() {
        let around = Flags { output: vec!["case_sensitive".into()], input: None };
        let stated = |text| around.with(Stated::read(text).unwrap());
        assert_eq!(stated("on_reject: break").output, ["case_sensitive"]);
        assert_eq!(stated("output_validator_flags: a b").output, ["a", "b"]);
        assert_eq!(stated("output_validator_args: []").output, Vec::<String>::new());
        let all = stated("input_validator_flags: small 7");
        assert_eq!(all.input(Path::new("input_validators/any.py")), ["small", "7"]);
        let each = stated("input_validator_args: {check: [small], other: []}");
        assert_eq!(each.input(Path::new("input_validators/check")), ["small"]);
        assert_eq!(each.input(Path::new("input_validators/check.py")), ["small"]);
        assert_eq!(each.input(Path::new("input_validators/third.py")), Vec::<String>::new());
    }
}
