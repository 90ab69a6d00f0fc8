//! Progress on standard error: how many of how many, and the time left.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::output;

/// How often a terminal's line is drawn again.
const REDRAW: Duration = Duration::from_millis(100);

/// How often a line is said where standard error is no terminal.
const SAY_AGAIN: Duration = Duration::from_secs(10);

/// One line that a terminal overwrites; elsewhere a line now and then.
pub(crate) struct ProgressLine {
    on: bool,
    terminal: bool,
    started: Instant,
    shown: Instant,
    matches: usize,
    before: usize,
    done: usize,
    drawn: bool,
    /// What was kept back and may have to be told at the end.
    kept_back: Vec<String>,
}

impl ProgressLine {
    pub(crate) fn new(on: bool) -> Self {
        let now = Instant::now();
        let terminal = io::stderr().is_terminal();
        Self {
            on,
            terminal,
            started: now,
            shown: now,
            matches: 0,
            before: 0,
            done: 0,
            drawn: false,
            kept_back: Vec::new(),
        }
    }

    /// The matches begin; some may be stored from before.
    pub(crate) fn begin(&mut self, matches: usize, done: usize) {
        (self.matches, self.before, self.done) = (matches, done, done);
        self.started = Instant::now();
        if self.on && done > 0 && done < matches {
            self.note(format_args!("{done} of {matches} matches were played before"));
        }
    }

    /// Another match is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        if self.is_due() {
            self.show(format!("{} of {} matches, {} left", self.done, self.matches, self.left()));
        }
    }

    /// Says something that stays, if anything is to be said.
    pub(crate) fn remark(&mut self, remark: impl fmt::Display) {
        if self.on {
            self.note(remark);
        }
    }

    /// Says something that stays. If nothing is to be said, it is kept for [`Self::say_kept_back`].
    pub(crate) fn remark_or_keep(&mut self, remark: impl fmt::Display) {
        if self.on {
            self.note(remark);
        } else {
            self.kept_back.push(remark.to_string());
        }
    }

    /// Says what was kept back, which is the reason of a failure.
    pub(crate) fn say_kept_back(&mut self) {
        for remark in std::mem::take(&mut self.kept_back) {
            self.note(remark);
        }
    }

    /// Says whether the line is old enough to be drawn again.
    pub(crate) fn is_due(&self) -> bool {
        let wait = if self.terminal { REDRAW } else { SAY_AGAIN };
        self.on && self.shown.elapsed() >= wait
    }

    /// Draws the line again.
    pub(crate) fn show(&mut self, line: impl fmt::Display) {
        self.shown = Instant::now();
        if self.terminal {
            let _unread = write!(io::stderr().lock(), "\r\x1b[K{line}");
            self.drawn = true;
        } else {
            output::say(line);
        }
    }

    /// Says something that stays.
    pub(crate) fn note(&mut self, note: impl fmt::Display) {
        self.end();
        output::say(note);
    }

    /// Clears the line.
    pub(crate) fn end(&mut self) {
        if self.drawn {
            let _unread = write!(io::stderr().lock(), "\r\x1b[K");
            self.drawn = false;
        }
    }

    /// The time left, if the other matches take as long as those so far.
    fn left(&self) -> String {
        let played = u32::try_from(self.done - self.before).unwrap_or(u32::MAX).max(1);
        let due = u32::try_from(self.matches - self.done).unwrap_or(u32::MAX);
        duration(self.started.elapsed() / played * due)
    }
}

/// A time for people: `2 h 05 min`, `3 min 20 s`, `15 s`.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::duration;

    #[test]
    fn times_are_told_in_two_units() {
        let told = [15, 200, 7_500].map(|seconds| duration(Duration::from_secs(seconds)));
        assert_eq!(told, ["15 s", "3 min 20 s", "2 h 05 min"]);
    }
}
