//! The record of one run: a program, an input, what came out, and the verdict.
//!
//! Five lines of JSON and the hash of all bytes before it; `docs/transcript.md` describes them. As any
//! record it holds no time, path or host. What a program had printed when it was stopped hangs on the
//! clock, so it is left out.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Difference, Task, VERSION};
use crate::record::{FORMAT, RecordError, SeatHeader, bad, checked_body, json_line, other_version};
use crate::verdict::Verdict;

/// What of an output is kept, in bytes.
const KEPT_BYTES: usize = 64 << 10;

/// What a run is: everything that it hangs on but input and answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunHeader {
    /// The version of the text: that of all records.
    pub record: u32,
    /// The game.
    pub game: String,
    /// The version of its tasks: [`VERSION`].
    pub rules: u32,
    /// The parameters of its rules.
    pub params: Value,
    /// The name of the test.
    pub test: String,
    /// Its group, if it has one.
    pub group: Option<String>,
    /// What it is worth.
    pub points: u32,
    /// The program: its name, and the hash of its files.
    pub entrant: SeatHeader,
    /// The limits on time and size.
    pub limits: Value,
}

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerBy {
    /// Our rules.
    Rules,
    /// A file of the organiser.
    File,
}

/// What a program printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// The text, cut to its first 64 KiB; what is no UTF-8 is replaced by U+FFFD.
    pub text: String,
    /// All its bytes.
    pub bytes: u64,
}

/// A run that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRecord {
    /// What it is.
    pub header: RunHeader,
    /// What the program read.
    pub input: String,
    /// What it should have printed.
    pub answer: String,
    /// Where that comes from.
    pub answer_by: AnswerBy,
    /// What it printed; `None` when it was stopped.
    pub output: Option<Output>,
    /// The verdict.
    pub verdict: Verdict,
    /// What decided it, in a sentence; `None` for `ok`.
    pub reason: Option<String>,
    /// The first difference, where the verdict is `wrong`.
    pub difference: Option<Difference>,
}

#[derive(Serialize, Deserialize)]
struct InputLine {
    input: String,
}

#[derive(Serialize, Deserialize)]
struct AnswerLine {
    answer: String,
    by: AnswerBy,
}

#[derive(Serialize, Deserialize)]
struct OutputLine {
    output: Option<String>,
    bytes: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct EndLine {
    verdict: Verdict,
    reason: Option<String>,
    difference: Option<Difference>,
}

impl Output {
    /// The output of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(KEPT_BYTES)]).into_owned();
        Self { text, bytes: bytes.len() as u64 }
    }

    /// Whether all of it is in the text.
    pub fn is_whole(&self) -> bool {
        self.bytes <= KEPT_BYTES as u64
    }
}

impl RunRecord {
    /// Writes the record; returns its hash in hexadecimal.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, out: &mut impl Write) -> io::Result<String> {
        let mut text = Vec::new();
        let output = self.output.as_ref();
        push_line(&mut text, &self.header);
        push_line(&mut text, &InputLine { input: self.input.clone() });
        push_line(&mut text, &AnswerLine { answer: self.answer.clone(), by: self.answer_by });
        push_line(
            &mut text,
            &OutputLine {
                output: output.map(|output| output.text.clone()),
                bytes: output.map(|output| output.bytes),
            },
        );
        let (reason, difference) = (self.reason.clone(), self.difference.clone());
        push_line(&mut text, &EndLine { verdict: self.verdict, reason, difference });
        let hash = blake3::hash(&text).to_hex().to_string();
        out.write_all(&text)?;
        writeln!(out, "{{\"blake3\":\"{hash}\"}}")?;
        Ok(hash)
    }

    /// Reads a record and checks its hash; returns it with the hash.
    ///
    /// # Errors
    /// See [`RecordError`].
    pub fn parse(bytes: Vec<u8>) -> Result<(Self, String), RecordError> {
        let (body, hash) = checked_body(bytes)?;
        let lines: Vec<&str> = body.lines().collect();
        let [header, input, answer, output, end] = lines[..] else {
            return Err(bad(lines.len(), 1, "expected the five lines of a run, and its hash".to_owned()));
        };
        let header: RunHeader = json_line(header, 1, 0)?;
        if header.record != FORMAT {
            return Err(other_version("format", header.record, FORMAT));
        }
        let input: InputLine = json_line(input, 2, 0)?;
        let answer: AnswerLine = json_line(answer, 3, 0)?;
        let output: OutputLine = json_line(output, 4, 0)?;
        let end: EndLine = json_line(end, 5, 0)?;
        let output = output.output.zip(output.bytes).map(|(text, bytes)| Output { text, bytes });
        let run = Self {
            header,
            input: input.input,
            answer: answer.answer,
            answer_by: answer.by,
            output,
            verdict: end.verdict,
            reason: end.reason,
            difference: end.difference,
        };
        Ok((run, hash))
    }

    /// Checks what the rules can check without the program: the answer, if it is ours, and whether the
    /// output is right, if it is there as a whole.
    ///
    /// # Errors
    /// The first line that the rules do not bear out.
    pub fn verify(&self) -> Result<(), RecordError> {
        if self.header.rules != VERSION {
            return Err(other_version("rules version", self.header.rules, VERSION));
        }
        let Some(task) = Task::of(&self.header.game, &self.header.params) else {
            return Err(other_version("game", &self.header.game, "rullete and camicia"));
        };
        if self.answer_by == AnswerBy::Rules {
            let answer = task.answer(&self.input).map_err(|error| bad(2, 1, error.to_string()))?;
            if answer != self.answer {
                return Err(bad(3, 1, format!("the rules give `{}`", answer.trim_end())));
            }
        }
        match (&self.output, self.verdict) {
            (Some(output), Verdict::Ok | Verdict::Wrong) if output.is_whole() => {
                let difference = Difference::first(&self.answer, &output.text);
                let verdict = if difference.is_none() { Verdict::Ok } else { Verdict::Wrong };
                if (verdict, &difference) == (self.verdict, &self.difference) {
                    return Ok(());
                }
                let told = difference.map_or_else(String::new, |difference| format!(": {difference}"));
                Err(bad(5, 1, format!("answer and output give {verdict}{told}")))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a record is that of a run, by its first line.
pub fn is_record(bytes: &[u8]) -> bool {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    serde_json::from_slice::<RunHeader>(first).is_ok()
}

fn push_line(text: &mut Vec<u8>, line: &impl Serialize) {
    serde_json::to_writer(&mut *text, line).expect("a record's own lines are plain JSON");
    text.push(b'\n');
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{AnswerBy, Output, RunHeader, RunRecord, is_record};
    use crate::batch::{Difference, VERSION};
    use crate::record::{FORMAT, RecordError, SeatHeader};
    use crate::verdict::Verdict;

    fn run(output: &str) -> RunRecord {
        let answer = "170\n".to_owned();
        let difference = Difference::first(&answer, output);
        RunRecord {
            header: RunHeader {
                record: FORMAT,
                game: "rullete".into(),
                rules: VERSION,
                params: json!({ "rule6": 121 }),
                test: "sample 1".into(),
                group: None,
                points: 1,
                entrant: SeatHeader { name: "anna".into(), hash: "00".into(), hello: serde_json::Map::new() },
                limits: json!({ "run_ms": 2000 }),
            },
            input: "2D 5D JD KC AC\n".into(),
            answer,
            answer_by: AnswerBy::Rules,
            output: Some(Output::of(output.as_bytes())),
            verdict: if difference.is_none() { Verdict::Ok } else { Verdict::Wrong },
            reason: difference.as_ref().map(ToString::to_string),
            difference,
        }
    }

    fn written(run: &RunRecord) -> Vec<u8> {
        let mut text = Vec::new();
        run.write(&mut text).unwrap();
        text
    }

    #[test]
    fn a_record_is_text_that_a_person_can_read() {
        let text = String::from_utf8(written(&run("169\n"))).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..5],
            [
                r#"{"record":1,"game":"rullete","rules":1,"params":{"rule6":121},"test":"sample 1","group":null,"points":1,"entrant":{"name":"anna","hash":"00"},"limits":{"run_ms":2000}}"#,
                r#"{"input":"2D 5D JD KC AC\n"}"#,
                r#"{"answer":"170\n","by":"rules"}"#,
                r#"{"output":"169\n","bytes":4}"#,
                r#"{"verdict":"wrong","reason":"line 1, token 1: expected `170`, found `169`","difference":{"line":1,"token":1,"expected":"170","found":"169"}}"#,
            ]
        );
        assert!(lines[5].starts_with("{\"blake3\":\""));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut stopped = run("170");
        (stopped.output, stopped.verdict) = (None, Verdict::Late);
        for run in [run("170"), run("169"), stopped] {
            let text = written(&run);
            assert!(is_record(&text));
            let (read, hash) = RunRecord::parse(text.clone()).unwrap();
            assert_eq!(read, run);
            assert_eq!(read.write(&mut Vec::new()).unwrap(), hash);
            read.verify().unwrap();
        }
        assert!(!is_record(b"{\"record\":1,\"game\":\"poker\"}\n"));
    }

    #[test]
    fn a_changed_byte_and_a_false_verdict_are_found() {
        let mut text = written(&run("169"));
        let at = text.windows(3).position(|three| three == b"169").unwrap();
        text[at] = b'2';
        assert!(matches!(RunRecord::parse(text), Err(RecordError::WrongHash { .. })));
        let mut flattered = run("169");
        (flattered.verdict, flattered.difference) = (Verdict::Ok, None);
        let said = flattered.verify().unwrap_err().to_string();
        assert_eq!(
            said,
            "line 5, column 1: answer and output give wrong: line 1, token 1: expected `170`, found `169`"
        );
        let mut bent = run("170");
        bent.answer = "171\n".into();
        assert_eq!(bent.verify().unwrap_err().to_string(), "line 3, column 1: the rules give `170`");
    }

    #[test]
    fn an_output_that_is_no_text_is_kept_readable_and_bounded() {
        let output = Output::of(b"\xff170");
        assert_eq!((output.text.as_str(), output.bytes), ("\u{fffd}170", 4));
        let long = Output::of(&vec![b'1'; 100_000]);
        assert_eq!((long.text.len(), long.bytes, long.is_whole()), (65_536, 100_000, false));
    }
}
