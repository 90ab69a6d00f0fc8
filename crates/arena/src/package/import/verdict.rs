//! What comes of a submission, and what its folder expects.

use std::fmt;

use serde::Serialize;

/// What comes of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// Every test was passed.
    Accepted,
    /// A wrong answer.
    WrongAnswer,
    /// More time than the limit.
    TimeLimitExceeded,
    /// It crashed, or ended with an exit status that is not 0.
    RunTimeError,
    /// It printed more than the limit.
    OutputLimitExceeded,
    /// It took more memory than the limit.
    MemoryLimitExceeded,
    /// It was not built.
    CompileError,
    /// The package's validator failed, or a tool of this machine is missing: nobody knows what the submission
    /// is worth.
    JudgeError,
}

impl Ruling {
    /// Its words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::TimeLimitExceeded => "time limit exceeded",
            Self::RunTimeError => "run-time error",
            Self::OutputLimitExceeded => "output limit exceeded",
            Self::MemoryLimitExceeded => "memory limit exceeded",
            Self::CompileError => "compile error",
            Self::JudgeError => "judge error",
        }
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What the folder of a submission says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// `accepted`
    Accepted,
    /// `wrong_answer`
    WrongAnswer,
    /// `time_limit_exceeded`
    TimeLimitExceeded,
    /// `run_time_error`
    RunTimeError,
    /// `rejected`: any verdict of a run but accepted. What is not built does not come so far.
    Rejected,
}

impl Expected {
    /// The names of folders, as the format has them.
    pub const FOLDERS: [&str; 5] =
        ["accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "rejected"];

    /// What a folder of that name says.
    pub fn of_folder(name: &str) -> Option<Self> {
        Some(match name {
            "accepted" => Self::Accepted,
            "wrong_answer" => Self::WrongAnswer,
            "time_limit_exceeded" => Self::TimeLimitExceeded,
            "run_time_error" | "runtime_error" => Self::RunTimeError,
            "rejected" => Self::Rejected,
            _ => return None,
        })
    }

    /// Its words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::TimeLimitExceeded => "time limit exceeded",
            Self::RunTimeError => "run-time error",
            Self::Rejected => "rejected",
        }
    }

    /// Whether a ruling is one of those. A judge that knows no limit on memory or output calls these a run-time
    /// error, or stops the program by its time. A compile error is expected of no submission, for a package can
    /// have none that is meant to be one; and a judge error says nothing of a submission.
    pub const fn allows(self, ruling: Ruling) -> bool {
        match (self, ruling) {
            (_, Ruling::JudgeError | Ruling::CompileError) => false,
            (Self::Accepted, Ruling::Accepted)
            | (Self::WrongAnswer, Ruling::WrongAnswer)
            | (Self::TimeLimitExceeded, Ruling::TimeLimitExceeded | Ruling::OutputLimitExceeded)
            | (
                Self::RunTimeError,
                Ruling::RunTimeError | Ruling::MemoryLimitExceeded | Ruling::OutputLimitExceeded,
            ) => true,
            (Self::Rejected, ruling) => !matches!(ruling, Ruling::Accepted),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Expected;
    use super::Ruling::{
        Accepted, CompileError, JudgeError, MemoryLimitExceeded, OutputLimitExceeded, RunTimeError,
        TimeLimitExceeded, WrongAnswer,
    };

    #[test]
    fn a_folder_allows_its_verdict_and_what_other_judges_call_so() {
        let rulings = [
            Accepted,
            WrongAnswer,
            TimeLimitExceeded,
            RunTimeError,
            OutputLimitExceeded,
            MemoryLimitExceeded,
            CompileError,
            JudgeError,
        ];
        for (folder, allowed) in [
            ("accepted", &[Accepted][..]),
            ("wrong_answer", &[WrongAnswer]),
            ("time_limit_exceeded", &[TimeLimitExceeded, OutputLimitExceeded]),
            ("run_time_error", &[RunTimeError, OutputLimitExceeded, MemoryLimitExceeded]),
            (
                "rejected",
                &[WrongAnswer, TimeLimitExceeded, RunTimeError, OutputLimitExceeded, MemoryLimitExceeded],
            ),
        ] {
            let expected = Expected::of_folder(folder).unwrap();
            let found: Vec<_> = rulings.into_iter().filter(|&ruling| expected.allows(ruling)).collect();
            assert_eq!(found, allowed, "{folder}");
        }
        assert_eq!(Expected::of_folder("partially_accepted"), None);
    }
}
