//! Why a program of a build failed, for the standings and for the bot's author.

use std::time::Duration;

use croupier_rules::unseen::{lines_written_out, written_out};

use super::clock_limit;
use crate::bot::Exit;
use crate::errand::{Cut, Errand};

/// Lines and characters of a program's output that a reason keeps.
const LINES_MAX: usize = 20;
const CHARS_MAX: usize = 4_000;

/// Characters of a program's own words that are kept.
const WORDS_CHARS_MAX: usize = 100;

/// A program of a build that failed. Displays as how it ended, with the first lines of what it said.
pub(super) struct Reason<'a> {
    /// What it is called: `gcc`, ``the build step `make` ``.
    pub(super) name: &'a str,
    /// What came of it.
    pub(super) errand: &'a Errand,
    /// The processor time that a build may use, in milliseconds.
    pub(super) limit_ms: u64,
}

impl Reason<'_> {
    pub(super) fn text(&self) -> String {
        let ended = match self.errand.status.map(Exit::from) {
            Err(cut) => was_stopped(cut, self.limit_ms),
            Ok(Exit::Status(code)) => format!("ended with exit status {code}"),
            Ok(Exit::Signal(signal)) => format!("was ended by signal {signal}"),
        };
        let Errand { stdout, stderr, .. } = self.errand;
        let output = if stderr.is_empty() { stdout } else { stderr };
        let output = without_folders(&String::from_utf8_lossy(output));
        let lines: Vec<&str> = output.lines().take(LINES_MAX).collect();
        let said: String = lines.join("\n").chars().take(CHARS_MAX).collect();
        format!("{} {ended}\n{}", self.name, lines_written_out(&said)).trim_end().to_owned()
    }
}

/// Why a program of a build that may use so many milliseconds of processor time did not end by itself. What it
/// has used is not said to the millisecond: the standings are the same when it is built again.
pub(crate) fn was_stopped(cut: Cut, limit_ms: u64) -> String {
    let limit = Duration::from_millis(limit_ms);
    let (processor, clock) = (limit.as_secs_f64(), clock_limit(limit).as_secs_f64());
    match cut {
        Cut::Processor => {
            format!("{STOPPED} used more than its limit, {processor} s of processor time")
        }
        Cut::Clock => format!(
            "{STOPPED} lasted {clock} s on the clock, the limit of one that may use {processor} s \
             of processor time"
        ),
        Cut::Stop => "was stopped: all was to stop".to_owned(),
    }
}

/// What the reason of a build has that came to its limit.
pub(crate) const STOPPED: &str = "was stopped: the build has";

/// What the reason of a step that failed begins with.
pub(crate) const STEP: &str = "the build step ";

/// What messages call a step of a build.
pub(super) fn step(words: &[String]) -> String {
    let words = words.join(" ");
    let cut = if words.chars().nth(WORDS_CHARS_MAX).is_some() { "…" } else { "" };
    format!("{STEP}`{}{cut}`", written_out(words.chars().take(WORDS_CHARS_MAX)))
}

/// A compiler's text with the folders of absolute paths left out: it goes into the standings, which
/// hold no path of this machine.
fn without_folders(text: &str) -> String {
    let is_of_a_path = |c: char| c.is_alphanumeric() || "/._-+~".contains(c);
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('/') {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_of_a_path(c)).unwrap_or(from.len());
        let path = &from[..end];
        short.push_str(before);
        let is_absolute = !before.ends_with(is_of_a_path) && path.len() > 1 && !path.starts_with("//");
        short.push_str(if is_absolute { path.rsplit('/').next().unwrap_or(path) } else { path });
        rest = &from[end..];
    }
    short + rest
}

#[cfg(test)]
mod tests {
    use super::without_folders;

    #[test]
    fn a_reason_holds_no_folder_of_this_machine() {
        for (text, short) in [
            ("/usr/bin/ld: ../glue/bot.o: in function `main'", "ld: ../glue/bot.o: in function `main'"),
            ("cc1: note: '/opt/a b/x.h' (at /lib/y.h:3:1)", "cc1: note: 'a b/x.h' (at y.h:3:1)"),
            ("a.c:1:2: 1 / 2 // half, x/y", "a.c:1:2: 1 / 2 // half, x/y"),
            ("/", "/"),
        ] {
            assert_eq!(without_folders(text), short);
        }
    }
}
