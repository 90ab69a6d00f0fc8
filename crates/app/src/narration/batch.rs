//! One run of a program of a batch game, told: what it read, what it should have printed, what it did.

use std::io::{self, Write};

use croupier_rules::batch::{AnswerBy, RunRecord};
use serde_json::json;

use crate::terminal::one_line;

/// How many lines of an input or an output are shown.
const LINES_MAX: usize = 40;

/// Tells a run to a person.
pub(crate) fn text(run: &RunRecord, hash: &str, out: &mut dyn Write) -> io::Result<()> {
    let header = &run.header;
    let group = header.group.as_ref().map(|group| format!(", group {group}")).unwrap_or_default();
    let points = if header.points == 1 { "1 point".to_owned() } else { format!("{} points", header.points) };
    writeln!(
        out,
        "{} {}: {}, test {}{group}, {points}",
        header.game, header.params, header.entrant.name, header.test
    )?;
    part(out, "input", &run.input)?;
    let by = match run.answer_by {
        AnswerBy::Rules => "expected, by the rules",
        AnswerBy::File => "expected, by the contest's file",
    };
    part(out, by, &run.answer)?;
    match &run.output {
        None => writeln!(out, "\nfound\n  nothing: it was stopped")?,
        Some(output) if output.bytes == 0 => writeln!(out, "\nfound\n  nothing")?,
        Some(output) => part(out, &format!("found, {} bytes", output.bytes), &output.text)?,
    }
    let reason = run.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    writeln!(out, "\n{}{reason}", run.verdict)?;
    writeln!(out, "hash {hash}")
}

/// Tells a run to a program: JSON Lines, as they are in the record.
pub(crate) fn json(run: &RunRecord, hash: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", json!({ "match": run.header }))?;
    writeln!(out, "{}", json!({ "input": run.input }))?;
    writeln!(out, "{}", json!({ "answer": run.answer, "by": run.answer_by }))?;
    let output = run.output.as_ref();
    let text = output.map(|output| &output.text);
    writeln!(out, "{}", json!({ "output": text, "bytes": output.map(|output| output.bytes) }))?;
    let end = json!({ "verdict": run.verdict, "reason": run.reason, "difference": run.difference });
    writeln!(out, "{end}")?;
    writeln!(out, "{}", json!({ "blake3": hash }))
}

/// A text under its title: indented, what cannot be seen escaped, cut to a number of lines.
fn part(out: &mut dyn Write, title: &str, text: &str) -> io::Result<()> {
    writeln!(out, "\n{title}")?;
    let lines = text.lines().count();
    for line in text.lines().take(LINES_MAX) {
        writeln!(out, "  {}", one_line(line))?;
    }
    if lines > LINES_MAX {
        writeln!(out, "  … and {} lines more", lines - LINES_MAX)?;
    }
    Ok(())
}
