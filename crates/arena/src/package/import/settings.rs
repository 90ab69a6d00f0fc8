//! `problem.yaml` and the settings of test groups, of either version of the format.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

/// What is needed of `problem.yaml`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
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

/// The file as it is written. Its other keys are not needed here.
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
}

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
}

#[derive(Debug, Default, Deserialize)]
struct Multipliers {
    #[serde(default)]
    ac_to_time_limit: Option<f64>,
}

/// Words with blanks between them, or a list.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
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

/// The most memory that a submission gets here, in MiB, whatever a package says.
const MEMORY_MIB_MAX: u64 = 4_096;

impl Settings {
    /// Reads the text of `problem.yaml`.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let file: File = if text.trim().is_empty() {
            File::default()
        } else {
            serde_saphyr::from_str(text).map_err(|why| format!("is no settings of a problem: {why}"))?
        };
        let limits = file.limits.unwrap_or_default();
        let multiplier = limits
            .time_multiplier
            .or(limits.time_multipliers.and_then(|multipliers| multipliers.ac_to_time_limit));
        let time_multiplier = positive(multiplier, "time multiplier")?.unwrap_or(
            if file.problem_format_version.as_deref().is_none_or(|version| version == "legacy") {
                5.0
            } else {
                2.0
            },
        );
        let time_limit = positive(limits.time_limit, "time_limit")?;
        Ok(Self {
            validation: validation(file.validation.as_deref(), file.kind)?,
            flags: file.validator_flags.map_or_else(Vec::new, Words::into_list),
            time_limit: time_limit.map(|seconds| Duration::from_secs_f64(seconds.min(3_600.0))),
            time_multiplier,
            memory: limits.memory.unwrap_or(2_048).clamp(1, MEMORY_MIB_MAX) * MIB,
            output: limits.output.unwrap_or(8).clamp(1, 1_024) * MIB,
        })
    }
}

fn positive(number: Option<f64>, what: &str) -> Result<Option<f64>, String> {
    match number {
        Some(number) if !(number > 0.0 && number.is_finite()) => {
            Err(format!("the {what} is {number}: expected a number above 0"))
        }
        number => Ok(number),
    }
}

fn validation(legacy: Option<&str>, kind: Option<Words>) -> Result<Validation, String> {
    let words: Vec<&str> = legacy.unwrap_or_default().split_ascii_whitespace().collect();
    let kinds = kind.map_or_else(Vec::new, Words::into_list);
    for unknown in ["multi-pass", "multipass", "submit-answer"] {
        if kinds.iter().any(|kind| kind == unknown) || words.contains(&unknown) {
            return Err(format!("problems of the type {unknown} cannot be run here"));
        }
    }
    if kinds.iter().any(|kind| kind == "interactive") || words.contains(&"interactive") {
        return Ok(Validation::Interactive);
    }
    match words.first() {
        Some(&"custom") => Ok(Validation::Custom),
        Some(&"default") | None => Ok(Validation::Default),
        Some(other) => Err(format!("the validation is `{other}`: expected `default` or `custom`")),
    }
}

/// The settings of a group of tests.
#[derive(Debug, Default, Deserialize)]
pub(super) struct GroupFile {
    #[serde(default)]
    output_validator_flags: Option<Words>,
    #[serde(default)]
    output_validator_args: Option<Words>,
}

/// The names of that file in the versions of the format.
pub(super) const GROUP_FILES: [&str; 2] = ["testdata.yaml", "test_group.yaml"];

impl GroupFile {
    /// The validator's further arguments in this group, if the file states them.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub(super) fn flags(text: &str, file: &Path) -> Result<Option<Vec<String>>, String> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let group: Self = serde_saphyr::from_str(text)
            .map_err(|why| format!("{} is no settings of a group: {why}", file.display()))?;
        Ok(group.output_validator_flags.or(group.output_validator_args).map(Words::into_list))
    }
}

#[cfg(test)]
mod tests {
    use super::{Settings, Validation};

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
        assert_eq!(Settings::read("limits: {memory: 64}").unwrap().memory, 64 << 20);
    }

    #[test]
    fn what_cannot_be_run_is_told() {
        for (text, said) in [
            ("type: multi-pass", "problems of the type multi-pass cannot be run here"),
            ("validation: mine", "the validation is `mine`: expected `default` or `custom`"),
            ("limits: {time_multiplier: 0}", "the time multiplier is 0: expected a number above 0"),
        ] {
            assert_eq!(Settings::read(text).unwrap_err(), said);
        }
        for text in ["[1, 2]", "a: b: c", "limits: many"] {
            let said = Settings::read(text).unwrap_err();
            assert!(said.starts_with("is no settings of a problem: "), "{said}");
        }
    }
}
