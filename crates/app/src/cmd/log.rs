//! `croupier log MATCH`: what the bots of a match wrote to standard error.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use croupier_arena::store::{Archive, StoreError};
use serde_json::json;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::terminal;

/// Prints what the bots of a match wrote to standard error.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier log match-poker/1
  croupier log match-poker/1 --seat 0

On a terminal what cannot be seen is shown as `\\u{1b}`; a file or a pipe gets every byte as it is. \
Of each bot the first 512 KiB are kept, or what the contest's limits say.")]
pub(crate) struct ShowLog {
    /// A match such as poker-league/17.
    #[arg(value_name = "MATCH")]
    name: String,
    /// Only the bot at this seat, as it wrote it.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// JSON Lines: one object a seat.
    #[arg(long)]
    json: bool,
    /// The data folder.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
}

impl ShowLog {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let unfound = |error: StoreError| {
            Failure::bad_input(error).hint("croupier list shows the runs, croupier list RUN its matches")
        };
        let archive = Archive::open(&self.data).map_err(unfound)?;
        let (run, number) = archive.match_of(&self.name).map_err(unfound)?;
        let names = archive.seated(&run, number).map_err(unfound)?;
        if let Some(seat) = self.seat.filter(|&seat| usize::from(seat) >= names.len()) {
            let last = names.len() - 1;
            return Err(Failure::usage(format!("there is no seat {seat}: the match has seats 0 to {last}")));
        }
        let is_terminal = io::stdout().is_terminal();
        let mut out = output::answer();
        for (name, seat) in
            names.iter().zip(0..).filter(|&(_, seat)| self.seat.is_none_or(|only| only == seat))
        {
            let log = archive.log(&run, number, seat).map_err(unfound)?;
            if self.json {
                let text = String::from_utf8_lossy(&log.kept);
                let line = json!({ "seat": seat, "name": name, "log": text, "dropped": log.dropped });
                writeln!(out, "{line}")?;
                continue;
            }
            if self.seat.is_none() {
                let size =
                    if log.is_empty() { "nothing".to_owned() } else { format!("{} bytes", log.kept.len()) };
                writeln!(out, "== seat {seat}: {name}: {size}")?;
            }
            out.write_all(&shown(&log.kept, is_terminal))?;
            if self.seat.is_none() && log.kept.last().is_some_and(|&byte| byte != b'\n') {
                writeln!(out)?;
            }
            if log.dropped > 0 {
                output::say(format_args!(
                    "note: {name} wrote {} bytes more, which were not kept",
                    log.dropped
                ));
            }
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// A log as it goes to standard output: a terminal would obey its control characters.
fn shown(log: &[u8], is_terminal: bool) -> Cow<'_, [u8]> {
    if is_terminal {
        Cow::Owned(terminal::lines(&String::from_utf8_lossy(log)).into_bytes())
    } else {
        Cow::Borrowed(log)
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_terminal_is_shown_control_characters_and_does_not_obey_them() {
        let log = "a\tb\n\u{1b}[2J\rc\u{9b}d é\n".as_bytes();
        assert_eq!(shown(log, false), log);
        let written = String::from_utf8(shown(log, true).into_owned()).unwrap();
        assert_eq!(written, "a\tb\n\\u{1b}[2J\\rc\\u{9b}d é\n");
    }
}
