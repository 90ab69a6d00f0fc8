//! What is told of a submission, to the organiser and to its entrant.

use crate::terminal::one_line;
use crate::web::office::{Office, State as Fate, Submission};

/// The class of a badge.
pub(super) fn class(submission: &Submission) -> &'static str {
    match submission.state {
        Fate::Waiting | Fate::Checking => "open",
        Fate::Accepted { .. } => "accepted",
        Fate::Refused { .. } => "v-refused",
        Fate::Replaced => "",
    }
}

/// What became of a submission, in a word.
pub(super) fn fate(submission: &Submission) -> String {
    match &submission.state {
        Fate::Waiting => "waits".to_owned(),
        Fate::Checking => "is checked".to_owned(),
        Fate::Accepted { .. } => "accepted".to_owned(),
        Fate::Refused { verdict: Some(verdict), .. } => format!("refused: {verdict}"),
        Fate::Refused { verdict: None, .. } => "refused".to_owned(),
        Fate::Replaced => "not checked".to_owned(),
    }
}

/// Why it was refused, or waits though its turn has come, in a line.
pub(super) fn reason(office: &Office, submission: &Submission) -> String {
    match &submission.state {
        Fate::Refused { reason, .. } => one_line(reason),
        Fate::Waiting => office.why_it_waits(submission.number).unwrap_or_default(),
        Fate::Checking | Fate::Accepted { .. } | Fate::Replaced => String::new(),
    }
}
