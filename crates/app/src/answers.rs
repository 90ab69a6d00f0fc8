//! The player's answers: lines of standard input, asked for at a terminal, read from a pipe.

use std::io::{self, BufRead, IsTerminal};

use crate::failure::Failure;
use crate::output;

/// The longest answer that is read, in bytes.
const LINE_BYTES_MAX: u64 = 1 << 16;

/// Where the answers come from.
pub(crate) struct Answers {
    lines: Box<dyn BufRead>,
    number: usize,
    at_terminal: bool,
    /// A line of a pipe that was looked at and not taken.
    held: Option<String>,
}

/// What a line asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply<A> {
    /// An answer to the question.
    Answer(A),
    /// The player leaves the table.
    Quit,
    /// There are no more lines.
    EndOfInput,
}

impl Answers {
    /// Answers from standard input.
    pub(crate) fn from_standard_input() -> Self {
        let at_terminal = io::stdin().is_terminal();
        Self { lines: Box::new(io::stdin().lock()), number: 0, at_terminal, held: None }
    }

    /// Asks until an answer fits. A wrong line is asked again at a terminal; in a pipe it is bad input.
    /// Empty lines in a pipe are passed over.
    pub(crate) fn ask<A>(
        &mut self,
        prompt: &str,
        read: impl Fn(&str) -> Result<A, String>,
    ) -> Result<Reply<A>, Failure> {
        loop {
            if self.at_terminal {
                output::prompt(prompt);
            }
            let Some(line) = self.line()? else { return Ok(Reply::EndOfInput) };
            let word = line.trim().to_lowercase();
            let wrong = match word.as_str() {
                "q" | "quit" => return Ok(Reply::Quit),
                "" if !self.at_terminal => continue,
                word => match read(word) {
                    Ok(answer) => return Ok(Reply::Answer(answer)),
                    Err(wrong) => wrong,
                },
            };
            if !self.at_terminal {
                return Err(Failure::bad_input(format!("standard input, line {}: {wrong}", self.number)));
            }
            output::say(wrong);
        }
    }

    /// Whether to go on: asked at a terminal; a pipe goes on while it has bytes.
    pub(crate) fn go_on(&mut self, prompt: &str) -> Result<bool, Failure> {
        if self.at_terminal {
            return Ok(matches!(self.ask(prompt, |_| Ok(()))?, Reply::Answer(())));
        }
        Ok(self.held.is_some() || !self.lines.fill_buf().map_err(unreadable)?.is_empty())
    }

    /// Whether the next line of a pipe that is not empty is this word; it is taken if it is.
    pub(crate) fn requests(&mut self, word: &str) -> Result<bool, Failure> {
        while let Some(line) = self.line()? {
            match line.trim() {
                "" => {}
                found if found == word => return Ok(true),
                _ => {
                    self.number -= 1;
                    self.held = Some(line);
                    break;
                }
            }
        }
        Ok(false)
    }

    /// Whether a person types the answers.
    pub(crate) fn are_typed(&self) -> bool {
        self.at_terminal
    }

    fn line(&mut self) -> Result<Option<String>, Failure> {
        if let Some(line) = self.held.take() {
            self.number += 1;
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut self.lines, LINE_BYTES_MAX)
            .read_until(b'\n', &mut bytes)
            .map_err(unreadable)?;
        self.number += 1;
        let text = String::from_utf8_lossy(&bytes);
        // A byte order mark may open the first line.
        let text = if self.number == 1 { text.trim_start_matches('\u{FEFF}') } else { &text };
        Ok((read > 0).then(|| text.to_owned()))
    }
}

fn unreadable(error: io::Error) -> Failure {
    Failure::bad_input(format!("cannot read standard input: {error}"))
}

/// A word as an error quotes it: what the eye cannot tell apart is named by its code point.
pub(crate) fn quoted(word: &str) -> String {
    let strange: Vec<String> =
        word.chars().filter(|c| !c.is_ascii_graphic()).map(|c| format!("U+{:04X}", u32::from(c))).collect();
    if strange.is_empty() { format!("`{word}`") } else { format!("`{word}` (with {})", strange.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::{Answers, Reply, quoted};

    fn replies(input: &'static [u8]) -> Vec<String> {
        let mut answers = Answers { lines: Box::new(input), number: 0, at_terminal: false, held: None };
        let mut replies = Vec::new();
        for _ in 0..10 {
            let reply =
                answers.ask("", |word| word.parse::<u32>().map_err(|_| format!("{} is wrong", quoted(word))));
            let last = !matches!(reply, Ok(Reply::Answer(_)));
            replies.push(match reply {
                Ok(reply) => format!("{reply:?}"),
                Err(failure) => failure.message,
            });
            if last {
                return replies;
            }
        }
        replies
    }

    #[test]
    fn line_ends_marks_and_empty_lines_do_not_matter() {
        assert_eq!(
            replies(b"\xEF\xBB\xBF1\r\n\r\n 2 \n\n3"),
            ["Answer(1)", "Answer(2)", "Answer(3)", "EndOfInput"]
        );
        assert_eq!(replies(b""), ["EndOfInput"]);
        assert_eq!(replies(b"1\nQUIT\n2\n"), ["Answer(1)", "Quit"]);
    }

    #[test]
    fn a_line_that_is_looked_at_is_not_lost() {
        let input: &[u8] = b"1\n\n?\n\n2\n";
        let mut answers = Answers { lines: Box::new(input), number: 0, at_terminal: false, held: None };
        let number = |word: &str| word.parse::<u32>().map_err(|why| why.to_string());
        assert!(!answers.requests("?").unwrap());
        assert_eq!(answers.ask("", number).unwrap(), Reply::Answer(1));
        assert!(answers.requests("?").unwrap() && !answers.requests("?").unwrap());
        assert!(answers.go_on("").unwrap());
        assert_eq!((answers.ask("", number).unwrap(), answers.number), (Reply::Answer(2), 5));
        assert!(!answers.requests("?").unwrap() && !answers.go_on("").unwrap());
    }

    #[test]
    fn a_wrong_line_of_a_pipe_is_named_by_its_number() {
        assert_eq!(replies(b"1\n\nx\n2\n"), ["Answer(1)", "standard input, line 3: `x` is wrong"]);
        assert_eq!(
            replies("1\u{200B}".as_bytes()),
            ["standard input, line 1: `1\u{200B}` (with U+200B) is wrong"]
        );
    }
}
