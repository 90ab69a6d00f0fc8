//! `croupier feed MATCH --seat N -- CMD…`: gives a bot the recorded input again.

use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use croupier_arena::bot::{Bounds, Child, Launch, NoLine};
use croupier_arena::feed::{Recorded, Turn, conversation};
use croupier_arena::protocol::Wire;
use croupier_rules::game::Game;
use croupier_rules::record::{Record, RecordError};
use croupier_rules::seat::Seat;
use croupier_rules::{blackjack, poker};

use super::replay::record_path;
use super::run::stop_flag;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, Answer};

/// How often the bot's log is looked at while it thinks: there is no time limit.
const LOOK: Duration = Duration::from_millis(100);

/// Lines of a bot under study may be long.
const BOUNDS: Bounds = Bounds { line: 1 << 24, output: u64::MAX, log: usize::MAX };

/// Gives a bot the recorded input of a match again: the very lines that the referee sent.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier feed match-poker/1 --seat 0 -- python3 anna.py
  croupier feed match-poker/1 --seat 0 --pause -- ./anna      (then: gdb -p PID, and Enter here)
  croupier feed match-poker/1 --seat 0 > input.txt            (then: gdb ./anna, run < input.txt)

`>` marks a line that went to the bot, `<` its answer, `!` an answer that is not the recorded one; the
bot's standard error goes to standard error. There is no time limit, and `left_ms` is always the whole
time for a move: a record holds no time. Ends with 1 if an answer differs. Without CMD the input alone is
printed. A bot that the referee seats by an adapter (class Player, functions in C) cannot be started by
itself; a bot that speaks JSON Lines can.")]
pub(crate) struct Feed {
    /// A match such as poker-league/17, or the path of a record.
    #[arg(value_name = "MATCH")]
    name: String,
    /// The seat whose input is given, counted from 0.
    #[arg(long, value_name = "N")]
    seat: u8,
    /// End after this game of the match, counted from 1.
    #[arg(long, value_name = "N")]
    until: Option<u32>,
    /// Print only answers that differ.
    #[arg(long, short)]
    quiet: bool,
    /// Say the bot's process number and wait for Enter before the first line.
    #[arg(long, requires = "command")]
    pause: bool,
    /// The data folder.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
    /// The bot's command with its arguments.
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
}

impl Feed {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let path = record_path(&self.name, &self.data)?;
        let wrong = |error: RecordError| Failure::bad_input(format!("{}: {error}", path.display()));
        let record = Record::parse(fs::read(&path)?).map_err(wrong)?;
        let seats = record.header.seats.len();
        if usize::from(self.seat) >= seats {
            let last = seats.saturating_sub(1);
            return Err(Failure::usage(format!(
                "there is no seat {}: the match has seats 0 to {last}",
                self.seat
            )));
        }
        match record.header.game.as_str() {
            poker::Rules::NAME => self.talk::<poker::Rules>(&record, &path),
            blackjack::Rules::NAME => self.talk::<blackjack::Rules>(&record, &path),
            other => {
                Err(Failure::bad_input(format!("{}: nobody is asked in a match of {other}", path.display())))
            }
        }
    }

    fn talk<G: Wire>(&self, record: &Record, path: &Path) -> Result<Exit, Failure> {
        let mut listener = self.listener()?;
        let mut failed = Ok(());
        conversation::<G>(record, Seat(self.seat), &mut |turn| match self.turn(&mut listener, turn) {
            Ok(flow) => flow,
            Err(failure) => {
                failed = Err(failure);
                ControlFlow::Break(())
            }
        })
        .map_err(|error| Failure::bad_input(format!("{}: {error}", path.display())))?;
        failed?;
        listener.end()
    }

    fn turn<G: Wire>(&self, listener: &mut Listener, turn: Turn<'_, G>) -> Result<ControlFlow<()>, Failure> {
        match turn {
            Turn::Hello(lines) => {
                listener.send(lines)?;
                listener.answer("ready", |line| {
                    serde_json::from_slice(line)
                        .is_ok_and(|ready: serde_json::Value| ready.get("ready").is_some())
                })
            }
            Turn::Question(_, question) if self.until.is_some_and(|last| question.game >= last) => {
                Ok(ControlFlow::Break(()))
            }
            Turn::Question(lines, question) => {
                listener.send(lines)?;
                let recorded = match &question.recorded {
                    Recorded::Action(action) => action.to_string(),
                    Recorded::Fault(fault) => format!("{}: {}", fault.verdict, fault.came),
                };
                listener.answer(&recorded, |line| question.fits(line))
            }
            Turn::Bye(lines) => {
                listener.send(lines)?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    fn listener(&self) -> Result<Listener, Failure> {
        let mut listener = Listener {
            out: output::answer(),
            bot: None,
            quiet: self.quiet,
            questions: 0,
            differ: 0,
            logged: 0,
            stop: stop_flag()?,
        };
        let Some((program, args)) = self.command.split_first() else { return Ok(listener) };
        let launch = Launch {
            program: program.into(),
            args: args.iter().map(Into::into).collect(),
            env: env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect(),
            folder: env::current_dir()?,
        };
        let bot = Child::start(&launch, BOUNDS).map_err(|error| {
            Failure::bad_input(format!("{program} does not start: {error}"))
                .hint("CMD is a program with its arguments, such as: -- python3 anna.py")
        })?;
        if self.pause {
            output::prompt(&format!("the bot is process {}; press Enter to begin", bot.id()));
            io::stdin().lock().read_line(&mut String::new())?;
        }
        listener.bot = Some(bot);
        Ok(listener)
    }
}

/// Who is given the input: a bot, or else the reader of our output.
struct Listener {
    out: Answer,
    bot: Option<Child>,
    quiet: bool,
    questions: u32,
    differ: u32,
    /// Bytes of the bot's log that were passed on.
    logged: usize,
    /// Set by Ctrl-C: the bot must not outlive us.
    stop: Arc<AtomicBool>,
}

impl Listener {
    fn send(&mut self, lines: &[u8]) -> Result<(), Failure> {
        let Some(bot) = &mut self.bot else { return Ok(self.out.write_all(lines)?) };
        if !self.quiet {
            for line in lines.split_inclusive(|&byte| byte == b'\n') {
                self.out.write_all(b"> ")?;
                self.out.write_all(line)?;
            }
        }
        let mut lines = lines.to_vec();
        // A bot that does not read is waited for, like one that thinks.
        while let Err(NoLine::Late(_)) = bot.send(&mut lines, Instant::now() + LOOK)
            && !self.stop.load(Ordering::Relaxed)
        {}
        Ok(())
    }

    /// Reads the bot's answer; `recorded` is what came in the match.
    fn answer(
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
                Err(NoLine::Late(_)) if self.stop.load(Ordering::Relaxed) => {
                    return Err("stopped while the bot was thinking".into());
                }
                Err(NoLine::Late(_)) => self.pass_on_log(),
                Err(NoLine::Closed(Some(exit))) => return Err(format!("the bot has ended: {exit}")),
                Err(NoLine::Closed(None)) => return Err("the bot has closed its output".into()),
                Err(NoLine::LineTooLong | NoLine::TooMuchOutput) => {
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

    fn end(mut self) -> Result<Exit, Failure> {
        self.out.flush()?;
        // Dropped, a bot that hangs is ended with all that it started.
        let Some(bot) = self.bot.take() else { return Ok(Exit::Done) };
        let (_, log) = bot.finish(Vec::new());
        output::pass_on(&log.kept[self.logged..]);
        output::say(format_args!("{} answers, {} differ from the record", self.questions, self.differ));
        Ok(match self.differ {
            _ if self.stop.load(Ordering::Relaxed) => Exit::Interrupted,
            0 => Exit::Done,
            _ => Exit::No,
        })
    }
}
