//! `croupier feed MATCH --seat N -- CMD…`: gives a bot the recorded input again.

mod launch;
mod listener;

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use croupier_arena::bot::{Bounds, Child};
use croupier_arena::feed::{Recorded as Answered, Turn, conversation, seed_of_bot};
use croupier_arena::limits::Limits;
use croupier_arena::protocol::Wire;
use croupier_rules::game::Game;
use croupier_rules::record::{Record, RecordError};
use croupier_rules::seat::Seat;
use croupier_rules::{batch, blackjack, poker};

use self::launch::{bot_at, by_hand, seated};
use self::listener::Listener;
use super::confinement;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::stop_flag;
use crate::output;
use crate::recorded::{Recorded, warn};
use crate::scratch::Scratch;

/// Lines of a bot under study may be long.
const BOUNDS: Bounds = Bounds { line: 1 << 24, output: u64::MAX, log: usize::MAX };

/// How long a sandbox may take to start the bot's own process, until its number is said.
const START: Duration = Duration::from_secs(2);

/// How often that process is looked for.
const LOOK: Duration = Duration::from_millis(5);

/// Gives a bot the recorded input of a match again: the very lines that the referee sent.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier feed match-poker/1 --seat 0 -- anna.py
  croupier feed match-poker/1 --seat 0 -- valgrind ./anna
  croupier feed match-poker/1 --seat 0 --pause -- ./anna      (then: gdb -p PID, and Enter here)
  croupier feed match-poker/1 --seat 0 > input.txt            (then: gdb ./anna, run < input.txt)

`>` marks a line that went to the bot, `<` its answer, `!` an answer that is not the recorded one; the \
bot's standard error goes to standard error. There is no time limit, and `left_ms` is always the whole \
time for a move: a record holds no time. Ends with 1 if an answer differs. Without CMD the input alone is \
printed. CMD is a command that speaks JSON Lines, which runs with your rights, or one word: the file or folder \
of a bot, which is then built and seated as in a match, in a sandbox.")]
pub(crate) struct Feed {
    /// A match such as poker-league/17, the path of a record, or `-` for a record on standard input.
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
    /// The bot whose file or folder is named is your own: run it without a sandbox.
    #[arg(long, requires = "command")]
    trust: bool,
    /// The data folder.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
    /// The bot's command with its arguments, or the bot's file or folder.
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
}

impl Feed {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if self.pause && self.name == "-" {
            return Err(Failure::usage("--pause waits for standard input, which is the record here")
                .hint("give the path of the record"));
        }
        let recorded = Recorded::find(&self.name, &self.data)?;
        let path = recorded.path.as_path();
        let wrong = |error: RecordError| Failure::bad_input(format!("{}: {error}", path.display()));
        let bytes = recorded.read()?;
        if batch::is_record(&bytes) {
            return Err(Failure::usage(format!("{} is the run of a program, which nobody asks", self.name))
                .hint(format!("croupier replay {} shows what it read", self.name)));
        }
        let record = Record::parse(bytes).map_err(wrong)?;
        if let Some(said) = recorded.misplaced(&record.hash) {
            warn(path, &said);
        }
        let seats = record.header.seats.len();
        if usize::from(self.seat) >= seats {
            let last = seats.saturating_sub(1);
            return Err(Failure::usage(format!(
                "there is no seat {}: the match has seats 0 to {last}",
                self.seat
            )));
        }
        match record.header.game.as_str() {
            poker::Rules::NAME => self.talk::<poker::Rules>(&record, path),
            blackjack::Rules::NAME => self.talk::<blackjack::Rules>(&record, path),
            other => {
                Err(Failure::bad_input(format!("{}: nobody is asked in a match of {other}", path.display())))
            }
        }
    }

    fn talk<G: Wire>(&self, record: &Record, path: &Path) -> Result<Exit, Failure> {
        let mut listener = self.listener(record, G::NAME)?;
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
                    Answered::Action(action) => action.to_string(),
                    Answered::Fault(fault) => format!("{}: {}", fault.verdict, fault.came),
                };
                listener.answer(&recorded, |line| question.fits(line))
            }
            Turn::Bye(lines) => {
                listener.send(lines)?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    fn listener(&self, record: &Record, game: &str) -> Result<Listener, Failure> {
        let mut listener = Listener::new(self.quiet, stop_flag()?);
        let Some((program, args)) = self.command.split_first() else { return Ok(listener) };
        let entrant = if args.is_empty() { bot_at(Path::new(program), game) } else { None };
        let launch = match entrant {
            Some(entrant) => {
                let folder = Scratch::new()?;
                let sandbox = confinement::sandbox(self.trust, folder.path())?;
                let seed = seed_of_bot(record, Seat(self.seat));
                let memory = Limits::of_record(&record.header.limits).memory_bytes;
                let launch = seated(&entrant, folder.path(), &sandbox, seed, memory)?;
                listener.folder = Some(folder);
                launch
            }
            None => by_hand(program, args)?,
        };
        let bot = Child::start(&launch, BOUNDS, listener.stop()).map_err(|error| {
            Failure::bad_input(format!("{program} does not start: {error}")).hint(
                "CMD is a program with its arguments, or a bot's file: -- python3 lines.py, or -- anna.py",
            )
        })?;
        if self.pause {
            output::prompt(&format!("the bot is process {}; press Enter to begin", number_of(&bot)));
            io::stdin().lock().read_line(&mut String::new())?;
        }
        listener.bot = Some(bot);
        Ok(listener)
    }
}

/// The number of the bot's own process, for a debugger: a sandbox takes a moment to start it.
fn number_of(bot: &Child) -> u32 {
    let last = Instant::now() + START;
    loop {
        match bot.program_id() {
            Some(number) => return number,
            None if Instant::now() > last => return bot.id(),
            None => thread::sleep(LOOK),
        }
    }
}
