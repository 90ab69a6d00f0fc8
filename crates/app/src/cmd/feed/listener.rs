//! The other side of the conversation: a bot, or the reader of our output.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use croupier_arena::bot::{Child, NoLine};
use croupier_arena::stop::Stop;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, Answer};
use crate::scratch::Scratch;

/// How often the bot's log is looked at while it thinks: there is no time limit.
const LOOK: Duration = Duration::from_millis(100);

/// Who is given the input: a bot, or else the reader of our output.
pub(super) struct Listener {
    out: Answer,
    pub(super) bot: Option<Child>,
    /// The folder that the bot was built in, as long as it runs.
    pub(super) folder: Option<Scratch>,
    quiet: bool,
    questions: u32,
    differ: u32,
    /// Bytes of the bot's log that were passed on.
    logged: usize,
    /// Set by Ctrl-C: the bot must not outlive us.
    stop: Stop,
}

impl Listener {
    pub(super) fn new(quiet: bool, stop: Stop) -> Self {
        let out = output::answer();
        Self { out, bot: None, folder: None, quiet, questions: 0, differ: 0, logged: 0, stop }
    }

    /// Set by Ctrl-C.
    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    pub(super) fn send(&mut self, lines: &[u8]) -> Result<(), Failure> {
        let Some(bot) = &mut self.bot else { return Ok(self.out.write_all(lines)?) };
        if !self.quiet {
            for line in lines.split_inclusive(|&byte| byte == b'\n') {
                self.out.write_all(b"> ")?;
                self.out.write_all(line)?;
            }
        }
        let mut lines = lines.to_vec();
        // A bot that does not read is waited for, like one that thinks.
        while let Err(NoLine::Late(_)) = bot.send(&mut lines, Instant::now() + LOOK) {}
        Ok(())
    }

    /// Reads the bot's answer; `recorded` is what came in the match.
    pub(super) fn answer(
        &mut self,
        recorded: &str,
        fits: impl FnOnce(&[u8]) -> bool,
    ) -> Result<ControlFlow<()>, Failure> {
        if self.bot.is_none() {
            return Ok(ControlFlow::Continue(()));
        }
        self.questions += 1;
        self.out.flush()?;
        let came = self.line();
        self.pass_on_log();
        match came {
            Ok(line) => {
                let fits = fits(&line);
                if !(self.quiet && fits) {
                    self.out.write_all(b"< ")?;
                    self.out.write_all(&line)?;
                    writeln!(self.out)?;
                }
                if !fits {
                    self.differ += 1;
                    writeln!(self.out, "! recorded: {recorded}")?;
                }
                Ok(ControlFlow::Continue(()))
            }
            Err(ended) => {
                self.differ += 1;
                writeln!(self.out, "! {ended}; recorded: {recorded}")?;
                Ok(ControlFlow::Break(()))
            }
        }
    }

    /// The bot's next line, however long it takes.
    fn line(&mut self) -> Result<Vec<u8>, String> {
        loop {
            let bot = self.bot.as_mut().expect("a line is read from a bot");
            match bot.line(Instant::now() + LOOK) {
                Ok(line) => return Ok(line),
                Err(NoLine::Stopped) => {
                    return Err("stopped while the bot was thinking".into());
                }
                Err(NoLine::Late(_)) => self.pass_on_log(),
                Err(NoLine::Closed(Some(exit))) => return Err(format!("the bot has ended: {exit}")),
                Err(NoLine::Closed(None)) => return Err("the bot has closed its output".into()),
                Err(NoLine::LineTooLong | NoLine::TooMuchOutput | NoLine::TooMuchMemory) => {
                    return Err("the bot's line has no end".into());
                }
            }
        }
    }

    fn pass_on_log(&mut self) {
        let Some(bot) = &mut self.bot else { return };
        let log = &bot.log().kept;
        output::pass_on(&log[self.logged..]);
        self.logged = log.len();
    }

    pub(super) fn end(mut self) -> Result<Exit, Failure> {
        self.out.flush()?;
        // Dropped, a bot that hangs is ended with all that it started.
        let Some(bot) = self.bot.take() else { return Ok(Exit::Done) };
        let log = bot.finish(Vec::new()).log;
        drop(self.folder.take());
        output::pass_on(&log.kept[self.logged..]);
        output::say(format_args!("{} answers, {} differ from the record", self.questions, self.differ));
        Ok(match self.differ {
            _ if self.stop.load(Ordering::Relaxed) => Exit::Interrupted,
            0 => Exit::Done,
            _ => Exit::No,
        })
    }
}
